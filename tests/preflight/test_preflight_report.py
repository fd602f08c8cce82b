"""The report of a preflight; files that are not PDFs; our own sheets, which must pass."""

import io
import json

import pikepdf
import pytest
from pdf_samples import A4, frames, image, kinds, paint, root_entry, save, sound, with_edit
from short_run import cases
from support import settings

from generator import games
from generator.core.resources import find_art
from generator.pdf.drawing import pdf
from generator.pdf.file import About
from generator.pdf.text_boxes import KEY
from generator.preflight import UnreadablePdfError, examine
from generator.preflight.report import Preflight

ERROR, WARNING = "error", "warning"
PLACED = "q 72 0 0 72 100 300 cm /I Do Q"  # an inch wide


def test_limits_can_be_chosen():
    content = with_edit(
        paint("BT /F1+0 7 Tf 100 300 Td (text) Tj ET .2 w 20 300 m 200 300 l S " + PLACED,
              XObject={"/I": image(200, 200)})
    )  # fmt: skip
    assert kinds(content) == {("text", ERROR), ("line", ERROR), ("bitmap", ERROR)}
    assert kinds(content, text=6, line=0.1, dpi=150) == set()
    assert kinds(content, text=6, line=0.1, dpi=150, margin=10) == {("edge", ERROR)}


def test_a_finding_says_where_and_what_was_expected():
    (diagnostic,) = examine(with_edit(paint(".1 w 72 72 m 144 72 l S"))).diagnostics
    assert str(diagnostic) == (
        "page 1: 25.4 271.6 25.4 0: a line 0.1 pt wide, expected at least 0.25 pt"
    )


def test_the_report_as_text_and_as_data():
    report = examine(with_edit(paint("0 w 100 300 m 200 300 l S " * 9)))
    assert not report.ok
    lines = list(report.lines())
    assert lines[0].startswith("page 1: a4, 210 x 297 mm, ink 0.4%")
    assert lines[-2] == "page 1: 4 more of the kind 'line'"
    assert lines[-1].startswith("1 page, 9 errors, 0 warnings, ink 0.")
    data = json.loads(json.dumps(report.data()))
    assert data["ok"] is False
    assert len(data["findings"]) == 9
    assert data["findings"][0]["page"] == 1
    assert data["pages"][0]["boxes"]["TrimBox"] == [0, 0, 210, 297]
    assert 0.003 < data["pages"][0]["ink"] < 0.006


def test_pages_of_one_size_are_one_line():
    pages = examine(sound()).pages
    report = Preflight(tuple(page._replace(number=n) for page in pages for n in (1, 2, 3)), ())
    assert [line.split(",")[0] for line in report.lines()] == ["pages 1 to 3: a4", "3 pages"]


def test_warnings_do_not_stop_a_print():
    report = examine(with_edit(root_entry("/ViewerPreferences", None)))
    assert report.ok
    assert ": warning: " in str(report.diagnostics[0])


def test_ink_is_the_share_of_the_page():
    """A quarter of A4 in black, and as much in a grey of half the luminance."""
    half = f"0 0 {A4[2] / 2} {A4[3] / 2} re f"
    black, grey = (
        examine(with_edit(paint(f"{colour} g {half}"))).pages[0].ink for colour in (0, 0.5)
    )
    assert black == pytest.approx(0.25, abs=0.01)
    assert grey == pytest.approx(0.125, abs=0.01)


def test_an_encrypted_file_is_examined_and_reported():
    with pikepdf.open(io.BytesIO(sound())) as document:
        buffer = io.BytesIO()
        document.save(buffer, encryption=pikepdf.Encryption(owner="x", user=""))
    assert kinds(buffer.getvalue()) == {("encryption", ERROR)}


def test_a_locked_file_is_refused():
    with pikepdf.open(io.BytesIO(sound())) as document:
        buffer = io.BytesIO()
        document.save(buffer, encryption=pikepdf.Encryption(owner="x", user="y"))
    with pytest.raises(UnreadablePdfError, match="the document: locked with a password"):
        examine(buffer.getvalue())


@pytest.mark.parametrize("content", [b"", b"not a PDF", b"%PDF-1.7\n%%EOF\n", b"\0" * 999])
def test_other_files_are_refused(content, tmp_path):
    path = tmp_path / "note.pdf"
    path.write_bytes(content)
    with pytest.raises(UnreadablePdfError, match=r"note\.pdf: not a PDF that can be read \("):
        examine(path)


def test_a_missing_file_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        examine(tmp_path / "no.pdf")


def test_no_pages_at_all():
    assert ("pages", ERROR) in kinds(save(pikepdf.new()))


def test_a_truncated_file_is_reported():
    """Readers rebuild the table of objects; a printer may not."""
    plain = io.BytesIO()
    with pikepdf.open(io.BytesIO(sound())) as document:
        document.save(plain, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    assert kinds(plain.getvalue()) == set()
    assert ("file", ERROR) in kinds(plain.getvalue()[:-40])


def _sheets(name: str, look):
    """Every sheet of a game."""
    game = games.game(name)
    game_definition = game.load(game.default_sets, ())
    value = game.roll(game_definition, game.default_size, game.default_players, "preflight")
    for sheet, compose in game.rolled_sheets.items():
        yield sheet, compose(value, look)
    for sheet, compose in game.definition_sheets.items():
        example_seed = "preflight" if sheet == game.rules_sheet else ""
        yield sheet, compose(game_definition, look, example_seed)


@pytest.mark.parametrize(
    ("name", "paper_and_ink"),
    cases(games.names(), (("a4", "full"), ("letter", "low"), ("a4", "grey")), together=1),
)
def test_our_own_sheets_pass(name, paper_and_ink):
    paper, ink = paper_and_ink
    for sheet, pages in _sheets(name, settings(paper, ink)):
        record = {"games": [], "command": [], KEY: frames(pages)}
        report = examine(pdf(pages, About(sheet, "s", "en", record), ink, find_art))
        assert [str(diagnostic) for diagnostic in report.diagnostics] == [], sheet
        assert {page.paper for page in report.pages} == {paper}
        assert all(0 < page.ink < 0.4 for page in report.pages)
