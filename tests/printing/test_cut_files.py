"""Cut files, read back by other programs: ezdxf reads the DXF, svgelements the SVG."""

import io
import math
from dataclasses import replace
from itertools import chain, combinations, pairwise, product
from pathlib import Path

import ezdxf
import pytest
from commands import typed
from short_run import cases, first
from support import settings, sheet_pages
from svgelements import SVG, Close
from svgelements import Path as SvgPath

from generator.core.files import CUT_FORMATS
from generator.core.paper import PAPERS, Box
from generator.core.settings import INK_MODES, MARKS, Settings
from generator.layout import cut, theme
from generator.layout.page import Circle, CutPath, Line, Oval, Page, Polygon, Rect, flatten
from generator.pdf.document import record
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


def looks(marks: str = "usual", gap: float = 0.0, **others) -> Settings:
    return replace(settings(**others), marks=marks, gap=gap)


def extent(path: CutPath) -> Box:
    if isinstance(path, Circle):
        return Box(path.x, path.y, 0, 0).inset(-path.radius)
    xs, ys = zip(*path.corners, strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def edges(x1: float, y1: float, x2: float, y2: float) -> frozenset:
    return frozenset((round(x, 3), round(y, 3)) for x, y in ((x1, y1), (x2, y2)))


def drawn_along(path: CutPath) -> set:
    """A circle as its box, or the edges of a path from end to end."""
    if isinstance(path, Circle):
        box = extent(path)
        return {edges(box.x, box.y, box.right, box.bottom)}
    return {edges(*start, *end) for start, end in pairwise([*path.corners, path.corners[0]])}


def printed(page: Page) -> set:
    """The lines and circles of a page in the same form, wherever they come from."""
    result = set()
    for item, box, *_ in flatten(page):
        rises = isinstance(item, Line) and (item.x2 - item.x1) * (item.y2 - item.y1) < 0
        if isinstance(item, Line | Oval):
            ys = (box.bottom, box.y) if rises else (box.y, box.bottom)
            result.add(edges(box.x, ys[0], box.right, ys[1]))
    return result


@pytest.mark.parametrize("sheet, gap", cases(SHEETS, [0, 1.25, 9.0], together=1))
def test_every_piece_has_one_path_on_the_page_of_its_front_a_gap_from_others(sheet, gap):
    of_sheet = sheet_pages(*sheet, looks(gap=gap))
    if not gap or sheet[-1] != "cards":  # of which as many are printed as a sheet holds
        assert sum(len(page.cuts) for page in of_sheet) == PIECES[sheet]
    for page in of_sheet:
        assert bool(page.cuts) is not page.name.endswith(("back", "backs"))
        boxes = [extent(path) for path in page.cuts]
        assert all(page.paper.area.contains(box) for box in boxes)
        for one, other in combinations(boxes, 2):
            assert not one.inset(-gap).overlaps(other)


@pytest.mark.parametrize(
    "sheet, marks", cases(SHEETS, ["lines", *MACHINE_MARKS, "none"], together=1)
)
def test_the_cut_paths_are_the_lines_that_are_printed_but_for_machines(sheet, marks):
    for page in sheet_pages(*sheet, looks(marks, 1.25)):
        found = printed(page)
        for path in map(drawn_along, page.cuts):
            assert path <= found if marks == "lines" else not path & found


@pytest.mark.parametrize("sheet", [sheet for sheet in SHEETS if sheet[-1] in ("cards", "tokens")])
def test_corners_are_the_ends_of_the_lines(sheet):
    """But for those of the arcs of rounded corners, which are whole."""

    def straight(marks: str) -> list[frozenset]:
        front = sheet_pages(*sheet, looks(marks, 1.25))[0]
        lines = tuple(item for item in front.items if isinstance(item, Line))  # not on faces
        edges = printed(front._replace(items=lines))
        return [edge for edge in edges if max(abs(a - b) for a, b in zip(*edge, strict=True)) > 0.5]

    corners = straight("corners")
    assert len(corners) == 2 * len(straight("lines"))
    cuts = sheet_pages(*sheet, looks("corners", 1.25))[0].cuts
    corners_of_cuts = chain(*(path.corners for path in cuts if isinstance(path, Polygon)))
    ends = {(round(x, 3), round(y, 3)) for x, y in corners_of_cuts}
    for edge in corners:
        assert math.dist(*edge) == pytest.approx(cut.CORNER_LENGTH, abs=0.01)
        assert edge & ends


def black_boxes(page: Page) -> list[Box]:
    rects = [entry for entry in flatten(page) if isinstance(entry.item, Rect)]
    return [each.box for each in rects if "black" in (each.item.fill, each.item.stroke)]


@pytest.mark.parametrize("marks", MARKS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_marks_are_printed_where_the_file_has_them_and_nothing_is_near(marks, paper):
    for page in sheet_pages(*SHEETS[0], looks(marks, paper=paper)):
        boxes = [extent(path) for path in page.marks]
        assert black_boxes(page) == boxes
        assert bool(boxes) is (marks in MACHINE_MARKS and bool(page.cuts))
        others = [e.box for e in flatten(page) if e.box not in boxes and marks != "frame"]
        for box in boxes:
            assert not any(box.inset(-cut.CLEARANCE).overlaps(other) for other in others)


def test_marks_are_where_silhouettes_look_for_them():
    """The points of the angles are 10 mm from the edges, as in inkscape-silhouette's templates."""
    angles = [(10, 10, 5, 1), (10, 10, 1, 5), (195, 10, 5, 1), (199, 10, 1, 5)]
    angles += [(10, 286, 5, 1), (10, 282, 1, 5), (195, 286, 5, 1), (199, 282, 1, 5)]
    places = {"silhouette": [(10, 10, 5, 5), *angles[2:6]], "silhouette-4": angles}
    for marks, expected in places.items():
        found = black_boxes(sheet_pages(*SHEETS[0], looks(marks))[0])
        assert [tuple(round(side, 3) for side in box) for box in found] == expected
    for mode, use in product(INK_MODES, ("fill", "line")):
        assert theme.ink_colour("black", use, mode) == (0, 0, 0)


def svg_paths(page: Page) -> list[SvgPath]:
    """The paths of an SVG, in mm."""
    picture = SVG.parse(io.StringIO(svg(page)), ppi=25.4)
    return [element for element in picture.elements() if isinstance(element, SvgPath)]


BOX = ("quads", "classic", "regular", 2, "box")
READ = [(sheet, "duplex") for sheet in (*SHEETS, BOX)]
READ += [(sheet, "gutterfold") for sheet in SHEETS[:7]]


@pytest.mark.parametrize(("sheet", "backs"), first(3, READ), ids=str)
def test_other_programs_read_both_files(sheet, backs):
    """Each path is closed and where the page has it, in a layer of its own; folds are open lines: a
    machine may score them, but must not cut them."""
    for page in sheet_pages(*sheet, replace(looks("silhouette", 1.25), backs=backs)):
        if backs == "gutterfold":
            is_dice = sheet[-1] == "dice"
            assert len(page.folds) == (12 * len(page.cuts) if is_dice else 1)
            assert len(page.cuts) == len(page.pieces) / (1 if is_dice else 2)
        document = ezdxf.read(io.StringIO(dxf(page)))
        assert (document.dxfversion, document.units) == ("AC1009", ezdxf.units.MM)
        assert not document.audit().errors
        entities = list(document.modelspace())
        parts = {"cut": page.cuts, "marks": page.marks, "fold": page.folds}
        layers = [name for name, paths in parts.items() for _ in paths]
        assert [entity.dxf.layer for entity in entities] == layers
        for name, paths in parts.items():
            group = svg(page).partition(f'<g id="{name}"')[2].partition("</g>")[0]
            assert group.count("<path") == len(paths)
        paths = [path for paths in parts.values() for path in paths]
        for entity, found, path in zip(entities, svg_paths(page), paths, strict=True):
            assert isinstance(found[-1], Close) is not isinstance(path, Line)
            if isinstance(path, Circle):
                (x, y, _), radius, box = entity.dxf.center, entity.dxf.radius, extent(path)
                assert (x, page.paper.height - y, radius) == pytest.approx(path, abs=TOLERANCE)
                assert found.bbox() == pytest.approx((*box[:2], box.right, box.bottom), abs=0.001)
                continue
            points = [(point.x, point.y) for point in found.as_points()]
            if isinstance(path, Line):
                corners = [(path.x1, path.y1), (path.x2, path.y2)]
                ends = [entity.dxf.start, entity.dxf.end]
            else:
                assert entity.is_closed
                corners, ends = path.corners, entity.points()
            for (x, y), (u, v, _) in zip(corners, ends, strict=True):
                assert (u, page.paper.height - v) == pytest.approx((x, y), abs=TOLERANCE)
                assert any((x, y) == pytest.approx(point, abs=0.002) for point in points)


@pytest.mark.parametrize(("marks", "backs"), [("silhouette", "duplex"), ("frame", "gutterfold")])
@pytest.mark.parametrize("ruler", [99.2, 101])
def test_with_a_printers_profile_lengths_and_marks_are_those_on_the_paper(ruler, marks, backs):
    """The PDF is drawn larger or smaller; pieces keep their size, and marks their places."""
    usual = replace(looks(marks), backs=backs)
    paper = Printer(ruler=ruler, margins=(4, 4, 4, 6)).adapt(PAPERS["a4"])
    fitted = replace(usual, paper=paper, fitted=True)
    page, plain = (sheet_pages(*SHEETS[3], each)[0] for each in (fitted, usual))
    assert page.paper.scale == pytest.approx(100 / ruler)
    assert page.cuts[0].radius == plain.cuts[0].radius
    assert black_boxes(page) == [extent(path) for path in page.marks]
    assert svg(page).partition("viewBox")[0] == svg(plain).partition("viewBox")[0]
    drawn, expected = (svg_paths(each)[len(each.cuts) :] for each in (page, plain))
    for path, other in zip(drawn, expected, strict=True):
        assert path.bbox() == pytest.approx(other.bbox(), abs=TOLERANCE)
    drawn, expected = (dxf(each).partition("POLYLINE\n8\nmarks\n")[2] for each in (page, plain))
    assert drawn == expected != ""


def test_files_are_named_after_the_page_of_their_pdf():
    of_sheet = sheet_pages(*SHEETS[1], looks())
    files = cut_files([(Path("out/pieces.pdf"), of_sheet * 3)], CUT_FORMATS)
    names = [f"out/pieces.page{number}" for number in ("01.svg", "01.dxf", "03.svg", "03.dxf")]
    assert [str(file.path) for file in files[:4]] == names


# As people type them


@pytest.mark.usefixtures("in_an_empty_folder")
def test_a_run_writes_cut_files_beside_its_pdf(tmp_path):
    words = "quads --sheet pieces --marks silhouette --gap 8 --output p.pdf"
    result = typed(*words.split(), "--cut", "SVG", "--cut", "dxf", "--cut", "svg")
    assert result.exit_code == 0, result.stderr
    files = ["p.page1.dxf", "p.page1.svg", "p.page3.dxf", "p.page3.svg", "p.pdf"]
    assert sorted(path.name for path in tmp_path.iterdir()) == files
    assert sorted(result.stdout.splitlines()[1:]) == files
    before = (tmp_path / "p.pdf").read_bytes()
    command = typed("inspect", "p.pdf").stdout.splitlines()[-1].split()
    assert command[-4:] == ["--marks", "silhouette", "--gap", "8"]
    assert typed(*command[1:], "--output", "again.pdf").exit_code == 0
    assert (tmp_path / "again.pdf").read_bytes() == before


@pytest.mark.usefixtures("in_an_empty_folder")
def test_a_bundle_has_cut_files_of_each_sheet_or_of_its_one_pdf(tmp_path):
    assert typed("quads", "--seed", "x", "--cut", "svg", "--gap", "2").exit_code == 0
    names = sorted(path.name for path in (tmp_path / "output").glob("*.svg"))
    assert [name.split(".")[0] for name in names] == ["cards", "pieces", "pieces"]
    for path in (tmp_path / "output").glob("*.pdf"):  # options without effect are left out
        has_gap = not path.name.startswith(("board", "reference"))
        assert path.name.endswith(".gap2.pdf") == has_gap
        assert ("--gap" in record(path)[1]["command"]) == has_gap
    assert typed("quads", "--cut", "dxf", "--output", "all.pdf").exit_code == 0
    assert len([*tmp_path.glob("all.page*.dxf")]) == 3
