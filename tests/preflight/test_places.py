"""Positions: matrices, boxes, turned pages, compared with pixels and another reader."""

import io
import math

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdf_samples import form, paint, sound, stream, with_edit
from pikepdf import Array, Dictionary, Name
from support import SHIPPED, rolled, settings

from generator.core.paper import Box
from generator.core.resources import find_art
from generator.games.magnetmen.sheets import board_sheet
from generator.layout.page import MM_PER_POINT
from generator.pdf.drawing import pdf
from generator.pdf.file import About
from generator.preflight import examine
from generator.preflight.geometry import Matrix, intersection
from generator.preflight.object_checks import Limits
from generator.preflight.page_objects import page_objects

numbers = st.floats(-50, 50).map(lambda value: round(value, 3))
matrices = st.builds(Matrix, *[numbers] * 6)


def map_point(matrix, x, y):
    return tuple(matrix.bounding_box(x, y, x, y)[:2])


@given(matrix=matrices, turn=st.floats(0, 7))
def test_no_direction_is_scaled_below_the_least_scale(matrix, turn):
    length = math.dist(map_point(matrix, math.cos(turn), math.sin(turn)), matrix[4:])
    assert matrix.least_scale - 1e-6 <= length
    assert matrix.least_scale - 1e-6 <= matrix.height


@given(first=matrices, second=matrices, point=st.tuples(numbers, numbers))
def test_a_product_applies_one_matrix_after_the_other(first, second, point):
    expected = map_point(second, *map_point(first, *point))
    assert map_point(first.then(second), *point) == pytest.approx(expected, abs=1e-6)


@given(matrix=matrices, point=st.tuples(st.floats(0, 3), st.floats(0, 5)))
def test_a_bounding_box_holds_what_was_inside(matrix, point):
    x, y = map_point(matrix, *point)
    assert matrix.bounding_box(0, 0, 3, 5).contains(Box(x, y, 0, 0), 1e-6)


def test_boxes_that_lie_apart_have_no_intersection():
    one = Box(0, 0, 2, 2)
    assert intersection(one, Box(1, 1, 2, 2)) == Box(1, 1, 1, 1)
    assert intersection(one, Box(2.1, 0, 1, 1)) is None


SQUARE = "0 g 40 60 20 30 re f"


def _page(content: str, **entries) -> bytes:
    """A page of 200 x 300 points with some content."""
    document = pikepdf.new()
    document.add_blank_page(page_size=(200, 300))
    page = document.pages[0].obj
    page.Contents = stream(content)(document)
    for key, value in entries.items():
        page[f"/{key}"] = value(document) if callable(value) else value
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def _resources(kind: str, **entries):
    return lambda pdf: Dictionary(
        {f"/{kind}": Dictionary({f"/{name}": make(pdf) for name, make in entries.items()})}
    )


# One square, drawn in every way that a page or a matrix may turn, scale and nest it.
DRAWN = {
    "plainly": _page(SQUARE),
    "on a turned page": _page(SQUARE, Rotate=90),
    "upside down": _page(SQUARE, Rotate=180),
    "turned to the left": _page(SQUARE, Rotate=-90),
    "on a page with another origin": _page(SQUARE, MediaBox=Array([-30, 20, 170, 320])),
    "on a page whose corners are swapped": _page(SQUARE, MediaBox=Array([170, 320, -30, 20])),
    "on a cropped page": _page(SQUARE, CropBox=Array([30, 50, 120, 150])),
    "cropped and turned": _page(SQUARE, CropBox=Array([30, 50, 120, 150]), Rotate=270),
    "by a scaled matrix": _page("2 0 0 3 10 20 cm 15 13 10 10 re f"),
    "mirrored": _page("-1 0 0 1 100 0 cm 40 60 20 30 re f"),
    "askew": _page(".8 .6 -.6 .8 60 20 cm 40 60 20 30 re f"),
    "in a form": _page("/X Do", Resources=_resources("XObject", X=form(SQUARE))),
    "in a form with a matrix": _page(
        "1 0 0 1 9 7 cm /X Do",
        Resources=_resources("XObject", X=form(SQUARE, Matrix=Array([0, 1, -1, 0, 150, 20]))),
    ),
    "cut off by the box of its form": _page(
        "/X Do", Resources=_resources("XObject", X=form(SQUARE, (0, 0, 50, 80)))
    ),
    "in a form in a form": _page(
        ".5 0 0 .5 20 20 cm /X Do",
        Resources=_resources("XObject", X=form("1 0 0 -1 0 200 cm /Y Do"), Y=form(SQUARE)),
    ),
    "cut off by a clip": _page("30 70 20 90 re W n " + SQUARE),
    "as a line": _page("1 w 40 60 m 60 90 l S"),
    "as a line with square ends": _page("2 J 20 w 50 70 m 50 80 l S"),
    "as a frame": _page("10 w 45 65 10 20 re S"),
    "as a bitmap": _page(
        "20 0 0 30 40 60 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \0 EI"
    ),
    "as a shading": _page("40 60 20 30 re W n /S sh", Resources=_resources(
        "Shading", S=lambda _: Dictionary(
            ShadingType=2, ColorSpace=Name.DeviceGray, Coords=[0, 0, 1, 0], Extend=[True, True],
            Function=Dictionary(FunctionType=2, Domain=[0, 1], C0=[0], C1=[0.2], N=1)))),
    "as the cells of a pattern": _page(
        "/Pattern cs /P scn 40 60 20 30 re f", Resources=_resources("Pattern", P=stream(
            "0 0 5 5 re f", PatternType=1, PaintType=1, TilingType=1, BBox=[0, 0, 5, 5],
            XStep=5, YStep=5, Resources=Dictionary()))),
    "as a glyph that is a drawing": _page(
        "BT /F 30 Tf 40 60 Td (a) Tj ET", Resources=_resources("Font", F=lambda pdf: Dictionary(
            Type=Name.Font, Subtype=Name.Type3, FontMatrix=[0.01, 0, 0, 0.01, 0, 0],
            FontBBox=[0, 0, 100, 100], FirstChar=97, LastChar=97, Widths=[70],
            Encoding=Dictionary(Differences=[97, Name.square]), Resources=Dictionary(),
            CharProcs=Dictionary(square=stream("70 0 d0 0 0 66.667 100 re f")(pdf))))),
}  # fmt: skip


@pytest.mark.parametrize("how", DRAWN)
def test_boxes_are_where_the_pixels_are(how):
    """With a margin as wide as the page, everything is reported with its box."""
    content = DRAWN[how]
    report = examine(content, Limits(margin=999, text=1))
    boxes = [entry.box for entry in report.diagnostics if entry.code == "edge"]
    edges = [
        min(box.x for box in boxes), min(box.y for box in boxes),
        max(box.right for box in boxes), max(box.bottom for box in boxes),
    ]  # fmt: skip
    with pypdfium2.PdfDocument(content) as document:
        image = document[0].render(scale=4, grayscale=True).to_pil()
    dark = image.point(lambda level: 255 * (level < 128)).getbbox()
    scale = 25.4 / 72 / 4
    assert edges == pytest.approx([edge * scale for edge in dark], abs=0.2)
    size = report.pages[0]
    assert (image.width * scale, image.height * scale) == pytest.approx(
        (size.width, size.height), abs=0.2
    )


def test_user_units_scale_the_page():
    """PDFium's pixels ignore them; see 7.7.3.3 of ISO 32000-1."""
    report = examine(_page(SQUARE, UserUnit=2), Limits(margin=999))
    assert (report.pages[0].width, report.pages[0].height) == pytest.approx((141.11, 211.67), 0.001)
    (diagnostic,) = [diagnostic for diagnostic in report.diagnostics if diagnostic.code == "edge"]
    assert diagnostic.box == pytest.approx((28.22, 148.17, 14.11, 21.17), abs=0.01)


@pytest.mark.slow
def test_texts_are_where_another_reader_finds_them():
    """Each text of a board, by its first letter, its left end and its size."""
    page = board_sheet.page(rolled(sets=SHIPPED), settings())
    content = pdf([page], About("t", "s", "en"), "full", find_art)
    to_points = Matrix(1, 0, 0, -1, 0, page.paper.height / MM_PER_POINT)
    with pypdfium2.PdfDocument(content) as document:
        pdf_page = document[0]
        text_page = pdf_page.get_textpage()
        texts = [
            (item.text(text_page), item.box, item.text_size * MM_PER_POINT)
            for item in page_objects(pdf_page, to_points)
            if item.kind == "text" and item.is_visible_text
        ]
    with pdfplumber.open(io.BytesIO(content)) as document:
        characters = [character for character in document.pages[0].chars if character["upright"]]
    level = [(text, box, size) for text, box, size in texts if box.w > 2 * box.h]
    assert len(level) > 30
    for text, box, size in level:
        assert any(
            text[0] == character["text"]
            and abs(box.x - character["x0"]) < 2
            and abs(size - character["size"]) < 0.1
            and character["top"] - 1 < box.centre[1] < character["bottom"]
            for character in characters
        ), text


@pytest.mark.slow
def test_a_page_of_a_million_shapes_is_not_looked_at_to_its_end():
    """A thousand uses of a form that holds a thousand shapes."""
    shapes = "1 1 2 2 re f " * 700
    edit = paint("q 1 0 0 1 100 300 cm /X Do Q " * 1000, XObject={"/X": form(shapes)})
    (diagnostic,) = examine(with_edit(edit)).diagnostics
    assert "more objects than this check looks at" in str(diagnostic)


def test_a_form_takes_the_line_width_and_the_white_of_its_place():
    line = form("100 300 m 200 300 l S")
    assert (
        examine(with_edit(paint(".1 w /X Do", XObject={"/X": line}))).diagnostics[0].code == "line"
    )
    white = form("0 0 600 60 re f")
    assert examine(with_edit(paint("1 g /X Do", XObject={"/X": white}))).diagnostics == ()
    assert examine(with_edit(paint("/X Do", XObject={"/X": white}))).diagnostics[0].code == "edge"


def test_sizes_and_resources_may_come_from_the_page_tree():
    with pikepdf.open(io.BytesIO(sound())) as document:
        page, tree = document.pages[0].obj, document.Root.Pages
        for key in ("/MediaBox", "/Resources", "/TrimBox", "/BleedBox"):
            tree[key] = page[key]
            if key in ("/MediaBox", "/Resources"):
                del page[key]
        buffer = io.BytesIO()
        document.save(buffer)
    report = examine(buffer.getvalue())
    assert report.diagnostics == ()
    assert report.pages[0].paper == "a4"
