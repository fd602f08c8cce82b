"""Cut files: SVG and DXF for cutting machines, a file for each sheet of paper that is cut. Lengths
are millimetres on the paper, whatever a printer's profile does to the PDF."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from generator.core.errors import CutError
from generator.layout.page import Circle, CutPath, Line, Page
from generator.pdf.document import Document

# In SVG; their numbers in DXF.
_COLOURS = {"cut": ("#ff0000", 1), "marks": ("#000000", 7), "fold": ("#0000ff", 5)}
_LINE = 0.1  # mm, the width of the lines in an SVG
_DXF_HEAD = (
    "0 SECTION 2 HEADER 9 $ACADVER 1 AC1009 9 $INSUNITS 70 4 0 ENDSEC "
    "0 SECTION 2 TABLES 0 TABLE 2 LAYER"
).replace(" ", "\n")


def cut_files(
    pages_by_pdf: Iterable[tuple[Path, Sequence[Page]]], formats: Sequence[str]
) -> list[Document]:
    """The cut files of PDFs with these pages, named after the PDF and the page. Raises CutError if
    nothing is cut out of any of them."""
    result = []
    for pdf, pages in pages_by_pdf:
        digits = len(str(len(pages)))
        for number, page in enumerate(pages, 1):
            for name in formats if page.cuts else ():
                path = pdf.with_name(f"{pdf.stem}.page{number:0{digits}}.{name}")
                content = svg(page) if name == "svg" else dxf(page)
                result.append(Document(path, content.encode()))
    if not result:
        raise CutError(f"--cut {' --cut '.join(formats)}: nothing is cut out of these sheets")
    return result


def svg(page: Page) -> str:
    """The cut paths of a page as SVG 1.1, in millimetres."""
    x, y, width, height = map(_number, page.paper.real_sheet)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="{x} {y} {width} {height}">',
    ]
    for layer, paths in _layers(page):
        colour, _ = _COLOURS[layer]
        lines.append(f'<g id="{layer}" fill="none" stroke="{colour}" stroke-width="{_LINE}">')
        for path in paths:
            if isinstance(path, Circle):
                radius, side = _number(path.radius), _number(2 * path.radius)
                half = f"a{radius} {radius} 0 0 1"
                start = f"M{_number(path.x - path.radius)} {_number(path.y)}"
                data = f"{start}{half} {side} 0{half} -{side} 0Z"
            else:
                corners = (path[:2], path[2:4]) if isinstance(path, Line) else path.corners
                data = f"M{'L'.join(f'{_number(x)} {_number(y)}' for x, y in corners)}"
                data += "" if isinstance(path, Line) else "Z"
            lines.append(f'<path d="{data}"/>')
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def dxf(page: Page) -> str:
    """The cut paths of a page as DXF R12, in millimetres from the lower left corner of the paper,
    y upward: a CIRCLE or a closed POLYLINE for each, a LINE for each fold."""
    layers = ("cut", "marks", "fold") if page.folds else ("cut", "marks")
    lines: list[object] = [_DXF_HEAD, 70, len(layers)]
    for layer in layers:
        lines += [0, "LAYER", 2, layer, 70, 0, 62, _COLOURS[layer][1], 6, "CONTINUOUS"]
    lines += [0, "ENDTAB", 0, "ENDSEC", 0, "SECTION", 2, "ENTITIES"]
    sheet = page.paper.real_sheet

    def point(x: float, y: float, code: int = 10) -> list[object]:
        return [code, _number(x - sheet.x), code + 10, _number(sheet.bottom - y), code + 20, "0"]

    for layer, paths in _layers(page):
        for path in paths:
            if isinstance(path, Circle):
                lines += [0, "CIRCLE", 8, layer, *point(path.x, path.y), 40, _number(path.radius)]
            elif isinstance(path, Line):
                lines += [0, "LINE", 8, layer, *point(path.x1, path.y1)]
                lines += point(path.x2, path.y2, 11)
            else:
                lines += [0, "POLYLINE", 8, layer, 66, 1, *point(sheet.x, sheet.bottom), 70, 1]
                for corner in path.corners:
                    lines += [0, "VERTEX", 8, layer, *point(*corner)]
                lines += [0, "SEQEND", 8, layer]
    lines += [0, "ENDSEC", 0, "EOF"]
    return "".join(f"{line}\n" for line in lines)


def _layers(page: Page) -> Iterable[tuple[str, Sequence[CutPath | Line]]]:
    """The layers of a page that are not empty."""
    layers = (("cut", page.cuts), ("marks", page.marks), ("fold", page.folds))
    return [(name, paths) for name, paths in layers if paths]


def _number(value: float) -> str:
    """A length in mm, without needless zeros."""
    return f"{round(value, 4) + 0.0:.4f}".rstrip("0").rstrip(".")
