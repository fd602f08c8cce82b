"""Designers' own bitmaps, rotated upright and converted for an ink mode.

A bitmap cannot become line art, so low ink prints it in grey.
"""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageChops, ImageOps, UnidentifiedImageError

from generator.core.errors import ArtError
from generator.core.resources import BITMAP_SUFFIXES, find_art
from generator.layout.page import Art, Page, PageView, flatten
from generator.pdf.file import Picture, encode_picture

MIN_DPI = 300  # with fewer, edges show steps
MAX_PIXELS = 1200  # along a side: more than 600 dpi at the largest printed size of a piece


@lru_cache(maxsize=128)
def read_picture(path: Path, _: tuple[int, ...], mode: str) -> Picture:
    """The picture in a file as a PDF holds it, encoded once for each signature of the file."""
    return encode_picture(read_image(path, mode))


def read_image(path: Path, mode: str) -> Image.Image:
    """The picture in a file in RGB, grey if the ink mode has no colour, with its transparency."""
    try:
        with Image.open(path) as opened:
            if opened.mode in ("I", "F"):
                raise ValueError("more than 16 bits a channel; save it with 8")
            picture = _eight_bits(ImageOps.exif_transpose(opened))
            transparent = "A" in picture.getbands() or "transparency" in picture.info
            picture = picture.convert("RGBA" if transparent else "RGB")
    except UnidentifiedImageError:
        raise ArtError(f"{path}: not a picture that can be read, expected PNG or JPEG") from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise ArtError(f"{path}: not a picture that can be read: {error}") from None
    picture.thumbnail((MAX_PIXELS, MAX_PIXELS), Image.Resampling.LANCZOS)
    if mode == "full":
        return picture
    grey = picture.convert("LA" if transparent else "L")
    return grey.convert("RGBA" if transparent else "RGB")


def _eight_bits(picture: Image.Image) -> Image.Image:
    """A grey picture with the upper 8 of its 16 bits. Pillow itself reduces colour pictures."""
    if not picture.mode.startswith("I;16"):
        return picture
    samples = picture.tobytes("raw", "I;16")  # the lower byte first
    lower, upper = (Image.frombytes("L", picture.size, samples[start::2]) for start in (0, 1))
    transparent = picture.info.get("transparency")  # one shade of grey
    if transparent is None:
        return upper
    opaque = ImageChops.lighter(
        lower.point(lambda byte: 255 * (byte != transparent % 256)),
        upper.point(lambda byte: 255 * (byte != transparent // 256)),
    )
    return Image.merge("LA", (upper, opaque))


def low_resolution_warnings(pages: Iterable[Page], folders: Iterable[Path]) -> list[str]:
    """A warning for each bitmap with fewer than 300 dpi where it is printed largest."""
    folders = tuple(folders)
    names = {name for folder in folders for name in _bitmap_names(folder)}
    if not names:
        return []
    sides: dict[str, float] = {}
    for name, side in (entry for page in pages for entry in _art_sides(page)):
        if name in names:
            sides[name] = max(side, sides.get(name, 0))
    warnings = (_warning(find_art(name, folders), side) for name, side in sorted(sides.items()))
    return [warning for warning in warnings if warning]


def _art_sides(page: Page, scale: float = 1.0) -> Iterator[tuple[str, float]]:
    """The name and side in mm of each piece of art on a page that is drawn so many times larger."""
    for item, box, *_ in flatten(page):
        if isinstance(item, Art):
            yield item.name, scale * box.w
        elif isinstance(item, PageView):
            yield from _art_sides(item.page, scale * item.scale)


def _bitmap_names(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.suffix in BITMAP_SUFFIXES:
            yield path.relative_to(folder).with_suffix("").as_posix()


def _warning(path: Path, side: float) -> str:
    if path.suffix not in BITMAP_SUFFIXES:
        return ""
    with Image.open(path) as picture:
        pixels = max(picture.size)
    dpi = pixels / (side / 25.4)
    if dpi >= MIN_DPI:
        return ""
    needed = math.ceil(side / 25.4 * MIN_DPI)
    return (
        f"warning: {path}: {dpi:.0f} dpi where it is printed {side:.1f} mm large, expected at "
        f"least {MIN_DPI}: use a picture of {needed} pixels or more, or an SVG"
    )
