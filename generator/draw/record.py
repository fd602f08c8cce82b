"""The record inside a PDF: what was rolled and how to print it again, as plain data.

Input: a ReportLab document, a dict that JSON can hold. Output: a compressed stream, wrapped for
the catalog's PieceInfo, the place PDF has for a program's private data (ISO 32000-1, 14.5).
"""

import json

from reportlab.pdfbase import pdfdoc

from generator.press.metadata import PDF_DATE

RECORD = "BoardGenerator"


def private_data(document: pdfdoc.PDFDocument, record: dict) -> pdfdoc.PDFDictionary:
    """The value of PieceInfo that holds the record; its stream is put into the document."""
    text = json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    stream = pdfdoc.PDFStream(content=text.encode(), filters=[pdfdoc.PDFZCompress])
    entry = {
        "LastModified": pdfdoc.PDFString(PDF_DATE),
        "Private": document.Reference(stream),
    }
    return pdfdoc.PDFDictionary({RECORD: pdfdoc.PDFDictionary(entry)})
