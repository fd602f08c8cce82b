"""Every kind of font: whether it is embedded, and what its drawn glyphs hold."""

import pytest
from pdf_samples import SQUARE, composite, paint, simple, type3, with_edit
from pikepdf import Array, Dictionary, Name

from generator.preflight import examine

EM = [0.01, 0, 0, 0.01, 0, 0]  # a hundredth of the type size

# A font, a shown string, words of what is found about it.
FONTS = {
    "composite": (composite(), "<00240025>", ""),
    "composite, vertical": (composite(encoding=Name("/Identity-V")), "<00240025>", ""),
    "composite, with broken widths": (composite(W=Array([Name.A, Name.B])), "<0024>", ""),
    "simple": (simple(Encoding=Name.WinAnsiEncoding), "(ABC)", ""),
    "simple, not embedded": (simple(Name.Type1, False), "(A)", "Lato, first on page 1, is not emb"),
    "drawn glyphs": (type3([0, 0, 100, 100], EM, {"/A": SQUARE}), "(A)", ""),
    "a drawn glyph in CMYK": (
        type3([0, 0, 100, 100], EM, {"/A": "0 0 0 1 k " + SQUARE}), "(A)", "CMYK",
    ),
    "a drawn glyph that draws itself": (
        type3([0, 0, 100, 100], EM, {"/A": "BT /F 9 Tf (A) Tj ET"}), "(A)", "Font /F is missing",
    ),
    "no kind of font": (lambda _: Dictionary(Type=Name.Font), "(A)", "is not embedded"),
}  # fmt: skip


@pytest.mark.parametrize("case", FONTS)
def test_fonts(case):
    font, glyphs, words = FONTS[case]
    content = with_edit(paint(f"BT /X 12 Tf 100 300 Td {glyphs} Tj ET", Font={"/X": font}))
    messages = "\n".join(map(str, examine(content).diagnostics))
    assert (words in messages) if words else (messages == "")


def test_invisible_text_needs_no_font():
    """Scans have it behind the picture, in a font that every reader knows."""
    font = {"/X": simple(Name.Type1, False)}
    content = with_edit(paint("BT 3 Tr /X 12 Tf 100 300 Td (AB) Tj ET", Font=font))
    assert "not embedded" not in "\n".join(map(str, examine(content).diagnostics))


def test_a_vertical_text_runs_down():
    """Ten letters of 12 points, from 100 points above the foot: over the edge of the paper."""
    font = {"/X": composite(encoding=Name("/Identity-V"))}
    content = with_edit(paint(f"BT /X 12 Tf 100 100 Td <{'0024' * 10}> Tj ET", Font=font))
    (diagnostic,) = examine(content).diagnostics
    assert diagnostic.code == "edge"
    assert diagnostic.box.h > diagnostic.box.w


def test_spacing_makes_a_text_longer():
    """Letter space, word space, stretch, and steps between letters, all up to the edge."""
    for state in ("60 Tc (ABCDEFGH) Tj", "480 Tw (A B) Tj", "900 Tz (ABCDEFGH) Tj",
                  "[(A) -39500 (B)] TJ", "(A) Tj 440 0 Td (ABCDEFGHI) Tj",
                  "20 TL 450 0 Td (A) Tj 0 0 (ABCDEFGHI) \""):  # fmt: skip
        content = with_edit(paint(f"BT /F1+0 12 Tf 100 300 Td {state} ET"))
        assert {entry.code for entry in examine(content).diagnostics} == {"edge"}, state
