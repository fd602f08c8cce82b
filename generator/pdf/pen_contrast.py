"""How much of a picture is too dark for a pen.

Input: art names (shipped, or in a designer's folders) and a printed size in mm. Output: dark areas
as shares of the square that a picture fills.

Players cross pictures out and write on them. A thin dark outline only interrupts a pen stroke; a
dark area hides it.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from PIL import ImageFilter, ImageStat

from generator.core.paper import Box
from generator.layout.page import Art
from generator.pdf.art_similarity import COMPARED_PIXEL, READING, appearances, base_name

# The L* with a contrast of 4.5 : 1 to black, which WCAG 2.2 (1.4.3) requires of text: players write
# numbers. The 3 : 1 that it requires of graphics is an L* of 38.
MIN_LIGHTNESS = 49
_MIN_AREA_WIDTH = 3  # compared pixels, 0.9 mm: two pen strokes. Anything thinner is a line.

# The largest dark share of a picture. A picture is darkest in greyscale: a grey that prints as
# light as a colour is at most as luminous (the sRGB curve is convex).
MAX_DARK_SHARE = 0.08
DARKEST_CONDITION = "greyscale"


def dark_shares(
    names: Iterable[str],
    side: float,
    condition: str = DARKEST_CONDITION,
    folders: Sequence[Path] = (),
) -> dict[str, float]:
    """The share of each picture that hides a black pen, by the last part of the art name. Pictures
    are drawn with fine pens, as on a board."""
    pieces = {base_name(name): (Art(name, Box(0, 0, side, side), fine=True),) for name in names}
    pixels = (side / COMPARED_PIXEL) ** 2
    result = {}
    for name, appearance in appearances(pieces, side, condition, READING, folders).items():
        dark = appearance.lab.getchannel(0).point(
            lambda lightness: 255 * (lightness < MIN_LIGHTNESS)
        )
        areas = dark.filter(ImageFilter.MinFilter(_MIN_AREA_WIDTH))
        areas = areas.filter(ImageFilter.MaxFilter(_MIN_AREA_WIDTH))
        result[name] = ImageStat.Stat(areas).sum[0] / 255 / pixels
    return result
