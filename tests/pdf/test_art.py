"""SVG art: reading, recolouring, refusing."""

import pytest

from generator.core.errors import ArtError
from generator.core.resources import assets_dir
from generator.layout import theme
from generator.pdf.drawing import operators

ART = sorted(assets_dir().rglob("*.svg"))
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'


@pytest.fixture
def svg(tmp_path):
    def write(body):
        path = tmp_path / "piece.svg"
        path.write_text(f"{HEAD}{body}</svg>", encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize("path", ART, ids=lambda path: path.stem)
@pytest.mark.parametrize("mode", ["full", "low", "grey"])
def test_shipped_art_can_be_drawn_in_every_mode(path, mode):
    content = operators(path, mode, "ink", 100)
    assert content.count(" m") >= 1
    if mode == "grey":
        for line in content.splitlines():
            if " rg " in line:
                assert len(set(line.split(" rg ")[0].split()[-3:])) == 1


def test_a_shape_becomes_operators_y_upward(svg):
    path = svg('<path d="M10 20 L30 20 L30 40 Z" fill="#d7263d"/>')
    assert operators(path, "full", "ink", 100) == (
        "0.843 0.149 0.239 rg 10 80 m 30 80 l 30 60 l h f"
    )


def test_strokes_caps_and_transforms(svg):
    path = svg(
        '<g transform="translate(10 0) scale(2)"><path d="M0 0 L10 10" fill="none" '
        'stroke="#23263b" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></g>'
    )
    assert operators(path, "full", "ink", 100).endswith("6 w 1 J 1 j 10 100 m 30 80 l S")


def test_an_open_curve_is_filled_but_a_line_is_not(svg):
    path = svg('<path d="M10 50 C10 0 90 0 90 50" fill="#d7263d"/>')
    assert operators(path, "full", "ink", 100).endswith(" f")
    path = svg('<line x1="1" y1="1" x2="9" y2="9" stroke="#d7263d" stroke-width="2"/>')
    assert operators(path, "full", "ink", 100).endswith(" S")


def test_even_odd_only_where_asked(svg):
    square = "M0 0 H50 V50 H0 Z M10 10 H40 V40 H10 Z"
    assert operators(svg(f'<path d="{square}" fill="#d7263d"/>'), "full", "ink", 100).endswith(" f")
    path = svg(f'<path d="{square}" fill="#d7263d" fill-rule="evenodd"/>')
    assert operators(path, "full", "ink", 100).endswith(" f*")


def test_current_colour_and_ink_modes(svg):
    path = svg(
        '<circle cx="50" cy="50" r="40" fill="currentColor"/>'
        '<rect x="10" y="10" width="20" height="20" fill="#f2919b"/>'
        '<rect x="10" y="10" width="20" height="20" fill="#4caf50" stroke="#d7263d" '
        'stroke-width="2"/>'
    )
    full = operators(path, "full", "red", 100).splitlines()
    assert full[0].startswith("0.843 0.149 0.239 rg")
    low = operators(path, "low", "red", 100).splitlines()
    assert len(low) == 2, "blush is left out of line art"
    assert low[1].startswith("1 1 1 rg 0.137 0.149 0.231 RG")


def test_fine_line_art_has_a_contour_below(svg):
    path = svg(
        '<rect width="9" height="9" fill="#4caf50" stroke="#23263b" stroke-width="4"/>'
        '<line x1="1" y1="1" x2="5" y2="5" stroke="#23263b" stroke-width="4"/>'
    )
    contour, rect, line = operators(path, "low", "ink", 100, fine=True).splitlines()
    pens = (theme.LINE_ART_PEN, theme.FINE_LINE_ART_PEN, theme.FINE_LINE_ART_PEN)
    for content, pen in zip((contour, rect, line), pens, strict=True):
        assert f"RG {4 * pen:g} w" in content
    assert " rg " not in contour and contour.endswith("S") and rect.endswith("B")
    for mode, fine in (("low", False), ("full", True), ("grey", True)):
        assert len(operators(path, mode, "ink", 100, fine).splitlines()) == 2


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            '<path d="M0 0 L9 9 L0 9" fill="#123456"/>',
            ":1:88: path.fill: #123456 is not a colour of the palette",
        ),
        ('<path d="M0 0 L9 9 L0 9"/>', ":1:63: path.fill: black is not a colour of the palette"),
        (
            '<path d="M0 0 L9 9" fill="none" stroke="#d7263d" stroke-linecap="foo"/>',
            ":1:112: path.stroke-linecap: 'foo' is not known here",
        ),
        (
            '<rect width="a" height="5" fill="#d7263d" transform="rotate(x)"/>',
            "(?s):1:69: rect.width: .*:1:105: rect.transform: ",
        ),
        ("<path", ":1:68: this is not XML that can be read"),
    ],
)
def test_bad_art_is_named(svg, body, message):
    path = svg(body)
    with pytest.raises(ArtError, match=message) as error:
        operators(path, "full", "ink", 100)
    assert str(path) in str(error.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ArtError, match=r"none\.svg"):
        operators(tmp_path / "none.svg", "full", "ink", 100)
