"""PDFs to examine: a sound one, and ways to spoil it."""

import io
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import pikepdf
from pikepdf import Array, Dictionary, Name

from generator.core.paper import PAPERS, Box
from generator.core.resources import find_art
from generator.layout import fonts
from generator.layout.page import Page, Rect
from generator.layout.text import Style, line
from generator.pdf.drawing import pdf
from generator.pdf.file import About
from generator.pdf.text_boxes import FrameCollector
from generator.preflight import Limits, examine

A4 = (0, 0, 595.2756, 841.8898)
Edit = Callable[[pikepdf.Pdf], None]


@cache
def sound() -> bytes:
    """One A4 page with a text, a line and a filled shape: nothing is wrong with it."""
    items = (
        *line("Été, 10 points", Style(12)).items(30, 30),
        Rect(Box(30, 60, 40, 20), "sky", "ink", 0.5),
    )
    about = About("sound", "a4", "en", {"games": [], "command": []})
    return pdf([Page(PAPERS["a4"], items)], about, "full", find_art)


def with_edit(edit: Edit) -> bytes:
    """The sound document after an edit of its objects."""
    return spoiled_from(sound(), edit)


def spoiled_from(content: bytes, edit: Edit) -> bytes:
    with pikepdf.open(io.BytesIO(content)) as document:
        edit(document)
        return save(document)


def save(document: pikepdf.Pdf) -> bytes:
    buffer = io.BytesIO()
    document.save(buffer, static_id=True)
    return buffer.getvalue()


def paint(content: str, **resources: object) -> Edit:
    """An edit that paints more on the page, in points from the bottom left corner; resources by
    kind: Font={"/F": ...}."""

    def edit(document: pikepdf.Pdf) -> None:
        page = document.pages[0]
        own = page.obj.Resources
        for kind, entries in resources.items():
            held = dict(own.get(f"/{kind}", {}))
            own[f"/{kind}"] = Dictionary(held | evaluate(document, entries))
        page.contents_add(b"q\n", prepend=True)
        page.contents_add(f"Q\n{content}\n".encode())

    return edit


def evaluate(document: pikepdf.Pdf, entries: Mapping[str, object]) -> dict:
    """Entries that may be functions of the document, as streams have to be."""
    return {name: entry(document) if callable(entry) else entry for name, entry in entries.items()}


def stream(content: bytes | str, **entries: object) -> Callable[[pikepdf.Pdf], pikepdf.Object]:
    data = content.encode() if isinstance(content, str) else content
    return lambda document: document.make_indirect(
        pikepdf.Stream(document, data, Dictionary(**entries))
    )


def form(content: str, box=(0, 0, 1000, 1000), **entries: object):
    return stream(content, Subtype=Name.Form, BBox=Array(box), **entries)


def image(width: int, height: int, space: str = "/DeviceRGB", channels: int = 3, **entries):
    data = bytes(width * height * channels)
    return stream(
        data, Subtype=Name.Image, Width=width, Height=height, ColorSpace=Name(space),
        BitsPerComponent=8, **entries,
    )  # fmt: skip


def kinds(content: bytes, **limits: float) -> set[tuple[str, str]]:
    """The diagnostics, as (kind, severity)."""
    diagnostics = examine(content, Limits(**limits)).diagnostics
    return {(finding.code, finding.severity) for finding in diagnostics}


def frames(pages: Sequence[Page]) -> dict[str, object]:
    """The frames of all texts, as a record holds them."""
    collector = FrameCollector()
    for page in pages:
        collector.add(page)
    return collector.data()


def root_entry(key: str, value: object) -> Edit:
    """An edit of an entry of the catalog; None takes it away."""

    def edit(document: pikepdf.Pdf) -> None:
        if value is None:
            del document.Root[key]
        else:
            document.Root[key] = value

    return edit


# Fonts, as functions of the document

SQUARE = "100 0 d0 0 0 80 80 re f"


def _lato(document: pikepdf.Pdf, **entries) -> pikepdf.Dictionary:
    """The descriptor of an embedded TrueType font."""
    data = fonts.font_file("text").read_bytes()
    return Dictionary(
        Type=Name.FontDescriptor, FontName=Name("/AAAAAA+Lato"), Flags=4,
        FontFile2=stream(data)(document), **entries,
    )  # fmt: skip


_HORIZONTAL = Name("/Identity-H")
UNICODE = """/CIDInit /ProcSet findresource begin begincmap
1 begincodespacerange <0000> <FFFF> endcodespacerange
2 beginbfrange <0001> <00FF> <0041> <0100> <0101> [<00410042> <0043>] endbfrange
2 beginbfchar <0200> <0000> <8001> <0061> endbfchar endcmap end"""


def composite(*, encoding=_HORIZONTAL, unicode=UNICODE, **inner):
    def make(document: pikepdf.Pdf) -> pikepdf.Dictionary:
        entries = {
            name: value(document) if callable(value) else value for name, value in inner.items()
        }
        descendant = Dictionary(
            Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=Name("/AAAAAA+Lato"), DW=600,
            FontDescriptor=_lato(document), **entries,
        )  # fmt: skip
        font = Dictionary(
            Type=Name.Font, Subtype=Name.Type0, BaseFont=Name("/AAAAAA+Lato"),
            Encoding=encoding(document) if callable(encoding) else encoding,
            DescendantFonts=[descendant],
        )  # fmt: skip
        if unicode:
            font.ToUnicode = stream(unicode)(document)
        return font

    return make


def simple(kind=Name.TrueType, embedded=True, **entries):
    def make(document: pikepdf.Pdf) -> pikepdf.Dictionary:
        font = Dictionary(
            Type=Name.Font, Subtype=kind, BaseFont=Name("/AAAAAA+Lato"), FirstChar=65,
            Widths=[600] * 3, **entries,
        )  # fmt: skip
        if embedded:
            font.FontDescriptor = _lato(document)
        return font

    return make


def type3(box, matrix, procedures):
    def make(document: pikepdf.Pdf) -> pikepdf.Dictionary:
        return Dictionary(
            Type=Name.Font,
            Subtype=Name.Type3,
            FontMatrix=matrix,
            FontBBox=box,
            FirstChar=65,
            Widths=[box[2]] * 2,
            Encoding=Dictionary(Differences=[65, Name.A, Name.B]),
            CharProcs=Dictionary({key: stream(code)(document) for key, code in procedures.items()}),
        )

    return make
