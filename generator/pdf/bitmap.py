"""Designers' own bitmaps, converted for an ink mode: low ink, too, prints them in grey."""

import math
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

from generator.core.errors import ArtError
from generator.core.resources import BITMAP_SUFFIXES, find_art
from generator.layout.page import Art, Page, PageView, flatten

MIN_DPI = 300  # with fewer, edges show steps
MAX_PIXELS = 1200  # along a side: more than 600 dpi at the largest printed size of a piece


@lru_cache(maxsize=128)
def read_picture(path: Path, _: tuple[int, ...], mode: str) -> tuple[int, int, bytes, bytes]:
    """The picture in a file as PdfWriter.add_picture takes it, kept for each signature of the file:
    compressing it takes longer than the rest of a page. Raises ArtError."""
    image = read_image(path, mode)
    opacity = zlib.compress(image.getchannel("A").tobytes()) if image.mode == "RGBA" else b""
    return *image.size, zlib.compress(image.convert("RGB").tobytes()), opacity


def read_image(path: Path, mode: str) -> Image.Image:
    """The picture in a file, upright, in RGB with its transparency. Raises ArtError."""
    try:
        with Image.open(path) as opened:
            if opened.mode[0] in "IF":  # grey; Pillow itself reduces colours to 8 bits
                raise ValueError("more than 8 bits of grey; save it with 8")
            picture = ImageOps.exif_transpose(opened)
            transparent = "A" in picture.getbands() or "transparency" in picture.info
            picture = picture.convert("RGBA" if transparent else "RGB")
            if transparent and not picture.getbbox():
                raise ValueError("all of it is transparent")
    except UnidentifiedImageError:
        raise ArtError(f"{path}: not a picture that can be read, expected PNG or JPEG") from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise ArtError(f"{path}: not a picture that can be read: {error}") from None
    picture.thumbnail((MAX_PIXELS, MAX_PIXELS), Image.Resampling.LANCZOS)
    if mode == "full":
        return picture
    grey = picture.convert("LA" if transparent else "L")
    return grey.convert("RGBA" if transparent else "RGB")


def bitmap_warnings(pages: Iterable[Page], folders: Sequence[Path]) -> list[str]:
    """A warning for each bitmap in folders that has fewer than 300 dpi where it is printed
    largest."""
    if not any(each.suffix in BITMAP_SUFFIXES for folder in folders for each in folder.rglob("*")):
        return []
    warnings, sides = [], dict[str, float]()
    for name, side in (entry for page in pages for entry in _art_sides(page)):
        sides[name] = max(side, sides.get(name, 0))
    for name, side in sorted(sides.items()):
        path = find_art(name, folders)
        if path.suffix not in BITMAP_SUFFIXES:
            continue
        with Image.open(path) as picture:
            dpi = max(picture.size) / (side / 25.4)
        if dpi < MIN_DPI:
            needed = math.ceil(side / 25.4 * MIN_DPI)
            warnings.append(
                f"warning: {path}: {dpi:.0f} dpi where it is printed {side:.1f} mm large, expected "
                f"at least {MIN_DPI}: use a picture of {needed} pixels or more, or an SVG"
            )
    return warnings


def _art_sides(page: Page, scale: float = 1.0) -> Iterator[tuple[str, float]]:
    """The name and side in mm of each piece of art on a page that is drawn so many times larger."""
    for item, box, *_ in flatten(page):
        if isinstance(item, Art):
            yield item.name, scale * box.w
        elif isinstance(item, PageView):
            yield from _art_sides(item.page, scale * item.scale)
