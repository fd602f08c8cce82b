"""The record is compressed in pieces, and reads as if it had been written at once."""

import json
import zlib

import pytest
from reportlab.pdfbase.pdfdoc import PDFDocument

from generator.pdf.file import private_data


@pytest.mark.parametrize(
    "record",
    [
        {"games": [], "command": ["boards"]},
        {"games": [{"told": ["3 × a", "b"], "id": "é"}, {}, 5], "frames": {"b": 1, "a": [2]}},
        {"printer": "x"},
    ],
)
def test_the_text_is_that_of_json(record):
    document = PDFDocument()
    private_data(document, record)
    (stream,) = (
        pdf_object for pdf_object in document.idToObject.values() if hasattr(pdf_object, "filters")
    )
    (packer,) = stream.filters
    text = json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert packer.encode(record) == zlib.compress(text.encode())
