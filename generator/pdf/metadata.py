"""The metadata of a document, as document information and as XMP.

Input: an About. Output: the entries of the information dictionary, and an XMP packet with the
same values: PDF/A requires the packet, older readers show the dictionary.
"""

from dataclasses import dataclass, field
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFInfo

from generator import __version__

AUTHOR = "board-generator"
# Every date in the file, as PDF and as XMP write it: a clock would change the bytes.
PDF_DATE = "D:20000101000000Z"
XMP_DATE = "2000-01-01T00:00:00Z"


@dataclass(frozen=True, slots=True)
class About:
    """The metadata of a document: its title, a subject with the game ID, the code of its language,
    and the record of what was rolled (pdf/record.py)."""

    title: str
    subject: str
    language: str
    # Any: the record is whatever JSON can hold.
    record: dict[str, Any] = field(default_factory=dict)


def information(about: About) -> dict[str, str]:
    """The entries of the information dictionary that are not empty, by their names in ISO 32000-1
    (14.3.3)."""
    entries = {
        "Title": about.title,
        "Author": AUTHOR,
        "Subject": about.subject,
        "Creator": f"board-generator {__version__}",
        "Producer": PDFInfo.producer,
        "CreationDate": PDF_DATE,
        "ModDate": PDF_DATE,
    }
    return {name: value for name, value in entries.items() if value}


# The XMP property of each entry of the dictionary (ISO 19005-2, 6.6.3), and the form of its value.
_PLAIN = "{}"
_ALTERNATIVES = '<rdf:Alt><rdf:li xml:lang="x-default">{}</rdf:li></rdf:Alt>'
_LIST = "<rdf:Seq><rdf:li>{}</rdf:li></rdf:Seq>"
_PROPERTIES = {
    "Title": ("dc:title", _ALTERNATIVES),
    "Author": ("dc:creator", _LIST),
    "Subject": ("dc:description", _ALTERNATIVES),
    "Creator": ("xmp:CreatorTool", _PLAIN),
    "Producer": ("pdf:Producer", _PLAIN),
    "CreationDate": ("xmp:CreateDate", _PLAIN),
    "ModDate": ("xmp:ModifyDate", _PLAIN),
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
{properties}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>
"""


def xmp(about: About) -> bytes:
    """The XMP packet in UTF-8, which claims PDF/A-2u."""
    entries = information(about) | {"CreationDate": XMP_DATE, "ModDate": XMP_DATE}
    properties = "\n".join(_property(name, value) for name, value in entries.items())
    return _PACKET.format(language=about.language, properties=properties).encode()


def _property(name: str, value: str) -> str:
    element, template = _PROPERTIES[name]
    escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<{element}>{template.format(escaped)}</{element}>"
