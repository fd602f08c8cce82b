"""How much ink pages take, measured by drawing them small.

Input: pages of any PDF. Output: greyscale pictures, and the share of full ink coverage by
luminance: 1 is a page that is black all over.
"""

import pypdfium2  # type: ignore[import-untyped]  # it has no types
from PIL.Image import Image

_SCALE = 2.0  # 144 dpi: on smaller pictures, lines widened to a pixel count double
_MAX_SIDE = 3000  # pixels, however large the page


def ink_shares(content: bytes) -> list[float | None]:
    """The ink share of each page; None for a page that PDFium cannot draw."""
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError:
        return []
    with document:
        pictures = (_picture(document, index) for index in range(len(document)))
        return [None if picture is None else ink_share(picture) for picture in pictures]


def _picture(document: pypdfium2.PdfDocument, index: int) -> Image | None:
    try:
        return render(document[index])
    except pypdfium2.PdfiumError:
        return None


def render(page: pypdfium2.PdfPage) -> Image | None:
    """A greyscale picture of a page; None for a page that PDFium cannot draw."""
    try:
        scale = min(_SCALE, _MAX_SIDE / max(*page.get_size(), 1))
        bitmap = page.render(scale=scale, grayscale=True, draw_annots=False)
        picture: Image = bitmap.to_pil()
    except (pypdfium2.PdfiumError, ValueError, MemoryError):
        return None
    return picture


def ink_share(picture: Image) -> float:
    """The share of full coverage, from 0 to 1."""
    levels = picture.histogram()
    darkness = sum((255 - level) * count for level, count in enumerate(levels))
    return darkness / (255 * picture.width * picture.height)
