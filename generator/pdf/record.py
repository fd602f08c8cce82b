"""The record inside a PDF: what was rolled and how to print it again, as plain data.

Input: a ReportLab document, and a record that JSON can hold. Output: a compressed stream, wrapped
for the catalog's PieceInfo, the place in a PDF for a program's private data (ISO 32000-1, 14.5).
The stream is compressed piece by piece: as one text, the games of a long document would take most
of its memory.
"""

import json
import zlib
from collections.abc import Iterator
from typing import Any

from reportlab.pdfbase import pdfdoc

from generator.pdf.metadata import PDF_DATE

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
    entry = {
        "LastModified": pdfdoc.PDFString(PDF_DATE),
        "Private": document.Reference(stream),
    }
    return pdfdoc.PDFDictionary({RECORD: pdfdoc.PDFDictionary(entry)})


def _pieces(record: dict[str, Any]) -> Iterator[bytes]:
    """The JSON of a record, sorted by key, one list entry at a time."""
    for separator, (key, value) in zip(_separators("{"), sorted(record.items()), strict=False):
        yield separator + _json(key) + b":"
        if not isinstance(value, list) or not value:
            yield _json(value)
            continue
        for separator, entry in zip(_separators("["), value, strict=False):
            yield separator + _json(entry)
        yield b"]"
    yield b"}"


def _separators(opening: str) -> Iterator[bytes]:
    """The text before each entry: the bracket before the first, then commas."""
    yield opening.encode()
    while True:
        yield b","


def _json(value: Any) -> bytes:
    return _ENCODER.encode(value).encode()


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
