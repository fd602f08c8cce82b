"""Backs of pieces: beyond a fold on the page of their fronts, on the back of the paper, or none.

The tests fold positions: a point right of the fold comes to lie as far left of it, behind the
fronts. Whoever looks at the backs then has turned the sheet over like the page of a book.
"""

from collections import Counter
from dataclasses import replace

import pytest
from short_run import cases
from support import assert_sound, settings, sheet_pages, texts

from generator.core.errors import PieceTooLargeError
from generator.core.paper import PAPERS, Box
from generator.core.settings import BACKS, INK_MODES, MARKS, Settings
from generator.languages import languages, load_language
from generator.layout import cut, foot
from generator.layout.foot import FOLD_CLEARANCE
from generator.layout.page import Group, Page, PlacedPiece, Rect, Text, flatten
from generator.layout.pieces import PieceFormat, different_pieces, look, piece_grid

# Each sheet with backs: game, set, size, players, sheet.
TOKENS = ("metals", "classic", "basic", 2, "tokens")
PIECES = ("quads", "classic", "regular", 2, "pieces")
DISCS = ("discs", "classic", "regular", 6, "discs")
CARDS = ("discs", "classic", "regular", 6, "cards")
SHEETS = [
    TOKENS,
    ("metals", "classic", "factions", 2, "cards"),
    ("quads", "classic", "regular", 2, "cards"),
    PIECES,
    ("quads", "small", "regular", 2, "pieces"),
    CARDS,
    DISCS,
    ("discs", "pocket", "regular", 6, "discs"),
]
DICE = [("discs", name, "regular", 6, "dice") for name in ("classic", "pocket")]  # have no backs
MACHINE_MARKS = ("silhouette", "silhouette-4", "frame")


def folded(paper="a4", ink="full", code="en", **others) -> Settings:
    return replace(settings(paper, ink, code), backs="gutterfold", **others)


def sides(page: Page) -> tuple[list[PlacedPiece], list[PlacedPiece]]:
    fronts = [piece for piece in page.pieces if not piece.is_back]
    return fronts, [piece for piece in page.pieces if piece.is_back]


@pytest.mark.parametrize(
    ("sheet", "paper", "marks", "gap"), cases(SHEETS, PAPERS, MARKS, (0.0, 1.25, 9.0), together=1)
)
def test_folded_every_back_lies_behind_its_front(sheet, paper, marks, gap):
    """And the faces of pieces are drawn where the page says that they are, upright."""
    if paper == "a4-letter-safe" and marks in MACHINE_MARKS:
        return  # its margins have no room for the marks
    for page in sheet_pages(*sheet, folded(paper, marks=marks, gap=gap)):
        fronts, backs = sides(page)
        fold = page.folds[0].x1
        assert fronts and fold == page.folds[0].x2 == pytest.approx(page.paper.width / 2)
        for front, back in zip(fronts, backs, strict=True):
            box = back.box
            assert box._replace(x=2 * fold - box.right) == pytest.approx(front.box)
        groups = [item for item in page.items if isinstance(item, Group)]
        for piece in page.pieces:
            drawn = [group for group in groups if group.items is piece.face.items]
            around = pytest.approx(piece.box.inset(-piece.rim))
            assert piece.turn == 0
            assert [group.turn for group in drawn if group.box == around] == [0]


@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_folded_pieces_are_those_that_are_printed_on_both_sides(sheet):
    """The same fronts with the same backs, the same way up, whatever page they are on; of cards, as
    many sets as fit. However a printer turns and moves paper, the fold is the same."""
    one, other = Counter(), Counter()
    for counts, looks in ((one, settings()), (other, folded())):
        for piece in different_pieces(sheet_pages(*sheet, looks)):
            counts[look(piece.front), look(piece.back)] += piece.copies
    assert one.keys() == other.keys()
    assert sheet[-1] == "cards" or one == other
    moved = folded(flip="short", back_offset=(1.5, -0.5))
    assert sheet_pages(*sheet, moved) == sheet_pages(*sheet, folded())


@pytest.mark.parametrize(
    ("sheet", "paper", "marks"), cases(SHEETS, ("a4", "letter", "a3"), MARKS, together=1)
)
def test_nothing_is_printed_across_the_fold_which_is_dashed_through_the_whole_page(
    sheet, paper, marks
):
    for page in sheet_pages(*sheet, folded(paper, marks=marks, gap=1.25)):
        (fold,) = page.folds
        assert fold.dash and fold in page.items
        assert (fold.y1, fold.y2) == (page.paper.area.y, page.paper.area.bottom)
        left = Box(0, 0, fold.x1 - FOLD_CLEARANCE, page.paper.height)
        right = left.moved(fold.x1 + FOLD_CLEARANCE, 0)
        for entry in flatten(page):
            is_beside = left.contains(entry.box) or right.contains(entry.box)
            assert is_beside or entry.item == fold


@pytest.mark.parametrize(
    ("sheet", "paper", "ink", "code", "backs", "marks"),
    cases([*SHEETS, *DICE], PAPERS, INK_MODES, languages(), BACKS, MARKS, together=1),
)
def test_pages_are_sound_and_cuts_keep_5_mm_from_the_instructions(
    sheet, paper, ink, code, backs, marks
):
    if paper == "a4-letter-safe" and marks in MACHINE_MARKS:
        return
    looks = replace(settings(paper, ink, code), backs=backs, marks=marks)
    for page in sheet_pages(*sheet, replace(looks, gap=0.0 if marks == "usual" else 1.25)):
        assert_sound(page)
        below = [item.box.y for item in page.items if getattr(item, "name", "") == "instructions"]
        fronts, _ = sides(page)
        assert bool(below) == bool(fronts)
        assert all(piece.box.bottom <= top - 5 + 1e-6 for piece in fronts for top in below)


@pytest.mark.parametrize(
    ("sheet", "code", "backs"),
    cases([TOKENS, PIECES, CARDS, DISCS], languages(), BACKS, together=1),
)
def test_the_foot_says_what_to_do_about_backs(sheet, code, backs):
    say = load_language(code).say
    weight = foot.FOLDED_WEIGHT if backs == "gutterfold" else foot.CARD_WEIGHT
    paper = say(f"sheet.making.paper.{'both' if backs == 'duplex' else 'one'}", weight=weight)
    fold = say("sheet.making.fold").replace("**", "")
    for page in sheet_pages(*sheet, replace(settings(code=code), backs=backs)):
        words = " ".join(texts(page))
        if page.cuts:
            assert paper.replace("**", "") in words
            assert (say("sheet.duplex.long") in words) is (backs == "duplex")
            assert (say("sheet.gutterfold") in words) is (backs == "gutterfold")
            assert (fold in words) is (backs == "gutterfold")
            assert say("sheet.making.unglued") not in words or backs != "gutterfold"


@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_without_backs_there_are_only_fronts(sheet):
    of_sheet = sheet_pages(*sheet, replace(settings(), backs="none"))
    assert not any(piece.is_back for page in of_sheet for piece in page.pieces)
    assert not any(page.folds for page in of_sheet)
    printed = {look(piece.front) for piece in different_pieces(of_sheet)}
    both = different_pieces(sheet_pages(*sheet, settings()))
    assert {look(piece.front) for piece in both} <= printed
    if sheet[-1] == "cards":  # each panel has a card of its own
        panels = {look(piece.back) for piece in both if piece.back.face.name != "card back"}
        assert panels <= printed


# Which way paper lies


def folded_sheet(form: PieceFormat, count: int, looks: Settings) -> list[Page]:
    def layout(looks: Settings) -> list[Page]:
        face = cut.face("face", form, lambda trim: [Rect(trim, "sand")])
        grid = piece_grid(looks, form, count)
        blocks = [cut.PieceBlock(grid, [face] * len(grid.boxes))]
        sheet = cut.sheet(blocks, blocks, "a slug", looks, ("x", "x back"))
        return sheet * -(-count // len(grid.boxes))

    return cut.with_fewest_sheets(layout, looks)


@pytest.mark.parametrize(
    ("width", "height", "count", "is_upright"),
    [
        (90, 250, 1, True),  # fits only one way
        (130, 100, 1, False),
        (60, 60, 1, True),  # as many either way
        (63, 85, 4, False),  # 3 upright, 4 sideways
        (90, 60, 4, True),  # 4 upright, 3 sideways
    ],
)
def test_the_fold_is_where_paper_holds_more(width, height, count, is_upright):
    (page,) = folded_sheet(PieceFormat(width, height, bleed=0), count, folded())
    assert (page.paper.height > page.paper.width) is is_upright
    assert len(page.cuts) == count


def test_a_piece_that_no_half_holds_is_refused():
    form = PieceFormat(150, 100, bleed=0)
    message = r"150 x 100 mm does not fit on half of a4 \(--backs gutterfold\)"
    with pytest.raises(PieceTooLargeError, match=message):
        folded_sheet(form, 1, folded())
    assert piece_grid(settings(), form, 1)


# Marks by which a machine finds a sheet


def box_of(path) -> Box:
    return Box.around([Box(x, y, 0, 0) for x, y in path.corners])


@pytest.mark.parametrize("marks", MACHINE_MARKS)
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_marks_lie_about_the_half_that_is_on_top(paper, marks):
    """10 mm from the edges of the paper and from the fold, where a machine looks for them on paper
    half as wide."""
    for page in sheet_pages(*PIECES, folded(paper, marks=marks)):
        half = Box(0, 0, page.folds[0].x1, page.paper.height)
        boxes = [box_of(path) for path in page.marks]
        assert Box.around(boxes) == pytest.approx(half.inset(cut.INSET), abs=0.5)
        if marks != "frame":
            others = [entry.box for entry in flatten(page) if entry.box not in boxes]
            for box in boxes:
                clear = box.inset(-cut.CLEARANCE)
                assert not any(clear.overlaps(other) for other in others)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("backs", ["duplex", "gutterfold"])
def test_with_marks_each_front_says_what_to_do_about_backs_away_from_the_marks(backs, paper, code):
    looks = replace(settings(paper, code=code), backs=backs, marks="silhouette-4", gap=7.5)
    key = "gutterfold" if backs == "gutterfold" else "duplex.long"
    words = load_language(code).say(f"sheet.{key}")
    fronts = [page for page in sheet_pages(*DISCS, looks) if page.cuts]
    assert len(fronts) > 1
    for page in fronts:
        entries = [entry for entry in flatten(page) if isinstance(entry.item, Text)]
        (line,) = [entry.box for entry in entries if entry.item.text == words]
        for mark in map(box_of, page.marks):
            apart = max(mark.x - line.right, line.x - mark.right, mark.y - line.bottom)
            assert apart >= 5 or line.y > mark.bottom


@pytest.mark.parametrize("marks", MARKS[1:])
def test_tokens_of_a_player_need_one_sheet_where_no_crop_marks_take_room(marks):
    for gap in (0.0, 1.25):
        looks = replace(settings(), marks=marks, gap=gap)
        assert len(sheet_pages(*TOKENS, looks)) == 4  # fronts and backs of two players
