"""Numbered objects to a PDF file (ISO 32000-1, 7.5): object streams, a cross-reference stream.

Input: each object's number and bytes. Output: the file as bytes. Dictionaries and arrays are
packed and compressed together. The file's /ID is a digest of its content: the same content has
the same ID, any other content another.
"""

import hashlib
import io
import struct
import zlib

# The second line tells programs that copy files that this is not text.
_HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
_PACKED = 200  # objects in an object stream: a reader unpacks all to read one
_ROW = struct.Struct(">BIH")  # of the cross-reference table: kind, place, generation or index
STREAM_END = b"\nendstream"
FLATE = "/Filter /FlateDecode"  # of a stream whose data is compressed
LEVEL = 4  # of zlib: a third quicker than its default on pages of boards, for 3% more bytes


def deflated(data: bytes) -> bytes:
    """The data of a stream, compressed."""
    return zlib.compress(data, LEVEL)


def stream(entries: str, data: bytes, compressed: bool = True) -> bytes:
    """A stream object: the entries of its dictionary besides length and filter, its data."""
    if compressed:
        data = deflated(data)
        entries += f" {FLATE}"
    return f"<< {entries} /Length {len(data)} >>\nstream\n".encode() + data + STREAM_END


class File:
    """Takes the objects, numbered from 1 without a gap, in any order, and gives the file."""

    def __init__(self) -> None:
        self._written = io.BytesIO()  # gives its content without a copy, unlike joined parts
        self._written.write(_HEADER)
        self._rows = {0: _ROW.pack(0, 0, 0xFFFF)}
        self._small: list[tuple[int, bytes]] = []

    def add(self, number: int, body: bytes) -> None:
        """An object's bytes, without `obj` and `endobj`; those of a stream as stream() makes
        them."""
        if body.endswith(STREAM_END):
            self._write(number, body)
        else:
            self._small.append((number, body))

    def content(self, root: int, info: int) -> bytes:
        """The whole file; root and info are the numbers of the catalog and the information."""
        free = len(self._rows) + len(self._small)
        for start in range(0, len(self._small), _PACKED):
            self._pack(free, self._small[start : start + _PACKED])
            free += 1
        start = self._written.tell()
        self._write(free, self._cross_references(free, root, info))
        self._written.write(b"startxref\n%d\n%%%%EOF\n" % start)
        return self._written.getvalue()

    def _write(self, number: int, body: bytes) -> None:
        self._rows[number] = _ROW.pack(1, self._written.tell(), 0)
        self._written.write(b"%d 0 obj\n%b\nendobj\n" % (number, body))

    def _pack(self, number: int, objects: list[tuple[int, bytes]]) -> None:
        """One object stream: pairs of number and offset, then the objects."""
        pairs, bodies, offset = [], [], 0
        for index, (each, body) in enumerate(objects):
            self._rows[each] = _ROW.pack(2, number, index)
            pairs.append(b"%d %d" % (each, offset))
            bodies.append(body)
            offset += len(body) + 1
        head = b" ".join(pairs) + b"\n"
        entries = f"/Type /ObjStm /N {len(objects)} /First {len(head)}"
        self._write(number, stream(entries, head + b"\n".join(bodies)))

    def _cross_references(self, number: int, root: int, info: int) -> bytes:
        """Where every object is, this one included, and what a trailer would say."""
        with self._written.getbuffer() as content:
            same = f"<{hashlib.md5(content, usedforsecurity=False).hexdigest()}>"
        self._rows[number] = _ROW.pack(1, self._written.tell(), 0)
        rows = b"".join(self._rows[each] for each in range(number + 1))
        entries = f"/Type /XRef /Size {number + 1} /W [ 1 4 2 ] /Root {root} 0 R /Info {info} 0 R"
        return stream(f"{entries} /ID [ {same} {same} ]", rows)
