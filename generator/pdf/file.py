"""A writer of PDF/A-2u files (ISO 19005-2). ReportLab makes the subsets of fonts and encodes texts;
it has no output intent, ends streams in a way that PDF/A forbids, and keeps all pages in memory."""

import hashlib
import io
import json
import struct
import zlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from reportlab.pdfbase import pdfdoc, ttfonts

from generator import __version__

# Every date in the file, as PDF and as XMP write it: a clock would change the bytes.
PDF_DATE = "D:20000101000000Z"
XMP_DATE = "2000-01-01T00:00:00Z"


class About(NamedTuple):
    """What a document says of itself; the language is a code, the record of rolls JSON data."""

    title: str
    subject: str
    language: str
    record: Mapping[str, Any] = {}


def information(about: About) -> dict[str, str]:
    """The document information, by its names in ISO 32000-1 (14.3.3)."""
    return {
        "Title": about.title,
        "Author": "board-generator",
        "Subject": about.subject,
        "Creator": f"board-generator {__version__}",
        "Producer": pdfdoc.PDFInfo.producer,
        "CreationDate": PDF_DATE,
        "ModDate": PDF_DATE,
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
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{Title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{Author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{Subject}</rdf:li></rdf:Alt></dc:description>
<xmp:CreatorTool>{Creator}</xmp:CreatorTool>
<pdf:Producer>{Producer}</pdf:Producer>
<xmp:CreateDate>{CreationDate}</xmp:CreateDate>
<xmp:ModifyDate>{ModDate}</xmp:ModifyDate>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>
"""


RECORD = "BoardGenerator"
# The bytes of the second line tell programs that copy files that this is not text.
_HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
_OBJECTS_PER_STREAM = 200  # a reader unpacks a whole object stream to read one object
_XREF_ENTRY = struct.Struct(">BIH")  # type, offset or object stream, generation or index
STREAM_END = b"\nendstream"
FLATE = "/Filter /FlateDecode"  # the entry of a stream whose data is compressed


def stream(entries: str, data: bytes, compressed: bool = True) -> bytes:
    """A stream object; `entries` are those of its dictionary without length and filter."""
    if compressed:
        data = zlib.compress(data)
        entries += f" {FLATE}"
    return f"<< {entries} /Length {len(data)} >>\nstream\n".encode() + data + STREAM_END


_COLOUR_SPACE = "sRGB IEC61966-2.1"
# ICC.1:2004-10, version 4.2, the one that PDF 1.7 names. The profile that a colour library makes
# depends on its version and on the clock.
SRGB = Path(__file__).with_name("srgb.icc").read_bytes()
_PAGES_PER_NODE = 64  # of the page tree: a reader finds one page without reading all


class PdfWriter:
    """Writes a document. Forms and pictures come before the pages that use them. Each part is
    compressed at once, so a long document takes little more memory than its file."""

    def __init__(self) -> None:
        self.fonts = pdfdoc.PDFDocument(compression=1)  # which subsets of fonts are used
        self._output = io.BytesIO()  # returns its content without copying it
        self._output.write(_HEADER)
        self._xref_entries = {0: _XREF_ENTRY.pack(0, 0, 0xFFFF)}  # by the numbers of objects
        self._unwritten: list[tuple[int, bytes]] = []  # objects for object streams
        self._count = 0
        self._font_list = self._new_number()  # all content with text shares it
        # The nodes of the page tree: their numbers, and the numbers of their pages.
        self._nodes: list[tuple[int, list[int]]] = []

    def add_form(
        self, box: tuple[float, float, float, float], content: str, resources: Iterable[str]
    ) -> str:
        """Add a form, a drawing that many pages can use, clipped to its box (left, bottom, right,
        top), and return its name. `resources` are the names of the forms and pictures it uses."""
        entry = self._resources(content, resources)
        entries = f"/Type /XObject /Subtype /Form /BBox {_array(box)} /Resources {entry}"
        return f"X{self._add(_form(entries, content))}"

    def add_picture(self, width: int, height: int, colours: bytes, opacity: bytes) -> str:
        """Add a picture in RGB, which fills the unit square, and return its name. The channels are
        compressed; opacity is b"" for an opaque picture."""
        size = f"/Width {width} /Height {height} /BitsPerComponent 8"
        entries = f"/Type /XObject /Subtype /Image {size}"
        mask = ""
        if opacity:
            grey = f"{entries} /ColorSpace /DeviceGray {FLATE}"
            mask = f" /SMask {self._add(stream(grey, opacity, False))} 0 R"
        entries += f" /ColorSpace /DeviceRGB{mask} {FLATE}"
        return f"X{self._add(stream(entries, colours, False))}"

    def add_page(self, width: float, height: float, content: str, resources: Iterable[str]) -> None:
        """Add a page, whose size is in points."""
        if not self._nodes or len(self._nodes[-1][1]) == _PAGES_PER_NODE:
            self._nodes.append((self._new_number(), []))
        parent, pages = self._nodes[-1]
        contents = self._add(stream("", content.encode("ascii")))
        box = _array((0, 0, width, height))
        page = (
            f"<< /Type /Page /Parent {parent} 0 R /Contents {contents} 0 R "
            f"/MediaBox {box} /TrimBox {box} /BleedBox {box} "
            f"/Resources {self._resources(content, resources)} >>"
        )
        pages.append(self._add(page.encode("ascii")))

    def finish(self, about: About) -> bytes:
        """Complete the file and return it. Nothing can be added afterwards."""
        add, fonts = self._add, []
        for font in self.fonts.delayedFonts:
            name = self.fonts.fontMapping[font.fontName]
            for index, codes in enumerate(font.state.pop(self.fonts).subsets):
                file, descriptor, unicode, entry = _subset(font, index, tuple(codes))
                number = add(entry % (add(descriptor % add(file)), add(unicode)))
                fonts.append(f"{name}+{index} {number} 0 R")
        add(f"<< {' '.join(fonts)} >>".encode(), self._font_list)
        strings = {name: pdfdoc.PDFString(text) for name, text in information(about).items()}
        info = add(pdfdoc.format(pdfdoc.PDFDictionary(strings), self.fonts))
        root = add(self._catalog(about))
        for start in range(0, len(self._unwritten), _OBJECTS_PER_STREAM):
            # An object stream: pairs of number and offset, then the objects.
            stream_number, offset, pairs, bodies = self._new_number(), 0, [], []
            objects = self._unwritten[start : start + _OBJECTS_PER_STREAM]
            for index, (number, body) in enumerate(objects):
                self._xref_entries[number] = _XREF_ENTRY.pack(2, stream_number, index)
                pairs.append(b"%d %d" % (number, offset))
                bodies.append(body)
                offset += len(body) + 1
            head = b" ".join(pairs) + b"\n"
            entries = f"/Type /ObjStm /N {len(objects)} /First {len(head)}"
            self._write(stream_number, stream(entries, head + b"\n".join(bodies)))
        # The cross-reference stream: the offset of every object, and the entries of a trailer.
        with self._output.getbuffer() as content:
            digest = f"<{hashlib.md5(content, usedforsecurity=False).hexdigest()}>"
        number, xref_offset = self._new_number(), self._output.tell()
        self._xref_entries[number] = _XREF_ENTRY.pack(1, xref_offset, 0)
        table = b"".join(self._xref_entries[index] for index in range(number + 1))
        entries = f"/Type /XRef /Size {number + 1} /W [ 1 4 2 ] /Root {root} 0 R /Info {info} 0 R"
        self._write(number, stream(f"{entries} /ID [ {digest} {digest} ]", table))
        self._output.write(b"startxref\n%d\n%%%%EOF\n" % xref_offset)
        return self._output.getvalue()

    def _new_number(self) -> int:
        self._count += 1
        return self._count

    def _add(self, body: bytes, number: int = 0) -> int:
        """Add an object as bytes, without `obj` and `endobj`; a stream must come from stream().
        Returns its number, a new one unless it is given."""
        number = number or self._new_number()
        if body.endswith(STREAM_END):
            self._write(number, body)
        else:
            self._unwritten.append((number, body))
        return number

    def _write(self, number: int, body: bytes) -> None:
        self._xref_entries[number] = _XREF_ENTRY.pack(1, self._output.tell(), 0)
        self._output.write(b"%d 0 obj\n%b\nendobj\n" % (number, body))

    def _resources(self, content: str, names: Iterable[str]) -> str:
        """The resource dictionary of some content: fonts, and the named forms and pictures, whose
        names contain their numbers."""
        forms = " ".join(f"/{name} {name[1:]} 0 R" for name in names)
        fonts = f"/Font {self._font_list} 0 R " if " Tf " in content else ""
        return f"<< {fonts}/XObject << {forms} >> >>"

    def _catalog(self, about: About) -> bytes:
        # XMP claims PDF/A-2u and says what the document information does (ISO 19005-2, 6.6.3).
        entries = information(about) | {"CreationDate": XMP_DATE, "ModDate": XMP_DATE}
        escaped = {name: escape(value, quote=False) for name, value in entries.items()}
        xmp = _PACKET.format(language=about.language, **escaped).encode()
        packet = self._add(stream("/Type /Metadata /Subtype /XML", xmp, False))
        # The colours of the whole document (6.2.3): sRGB, which screens and home printers expect.
        intent = (
            f"/Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier ({_COLOUR_SPACE}) "
            f"/Info ({_COLOUR_SPACE}) /DestOutputProfile {self._add(stream('/N 3', SRGB))} 0 R"
        )
        record = ""
        if about.record:
            compact = ",", ":"
            text = json.dumps(about.record, ensure_ascii=False, sort_keys=True, separators=compact)
            private = self._add(stream("", text.encode()))
            dated = f"/LastModified ({PDF_DATE}) /Private {private} 0 R"
            record = f"/PieceInfo << /{RECORD} << {dated} >> >> "
        tree = self._new_number()
        for number, pages in self._nodes:
            self._add(_node(pages, len(pages), f"/Parent {tree} 0 R "), number)
        count = sum(len(pages) for _, pages in self._nodes)
        self._add(_node([number for number, _ in self._nodes], count), tree)
        return (
            f"<< /Type /Catalog /Pages {tree} 0 R /Lang ({about.language}) "
            f"/ViewerPreferences << /PrintScaling /None >> /Metadata {packet} 0 R {record}"
            f"/OutputIntents [ << {intent} >> ] >>"
        ).encode()


def _node(kids: Iterable[int], count: int, parent: str = "") -> bytes:
    """A node of the page tree, which has so many pages below it."""
    references = " ".join(f"{kid} 0 R" for kid in kids)
    return f"<< /Type /Pages {parent}/Count {count} /Kids [ {references} ] >>".encode()


@lru_cache(maxsize=64)
def _subset(font: ttfonts.TTFont, index: int, codes: tuple[int, ...]) -> tuple[bytes, ...]:
    """The subset with the glyphs of up to 256 characters (ISO 32000-1, 9.6.3, 9.8, 9.10.3): file,
    descriptor, table to Unicode and font, with %d for the numbers of objects they refer to."""
    face = font.face
    name = (ttfonts.SUBSETN(index) + b"+" + face.name + face.subfontNameX).decode("ascii")
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
        f"/Flags {face.flags & ~ttfonts.FF_NONSYMBOLIC | ttfonts.FF_SYMBOLIC} /FontFile2 %d 0 R >>"
    )
    widths = _array(face.getCharWidth(code) for code in codes)
    entry = (
        f"<< /Type /Font /Subtype /TrueType /BaseFont /{name} /FirstChar 0 "
        f"/LastChar {len(codes) - 1} /Widths {widths} /FontDescriptor %d 0 R /ToUnicode %d 0 R >>"
    )
    return (
        stream(f"/Length1 {len(glyphs)}", glyphs),
        descriptor.encode("ascii"),
        stream("", ttfonts.makeToUnicodeCMap(name, codes).encode("ascii")),
        entry.encode("ascii"),
    )


@lru_cache(maxsize=1024)
def _form(entries: str, content: str) -> bytes:
    """A form as bytes. The documents of a run share much of their art, so it is cached."""
    return stream(entries, content.encode("ascii"))


def _array(values: Iterable[float]) -> str:
    return f"[ {' '.join(map(_decimal, values))} ]"


@lru_cache(maxsize=1024)
def _decimal(value: float) -> str:
    """A number with six decimals: readers round the size of a page up to whole pixels."""
    return f"{value:.6f}".rstrip("0").rstrip(".")
