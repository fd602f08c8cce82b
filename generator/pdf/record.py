"""The record inside a PDF: what was rolled and how to print it again, as plain data.

Input: a ReportLab document, a dict that JSON can hold. Output: a compressed stream, wrapped for
the catalog's PieceInfo, the place PDF has for a program's private data (ISO 32000-1, 14.5). It is
compressed piece by piece: as one text, the games of a long document would be most of its memory.
"""

import json
import zlib
from collections.abc import Iterator
from typing import Any

from reportlab.pdfbase import pdfdoc

from generator.pdf.metadata import PDF_DATE

RECORD = "BoardGenerator"


class _CompressedJson:
    """A filter of ReportLab's."""

    pdfname = "FlateDecode"

    def encode(self, record: dict[str, Any]) -> bytes:
        packer = zlib.compressobj()
        return b"".join([*map(packer.compress, _pieces(record)), packer.flush()])


def private_data(document: pdfdoc.PDFDocument, record: dict) -> pdfdoc.PDFDictionary:
    """The value of PieceInfo that holds the record; its stream is put into the document."""
    stream = pdfdoc.PDFStream(content=record, filters=[_CompressedJson()])
    entry = {
        "LastModified": pdfdoc.PDFString(PDF_DATE),
        "Private": document.Reference(stream),
    }
    return pdfdoc.PDFDictionary({RECORD: pdfdoc.PDFDictionary(entry)})


def _pieces(record: dict[str, Any]) -> Iterator[bytes]:
    """The JSON, an entry of a list at a time, its keys in order."""
    for before, (key, value) in zip(_before("{"), sorted(record.items()), strict=False):
        yield before + _json(key) + b":"
        if not isinstance(value, list) or not value:
            yield _json(value)
            continue
        for within, each in zip(_before("["), value, strict=False):
            yield within + _json(each)
        yield b"]"
    yield b"}"


def _before(opening: str) -> Iterator[bytes]:
    """What stands before each entry."""
    yield opening.encode()
    while True:
        yield b","


def _json(value: Any) -> bytes:
    return _ENCODER.encode(value).encode()


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
