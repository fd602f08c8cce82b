"""The shipped art as it is seen: pieces are told apart in colour, in grey, as line art and with a
colour deficiency; none drinks ink; lines and marks are strong; a pen is seen on portraits."""

import re
from itertools import product
from typing import NamedTuple

import pytest
from art_similarity import (
    ACROSS_TABLE,
    CONDITIONS,
    READING,
    appearances,
    dark_shares,
    differences,
    ink_shares,
    luminance,
    single_pieces,
    thinnest_line,
)
from short_run import first

from generator.core.paper import Box
from generator.core.resources import assets_dir, find_art
from generator.core.settings import INK_MODES
from generator.layout import theme
from generator.layout.page import Art


def art_in(folder: str) -> list[str]:
    """All shipped art of a folder, by name."""
    return sorted(f"{folder}/{path.stem}" for path in (assets_dir() / folder).glob("*.svg"))


@pytest.fixture
def own(tmp_path):
    """Writes art of one's own; the folder to find it in."""

    def write(**pieces):
        head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        for name, body in pieces.items():
            (tmp_path / f"{name}.svg").write_text(f"{head}{body}</svg>", encoding="utf-8")
        return (tmp_path,)

    return write


def square(colour: str) -> str:
    return f'<rect x="0" y="0" width="100" height="100" fill="{theme.PALETTE[colour]}"/>'


class Kind(NamedTuple):
    """Pieces that must be told apart from each other, their printed size in mm, and by how much."""

    names: list[str]
    side: float
    colour: float  # in full colour, with any eyes
    grey: float
    low: float
    outline: float  # 0 for strokes on paper, which have no silhouette to speak of
    paint: str = "ink"
    eye: float = ACROSS_TABLE

    def alike(self, pieces, condition: str, folders=()) -> list[tuple]:
        mode, _ = CONDITIONS[condition]
        least = {"full": self.colour, "grey": self.grey, "low": self.low}[mode], self.outline
        pairs = differences(appearances(pieces, self.side, condition, self.eye, folders))
        return [pair for pair in pairs if pair[2] < least[0] or pair[3] < least[1]]


SHAPES = [f"discs/{shape}" for shape in ("arrow", "flower", "foot", "puzzle", "star")]
TOKENS = "metals/tokens"
KINDS = {
    "portraits": Kind(art_in("magnetmen"), 15, 28, 21, 12, 0.11),
    "symbols": Kind(art_in("magnetmen/symbols"), 6, 16, 16, 8, 0),
    "emblems": Kind(art_in("metals/emblems"), 12, 30, 22, 11.5, 0.15),
    "outlines of discs": Kind(SHAPES, 10, 20, 20, 9.5, 0.19, "white"),
    "marks of discs": Kind(art_in("discs/marks"), 3, 19, 19, 19, 0, eye=READING),
    # Most of a marker is white, for a figurine covers it: games/metals/test_pieces.py measures what
    # is seen around that.
    "markers": Kind([f"{TOKENS}/marker_{it}" for it in ("blue", "red")], 12, 30, 14, 8, 0.13),
    "marks of spaces": Kind(art_in("metals/marks"), 5, 23, 16, 7, 0.23),
    "score markers": Kind([f"{TOKENS}/score_{it}" for it in ("blue", "red")], 12, 30, 24, 8, 0.19),
}


@pytest.mark.parametrize(("name", "condition"), first(1, product(KINDS, CONDITIONS)))
def test_any_two_are_told_apart(name, condition):
    kind = KINDS[name]
    assert not kind.alike(single_pieces(kind.names, kind.side, kind.paint), condition)


FIGURE = (
    '<path d="M20 96 V46 A30 30 0 0 1 80 46 V96 H60 V80 A10 10 0 0 0 40 80 V96 Z" '
    'fill="currentColor" stroke="#23263b" stroke-width="4"/>'
    '<circle cx="40" cy="46" r="5" fill="#23263b"/><circle cx="60" cy="46" r="5" fill="#23263b"/>'
)


@pytest.mark.parametrize(
    ("one", "other", "condition"),
    [
        ("coral", "forest", "full colour with protanopia"),
        ("red", "green", "full colour with deuteranopia"),
        ("green", "teal", "full colour with tritanopia"),
        ("forest", "purple", "greyscale"),
        ("sky", "navy", "low ink"),
    ],
)
def test_colour_alone_is_no_difference(own, one, other, condition):
    """A figure in two colours that those with full sight and a colour print tell apart."""
    folders = own(figure=FIGURE)
    portraits = KINDS["portraits"]._replace(outline=0)
    pieces = {hue: single_pieces(["figure"], portraits.side, hue)["figure"] for hue in (one, other)}
    assert not portraits.alike(pieces, "full colour", folders)
    assert portraits.alike(pieces, condition, folders)


# The most ink that a piece may take, as a share of a black square of its size: in colour and in
# grey, as line art; and the colour it takes that in.
INK = {
    "magnetmen": (0.47, 0.20),
    "magnetmen/symbols": (0.36, 0.17),
    "magnetmen/look": (0.76, 0.68),
    "metals": (0.44, 0.25),
    "metals/emblems": (0.55, 0.14),
    "metals/ground": (0.11, 0.05),
    "metals/terrain": (0.46, 0.12),
    "metals/marks": (0.60, 0.18),
    "metals/tokens": (0.65, 0.16),
    "discs": (0.52, 0.13, "blue"),
    "discs/marks": (0.26, 0.26),
    "quads": (0.25, 0.25),
    "shared": (0.55, 0.26),
}
# Obsidian is a black stone; a destroyed square is one blot; a cross is as bold as a felt pen's.
# The other pictures of Quads are a quarter of a square. Line art has the edge of a nut only.
DARK = {"obsidior": (0.55, 0.32), "destroyed": (0.75, 0.48), "crossed": (0.35, 0.35)}
DARK |= {"nut": (0.58, 0.55)}
DARK |= {"quads/logo": (0.36, 0.25), "quads/ornament": (0.45, 0.25), "quads/pattern": (0.3, 0.3)}
LEAST_INK = 0.035  # what is drawn must also be seen; on a space, what lies on it must more so


def test_every_folder_of_art_has_a_limit_of_ink():
    everything = assets_dir().rglob("*.svg")
    folders = {path.parent.relative_to(assets_dir()).as_posix() for path in everything}
    assert folders == set(INK)


@pytest.mark.parametrize("mode", INK_MODES)
@pytest.mark.parametrize("folder", INK)
def test_art_takes_little_ink(folder, mode):
    for name, ink in ink_shares(single_pieces(art_in(folder), 12, *INK[folder][2:]), 12, mode):
        limits = DARK.get(f"{folder}/{name}") or DARK.get(name, INK[folder])
        assert LEAST_INK / (6 if "ground" in folder else 1) <= ink <= limits[mode == "low"], name


THINNEST = 0.25  # points: a home printer keeps no thinner line
# The least size each kind of picture is printed at, in mm.
LEAST_SIDES = {"magnetmen": 10, "magnetmen/symbols": 6, "metals/emblems": 12, "metals/tokens": 6}
LEAST_SIDES |= {"metals/marks": 3.2, "discs": 10}


@pytest.mark.parametrize("mode", INK_MODES)
@pytest.mark.parametrize("folder", LEAST_SIDES)
def test_lines_are_thick_enough_to_print(folder, mode):
    for name in art_in(folder):
        assert thinnest_line(find_art(name), LEAST_SIDES[folder], mode) >= THINNEST, name


@pytest.mark.parametrize("mode", INK_MODES)
@pytest.mark.parametrize("side", [2.0, 3.7, 10.0])
def test_a_hairline_is_drawn_as_thick_as_prints(own, side, mode):
    line = '<path d="M10 10 H90" fill="none" stroke="#23263b" stroke-width="{}"/>'
    folders = own(hair=line.format(0.8), pole=line.format(40))
    hair, pole = (thinnest_line(find_art(name, folders), side, mode) for name in ("hair", "pole"))
    assert THINNEST <= hair == pytest.approx(THINNEST, abs=0.01)
    assert pole > 1.5 * hair


MARK = Box(3.175, 3.575, 3.65, 3.65)  # a box of 36.5 around (50, 54): the rule of assets/README.md


def faint(marks, condition: str, folders=()) -> list[str]:
    """The discs of 10 mm, all of one shape, on which a mark has less than a contrast of L* 50: at
    least the 4.5 : 1 that WCAG 2 asks for text."""
    discs = {
        f"{mark} on {colour}": (Art("discs/flower", Box(0, 0, 10, 10), colour), Art(mark, MARK))
        for mark in marks
        for colour in ("red", "green", "yellow", "blue", "purple")
    }
    looks = appearances(discs, 10, condition, READING, folders)
    return [name for name, look in looks.items() if look.contrast(MARK) < 50]


@pytest.mark.parametrize("condition", first(2, CONDITIONS))
def test_marks_stand_out_on_discs_of_every_colour(condition):
    assert not faint(art_in("discs/marks"), condition)


def test_a_mark_without_its_white_disc_is_refused(own):
    folders = own(bars='<path d="M22 26 H78 V43 H22 Z M22 57 H78 V74 H22 Z" fill="#23263b"/>')
    dark = [f"bars on {colour}" for colour in ("red", "green", "blue", "purple")]
    assert faint(["bars"], "full colour", folders) == dark


# Pens on portraits -------------------------------------------------------------------------

# The largest dark share of a picture. A picture is darkest in greyscale: a grey that prints as
# light as a colour is at most as luminous (the sRGB curve is convex).
MAX_DARK_SHARE = 0.08


def pen_contrast(colour: str) -> float:
    """Of black to a colour of the palette in grey, as WCAG 2.2 defines it."""
    return (luminance(theme.ink_colour(colour, "fill", "grey")) + 0.05) / 0.05


@pytest.mark.parametrize("condition", ["full colour", "greyscale", "low ink"])
def test_a_pen_is_seen_on_every_portrait(condition):
    shares = dark_shares(art_in("magnetmen"), 15, condition).items()
    assert not {name: share for name, share in shares if share > MAX_DARK_SHARE}


def test_a_colour_is_dark_where_its_contrast_to_a_pen_is_low(own):
    """The measure, on squares of one colour, says what the contrast says."""
    folders = own(**{colour: square(colour) for colour in theme.PALETTE})
    for colour, share in dark_shares(theme.PALETTE, 15, folders=folders).items():
        assert share == pytest.approx(float(pen_contrast(colour) < 4.5), abs=0.05), colour


def test_the_rules_for_art_list_every_colour_with_its_value_and_contrast():
    text = (assets_dir() / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"`(\w+)` \| `(#[0-9a-f]{6})` \| ([\d.]+)", text)
    palette = theme.PALETTE.items()
    assert rows == [(name, value, f"{pen_contrast(name):.1f}") for name, value in palette]
