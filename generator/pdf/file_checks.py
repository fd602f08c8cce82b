"""Checks of a PDF that was just made, before it is written to disk.

Input: the bytes of the PDF and the pages it was made from. Output: diagnostics. layout_checks.py
checks what stands on the pages; this module checks only what drawing and finishing add: that each
object is at its offset, the boxes of each page, that fonts are embedded subsets, the output intent,
and that viewers do not scale. Importing a PDF library would take longer than all these checks, so
this module reads the objects itself, in the only form that pdfa.py writes.
"""

import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache

from generator.core.diagnostics import Diagnostic
from generator.core.errors import PageCheckError
from generator.core.paper import Paper
from generator.layout.page import MM_PER_POINT, Page

_TRAILER = re.compile(rb"startxref\n(\d+)\n%%EOF\n\Z")
_OBJECT_HEADER = re.compile(rb"(\d+) 0 obj\n")
_FONT = re.compile(rb"/Type /Font(?![A-Za-z])")
_SUBSET = re.compile(rb"/BaseFont /[A-Z]{6}\+")
_XREF_ENTRY = struct.Struct(">BIH")  # an entry of the cross-reference table, by its /W [ 1 4 2 ]
_BOX_NAMES = (b"MediaBox", b"TrimBox", b"BleedBox")
_BOX = re.compile(rb"/(MediaBox|TrimBox|BleedBox) \[ ?([-0-9. ]+)\]")
_TOLERANCE = 0.01  # points by which a box may be off
# Entries that the catalog must have, by their descriptions.
_CATALOG_ENTRIES = {
    "the output intent": b"/DestOutputProfile",
    "the metadata": b"/Metadata",
    "the language": b"/Lang",
    "PrintScaling None": b"/PrintScaling /None",
}


class _CorruptFileError(ValueError):
    """The bytes are not a file as pdfa.py writes it."""


def reject_errors(diagnostics: Sequence[Diagnostic]) -> tuple[str, ...]:
    """The diagnostics as text, if all are warnings. Raises PageCheckError, with the errors before
    the warnings."""
    errors = [entry for entry in diagnostics if entry.severity == "error"]
    if errors:
        warnings = (entry for entry in diagnostics if entry.severity != "error")
        raise PageCheckError([*errors, *warnings])
    return tuple(map(str, diagnostics))


def check_file(content: bytes, pages: Sequence[Page]) -> list[Diagnostic]:
    """Check the bytes against the pages that they should hold; only the paper of a page counts."""
    try:
        return list(_diagnostics(content, [page.paper for page in pages]))
    except (ValueError, LookupError, struct.error, zlib.error, RecursionError) as error:
        message = f"a file that does not hold together ({error})"
        return [_document("file", message, "one as it was written")]


def _diagnostics(content: bytes, papers: Sequence[Paper]) -> Iterator[Diagnostic]:
    objects, trailer = _objects(content)
    catalog = objects[_reference(trailer, b"Root")]
    pages = list(_page_objects(objects, _reference(catalog, b"Pages")))
    for description, mark in _CATALOG_ENTRIES.items():
        if mark not in catalog:
            message = f"a catalog without {description}"
            yield _document("document", message, "all that PDF/A-2u asks for")
    if b"/Encrypt" in trailer:
        yield _document("encryption", "an encrypted file", "one that every program may print")
    yield from _page_diagnostics(pages, papers)
    yield from _font_diagnostics(objects)


def _document(code: str, message: str, expected: str) -> Diagnostic:
    """An error of the whole document."""
    return Diagnostic.on_page(0, None, code, message, expected)


def _page_diagnostics(pages: Sequence[bytes], papers: Sequence[Paper]) -> Iterator[Diagnostic]:
    if len(pages) != len(papers):
        yield _document("pages", f"{len(pages)} pages", f"the {len(papers)} of the layout")
        return
    for number, (page, paper) in enumerate(zip(pages, papers, strict=True), 1):
        width, height = paper.size
        size = width / MM_PER_POINT, height / MM_PER_POINT
        boxes = dict(_BOX.findall(page))
        for name in _BOX_NAMES:
            if not _spans(boxes.get(name, b""), size):
                message = f"a {name.decode()} that is not the paper"
                expected = f"{width:g} x {height:g} mm"
                yield Diagnostic.on_page(number, None, "boxes", message, expected)


@lru_cache(maxsize=64)
def _spans(box: bytes, size: tuple[float, float]) -> bool:
    """Whether a box, as four numbers in points, covers a paper of that size in points."""
    values, expected = [float(value) for value in box.split()], (0, 0, *size)
    return len(values) == 4 and all(
        abs(a - b) <= _TOLERANCE for a, b in zip(values, expected, strict=True)
    )


def _font_diagnostics(objects: dict[int, bytes]) -> Iterator[Diagnostic]:
    for number, body in objects.items():
        if not _FONT.search(body):
            continue
        try:
            descriptor = objects[_reference(body, b"FontDescriptor")]
            embedded = bool(objects[_reference(descriptor, b"FontFile2")])
        except (_CorruptFileError, KeyError):
            embedded = False
        if not embedded or not _SUBSET.search(body):
            message = f"the font in object {number} is not embedded as a subset"
            yield _document("font", message, "every font in the file")
        elif b"/ToUnicode" not in body:
            message = f"the font in object {number} has no Unicode values"
            yield _document("unicode", message, "text that can be read and searched")


def _objects(content: bytes) -> tuple[dict[int, bytes], bytes]:
    """The text of every object by its number, without stream data, and the trailer's text."""
    match = _TRAILER.search(content, max(0, len(content) - 64))
    if not content.startswith(b"%PDF-1.7\n") or not match:
        raise _CorruptFileError("its head or its end is missing")
    trailer, table = _stream(content, int(match[1]))
    objects: dict[int, bytes] = {}
    object_streams: dict[int, list[bytes]] = {}
    for number, (kind, place, index) in enumerate(_XREF_ENTRY.iter_unpack(table)):
        if kind == 1:  # the place is an offset
            objects[number] = _object_text(content, place, number)
        elif kind == 2:  # the place is the number of an object stream
            if place not in object_streams:
                object_streams[place] = _object_stream(content, table, place)
            objects[number] = object_streams[place][index]
    return objects, trailer


def _object_text(content: bytes, start: int, number: int) -> bytes:
    """The text of the object that must begin at an offset, up to its stream if it has one."""
    match = _OBJECT_HEADER.match(content, start)
    if not match or int(match[1]) != number:
        raise _CorruptFileError(f"object {number} is not where it should be")
    end = content.find(b"\nendobj\n", match.end())
    stream = content.find(b">>\nstream\n", match.end(), end)
    if end < 0:
        raise _CorruptFileError(f"object {number} has no end")
    return content[match.end() : end if stream < 0 else stream]


def _stream(content: bytes, start: int) -> tuple[bytes, bytes]:
    """The text and the decompressed data of the stream object at an offset."""
    match = _OBJECT_HEADER.match(content, start)
    body = _object_text(content, start, int(match[1])) if match else b""
    length = re.search(rb"/Length (\d+)", body)
    if not match or not length:
        raise _CorruptFileError(f"no stream at {start}")
    begin = match.end() + len(body) + len(b">>\nstream\n")
    return body, zlib.decompress(content[begin : begin + int(length[1])])


def _object_stream(content: bytes, table: bytes, number: int) -> list[bytes]:
    """The texts of the objects in an object stream, in its order."""
    _, place, _ = _XREF_ENTRY.unpack_from(table, number * _XREF_ENTRY.size)
    body, data = _stream(content, place)
    first = re.search(rb"/First (\d+)", body)
    if not first:
        raise _CorruptFileError(f"object {number} is no object stream")
    offset = int(first[1])
    starts = [offset + int(value) for value in data[:offset].split()[1::2]]
    return [data[start:end] for start, end in zip(starts, [*starts[1:], len(data)], strict=True)]


def _page_objects(objects: dict[int, bytes], number: int) -> Iterator[bytes]:
    """The page objects below a node of the page tree, in order."""
    kids = re.search(rb"/Kids \[([^]]*)\]", objects[number])
    if not kids:
        yield objects[number]
        return
    for kid in re.findall(rb"(\d+) 0 R", kids[1]):
        yield from _page_objects(objects, int(kid))


def _reference(body: bytes, name: bytes) -> int:
    match = re.search(rb"/%b (\d+) 0 R" % name, body)
    if not match:
        raise _CorruptFileError(f"no {name.decode()}")
    return int(match[1])
