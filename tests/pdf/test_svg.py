"""Drawings are read as svgelements, another reader of SVG, reads them; then drawn or refused."""

import math
import re

import pytest
import svgelements
from hypothesis import assume, given
from hypothesis import strategies as st
from short_run import first
from svgelements import Arc, Close, CubicBezier, Line, Move, QuadraticBezier

from generator.core.errors import ArtError
from generator.core.resources import assets_dir
from generator.layout import theme
from generator.pdf.drawing import operators
from generator.pdf.svg import parse_path, read_drawing
from generator.schema.svg_rules import bounding_box

ART = sorted(assets_dir().rglob("*.svg"), key=lambda path: path.name[::-1])
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'


def parts(segment) -> tuple[str, list]:
    """A segment of svgelements as an operator and points."""
    match segment:
        case Move():
            return "m", [segment.end]
        case Close():
            return "h", []
        case Line():
            return "l", [segment.end]
        case CubicBezier():
            return "c", [segment.control1, segment.control2, segment.end]
        case QuadraticBezier():
            start, control, end = map(complex, (segment.start, segment.control, segment.end))
            return "c", [start + (control - start) * 2 / 3, end + (control - end) * 2 / 3, end]
        case Arc():
            quarters = max(1, math.ceil(abs(segment.sweep) / (math.pi / 2) - 1e-6))
            curves = segment.as_cubic_curves(quarters)
            return "c", [p for c in curves for p in (c.control1, c.control2, c.end)]
    raise AssertionError(segment)


def merged_curves(segments) -> tuple[str, list[list[complex]]]:
    """Operators and their points; curves in a row are one: svgelements makes four arcs of an
    ellipse."""
    operators, points = "", []
    for operator, ends in segments:
        if operator + operators[-1:] == "cc":
            points[-1] += map(complex, ends)
        else:
            operators += operator
            points.append([*map(complex, ends)])
    return operators, points


def assert_same_segments(segments, path: svgelements.Path) -> None:
    (operators, points), (expected, others) = map(merged_curves, (segments, map(parts, path)))
    assert operators == expected
    for some, other in zip(points, others, strict=True):
        assert some == pytest.approx(other, abs=1e-6, rel=1e-6)


def assert_read_alike(path):
    drawing = read_drawing(path)
    assert drawing.problems == ()
    # While loading, svgelements would apply transforms twice to some shapes.
    others = svgelements.SVG.parse(str(path), reify=False, width=100, height=100).elements()
    others = [svgelements.Path(each) for each in others if isinstance(each, svgelements.Shape)]
    for shape, other in zip(drawing.shapes, others, strict=True):
        other.reify()
        assert_same_segments(shape.segments, other)
        assert shape.stroke_width == pytest.approx(other.stroke_width)
        corners = bounding_box(shape.segments)
        box = [corners[0].real, corners[0].imag, corners[1].real, corners[1].imag]
        assert box == pytest.approx(other.bbox(), abs=0.1)  # arcs are off by 0.2%


@pytest.mark.parametrize("path", first(40, ART), ids=lambda path: path.stem)
def test_shipped_art_is_read_alike_and_can_be_drawn_in_every_mode(path):
    assert_read_alike(path)
    for mode in ("full", "low", "grey"):
        content = operators(path, mode, "ink", 100)
        assert " m " in content
    for red, green, blue in re.findall(r"(\S+) (\S+) (\S+) rg ", content):
        assert red == green == blue


@pytest.mark.parametrize(
    "shape",
    [
        '<path d="M0 0 10,10 H5 V50 Q1 2 3 4 5 6 7 8 C1 1 2 2 3 3 Z L9 9 M1 2 L3 4" fill="none"/>',
        '<path d="M11 20 A26 13 0 1 0 66 44 A9 5 33.5 0 1 20 20 A1 1 0 0 0 50 50" fill="none"/>',
        '<path d="m10 10 5-5.5.5 3h4v-2.5e0zm3 3l1 1"/>',
        '<path d="M 10,10 c 1 2 3 4 5 6 s 7 8 9 9 4-2 5,5 q 1 1 2 5 t 3 3 2-9 l1 1"/>',
        '<path d="M 10,10 t 9 9 l3 2 s1 2 3 4"/>',
        '<path d="M10 10a5 4 10 0110-5.5.5.5 0 10.5 3"/>',
        '<rect x="1.5" y="2" width="30" height="7" rx="5" fill="none"/>',
        '<rect x="1.5" y="2" width="30" height="20" rx="5" ry="3"/>',
        '<rect x="1.5" y="2" width="30" height="20" ry="3"/>',
        '<circle cx="3" cy="4" r="5" transform="translate(9 8) rotate(-30) scale(2)"/>',
        '<ellipse cx="3" cy="4" rx="5" ry="6.5" transform="rotate(33 5 6) scale(-1 1)"/>',
        '<line x1="1" y1="2" x2="30" y2="40" transform="translate(7)"/>',
        '<polyline points="1,2 3-4.5 5 6"/><polygon points="1,2, 3,4 5 6" stroke-width="3"/>',
        '<path d="M1 2 L30 40 C1 2 3 4 5 6" transform="scale(1 2)skewX(10),skewY(-20)"/>',
        '<g transform="matrix(1 .5 -.2 2 3 4)"><path d="M1 2 Q3 40 50 6" stroke-width="3"/></g>',
        '<g stroke="currentColor" transform="scale(1 -1)"><g transform="scale(0.5)">'
        '<rect width="3" height="4" rx="1" stroke-width="4" transform="rotate(10)"/></g></g>',
    ],
)
def test_unusual_art(tmp_path, shape):
    (tmp_path / "piece.svg").write_text(f"{HEAD}{shape}</svg>", encoding="utf-8")
    assert_read_alike(tmp_path / "piece.svg")


NUMBERS = st.decimals(-99, 99, places=2).map(str)
POSITIVE = st.decimals("0.5", 40, places=1).map(str)
FLAGS = st.sampled_from("01")


def command(letters: str, *values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    words = st.tuples(*values).map(" ".join)
    return st.tuples(st.sampled_from(letters), words).map("".join)


COMMANDS = st.one_of(
    command("MmLlTt", *[NUMBERS] * 2),
    command("HhVv", NUMBERS),
    command("SsQq", *[NUMBERS] * 4),
    command("Cc", *[NUMBERS] * 6),
    command("a", POSITIVE, POSITIVE, NUMBERS, FLAGS, FLAGS, POSITIVE, POSITIVE),
    command("Zz"),
)

# There svgelements reflects a control point, which SVG 1.1 (8.3.6, 8.3.7) does not.
SMOOTH_AFTER_OTHER_CURVE = re.compile("[QqTt][^A-Za-z]*[Ss]|[CcSs][^A-Za-z]*[Tt]")


@given(st.lists(COMMANDS).map("".join))
def test_any_path(commands):
    text = f"M50 50{commands}"
    assume(not SMOOTH_AFTER_OTHER_CURVE.search(text))
    assert_same_segments(parse_path(text), svgelements.Path(text))


@pytest.mark.parametrize(
    ("text", "equal"),
    [
        ("M5 5 Q9 9 20 20 S1 2 3 4", "M5 5 Q9 9 20 20 C20 20 1 2 3 4"),
        ("M5 5 C1 1 9 9 20 20 T3 4", "M5 5 C1 1 9 9 20 20 Q20 20 3 4"),
        ("M5 5 A0 5 0 0 1 20 20 a5 0 0 0 1 1 1", "M5 5 L20 20 L21 21"),
        ("M5 5 a5 5 0 1 1 0 0 L1 1", "M5 5 L1 1"),
        ("M5 5 a-5 5 0 1 1 3 3", "M5 5 a5 5 0 1 1 3 3"),
        ("M5 5 h9 v9 z l1 1", "M5 5 L14 5 L14 14 Z L6 6"),
    ],
)
def test_what_svg_says_of_special_cases(text, equal):
    assert parse_path(text) == parse_path(equal)


def test_shapes_without_a_size_are_empty(tmp_path):
    (tmp_path / "no.svg").write_text(f'{HEAD}<rect width="0" height="1"/><circle r="0"/></svg>')
    assert [shape.segments for shape in read_drawing(tmp_path / "no.svg").shapes] == [(), ()]


# As it is drawn: recolouring, refusing


PEN = 'stroke="#23263b" stroke-width="4"'


@pytest.fixture
def drawn(tmp_path):
    """The operators of shapes, a line each."""

    def lines(body, mode="full", colour="ink", fine=False):
        (tmp_path / "piece.svg").write_text(f"{HEAD}{body}</svg>", encoding="utf-8")
        return operators(tmp_path / "piece.svg", mode, colour, 100, fine).splitlines()

    return lines


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


def test_bad_art_is_named(drawn, tmp_path):
    message = r"1:88: path.fill: #123456 is not a colour of .*\n.*1:104: path.fill: black"
    with pytest.raises(ArtError, match=message) as error:
        drawn('<path d="M0 0 L9 9 L0 9" fill="#123456"/><path d="M0 0 L9 9 L0 9"/>')
    assert str(tmp_path / "piece.svg:1:") in str(error.value)
