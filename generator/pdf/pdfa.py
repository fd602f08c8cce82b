"""A PDF/A-2u (ISO 19005-2), written part by part.

Input: the contents of pages and forms, pictures, an About. Output: the file as bytes. ReportLab
makes subsets of the fonts, encodes texts and writes strings. Pages, catalog, output intent, XMP and
the file around them are made here: ReportLab has no place for an output intent, ends streams as
PDF/A forbids, and holds all pages in memory until the last.
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

_COLOURS = "sRGB IEC61966-2.1"
_ENDSTREAM = b"endstream\n"
_LEAVES = 64  # pages below a node of the page tree: readers need not read all to find one


class Picture(NamedTuple):
    """A picture in RGB, its rows compressed; opacity is b"" where it is nowhere clear."""

    width: int
    height: int
    colours: bytes
    opacity: bytes


def encoded(image: "Image") -> Picture:
    """A picture in RGB or RGBA as a document takes it. Compressing it takes longer than the rest
    of a page."""
    clear = image.getchannel("A").tobytes() if image.mode == "RGBA" else b""
    colours = objects.deflated(image.convert("RGB").tobytes())
    return Picture(image.width, image.height, colours, objects.deflated(clear) if clear else b"")


class Document:
    """Takes what pages show before the pages. Each part is compressed at once, so that a long
    document takes little more memory than its file."""

    def __init__(self) -> None:
        self.fonts = PDFDocument(compression=1)  # ReportLab's; it also numbers the objects
        self._file = objects.File()
        self._nodes: list[tuple[int, list[int]]] = []  # of the page tree, with their pages

    def form(
        self, box: tuple[float, float, float, float], content: str, shown: Iterable[str]
    ) -> str:
        """The name of a new form, a drawing that many pages may show; `box` is what it is clipped
        to (left, bottom, right, top), `shown` the names of the forms and pictures it shows."""
        resources = self._resources(content, shown)
        entries = f"/Type /XObject /Subtype /Form /BBox {_array(box)} /Resources {resources}"
        return _name(self._add(_form(entries, content)))

    def picture(self, picture: Picture) -> str:
        """The name of a new picture, which fills the unit square."""
        size = f"/Width {picture.width} /Height {picture.height} /BitsPerComponent 8"
        entries = f"/Type /XObject /Subtype /Image {size}"
        mask = ""
        if picture.opacity:
            grey = f"{entries} /ColorSpace /DeviceGray {objects.FLATE}"
            number = self._add(objects.stream(grey, picture.opacity, False))
            mask = f" /SMask {number} 0 R"
        entries += f" /ColorSpace /DeviceRGB{mask} {objects.FLATE}"
        return _name(self._add(objects.stream(entries, picture.colours, False)))

    def page(self, size: tuple[float, float], content: str, shown: Iterable[str]) -> None:
        """One more page, of that width and height in points."""
        if not self._nodes or len(self._nodes[-1][1]) == _LEAVES:
            self._nodes.append((self._number(), []))
        parent, leaves = self._nodes[-1]
        stream = self._add(objects.stream("", content.encode("ascii")))
        box = _array((0, 0, *size))
        page = (
            f"<< /Type /Page /Parent {parent} 0 R /Contents {stream} 0 R "
            f"/MediaBox {box} /TrimBox {box} /BleedBox {box} "
            f"/Resources {self._resources(content, shown)} >>"
        )
        leaves.append(self._add(page.encode("ascii")))

    def finished(self, about: About) -> bytes:
        """The file. Nothing can be added any more."""
        for font in self.fonts.delayedFonts:
            self._embed(font)
        root = self._add(self._body(self._catalog(about)))
        info = self._add(self._body(_strings(metadata.information(about))))
        done = 0
        while done < len(held := list(self.fonts.numberToId.items())):
            for number, name in held[done:]:  # writing an object may number others
                self._file.add(number, self._body(self.fonts.idToObject[name]))
            done = len(held)
        return self._file.content(root, info)

    def _embed(self, font: TTFont) -> None:
        """Puts the subsets of a font that texts were encoded with into the file. ReportLab would
        do so too, but make the same subset anew for every document of a run."""
        listed = self.fonts.idToObject[pdfdoc.BasicFonts].dict
        for index, codes in enumerate(font.state.pop(self.fonts).subsets):
            parts = _subset(font, index, tuple(codes))
            descriptor = self._add(parts.descriptor % self._add(parts.file))
            number = self._add(parts.font % (descriptor, self._add(parts.unicode)))
            listed[f"{self.fonts.fontMapping[font.fontName][1:]}+{index}"] = f"{number} 0 R"

    def _number(self) -> int:
        """A number for an object that ReportLab does not know."""
        self.fonts.objectcounter += 1
        return self.fonts.objectcounter

    def _add(self, body: bytes) -> int:
        """Puts an object into the file; its number."""
        number = self._number()
        self._file.add(number, body)
        return number

    def _body(self, element: PDFObject) -> bytes:
        """An object of ReportLab's as it stands in the file."""
        body = pdfdoc.format(element, self.fonts, toplevel=1)
        if body.endswith(_ENDSTREAM):  # PDF/A wants a line end before it (6.1.7.1)
            return body[: -len(_ENDSTREAM)] + objects.STREAM_END
        return body

    def _resources(self, content: str, shown: Iterable[str]) -> str:
        """The fonts, which all parts with texts share, and the forms that this one shows."""
        forms = " ".join(f"/{name} {name[1:]} 0 R" for name in shown)
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
        """The number of its root: the only node, or one above all."""
        if len(self._nodes) == 1:
            ((number, leaves),) = self._nodes
            self._file.add(number, _node(leaves, len(leaves)))
            return number
        root = self._number()
        for number, leaves in self._nodes:
            self._file.add(number, _node(leaves, len(leaves), f"/Parent {root} 0 R "))
        count = sum(len(leaves) for _, leaves in self._nodes)
        self._file.add(root, _node([number for number, _ in self._nodes], count))
        return root

    def _output_intent(self) -> PDFDictionary:
        """What all colours are meant for (6.2.3): sRGB, as screens and home printers take them."""
        return PDFDictionary(
            {
                "Type": "/OutputIntent",
                "S": "/GTS_PDFA1",
                "OutputConditionIdentifier": PDFString(_COLOURS),
                "Info": PDFString(_COLOURS),
                "DestOutputProfile": f"{self._add(objects.stream('/N 3', srgb()))} 0 R",
            }
        )


class _Subset(NamedTuple):
    """A subset of a font as objects; two have places for the numbers of what they refer to."""

    file: bytes
    descriptor: bytes
    unicode: bytes
    font: bytes


@lru_cache(maxsize=64)
def _subset(font: TTFont, index: int, codes: tuple[int, ...]) -> _Subset:
    """The glyphs of up to 256 characters, as ISO 32000-1 has them (9.6.3, 9.8, 9.10.3)."""
    face = font.face
    name = (SUBSETN(index) + b"+" + face.name + face.subfontNameX).decode("ascii")
    glyphs = face.makeSubset(list(codes))
    metrics = {
        "Ascent": face.ascent, "Descent": face.descent, "CapHeight": face.capHeight,
        "ItalicAngle": face.italicAngle, "StemV": face.stemV, "MissingWidth": face.defaultWidth,
    }  # fmt: skip
    measures = " ".join(f"/{key} {_plain(value)}" for key, value in metrics.items())
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
    """Documents of a run have much art in common."""
    return objects.stream(entries, content.encode("ascii"))


def _name(number: int) -> str:
    """What contents call a form or a picture; its number can be read from it."""
    return f"X{number}"


def _node(kids: list[int], count: int, parent: str = "") -> bytes:
    """A node of the page tree, with so many pages below it."""
    listed = " ".join(f"{kid} 0 R" for kid in kids)
    return f"<< /Type /Pages {parent}/Count {count} /Kids [ {listed} ] >>".encode("ascii")


def _strings(entries: dict[str, str]) -> PDFDictionary:
    return PDFDictionary({name: PDFString(value) for name, value in entries.items()})


def _array(values: Iterable[float]) -> str:
    return f"[ {' '.join(map(_plain, values))} ]"


@lru_cache(maxsize=1024)
def _plain(value: float) -> str:
    """As exact as can be: readers that draw a page round its size up to whole pixels."""
    return f"{value:.6f}".rstrip("0").rstrip(".")
