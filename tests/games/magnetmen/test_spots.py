"""The blank spots of squares are seen, and blank whatever the art; shipped portraits leave them
free."""

import itertools
from dataclasses import replace
from functools import cache

import pytest
from art_similarity import PIECE_MARGIN, RENDERED_PIXEL, luminance, render_pieces
from PIL import ImageDraw
from support import definition, rolled, settings

from generator.core.paper import Box
from generator.core.resources import assets_dir
from generator.core.settings import INK_MODES
from generator.games.magnetmen.sheets import board_sheet, legend, rules_sheet
from generator.layout import theme
from generator.layout.page import Art, Oval, Rect, flatten

PORTRAITS = sorted(path.stem for path in (assets_dir() / "magnetmen").glob("*.svg"))


@cache
def rules_pages(ink):
    return rules_sheet.pages(definition("base"), settings(ink=ink), "test")


@pytest.mark.parametrize("hue", theme.HUES)
@pytest.mark.parametrize("ink", INK_MODES)
def test_outlines_of_spots_are_seen_on_their_squares(hue, ink):
    """At a contrast of 2:1 at least, as WCAG defines it."""
    board = board_sheet.page(replace(rolled(), hue=hue), settings(ink=ink))
    for page in (board, *rules_pages(ink)):
        items = [entry.item for entry in flatten(page)]
        spots = {item.stroke for item in items if isinstance(item, Oval) and item.fill == "white"}
        grounds = {item.fill for item in items if isinstance(item, Rect) and item.fill}
        grounds &= {theme.hue_colour(hue, strength) for strength in ("square", "pale")} | {"white"}
        for spot, ground in itertools.product(spots - {"ink"}, grounds):
            light = luminance(theme.ink_colour(ground, "fill", ink))
            dark = luminance(theme.ink_colour(spot, "line", ink))
            assert light + 0.05 >= 2 * (dark + 0.05)


def darkest(names, square: Box, inset=0.0, mode="full", folders=(), with_spot=False) -> list[int]:
    """The darkest level inside the spot on each picture, 255 for white."""
    box, edge = board_sheet.spot_box(square), PIECE_MARGIN
    spot = [board_sheet.spot(box, "grey")] * with_spot
    portrait = board_sheet.portrait_box(square)
    pieces = {name: (Art(legend.portrait(name), portrait, fine=True), *spot) for name in names}
    side, folders = max(square.w, square.h), tuple(folders)
    photo, places = render_pieces(tuple(pieces.items()), side, mode, folders)
    inverted, levels, spot = photo.convert("L").point(lambda level: 255 - level), [], box
    for place in places:
        mask = inverted.point(lambda _: 0)
        inside = spot.moved(place.x + edge, place.y + edge).inset(inset)
        edges = (inside.x, inside.y, inside.right, inside.bottom)
        ImageDraw.Draw(mask).ellipse([at / RENDERED_PIXEL for at in edges], fill=255)
        levels.append(255 - max(level for level, n in enumerate(inverted.histogram(mask)) if n))
    return levels


@pytest.mark.parametrize("mode", ["full", "grey", "low"])
@pytest.mark.parametrize("square", [Box(0, 0, 15, 15), Box(0, 0, 15, 18)], ids=["square", "tall"])
def test_shipped_portraits_leave_the_spot_free(mode, square):
    levels = darkest(PORTRAITS, square, mode=mode)
    assert not [name for name, level in zip(PORTRAITS, levels, strict=True) if level < 250]


@pytest.mark.parametrize(("w", "h"), [(11, 11), (13, 17), (16, 12), (40, 32)])
def test_the_spot_is_blank_on_any_picture(w, h, tmp_path):
    """Also in squares smaller than those of shipped boards, where the spot covers more."""
    folder, square = tmp_path / "magnetmen", Box(0, 0, w, h)
    folder.mkdir()
    body = '<rect x="0" y="0" width="100" height="100" fill="#23263b"/>'
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
    (folder / "night.svg").write_text(f"{head}{body}</svg>", encoding="utf-8")
    assert darkest(["night"], square, 0.3, folders=[tmp_path], with_spot=True)[0] >= 250
    # In a large square the picture ends before the spot.
    assert (darkest(["night"], square, folders=[tmp_path])[0] < 100) == (w < 40)


def test_boards_of_a_run_share_their_spots():
    def spots(seed):
        items = board_sheet.page(rolled(seed), settings()).items
        return next(item for item in items if getattr(item, "name", "") == "spots")

    pairs = itertools.pairwise(spots(f"share-{number}") for number in range(60))
    assert any(one.items is other.items for one, other in pairs)
