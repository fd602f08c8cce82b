"""The elements of an SVG file, and the place of each element and attribute in the file.

Input: the path of a file. Output: its elements in order, or DefinitionError with the reason why it
cannot be read. Only the XML is checked here; svg_rules.py checks what a drawing may hold. There are
no entities to expand, because a DOCTYPE is refused.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn
from xml.parsers import expat

from generator.core.diagnostics import Diagnostic, display_path
from generator.core.errors import DefinitionError

MAX_BYTES = 200_000
MAX_DEPTH = 20

SVG = "http://www.w3.org/2000/svg"
_BOM = b"\xef\xbb\xbf"
_LINE_END = re.compile(rb"\r\n|\n|\r")
_TAG = re.compile(rb"<[^\s/>]++")
_ATTRIBUTE = re.compile(rb"""([^\s=<>/"']++)\s*+=\s*+(?:"[^"]*+"|'[^']*+')""")
_DOCTYPE = "delete the DOCTYPE (in Inkscape: save as plain SVG)"
_INSTRUCTION = "only '<?xml ...?>' at the very beginning is allowed of what stands in <? ?>"


@dataclass(slots=True, eq=False)
class Element:
    """One element: `text` is the text directly in it, `parent` the element that it is in.

    `foreign` says that an element belongs to another namespace than SVG's, as an editor's own notes
    do; foreign_attributes are the names of such attributes.
    """

    name: str
    foreign: bool
    attributes: dict[str, str]
    foreign_attributes: tuple[str, ...]
    parent: "Element | None"
    _lines: "_Lines"
    _offset: int
    text: str = ""
    _offsets: dict[str, int] | None = None

    def place(self, attribute: str = "") -> tuple[int, int]:
        """Line and column (from 1) of an attribute, or of the element if it lacks the attribute."""
        if attribute and self._offsets is None:
            self._offsets = dict(self._attribute_offsets())
        return self._lines.position((self._offsets or {}).get(attribute, self._offset))

    def _attribute_offsets(self) -> Iterator[tuple[str, int]]:
        """The offset of each attribute in the tag; expat only says where the tag begins."""
        remaining = len(self.attributes) + len(self.foreign_attributes)
        tag = _TAG.match(self._lines.raw, self._offset)
        for match in _ATTRIBUTE.finditer(self._lines.raw, tag.end() if tag else self._offset):
            name = match[1].decode()
            if name == "xmlns" or name.startswith("xmlns:"):
                continue
            yield name.rpartition(":")[2], match.start()
            remaining -= 1
            if not remaining:
                return


@dataclass(slots=True)
class _Lines:
    """The bytes of a file, and the offsets at which its lines begin."""

    raw: bytes
    starts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.starts = [0, *(end.end() for end in _LINE_END.finditer(self.raw))]

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column (from 1) of an offset."""
        line = bisect_right(self.starts, offset)
        before = self.raw[self.starts[line - 1] : offset]
        return line, len(before.decode(errors="replace")) + 1


def read_svg(path: Path) -> list[Element]:
    """The elements of a file, the root first. Raises DefinitionError with one diagnostic."""
    file = display_path(path)
    raw = _bytes(path, file)
    lines = _Lines(raw)
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        _refuse(file, "this file is not UTF-8, save it again so", lines.position(error.start))
    if b"\0" in raw:  # UTF-16: expat would read it as that
        _refuse(file, "this file is not UTF-8, save it again so")
    return _ElementReader(file, lines).read()


def _bytes(path: Path, file: str) -> bytes:
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1).removeprefix(_BOM)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        _refuse(file, f"this file cannot be read: {reason}")
    if not raw.strip():
        _refuse(file, "this file is empty, expected an SVG drawing")
    if len(raw) > MAX_BYTES:
        _refuse(file, f"this file is bigger than {MAX_BYTES:,} bytes, expected a simple drawing")
    return raw


def _refuse(file: str, message: str, position: tuple[int, int] = (1, 1)) -> NoReturn:
    raise DefinitionError([Diagnostic(file, *position, "", message, code="art")])


class _ElementReader:
    """Collects elements from the events of expat."""

    def __init__(self, file: str, lines: _Lines):
        self.file, self.lines = file, lines
        self.elements: list[Element] = []
        self.ancestors: list[Element] = []
        self.parser = expat.ParserCreate("UTF-8", namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.XmlDeclHandler = self._declaration
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.ProcessingInstructionHandler = lambda *_: self._stop(_INSTRUCTION)
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = lambda _: self.ancestors.pop()
        self.parser.CharacterDataHandler = self._text

    def read(self) -> list[Element]:
        try:
            self.parser.Parse(self.lines.raw, True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code) or "unknown error"
            message = f"this is not XML that can be read: {reason}"
            _refuse(self.file, message, (error.lineno, error.offset + 1))
        return self.elements

    def _stop(self, message: str) -> NoReturn:
        _refuse(self.file, message, self.lines.position(self.parser.CurrentByteIndex))

    def _declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding and encoding.lower() != "utf-8":
            self._stop(f"expected encoding='UTF-8', found '{encoding}'")

    def _doctype(self, *_: object) -> NoReturn:
        # How far expat has read by now differs from version to version.
        start = self.lines.raw.rfind(b"<!DOCTYPE", 0, self.parser.CurrentByteIndex + 9)
        _refuse(self.file, _DOCTYPE, self.lines.position(start))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.ancestors) >= MAX_DEPTH:
            self._stop(f"nested deeper than {MAX_DEPTH} levels")
        namespace, _, local_name = name.rpartition(" ")
        own = {key: value for key, value in attributes.items() if " " not in key}
        foreign = tuple(key.rpartition(" ")[2] for key in attributes if " " in key)
        parent = self.ancestors[-1] if self.ancestors else None
        offset = self.parser.CurrentByteIndex
        element = Element(local_name, namespace != SVG, own, foreign, parent, self.lines, offset)
        self.elements.append(element)
        self.ancestors.append(element)

    def _text(self, text: str) -> None:
        self.ancestors[-1].text += text
