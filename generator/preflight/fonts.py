"""Fonts of any PDF (ISO 32000-1, 9.5 to 9.8): what a string shows, how wide it is.

Input: a font dictionary. Output: a Font, which turns a string into Shown: its codes' widths, the
characters they stand for, the codes without a glyph. A font that is not in the file has no glyphs
to look at and often no widths; half an em a letter stands for them.
"""

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import pikepdf

from generator.preflight.cmap import CMap, cmap
from generator.preflight.geometry import Matrix
from generator.preflight.truetype import Program, program

_GUESS = 500.0  # width of a letter in thousandths of an em, where the file does not say
_SUBSET = re.compile(r"[A-Z]{6}\+")
_UNICODE_NAME = re.compile(r"(?:uni|u)([0-9A-F]{4,6})")
_NO_CHARACTER = {"", "\0", "\ufeff", "\ufffe", "\uffff"}
_CODECS = {
    "/WinAnsiEncoding": "cp1252",
    "/MacRomanEncoding": "mac_roman",
    "/StandardEncoding": "latin-1",  # for the letters, which is all that is asked
}
_PICTORIAL = ("Symbol", "ZapfDingbats")  # their own encodings are standard
_SYMBOLIC = 4  # the flag of a font whose codes are its own affair
_EMBEDDED = ("/FontFile", "/FontFile2", "/FontFile3")
# What reading broken parts of a font may raise; NotImplementedError is pikepdf's, for filters that
# it cannot decode.
BROKEN = (
    pikepdf.PdfError, AttributeError, ArithmeticError, IndexError, KeyError, LookupError,
    TypeError, ValueError, struct.error, NotImplementedError,
)  # fmt: skip


class Glyph(NamedTuple):
    """One shown code: its number, its advance in thousandths of an em (down, in vertical
    writing), whether word spacing applies to it."""

    code: int
    advance: float
    space: bool


class Shown(NamedTuple):
    """A string as a font shows it; a character that is not known reads as U+FFFD."""

    glyphs: tuple[Glyph, ...]
    text: str
    missing: tuple[str, ...]

    @property
    def advance(self) -> float:
        return sum(glyph.advance for glyph in self.glyphs)


@dataclass(slots=True)
class Font:
    """A font as one dictionary describes it. The functions take a code."""

    name: str
    kind: str
    embedded: bool
    codes: Callable[[bytes], list[int]] = list
    width: Callable[[int], float] = lambda code: _GUESS
    character: Callable[[int], str | None] = lambda code: None
    missing: Callable[[int], bool] = lambda code: False
    vertical: bool = False
    broken: str = ""
    em: float = 1.0  # the height of its letters at size 1
    # Of a Type 3 font: its glyphs' streams by code, its own matrix, its resources.
    procedures: dict[int, pikepdf.Stream] = field(default_factory=dict)
    matrix: Matrix = (0.001, 0, 0, 0.001, 0, 0)
    resources: pikepdf.Dictionary | None = None
    _shown: dict[bytes, Shown] = field(default_factory=dict)

    @property
    def subset(self) -> bool:
        return bool(_SUBSET.match(self.name)) or self.kind == "/Type3"

    def show(self, data: bytes) -> Shown:
        if data not in self._shown:
            self._shown[data] = self._look_up(data)
        return self._shown[data]

    def _look_up(self, data: bytes) -> Shown:
        codes = self.codes(data)
        single = len(codes) == len(data)
        glyphs = tuple(Glyph(c, self.width(c), single and c == 32) for c in codes)
        text = "".join(self.character(code) or "\ufffd" for code in codes)
        missing = (f"{code:02X}" for code in codes if self.missing(code))
        return Shown(glyphs, text, tuple(dict.fromkeys(missing)))


def font(entry: pikepdf.Dictionary) -> Font:
    """Read a font dictionary; what cannot be read is told in `broken`."""
    kind = str(entry.get("/Subtype", ""))
    name = str(entry.get("/BaseFont", entry.get("/Name", "/unnamed")))[1:]
    result = Font(name, kind, kind == "/Type3")
    try:
        _READERS.get(kind, _simple)(entry, result)
    except BROKEN as error:
        result.broken = str(error) or type(error).__name__
    return result


def _simple(entry: pikepdf.Dictionary, font: Font) -> None:
    descriptor = entry.get("/FontDescriptor", {})
    font.embedded = any(key in descriptor for key in _EMBEDDED)
    font.width = _simple_widths(entry, descriptor)
    names = _differences(entry.get("/Encoding"))
    font.character = _simple_characters(entry, descriptor, names, font)
    if "/FontFile2" in descriptor:
        glyphs = program(descriptor.FontFile2.read_bytes())
        font.missing = _lacks(glyphs, names, font.character)
    else:
        held = set(re.findall(r"[^/\s]+", str(descriptor.get("/CharSet", ""))))
        font.missing = lambda code: _is_missing(names.get(code), held)


def _lacks(glyphs: Program, names: dict[int, str], character) -> Callable[[int], bool]:
    def lacks(code: int) -> bool:
        if code in names:
            return names[code] == ".notdef"
        return glyphs.lacks(code, character(code))

    return cache(lacks)


def _is_missing(name: str | None, held: set[str]) -> bool:
    return name == ".notdef" or bool(held and name and name not in held)


def _simple_widths(entry, descriptor) -> Callable[[int], float]:
    first = int(entry.get("/FirstChar", 0))
    widths = [float(width) for width in entry.get("/Widths", [])]
    other = float(descriptor.get("/MissingWidth", 0)) if widths else _GUESS
    return lambda code: widths[code - first] if 0 <= code - first < len(widths) else other


def _differences(encoding) -> dict[int, str]:
    """Glyph names by code, where an encoding differs from its base."""
    names: dict[int, str] = {}
    if isinstance(encoding, pikepdf.Dictionary):
        code = 0
        for each in encoding.get("/Differences", []):
            if isinstance(each, pikepdf.Name):
                names[code] = str(each)[1:]
                code += 1
            else:
                code = int(each)
    return names


def _simple_characters(entry, descriptor, names, font: Font) -> Callable[[int], str | None]:
    """By /ToUnicode where there is one, else by the names and the code page of the encoding."""
    if "/ToUnicode" in entry:
        return _to_unicode(cmap(entry.ToUnicode))
    encoding = entry.get("/Encoding")
    base = encoding.get("/BaseEncoding") if isinstance(encoding, pikepdf.Dictionary) else encoding
    codec = _CODECS.get(str(base))
    own = int(descriptor.get("/Flags", 0)) & _SYMBOLIC
    if codec is None and (font.name in _PICTORIAL or not (own and font.embedded)):
        codec = "latin-1"

    def character(code: int) -> str | None:
        if code in names:
            return _named(names[code])
        return bytes([code]).decode(codec, "ignore") or None if codec else None

    return cache(character)


def _named(name: str) -> str | None:
    """The character of a glyph's name, by Adobe's list or of the form uni20AC."""
    # The list travels with ReportLab; few files need it.
    from reportlab.pdfbase._glyphlist import _glyphname2unicode as listed

    stem = name.split(".")[0]
    if stem in listed:
        return chr(listed[stem])
    match = _UNICODE_NAME.fullmatch(stem)
    return chr(int(match[1], 16)) if match and int(match[1], 16) <= 0x10FFFF else None


def _to_unicode(mapping: CMap) -> Callable[[int], str | None]:
    def character(code: int) -> str | None:
        coded = mapping.codes.get(code)
        text = coded.decode("utf-16-be", "replace") if isinstance(coded, bytes) else ""
        return None if text in _NO_CHARACTER else text

    return cache(character)


def _composite(entry: pikepdf.Dictionary, font: Font) -> None:
    """A Type 0 font: codes of several bytes, the glyphs in a descendant."""
    inner = entry.DescendantFonts[0]
    descriptor = inner.get("/FontDescriptor", {})
    font.embedded = any(key in descriptor for key in _EMBEDDED)
    encoding = entry.get("/Encoding")
    mapping = cmap(encoding) if isinstance(encoding, pikepdf.Stream) else CMap()
    known = str(encoding).startswith("/Identity") or bool(mapping.codes)
    font.vertical = str(encoding).endswith("-V")
    font.codes = mapping.split

    def number(code: int) -> int:
        return int(mapping.codes.get(code, 0)) if mapping.codes else code

    font.width = _composite_widths(inner, number, font.vertical) if known else lambda code: 1000.0
    if "/ToUnicode" in entry:
        font.character = _to_unicode(cmap(entry.ToUnicode))
    elif not known:  # the encodings that readers know stand for characters
        font.character = lambda code: "\u3000" if code == 0 else "\u3013"
    if known and font.embedded:
        font.missing = _composite_missing(inner, descriptor, number)


def _composite_widths(inner, number, vertical: bool) -> Callable[[int], float]:
    if vertical:
        return lambda code: float(inner.get("/DW2", [880, -1000])[1])
    other = float(inner.get("/DW", 1000))
    widths: dict[int, float] = {}
    items = iter(inner.get("/W", []))
    for first, following in zip(items, items, strict=False):
        first = int(first)
        if isinstance(following, pikepdf.Array):
            widths |= {first + n: float(width) for n, width in enumerate(following)}
        else:
            width = float(next(items))
            widths |= dict.fromkeys(range(first, min(int(following), 0xFFFF) + 1), width)
    return lambda code: widths.get(number(code), other)


def _composite_missing(inner, descriptor, number) -> Callable[[int], bool]:
    """Glyph 0 is .notdef, and so is every number past the last glyph of the program."""
    if "/FontFile2" not in descriptor:
        return lambda code: number(code) == 0
    count = program(descriptor.FontFile2.read_bytes()).glyphs
    to_glyph = inner.get("/CIDToGIDMap")
    table = to_glyph.read_bytes() if isinstance(to_glyph, pikepdf.Stream) else b""

    def missing(code: int) -> bool:
        glyph = number(code)
        if table:
            glyph = int.from_bytes(table[2 * glyph : 2 * glyph + 2])
        return not 0 < glyph < count

    return missing


def _type3(entry: pikepdf.Dictionary, font: Font) -> None:
    """A Type 3 font: each glyph is a content stream."""
    names = _differences(entry.get("/Encoding"))
    procedures = entry.get("/CharProcs", {})
    font.matrix = tuple(float(value) for value in entry.get("/FontMatrix", font.matrix))
    if len(font.matrix) != 6:
        raise ValueError("a matrix of six numbers")
    font.resources = entry.get("/Resources")
    font.em = _type3_em(entry, font.matrix)
    font.procedures = {
        code: procedures[f"/{name}"] for code, name in names.items() if f"/{name}" in procedures
    }
    widths = _simple_widths(entry, {})
    scale = 1000 * font.matrix[0]  # widths are in the glyphs' own units
    font.width = lambda code: widths(code) * scale
    font.character = _simple_characters(entry, {}, names, font)
    font.missing = lambda code: code not in font.procedures


def _type3_em(entry: pikepdf.Dictionary, matrix: Matrix) -> float:
    """Glyphs may be drawn in any unit; where their box is far from one em, its height is the em."""
    low, high = (float(entry.get("/FontBBox", [0, 0, 0, 0])[n]) for n in (1, 3))
    em = abs((high - low) * matrix[3])
    return 1.0 if em == 0 or 0.5 < em < 2 else em


_READERS = {"/Type0": _composite, "/Type3": _type3}
