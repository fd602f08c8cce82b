"""Cut sheets: where pieces lie, that fronts and backs meet, crop marks, the foot."""

from dataclasses import replace
from itertools import combinations

import pytest
from short_run import cases
from support import assert_sound, settings, texts

from generator.core.errors import PieceTooLargeError, TextOverflowError
from generator.core.paper import PAPERS, Box, Paper
from generator.core.settings import Settings
from generator.languages import languages, load_language
from generator.layout import cut, foot
from generator.layout.page import Art, Circle, Group, Page, Rect, Text, flatten
from generator.layout.pieces import (
    MARK_GAP,
    MARK_LENGTH,
    PieceFormat,
    PieceGrid,
    piece_grid,
    stack_grids,
)

FORMATS = {
    "card": PieceFormat(63, 88, bleed=0, shared_cuts=True),
    "piece": PieceFormat(30, 30),
    "token": PieceFormat(26, 26, shared_cuts=True),
    "disc": PieceFormat(40, 40, outline=Circle(20, 20, 20)),
}


def faces_of(grid: PieceGrid) -> list[Group]:
    """Faces that bleed, each with a picture."""

    def compose(trim: Box):
        yield Rect(Box(0, 0, trim.w + 2 * trim.x, trim.h + 2 * trim.y), "sand")
        yield Art("discs/star", trim.inset(3))

    return [cut.face(f"face {n}", grid.format, compose) for n in range(len(grid.boxes))]


def printed(
    grids: PieceGrid | list[PieceGrid], looks: Settings, slug="a slug", ground="", **others
) -> list[Page]:
    """The pages of a sheet whose backs look like its fronts."""
    grids = [grids] if isinstance(grids, PieceGrid) else grids
    blocks = [cut.PieceBlock(grid, faces_of(grid), ground) for grid in grids]
    return cut.sheet(blocks, blocks, slug, looks, ("fronts", "backs"), **others)


def words(page: Page) -> str:
    return " ".join(texts(page))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", FORMATS)
def test_pieces_lie_apart_and_inside(name, paper):
    form, looks = FORMATS[name], settings(paper)
    grid = piece_grid(looks, form, 1000)
    for one, other in combinations(grid.boxes, 2):
        assert not one.inset(-form.rim).overlaps(other.inset(-form.rim))
    for page in printed(grid, looks, ground="tan" if form.shared_cuts else ""):
        assert_sound(page)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("offset", [(0.0, 0.0), (1.5, -0.5)])
@pytest.mark.parametrize("name", FORMATS)
def test_every_back_lies_behind_its_front_and_a_page_says_where_its_pieces_are(name, offset, flip):
    """Hold the sheet against the light: turned over about the edge, each back covers the front
    of the same piece, whether its back is upright or upside down on the page."""
    form = FORMATS[name]
    grid = piece_grid(settings(), form, 3)
    front, back = printed(grid, replace(settings(), flip=flip, back_offset=offset))
    assert [piece.box for piece in front.pieces] == list(grid.boxes)
    for page in (front, back):
        arts = [entry for entry in flatten(page) if isinstance(entry.item, Art)]
        for piece, art, box in zip(page.pieces, arts, grid.boxes, strict=True):
            assert piece.is_back is (page is back)
            assert piece.turn == art.turn == (180 if page is back and flip == "short" else 0)
            assert piece.bleed == form.rim
            assert piece.box.centre == pytest.approx(art.box.centre)
            assert piece.box.inset(-piece.rim) == pytest.approx(art.frames[-1])
            if page is back:
                x, y = art.box.moved(-offset[0], -offset[1]).centre
                x, y = (210 - x, y) if flip == "long" else (x, 297 - y)
                assert (x, y) == pytest.approx(box.centre)


@pytest.mark.parametrize("name", FORMATS)
def test_backs_are_mirrored_inside_uneven_margins(name):
    looks = replace(settings(), paper=Paper("a4", 210, 297, (12, 5, 5, 9)))
    for page in printed(piece_grid(looks, FORMATS[name], 1000), looks):
        assert all(looks.paper.area.contains(entry.box) for entry in flatten(page))


@pytest.mark.parametrize("count", [12, 17, 3])
@pytest.mark.parametrize("name", FORMATS)
def test_a_crop_mark_at_both_ends_of_every_cut(name, count):
    """But for pieces with lines to cut along."""
    grid = piece_grid(settings(), FORMATS[name], count)
    marks = [*cut.crop_marks(grid)]
    if name in ("disc", "card"):
        assert not marks
        return
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
                assert any(mark.box.inset(-form.margin).overlaps(box) for box in grid.boxes)
                assert not grid.block.inset(-form.bleed).overlaps(mark.box)


@pytest.mark.parametrize("paper", PAPERS)
def test_blocks_of_several_formats_share_sheets(paper):
    small = PieceFormat(12, 12, shared_cuts=True)
    requests = [(FORMATS["token"], 70), (FORMATS["piece"], 20), (small, 9)]
    sheets = stack_grids(settings(paper), requests)
    assert (len(sheets) > 1) == (paper not in ("a3", "a2"))
    counts = dict.fromkeys((form for form, _ in requests), 0)
    for sheet in sheets:
        for grid in sheet:
            assert any(grid.format is form for form, _ in requests)  # also on later sheets
            counts[grid.format] += len(grid.boxes)
        rooms = [grid.block.inset(-grid.format.margin) for grid in sheet]
        assert not any(one.overlaps(other) for one, other in combinations(rooms, 2))
        assert_sound(printed(sheet, settings(paper))[0])
    assert counts == dict(requests)


def test_a_piece_larger_than_the_paper_is_refused():
    with pytest.raises(PieceTooLargeError, match="300 x 30 mm does not fit on a4"):
        piece_grid(settings(), PieceFormat(300, 30), 1)
    for requests in ([((20, 20), 3), ((20, 290), 1)], [((290, 20), 1)]):
        with pytest.raises(PieceTooLargeError):
            stack_grids(settings(), [(PieceFormat(*size), count) for size, count in requests])


# The foot


@pytest.mark.parametrize(("code", "name", "paper"), cases(languages(), FORMATS, PAPERS, together=1))
def test_the_box_says_how_to_make_the_pieces_and_is_clear_of_them(code, name, paper):
    looks, form = settings(paper, code=code), FORMATS[name]
    notes = foot.card_notes(looks, "pieces", load_language(code).say("sheet.making.thicker"))
    instructions = foot.instructions(notes, looks)
    grid = piece_grid(looks, form, 1000, instructions)
    page, _ = printed(grid, looks, instructions=instructions)
    assert_sound(page)
    for note in notes:
        assert note.replace("**", "") in words(page)
    assert not instructions.box.overlaps(grid.block.inset(-form.margin))
    sizes = {item.size for item in instructions.items if isinstance(item, Text)}
    assert sizes == {11.0 if paper in ("a3", "a2") else 9.0}


@pytest.mark.parametrize(
    ("pieces", "way_by_marks"),
    [
        ("cards", {"usual": "cards", "lines": "cards", "corners": "corners", "frame": "machine"}),
        ("cards apart", {"usual": "lines", "lines": "lines", "corners": "corners"}),
        ("pieces", {"usual": "pieces", "lines": "lines", "corners": "corners", "frame": "machine"}),
        ("tokens", {"usual": "tokens", "lines": "line_markers", "corners": "corner_markers"}),
        ("tokens apart", {"usual": "tokens", "lines": "line_markers", "none": "machine"}),
        # Their outlines are printed in any case; nets have dashed lines, too.
        ("discs", {"usual": "discs", "lines": "discs", "corners": "discs", "none": "machine"}),
        ("nets", {"usual": "nets", "lines": "nets", "corners": "nets", "silhouette": "machine"}),
    ],
)
def test_the_box_says_how_to_cut_with_these_marks(pieces, way_by_marks):
    cutting, _, apart = pieces.partition(" ")
    say = load_language("en").say
    for marks, way in way_by_marks.items():
        looks = replace(settings(), marks=marks, gap=1.25 if apart else 0.0)
        unglued = f" {say('sheet.making.unglued')}" if way == "cards" else ""
        assert foot.cutting_note(looks, cutting) == say(f"sheet.making.cut.{way}") + unglued


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("margin", [5.0, 12.0, 25.0])
@pytest.mark.parametrize("name", ["a4", "letter"])
def test_the_foot_says_to_print_at_full_size_in_fewer_words_if_need_be(name, margin, code):
    looks, say = settings(name, code=code), load_language(code).say
    paper = looks.paper._replace(margins=(margin,) * 4)
    printed = words(Page(paper, (foot.slug(paper, "a slug", looks),)))
    whole, short = (say(f"sheet.{key}", length="100") for key in ("scale", "ruler"))
    assert "100%" in whole.replace("\u00a0", "") and "100%" in short.replace("\u00a0", "")
    assert whole in printed or (margin > 5 and short in printed)


@pytest.mark.parametrize("language", languages())
def test_a_long_id_goes_on_a_second_line(language):
    code = "metals.factions.wilds.2.the-longest-seed-that-can-be-used1.1-fsbw-wht4"
    grid = piece_grid(settings(), FORMATS["piece"], 1)
    page, _ = printed(grid, settings(code=language), f"Metals, blue · {code}")
    assert_sound(page)
    assert "".join(texts(page)[-3:-1]).replace(" ", "").endswith(code)
    with pytest.raises(TextOverflowError, match="under the ruler"):
        printed(grid, settings(), code * 3)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", PAPERS)
def test_a_front_tells_how_to_turn_the_paper_and_a_back_whose_it_is(paper, flip):
    grid = piece_grid(settings(paper), FORMATS["piece"], 1000)
    slug = foot.numbered_slug("Discs · discs.regular.classic", 1, 2)
    assert slug.endswith(" · 1/2")
    for code in languages():
        looks, say = replace(settings(paper, code=code), flip=flip), load_language(code).say
        front, back = printed(grid, looks, slug)
        assert_sound(front)
        assert_sound(back)
        assert say(f"sheet.duplex.{flip}") in words(front)
        assert say("sheet.back", front=slug) in words(back)
