"""The token sheets: as many as the set says, whose they are, that a damaged one is told. Golden
files have where all lies; tests of layout/ that it is clear of cuts and folds."""

from collections import Counter
from dataclasses import replace

import pypdfium2
import pytest
from games.metals.sheet_pages import game
from PIL import Image, ImageChops
from support import assert_sound, settings, texts

from generator.core.paper import PAPERS, Box
from generator.core.resources import assets_dir, find_art
from generator.core.settings import INK_MODES, MARKS
from generator.games.metals.sheets import tokens
from generator.layout import cut
from generator.layout.page import MM_PER_POINT, Art, Line, Rect, flatten
from generator.pdf.drawing import pdf
from generator.pdf.file import About


def faces(*pages) -> Counter:
    return Counter(piece.face.name for page in pages for piece in page.pieces)


@pytest.mark.parametrize("metals, identification", [(3, 6), (9, 0)])
def test_as_many_tokens_as_the_set_says(metals, identification):
    counts = game().definition.figures.tokens
    counts = counts.model_copy(update={"metals": metals, "identification": identification})
    for paper in PAPERS:
        pages = tokens.pages(game(tokens=counts), settings(paper))
        for player in ("blue", "red"):
            factions = dict.fromkeys(game().definition.figures.factions, metals)
            small = {"identification": identification, "score": counts.score}
            expected = Counter(factions | small | {"damage": counts.damage})
            assert faces(*(page for page in pages if page.name == f"tokens {player}")) == +expected
        for page in pages:
            assert_sound(page)


def test_behind_every_metal_it_is_damaged():
    pages, factions = tokens.pages(game(), settings()), game().definition.figures.factions
    for fronts, backs in zip(pages[::2], pages[1::2], strict=True):
        for front, back in zip(fronts.pieces, backs.pieces, strict=True):
            name = front.face.name
            assert back.face.name == (f"{name} damaged" if name in factions else name)


@pytest.mark.parametrize(("ink", "colour"), [("full", "white"), ("grey", "white"), ("low", "grey")])
def test_scissors_find_white_cut_lines_on_colour_and_grey_ones_on_paper(ink, colour):
    pages = tokens.pages(game(), settings(ink=ink))
    joined = (*game().definition.figures.factions, "score")
    for page in pages[::2]:
        boxes = [piece.box for piece in page.pieces if piece.face.name in joined]
        lines = {
            item.box for item in page.items if isinstance(item, Line) and item.stroke == colour
        }
        assert len(boxes) == 22
        for box in boxes:
            left = Box(round(box.x, 3), round(box.y, 3), 0, round(box.h, 3))
            assert any(left == pytest.approx(line, abs=0.01) for line in lines)
    grounds = [item for page in pages for item in page.items if isinstance(item, Rect)]
    assert bool(grounds) == (ink != "low")


def test_a_name_too_long_for_a_token_is_left_out_and_the_metal_larger():
    factions = dict(game().definition.figures.factions)
    factions["zipang"] = factions["zipang"].model_copy(update={"name": {"en": "M" * 20}})
    page = tokens.pages(game(factions=factions), settings())[0]
    assert_sound(page)
    sides = {
        piece.face.name: sorted(one.box.w for one in piece.face.items if isinstance(one, Art))[-2:][
            0
        ]
        for piece in page.pieces
    }
    assert sides["zipang"] > sides["dinorda"]
    assert "M" * 20 not in texts(page) and "Dinorda" in texts(page)


def test_players_differ_without_colour():
    """Blue has plain lines, red dashed ones; test_pieces.py tests the markers."""
    blue, _, red, _ = tokens.pages(game(), settings(ink="grey"))
    for page, dash in ((blue, ()), (red, (1.6, 1.1))):
        items = [item for piece in page.pieces for item in piece.face.items]
        frames = [item for item in items if isinstance(item, Rect) and item.stroke]
        assert {frame.dash for frame in frames} == {dash}


@pytest.mark.parametrize("backs", ["duplex", "gutterfold"])
@pytest.mark.parametrize("marks", MARKS)
def test_backs_of_markers_have_no_line_to_cut_along(marks, backs):
    looks = replace(settings(), marks=marks, backs=backs)
    for page in tokens.pages(game(), looks):
        for piece in page.pieces:
            if piece.face.name == "identification":
                has_line = any(not isinstance(item, Art) for item in piece.face.items)
                assert has_line == (cut.shows_lines(looks) and not piece.is_back)


def fewest_dots_that_differ(sides, ink) -> int:
    """Of a Metal on two pages, in dots of 1 mm: at arm's length, no smaller detail is seen."""
    document = pypdfium2.PdfDocument(pdf(sides, About("x", "x", "en"), ink, find_art))
    pictures = [page.render(scale=4 * MM_PER_POINT).to_pil().convert("L") for page in document]
    counts = []
    for pieces in zip(*(page.pieces for page in sides), strict=True):
        if pieces[0].box.w == 24:
            dots = [
                picture.crop(
                    [round(4 * edge) for edge in (box.x, box.y, box.right, box.bottom)]
                ).resize((24, 24), Image.Resampling.BOX)
                for picture, (_, box, *_) in zip(pictures, pieces, strict=True)
            ]
            counts.append(sum(ImageChops.difference(*dots).histogram()[43:]))
    return min(counts)


@pytest.mark.parametrize("ink", INK_MODES)
@pytest.mark.parametrize("number", [0, 1])
def test_whose_a_metal_is_and_whether_damaged_is_told_at_arms_length(ink, number):
    pages = tokens.pages(game(), settings(ink=ink))
    assert all("White Fang" in texts(page) for page in pages)  # the longest name
    assert fewest_dots_that_differ(pages[2 * number : 2 * number + 2], ink) >= 60
    if ink != "full":  # dashes alone are none
        assert fewest_dots_that_differ(pages[number::2], ink) >= 16


def test_the_marker_with_teeth_is_cut_inside_its_art():
    """Its art bleeds at least 1 mm, the usual shift of a back."""
    unit = (33 + 2 * tokens.MARKER_BLEED) / 100
    half, root = 20 * unit, 38 * unit  # of a tooth; from the middle to its foot, as drawn
    for x, y in tokens._teeth(33).corners:
        dx, dy = abs(x - 16.5), abs(y - 16.5)
        assert max(dx, dy) <= 16.5 + 1e-9
        assert min(dx, dy) <= half - 1
        at_the_end = max(dx, dy) == pytest.approx(16.5)
        assert at_the_end or (dx + dy) / 2**0.5 <= (half + root) / 2**0.5 - 1


@pytest.mark.parametrize("player", ["blue", "red"])
def test_nothing_in_a_marker_looks_like_a_line_to_cut_its_middle_out(player):
    """Its inner circle has no outline, which would be dark."""
    art = (assets_dir() / f"metals/tokens/marker_{player}.svg").read_text(encoding="utf-8")
    assert 'r="32" fill="#ffffff"/>' in art
    assert "#23263b" not in art


def test_with_a_fold_what_is_left_of_both_players_shares_a_page():
    """Upper blocks are blue's, lower ones red's, as the foot says; no token is missing."""
    pages = tokens.pages(game(), replace(settings(), backs="gutterfold"))
    assert [page.name for page in pages] == ["tokens blue", "tokens red", "tokens both"]
    assert faces(*pages) == faces(*tokens.pages(game(), settings()))
    assert any("of blue (above)" in text for text in texts(pages[-1]))
    leaves = list(flatten(pages[-1]))
    places = [
        [one.box.y for one in leaves if getattr(one.item, "name", "").endswith(f"_{player}")]
        for player in ("blue", "red")
    ]
    assert max(places[0]) < min(places[1])
