"""A writer of PDF/A-2u files (ISO 19005-2), part by part.

Input: the contents of pages and forms, pictures, an About. Output: the file as bytes. ReportLab
makes the subsets of fonts and encodes texts and strings. This module writes pages, catalog, output
intent and XMP: ReportLab has no output intent, ends streams in a way that PDF/A forbids, and keeps
all pages in memory until the end.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFDocument, PDFObject, PDFString
from reportlab.pdfbase.ttfonts import (
    FF_NONSYMBOLIC,
    FF_SYMBOLIC,
    SUBSETN,
    TTFont,
    makeToUnicodeCMap,
)

from generator.pdf import metadata, objects, record
from generator.pdf.metadata import About
from generator.pdf.srgb_profile import srgb

if TYPE_CHECKING:
    from PIL.Image import Image

_COLOUR_SPACE = "sRGB IEC61966-2.1"
_ENDSTREAM = b"endstream\n"
_PAGES_PER_NODE = 64  # of the page tree: a reader finds one page without reading all


class Picture(NamedTuple):
    """A picture in RGB. Both channels are compressed; `opacity` is b"" for an opaque picture."""

    width: int
    height: int
    colours: bytes
    opacity: bytes


def encode_picture(image: "Image") -> Picture:
    """Encode a picture in RGB or RGBA. Compressing it takes longer than the rest of a page."""
    opacity = image.getchannel("A").tobytes() if image.mode == "RGBA" else b""
    colours = objects.compress(image.convert("RGB").tobytes())
    return Picture(
        image.width, image.height, colours, objects.compress(opacity) if opacity else b""
    )


class PdfWriter:
    """Writes a document. Forms and pictures come before the pages that use them. Each part is
    compressed at once, so a long document takes little more memory than its file."""

    def __init__(self) -> None:
        self.fonts = PDFDocument(compression=1)  # it also numbers the objects
        self._file = objects.FileWriter()
        # The nodes of the page tree: their numbers, and the numbers of their pages.
        self._nodes: list[tuple[int, list[int]]] = []

    def add_form(
        self, box: tuple[float, float, float, float], content: str, resources: Iterable[str]
    ) -> str:
        """Add a form, a drawing that many pages can use, and return its name.

        The form is clipped to its box (left, bottom, right, top). `resources` are the names of the
        forms and pictures it uses.
        """
        entry = self._resources(content, resources)
        entries = f"/Type /XObject /Subtype /Form /BBox {_array(box)} /Resources {entry}"
        return _resource_name(self._add(_form(entries, content)))

    def add_picture(self, picture: Picture) -> str:
        """Add a picture, which fills the unit square, and return its name."""
        size = f"/Width {picture.width} /Height {picture.height} /BitsPerComponent 8"
        entries = f"/Type /XObject /Subtype /Image {size}"
        mask = ""
        if picture.opacity:
            grey = f"{entries} /ColorSpace /DeviceGray {objects.FLATE}"
            number = self._add(objects.stream(grey, picture.opacity, False))
            mask = f" /SMask {number} 0 R"
        entries += f" /ColorSpace /DeviceRGB{mask} {objects.FLATE}"
        return _resource_name(self._add(objects.stream(entries, picture.colours, False)))

    def add_page(self, size: tuple[float, float], content: str, resources: Iterable[str]) -> None:
        """Add a page. Its size is width and height in points."""
        if not self._nodes or len(self._nodes[-1][1]) == _PAGES_PER_NODE:
            self._nodes.append((self._new_number(), []))
        parent, pages = self._nodes[-1]
        stream = self._add(objects.stream("", content.encode("ascii")))
        box = _array((0, 0, *size))
        page = (
            f"<< /Type /Page /Parent {parent} 0 R /Contents {stream} 0 R "
            f"/MediaBox {box} /TrimBox {box} /BleedBox {box} "
            f"/Resources {self._resources(content, resources)} >>"
        )
        pages.append(self._add(page.encode("ascii")))

    def finish(self, about: About) -> bytes:
        """Complete the file and return it. Nothing can be added afterwards."""
        for font in self.fonts.delayedFonts:
            self._embed(font)
        root = self._add(self._object_bytes(self._catalog(about)))
        info = self._add(self._object_bytes(_string_dictionary(metadata.information(about))))
        count = 0
        while count < len(numbers := list(self.fonts.numberToId.items())):
            for number, name in numbers[count:]:  # writing an object may number others
                self._file.add(number, self._object_bytes(self.fonts.idToObject[name]))
            count = len(numbers)
        return self._file.finish(root, info)

    def _embed(self, font: TTFont) -> None:
        """Write the subsets of a font. ReportLab would build the same subset again for every
        document of a run."""
        resources: dict[str, str] = self.fonts.idToObject[pdfdoc.BasicFonts].dict
        for index, codes in enumerate(font.state.pop(self.fonts).subsets):
            subset = _subset(font, index, tuple(codes))
            descriptor = self._add(subset.descriptor % self._add(subset.file))
            number = self._add(subset.font % (descriptor, self._add(subset.unicode)))
            resources[f"{self.fonts.fontMapping[font.fontName][1:]}+{index}"] = f"{number} 0 R"

    def _new_number(self) -> int:
        """A number for an object that ReportLab does not know."""
        self.fonts.objectcounter += 1
        number: int = self.fonts.objectcounter
        return number

    def _add(self, body: bytes) -> int:
        """Write an object to the file and return its number."""
        number = self._new_number()
        self._file.add(number, body)
        return number

    def _object_bytes(self, element: PDFObject) -> bytes:
        """An object of ReportLab as bytes."""
        body: bytes = pdfdoc.format(element, self.fonts, toplevel=1)
        if body.endswith(_ENDSTREAM):  # PDF/A requires a line end before it (6.1.7.1)
            return body[: -len(_ENDSTREAM)] + objects.STREAM_END
        return body

    def _resources(self, content: str, names: Iterable[str]) -> str:
        """The resource dictionary of some content: the fonts, which all content with text shares,
        and the named forms and pictures."""
        forms = " ".join(f"/{name} {name[1:]} 0 R" for name in names)
        fonts, _ = self.fonts.idToObjectNumberAndVersion[pdfdoc.BasicFonts]
        entries = [f"/Font {fonts} 0 R "] if " Tf " in content else []
        return f"<< {''.join(entries)}/XObject << {forms} >> >>"

    def _catalog(self, about: About) -> PDFDictionary:
        packet = objects.stream("/Type /Metadata /Subtype /XML", metadata.xmp(about), False)
        entries = {
            "Type": "/Catalog",
            "Pages": f"{self._page_tree()} 0 R",
            "Lang": PDFString(about.language),
            "ViewerPreferences": PDFDictionary({"PrintScaling": "/None"}),
            "Metadata": f"{self._add(packet)} 0 R",
            "OutputIntents": pdfdoc.PDFArray([self._output_intent()]),
        }
        if about.record:
            entries["PieceInfo"] = record.private_data(self.fonts, about.record)
        return PDFDictionary(entries)

    def _page_tree(self) -> int:
        """Write the page tree and return the number of its root: the only node, or one above
        all nodes."""
        if len(self._nodes) == 1:
            ((number, pages),) = self._nodes
            self._file.add(number, _node(pages, len(pages)))
            return number
        root = self._new_number()
        for number, pages in self._nodes:
            self._file.add(number, _node(pages, len(pages), f"/Parent {root} 0 R "))
        count = sum(len(pages) for _, pages in self._nodes)
        self._file.add(root, _node([number for number, _ in self._nodes], count))
        return root

    def _output_intent(self) -> PDFDictionary:
        """The colour space of the whole document (6.2.3): sRGB, which screens and home printers
        expect."""
        return PDFDictionary(
            {
                "Type": "/OutputIntent",
                "S": "/GTS_PDFA1",
                "OutputConditionIdentifier": PDFString(_COLOUR_SPACE),
                "Info": PDFString(_COLOUR_SPACE),
                "DestOutputProfile": f"{self._add(objects.stream('/N 3', srgb()))} 0 R",
            }
        )


class _Subset(NamedTuple):
    """The objects of a font subset. `descriptor` and `font` have %d for the numbers of the objects
    they refer to."""

    file: bytes
    descriptor: bytes
    unicode: bytes
    font: bytes


@lru_cache(maxsize=64)
def _subset(font: TTFont, index: int, codes: tuple[int, ...]) -> _Subset:
    """The subset with the glyphs of up to 256 characters (ISO 32000-1, 9.6.3, 9.8, 9.10.3)."""
    face = font.face
    name = (SUBSETN(index) + b"+" + face.name + face.subfontNameX).decode("ascii")
    glyphs = face.makeSubset(list(codes))
    metrics = {
        "Ascent": face.ascent, "Descent": face.descent, "CapHeight": face.capHeight,
        "ItalicAngle": face.italicAngle, "StemV": face.stemV, "MissingWidth": face.defaultWidth,
    }  # fmt: skip
    measures = " ".join(f"/{key} {_decimal(value)}" for key, value in metrics.items())
    descriptor = (
        f"<< /Type /FontDescriptor /FontName /{name} {measures} /FontBBox {_array(face.bbox)} "
        f"/Flags {face.flags & ~FF_NONSYMBOLIC | FF_SYMBOLIC} /FontFile2 %d 0 R >>"
    )
    widths = _array(face.getCharWidth(code) for code in codes)
    entry = (
        f"<< /Type /Font /Subtype /TrueType /BaseFont /{name} /FirstChar 0 "
        f"/LastChar {len(codes) - 1} /Widths {widths} /FontDescriptor %d 0 R /ToUnicode %d 0 R >>"
    )
    return _Subset(
        objects.stream(f"/Length1 {len(glyphs)}", glyphs),
        descriptor.encode("ascii"),
        objects.stream("", makeToUnicodeCMap(name, codes).encode("ascii")),
        entry.encode("ascii"),
    )


@lru_cache(maxsize=1024)
def _form(entries: str, content: str) -> bytes:
    """A form as bytes. The documents of a run share much of their art, so it is cached."""
    return objects.stream(entries, content.encode("ascii"))


def _resource_name(number: int) -> str:
    """The name of a form or a picture in content; it contains the number."""
    return f"X{number}"


def _node(kids: list[int], count: int, parent: str = "") -> bytes:
    """A node of the page tree; `count` is the number of pages below it."""
    references = " ".join(f"{kid} 0 R" for kid in kids)
    return f"<< /Type /Pages {parent}/Count {count} /Kids [ {references} ] >>".encode("ascii")


def _string_dictionary(entries: dict[str, str]) -> PDFDictionary:
    return PDFDictionary({name: PDFString(value) for name, value in entries.items()})


def _array(values: Iterable[float]) -> str:
    return f"[ {' '.join(map(_decimal, values))} ]"


@lru_cache(maxsize=1024)
def _decimal(value: float) -> str:
    """A number with six decimals: readers round the size of a page up to whole pixels."""
    return f"{value:.6f}".rstrip("0").rstrip(".")
