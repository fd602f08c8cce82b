"""Each check on a document that fails it, and on documents that only seem to."""

import pikepdf
import pytest
from pdf_samples import A4, form, image, paint, root_entry, sound, stream, with_edit
from pikepdf import Array, Dictionary, Name

from generator.pdf.file import SRGB
from generator.preflight import examine

ERROR, WARNING = "error", "warning"


def page_entry(key: str, value):
    """An edit of an entry of the page; None takes it away."""

    def edit(document: pikepdf.Pdf) -> None:
        if value is None:
            del document.pages[0].obj[key]
        else:
            document.pages[0].obj[key] = value

    return edit


def with_page_size(w: float, h: float):
    """The page on other paper, all boxes alike."""

    def edit(document: pikepdf.Pdf) -> None:
        for key in ("/MediaBox", "/TrimBox", "/BleedBox"):
            document.pages[0].obj[key] = Array([0, 0, w, h])

    return edit


def cut_out(content: str, trim=20, bleed=8.5):
    """Content on an A4 page whose finished page is smaller by a trim; 8.5 points are 3 mm."""

    def edit(document: pikepdf.Pdf) -> None:
        page = document.pages[0].obj
        for key, by in (("/TrimBox", trim), ("/BleedBox", trim - bleed)):
            page[key] = Array([by, by, A4[2] - by, A4[3] - by])
        paint(content)(document)

    return edit


def annotation(kind: Name, **entries):
    return page_entry("/Annots", Array([Dictionary(Subtype=kind, Rect=[9, 9, 50, 50], **entries)]))


def fonts(edit_font):
    """An edit of the page's one font."""

    def edit(document: pikepdf.Pdf) -> None:
        (font,) = document.pages[0].obj.Resources.Font.values()
        edit_font(document, font)

    return edit


def _rename(_, font) -> None:
    font.BaseFont = Name("/" + str(font.BaseFont).split("+")[1])


def _list_helvetica(document: pikepdf.Pdf) -> None:
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    document.pages[0].obj.Resources.Font["/Unused"] = document.make_indirect(font)


HELVETICA = {"/H": Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)}
SCRIPT = Dictionary(S=Name.JavaScript, JS="app.alert('hi')")
PLACED = "q 72 0 0 72 100 300 cm /I Do Q"  # an inch wide

# What is done to the document, what is found (kind and severity), words of the message.
SPOILED = {
    "small text": (paint("BT /F1+0 7.5 Tf 100 300 Td (text) Tj ET"), "text", ERROR, "of 7.5 pt"),
    "text made small by its matrix": (
        paint("BT /F1+0 10 Tf .5 0 0 .5 100 300 Tm (text) Tj ET"), "text", ERROR, "of 5 pt",
    ),
    "text made small by the page": (
        paint(".1 0 0 .1 0 0 cm BT /F1+0 50 Tf 1000 3000 Td (text) Tj ET"),
        "text", ERROR, "text 'text' of 5 pt",
    ),
    "text squeezed flat": (
        paint("BT /F1+0 12 Tf 1 0 0 .5 100 300 Tm (text) Tj ET"), "text", ERROR, "of 6 pt",
    ),
    "a thin line": (paint(".2 w 100 300 m 200 300 l S"), "line", ERROR, "a line 0.2 pt wide"),
    "a hairline": (paint("0 w 100 300 m 200 300 l S"), "line", ERROR, "of width 0"),
    "a line made thin by scaling": (
        paint("1 0 0 .1 0 0 cm 1 w 100 3000 m 200 3000 l S"), "line", ERROR, "0.1 pt wide",
    ),
    "a curve made thin by scaling": (
        paint("1 0 0 .1 0 0 cm 1 w 100 3000 m 150 3500 200 3500 200 3000 c S"),
        "line", ERROR, "0.1 pt wide",
    ),
    "a line that is a thin filled rectangle": (
        paint("100 300 200 .1 re f"), "line", ERROR, "a filled shape 0.1 pt wide",
    ),
    "a thin line set by a graphics state": (
        paint("/G gs 100 300 m 200 300 l S", ExtGState={"/G": Dictionary(LW=0.1)}),
        "line", ERROR, "0.1 pt",
    ),
    "a thin line inside a scaled form": (
        paint("q .1 0 0 .1 100 300 cm /X Do Q", XObject={"/X": form("1 w 0 0 m 99 99 l S")}),
        "line", ERROR, "0.1 pt",
    ),
    "near the left edge": (paint("10 300 50 50 re f"), "edge", ERROR, "3.5 mm from the edge"),
    "near the top edge": (paint("100 800 50 35 re f"), "edge", ERROR, "2.4 mm from the edge"),
    "a line whose weight reaches the margin": (
        paint("4 w 15 300 m 15 400 l S"), "edge", ERROR, "a line 4.6 mm",
    ),
    "over the edge": (paint("-50 300 100 50 re f"), "edge", ERROR, "0.0 mm"),
    "off the paper": (paint("-200 300 100 50 re f"), "outside", WARNING, "off the paper"),
    "text near the edge": (
        paint("BT /F1+0 10 Tf 560 300 Td (text text) Tj ET"), "edge", ERROR, "text 'text text'",
    ),
    "bleed beyond its box": (cut_out("-1 300 40 50 re f"), "edge", ERROR, "filled shape"),
    "text in the bleed": (
        cut_out("BT /F1+0 10 Tf 12 5 Td (text) Tj ET"), "edge", ERROR, "text 'text'",
    ),
    "a coarse bitmap": (
        paint(PLACED, XObject={"/I": image(200, 400)}), "bitmap", ERROR, "a bitmap of 200 dpi",
    ),
    "a coarse bitmap inside the content": (
        paint("q 72 0 0 72 100 300 cm BI /W 20 /H 20 /BPC 8 /CS /G ID " + "x" * 400 + " EI Q"),
        "bitmap", ERROR, "of 20 dpi",
    ),
    "device CMYK": (paint("0 0 0 1 k 100 300 50 50 re f"), "colour", ERROR, "in device CMYK"),
    "a line in device CMYK": (
        paint("0 0 0 1 K 100 300 50 50 re S"), "colour", ERROR, "a colour in device CMYK",
    ),
    "a bitmap in device CMYK": (
        paint(PLACED, XObject={"/I": image(300, 300, "/DeviceCMYK", 4)}),
        "colour", ERROR, "a bitmap in device CMYK",
    ),
    "a spot colour": (
        paint("/S cs 1 scn 100 300 50 50 re f", ColorSpace={"/S": Array([
            Name.Separation, Name("/Gold"), Name.DeviceRGB, Dictionary(FunctionType=2),
        ])}), "colour", ERROR, "the spot colour Gold",
    ),
    "a profile for CMYK": (
        paint("/P cs 0 0 0 1 scn 100 300 50 50 re f", ColorSpace={
            "/P": lambda pdf: Array([Name.ICCBased, stream(b"x", N=4)(pdf)]),
        }), "colour", ERROR, "in CMYK",
    ),
    "a profile other than sRGB": (
        paint("/P cs 0 0 1 scn 100 300 50 50 re f", ColorSpace={
            "/P": lambda pdf: Array([Name.ICCBased, stream(bytes(200), N=3)(pdf)]),
        }), "colour", WARNING, "ICC profile other than sRGB",
    ),
    "Lab": (
        paint("/L cs 50 0 0 scn 100 300 50 50 re f", ColorSpace={
            "/L": Array([Name.Lab, Dictionary(WhitePoint=[1, 1, 1])]),
        }), "colour", WARNING, "in Lab",
    ),
    "colours of a table in CMYK": (
        paint(PLACED, XObject={"/I": stream(
            bytes(300 * 300), Subtype=Name.Image, Width=300, Height=300, BitsPerComponent=8,
            ColorSpace=Array([Name.Indexed, Name.DeviceCMYK, 0, b"\0\0\0\0"]),
        )}), "colour", ERROR, "CMYK",
    ),
    "a shading in CMYK": (
        paint("100 300 50 50 re W n /S sh", Shading={
            "/S": Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=[0, 0, 1, 1],
                             Function=Dictionary(FunctionType=2, N=1, Domain=[0, 1])),
        }), "colour", ERROR, "CMYK",
    ),
    "text that is cut off": (
        paint("100 300 30 20 re W n BT /F1+0 12 Tf 102 303 Td (a long text) Tj ET"),
        "overflow", ERROR, "text 'a long text' is cut off",
    ),
    "text that is cut off by its form": (
        paint("q 1 0 0 1 100 300 cm /X Do Q", XObject={"/X": lambda pdf: form(
            "BT /F1+0 12 Tf 2 3 Td (a long text) Tj ET", (0, 0, 30, 20),
            Resources=pdf.pages[0].obj.Resources)(pdf)}),
        "overflow", ERROR, "is cut off",
    ),
    "a form that is cut off around a text": (
        paint("100 300 30 20 re W n q 1 0 0 1 102 303 cm /X Do Q", XObject={
            "/X": lambda pdf: form("BT /F1+0 12 Tf (a long text) Tj ET",
                                   Resources=pdf.pages[0].obj.Resources)(pdf)}),
        "overflow", ERROR, "is cut off",
    ),
    "transparent content": (
        paint("/G gs 100 300 50 50 re f", ExtGState={"/G": Dictionary(ca=0.5)}),
        "transparency", WARNING, "transparent content",
    ),
    "content that is blended": (
        paint("/G gs 100 300 50 50 re f", ExtGState={"/G": Dictionary(BM=Name.Multiply)}),
        "transparency", WARNING, "transparent content",
    ),
    "a bitmap with a mask that is partly transparent": (
        paint(PLACED, XObject={"/I": lambda pdf: image(
            300, 300, SMask=image(300, 300, "/DeviceGray", 1)(pdf))(pdf)}),
        "transparency", WARNING, "transparent content",
    ),
    "a thin line inside a form inside a form": (
        paint("/X Do", XObject={"/X": lambda pdf: form("q .1 0 0 .1 100 300 cm /Y Do Q", Resources=
            Dictionary(XObject=Dictionary({"/Y": form("1 w 0 0 m 99 99 l S")(pdf)})))(pdf)}),
        "line", ERROR, "0.1 pt",
    ),
    "colours of a pattern in CMYK": (
        paint("/Pattern cs /P scn 100 300 50 50 re f", Pattern={"/P": stream(
            "0 0 0 1 k 0 0 9 9 re f", PatternType=1, PaintType=1, TilingType=1, BBox=[0, 0, 9, 9],
            XStep=9, YStep=9, Resources=Dictionary(),
        )}), "colour", ERROR, "CMYK",
    ),
    "no paper anyone has": (with_page_size(500, 500), "paper", WARNING, "176.4 x 176.4 mm"),
    "no TrimBox": (page_entry("/TrimBox", None), "boxes", WARNING, "no TrimBox"),
    "a TrimBox outside the BleedBox": (
        page_entry("/BleedBox", Array([10, 10, 500, 800])), "boxes", ERROR, "the TrimBox reaches",
    ),
    "a BleedBox outside the MediaBox": (
        page_entry("/BleedBox", Array([-9, -9, 700, 900])), "boxes", ERROR, "the BleedBox reaches",
    ),
    "a box without area": (
        page_entry("/TrimBox", Array([0, 0, 0, 0])), "boxes", ERROR, "a TrimBox that is no box",
    ),
    "a page turned askew": (page_entry("/Rotate", 45), "boxes", ERROR, "askew"),
    "a font listed only": (_list_helvetica, "font", WARNING, "Helvetica is listed and not used"),
    "a font with all glyphs": (fonts(_rename), "font", WARNING, "Lato-Regular, first on page 1"),
    "a font that is not embedded": (
        paint("BT /H 12 Tf 100 300 Td (text) Tj ET", Font=HELVETICA),
        "font", ERROR, "Helvetica, first on page 1, is not embedded",
    ),
    "a broken font": (
        fonts(lambda _, font: font.FontDescriptor.FontFile2.write(b"no font")),
        "font", ERROR, "cannot be read",
    ),
    "no output intent": (root_entry("/OutputIntents", None), "intent", WARNING, "no output intent"),
    "another output intent": (
        lambda document: document.Root.OutputIntents[0].DestOutputProfile.write(bytes(500)),
        "intent", WARNING, "other than sRGB",
    ),
    "pages that viewers shrink": (
        root_entry("/ViewerPreferences", None), "scaling", WARNING, "shrinking",
    ),
    "a link": (annotation(Name.Link), "annotation", WARNING, "a link"),
    "a script on a page": (annotation(Name.Link, A=SCRIPT), "script", ERROR, "JavaScript"),
    "a script": (root_entry("/OpenAction", SCRIPT), "script", ERROR, "JavaScript"),
    "a form": (
        root_entry("/AcroForm", Dictionary(Fields=[Dictionary(T="name")])), "form", WARNING, "form",
    ),
    "layers": (
        root_entry("/OCProperties", Dictionary(OCGs=[Dictionary(Name="x")])),
        "layers", WARNING, "layers",
    ),
    "a blank page": (
        lambda document: document.add_blank_page(page_size=A4[2:]), "blank", WARNING, "blank",
    ),
    "a page with nothing but white": (
        lambda document: document.pages[0].obj.__setitem__(
            "/Contents", stream("1 g 0 0 600 900 re f")(document)
        ), "blank", WARNING, "blank",
    ),
    "a page full of ink": (paint("20 20 550 800 re f"), "ink", WARNING, "of the page"),
    "a missing font": (paint("BT /No 12 Tf (x) Tj ET"), "content", ERROR, "Font /No is missing"),
    "a missing form": (paint("/No Do"), "content", ERROR, "XObject /No is missing"),
    "a form that draws itself": (
        paint("/X Do", XObject={"/X": lambda pdf: _loop(pdf)}), "content", ERROR, "contains itself",
    ),
    "content that cannot be unpacked": (
        lambda document: document.pages[0].obj.__setitem__("/Contents", stream(
            b"garbage", Filter=Name.FlateDecode)(document)), "content", ERROR, "cannot be read",
    ),
    "a broken string": (paint("(never closed"), "file", ERROR, "damaged"),
}  # fmt: skip


def _loop(document: pikepdf.Pdf):
    result = form("/X Do")(document)
    result.Resources = Dictionary(XObject=Dictionary({"/X": result}))
    return result


@pytest.mark.parametrize("case", SPOILED)
def test_each_fault_is_found(case):
    edit, kind, severity, words = SPOILED[case]
    findings = examine(with_edit(edit)).diagnostics
    diagnostics = [
        diagnostic
        for diagnostic in findings
        if diagnostic.code == kind and words in diagnostic.message
    ]
    assert diagnostics, [str(diagnostic) for diagnostic in findings]
    assert {diagnostic.severity for diagnostic in diagnostics} == {severity}


def test_a_sound_document_passes():
    report = examine(sound())
    assert report.diagnostics == ()
    assert report.ok


# What looks like a fault and is none.
PASSED = {
    "text of 8 pt": paint("BT /F1+0 8 Tf 100 300 Td (text) Tj ET"),
    "text of 8 pt upside down": paint("BT /F1+0 80 Tf -.1 0 0 -.1 100 300 Tm (text) Tj ET"),
    "text of a negative size": paint("BT /F1+0 -8 Tf 200 300 Td (text) Tj ET"),
    "slanted text": paint("BT /F1+0 8 Tf 1 0 .9 1 100 300 Tm (text) Tj ET"),
    "invisible text": paint("BT 3 Tr /F1+0 1 Tf 100 300 Td (text) Tj ET"),
    "small spaces": paint("BT /F1+0 1 Tf 100 300 Td (  ) Tj ET"),
    "a line of 0.25 pt": paint(".25 w 100 300 m 200 300 l S"),
    "a line that keeps its width when scaled": paint(
        "100 0 0 1 0 0 cm 1 w 1 300 m 2 300 l S", ExtGState={}
    ),
    "a small dot": paint("100 300 .2 .2 re f"),
    "white up to the edge": paint("1 1 1 rg 0 0 600 60 re f 1 g 0 0 9 9 re f 0 0 0 0 k"),
    "a clipped shape": paint("100 300 50 50 re W n 0 0 600 900 re f"),
    "a shape clipped away": paint("100 300 50 50 re W n 300 400 9 9 re W n 0 0 600 900 re f"),
    "a curve whose control points reach out": paint("100 300 m 100 -20 200 -20 200 300 c f"),
    "bleed": cut_out("12 12 300 30 re f"),
    "crop marks": cut_out("20 0 m 20 9 l S 0 20 m 9 20 l S .2 w"),
    "a bitmap of 300 dpi": paint(PLACED, XObject={"/I": image(300, 300)}),
    "a flat bitmap of one pixel": paint(PLACED, XObject={"/I": image(1, 1)}),
    "grey": paint("0 g 100 300 50 50 re f /DeviceGray cs .5 scn 100 300 50 50 re f"),
    "the profile of the output intent": paint(
        "/P cs 0 0 1 scn 100 300 50 50 re f",
        ColorSpace={"/P": lambda pdf: Array([Name.ICCBased, stream(SRGB, N=3)(pdf)])},
    ),
    "text inside its clip": paint(
        "98 295 200 20 re W n BT /F1+0 12 Tf 100 300 Td (a long text) Tj ET"
    ),
    "paper lying down": page_entry("/Rotate", 90),
    "a cropped page": page_entry("/CropBox", Array(A4)),
    "sections for optional readers": paint("BX EX /Span BMC EMC"),
    "saved states": paint("q q q Q Q Q"),
    "a graphics state without transparency": paint(
        "/G gs 100 300 50 50 re f",
        ExtGState={"/G": Dictionary(ca=1, CA=1, BM=Name.Normal, SMask=Name("/None"))},
    ),
}


@pytest.mark.parametrize("case", PASSED)
def test_what_looks_like_a_fault_is_none(case):
    assert [str(diagnostic) for diagnostic in examine(with_edit(PASSED[case])).diagnostics] == []
