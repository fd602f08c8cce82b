"""SVG art: reading, recolouring, refusing."""

import pytest

from generator.core.errors import ArtError
from generator.core.resources import assets_dir
from generator.layout import theme
from generator.pdf.drawing import operators

ART = sorted(assets_dir().rglob("*.svg"))
PEN = 'stroke="#23263b" stroke-width="4"'


@pytest.fixture
def drawn(tmp_path):
    """The operators of shapes, a line each."""

    def lines(body, mode="full", colour="ink", fine=False):
        head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        (tmp_path / "piece.svg").write_text(f"{head}{body}</svg>", encoding="utf-8")
        return operators(tmp_path / "piece.svg", mode, colour, 100, fine).splitlines()

    return lines


@pytest.mark.parametrize("path", ART, ids=lambda path: path.stem)
def test_shipped_art_can_be_drawn_in_every_mode(path):
    for mode in ("full", "low", "grey"):
        content = operators(path, mode, "ink", 100)
        assert content.count(" m") >= 1
    for line in content.splitlines():
        if " rg " in line:
            assert len(set(line.split(" rg ")[0].split()[-3:])) == 1


SQUARES = '<path d="M0 0 H50 V50 H0 Z M10 10 H40 V40 H10 Z" fill="#d7263d"{}/>'
TURNED = (
    '<g transform="translate(10 0) scale(2)"><path d="M0 0 L10 10" fill="none" stroke="#23263b" '
    'stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></g>'
)


@pytest.mark.parametrize(
    ("body", "end"),
    [  # y upward; a line has no inside, but an open curve has
        ('<path d="M10 20 L30 20 L30 40 Z" fill="#d7263d"/>', "rg 10 80 m 30 80 l 30 60 l h f"),
        (TURNED, "RG 6 w 1 J 1 j 10 100 m 30 80 l S"),
        ('<path d="M10 50 C10 0 90 0 90 50" fill="#d7263d"/>', " c f"),
        ('<line x1="1" y1="1" x2="9" y2="9" stroke="#d7263d" stroke-width="2"/>', " l S"),
        (SQUARES.format(""), " h f"),
        (SQUARES.format(' fill-rule="evenodd"'), " h f*"),
    ],
)
def test_shapes_become_operators(drawn, body, end):
    (line,) = drawn(body)
    assert line.endswith(end)


def test_current_colour_and_ink_modes(drawn):
    side = 'x="10" y="10" width="20" height="20"'
    body = f'<circle r="40" fill="currentColor"/><rect {side} fill="#f2919b"/>'
    body += f'<rect {side} fill="#4caf50" stroke="#d7263d" stroke-width="2"/>'
    assert drawn(body, "full", "red")[0].startswith("0.843 0.149 0.239 rg")
    low = drawn(body, "low", "red")
    assert len(low) == 2, "blush is left out of line art"
    assert low[1].startswith("1 1 1 rg 0.137 0.149 0.231 RG")


def test_fine_line_art_has_a_contour_below(drawn):
    body = f'<rect width="9" height="9" fill="#4caf50" {PEN}/><line x2="5" y2="5" {PEN}/>'
    contour, rect, line = drawn(body, "low", fine=True)
    pens = (theme.LINE_ART_PEN, theme.FINE_LINE_ART_PEN, theme.FINE_LINE_ART_PEN)
    for content, pen in zip((contour, rect, line), pens, strict=True):
        assert f"RG {4 * pen:g} w" in content
    assert " rg " not in contour and contour.endswith("S") and rect.endswith("B")
    for mode, fine in (("low", False), ("full", True), ("grey", True)):
        assert len(drawn(body, mode, fine=fine)) == 2


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<path d="M0 0 L9 9 L0 9" fill="#123456"/>', "88: path.fill: #123456 is not a colour of"),
        ('<path d="M0 0 L9 9 L0 9"/>', "63: path.fill: black is not a colour of the palette"),
        ('<rect width="a" height="5" transform="rotate(x)"/>', "(?s)width: .*1:90: rect.transform"),
    ],
)
def test_bad_art_is_named(drawn, tmp_path, body, message):
    with pytest.raises(ArtError, match=message) as error:
        drawn(body)
    assert str(tmp_path / "piece.svg:1:") in str(error.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ArtError, match=r"none\.svg"):
        operators(tmp_path / "none.svg", "full", "ink", 100)
