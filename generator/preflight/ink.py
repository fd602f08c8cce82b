"""How much ink pages take, by drawing them small.

Input: a PDF as bytes. Output: for each page the share of full ink coverage, by luminance: 1 is a
page that is black all over. Drawn by PDFium, which reads a file by code of its own: a page that it
sees differently shows that a check has missed something.
"""

import pypdfium2

_SCALE = 2.0  # 144 dpi: smaller, and lines that are widened to a pixel count double
_LARGEST = 3000  # pixels along a side, however large the page


class Ink:
    """An open document; a context, because PDFium's memory is not Python's."""

    def __init__(self, content: bytes) -> None:
        try:
            self._document = pypdfium2.PdfDocument(content)
        except pypdfium2.PdfiumError:
            self._document = None

    def __enter__(self) -> "Ink":
        return self

    def __exit__(self, *_) -> None:
        if self._document:
            self._document.close()

    def share(self, number: int) -> float | None:
        """The share of a page, from 0 to 1; None for a page that PDFium cannot draw."""
        try:
            page = self._document[number - 1]
            scale = min(_SCALE, _LARGEST / max(*page.get_size(), 1))
            picture = page.render(scale=scale, grayscale=True, draw_annots=False).to_pil()
        except (pypdfium2.PdfiumError, IndexError, TypeError, ValueError, MemoryError):
            return None
        levels = picture.histogram()
        dark = sum((255 - level) * count for level, count in enumerate(levels))
        return dark / (255 * picture.width * picture.height)
