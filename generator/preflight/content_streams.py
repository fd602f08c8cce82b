"""What content streams and their resources use: colours, transparency, and how much content.

Input: pages of any PDF. Output: faults of each page, without places, and its length in bytes. Each
stream is read once in a document. Only operators that name a colour or a resource are looked at;
PDFium reads the rest (page_objects.py).
"""

import warnings
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import pikepdf

from generator.preflight.colours import ColourFault, colour_fault
from generator.preflight.faults import Fault
from generator.preflight.pdf_values import BROKEN_VALUE, inherited, number

# The kinds of resources that operators name (ISO 32000-1, Annex A).
_RESOURCE_KINDS = {
    "Do": "/XObject", "Tf": "/Font", "gs": "/ExtGState", "sh": "/Shading", "cs": "/ColorSpace",
    "CS": "/ColorSpace", "scn": "/Pattern", "SCN": "/Pattern",
}  # fmt: skip
_OPERATORS = " ".join((*_RESOURCE_KINDS, "k", "K"))
_DEVICE_SPACES = ("/DeviceGray", "/DeviceRGB", "/DeviceCMYK", "/Pattern")
_MAX_DEPTH = 40  # streams inside streams
_READABLE = "a content stream that readers accept"


class Content(NamedTuple):
    """A stream with all that it draws: faults, and the length in bytes that a reader has to
    interpret, forms counted at each use."""

    faults: tuple[Fault, ...]
    length: int


_TRANSPARENCY = Fault(
    "transparency", "transparent content, which printers flatten in their own ways",
    "opaque colours", "warning",
)  # fmt: skip


class ContentReader:
    """Reads the content of one document."""

    def __init__(self) -> None:
        self._contents: dict[tuple[int, int], Content] = {}
        self._open_streams: set[tuple[int, int]] = set()

    def read_page(self, page: pikepdf.Page) -> Content:
        """The content of a page."""
        contents: Any = page.obj.get("/Contents", [])
        streams = [contents] if isinstance(contents, pikepdf.Stream) else contents
        return self._read(page, streams, inherited(page.obj, "/Resources"))

    def _read_form(self, stream: pikepdf.Stream, resources: pikepdf.Object) -> Content:
        """The content of a form, a pattern cell or a glyph."""
        key = stream.objgen
        if key in self._open_streams or len(self._open_streams) > _MAX_DEPTH:
            return Content((_unreadable("a stream that contains itself"),), 0)
        if key not in self._contents:
            self._open_streams.add(key)
            self._contents[key] = self._read(stream, [stream], stream.get("/Resources", resources))
            self._open_streams.remove(key)
        return self._contents[key]

    # Any: streams come from the file, and may be anything.
    def _read(
        self, source: pikepdf.Page | pikepdf.Stream, streams: Iterable[Any], resources: Any
    ) -> Content:
        faults: dict[Fault, None] = {}
        if not isinstance(resources, pikepdf.Dictionary):
            resources = pikepdf.Dictionary()
        try:
            length = sum(len(stream.read_bytes()) for stream in streams)
            for operator, operands in _instructions(source):
                try:
                    content = self._content(operator, operands, resources)
                except BROKEN_VALUE as error:
                    message = f"the operator {operator!r} with a value that does not fit ({error})"
                    faults[_unreadable(message)] = None
                    continue
                faults.update(dict.fromkeys(content.faults))
                length += content.length
        except BROKEN_VALUE as error:
            return Content((_unreadable(f"content that cannot be read ({error})"),), 0)
        return Content(tuple(faults), length)

    def _content(
        self, operator: str, operands: list[Any], resources: pikepdf.Dictionary
    ) -> Content:
        """What an operator adds: the faults of its operands, and the content it draws."""
        if operator in ("k", "K"):
            is_white = not any(number(value) for value in operands)
            return _without_content(None if is_white else colour_fault(pikepdf.Name.DeviceCMYK))
        kind = _RESOURCE_KINDS[operator]
        names = [value for value in operands if isinstance(value, pikepdf.Name)]
        if not names or (kind == "/ColorSpace" and str(names[0]) in _DEVICE_SPACES):
            return _without_content(colour_fault(names[0]) if names else None)
        entries: Any = resources.get(kind, {})
        name = str(names[0])
        if name not in entries:
            message = f"{kind[1:]} {name} is missing from the resources"
            return Content((_unreadable(message),), 0)
        return self._resource_content(kind, entries[name], resources)

    def _resource_content(self, kind: str, entry: Any, resources: pikepdf.Dictionary) -> Content:
        match kind:
            case "/XObject":
                if entry.get("/Subtype") != "/Image":
                    return self._read_form(entry, resources)
                return Content(tuple(_image_faults(entry)), 0)
            case "/Pattern" if isinstance(entry, pikepdf.Stream):
                return self._read_form(entry, resources)
            case "/Pattern":
                return _without_content(colour_fault(entry.Shading.ColorSpace))
            case "/Shading":
                return _without_content(colour_fault(entry.ColorSpace))
            case "/ColorSpace":
                return _without_content(colour_fault(entry))
            case "/ExtGState":
                return Content((_TRANSPARENCY,) if _is_transparent(entry) else (), 0)
            case "/Font" if entry.get("/Subtype") == "/Type3":
                return self._read_glyphs(entry, resources)
        return Content((), 0)

    def _read_glyphs(self, font: Any, resources: pikepdf.Dictionary) -> Content:
        """The glyphs of a font whose glyphs are content streams, each counted once."""
        own = font.get("/Resources", resources)
        glyphs = [self._read_form(glyph, own) for glyph in font.CharProcs.values()]
        faults = dict.fromkeys(fault for glyph in glyphs for fault in glyph.faults)
        return Content(tuple(faults), sum(glyph.length for glyph in glyphs))


def _instructions(source: pikepdf.Page | pikepdf.Stream) -> Iterator[tuple[str, list[Any]]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is damaged is reported for the whole file
        instructions = pikepdf.parse_content_stream(source, _OPERATORS)
    for instruction in instructions:
        yield str(instruction.operator), list(instruction.operands)


def _unreadable(message: str) -> Fault:
    return Fault("content", message, _READABLE)


def _without_content(fault: ColourFault | None, subject: str = "a colour") -> Content:
    return Content((_colour(fault, subject),) if fault else (), 0)


def _colour(fault: ColourFault, subject: str) -> Fault:
    expected = "RGB or grey under an sRGB output intent"
    return Fault("colour", f"{subject} {fault.message}", expected, fault.severity)


def _image_faults(image: Any) -> Iterator[Fault]:
    colour_space = image.get("/ColorSpace")
    if colour_space is not None and (fault := colour_fault(colour_space)):
        yield _colour(fault, "a bitmap")
    if "/SMask" in image:
        yield _TRANSPARENCY


def _is_transparent(state: Any) -> bool:
    """Whether a graphics state makes what follows transparent (11.6.4 and 11.3.5)."""
    if any(number(state.get(key, 1)) < 1 for key in ("/ca", "/CA")):
        return True
    opaque_modes = ("/Normal", "/Compatible")
    return (
        state.get("/SMask", "/None") != "/None"
        or str(state.get("/BM", "/Normal")) not in opaque_modes
    )
