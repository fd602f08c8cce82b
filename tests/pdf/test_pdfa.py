"""The parts of a PDF/A-2u, read back with other programs than the one that wrote them.

test_verapdf.py asks a validator; here each part is compared with the input.
"""

import io
import json
import re
from collections.abc import Iterator

import documents
import pikepdf
import pypdfium2
import pytest
from documents import Document, document, draw
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st
from pikepdf import Dictionary, Name, Pdf, Stream
from pikepdf.models.metadata import decode_pdf_date
from PIL import Image, ImageCms
from short_run import budget, first

from generator.core.paper import PAPERS
from generator.layout.page import Page, Text, flatten
from generator.layout.text import Style, line
from generator.pdf.file import RECORD, SRGB

# The same value in the document information and in XMP.
PAIRS = {
    "/Title": "dc:title",
    "/Author": "dc:creator",
    "/Subject": "dc:description",
    "/Creator": "xmp:CreatorTool",
    "/Producer": "pdf:Producer",
    "/CreationDate": "xmp:CreateDate",
    "/ModDate": "xmp:ModifyDate",
}
OPERATORS = {
    *("q", "Q", "cm", "w", "J", "j", "d"),  # state
    *("m", "l", "c", "h", "re", "f", "f*", "B", "B*", "S"),  # paths
    *("rg", "RG"),  # colours
    *("BT", "Tf", "Td", "Tj", "ET", "Do"),  # texts, forms and pictures
}
EMPTY = Page(PAPERS["a4"], ())
# In the short run some sheets of every game, and pictures.
_NAMES = sorted(documents.NAMES, key=[*documents.NAMES[::3], documents.BITMAPS].__contains__)[::-1]


@pytest.fixture(scope="module", params=first(9, _NAMES))
def document_and_file(request) -> Iterator[tuple[Document, Pdf]]:
    document_made = document(request.param)
    with pikepdf.open(io.BytesIO(document_made.content)) as file:
        yield document_made, file


def streams(file: Pdf, kind: str) -> list[Stream]:
    """Every form or every picture."""
    items = (item for item in file.objects if isinstance(item, Stream))
    return [item for item in items if item.get("/Subtype") == kind]


def fonts(file: Pdf) -> dict[str, Dictionary]:
    """Every font that a page or a form lists, by name."""
    owners = [*(page.obj for page in file.pages), *streams(file, "/Form")]
    lists = [owner.Resources.get("/Font", Dictionary()) for owner in owners]
    return {name: font for font_list in lists for name, font in font_list.items()}


def texts(page: Page) -> list[str]:
    return [entry.item.text for entry in flatten(page) if isinstance(entry.item, Text)]


def test_a_strict_reader_has_nothing_to_say(document_and_file):
    assert document_and_file[1].check_pdf_syntax() == []


def test_colours_are_srgb(document_and_file):
    (intent,) = document_and_file[1].Root.OutputIntents
    assert intent.S == Name.GTS_PDFA1
    assert intent.OutputConditionIdentifier == "sRGB IEC61966-2.1"
    assert intent.DestOutputProfile.N == 3
    assert intent.DestOutputProfile.read_bytes() == SRGB


def test_nothing_is_painted_but_with_rgb_and_opaque(document_and_file):
    """No operator for grey, CMYK, named colours, shadings or graphics states."""
    _, file = document_and_file
    content = [*file.pages, *streams(file, "/Form")]
    operators = {
        str(instruction.operator)
        for part in content
        for instruction in pikepdf.parse_content_stream(part)
    }
    assert operators <= OPERATORS


def test_pictures_are_rgb_and_only_designers_have_any(document_and_file, request):
    _, file = document_and_file
    pictures = streams(file, "/Image")
    masks = [picture.SMask for picture in pictures if "/SMask" in picture]
    visible = [picture for picture in pictures if picture not in masks]
    assert all(picture.ColorSpace == Name.DeviceRGB for picture in visible)
    assert all(mask.ColorSpace == Name.DeviceGray for mask in masks)
    bitmaps = request.node.callspec.params["document_and_file"] == documents.BITMAPS
    assert (len(visible), len(masks)) == ((2, 1) if bitmaps else (0, 0))


def test_xmp_says_what_the_document_information_says(document_and_file):
    source, file = document_and_file
    information = {name: str(value) for name, value in file.docinfo.items()}
    with file.open_metadata() as metadata:
        xmp = {name: metadata[pair] for name, pair in PAIRS.items()}
        assert metadata.pdfa_status == "2U"
        assert metadata["dc:language"] == {source.about.language}
    assert information["/Title"] == source.about.title
    assert information["/Subject"] == source.about.subject
    assert information.keys() == PAIRS.keys()
    for name, value in information.items():
        if name.endswith("Date"):
            assert decode_pdf_date(value).isoformat() == xmp[name].replace("Z", "+00:00")
        else:
            assert xmp[name] == ([value] if name == "/Author" else value)


def test_the_catalog(document_and_file):
    source, file = document_and_file
    root = file.Root
    assert file.pdf_version == "1.7"
    assert root.Lang == source.about.language
    assert root.ViewerPreferences.PrintScaling == Name("/None")
    assert json.loads(root.PieceInfo[f"/{RECORD}"].Private.read_bytes()) == source.about.record
    assert not {"/AcroForm", "/OpenAction", "/Names", "/AA"} & root.keys()


def test_every_page_has_the_exact_paper_in_three_boxes(document_and_file):
    source, file = document_and_file
    for page, laid_out in zip(file.pages, source.pages, strict=True):
        paper = laid_out.paper
        size = [0, 0, paper.width / 25.4 * 72, paper.height / 25.4 * 72]
        for name in ("/MediaBox", "/TrimBox", "/BleedBox"):
            assert [float(edge) for edge in page.obj[name]] == pytest.approx(size, abs=1e-5)


def test_the_page_tree_is_balanced(document_and_file):
    """Nodes have up to 64 pages, their number, and a parent."""
    source, file = document_and_file
    root = file.Root.Pages
    nodes = [root] if root.Kids[0].Type == Name.Page else list(root.Kids)
    assert root.Count == len(source.pages) == sum(node.Count for node in nodes)
    for node in nodes:
        assert node.Count == len(node.Kids) <= 64
        assert node is root or node.Parent == root
        assert all(leaf.Parent == node for leaf in node.Kids)


def test_every_font_is_an_embedded_subset_that_can_be_read_back(document_and_file):
    source, file = document_and_file
    fonts_of_file = fonts(file)
    assert bool(fonts_of_file) == any(texts(page) for page in source.pages)
    for font in fonts_of_file.values():
        assert re.fullmatch(r"/[A-Z]{6}\+[\w-]+", str(font.BaseFont))
        assert font.FontDescriptor.FontName == font.BaseFont
        assert font.FontDescriptor.FontFile2.read_bytes()[:4] == b"\0\1\0\0"  # TrueType outlines
        assert b"beginbf" in font.ToUnicode.read_bytes()


def test_no_font_is_merely_listed(document_and_file):
    _, file = document_and_file
    parts = [part.read_bytes() for part in streams(file, "/Form")]
    parts += [page.Contents.read_bytes() for page in file.pages]
    names_in_content = {
        name for part in parts for name in re.findall(rb"(/F\d+\+\d+) \S+ Tf", part)
    }
    assert {name.encode() for name in fonts(file)} == names_in_content
    dictionaries = [item for item in file.objects if isinstance(item, Dictionary)]
    assert len([item for item in dictionaries if item.get("/Type") == "/Font"]) == len(
        names_in_content
    )


def test_every_text_can_be_read_back_with_its_accents(document_and_file):
    """Whole pages letter by letter, and each text in one piece; readers guess spaces."""
    source, _ = document_and_file
    file = pypdfium2.PdfDocument(source.content)
    for page, laid_out in zip(file, source.pages, strict=True):
        text_read = bare(page.get_textpage().get_text_range())
        texts_laid_out = [bare(text) for text in texts(laid_out)]
        assert sorted(text_read) == sorted("".join(texts_laid_out))
        assert [text for text in texts_laid_out if text not in text_read] == []
    file.close()


def bare(text: str) -> str:
    """Without spaces; pdfium has a sign of its own for a hyphen at the end of a line."""
    return re.sub(r"\s", "", text).replace("\ufffe", "-")


def test_same_content_same_id_another_content_another():
    pages = [Page(PAPERS["a4"], line(text, Style(12)).items(20, 20)) for text in ("ab", "ac")]
    one, same, other = (draw([pages[n]]).content for n in (0, 0, 1))
    assert one == same
    assert len({identifier(one), identifier(other), identifier(draw([EMPTY]).content)}) == 3


def identifier(content: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(content)) as file:
        first, last = file.trailer.ID
        assert first == last
        return bytes(first)


@limits(max_examples=budget(50))
@given(st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), min_size=1))
def test_any_title_is_the_same_in_both_places(title):
    with pikepdf.open(io.BytesIO(draw([EMPTY], title).content)) as file:
        assert file.docinfo.Title == title
        with file.open_metadata() as xmp:
            assert xmp["dc:title"] == title


@pytest.mark.parametrize("way", ["from ours", "to ours"])
def test_the_profile_is_the_srgb_of_littlecms(way):
    """Every colour of a coarse grid and every grey survives, but for a step of rounding."""
    steps = range(0, 256, 17)
    colours = [(r, g, b) for r in steps for g in steps for b in steps]
    colours += [(level, level, level) for level in range(256)]
    picture = Image.new("RGB", (len(colours), 1))
    picture.putdata(colours)
    ours, theirs = ImageCms.ImageCmsProfile(io.BytesIO(SRGB)), ImageCms.createProfile("sRGB")
    pair = (ours, theirs) if way == "from ours" else (theirs, ours)
    converted_picture = ImageCms.profileToProfile(picture, *pair)
    pairs = zip(picture.tobytes(), converted_picture.tobytes(), strict=True)
    assert max(abs(before - after) for before, after in pairs) <= 1


def test_the_white_of_the_profile_is_white():
    """The three colorants add up to the white that all profiles refer to, D50."""
    profile = ImageCms.ImageCmsProfile(io.BytesIO(SRGB)).profile
    colorants = (profile.red_colorant, profile.green_colorant, profile.blue_colorant)
    white = [sum(xyz[axis] for xyz, _ in colorants) for axis in range(3)]
    assert white == pytest.approx([0.9642, 1, 0.8249], abs=0.0001)
    assert profile.version == pytest.approx(4.2)
    assert profile.profile_description == "sRGB IEC61966-2.1"
