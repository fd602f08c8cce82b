"""Portraits are light enough to write on: a black pen is seen on them, whatever the ink; the rules
of assets/README.md know every colour and how well a pen is seen on it.

The shipped portrait that comes closest to the limit keeps 10% away from it.
"""

import re

import pytest
from art_similarity import MAX_DARK_SHARE, dark_shares

from generator.core.resources import assets_dir
from generator.layout import theme

PORTRAITS = sorted(f"magnetmen/{path.stem}" for path in (assets_dir() / "magnetmen").glob("*.svg"))
SIDE = 15

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'


@pytest.fixture
def own(tmp_path):
    """Writes pictures of one's own, a square of one colour or any shapes; the folder of them."""

    def write(**pictures):
        for name, shapes in pictures.items():
            if shapes in theme.PALETTE:
                fill = theme.PALETTE[shapes]
                shapes = f'<rect x="0" y="0" width="100" height="100" fill="{fill}"/>'
            (tmp_path / f"{name}.svg").write_text(f"{HEAD}{shapes}</svg>", encoding="utf-8")
        return (tmp_path,)

    return write


def luminance(rgb) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def pen_contrast(colour: str, mode: str = "grey") -> float:
    """Of black to a colour of the palette."""
    return (luminance(theme.ink_colour(colour, "fill", mode)) + 0.05) / 0.05


@pytest.mark.parametrize("condition", ["full colour", "greyscale", "low ink"])
def test_a_pen_is_seen_on_every_portrait(condition):
    shares = dark_shares(PORTRAITS, SIDE, condition)
    assert len(shares) == len(PORTRAITS)
    dark = {name: f"{share:.1%}" for name, share in shares.items() if share > MAX_DARK_SHARE}
    assert not dark, f"too dark to write on in {condition}: {dark}"


@pytest.mark.parametrize("colour", sorted(theme.PALETTE))
def test_a_colour_is_dark_where_its_contrast_to_a_pen_is_low(own, colour):
    """The measure, on a square of one colour, says what the contrast says."""
    (share,) = dark_shares(["one"], SIDE, folders=own(one=colour)).values()
    if pen_contrast(colour) < 4.5:
        assert share == pytest.approx(1, abs=0.05)
    else:
        assert share == 0


# The table of colours in assets/README.md ---------------------------------------------------


def test_the_rules_for_art_list_every_colour_with_its_value_and_contrast():
    text = (assets_dir() / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"`(\w+)` \| `(#[0-9a-f]{6})` \| ([\d.]+)", text)
    assert [(name, value) for name, value, _ in rows] == list(theme.PALETTE.items())
    assert {name: contrast for name, _, contrast in rows} == {
        name: f"{pen_contrast(name):.1f}" for name in theme.PALETTE
    }
