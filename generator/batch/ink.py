"""How much ink pages take, measured by drawing them small in grey."""

import pypdfium2  # type: ignore[import-untyped]  # it has no types

_SCALE = 2.0  # 144 dpi: on smaller pictures, lines widened to a pixel count double
_MAX_SIDE = 3000  # pixels, however large the page


def ink_shares(content: bytes) -> list[float]:
    """The share of full coverage of each page of a PDF: 1 is a page that is black all over."""
    with pypdfium2.PdfDocument(content) as document:
        return [_share(page) for page in document]


def _share(page: pypdfium2.PdfPage) -> float:
    scale = min(_SCALE, _MAX_SIDE / max(page.get_size()))
    picture = page.render(scale=scale, grayscale=True).to_pil()
    levels = enumerate(picture.histogram())
    darkness = sum((255 - level) * count for level, count in levels)
    share: float = darkness / (255 * picture.width * picture.height)
    return share
