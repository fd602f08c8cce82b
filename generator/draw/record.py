"""The record inside a PDF: what was rolled and how to print it again, as plain data.

Input: a canvas, a dict that JSON can hold. Output: a compressed stream in the catalog's
PieceInfo, the place PDF has for a program's private data (ISO 32000-1, 14.5).
"""

import json

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

RECORD = "BoardGenerator"
EPOCH = "D:20000101000000Z"  # stands for every date: a clock would change the bytes


def attach(canvas: Canvas, record: dict) -> None:
    """Put the record into the document that the canvas is drawing."""
    text = json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    stream = pdfdoc.PDFStream(content=text.encode(), filters=[pdfdoc.PDFZCompress])
    document = canvas._doc
    private = pdfdoc.PDFDictionary(
        {
            "LastModified": pdfdoc.PDFString(EPOCH),
            "Private": document.Reference(stream),
        }
    )
    catalog = document.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "PieceInfo"]
    canvas.setCatalogEntry("PieceInfo", {RECORD: private})
