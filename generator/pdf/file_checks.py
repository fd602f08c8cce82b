"""The check at the end of every build: quick, because a full preflight reads all that was drawn.

Input: the bytes of a PDF made here, and the pages it was made of. Output: findings. What stands on
the pages is checked as the layout placed it (layout_checks.py); of the bytes only what drawing and
finishing add: that each object is where the file says, the boxes of each page, that fonts are
embedded subsets, the output intent, that viewers do not scale. A PDF library would take longer to
import than all of this to run, so objects are read here, in the one form that pdfa.py writes.
"""

import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache

from generator.core.paper import Paper
from generator.layout.page import MM_PER_POINT, Page
from generator.pdf.findings import Finding
from generator.pdf.layout_checks import layout_findings

_START = re.compile(rb"startxref\n(\d+)\n%%EOF\n\Z")
_HEAD = re.compile(rb"(\d+) 0 obj\n")
_FONT = re.compile(rb"/Type /Font(?![A-Za-z])")
_SUBSET = re.compile(rb"/BaseFont /[A-Z]{6}\+")
_ROW = struct.Struct(">BIH")  # of the cross-reference table, as /W [ 1 4 2 ] says
_BOXES = (b"MediaBox", b"TrimBox", b"BleedBox")
_BOX = re.compile(rb"/(MediaBox|TrimBox|BleedBox) \[ ?([-0-9. ]+)\]")
_POINT = 0.01  # how far a box may be off
# What the catalog says: a part of it by what it is for.
_CATALOG = {
    "the output intent": b"/DestOutputProfile",
    "the metadata": b"/Metadata",
    "the language": b"/Lang",
    "PrintScaling None": b"/PrintScaling /None",
}


class _Broken(ValueError):
    """The bytes are not a file as pdfa.py writes it."""


def quick(content: bytes, pages: Sequence[Page]) -> list[Finding]:
    """Everything wrong with a document that was just made; an empty list if nothing is."""
    return [*layout_findings(pages), *file_findings(content, pages)]


def file_findings(content: bytes, pages: Sequence[Page]) -> list[Finding]:
    """Everything wrong with the bytes, given the pages that they should hold; of these only the
    paper matters."""
    try:
        return list(_file_findings(content, [page.paper for page in pages]))
    except (ValueError, LookupError, struct.error, zlib.error, RecursionError) as error:
        what = f"a file that does not hold together ({error})"
        return [_finding("file", what, "one as it was written")]


def _file_findings(content: bytes, papers: Sequence[Paper]) -> Iterator[Finding]:
    objects, trailer = _objects(content)
    catalog = objects[_reference(trailer, b"Root")]
    leaves = list(_leaves(objects, _reference(catalog, b"Pages")))
    for what, mark in _CATALOG.items():
        if mark not in catalog:
            yield _finding("document", f"a catalog without {what}", "all that PDF/A-2u asks for")
    if b"/Encrypt" in trailer:
        yield _finding("encryption", "an encrypted file", "one that every program may print")
    yield from _page_findings(leaves, papers)
    yield from _font_findings(objects)


def _finding(kind: str, message: str, expected: str) -> Finding:
    return Finding(None, None, kind, message, expected)


def _page_findings(leaves: Sequence[bytes], papers: Sequence[Paper]) -> Iterator[Finding]:
    if len(leaves) != len(papers):
        yield _finding("pages", f"{len(leaves)} pages", f"the {len(papers)} of the layout")
        return
    for number, (leaf, paper) in enumerate(zip(leaves, papers, strict=True), 1):
        width, height = paper.size
        size = width / MM_PER_POINT, height / MM_PER_POINT
        boxes = dict(_BOX.findall(leaf))
        for name in _BOXES:
            if not _spans(boxes.get(name, b""), size):
                message = f"a {name.decode()} that is not the paper"
                expected = f"{width:g} x {height:g} mm"
                yield Finding(number, None, "boxes", message, expected)


@lru_cache(maxsize=64)
def _spans(box: bytes, size: tuple[float, float]) -> bool:
    """Whether the numbers of a box are those of a paper of that size in points."""
    values, wanted = [float(value) for value in box.split()], (0, 0, *size)
    return len(values) == 4 and all(
        abs(a - b) <= _POINT for a, b in zip(values, wanted, strict=True)
    )


def _font_findings(objects: dict[int, bytes]) -> Iterator[Finding]:
    for number, body in objects.items():
        if not _FONT.search(body):
            continue
        try:
            descriptor = objects[_reference(body, b"FontDescriptor")]
            held = objects[_reference(descriptor, b"FontFile2")]
        except (_Broken, KeyError):
            held = b""
        if not held or not _SUBSET.search(body):
            message = f"the font in object {number} is not embedded as a subset"
            yield _finding("font", message, "every font in the file")
        elif b"/ToUnicode" not in body:
            message = f"the font in object {number} has no Unicode values"
            yield _finding("unicode", message, "text that can be read and searched")


def _objects(content: bytes) -> tuple[dict[int, bytes], bytes]:
    """Every object's text by its number, without the data of streams, and the trailer's text."""
    match = _START.search(content, max(0, len(content) - 64))
    if not content.startswith(b"%PDF-1.7\n") or not match:
        raise _Broken("its head or its end is missing")
    trailer, table = _stream(content, int(match[1]))
    objects: dict[int, bytes] = {}
    packs: dict[int, list[bytes]] = {}
    for number, (kind, place, index) in enumerate(_ROW.iter_unpack(table)):
        if kind == 1:
            objects[number] = _text(content, place, number)
        elif kind == 2:
            if place not in packs:
                packs[place] = _packed(content, table, place)
            objects[number] = packs[place][index]
    return objects, trailer


def _text(content: bytes, start: int, number: int) -> bytes:
    """The text of the object that must begin here, up to its stream if it has one."""
    match = _HEAD.match(content, start)
    if not match or int(match[1]) != number:
        raise _Broken(f"object {number} is not where it should be")
    end = content.find(b"\nendobj\n", match.end())
    stream = content.find(b">>\nstream\n", match.end(), end)
    if end < 0:
        raise _Broken(f"object {number} has no end")
    return content[match.end() : end if stream < 0 else stream]


def _stream(content: bytes, start: int) -> tuple[bytes, bytes]:
    """The text and the decompressed data of the stream object that begins here."""
    match = _HEAD.match(content, start)
    body = _text(content, start, int(match[1])) if match else b""
    length = re.search(rb"/Length (\d+)", body)
    if not length:
        raise _Broken(f"no stream at {start}")
    begin = match.end() + len(body) + len(b">>\nstream\n")
    return body, zlib.decompress(content[begin : begin + int(length[1])])


def _packed(content: bytes, table: bytes, number: int) -> list[bytes]:
    """The objects of an object stream, in its order."""
    _, place, _ = _ROW.unpack_from(table, number * _ROW.size)
    body, data = _stream(content, place)
    first = re.search(rb"/First (\d+)", body)
    if not first:
        raise _Broken(f"object {number} is no object stream")
    offset = int(first[1])
    starts = [offset + int(value) for value in data[:offset].split()[1::2]]
    return [data[start:end] for start, end in zip(starts, [*starts[1:], len(data)], strict=True)]


def _leaves(objects: dict[int, bytes], number: int) -> Iterator[bytes]:
    """The pages below a node of the page tree, in order."""
    kids = re.search(rb"/Kids \[([^]]*)\]", objects[number])
    if not kids:
        yield objects[number]
        return
    for kid in re.findall(rb"(\d+) 0 R", kids[1]):
        yield from _leaves(objects, int(kid))


def _reference(body: bytes, name: bytes) -> int:
    match = re.search(rb"/%b (\d+) 0 R" % name, body)
    if not match:
        raise _Broken(f"no {name.decode()}")
    return int(match[1])
