"""Cut files, read back by other programs: ezdxf reads the DXF, svgelements the SVG, PDFium the PDF
on which the SVG is laid."""

import io
import itertools
from dataclasses import replace
from functools import cache
from pathlib import Path

import ezdxf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageDraw
from short_run import cases
from support import assert_sound, settings
from svgelements import SVG, Close
from svgelements import Path as SvgPath

from generator import games
from generator.core.errors import CutError
from generator.core.files import CUT_FORMATS
from generator.core.paper import PAPERS, Box
from generator.core.resources import find_art
from generator.core.settings import INK_MODES, MARKS, Settings
from generator.layout import cut, foot, theme
from generator.layout.page import MM_PER_POINT, Circle, CutPath, Line, Oval, Page, Rect, flatten
from generator.layout.pieces import BLEED
from generator.pdf.drawing import pdf
from generator.pdf.file import About
from generator.printing.cut_files import cut_files, dxf, svg
from generator.printing.printer import Printer

# All that is cut, and how many pieces of it there are: game, set, size, players, sheet.
PIECES = {
    ("quads", "classic", "regular", 2, "cards"): 6,
    ("quads", "classic", "regular", 2, "pieces"): 36,
    ("discs", "classic", "regular", 6, "cards"): 6,
    ("discs", "classic", "regular", 6, "discs"): 36,
    ("discs", "pocket", "regular", 6, "discs"): 36,
    ("discs", "classic", "regular", 6, "dice"): 2,
    ("metals", "classic", "basic", 2, "cards"): 2,
    ("metals", "classic", "basic", 2, "tokens"): 68,
}
SHEETS = list(PIECES)
MACHINE_MARKS = ("silhouette", "silhouette-4", "frame")
TOLERANCE = 0.001  # mm, between numbers
DOTS = 20  # a mm


@cache
def pages(sheet: tuple, looks: Settings) -> list[Page]:
    name, set_name, size, players, sheet_name = sheet
    game = games.game(name)
    rolled = game.roll(game.load((set_name,), ()), size, players, "cuts")
    return game.pages(sheet_name, rolled, looks)


def looks(marks: str = "usual", gap: float = 0.0, **others) -> Settings:
    return replace(settings(**others), marks=marks, gap=gap)


@pytest.fixture
def equal_feet(monkeypatch):
    """Sheets whose feet are as high with all marks, so that pieces lie at the same places."""
    monkeypatch.setattr(foot, "cutting_note", lambda settings, cutting: "**Cutting.**")
    pages.cache_clear()
    yield
    pages.cache_clear()


def extent(path: CutPath) -> Box:
    if isinstance(path, Circle):
        return Box(path.x, path.y, 0, 0).inset(-path.radius)
    xs, ys = zip(*path.corners, strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def edges(path: CutPath) -> set[tuple]:
    """What is drawn along a path: its circle, or its edges from end to end."""
    if isinstance(path, Circle):
        return {(round(path.x, 3), round(path.y, 3), round(path.radius, 3))}
    corners = [(round(x, 3), round(y, 3)) for x, y in path.corners]
    return {frozenset(pair) for pair in zip(corners, corners[1:] + corners[:1], strict=True)}


def printed_edges(page: Page) -> set[tuple]:
    """The lines and circles of a page in the same form, wherever they come from."""
    result = set()
    for entry in flatten(page):
        box, item = entry.box, entry.item
        if isinstance(item, Oval):
            result.add((round(box.centre[0], 3), round(box.centre[1], 3), round(box.w / 2, 3)))
        elif isinstance(item, Line):
            falls = (item.x2 - item.x1) * (item.y2 - item.y1) >= 0
            ys = (box.y, box.bottom) if falls else (box.bottom, box.y)
            ends = ((box.x, ys[0]), (box.right, ys[1]))
            result.add(frozenset((round(x, 3), round(y, 3)) for x, y in ends))
    return result


@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_every_piece_has_one_closed_path_on_the_page_of_its_front(sheet):
    of_sheet = pages(sheet, looks())
    assert sum(len(page.cuts) for page in of_sheet) == PIECES[sheet]
    for page in of_sheet:
        assert bool(page.cuts) is not page.name.endswith(("back", "backs"))
        area, boxes = page.paper.area, [extent(path) for path in page.cuts]
        assert all(area.contains(box) for box in boxes)
        assert not any(a.overlaps(b) for a in boxes for b in boxes if a is not b)


@pytest.mark.parametrize("gap", [0.0, 1.25])
@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_the_cut_paths_are_the_lines_that_are_printed(sheet, gap):
    for page in pages(sheet, looks("lines", gap)):
        printed = printed_edges(page)
        for path in page.cuts:
            assert edges(path) <= printed


@pytest.mark.parametrize("marks", [*MACHINE_MARKS, "none"])
@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_no_cut_line_is_printed_for_machines(sheet, marks):
    for page in pages(sheet, looks(marks)):
        printed = printed_edges(page)
        for path in page.cuts:
            assert not edges(path) & printed


@pytest.mark.parametrize(
    ("sheet", "marks", "paper", "code"),
    cases(SHEETS, MARKS, ("a4", "letter", "a3"), ("en", "fr", "nl", "de"), together=1, whole=2),
    ids=str,
)
def test_pages_with_marks_are_sound(sheet, marks, paper, code):
    for page in pages(sheet, looks(marks, 1.25, paper=paper, code=code)):
        assert_sound(page)


@pytest.mark.parametrize("gap", [1.25, 9.0])
@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_pieces_lie_a_gap_apart(sheet, gap):
    of_sheet = pages(sheet, looks(gap=gap))
    if sheet[-1] != "cards":  # of which as many copies are printed as a sheet holds
        assert sum(len(page.cuts) for page in of_sheet) == PIECES[sheet]
    for page in of_sheet:
        boxes = [extent(path) for path in page.cuts]
        for number, box in enumerate(boxes):
            wide = box.inset(-gap)
            assert not any(wide.overlaps(other) for other in boxes[number + 1 :])


@pytest.mark.parametrize("sheet", [sheet for sheet in SHEETS if sheet[-1] in ("cards", "tokens")])
def test_corners_are_the_ends_of_the_lines(sheet, equal_feet):
    """But for those of the arcs of rounded corners, which are whole."""

    def lines(marks: str) -> list[Line]:
        front = pages(sheet, looks(marks, 1.25))[0]
        found = [item for item in front.items if isinstance(item, Line)]
        return [item for item in found if max(item.box.w, item.box.h) > 0.5]

    corners, whole = lines("corners"), lines("lines")
    assert len(corners) == 2 * len(whole)
    ends = {(line.x1, line.y1) for line in whole} | {(line.x2, line.y2) for line in whole}
    for line in corners:
        assert max(line.box.w, line.box.h) == pytest.approx(cut.CORNER_LENGTH)
        assert {(line.x1, line.y1), (line.x2, line.y2)} & ends


def test_corners_of_pieces_are_marked_in_their_bleed():
    """Each mark goes on from an edge of a piece, and lies on the blank rim of its bleed: it touches
    neither lines nor colours of any piece."""
    front = pages(("quads", "classic", "regular", 2, "pieces"), looks("corners"))[0]
    pieces = [piece.box for piece in front.pieces]
    marks = {item for item in front.items if isinstance(item, Line) and item.stroke == "ink"}
    assert len(marks) >= 8 * len(pieces)
    edges = {round(edge, 3) for box in pieces for edge in (box.x, box.right, box.y, box.bottom)}
    for mark in marks:
        assert max(mark.box.w, mark.box.h) == pytest.approx(1.5)
        assert {round(mark.x1, 3), round(mark.y1, 3)} & edges
        assert not any(box.inset(-2.95).overlaps(mark.box.inset(-0.2)) for box in pieces)
        near = [piece for piece in pieces if piece.inset(-BLEED - 2).contains(mark.box)]
        assert near


def black_boxes(page: Page) -> list[Box]:
    return [
        entry.box
        for entry in flatten(page)
        if isinstance(entry.item, Rect) and "black" in (entry.item.fill, entry.item.stroke)
    ]


@pytest.mark.parametrize("marks", MARKS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_marks_are_printed_where_the_file_has_them_and_nothing_is_near(marks, paper):
    for page in pages(SHEETS[0], looks(marks, paper=paper)):
        boxes = [extent(path) for path in page.marks]
        assert black_boxes(page) == boxes
        assert bool(boxes) is (marks in MACHINE_MARKS and bool(page.cuts))
        if marks != "frame":
            others = [e.box for e in flatten(page) if e.box not in boxes]
            for box in boxes:
                clear = box.inset(-cut.CLEARANCE)
                assert not any(clear.overlaps(other) for other in others)


def test_marks_are_where_silhouettes_look_for_them():
    """The points of the angles are 10 mm from the edges, as in inkscape-silhouette's templates."""
    three, four = (
        [Box(*(round(side, 3) for side in box)) for box in black_boxes(page)]
        for page in (pages(SHEETS[0], looks(marks))[0] for marks in MACHINE_MARKS[:2])
    )
    square = Box(10, 10, 5, 5)
    top_left = [Box(10, 10, 5, 1), Box(10, 10, 1, 5)]
    top_right = [Box(195, 10, 5, 1), Box(199, 10, 1, 5)]
    bottom_left = [Box(10, 286, 5, 1), Box(10, 282, 1, 5)]
    bottom_right = [Box(195, 286, 5, 1), Box(199, 282, 1, 5)]
    assert three == [square, *top_right, *bottom_left]
    assert four == [*top_left, *top_right, *bottom_left, *bottom_right]


@pytest.mark.parametrize("mode", INK_MODES)
def test_marks_are_black_in_every_ink(mode):
    assert theme.ink_colour("black", "fill", mode) == (0, 0, 0)
    assert theme.ink_colour("black", "line", mode) == (0, 0, 0)


def svg_paths(text: str) -> list[SvgPath]:
    """The paths of an SVG, in mm."""
    picture = SVG.parse(io.StringIO(text), ppi=25.4)
    return [element for element in picture.elements() if isinstance(element, SvgPath)]


def assert_same_box(found: tuple, path: CutPath) -> None:
    box = extent(path)
    assert found == pytest.approx((box.x, box.y, box.right, box.bottom), abs=TOLERANCE)


@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_another_program_reads_the_svg(sheet):
    for page in pages(sheet, looks("silhouette", 1.25)):
        picture = SVG.parse(io.StringIO(svg(page)), ppi=25.4)
        assert (picture.width, picture.height) == pytest.approx((210, 297))
        paths = svg_paths(svg(page))
        closed = paths[: len(paths) - len(page.folds)]
        assert all(isinstance(path[-1], Close) == (path in closed) for path in paths)
        for found, path in zip(closed, (*page.cuts, *page.marks), strict=True):
            assert_same_box(found.bbox(), path)


@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_another_program_reads_the_dxf(sheet):
    for page in pages(sheet, looks("silhouette", 1.25)):
        document = ezdxf.read(io.StringIO(dxf(page)))
        assert (document.dxfversion, document.units) == ("AC1009", ezdxf.units.MM)
        assert not document.audit().errors
        entities = list(document.modelspace())
        layers = [entity.dxf.layer for entity in entities]
        parts = {"cut": page.cuts, "marks": page.marks, "fold": page.folds}
        assert layers == [name for name, paths in parts.items() for _ in paths]
        closed = (*page.cuts, *page.marks)
        for entity, path in zip(entities[: len(closed)], closed, strict=True):
            assert_same_box(dxf_box(entity, page.paper.height), path)


def dxf_box(entity, height: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a closed entity, from the upper edge of the paper."""
    if entity.dxftype() == "CIRCLE":
        (x, y, _), radius = entity.dxf.center, entity.dxf.radius
        return x - radius, height - y - radius, x + radius, height - y + radius
    assert entity.dxftype() == "POLYLINE"
    assert entity.is_closed
    xs, ys, _ = zip(*entity.points(), strict=True)
    return min(xs), height - max(ys), max(xs), height - min(ys)


@pytest.mark.parametrize("marks", [*MACHINE_MARKS, "usual"])
@pytest.mark.parametrize("sheet", SHEETS[:7], ids=str)
def test_folds_are_open_lines_where_they_are_printed(sheet, marks):
    """In a layer of their own, in SVG and DXF: a machine may score them, but must not cut them. Of
    a sheet of dice they are those of the nets, of others the one between fronts and backs."""
    for page in pages(sheet, replace(looks(marks, 1.25), backs="gutterfold")):
        is_dice = sheet[-1] == "dice"
        assert len(page.folds) == (12 * len(page.cuts) if is_dice else 1)
        assert len(page.cuts) == len(page.pieces) / (1 if is_dice else 2)
        entities = list(ezdxf.read(io.StringIO(dxf(page))).modelspace())
        layers = [entity.dxf.layer for entity in entities]
        parts = {"cut": page.cuts, "marks": page.marks, "fold": page.folds}
        assert layers == [name for name, paths in parts.items() for _ in paths]
        assert svg(page).split('<g id="fold"')[1].count("<path") == len(page.folds)
        count = len(page.folds)
        for line, entity, path in zip(
            page.folds, entities[-count:], svg_paths(svg(page))[-count:], strict=True
        ):
            points = entity.dxf.start, entity.dxf.end
            ends = [(x, page.paper.height - y) for x, y, _ in points]
            assert ends[0] == pytest.approx((line.x1, line.y1), abs=TOLERANCE)
            assert ends[1] == pytest.approx((line.x2, line.y2), abs=TOLERANCE)
            box = line.box.x, line.box.y, line.box.right, line.box.bottom
            assert path.bbox() == pytest.approx(box, abs=TOLERANCE)
            assert not isinstance(path[-1], Close)
            printed = [sorted(edge) for edge in printed_edges(page) if isinstance(edge, frozenset)]
            numbers = pytest.approx([*itertools.chain(*sorted(ends))], abs=0.01)
            assert any([*itertools.chain(*edge)] == numbers for edge in printed)
            assert is_dice or all(extent(cut_path).right < line.x1 for cut_path in page.cuts)


def test_corners_are_the_same_in_both_files():
    """Also those of an outline that is no box: of dice."""
    (page,) = pages(SHEETS[5], looks())
    lines = list(ezdxf.read(io.StringIO(dxf(page))).modelspace())
    assert len(page.cuts) == 2
    for path, line, polygon in zip(svg_paths(svg(page)), lines, page.cuts, strict=False):
        in_svg = [(point.x, point.y) for point in path.as_points()]
        in_dxf = [(x, page.paper.height - y) for x, y, _ in line.points()]
        for (x, y), corner in zip(in_dxf, polygon.corners, strict=True):
            assert (x, y) == pytest.approx(corner, abs=TOLERANCE)
            assert any((x, y) == pytest.approx(other, abs=TOLERANCE) for other in in_svg)


@cache
def rendered(sheet: tuple, marks: str) -> Image.Image:
    """The first page above its foot, as PDFium draws it in grey, DOTS pixels to the mm."""
    page = pages(sheet, looks(marks))[0]
    about = About("cut", "a4", "en", {"games": [], "command": []})
    with pypdfium2.PdfDocument(pdf([page], about, "full", find_art)) as document:
        picture = document[0].render(scale=DOTS * MM_PER_POINT, grayscale=True).to_pil()
    foot = min(item.box.y for item in page.items if getattr(item, "name", "") == "instructions")
    return picture.crop((0, 0, picture.width, int(foot * DOTS)))


@pytest.mark.parametrize(
    "sheet", [pytest.param(SHEETS[3], marks=pytest.mark.slow), SHEETS[5]], ids=str
)
def test_the_svg_lies_on_the_lines_of_the_printed_page(sheet, equal_feet):
    """The lines are what a page with them has more than one without. All of them lie within 0.1 mm
    of the paths, and the paths on them."""
    difference = ImageChops.difference(rendered(sheet, "lines"), rendered(sheet, "none"))
    printed = difference.point(lambda value: 255 if value > 40 else 0)
    near = Image.new("L", printed.size)
    draw, hits, points = ImageDraw.Draw(near), 0, 0
    reach = theme.LINES["cut"] * MM_PER_POINT / 2 + 0.1
    page = pages(sheet, looks("lines"))[0]
    for path in svg_paths(svg(page))[: len(page.cuts)]:
        for step in range(1500):
            point = path.point(step / 1500)
            x, y = float(point.x) * DOTS, float(point.y) * DOTS
            draw.circle((x, y), reach * DOTS, fill=255)
            hits += printed.getpixel((int(x), int(y))) > 0
            points += 1
    assert ImageChops.subtract(printed, near).getbbox() is None
    assert hits > 0.97 * points
    moved = ImageChops.offset(printed, 0, round(0.2 * DOTS))
    assert ImageChops.subtract(moved, near).getbbox(), "the test would not see an error of 0.2 mm"


def test_with_a_printers_profile_lengths_are_those_on_the_paper():
    """A printer whose 100 mm come out as 99: the PDF is drawn larger, the piece keeps its size."""
    small = replace(looks(), paper=Printer(ruler=99).adapt(PAPERS["a4"]), fitted=True)
    page = pages(SHEETS[3], small)[0]
    assert page.paper.scale == pytest.approx(100 / 99)
    width = svg_paths(svg(page))[0].bbox()[2] - svg_paths(svg(page))[0].bbox()[0]
    assert width == pytest.approx(2 * page.cuts[0].radius, abs=TOLERANCE)
    assert width == pytest.approx(2 * pages(SHEETS[3], looks())[0].cuts[0].radius)


def test_files_are_named_after_the_page_of_their_pdf():
    of_sheet = pages(SHEETS[1], looks())
    files = cut_files([(Path("out/pieces.pdf"), of_sheet * 3)], CUT_FORMATS)
    assert [str(file.path) for file in files[:4]] == [
        "out/pieces.page01.svg", "out/pieces.page01.dxf",
        "out/pieces.page03.svg", "out/pieces.page03.dxf",
    ]  # fmt: skip
    with pytest.raises(CutError, match="--cut svg: nothing is cut out of these sheets"):
        cut_files([(Path("board.pdf"), [Page(PAPERS["a4"], ())])], ["svg"])
