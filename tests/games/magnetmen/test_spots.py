"""Every square has a blank spot in its top right corner, whatever the art; shipped portraits leave
it free."""

import itertools
import operator
from dataclasses import replace

import pytest
from art_similarity import PIECE_MARGIN, RENDERED_PIXEL, render_pieces
from PIL import ImageDraw
from short_run import cases
from support import SIZES, definition, rolled, settings

from generator.core.paper import PAPERS, Box
from generator.core.resources import assets_dir
from generator.core.settings import INK_MODES
from generator.games.magnetmen.sheets import board_sheet, legend, rules_sheet
from generator.layout import theme
from generator.layout.page import Art, Group, Oval, Rect, flatten

PORTRAITS = sorted(path.stem for path in (assets_dir() / "magnetmen").glob("*.svg"))
SIDE = 15.0
SQUARE = Box(0, 0, SIDE, SIDE)


def placed_squares(page):
    """The box of each square, of the portrait and of the spot on it."""
    checker = next(item for item in page.items if getattr(item, "name", "") == "checker")
    spots = next(item for item in page.items if getattr(item, "name", "") == "spots")
    arts = [item.box for item in page.items if isinstance(item, Art)]
    x, y = checker.box.x, checker.box.y
    squares = [item.box.moved(x, y) for item in checker.items]
    return zip(squares, arts, [item.box.moved(x, y) for item in spots.items], strict=True)


@pytest.mark.parametrize(
    ("size", "players", "paper", "with_rules"), cases(SIZES, (2, 3, 4), PAPERS, (True, False))
)
def test_every_square_has_a_spot_in_its_top_right_corner(size, players, paper, with_rules):
    board = rolled(size=size, players=players)
    page = board_sheet.page(board, settings(paper, "full", "en", with_rules))
    for square, art, spot in placed_squares(page):
        side = min(square.w, square.h)
        assert square.contains(art), "the portrait leaves its square"
        assert square.contains(spot), "the spot leaves its square"
        assert spot.w == spot.h >= board_sheet.MIN_SPOT
        assert square.right - spot.right == pytest.approx(spot.y - square.y)
        assert spot.y - square.y < 0.05 * side
        assert art.w >= 0.86 * side, "the portrait is small"


@pytest.mark.parametrize("hue", theme.HUES)
@pytest.mark.parametrize("ink", INK_MODES)
def test_outlines_of_spots_are_seen_on_their_squares(hue, ink):
    """At a contrast of 2:1 at least, as WCAG defines it."""

    def luminance(name, use):
        rgb = theme.ink_colour(name, use, ink)
        linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb)
        return sum(map(operator.mul, (0.2126, 0.7152, 0.0722), linear))

    for page in (
        board_sheet.page(replace(rolled(), hue=hue), settings(ink=ink)),
        *rules_sheet.pages(definition("base"), settings(ink=ink), "test"),
    ):
        entries = list(flatten(page))
        spots = {
            e.item.stroke for e in entries if isinstance(e.item, Oval) and e.item.fill == "white"
        }
        grounds = {e.item.fill for e in entries if isinstance(e.item, Rect) and e.item.fill}
        grounds &= {theme.hue_colour(hue, strength) for strength in ("square", "pale")} | {"white"}
        for spot, ground in itertools.product(spots - {"ink"}, grounds):
            assert luminance(ground, "fill") + 0.05 >= 2 * (luminance(spot, "line") + 0.05)


def test_spots_keep_clear_of_the_frame():
    page = board_sheet.page(rolled(size="huge"), settings())
    checker = next(item.box for item in page.items if getattr(item, "name", "") == "checker")
    (frame,) = (item for item in page.items if isinstance(item, Rect))
    assert frame.box.inset(frame.line * 25.4 / 72 / 2).contains(checker)


def test_spots_lie_over_the_art():
    items = board_sheet.page(rolled(), settings()).items
    arts = [number for number, item in enumerate(items) if isinstance(item, Art)]
    spots = next(n for n, item in enumerate(items) if getattr(item, "name", "") == "spots")
    assert spots > max(arts)


def photographs(names, mode, folders=(), with_spot=True, square=SQUARE):
    """The pixels of a square for each picture, from its top left corner."""
    spot = board_sheet.spot(board_sheet.spot_box(square), "grey")
    pieces = {
        name: (
            Art(legend.portrait(name), board_sheet.portrait_box(square), fine=True),
            *([spot] if with_spot else ()),
        )
        for name in names
    }
    side = max(square.w, square.h)
    photo, boxes = render_pieces(tuple(pieces.items()), side, mode, tuple(folders))
    for name, box in zip(names, boxes, strict=True):
        left, top = (
            round((box.x + PIECE_MARGIN) / RENDERED_PIXEL),
            round((box.y + PIECE_MARGIN) / RENDERED_PIXEL),
        )
        yield (
            name,
            photo.crop(
                (
                    left,
                    top,
                    left + round(square.w / RENDERED_PIXEL),
                    top + round(side / RENDERED_PIXEL),
                )
            ),
        )


def darkest(photo, spot: Box) -> int:
    """The darkest level inside a spot, 255 for white."""
    inside = photo.convert("L").point(lambda level: 255 - level)
    mask = inside.point(lambda _: 0)
    edges = (spot.x, spot.y, spot.right, spot.bottom)
    ImageDraw.Draw(mask).ellipse([edge / RENDERED_PIXEL for edge in edges], fill=255)
    inside.paste(0, mask=mask.point(lambda level: 255 - level))
    return 255 - inside.getextrema()[1]


@pytest.mark.parametrize("mode", ["full", "grey", "low"])
@pytest.mark.parametrize("square", [SQUARE, Box(0, 0, 15, 18)], ids=["square", "tall"])
def test_shipped_portraits_leave_the_spot_free(mode, square):
    spot = board_sheet.spot_box(square)
    photos = photographs(PORTRAITS, mode, with_spot=False, square=square)
    assert not [name for name, photo in photos if darkest(photo, spot) < 250]


@pytest.mark.parametrize(("w", "h"), [(11, 11), (13, 17), (16, 12), (40, 32)])
def test_the_spot_is_blank_on_any_picture(w, h, tmp_path):
    """Also in squares smaller than those of shipped boards, where the spot covers more."""
    folder = tmp_path / "magnetmen"
    folder.mkdir()
    body = '<rect x="0" y="0" width="100" height="100" fill="#23263b"/>'
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
    (folder / "night.svg").write_text(f"{head}{body}</svg>", encoding="utf-8")
    square = Box(0, 0, w, h)
    ((_, photo),) = photographs(["night"], "full", [tmp_path], square=square)
    spot = board_sheet.spot_box(square)
    assert spot.w >= board_sheet.MIN_SPOT
    assert darkest(photo, spot.inset(0.3)) >= 250


def test_boards_of_a_run_share_their_spots():
    def spots(seed):
        items = board_sheet.page(rolled(seed), settings()).items
        return next(i for i in items if isinstance(i, Group) and i.name == "spots")

    pairs = itertools.pairwise(spots(f"share-{number}") for number in range(60))
    assert any(one.items is other.items for one, other in pairs)
