"""PDFs of other programs, and files that are broken in any way."""

import io
import random

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pdf_samples import (
    SQUARE,
    composite,
    form,
    image,
    paint,
    save,
    sound,
    stream,
    type3,
    with_edit,
)
from pikepdf import Array, Dictionary, Name
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from generator.preflight import UnreadablePdfError, examine

# What every plain file of another program is told.
USUAL = {("boxes", "warning"), ("intent", "warning"), ("scaling", "warning")}


def codes_of(content: bytes) -> set[tuple[str, str]]:
    return {(diagnostic.code, diagnostic.severity) for diagnostic in examine(content).diagnostics}


def messages(content: bytes) -> str:
    return "\n".join(str(diagnostic) for diagnostic in examine(content).diagnostics)


def plain(draw, size=A4, **options) -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=size, **options)
    draw(canvas)
    canvas.save()
    return buffer.getvalue()


def _everything(canvas: Canvas) -> None:
    canvas.drawString(100, 700, "A line of text, in Helvetica")
    canvas.setFont("Times-Italic", 14)
    canvas.drawRightString(500, 650, "and in Times")
    canvas.roundRect(100, 400, 200, 100, 10)
    canvas.wedge(300, 300, 400, 400, 20, 200, fill=1)
    canvas.beginForm("stamp")
    canvas.circle(50, 50, 20)
    canvas.endForm()
    for turn in range(3):
        canvas.saveState()
        canvas.translate(200, 200)
        canvas.rotate(30 * turn)
        canvas.doForm("stamp")
        canvas.restoreState()
    canvas.clipPath(_square(canvas), stroke=0)
    canvas.linearGradient(100, 100, 200, 150, ("#ff0000", "#0000ff"), extend=False)


def _square(canvas: Canvas):
    path = canvas.beginPath()
    path.rect(100, 100, 100, 50)
    return path


def test_a_plain_file_of_reportlab():
    assert codes_of(plain(_everything)) == USUAL | {("font", "error")}
    messages_of_file = messages(plain(_everything))
    assert "Helvetica, first on page 1, is not embedded" in messages_of_file
    assert "Times-Italic" in messages_of_file


def test_a_font_that_every_canvas_lists():
    messages_of_file = messages(plain(lambda canvas: canvas.rect(100, 100, 50, 50)))
    assert "Helvetica is listed and not used" in messages_of_file


def test_pages_of_many_kinds_are_numbered():
    def draw(canvas: Canvas) -> None:
        for size, turn in ((A4, 0), ((612, 792), 90), ((300, 300), 180)):
            canvas.setPageSize(size)
            canvas.setPageRotation(turn)
            canvas.circle(150, 150, 20)
            canvas.showPage()

    report = examine(plain(draw))
    assert [page.paper for page in report.pages] == ["a4", "letter", ""]
    assert report.pages[1].width == pytest.approx(215.9)
    assert [diagnostic.page for diagnostic in report.diagnostics if diagnostic.code == "paper"] == [
        3
    ]


def test_a_scan():
    buffer = io.BytesIO()
    Image.new("L", (826, 1169), 40).save(buffer, "PDF", resolution=100)
    assert codes_of(buffer.getvalue()) - USUAL == {
        ("bitmap", "error"), ("edge", "error"), ("ink", "warning"),
    }  # fmt: skip


def test_pictures_in_cmyk():
    def draw(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(Image.new("CMYK", (300, 300))), 100, 100, 72, 72)
        canvas.setFillColorCMYK(0, 1, 1, 0)
        canvas.rect(300, 300, 50, 50, stroke=0, fill=1)

    messages_of_file = messages(plain(draw))
    assert "a bitmap in device CMYK" in messages_of_file
    assert "a colour in device CMYK" in messages_of_file


def test_a_cid_font_of_the_reader():
    def draw(canvas: Canvas) -> None:
        pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
        canvas.setFont("HeiseiMin-W3", 16)
        canvas.drawString(100, 700, "日本語")

    messages_of_file = messages(plain(draw))
    assert "HeiseiMin-W3" in messages_of_file
    assert "not embedded" in messages_of_file
    assert "glyph" not in messages_of_file


# Broken files: anything may be found, nothing may be raised but Unreadable.


def survives(content: bytes) -> None:
    try:
        report = examine(content)
    except UnreadablePdfError:
        return
    assert list(report.lines())
    assert report.data()["ok"] == report.ok


def _rich() -> bytes:
    """A page with every kind of thing on it."""
    content = """q 1 0 0 1 100 300 cm /X Do Q BT /T 12 Tf 100 500 Td [(AB) 20 (A)] TJ T* (x) ' ET
    q 72 0 0 72 100 100 cm /I Do Q /S sh /Pattern cs /P scn 300 300 50 50 re B* BT /C 9 Tf
    100 600 Td <00010002> Tj 2 Tr 1 Ts 90 Tz ET 10 10 m 20 20 30 30 40 10 c 5 5 9 9 v 1 1 2 2 y s
    q BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q /G gs 0 0 1 RG .5 G 1 0 0 0 K /DeviceRGB CS"""
    edit = paint(
        content,
        XObject={"/X": form("1 w 0 0 m 9 9 l S 2 2 9 9 re W n"), "/I": image(30, 30)},
        Font={"/T": type3([0, 0, 9, 9], [0.1, 0, 0, 0.1, 0, 0], {"/A": SQUARE}),
              "/C": composite()},
        Pattern={"/P": stream("0 0 5 5 re f", PatternType=1, PaintType=1, TilingType=1,
                              BBox=[0, 0, 5, 5], XStep=5, YStep=5, Resources=Dictionary())},
        Shading={"/S": Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=[0, 0, 1, 1],
                                  Function=Dictionary(FunctionType=2, N=1, Domain=[0, 1]))},
        ExtGState={"/G": Dictionary(LW=2)},
    )  # fmt: skip
    return with_edit(edit)


RICH = _rich()


def test_the_rich_page_is_read_to_its_end():
    assert not [
        diagnostic for diagnostic in examine(RICH).diagnostics if diagnostic.code == "content"
    ]


_BYTES = b"0123456789 .-()<>[]/qQmlf\0\xff"


@pytest.mark.parametrize("seed", range(40))
def test_flipped_bytes_in_the_content(seed):
    chance = random.Random(seed)
    with pikepdf.open(io.BytesIO(RICH)) as document:
        streams = [stream for stream in document.objects if isinstance(stream, pikepdf.Stream)]
        for stream in streams:
            if stream.get("/Subtype") == "/Image":
                continue
            data = bytearray(stream.read_bytes())
            for _ in range(chance.randint(0, 4)):
                data[chance.randrange(len(data))] = chance.choice(
                    b"0123456789 .-()<>[]/qQmlf\0\xff"
                )
            stream.write(bytes(data))
        survives(save(document))


@pytest.mark.parametrize("seed", range(40))
def test_flipped_bytes_in_the_file(seed):
    chance = random.Random(seed)
    data = bytearray(RICH)
    for _ in range(chance.randint(1, 30)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    survives(bytes(data))


ODD = [
    None, -1, 0, 10**15, 1.5, True, Name.Odd, "text", b"\xff\xfe", Array([]), Dictionary(),
    Array([1, Name.Odd]), Dictionary(N=Name.Odd),
]  # fmt: skip


@pytest.mark.parametrize("seed", range(80))
def test_values_of_other_types_anywhere(seed):
    """An entry of some dictionary or array becomes a value of another type."""
    chance = random.Random(seed)
    with pikepdf.open(io.BytesIO(RICH)) as document:
        for _ in range(chance.randint(1, 3)):
            places = list(_places(document.Root, 0))
            holder, key = chance.choice(places)
            odd = chance.choice(ODD)
            if odd is None and not isinstance(holder, pikepdf.Array):
                del holder[key]
            else:
                holder[key] = odd
        try:
            content = save(document)
        except (pikepdf.PdfError, RuntimeError):
            return
        survives(content)


def _places(value, depth: int):
    """Every (dictionary or array, key) below a value, without following parents."""
    if depth > 12:
        return
    if isinstance(value, pikepdf.Array):
        pairs = enumerate(value)
    elif isinstance(value, Dictionary | pikepdf.Stream):
        pairs = [(key, part) for key, part in value.items() if key not in ("/Parent", "/Length")]
    else:
        return
    for key, part in pairs:
        yield value, key
        yield from _places(part, depth + 1)


_WORDS = """q Q cm w J gs m l c v y h W W* n S s f F f* B b* g G rg RG k K cs scn SC Do sh BT ET
Tc Tw Tz TL Tf Td TD Tm T* Tj TJ ' " re BX BI ID EI d0 /X /I /T /C /P /S /G /Pattern /No [ ] << >>
( ) <00> (AB) 0 1 -1 .5 72 1e9 99999999999 0.0000001 true null 100 300 -300"""
tokens = st.sampled_from(_WORDS.split())


@settings(max_examples=80)
@given(words=st.lists(tokens, max_size=40))
def test_operators_in_any_order(words):
    with pikepdf.open(io.BytesIO(RICH)) as document:
        document.pages[0].obj.Contents = stream(" ".join(words))(document)
        survives(save(document))


def test_streams_within_streams_end():
    """Sixty forms, each of which draws the next one twice: 2^60 marks, if one counted them all."""

    def nested(document: pikepdf.Pdf):
        inner = form("0 w 0 0 m 9 9 l S")(document)
        for _ in range(40):
            resources = Dictionary(XObject=Dictionary({"/Y": inner}))
            inner = form("/Y Do /Y Do", Resources=resources)(document)
        return inner

    survives(with_edit(paint("/X Do", XObject={"/X": nested})))
    few = paint("/X Do", XObject={"/X": lambda document: _doubled(document, 10)})
    assert "line" in {diagnostic.code for diagnostic in examine(with_edit(few)).diagnostics}


def _doubled(document: pikepdf.Pdf, times: int):
    inner = form("0 w 100 300 m 200 300 l S")(document)
    for _ in range(times):
        resources = Dictionary(XObject=Dictionary({"/Y": inner}))
        inner = form("/Y Do /Y Do", Resources=resources)(document)
    return inner


def test_forms_that_enlarge_forms_end():
    inner = form("0 0 9 9 re f")

    def enlarged(document: pikepdf.Pdf):
        form_object = inner(document)
        for _ in range(8):
            resources = Dictionary(XObject=Dictionary({"/Y": form_object}))
            form_object = form("/Y Do", Matrix=[10**9, 0, 0, 10**9, 0, 0], Resources=resources)(
                document
            )
        return form_object

    survives(with_edit(paint("/X Do", XObject={"/X": enlarged})))


def test_a_text_that_its_own_clip_hides_is_no_text_cut_off():
    hidden = "10 10 5 5 re W n BT /F1+0 12 Tf 300 300 Td (hidden) Tj ET"
    edit = paint("0 0 90 90 re W n /X Do", XObject={"/X": lambda document: form(
        hidden, Resources=document.pages[0].obj.Resources)(document)})  # fmt: skip
    assert examine(with_edit(edit)).diagnostics == ()


def test_a_sound_file_with_a_stranger_in_front():
    """Bytes before the head, as mail programs leave them."""
    survives(b"From: somebody\r\n\r\n" + sound())
