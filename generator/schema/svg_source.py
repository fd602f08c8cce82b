"""The elements of an SVG file, and where in the file each element and attribute stands.

Input: the path of a file. Output: its elements in order, or DefinitionError with what keeps it
from being read. XML only: what a drawing may hold is for svg_rules.py to say. There are no
entities to expand, because a DOCTYPE is refused.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn
from xml.parsers import expat

from generator.core.diagnostics import Diagnostic, shown
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
    """One element: `text` is what stands directly in it, `around` the element that it is in.

    `foreign` is what belongs to another namespace than SVG's, such as an editor's own notes.
    """

    name: str
    foreign: bool
    attributes: dict[str, str]
    foreign_attributes: tuple[str, ...]
    around: "Element | None"
    _lines: "_Lines"
    _offset: int
    text: str = ""
    _places: dict[str, int] | None = None

    def place(self, attribute: str = "") -> tuple[int, int]:
        """Line and column (from 1) of an attribute; of the element where it has none such."""
        if attribute and self._places is None:
            self._places = dict(self._attribute_places())
        return self._lines.place((self._places or {}).get(attribute, self._offset))

    def _attribute_places(self) -> Iterator[tuple[str, int]]:
        """Each attribute of the tag. expat says only where the tag begins."""
        left = len(self.attributes) + len(self.foreign_attributes)
        tag = _TAG.match(self._lines.raw, self._offset)
        for found in _ATTRIBUTE.finditer(self._lines.raw, tag.end() if tag else self._offset):
            name = found[1].decode()
            if name == "xmlns" or name.startswith("xmlns:"):
                continue
            yield name.rpartition(":")[2], found.start()
            left -= 1
            if not left:
                return


@dataclass(slots=True)
class _Lines:
    """The bytes of a file, and where its lines begin."""

    raw: bytes
    starts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.starts = [0, *(end.end() for end in _LINE_END.finditer(self.raw))]

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.starts, offset)
        before = self.raw[self.starts[line - 1] : offset]
        return line, len(before.decode(errors="replace")) + 1


def read_svg(path: Path) -> list[Element]:
    """The elements of a file, the root first. Raises DefinitionError with one problem."""
    file = shown(path)
    raw = _bytes(path, file)
    lines = _Lines(raw)
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        _refuse(file, "this file is not UTF-8, save it again so", lines.place(error.start))
    if b"\0" in raw:  # UTF-16, which also is what expat takes it for
        _refuse(file, "this file is not UTF-8, save it again so")
    return _Reader(file, lines).read()


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


def _refuse(file: str, message: str, place: tuple[int, int] = (1, 1)) -> NoReturn:
    raise DefinitionError([Diagnostic(file, *place, "", message, code="art")])


class _Reader:
    """Collects elements from what expat calls."""

    def __init__(self, file: str, lines: _Lines):
        self.file, self.lines = file, lines
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.parser = expat.ParserCreate("UTF-8", namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.XmlDeclHandler = self._declaration
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.ProcessingInstructionHandler = lambda *_: self._stop(_INSTRUCTION)
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = lambda _: self.open.pop()
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
        _refuse(self.file, message, self.lines.place(self.parser.CurrentByteIndex))

    def _declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding and encoding.lower() != "utf-8":
            self._stop(f"expected encoding='UTF-8', found '{encoding}'")

    def _doctype(self, *_: object) -> NoReturn:
        # Where expat is by now differs from version to version.
        start = self.lines.raw.rfind(b"<!DOCTYPE", 0, self.parser.CurrentByteIndex + 9)
        _refuse(self.file, _DOCTYPE, self.lines.place(start))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.open) >= MAX_DEPTH:
            self._stop(f"nested deeper than {MAX_DEPTH} levels")
        space, _, short = name.rpartition(" ")
        own = {key: value for key, value in attributes.items() if " " not in key}
        foreign = tuple(key.rpartition(" ")[2] for key in attributes if " " in key)
        around = self.open[-1] if self.open else None
        offset = self.parser.CurrentByteIndex
        element = Element(short, space != SVG, own, foreign, around, self.lines, offset)
        self.elements.append(element)
        self.open.append(element)

    def _text(self, text: str) -> None:
        self.open[-1].text += text
