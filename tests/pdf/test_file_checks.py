"""The check at the end of a build: what passes, and which faults of a file it finds."""

import random

import pytest
from support import SHIPPED, definition, rolled, settings

from generator.core.paper import PAPERS, Box
from generator.core.resources import find_art
from generator.games.magnetmen.sheets import board_sheet, rules_sheet
from generator.layout.page import Group, Page, Rect, Text
from generator.pdf import layout_checks, text_boxes
from generator.pdf.drawing import pdf
from generator.pdf.file_checks import check_file
from generator.pdf.layout_checks import check_layout
from generator.pdf.metadata import About

ABOUT = About("quick", "s", "en", {"games": [], "command": []})
PAGES = [
    board_sheet.page(rolled(sets=SHIPPED), settings()),
    board_sheet.page(rolled(), settings("letter")),
    *rules_sheet.pages(definition("base"), settings(), "example"),
]
CONTENT = pdf(PAGES, ABOUT, "full", find_art)


def problems(content, pages):
    """The messages of the check at the end of a build."""
    return [*check_layout(pages), *check_file(content, pages)]


def test_what_we_make_passes():
    assert problems(CONTENT, PAGES) == []


def test_many_pages_pass():
    """More objects than one object stream holds."""
    pages = [Page(PAPERS["a4"], (Rect(Box(20, 20, n % 90 + 1, 9), "ink"),)) for n in range(450)]
    assert problems(pdf(pages, ABOUT, "full", find_art), pages) == []


def test_the_layout_is_looked_at():
    pages = [Page(PAPERS["a4"], (Rect(Box(1, 20, 9, 9), "ink"),))]
    (message,) = problems(pdf(pages, ABOUT, "full", find_art), pages)
    assert message.code == "edge"


def test_pages_that_are_missing_or_of_another_size():
    assert [diagnostic.code for diagnostic in check_file(CONTENT, PAGES[:-1])] == ["pages"]
    swapped = [PAGES[1], PAGES[0], *PAGES[2:]]
    diagnostics = check_file(CONTENT, swapped)
    assert [diagnostic.code for diagnostic in diagnostics] == ["boxes"] * 6
    assert (
        str(diagnostics[0]) == "page 1: a MediaBox that is not the paper, expected 279.4 x 215.9 mm"
    )


def _packed_differently(monkeypatch, *changes: tuple[bytes, bytes]) -> list[str]:
    """Findings in a document whose objects are changed before they are packed."""
    from generator.pdf import objects

    add = objects.FileWriter.add

    def changed(self, number: int, body: bytes) -> None:
        for old, new in changes:
            body = body.replace(old, new)
        add(self, number, body)

    monkeypatch.setattr(objects.FileWriter, "add", changed)
    return [
        str(diagnostic) for diagnostic in check_file(pdf(PAGES, ABOUT, "full", find_art), PAGES)
    ]


CHANGES = {
    "a font that is not embedded": ((b"/FontFile2", b"/FontFileX"), "is not embedded as a subset"),
    "a font that is no subset": ((b"/BaseFont /AAAAAA+", b"/BaseFont /"), "is not embedded"),
    "a font without Unicode": ((b"/ToUnicode", b"/ToNothing"), "has no Unicode values"),
    "no output intent": ((b"/DestOutputProfile", b"/DestNothing"), "without the output intent"),
    "no metadata": ((b"/Metadata ", b"/Metamorph "), "without the metadata"),
    "no language": ((b"/Lang", b"/Long"), "without the language"),
    "pages that viewers shrink": ((b"/PrintScaling /None", b"/PrintScaling /App"), "PrintScaling"),
    "no TrimBox": ((b"/TrimBox", b"/TripBox"), "page 1: a TrimBox that is not the paper"),
    "no pages": ((b"/Pages ", b"/Paged "), "does not hold together (no Pages)"),
}


@pytest.mark.parametrize("case", CHANGES)
def test_what_the_file_lacks_is_found(case, monkeypatch):
    change, words = CHANGES[case]
    diagnostics = _packed_differently(monkeypatch, change)
    assert diagnostics
    assert words in diagnostics[0]


@pytest.mark.parametrize("cut", [0, 5, 100, len(CONTENT) // 2, len(CONTENT) - 3])
def test_a_file_that_was_cut_short_is_found(cut):
    (diagnostic,) = check_file(CONTENT[:cut], PAGES)
    assert diagnostic.code == "file"


def test_an_object_that_moved_is_found():
    content = CONTENT.replace(b"endobj\n", b"endobj \n", 1)
    (diagnostic,) = check_file(content, PAGES)
    assert "does not hold together" in diagnostic.message


@pytest.mark.parametrize("seed", range(40))
def test_flipped_bytes_are_found_or_harmless(seed):
    chance = random.Random(seed)
    data = bytearray(CONTENT)
    for _ in range(chance.randint(1, 20)):
        data[-chance.randrange(1, 9000)] = chance.randrange(256)
    assert all(diagnostic.code for diagnostic in check_file(bytes(data), PAGES))


@pytest.fixture
def examined_items(monkeypatch):
    """The items that the check examines, page by page and group by group."""
    items_seen, examined = [], layout_checks.LayoutChecker._examine
    monkeypatch.setattr(
        layout_checks.LayoutChecker, "_examine",
        lambda self, items: items_seen.append(items) or examined(self, items),
    )  # fmt: skip
    return items_seen


def test_a_group_that_many_pages_share_is_looked_into_once(examined_items):
    slots = Group("slots", Box(20, 20, 30, 30), (Rect(Box(1, 1, 9, 9), "ink"),), shared=True)
    pages = [Page(PAPERS["a4"], (slots.at(20 + n, 20), slots.at(90, 90))) for n in range(50)]
    assert check_layout(pages) == []
    assert len(examined_items) == 50 + 1


def test_a_group_of_shared_layers_is_looked_into_once(examined_items):
    layer = Group("layer", Box(0, 0, 30, 30), (Rect(Box(1, 1, 9, 9), "ink"),), shared=True)
    layers = Group("layers", Box(20, 20, 30, 30), (layer, layer.at(0, 0)))
    assert check_layout([Page(PAPERS["a4"], (layers,)) for _ in range(50)]) == []
    assert len(examined_items) == 50 + 2


def test_frames_that_are_remembered_are_bounded(monkeypatch):
    """Also where groups that may come again are only inside others that cannot."""
    monkeypatch.setattr(text_boxes, "_CACHE_SIZE", 20)
    collector = text_boxes.FrameCollector()
    for number in range(100):
        text = Text(20, 20, f"{number}", "regular", 9, width=9)
        layer = Group("layer", Box(0, 0, 30, 30), (text,), shared=True)
        whole = Group("whole", Box(20, 20, 30, 30), (layer, text))
        collector.add(Page(PAPERS["a4"], (whole,)))
    assert len(collector._cached_items) <= 21
    assert len(collector.data()["pages"]) == 100
