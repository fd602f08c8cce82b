"""Every kind of font: what is read, what is missing, how long a text gets."""

import pytest
from pdf_samples import SQUARE, added, composite, simple, spoiled, stream, type3
from pikepdf import Array, Dictionary, Name

from generator.preflight import examine


def messages(content: bytes) -> str:
    return "\n".join(str(each) for each in examine(content).findings)


_CODES = """begincmap 2 begincodespacerange <00> <7F> <8000> <FFFF> endcodespacerange
1 begincidrange <41> <5A> 1 endcidrange 1 begincidchar <8001> 3 endcidchar endcmap"""
_VERTICAL = Name("/Identity-V")
_NOTDEF = Dictionary(Differences=[65, Name("/.notdef"), Name("/Euro"), Name("/uni20AC")])

# A font, a shown string, what is found about it.
FONTS = {
    "composite": (composite(), "<00010002>", ""),
    "composite, glyph 0": (composite(), "<00010000>", "no glyph in AAAAAA+Lato for code 00"),
    "composite, past the last glyph": (composite(), "<FFFE>", "no glyph"),
    "composite, mapped to glyph 0": (
        composite(CIDToGIDMap=stream(bytes(8))), "<0002>", "no glyph",
    ),
    "composite, mapped": (composite(CIDToGIDMap=stream(b"\0\0\0\5\0\6")), "<00010002>", ""),
    "composite, without Unicode": (composite(unicode=""), "<0001>", "cannot be read back"),
    "composite, a code without Unicode": (composite(), "<0150>", "cannot be read back"),
    "composite, U+0000": (composite(), "<0200>", "cannot be read back"),
    "composite, ligatures": (composite(), "<01000101>", ""),
    "composite, with its own codes": (composite(encoding=stream(_CODES)), "<41428001>", ""),
    "composite, vertical": (composite(encoding=_VERTICAL), "<000100020003>", ""),
    "composite, widths": (
        composite(W=Array([1, Array([500, 600]), 3, 9, 700])), "<000100020003>", "",
    ),
    "composite, broken": (composite(W=Array([Name.A, Name.B])), "<0001>", "cannot be read"),
    "simple": (simple(Encoding=Name.WinAnsiEncoding), "(ABC)", ""),
    "simple, by the encoding's names": (simple(Encoding=_NOTDEF), "(BC)", ""),
    "simple, .notdef": (simple(Encoding=_NOTDEF), "(A)", "no glyph"),
    "simple, not in the font": (simple(Encoding=Name.WinAnsiEncoding), "(\\001)", "no glyph"),
    "simple, codes of its own": (simple(), "(A)", "cannot be read back"),
    "simple, not embedded": (simple(Name.Type1, False), "(A)", "not embedded"),
    "a glyph that a subset leaves out": (
        lambda document: Dictionary(
            Type=Name.Font, Subtype=Name.Type1, BaseFont=Name("/AAAAAA+X"),
            Encoding=Dictionary(Differences=[65, Name.A, Name.B]),
            FontDescriptor=Dictionary(CharSet="/A/C", Flags=32, FontFile=stream(b"x")(document)),
        ), "(AB)", "no glyph in AAAAAA+X for code 42",
    ),
    "drawn glyphs": (type3([0, 0, 100, 100], [0.01, 0, 0, 0.01, 0, 0], {"/A": SQUARE}), "(A)", ""),
    "drawn glyphs of another unit": (
        type3([0, 0, 8, 8], [0.1, 0, 0, 0.1, 0, 0], {"/A": "8 0 d0 0 0 8 8 re f"}), "(A)", "",
    ),
    "small drawn glyphs": (
        type3([0, 0, 3, 3], [0.1, 0, 0, 0.1, 0, 0], {"/A": "3 0 d0 0 0 3 3 re f"}), "(A)",
        "of 3.6 pt",
    ),
    "a drawn glyph that is missing": (
        type3([0, 0, 100, 100], [0.01, 0, 0, 0.01, 0, 0], {"/A": SQUARE}), "(AB)", "no glyph",
    ),
    "a drawn glyph with a hairline": (
        type3([0, 0, 100, 100], [0.01, 0, 0, 0.01, 0, 0], {"/A": "9 0 d0 0 w 0 0 m 9 9 l S"}),
        "(A)", "a line of width 0",
    ),
    "a drawn glyph in CMYK": (
        type3([0, 0, 100, 100], [0.01, 0, 0, 0.01, 0, 0], {"/A": "0 0 0 1 k " + SQUARE}),
        "(A)", "CMYK",
    ),
    "a drawn glyph that draws itself": (
        type3([0, 0, 100, 100], [0.01, 0, 0, 0.01, 0, 0], {"/A": "BT /F 9 Tf (A) Tj ET"}),
        "(A)", "Font /F is missing",
    ),
    "no kind of font": (lambda _: Dictionary(Type=Name.Font), "(A)", "not embedded"),
}  # fmt: skip


@pytest.mark.parametrize("case", FONTS)
def test_fonts(case):
    font, shown, words = FONTS[case]
    content = spoiled(added(f"BT /X 12 Tf 100 300 Td {shown} Tj ET", Font={"/X": font}))
    told = messages(content)
    assert (words in told) if words else (told == "")


def test_a_vertical_text_runs_down():
    """Ten letters of 12 points, from 100 points above the foot: over the edge of the paper."""
    font = {"/X": composite(encoding=_VERTICAL)}
    content = spoiled(added(f"BT /X 12 Tf 100 100 Td <{'0001' * 10}> Tj ET", Font=font))
    (each,) = examine(content).findings
    assert each.kind == "edge"
    assert each.box.h > each.box.w


def test_spacing_makes_a_text_longer():
    """Letter space, word space, stretch, and steps between letters, all up to the edge."""
    for state in ("60 Tc (ABCDEFGH) Tj", "480 Tw (A B) Tj", "900 Tz (ABCDEFGH) Tj",
                  "[(A) -39500 (B)] TJ", "(A) Tj 440 0 Td (ABCDEFGHI) Tj",
                  "20 TL 450 0 Td (A) Tj 0 0 (ABCDEFGHI) \""):  # fmt: skip
        content = spoiled(added(f"BT /F1+0 12 Tf 100 300 Td {state} ET"))
        assert {each.kind for each in examine(content).findings} == {"edge"}, state
