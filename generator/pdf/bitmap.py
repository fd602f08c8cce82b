"""Designers' own pictures as bitmaps: read, turned upright, made fit for an ink mode.

Input: a PNG or JPEG. Output: a Pillow image, or the same encoded for a PDF; or how fine it is at
the size it is printed. Raises ArtError with the file and what is wrong. Line art cannot be had from
a bitmap: low ink prints it in grey.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageChops, ImageOps, UnidentifiedImageError

from generator.core.errors import ArtError
from generator.core.resources import BITMAP_SUFFIXES, find_art
from generator.layout.page import Art, Page, placed
from generator.pdf.pdfa import Picture, encode_picture

LEAST_DPI = 300  # below that, printers' dots show as steps
MOST_PIXELS = 1200  # along a side: more than 600 dpi at the largest size a piece is printed


@lru_cache(maxsize=128)
def picture(path: Path, _: tuple[int, ...], mode: str) -> Picture:
    """The picture as a PDF holds it, made once for each stamp of its file."""
    return encode_picture(image(path, mode))


def image(path: Path, mode: str) -> Image.Image:
    """The picture in RGB, or in grey, with transparency kept."""
    try:
        with Image.open(path) as opened:
            if opened.mode in ("I", "F"):
                raise ValueError("more than 16 bits a channel; save it with 8")
            picture = _eight_bits(ImageOps.exif_transpose(opened))
            clear = "A" in picture.getbands() or "transparency" in picture.info
            picture = picture.convert("RGBA" if clear else "RGB")
    except UnidentifiedImageError:
        raise ArtError(f"{path}: not a picture that can be read, expected PNG or JPEG") from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise ArtError(f"{path}: not a picture that can be read: {error}") from None
    picture.thumbnail((MOST_PIXELS, MOST_PIXELS), Image.Resampling.LANCZOS)
    if mode == "full":
        return picture
    grey = picture.convert("LA" if clear else "L")
    return grey.convert("RGBA" if clear else "RGB")


def _eight_bits(picture: Image.Image) -> Image.Image:
    """A grey picture with the upper 8 of its 16 bits; Pillow reads those in colour so itself."""
    if not picture.mode.startswith("I;16"):
        return picture
    samples = picture.tobytes("raw", "I;16")  # the lower byte first
    lower, upper = (Image.frombytes("L", picture.size, samples[start::2]) for start in (0, 1))
    clear = picture.info.get("transparency")  # one shade of grey
    if clear is None:
        return upper
    differs = lower.point(lambda byte: 255 * (byte != clear % 256))
    differs = ImageChops.lighter(differs, upper.point(lambda byte: 255 * (byte != clear // 256)))
    return Image.merge("LA", (upper, differs))


def too_coarse(pages: Sequence[Page], folders: Iterable[Path]) -> list[str]:
    """A warning for each bitmap that has fewer than 300 dots an inch where it is largest."""
    folders = tuple(folders)
    names = {name for folder in folders for name in _bitmaps(folder)}
    if not names:
        return []
    sides: dict[str, float] = {}
    for page in pages:
        for each in placed(page):
            if isinstance(each.item, Art) and each.item.name in names:
                sides[each.item.name] = max(each.box.w, sides.get(each.item.name, 0))
    warnings = (_warning(find_art(name, folders), side) for name, side in sorted(sides.items()))
    return [warning for warning in warnings if warning]


def _bitmaps(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.suffix in BITMAP_SUFFIXES:
            yield path.relative_to(folder).with_suffix("").as_posix()


def _warning(path: Path, side: float) -> str:
    if path.suffix not in BITMAP_SUFFIXES:
        return ""
    with Image.open(path) as picture:
        pixels = max(picture.size)
    dpi = pixels / (side / 25.4)
    if dpi >= LEAST_DPI:
        return ""
    needed = math.ceil(side / 25.4 * LEAST_DPI)
    return (
        f"warning: {path}: {dpi:.0f} dpi where it is printed {side:.1f} mm large, expected at "
        f"least {LEAST_DPI}: use a picture of {needed} pixels or more, or an SVG"
    )
