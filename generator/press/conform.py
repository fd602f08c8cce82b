"""The last step of a PDF: what makes it PDF/A-2u (ISO 19005-2), written in the same pass.

Input: a ReportLab canvas with all pages drawn, an About. Output: the file as bytes. ReportLab
holds the objects and makes the fonts. Catalog, output intent, XMP and the file around them are
made here: ReportLab has no place for an output intent, and ends streams as PDF/A forbids.
"""

from collections.abc import Iterable

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFDocument, PDFObject, PDFString
from reportlab.pdfgen.canvas import Canvas

from generator.draw import record
from generator.press import metadata, syntax
from generator.press.metadata import About
from generator.press.profile import srgb

_COLOURS = "sRGB IEC61966-2.1"
_ENDSTREAM = b"endstream\n"


class _Stream(PDFObject):
    """A stream that is ready to be written; ReportLab only numbers it."""

    def __init__(self, entries: str, data: bytes, compressed: bool = True):
        self._body = syntax.stream(entries, data, compressed)

    def format(self, _: PDFDocument) -> bytes:
        return self._body


def finished(canvas: Canvas, about: About) -> bytes:
    """The file. The canvas cannot be used any further."""
    document = canvas._doc
    for font in document.delayedFonts:
        font.addObjects(document)
    root = _number(_catalog(document, about), document)
    info = _number(_strings(metadata.information(about)), document)
    file = syntax.File()
    number = 1
    while name := document.numberToId.get(number):  # writing an object may number others
        file.add(number, _body(document.idToObject[name], document))
        number += 1
    return file.content(root, info)


def _number(element: PDFObject, document: PDFDocument) -> int:
    """The number of an object; it gets one if it has none."""
    number, _ = document.idToObjectNumberAndVersion[document.Reference(element).name]
    return number


def _catalog(document: PDFDocument, about: About) -> PDFDictionary:
    packet = _Stream("/Type /Metadata /Subtype /XML", metadata.xmp(about), compressed=False)
    entries = {
        "Type": "/Catalog",
        "Pages": document.Reference(document.Pages),
        "Lang": PDFString(about.language),
        "ViewerPreferences": PDFDictionary({"PrintScaling": "/None"}),
        "Metadata": document.Reference(packet),
        "OutputIntents": pdfdoc.PDFArray([_output_intent(document)]),
    }
    if about.record:
        entries["PieceInfo"] = record.private_data(document, about.record)
    return PDFDictionary(entries)


def _output_intent(document: PDFDocument) -> PDFDictionary:
    """What all colours are meant for (6.2.3): sRGB, as screens and home printers take them."""
    return PDFDictionary(
        {
            "Type": "/OutputIntent",
            "S": "/GTS_PDFA1",
            "OutputConditionIdentifier": PDFString(_COLOURS),
            "Info": PDFString(_COLOURS),
            "DestOutputProfile": document.Reference(_Stream("/N 3", srgb())),
        }
    )


def _strings(entries: dict[str, str]) -> PDFDictionary:
    return PDFDictionary({name: PDFString(value) for name, value in entries.items()})


def _body(element: PDFObject, document: PDFDocument) -> bytes:
    """An object as it stands in the file. Pages and forms, thousands in a long document, are put
    down here: ReportLab's own formatting of them takes ten times as long."""
    if isinstance(element, pdfdoc.PDFPage):
        return _page(element, document)
    if isinstance(element, pdfdoc.PDFFormXObject):
        return _form(element, document)
    body = pdfdoc.format(element, document, toplevel=1)
    if body.endswith(_ENDSTREAM):  # PDF/A wants a line end before it (6.1.7.1)
        return body[: -len(_ENDSTREAM)] + syntax.STREAM_END
    return body


def _page(page: pdfdoc.PDFPage, document: PDFDocument) -> bytes:
    parent = _number(document.Pages, document)
    content = _number(_Stream("", page.stream.encode("ascii")), document)
    return (
        f"<< /Type /Page /Parent {parent} 0 R /Contents {content} 0 R "
        f"/MediaBox {_array((0, 0, page.pagewidth, page.pageheight))} "
        f"/TrimBox {_array(page.TrimBox.sequence)} /BleedBox {_array(page.BleedBox.sequence)} "
        f"/Resources {_resources(page, document)} >>"
    ).encode("ascii")


def _form(form: pdfdoc.PDFFormXObject, document: PDFDocument) -> bytes:
    box = _array((form.lowerx, form.lowery, form.upperx, form.uppery))
    entries = f"/Type /XObject /Subtype /Form /BBox {box} /Resources {_resources(form, document)}"
    return syntax.stream(entries, form.stream)


def _resources(part: pdfdoc.PDFPage | pdfdoc.PDFFormXObject, document: PDFDocument) -> str:
    """The fonts, which all parts share, and the forms and pictures that this one shows."""
    numbers = document.idToObjectNumberAndVersion
    used = part.XObjects.dict if part.XObjects else {}
    shown = " ".join(f"/{name} {numbers[each.name][0]} 0 R" for name, each in used.items())
    return f"<< /Font {numbers[pdfdoc.BasicFonts][0]} 0 R /XObject << {shown} >> >>"


def _array(values: Iterable[float]) -> str:
    """Points, as exact as can be: readers that draw a page round its size up to whole pixels."""
    return f"[ {' '.join(f'{value:.6f}'.rstrip('0').rstrip('.') for value in values)} ]"
