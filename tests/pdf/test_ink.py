"""Ink modes on paper: how much ink a board takes, as pixels show it."""

import pypdfium2
import pytest
from short_run import first
from support import rolled, settings

from generator.core.resources import find_art
from generator.games.magnetmen.sheets import board_sheet as sheet
from generator.pdf.drawing import pdf
from generator.pdf.file import About

DPI = 400  # PDFium draws no line thinner than a pixel


def ink(board, mode: str) -> float:
    """The mean share of full coverage by cyan, magenta and yellow."""
    page = sheet.page(board, settings(ink=mode))
    pdf_page = pypdfium2.PdfDocument(pdf([page], About("x", "x", "en"), mode, find_art))[0]
    counts = pdf_page.render(scale=DPI / 72).to_pil().convert("RGB").histogram()
    return sum((255 - value % 256) * n for value, n in enumerate(counts)) / sum(counts) / 255


@pytest.mark.parametrize(
    ("sets", "size", "players"),
    first(1, [(("expert",), "huge", 4), (("base",), "small", 2), (("base",), "huge", 4),
              (("expert",), "small", 2)]),
)  # fmt: skip
def test_low_ink_takes_about_a_third(sets, size, players):
    board = rolled("ink", sets, size, players)
    full, low = ink(board, "full"), ink(board, "low")
    assert 0.1 < full < 0.3
    assert low <= 0.36 * full


def test_grey_has_no_colour():
    page = sheet.page(rolled("ink"), settings(ink="grey"))
    pdf_page = pypdfium2.PdfDocument(pdf([page], About("x", "x", "en"), "grey", find_art))[0]
    red, green, blue = pdf_page.render(scale=1).to_pil().convert("RGB").split()
    assert red.tobytes() == green.tobytes() == blue.tobytes()
