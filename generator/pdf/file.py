"""A writer of PDF/A-2u files (ISO 19005-2): objects, metadata, the private record, pages, catalog.

ReportLab makes the subsets of fonts and encodes texts and strings. It has no output intent, ends
streams in a way that PDF/A forbids, and keeps all pages in memory until the end.
"""

import hashlib
import io
import json
import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFDocument, PDFInfo, PDFObject, PDFString
from reportlab.pdfbase.ttfonts import (
    FF_NONSYMBOLIC,
    FF_SYMBOLIC,
    SUBSETN,
    TTFont,
    makeToUnicodeCMap,
)

from generator import __version__

AUTHOR = "board-generator"
# Every date in the file, as PDF and as XMP write it: a clock would change the bytes.
PDF_DATE = "D:20000101000000Z"
XMP_DATE = "2000-01-01T00:00:00Z"


@dataclass(frozen=True, slots=True)
class About:
    """The metadata of a document: its title, a subject with the game ID, the code of its language,
    and the record of what was rolled (pdf/file.py)."""

    title: str
    subject: str
    language: str
    # Any: the record is whatever JSON can hold.
    record: dict[str, Any] = field(default_factory=dict)


def information(about: About) -> dict[str, str]:
    """The entries of the information dictionary that are not empty, by their names in ISO 32000-1
    (14.3.3)."""
    entries = {
        "Title": about.title,
        "Author": AUTHOR,
        "Subject": about.subject,
        "Creator": f"board-generator {__version__}",
        "Producer": PDFInfo.producer,
        "CreationDate": PDF_DATE,
        "ModDate": PDF_DATE,
    }
    return {name: value for name, value in entries.items() if value}


# The XMP property of each entry of the dictionary (ISO 19005-2, 6.6.3), and the form of its value.
_PLAIN = "{}"
_ALTERNATIVES = '<rdf:Alt><rdf:li xml:lang="x-default">{}</rdf:li></rdf:Alt>'
_LIST = "<rdf:Seq><rdf:li>{}</rdf:li></rdf:Seq>"
_PROPERTIES = {
    "Title": ("dc:title", _ALTERNATIVES),
    "Author": ("dc:creator", _LIST),
    "Subject": ("dc:description", _ALTERNATIVES),
    "Creator": ("xmp:CreatorTool", _PLAIN),
    "Producer": ("pdf:Producer", _PLAIN),
    "CreationDate": ("xmp:CreateDate", _PLAIN),
    "ModDate": ("xmp:ModifyDate", _PLAIN),
}
# The id is that of every XMP packet (ISO 16684-1, 7.3.2).
_PACKET = """\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<pdfaid:part>2</pdfaid:part>
<pdfaid:conformance>U</pdfaid:conformance>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
{properties}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>
"""


def xmp(about: About) -> bytes:
    """The XMP packet in UTF-8, which claims PDF/A-2u."""
    entries = information(about) | {"CreationDate": XMP_DATE, "ModDate": XMP_DATE}
    lines = []
    for name, value in entries.items():
        element, template = _PROPERTIES[name]
        escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        lines.append(f"<{element}>{template.format(escaped)}</{element}>")
    return _PACKET.format(language=about.language, properties="\n".join(lines)).encode()


RECORD = "BoardGenerator"


class _CompressedJson:
    """A ReportLab filter that encodes a record as compressed JSON."""

    pdfname = "FlateDecode"

    def encode(self, record: dict[str, Any]) -> bytes:
        compressor = zlib.compressobj()
        return b"".join([*map(compressor.compress, _pieces(record)), compressor.flush()])


def private_data(document: pdfdoc.PDFDocument, record: dict[str, Any]) -> pdfdoc.PDFDictionary:
    """The value of PieceInfo that holds the record. Adds the stream to the document."""
    stream = pdfdoc.PDFStream(content=record, filters=[_CompressedJson()])
    entry = {"LastModified": pdfdoc.PDFString(PDF_DATE), "Private": document.Reference(stream)}
    return pdfdoc.PDFDictionary({RECORD: pdfdoc.PDFDictionary(entry)})


def _pieces(record: dict[str, Any]) -> Iterator[bytes]:
    """The JSON of a record, sorted by key, one list entry at a time."""
    opening = b"{"
    for key, value in sorted(record.items()):
        yield opening + _json(key) + b":"
        opening = b","
        if isinstance(value, list) and value:
            for number, entry in enumerate(value):
                yield (b"," if number else b"[") + _json(entry)
            yield b"]"
        else:
            yield _json(value)
    yield b"}" if record else b"{}"


def _json(value: Any) -> bytes:
    return _ENCODER.encode(value).encode()


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


# The bytes of the second line tell programs that copy files that this is not text.
_HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
_OBJECTS_PER_STREAM = 200  # a reader unpacks a whole object stream to read one object
_XREF_ENTRY = struct.Struct(">BIH")  # type, offset or object stream, generation or index
STREAM_END = b"\nendstream"
FLATE = "/Filter /FlateDecode"  # the entry of a stream whose data is compressed
# Of zlib: a third faster than its default on pages of boards, for 3% more bytes.
COMPRESSION_LEVEL = 4


def compress(data: bytes) -> bytes:
    return zlib.compress(data, COMPRESSION_LEVEL)


def stream(entries: str, data: bytes, compressed: bool = True) -> bytes:
    """A stream object; `entries` are those of its dictionary without length and filter."""
    if compressed:
        data = compress(data)
        entries += f" {FLATE}"
    return f"<< {entries} /Length {len(data)} >>\nstream\n".encode() + data + STREAM_END


class FileWriter:
    """Writes objects, in any order, to one file. Their numbers start at 1 and have no gap."""

    def __init__(self) -> None:
        self._output = io.BytesIO()  # returns its content without copying it
        self._output.write(_HEADER)
        self._xref_entries = {0: _XREF_ENTRY.pack(0, 0, 0xFFFF)}
        self._unwritten: list[tuple[int, bytes]] = []  # objects for object streams

    def add(self, number: int, body: bytes) -> None:
        """Add an object as bytes, without `obj` and `endobj`; a stream must come from stream()."""
        if body.endswith(STREAM_END):
            self._write(number, body)
        else:
            self._unwritten.append((number, body))

    def finish(self, root: int, info: int) -> bytes:
        """The whole file. `root` and `info` are the numbers of the catalog and of the document
        information."""
        number = len(self._xref_entries) + len(self._unwritten)
        for start in range(0, len(self._unwritten), _OBJECTS_PER_STREAM):
            objects = self._unwritten[start : start + _OBJECTS_PER_STREAM]
            self._write_object_stream(number, objects)
            number += 1
        xref_offset = self._output.tell()
        self._write(number, self._xref_stream(number, root, info))
        self._output.write(b"startxref\n%d\n%%%%EOF\n" % xref_offset)
        return self._output.getvalue()

    def _write(self, number: int, body: bytes) -> None:
        self._xref_entries[number] = _XREF_ENTRY.pack(1, self._output.tell(), 0)
        self._output.write(b"%d 0 obj\n%b\nendobj\n" % (number, body))

    def _write_object_stream(self, number: int, objects: list[tuple[int, bytes]]) -> None:
        """Write one object stream: pairs of number and offset, then the objects."""
        pairs, bodies, offset = [], [], 0
        for index, (object_number, body) in enumerate(objects):
            self._xref_entries[object_number] = _XREF_ENTRY.pack(2, number, index)
            pairs.append(b"%d %d" % (object_number, offset))
            bodies.append(body)
            offset += len(body) + 1
        head = b" ".join(pairs) + b"\n"
        entries = f"/Type /ObjStm /N {len(objects)} /First {len(head)}"
        self._write(number, stream(entries, head + b"\n".join(bodies)))

    def _xref_stream(self, number: int, root: int, info: int) -> bytes:
        """The cross-reference stream, whose own number is given: the offset of every object, and
        the entries of a trailer."""
        with self._output.getbuffer() as content:
            digest = f"<{hashlib.md5(content, usedforsecurity=False).hexdigest()}>"
        self._xref_entries[number] = _XREF_ENTRY.pack(1, self._output.tell(), 0)
        table = b"".join(self._xref_entries[index] for index in range(number + 1))
        entries = f"/Type /XRef /Size {number + 1} /W [ 1 4 2 ] /Root {root} 0 R /Info {info} 0 R"
        return stream(f"{entries} /ID [ {digest} {digest} ]", table)


if TYPE_CHECKING:
    from PIL.Image import Image

_COLOUR_SPACE = "sRGB IEC61966-2.1"
# ICC.1:2004-10, version 4.2, the one that PDF 1.7 names. The profile that a colour library makes
# depends on its version and on the clock.
SRGB = Path(__file__).with_name("srgb.icc").read_bytes()
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
    colours = compress(image.convert("RGB").tobytes())
    return Picture(image.width, image.height, colours, compress(opacity) if opacity else b"")


class PdfWriter:
    """Writes a document. Forms and pictures come before the pages that use them. Each part is
    compressed at once, so a long document takes little more memory than its file."""

    def __init__(self) -> None:
        self.fonts = PDFDocument(compression=1)  # it also numbers the objects
        self._file = FileWriter()
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
        return self._add_resource(_form(entries, content))

    def add_picture(self, picture: Picture) -> str:
        """Add a picture, which fills the unit square, and return its name."""
        size = f"/Width {picture.width} /Height {picture.height} /BitsPerComponent 8"
        entries = f"/Type /XObject /Subtype /Image {size}"
        mask = ""
        if picture.opacity:
            grey = f"{entries} /ColorSpace /DeviceGray {FLATE}"
            number = self._add(stream(grey, picture.opacity, False))
            mask = f" /SMask {number} 0 R"
        entries += f" /ColorSpace /DeviceRGB{mask} {FLATE}"
        return self._add_resource(stream(entries, picture.colours, False))

    def add_page(self, size: tuple[float, float], content: str, resources: Iterable[str]) -> None:
        """Add a page. Its size is width and height in points."""
        if not self._nodes or len(self._nodes[-1][1]) == _PAGES_PER_NODE:
            self._nodes.append((self._new_number(), []))
        parent, pages = self._nodes[-1]
        contents = self._add(stream("", content.encode("ascii")))
        box = _array((0, 0, *size))
        page = (
            f"<< /Type /Page /Parent {parent} 0 R /Contents {contents} 0 R "
            f"/MediaBox {box} /TrimBox {box} /BleedBox {box} "
            f"/Resources {self._resources(content, resources)} >>"
        )
        pages.append(self._add(page.encode("ascii")))

    def finish(self, about: About) -> bytes:
        """Complete the file and return it. Nothing can be added afterwards."""
        for font in self.fonts.delayedFonts:
            self._embed(font)
        root = self._add(self._object_bytes(self._catalog(about)))
        strings = {name: PDFString(text) for name, text in information(about).items()}
        info = self._add(self._object_bytes(PDFDictionary(strings)))
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

    def _add_resource(self, body: bytes) -> str:
        """Write a form or a picture and return its name in content, which contains its number."""
        return f"X{self._add(body)}"

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
            return body[: -len(_ENDSTREAM)] + STREAM_END
        return body

    def _resources(self, content: str, names: Iterable[str]) -> str:
        """The resource dictionary of some content: the fonts, which all content with text shares,
        and the named forms and pictures."""
        forms = " ".join(f"/{name} {name[1:]} 0 R" for name in names)
        fonts, _ = self.fonts.idToObjectNumberAndVersion[pdfdoc.BasicFonts]
        entries = [f"/Font {fonts} 0 R "] if " Tf " in content else []
        return f"<< {''.join(entries)}/XObject << {forms} >> >>"

    def _catalog(self, about: About) -> PDFDictionary:
        packet = stream("/Type /Metadata /Subtype /XML", xmp(about), False)
        # The colours of the whole document (6.2.3): sRGB, which screens and home printers expect.
        intent = {
            "Type": "/OutputIntent",
            "S": "/GTS_PDFA1",
            "OutputConditionIdentifier": PDFString(_COLOUR_SPACE),
            "Info": PDFString(_COLOUR_SPACE),
        }
        entries = {
            "Type": "/Catalog",
            "Pages": f"{self._page_tree()} 0 R",
            "Lang": PDFString(about.language),
            "ViewerPreferences": PDFDictionary({"PrintScaling": "/None"}),
            "Metadata": f"{self._add(packet)} 0 R",
        }
        intent["DestOutputProfile"] = f"{self._add(stream('/N 3', SRGB))} 0 R"
        entries["OutputIntents"] = pdfdoc.PDFArray([PDFDictionary(intent)])
        if about.record:
            entries["PieceInfo"] = private_data(self.fonts, about.record)
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


class _Subset(NamedTuple):
    """The objects of a font subset, with %d for the numbers of the objects they refer to."""

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
        "Ascent": face.ascent,
        "Descent": face.descent,
        "CapHeight": face.capHeight,
        "ItalicAngle": face.italicAngle,
        "StemV": face.stemV,
        "MissingWidth": face.defaultWidth,
    }
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
        stream(f"/Length1 {len(glyphs)}", glyphs),
        descriptor.encode("ascii"),
        stream("", makeToUnicodeCMap(name, codes).encode("ascii")),
        entry.encode("ascii"),
    )


@lru_cache(maxsize=1024)
def _form(entries: str, content: str) -> bytes:
    """A form as bytes. The documents of a run share much of their art, so it is cached."""
    return stream(entries, content.encode("ascii"))


def _node(kids: list[int], count: int, parent: str = "") -> bytes:
    """A node of the page tree; `count` is the number of pages below it."""
    references = " ".join(f"{kid} 0 R" for kid in kids)
    return f"<< /Type /Pages {parent}/Count {count} /Kids [ {references} ] >>".encode("ascii")


def _array(values: Iterable[float]) -> str:
    return f"[ {' '.join(map(_decimal, values))} ]"


@lru_cache(maxsize=1024)
def _decimal(value: float) -> str:
    """A number with six decimals: readers round the size of a page up to whole pixels."""
    return f"{value:.6f}".rstrip("0").rstrip(".")
