"""The elements of an SVG file, and the place of each element and attribute in the file.

Input: the bytes of a file. Output: its elements in order; UnreadableSvgError says why there are
none. Only the XML is read here; svg.py checks what a drawing may hold. There are no entities to
expand, because a DOCTYPE is refused.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import NoReturn
from xml.parsers import expat

MAX_BYTES = 200_000
MAX_DEPTH = 20

SVG = "http://www.w3.org/2000/svg"
_BOM = b"\xef\xbb\xbf"
_DOCTYPE = "delete the DOCTYPE (in Inkscape: save as plain SVG)"
_INSTRUCTION = "only '<?xml ...?>' at the very beginning is allowed of what stands in <? ?>"
_NOT_UTF_8 = "this file is not UTF-8, save it again so"
_LINE_END = rb"\r\n|\n|\r"  # only mistakes need the places, so these are compiled when needed
_TAG = rb"<[^\s/>]++"
_ATTRIBUTE = rb"""([^\s=<>/"']++)\s*+=\s*+(?:"[^"]*+"|'[^']*+')"""

Position = tuple[int, int]
"""A line and a column, from 1."""


class UnreadableSvgError(ValueError):
    """No elements can be read from the bytes; `position` is where reading stopped."""

    def __init__(self, message: str, position: Position = (1, 1)):
        super().__init__(message)
        self.position = position


class Element:
    """One element: `text` is the text directly in it, `parent` the element that it is in.

    `foreign` says that an element belongs to another namespace than SVG's, as an editor's own notes
    do; foreign_attributes are the names of such attributes.
    """

    def __init__(
        self,
        name: str,
        attributes: dict[str, str],
        parent: "Element | None",
        lines: "_Lines",
        offset: int,
    ):
        """Names begin with their namespace, except attributes without one."""
        namespace, _, self.name = name.rpartition(" ")
        self.foreign = namespace != SVG
        self.foreign_attributes = [key.rpartition(" ")[2] for key in attributes if " " in key]
        if self.foreign_attributes:
            attributes = {key: value for key, value in attributes.items() if " " not in key}
        self.attributes, self.parent, self.text = attributes, parent, ""
        self._lines, self._offset = lines, offset

    def position(self, attribute: str = "") -> Position:
        """Where an attribute begins, or the element if it lacks the attribute."""
        offsets = dict(self._attribute_offsets()) if attribute else {}
        return self._lines.position(offsets.get(attribute, self._offset))

    def _attribute_offsets(self) -> Iterator[tuple[str, int]]:
        """The offset of each attribute in the tag; expat only says where the tag begins."""
        remaining = len(self.attributes) + len(self.foreign_attributes)
        tag = re.compile(_TAG).match(self._lines.content, self._offset)
        start = tag.end() if tag else self._offset
        for match in re.compile(_ATTRIBUTE).finditer(self._lines.content, start):
            name = match[1].decode()
            if name == "xmlns" or name.startswith("xmlns:"):
                continue
            yield name.rpartition(":")[2], match.start()
            remaining -= 1
            if not remaining:
                return


class _Lines:
    """The bytes of a file, and the offsets at which its lines begin."""

    def __init__(self, content: bytes):
        self.content = content

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(end.end() for end in re.finditer(_LINE_END, self.content))]

    def position(self, offset: int) -> Position:
        line = bisect_right(self._starts, offset)
        before = self.content[self._starts[line - 1] : offset]
        return line, len(before.decode(errors="replace")) + 1


def read_elements(content: bytes) -> list[Element]:
    """The elements of a file, the root first. Raises UnreadableSvgError."""
    if len(content) > MAX_BYTES:
        message = f"this file is bigger than {MAX_BYTES:,} bytes, expected a simple drawing"
        raise UnreadableSvgError(message)
    lines = _Lines(content.removeprefix(_BOM))
    if not lines.content.strip():
        raise UnreadableSvgError("this file is empty, expected an SVG drawing")
    try:
        lines.content.decode()
    except UnicodeDecodeError as error:
        raise UnreadableSvgError(_NOT_UTF_8, lines.position(error.start)) from None
    if b"\0" in content:  # UTF-16: expat would read it as that
        raise UnreadableSvgError(_NOT_UTF_8)
    return _ElementReader(lines).read()


class _ElementReader:
    """Collects elements from the events of expat."""

    def __init__(self, lines: _Lines):
        self.lines = lines
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
            self.parser.Parse(self.lines.content, True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code) or "unknown error"
            message = f"this is not XML that can be read: {reason}"
            raise UnreadableSvgError(message, (error.lineno, error.offset + 1)) from None
        return self.elements

    def _stop(self, message: str) -> NoReturn:
        raise UnreadableSvgError(message, self.lines.position(self.parser.CurrentByteIndex))

    def _declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding and encoding.lower() != "utf-8":
            self._stop(f"expected encoding='UTF-8', found '{encoding}'")

    def _doctype(self, *_: object) -> NoReturn:
        # How far expat has read by now differs from version to version.
        start = self.lines.content.rfind(b"<!DOCTYPE", 0, self.parser.CurrentByteIndex + 9)
        raise UnreadableSvgError(_DOCTYPE, self.lines.position(start))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.ancestors) >= MAX_DEPTH:
            self._stop(f"nested deeper than {MAX_DEPTH} levels")
        parent = self.ancestors[-1] if self.ancestors else None
        offset = self.parser.CurrentByteIndex
        element = Element(name, attributes, parent, self.lines, offset)
        self.elements.append(element)
        self.ancestors.append(element)

    def _text(self, text: str) -> None:
        self.ancestors[-1].text += text
