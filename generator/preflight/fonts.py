"""Fonts of a document: whether they are embedded, as subsets, and used.

Input: an open PDF, and the fonts that its pages show. Output: diagnostics.
"""

from collections.abc import Iterator, Mapping

import pikepdf

from generator.core.diagnostics import Diagnostic
from generator.preflight.page_objects import SUBSET_TAG, Font


def font_diagnostics(pdf: pikepdf.Pdf, first_pages: Mapping[Font, int]) -> Iterator[Diagnostic]:
    """Faults of fonts, given the first page that shows each; and fonts that no page shows."""
    names = _names(pdf)
    for font, page in first_pages.items():
        subject = f"the font {font.name or 'without a name'}, first on page {page}"
        if not font.is_embedded:
            message = f"{subject}, is not embedded, or cannot be read"
            yield Diagnostic.on_page(0, None, "font", message, "every font in the file")
        elif font.name in names:
            message = f"{subject}, is embedded with glyphs that are not used"
            yield Diagnostic.on_page(0, None, "font", message, "a subset", "warning")
    used_names = {font.name for font in first_pages}
    for name in names:
        if SUBSET_TAG.sub("", name) not in used_names:
            message = f"the font {name} is listed and not used"
            yield Diagnostic.on_page(0, None, "font", message, "no such entry", "warning")


def _names(pdf: pikepdf.Pdf) -> dict[str, None]:
    """The names of all fonts in the file, with the tags of subsets, in file order."""
    fonts = (entry for entry in pdf.objects if isinstance(entry, pikepdf.Dictionary))
    return {
        str(font.get("/BaseFont", "/unnamed"))[1:]: None
        for font in fonts
        if font.get("/Type") == "/Font" and not str(font.get("/Subtype")).startswith("/CIDFont")
    }
