"""Pixels and their PNG without Pillow, which has no build for browsers, where the page draws pieces
too: zlib and slices of bytes do all that takes long."""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil
from typing import Any

_COLOUR_TYPES = {3: 2, 4: 6}  # by the number of channels (11.2.1 of the standard of PNG)
_METRE = 39.3700787  # inches
_FINE = 4  # samples of an outline in a pixel, across and down


@dataclass(slots=True)
class Picture:
    """Pixels row by row, each of 3 bytes (red, green, blue) or 4 (and opacity)."""

    width: int
    height: int
    pixels: bytearray
    channels: int = 3

    @classmethod
    def white(cls, width: int, height: int) -> "Picture":
        return cls(width, height, bytearray(b"\xff") * (3 * width * height))

    @classmethod
    def drawn(cls, page: Any, scale: float) -> "Picture":
        """A page of PDFium (which has no types), drawn on white, so many pixels to the point."""
        bitmap = page.render(scale=scale, rev_byteorder=True)
        assert bitmap.mode == "RGB", bitmap.mode
        pixels, length = memoryview(bitmap.buffer).cast("B"), 3 * bitmap.width
        starts = range(0, bitmap.stride * bitmap.height, bitmap.stride)
        rows = (pixels[start : start + length] for start in starts)
        return cls(bitmap.width, bitmap.height, bytearray().join(rows))

    def paste(self, other: "Picture", left: int, top: int) -> None:
        """Put another picture on this one, of which it must not reach out."""
        length = 3 * other.width
        for row in range(other.height):
            start = 3 * ((top + row) * self.width + left)
            self.pixels[start : start + length] = other.pixels[row * length : (row + 1) * length]

    def repeat_edges(self, left: int, top: int, right: int, bottom: int) -> None:
        """Continue the outermost pixels inside these edges to those of the picture."""
        length = 3 * self.width
        for start in range(top * length, bottom * length, length):
            row = self.pixels[start + 3 * left : start + 3 * right]
            row[:0] = row[:3] * left
            self.pixels[start : start + length] = row + row[-3:] * (self.width - right)
        first = self.pixels[top * length : (top + 1) * length]
        last = self.pixels[(bottom - 1) * length : bottom * length]
        self.pixels[: top * length] = first * top
        self.pixels[bottom * length :] = last * (self.height - bottom)

    def inside(self, corners: Sequence[tuple[float, float]]) -> "Picture":
        """The picture, transparent outside a polygon, whose corners are in pixels."""
        edges, opacity = list(pairwise([*corners, corners[0]])), bytearray()
        for row in range(self.height):
            steps = [0] * (_FINE * self.width + 1)
            for sample in range(_FINE):
                y = row + (sample + 0.5) / _FINE
                crossings = sorted(
                    x1 + (y - y1) * (x2 - x1) / (y2 - y1)
                    for (x1, y1), (x2, y2) in edges
                    if (y1 <= y) != (y2 <= y)
                )
                for number, x in enumerate(crossings):  # every second one leads out again
                    place = min(max(ceil(x * _FINE - 0.5), 0), _FINE * self.width)
                    steps[place] += -1 if number % 2 else 1
            samples = list(accumulate(steps))
            columns = (samples[start : _FINE * self.width : _FINE] for start in range(_FINE))
            opacity += bytes(255 * sum(pixel) // _FINE**2 for pixel in zip(*columns, strict=True))
        pixels = bytearray(4 * self.width * self.height)
        for channel in range(3):
            pixels[channel::4] = self.pixels[channel::3]
        pixels[3::4] = opacity
        return Picture(self.width, self.height, pixels, 4)


def png(picture: Picture, dpi: int) -> bytes:
    """A picture as a PNG that says it is sRGB, drawn perceptually, and its resolution."""
    depth = 8, _COLOUR_TYPES[picture.channels], 0, 0, 0
    resolution = struct.pack(">IIB", round(dpi * _METRE), round(dpi * _METRE), 1)
    length = picture.channels * picture.width
    starts = range(0, len(picture.pixels), length)
    # Each row comes after the number of its filter, which is none.
    rows = b"".join(b"\0" + picture.pixels[start : start + length] for start in starts)
    chunks = {b"IHDR": struct.pack(">II5B", picture.width, picture.height, *depth)}
    chunks |= {b"sRGB": b"\0", b"pHYs": resolution, b"IDAT": zlib.compress(rows, 6), b"IEND": b""}
    content = b"\x89PNG\r\n\x1a\n"
    for name, data in chunks.items():
        check = zlib.crc32(name + data)
        content += struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)
    return content
