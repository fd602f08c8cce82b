"""Cut sheets: where pieces lie, that fronts and backs meet, crop marks, the ruler."""

import itertools
from dataclasses import replace

import pytest
from support import assert_sound, settings

from generator import games
from generator.core.errors import PieceTooLargeError, TextOverflowError
from generator.core.paper import PAPERS, Box, Paper
from generator.languages import languages, load_language
from generator.layout import cut, foot
from generator.layout.page import Art, Circle, Group, Line, Page, Rect, Text, flatten
from generator.layout.pieces import MARK_GAP, MARK_LENGTH, PieceFormat, piece_grid, stack_grids

FORMATS = {
    "card": PieceFormat(63, 88, bleed=0, shared_cuts=True),
    "piece": PieceFormat(30, 30),
    "token": PieceFormat(26, 26, shared_cuts=True),
    "disc": PieceFormat(40, 40, outline=Circle(20, 20, 20)),
}


def printed(blocks, looks, slug="a slug", **others) -> list[Page]:
    """The pages of a sheet whose backs look like its fronts."""
    return cut.sheet(blocks, blocks, slug, looks, ("fronts", "backs"), **others)


def _face(form: PieceFormat, number: int) -> Group:
    def compose(trim: Box):
        yield Rect(Box(0, 0, trim.w + 2 * trim.x, trim.h + 2 * trim.y), "sand")
        yield Art("discs/star", trim.inset(3))

    return cut.face(f"face {number}", form, compose)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", FORMATS)
def test_pieces_lie_apart_and_inside(name, paper):
    form = FORMATS[name]
    grid = piece_grid(settings(paper), form, 1000)
    for one, other in itertools.combinations(grid.boxes, 2):
        assert not one.inset(-form.rim).overlaps(other.inset(-form.rim))
    faces = [_face(form, number) for number in range(len(grid.boxes))]
    looks = settings(paper)
    for page in printed([cut.PieceBlock(grid, faces, "tan" if form.shared_cuts else "")], looks):
        assert_sound(page)


def test_few_pieces_are_dealt_evenly_and_centred():
    grid = piece_grid(settings(), PieceFormat(30, 30), 6)
    rows = sorted({box.y for box in grid.boxes})
    assert [sum(box.y == y for box in grid.boxes) for y in rows] == [3, 3]
    assert grid.block.centre[0] == pytest.approx(grid.paper.width / 2)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("offset", [(0.0, 0.0), (1.5, -0.5)])
@pytest.mark.parametrize("name", FORMATS)
def test_every_back_lies_behind_its_front(name, offset, flip):
    """Hold the sheet against the light: turned over about the edge, each back covers the front
    of the same piece, whether its back is upright or upside down on the page."""
    form = FORMATS[name]
    grid = piece_grid(settings(), form, 3)
    faces = [_face(form, number) for number in range(3)]
    looks = replace(settings(), flip=flip, back_offset=offset)
    _, page = printed([cut.PieceBlock(grid, faces)], looks)
    paper = page.paper
    arts = [entry for entry in flatten(page) if isinstance(entry.item, Art)]
    for box, back in zip(grid.boxes, arts, strict=True):
        x, y = back.box.moved(-offset[0], -offset[1]).centre
        x, y = (paper.width - x, y) if flip == "long" else (x, paper.height - y)
        assert (x, y) == pytest.approx(box.centre)
        assert back.turn == (0 if flip == "long" else 180)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("offset", [(0.0, 0.0), (1.5, -0.5)])
@pytest.mark.parametrize("name", FORMATS)
def test_a_page_says_where_its_pieces_are(name, offset, flip):
    """Each face lies where the page's pieces say, on fronts and on backs, turned as they say."""
    form = FORMATS[name]
    grid = piece_grid(settings(), form, 3)
    faces = [_face(form, number) for number in range(3)]
    looks = replace(settings(), flip=flip, back_offset=offset)
    front, back = printed([cut.PieceBlock(grid, faces)], looks)
    assert [piece.box for piece in front.pieces] == list(grid.boxes)
    for page in (front, back):
        arts = [entry for entry in flatten(page) if isinstance(entry.item, Art)]
        for piece, art, face in zip(page.pieces, arts, faces, strict=True):
            assert piece.face is face
            assert piece.is_back is (page is back)
            assert piece.turn == art.turn
            assert piece.box.centre == pytest.approx(art.box.centre)
            assert piece.box.inset(-piece.rim) == pytest.approx(art.frames[-1])
            assert piece.bleed == form.rim


def test_backs_are_mirrored_inside_uneven_margins():
    paper = Paper("a4", 210, 297, (12, 5, 5, 9))
    for form in FORMATS.values():
        looks = replace(settings(), paper=paper)
        grid = piece_grid(looks, form, 1000)
        faces = [_face(form, number) for number in range(len(grid.boxes))]
        for page in printed([cut.PieceBlock(grid, faces)], looks):
            assert all(paper.area.contains(entry.box) for entry in flatten(page))


@pytest.mark.parametrize("count", [12, 17, 3])
@pytest.mark.parametrize("name", ["piece", "token"])
def test_a_crop_mark_at_both_ends_of_every_cut(name, count):
    grid = piece_grid(settings(), FORMATS[name], count)
    marks = [*cut.crop_marks(grid)]
    for mark in marks:
        assert max(mark.box.w, mark.box.h) == pytest.approx(MARK_LENGTH)
        for box in grid.boxes:
            assert not box.inset(-grid.format.bleed - MARK_GAP).overlaps(mark.box)
    for box in grid.boxes:
        for x in (box.x, box.right):
            assert sum(mark.x1 == mark.x2 == pytest.approx(x, abs=0.001) for mark in marks) == 2
        for y in (box.y, box.bottom):
            assert sum(mark.y1 == mark.y2 == pytest.approx(y, abs=0.001) for mark in marks) == 2
    assert len(set(marks)) == len(marks)


@pytest.mark.parametrize("name", ["disc", "card"])
def test_pieces_with_lines_to_cut_along_need_no_marks(name):
    assert not [*cut.crop_marks(piece_grid(settings(), FORMATS[name], 12))]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("count", [18, 23, 36, 7])
def test_a_crop_mark_stands_next_to_a_piece(count, paper):
    """None lies between pieces, and none where there is no piece."""
    form = FORMATS["piece"]
    for sheet in stack_grids(settings(paper), [(form, count)]):
        for grid in sheet:
            rows = {box.y for box in grid.boxes}
            assert len(grid.boxes) % len(rows) == 0  # a short row stands apart
            for mark in cut.crop_marks(grid):
                near = mark.box.inset(-form.margin)
                assert any(near.overlaps(box) for box in grid.boxes)
                assert not grid.block.inset(-form.bleed).overlaps(mark.box)


def test_the_marks_of_a_short_row_of_joined_pieces_follow_it():
    grid = piece_grid(settings(), FORMATS["token"], 17)
    *_, last = grid.boxes
    rows = {round(box.y, 3) for box in grid.boxes}
    assert last.right < grid.block.right and len(rows) > 1
    for mark in cut.crop_marks(grid):
        assert mark.y1 != mark.y2 or mark.y1 <= last.y + 0.01 or mark.x1 < last.right + form_reach
        assert mark.x1 != mark.x2 or mark.x1 <= last.right + 0.01 or mark.y1 < last.y + form_reach


form_reach = FORMATS["token"].margin + 0.01


# The box "Making"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("code", languages())
def test_the_box_says_how_to_make_the_pieces_and_is_clear_of_them(code, name, paper):
    looks, form = settings(paper, code=code), FORMATS[name]
    notes = foot.card_notes(
        looks, "pieces", load_language(looks.language_code).say("sheet.making.thicker")
    )
    instructions = foot.instructions(notes, looks)
    grid = piece_grid(looks, form, 1000, instructions)
    faces = [_face(form, number) for number in range(len(grid.boxes))]
    page, _ = printed([cut.PieceBlock(grid, faces)], looks, instructions=instructions)
    assert_sound(page)
    for note in notes:
        assert note.replace("**", "") in _words(page)
    assert not instructions.box.overlaps(grid.block.inset(-form.margin))
    texts = [
        entry.item for entry in flatten(page) if entry.groups and entry.groups[0] is instructions
    ]
    assert {item.size for item in texts if isinstance(item, Text)} == {
        11.0 if paper in ("a3", "a2") else 9.0
    }


@pytest.mark.parametrize(
    ("pieces", "marks", "gap", "way"),
    [
        ("cards", "usual", 0.0, "cards"), ("cards", "usual", 1.25, "lines"),
        ("cards", "corners", 1.25, "corners"), ("cards", "lines", 0.0, "cards"),
        ("cards", "lines", 1.25, "lines"), ("cards", "silhouette", 1.25, "machine"),
        ("tokens", "usual", 1.25, "tokens"), ("tokens", "corners", 0.0, "corner_markers"),
        ("tokens", "lines", 1.25, "line_markers"), ("tokens", "none", 0.0, "machine"),
        ("pieces", "usual", 0.0, "pieces"), ("pieces", "corners", 0.0, "corners"),
        ("pieces", "lines", 0.0, "lines"), ("pieces", "frame", 0.0, "machine"),
        # Their outlines are printed in any case; nets have dashed lines, too.
        *((kind, marks, 1.25, kind)
          for kind in ("discs", "nets") for marks in ("usual", "corners", "lines")),
    ],
)  # fmt: skip
def test_the_box_says_how_to_cut_with_these_marks(pieces, marks, gap, way):
    looks = replace(settings(), marks=marks, gap=gap)
    say = load_language("en").say
    unglued = f" {say('sheet.making.unglued')}" if way == "cards" else ""
    assert foot.cutting_note(looks, pieces) == say(f"sheet.making.cut.{way}") + unglued


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("margin", [5.0, 12.0])
def test_wide_margins_leave_room_to_say_what_the_ruler_must_measure(code, margin):
    looks = settings(code=code)
    paper = looks.paper._replace(margins=(margin,) * 4)
    words = _words(Page(paper, (foot.slug(paper, "a slug", looks, first=False),)))
    say = load_language(code).say
    sentences = [say(f"sheet.{key}", length="100") for key in ("scale", "ruler")]
    assert any(sentence in words for sentence in sentences)


def test_notes_lie_in_three_columns_in_order():
    instructions = foot.instructions([f"**Note {number}.**" for number in range(1, 6)], settings())
    texts = [item for item in instructions.items if isinstance(item, Text)][1:]
    assert sorted(texts, key=lambda text: (text.x, text.y)) == texts
    assert len({text.x for text in texts}) == 3


@pytest.mark.parametrize(("name", "sheet"), [
    ("quads", "cards"), ("quads", "pieces"), ("metals", "tokens"),
    ("discs", "cards"), ("discs", "discs"), ("discs", "dice"),
])  # fmt: skip
@pytest.mark.parametrize("code", languages())
def test_every_sheet_to_cut_has_the_box(code, name, sheet):
    """Fronts have it, backs do not."""
    game, looks = games.game(name), settings(code=code)
    definition = game.load(game.default_sets, ())
    rolled = game.roll(definition, game.default_size, game.default_players, "made")
    weight = foot.DIE_WEIGHT if sheet == "dice" else foot.CARD_WEIGHT
    for page in game.pages(sheet, rolled, looks):
        boxes = [item for item in page.items if getattr(item, "name", "") == "instructions"]
        assert len(boxes) == (0 if "back" in page.name else 1), page.name
        for box in boxes:
            words = " ".join(item.text for item in box.items if isinstance(item, Text))
            assert f"{weight}\u00a0g/m²" in words


def test_a_long_id_goes_on_a_second_line():
    grid = piece_grid(settings(), FORMATS["piece"], 1)
    code = "metals.factions.wilds.2.the-longest-seed-that-can-be-used1.1-fsbw-wht4"
    for language in languages():
        block, looks = cut.PieceBlock(grid, []), settings(code=language)
        page, _ = printed([block], looks, f"Metals, blue · {code}")
        assert_sound(page)
        texts = [entry.item.text for entry in flatten(page) if isinstance(entry.item, Text)]
        assert "".join(texts[-2:]).replace(" ", "").endswith(code)
    with pytest.raises(TextOverflowError, match="under the ruler"):
        printed([cut.PieceBlock(grid, [])], settings(), code * 3)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", PAPERS)
def test_a_first_front_tells_how_to_turn_the_paper_and_a_back_whose_it_is(paper, flip):
    grid = piece_grid(settings(paper), FORMATS["piece"], 1000)
    slug = foot.numbered_slug("Discs · discs.regular.classic", 1, 2)
    assert slug.endswith(" · 1/2")
    for language in languages():
        looks = replace(settings(paper, code=language), flip=flip)
        first, back = printed([cut.PieceBlock(grid, [])], looks, slug, first=True)
        assert_sound(first)
        assert_sound(back)
        assert load_language(looks.language_code).say(f"sheet.duplex.{flip}") in _words(first)
        assert load_language(looks.language_code).say("sheet.back", front=slug) in _words(back)
        assert flip == "long" or {entry.turn for entry in flatten(back)} == {180}


def _words(page):
    return " ".join(entry.item.text for entry in flatten(page) if isinstance(entry.item, Text))


def test_joined_pieces_share_a_ground_that_bleeds():
    grid = piece_grid(settings(), FORMATS["token"], 12)
    page, _ = printed([cut.PieceBlock(grid, [], "blue")], settings())
    ground = [item.box for item in page.items if isinstance(item, Rect)]
    assert ground == [row.inset(-3) for row in grid.rows]
    assert min(box.x for box in ground) == grid.block.x - 3
    shared = {round(box.right, 6) for box in grid.boxes} & {round(box.x, 6) for box in grid.boxes}
    assert len(shared) == len({box.x for box in grid.boxes}) - 1


@pytest.mark.parametrize("paper", PAPERS)
def test_blocks_of_several_formats_share_sheets(paper):
    requests = [
        (FORMATS["token"], 70),
        (FORMATS["piece"], 20),
        (PieceFormat(12, 12, shared_cuts=True), 9),
    ]
    sheets = stack_grids(settings(paper), requests)
    assert (len(sheets) > 1) == (paper not in ("a3", "a2"))
    counts = dict.fromkeys((form for form, _ in requests), 0)
    for sheet in sheets:
        for grid in sheet:
            assert any(grid.format is form for form, _ in requests)  # also on later sheets
            counts[grid.format] += len(grid.boxes)
        for one, other in itertools.combinations(sheet, 2):
            room = [grid.block.inset(-grid.format.margin) for grid in (one, other)]
            assert not room[0].overlaps(room[1])
        faces = [_face(sheet[0].format, 0)]
        page, _ = printed([cut.PieceBlock(grid, faces) for grid in sheet], settings(paper))
        assert_sound(page)
    assert counts == dict(requests)


def test_one_piece_too_large_for_a_stack_is_refused():
    with pytest.raises(PieceTooLargeError):
        stack_grids(settings(), [(PieceFormat(20, 20), 3), (PieceFormat(20, 290), 1)])
    with pytest.raises(PieceTooLargeError):
        stack_grids(settings(), [(PieceFormat(290, 20), 1)])


@pytest.mark.parametrize(
    ("paper", "backs", "length", "inches"),
    [
        ("a4", "duplex", 100, 0),
        ("letter", "duplex", 100, 4),
        ("a4", "gutterfold", 50, 0),  # half the paper has no room for more
        ("letter", "gutterfold", 50, 0),
        ("a3", "gutterfold", 100, 0),
    ],
)
def test_the_ruler_measures_what_the_sheet_says(paper, backs, length, inches):
    looks = replace(settings(paper), backs=backs)
    slug = foot.slug(looks.paper, "a slug", looks, first=True)
    lines = [item for item in slug.items if isinstance(item, Line)]
    ticks = sorted(line.x1 for line in lines if line.x1 == line.x2)
    expected = [10.0 * step for step in range(length // 10 + 1)]
    expected += [25.4 * step for step in range(inches + 1)] if inches else []
    assert ticks == pytest.approx(sorted(expected))
    assert max(line.x2 for line in lines if line.y1 == line.y2) == ticks[-1]
    assert f"must measure {length}\u00a0mm" in _words(Page(looks.paper, (slug,)))


def test_a_piece_larger_than_the_paper_is_refused():
    with pytest.raises(PieceTooLargeError, match="300 x 30 mm does not fit on a4"):
        piece_grid(settings(), PieceFormat(300, 30), 1)
