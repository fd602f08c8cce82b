"""The objects of a PDF file, with object streams and a cross-reference stream (ISO 32000-1, 7.5).

Input: the number and the bytes of each object. Output: the file as bytes. Dictionaries and arrays
are compressed together in object streams. The file's /ID is a digest of its content: two files have
the same ID only if they have the same content.
"""

import hashlib
import io
import struct
import zlib

# The bytes of the second line tell programs that copy files that this is not text.
_HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
_OBJECTS_PER_STREAM = 200  # a reader unpacks a whole object stream to read one object
_XREF_ENTRY = struct.Struct(">BIH")  # type, offset or object stream, generation or index
STREAM_END = b"\nendstream"
FLATE = "/Filter /FlateDecode"  # the entry of a stream whose data is compressed
# Of zlib: a third faster than its default on pages of boards, for 3% more bytes.
COMPRESSION_LEVEL = 4


def compress(data: bytes) -> bytes:
    """Compress the data of a stream."""
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
