"""The shipped art as it is seen: pieces are told apart in colour, in grey, as line art and with a
colour deficiency; none drinks ink; lines and marks are strong enough.

The shipped piece or pair that comes closest to a limit of likeness or ink keeps 10 to 21% away
from it. For each measure a bad piece is shown to fail.
"""

from typing import NamedTuple

import pytest
from art_measures import contrast, ink_shares, thinnest_line, too_alike
from art_similarity import (
    ACROSS_TABLE,
    CONDITIONS,
    READING,
    Piece,
    appearances,
    base_name,
    differences,
    single_pieces,
)
from short_run import cases, first

from generator.core.paper import Box
from generator.core.resources import assets_dir, find_art
from generator.core.settings import INK_MODES
from generator.layout.page import Art


def art_in(folder: str) -> list[str]:
    """All shipped art of a folder, by name."""
    return sorted(f"{folder}/{path.stem}" for path in (assets_dir() / folder).glob("*.svg"))


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

    def look(self, condition: str) -> float:
        mode, _ = CONDITIONS[condition]
        return {"full": self.colour, "grey": self.grey, "low": self.low}[mode]

    def complaints(self, pieces: dict[str, Piece], condition: str, folders=()) -> list[str]:
        measures = differences(pieces, self.side, condition, self.eye, folders)
        return too_alike(measures, self.side, condition, self.look(condition), self.outline)


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

"""As line art, these have no silhouette: on sheets the line to cut is their outline."""

# Told apart ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "condition"), cases(KINDS, CONDITIONS, together=1))
def test_any_two_are_told_apart(name, condition):
    kind = KINDS[name]
    assert not kind.complaints(single_pieces(kind.names, kind.side, kind.paint), condition)


HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
FIGURE = (
    '<path d="M20 96 V46 A30 30 0 0 1 80 46 V96 H60 V80 A10 10 0 0 0 40 80 V96 Z" '
    'fill="currentColor" stroke="#23263b" stroke-width="4"/>'
    '<circle cx="40" cy="46" r="5" fill="#23263b"/><circle cx="60" cy="46" r="5" fill="#23263b"/>'
)


@pytest.fixture
def own(tmp_path):
    """Writes art of one's own; the folder to find it in."""

    def write(**pieces):
        for name, body in pieces.items():
            (tmp_path / f"{name}.svg").write_text(f"{HEAD}{body}</svg>", encoding="utf-8")
        return (tmp_path,)

    return write


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
    assert not portraits.complaints(pieces, "full colour", folders)
    (complaint,) = portraits.complaints(pieces, condition, folders)
    assert complaint.startswith(f"{one} and {other} are too alike in {condition} at 15 mm: ")
    assert complaint.endswith(f", needs {portraits.look(condition):g}")


# Ink ----------------------------------------------------------------------------------------


class Ink(NamedTuple):
    """The most ink that a piece may take, as a share of a black square of its size."""

    full: float  # and in greyscale
    low: float
    paint: str = "ink"


INK = {
    "magnetmen": Ink(0.47, 0.20),
    "magnetmen/symbols": Ink(0.36, 0.17),
    "metals/emblems": Ink(0.55, 0.14),
    "metals/terrain": Ink(0.46, 0.12),
    "metals/marks": Ink(0.60, 0.18),
    "metals/tokens": Ink(0.65, 0.16),
    "discs": Ink(0.52, 0.13, "blue"),
    "discs/marks": Ink(0.26, 0.26),
    "quads": Ink(0.25, 0.25),
    "shared": Ink(0.55, 0.26),
}
# Obsidian is a black stone; a destroyed square is one blot; a cross is as bold as a felt pen's.
DARK = {
    "obsidior": Ink(0.55, 0.32), "destroyed": Ink(0.75, 0.48), "crossed": Ink(0.35, 0.35),
}  # fmt: skip
LEAST_INK = 0.035  # what is drawn must also be seen
SIDE = 12


def drinkers(pieces, limits: Ink, mode, folders=()) -> list[str]:
    result = []
    for name, share in ink_shares(pieces, SIDE, mode, folders).items():
        limit = DARK.get(name, limits)
        most = limit.low if mode == "low" else limit.full
        if not LEAST_INK <= share <= most:
            result.append(
                f"{name} takes {share:.0%} of a black square's ink in {mode} mode: "
                f"{LEAST_INK:.1%} to {most:.0%} is right"
            )
    return result


def test_every_folder_of_art_has_a_limit_of_ink():
    everything = assets_dir().rglob("*.svg")
    folders = {path.parent.relative_to(assets_dir()).as_posix() for path in everything}
    assert folders == set(INK)


@pytest.mark.parametrize("mode", INK_MODES)
@pytest.mark.parametrize("folder", INK)
def test_art_takes_little_ink(folder, mode):
    limits = INK[folder]
    assert not drinkers(single_pieces(art_in(folder), SIDE, limits.paint), limits, mode)


@pytest.mark.parametrize("mode", INK_MODES)
@pytest.mark.parametrize("folder", INK)
def test_a_black_or_an_empty_piece_is_refused(own, folder, mode):
    folders = own(
        black='<rect x="0" y="0" width="100" height="100" fill="#23263b"/>',
        empty='<rect x="40" y="40" width="20" height="20" fill="#ffffff"/>',
    )
    complaints = drinkers(single_pieces(["black", "empty"], SIDE), INK[folder], mode, folders)
    assert [text.split(" of ")[0] for text in complaints] == [
        f"black takes {'83%' if mode != 'grey' else '85%'}",
        "empty takes 0%",
    ]


# Lines --------------------------------------------------------------------------------------

THINNEST = 0.25  # points: a home printer keeps no thinner line

# The least size each kind of picture is printed at, in mm.
LEAST_SIDES = {
    "magnetmen": 10,
    "magnetmen/symbols": 6,
    "metals/emblems": 12,
    "metals/tokens": 6,
    "metals/marks": 3.2,
    "discs": 10,
}


def thin_lines(names, side, mode, folders=()) -> list[str]:
    widths = ((name, thinnest_line(find_art(name, folders), side, mode)) for name in names)
    return [
        f"{base_name(name)} has a line of {points:.3f} pt in {mode} mode at {side} mm: "
        f"needs {THINNEST:g}"
        for name, points in widths
        if points < THINNEST
    ]


@pytest.mark.parametrize(
    ("folder", "mode"),
    [(folder, mode) for folder in LEAST_SIDES for mode in INK_MODES],
)
def test_lines_are_thick_enough_to_print(folder, mode):
    assert not thin_lines(art_in(folder), LEAST_SIDES[folder], mode)


@pytest.mark.parametrize("mode", INK_MODES)
@pytest.mark.parametrize("side", [2.0, 3.7, 10.0])
def test_a_hairline_is_drawn_as_thick_as_prints(own, side, mode):
    folders = own(
        hair='<path d="M10 10 H90" fill="none" stroke="#23263b" stroke-width="0.8"/>',
        pole='<path d="M10 10 H90" fill="none" stroke="#23263b" stroke-width="40"/>',
    )
    hair, pole = (thinnest_line(find_art(name, folders), side, mode) for name in ("hair", "pole"))
    assert hair == pytest.approx(THINNEST, abs=0.01)
    assert hair >= THINNEST
    assert pole > 1.5 * hair


# Marks on discs -----------------------------------------------------------------------------

DISC_COLOURS = ("red", "green", "yellow", "blue", "purple")
DISC = 10
MARK = Box(3.175, 3.575, 3.65, 3.65)  # a box of 36.5 around (50, 54): the rule of assets/README.md
LIGHTNESS = 50  # L*, at least the contrast of 4.5 : 1 that WCAG 2 asks for text


def marks_on_discs(marks) -> dict[str, Piece]:
    """Each mark on a disc of each colour; of one shape, for the place is the same on all."""
    return {
        f"{base_name(mark)} on {colour}": (
            Art("discs/flower", Box(0, 0, DISC, DISC), colour),
            Art(mark, MARK),
        )
        for mark in marks
        for colour in DISC_COLOURS
    }


def faint(pieces, condition, folders=()) -> list[str]:
    measures = appearances(pieces, DISC, condition, READING, folders)
    return [
        f"{name} has a contrast of {contrast(look, MARK)} in {condition}: needs {LIGHTNESS}"
        for name, look in measures.items()
        if contrast(look, MARK) < LIGHTNESS
    ]


@pytest.mark.parametrize("condition", first(2, CONDITIONS))
def test_marks_stand_out_on_discs_of_every_colour(condition):
    assert not faint(marks_on_discs(art_in("discs/marks")), condition)


def test_a_mark_without_its_white_disc_is_refused(own):
    folders = own(bars='<path d="M22 26 H78 V43 H22 Z M22 57 H78 V74 H22 Z" fill="#23263b"/>')
    complaints = faint(marks_on_discs(["bars"]), "full colour", folders)
    assert [text.split(" has ")[0] for text in complaints] == [
        "bars on red",
        "bars on green",
        "bars on blue",
        "bars on purple",
    ]
