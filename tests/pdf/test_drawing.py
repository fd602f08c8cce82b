"""The PDF read back: pages, boxes, fonts, texts, forms, no bitmaps, no listed-only fonts."""

import io
import re

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from reportlab.pdfbase.pdfdoc import PDFDocument
from short_run import first
from support import SHIPPED, definition, rolled, settings

from generator.core.paper import PAPERS, Box
from generator.core.resources import find_art
from generator.games.magnetmen.sheets import board_sheet, inventories, legend, rules_sheet
from generator.languages import languages, load_language
from generator.layout import fonts, theme
from generator.layout.page import CURRENT, Art, Group, Line, Page, Rect, Text, flatten
from generator.layout.text import Style, line
from generator.pdf.drawing import _split, pdf
from generator.pdf.file import About

ABOUT = About("Boards magnetmen.test", "a4, full ink, en", "en", {"games": [], "command": []})


def draw(pages, ink="full") -> bytes:
    return pdf(pages, ABOUT, ink, find_art)


SHEETS = {
    "board without rules": lambda: [board_sheet.page(rolled(), settings(rules=False))],
    "board": lambda: [board_sheet.page(rolled(sets=SHIPPED), settings(code="fr"))],
    "inventories": lambda: inventories.pages(rolled(sets=SHIPPED), settings()),
    "tables": lambda: legend.pages(definition(*SHIPPED), settings(code="fr")),
    "rules": lambda: rules_sheet.pages(definition("base"), settings(), "example"),
}


@pytest.fixture(scope="module", params=SHEETS)
def sheet(request):
    pages = SHEETS[request.param]()
    return pages, draw(pages)


def test_pages_have_the_exact_paper(sheet):
    pages, content = sheet
    with pikepdf.open(io.BytesIO(content)) as document:
        assert len(document.pages) == len(pages)
        for page, item in zip(document.pages, pages, strict=True):
            size = [0, 0, item.paper.width / 25.4 * 72, item.paper.height / 25.4 * 72]
            for name in ("/MediaBox", "/TrimBox", "/BleedBox"):
                assert [float(n) for n in page[name]] == pytest.approx(size, abs=0.001)


def test_fonts_are_embedded_subsets_and_none_is_only_listed(sheet):
    _, content = sheet
    with pikepdf.open(io.BytesIO(content)) as document:
        fonts = [
            item for item in document.objects
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"
        ]  # fmt: skip
        assert fonts
        for font in fonts:
            assert "+" in str(font.BaseFont)
            assert "/FontFile2" in font.FontDescriptor
        images = [
            item for item in document.objects
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Image"
        ]  # fmt: skip
        assert not images


def test_metadata(sheet):
    _, content = sheet
    with pikepdf.open(io.BytesIO(content)) as document:
        assert document.docinfo.Title == ABOUT.title
        assert document.docinfo.Subject == ABOUT.subject
        assert document.Root.Lang == "en"
        assert document.Root.ViewerPreferences.PrintScaling == "/None"


@pytest.mark.parametrize("sheet", first(1, SHEETS), indirect=True)
def test_every_word_can_be_read_back(sheet):
    pages, content = sheet
    with pdfplumber.open(io.BytesIO(content)) as document:
        for page, read in zip(pages, document.pages, strict=True):
            characters = {char["text"] for char in read.chars}
            texts = [entry.item.text for entry in flatten(page) if isinstance(entry.item, Text)]
            for text in texts:
                assert set(text) <= characters | {"\u00a0"}, text
            assert len(read.chars) == sum(len(text) for text in texts)


def test_text_stands_where_the_layout_put_it():
    page = SHEETS["board"]()[0]
    texts = [entry for entry in flatten(page) if isinstance(entry.item, Text) and entry.turn == 0]
    with pdfplumber.open(io.BytesIO(draw([page]))) as document:
        chars = document.pages[0].chars
    starts = {(char["text"], round(char["x0"]), round(char["size"], 1)) for char in chars}
    for entry in texts:
        if not entry.item.text.strip():
            continue
        x = round(entry.box.x / 25.4 * 72)
        near = {(entry.item.text[0], x + d, round(entry.item.size, 1)) for d in (-1, 0, 1)}
        assert near & starts, entry.item


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("seed", ["exact", "sunday"])
def test_the_texts_are_those_of_exactly_the_rolled_powers(seed, code):
    board = rolled(seed, SHIPPED)
    content = draw([board_sheet.page(board, settings(code=code))])
    with pypdfium2.PdfDocument(content) as document:
        text = _bare(document[0].get_textpage().get_text_range())
    words = load_language(code)
    on_board = {kind.piece.key: kind.power for kind in board.types}
    for piece in definition(*SHIPPED).pieces:
        for power in piece.powers:
            row = _bare(piece.printed_name(code) + power.sentence(piece, words))
            assert (row in text) == (on_board.get(piece.key) == power), row


def _bare(text: str) -> str:
    """A text without markup and space: lines break anywhere, pictures have no letters."""
    return re.sub(r"\*\*|\[points\]|\s", "", text)


def test_art_and_shared_groups_are_drawn_once():
    pages = [board_sheet.page(rolled(f"many-{n}"), settings()) for n in range(40)]
    content = draw(pages)
    # 8 portraits and symbols, shared art; per hue a checker, 4 strips, a frame, a title; per size
    # of text a row for each type.
    assert len(_forms(content)) < 200
    assert len(content) < 40 * 1_500 + 160_000


@pytest.mark.slow
def test_a_long_document_takes_few_bytes_for_a_page():
    pages = [board_sheet.page(rolled(f"long-{n}", SHIPPED), settings()) for n in range(600)]
    assert len(draw(pages)) < 600 * 1_700


def _forms(content: bytes) -> list[bytes]:
    """What each form draws."""
    with pikepdf.open(io.BytesIO(content)) as document:
        return [
            item.read_bytes() for item in document.objects
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"
        ]  # fmt: skip


def test_groups_of_several_colours_are_one_form():
    """A line between two texts, of which the first has a colour of its own."""
    top, middle, bottom = Box(40, 40, 60, 10), Box(40, 60, 60, 10), Box(40, 80, 60, 10)
    items = (
        Text(0, 8, "MM", "bold", 20, 15, "green"),
        Line(20, 5, 30, 5, CURRENT, 8),
        Text(35, 8, "MM", "bold", 20, 15, CURRENT),
    )
    groups = (
        Group("one", top, items, shared=True, colour="red"),
        Group("other", middle, items, shared=True, colour="blue"),
        Group("inline", bottom, items, colour="violet"),
    )
    content = draw([Page(PAPERS["a4"], groups)])
    assert len(_forms(content)) == 1
    document = pypdfium2.PdfDocument(content)
    image = document[0].render(scale=4).to_pil().convert("RGB")
    document.close()
    for group in groups:
        for left, colour in ((0, "green"), (20, group.colour), (35, group.colour)):
            box = [edge * 4 * 72 / 25.4 for edge in (40 + left, group.box.y, 50 + left)]
            part = image.crop((box[0], box[1], box[2], box[1] + 100))
            shades = sorted((count, shade) for count, shade in part.getcolors(1 << 16))
            assert theme.ink_colour(colour, "text", "full") == pytest.approx(
                [value / 255 for value in shades[-2][1]], abs=0.01
            )


def test_a_shared_group_keeps_its_place_in_a_higher_box():
    items = (Rect(Box(0, 0, 10, 10), "ink"),)
    groups = [Group("g", Box(40, y, 10, y), items, shared=True) for y in (20, 60)]
    document = pypdfium2.PdfDocument(draw([Page(PAPERS["a4"], tuple(groups))]))
    image = document[0].render(scale=72 / 25.4).to_pil().convert("L")
    document.close()
    unit = image.width / 210
    for group in groups:
        top, below = (image.getpixel((45 * unit, (group.box.y + y) * unit)) for y in (5, 15))
        assert top < 128 < below


def test_the_layout_tells_what_colour_is_meant():
    items = (Text(0, 8, "M", "bold", 20, 15, CURRENT), Rect(Box(1, 1, 2, 2), None, CURRENT, 1))
    page = Page(PAPERS["a4"], (Group("g", Box(40, 40, 60, 10), items, colour="red"),))
    text, rect = (entry.item for entry in flatten(page))
    assert (text.colour, rect.stroke) == ("red", "red")


@pytest.mark.parametrize("role", fonts.FONTS)
def test_ascii_has_the_codes_that_reportlab_gives_it(role):
    font, texts = fonts.font(role), ("", "Game ID quads.1-9c2e", bytes(range(32, 127)).decode())
    for text in (*texts, "naïve", "a\u00a0b"):
        document = PDFDocument()
        split = _split(font, text, document)
        names = [font.getSubsetInternalName(subset, document) for subset, _ in split]
        assert split == font.splitString(text, document)
        assert names == ["/F1+0"] * bool(text)


def test_same_pages_same_bytes():
    pages = SHEETS["board"]()
    assert draw(pages) == draw(SHEETS["board"]())


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_turned_groups_land_where_the_layout_says(turn):
    """Pixels: a dark square in a corner of a turned group, against the layout's own box."""
    leaf = Rect(Box(2, 3, 6, 4), "ink")
    page = Page(PAPERS["a4"], (Group("g", Box(40, 60, 30, 30), (leaf,), turn, True),))
    (flat_item,) = flatten(page)
    image = _pixels(draw([page]), 2)
    dark = image.point(lambda level: 255 * (level < 128)).getbbox()
    scale = 2 * 72 / 25.4
    box = flat_item.box
    edges = box.x, box.y, box.right, box.bottom
    assert [edge / scale for edge in dark] == pytest.approx(edges, abs=0.3)


def test_low_ink_uses_a_fraction_of_the_ink():
    """Line art on white, against tinted squares and filled figures."""
    share = {}
    for ink in ("full", "low", "grey"):
        page = board_sheet.page(rolled(), settings(ink=ink))
        image = _pixels(draw([page], ink), 1)
        histogram = image.histogram()
        dark = sum((255 - level) * count for level, count in enumerate(histogram))
        share[ink] = dark / (255 * image.width * image.height)
    assert share["low"] < 0.75 * share["full"]
    assert share["full"] < 0.3


def test_grey_is_grey():
    page = board_sheet.page(rolled(), settings(ink="grey"))
    document = pypdfium2.PdfDocument(draw([page], "grey"))
    image = document[0].render(scale=1).to_pil().convert("RGB")
    assert all(abs(r - g) < 3 and abs(g - b) < 3 for _, (r, g, b) in image.getcolors(1 << 24))
    document.close()


def test_accents_quotes_and_minus_signs_survive():
    text = "Été : « déjà » − l’œuf naïf, à 5 €"
    block = line(text, Style(12))
    page = Page(PAPERS["a4"], block.items(20, 20))
    with pdfplumber.open(io.BytesIO(draw([page]))) as document:
        assert "".join(char["text"] for char in document.pages[0].chars) == text


def test_art_is_placed_at_its_box():
    page = Page(PAPERS["a4"], (Art("shared/points", Box(50, 80, 20, 20)),))
    image = _pixels(draw([page]), 2)
    box = image.point(lambda level: 255 * (level < 200)).getbbox()
    scale = 2 * 72 / 25.4
    assert [edge / scale for edge in box] == pytest.approx([50, 80, 70, 100], abs=1.3)


def test_languages_have_their_code_in_the_document():
    about = About("t", "s", load_language("fr").code)
    content = pdf([Page(PAPERS["a4"], ())], about, "full", find_art)
    with pikepdf.open(io.BytesIO(content)) as document:
        assert document.Root.Lang == "fr"


def _pixels(content: bytes, scale: int):
    document = pypdfium2.PdfDocument(content)
    image = document[0].render(scale=scale).to_pil().convert("L")
    document.close()
    return image
