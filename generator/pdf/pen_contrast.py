"""On how much of a picture a pen stroke is lost.

Input: art names (shipped, or in a designer's folders) and a printed size in mm. Output: shares of
the square that a picture fills.

Players cross pictures out and write on them. A stroke that crosses a thin outline is interrupted
there and no more; on a dark area it vanishes.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from PIL import ImageFilter, ImageStat

from generator.core.paper import Box
from generator.layout.page import Art
from generator.pdf.art_similarity import PIXEL, READING, bare, looks

# L* with a contrast of 4.5 : 1 to black, what WCAG 2.2 (1.4.3) asks for text: marks are
# handwriting, and a number is one of them. 3 : 1, what it asks for graphics, is L* 38.
LIGHT_ENOUGH = 49
_AREA = 3  # pixels, 0.9 mm: about twice a pen stroke. What is thinner is a line, not an area.

# The most of a picture that may be so dark. Grey is where a picture is darkest: a grey that
# prints as light as a colour is at most as luminous (the sRGB curve is convex).
MOST_DARK = 0.08
DARKEST = "greyscale"


def dark_shares(
    names: Iterable[str], side: float, condition: str = DARKEST, folders: Sequence[Path] = ()
) -> dict[str, float]:
    """How much of each picture is areas that hide a black pen, by the last part of its name; drawn
    with fine pens, as on a board."""
    pieces = {bare(name): (Art(name, Box(0, 0, side, side), fine=True),) for name in names}
    pixels = (side / PIXEL) ** 2
    result = {}
    for name, look in looks(pieces, side, condition, READING, folders).items():
        dark = look.lab.getchannel(0).point(lambda lightness: 255 * (lightness < LIGHT_ENOUGH))
        areas = dark.filter(ImageFilter.MinFilter(_AREA)).filter(ImageFilter.MaxFilter(_AREA))
        result[name] = ImageStat.Stat(areas).sum[0] / 255 / pixels
    return result
