"""The fonts: their files, the widths of texts, the characters they lack.

The fonts come from the packages fontpkg-lato and fontpkg-titan-one; their folders are found without
importing them, which would cost more than reading the fonts.
"""

import math
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from reportlab.pdfbase.ttfonts import TTFont

from generator.core.errors import MissingGlyphError
from generator.layout.page import MM_PER_POINT

FONTS = {
    "text": ("fontpkg_lato", "Lato-Regular.ttf"),
    "bold": ("fontpkg_lato", "Lato-Bold.ttf"),
    "title": ("fontpkg_titan_one", "TitanOne-Regular.ttf"),
}


def font_file(role: str) -> Path:
    """The file of the font of a role. Raises ModuleNotFoundError."""
    package, name = FONTS[role]
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"the font package {package} is not installed")
    return Path(spec.submodule_search_locations[0]) / "files" / name


@cache
def font(role: str) -> TTFont:
    """The font of a role, read once per process."""
    return TTFont(f"board-{role}", str(font_file(role)), asciiReadable=1)


@cache
def _widths(role: str) -> dict[int, float]:
    """Advance widths in mm at a size of one point, by code point."""
    face = font(role).face
    scale = MM_PER_POINT / 1000
    return {code: width * scale for code, width in face.charWidths.items()}


def missing(role: str, text: str) -> list[str]:
    """The characters of a text that a font lacks, each once."""
    widths = _widths(role)
    return sorted({char for char in text if ord(char) not in widths})


@lru_cache(maxsize=8192)
def unit_width(role: str, text: str) -> float:
    """The width of a text at a size of one point, in mm. Raises MissingGlyphError."""
    widths = _widths(role)
    try:
        return math.fsum(map(widths.__getitem__, map(ord, text)))
    except KeyError:
        characters = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in missing(role, text))
        raise MissingGlyphError(
            f"the font of {role!r} has no {characters}, needed by {text!r}"
        ) from None


def width(role: str, text: str, size: float) -> float:
    """The width of a text at a size in points, in mm. Raises MissingGlyphError."""
    return unit_width(role, text) * size
