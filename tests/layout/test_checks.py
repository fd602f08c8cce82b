"""Checks of the layout."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import check_layout, settings

from generator.core.errors import PageCheckError
from generator.core.paper import PAPERS, Box
from generator.layout import checks
from generator.layout.page import Art, Group, Line, Oval, Page, Rect, Text, flatten
from generator.layout.text import Style, line
from generator.pdf.document import document
from generator.pdf.file import About

A4 = PAPERS["a4"]


def text(x: float, y: float, words: str = "word", size: float = 10) -> Text:
    (item,) = line(words, Style(size)).items(x, y)
    return item


def group(box: Box, *items, turn: int = 0, name: str = "g") -> Group:
    return Group(name, box, items, turn, True)


NEAR = Box(2, 100, 20, 20)
INSIDE = Box(50, 100, 60, 30)
INNER = Box(5, 5, 30, 10)
SPLIT = [Line(1, 1, 3, 3, "ink", 1), Line(9, 9, 10, 10, "ink", 1)]

# Items of a page, words of what is found.
SPOILED = {
    "near the edge": ([Rect(NEAR, "ink")], "2 100 20 20: a rect too near the edge"),
    "off the paper": ([Oval(Box(300, 20, 5, 5))], "an oval too near the edge"),
    "art near the edge": ([Art("shared/points", NEAR)], "art 'shared/points' too near"),
    "a group near the edge": ([group(NEAR, *SPLIT)], "3 101 2 2: a line too near the edge"),
    "small text": ([text(50, 50, size=8.9)], "text 'word' of 8.9 pt, expected at least 9 pt"),
    "small text in a group": ([group(INSIDE, text(2, 2, size=6))], "of 6 pt"),
    "a thin line": ([Line(50, 50, 60, 60, "ink", 0.2)], "a line of 0.2 pt"),
    "a thin frame": ([Rect(INSIDE, stroke="ink", line=0.1)], "of 0.1 pt"),
    "out of its group": ([group(INSIDE, text(55, 2))], "text 'word' leaves its group 'g'"),
    "out of a turned group": ([group(INSIDE, text(25, 2), turn=90)], "leaves its group 'g'"),
    "out of the group around its group": (
        [group(INSIDE, group(Box(50, 5, 20, 20), Rect(Box(0, 0, 20, 20)), name="inner"))],
        "a rect leaves its group 'g'",
    ),
    "text on text": ([text(50, 50), text(52, 51, "other")], "text 'word' lies on text 'other'"),
    "text on text of a group": (
        [text(51, 103), group(INSIDE, text(1, 2, "other"))],
        "text 'other' lies on text 'word'",
    ),
    "blocks on each other": (
        [group(INSIDE, name="one"), group(INSIDE.moved(50, 20), name="other")],
        "'one' lies on 'other'",
    ),
}
GOOD = {
    "text of 9 pt": [text(50, 50, size=9)],
    "a line of 0.25 pt": [Line(50, 50, 60, 60, "ink", 0.25)],
    "no line at all": [Rect(INSIDE, "ink", line=0.0)],
    "at the margin": [Rect(Box(5, 5, 200, 287), "ink")],
    "half a line out of its group": [group(INSIDE, Rect(Box(-0.1, 0, 60, 30), "ink"))],
    "lines of a paragraph": [text(50, 50), text(50, 50 + 12 * 0.3528)],
    "blocks side by side": [group(INSIDE), group(INSIDE.moved(60, 0))],
    "layers of one block": [group(INSIDE, text(2, 2)), group(INSIDE, text(2, 20, "other"))],
    "a turned group": [group(INSIDE, text(2, 55), turn=90)],
    "texts of groups turned away from each other": [
        group(INSIDE, group(INNER, text(1, 2)), group(INNER, text(2, 2, "other"), turn=180))
    ],
}


@pytest.mark.parametrize("case", [*SPOILED, *GOOD])
def test_each_fault_of_a_layout_is_found_and_what_looks_like_one_is_none(case):
    items, *words = SPOILED.get(case, (GOOD.get(case),))
    page = Page(A4, tuple(items))
    messages = list(map(str, check_layout([page])))
    assert len(messages) == len(words), messages
    assert all(word in line for word, line in zip(words, messages, strict=True)), messages
    assert _looks_sound(page) == (not words)


def _looks_sound(page: Page) -> bool:
    """A slow second implementation: item by item and pair by pair."""
    items = list(flatten(page))
    safe = Box(0, 0, page.paper.width, page.paper.height).inset(5)
    texts = [entry.box for entry in items if isinstance(entry.item, Text)]
    blocks = [item.box for item in page.items if isinstance(item, Group)]
    return (
        all(safe.contains(entry.box) for entry in items)
        and all(frame.contains(entry.box, 0.15) for entry in items for frame in entry.frames)
        and not any(isinstance(entry.item, Text) and entry.item.size < 9 for entry in items)
        and not any(0 < getattr(entry.item, "line", 0) < 0.25 for entry in items)
        and not any(one.overlaps(other, 0.35) for one, other in combinations(texts, 2))
        and not any(one != other and one.overlaps(other) for one, other in combinations(blocks, 2))
    )


boxes = st.builds(
    Box, st.integers(4, 60), st.integers(4, 60), st.integers(1, 25), st.integers(1, 25)
)
turns = st.sampled_from([0, 90, 180, 270])
leaves = st.one_of(
    st.builds(lambda box: Rect(box, "ink"), boxes),
    st.builds(lambda box: text(box.x, box.y, "ab"), boxes),
)


def grouped(inner):
    def made(box, items, turn):
        return Group("g", box, tuple(items), turn, True)

    return st.builds(made, boxes, st.lists(inner, max_size=4), turns)


@given(st.lists(st.recursive(leaves, grouped, max_leaves=8), max_size=5))
def test_the_quick_way_finds_what_looking_at_every_pair_finds(items):
    page = Page(A4, tuple(items))
    assert (check_layout([page]) == []) == _looks_sound(page)


def test_findings_have_the_number_of_their_page_and_margins_are_those_of_its_paper():
    item = Rect(Box(8, 100, 20, 20), "ink")
    page, fine = Page(A4._replace(margins=(10, 5, 5, 5)), (item,)), Page(A4, (item,))
    found = check_layout([fine, page, fine, page])
    assert [(diagnostic.page, diagnostic.code) for diagnostic in found] == [
        (2, "edge"),
        (4, "edge"),
    ]


def test_what_many_pages_share_is_looked_into_once(monkeypatch):
    """Groups, and groups of shared layers, wherever they lie."""
    looked_into, examine = [], checks.LayoutChecker._examine

    def recorded(self, items):
        looked_into.append(items)
        return examine(self, items)

    monkeypatch.setattr(checks.LayoutChecker, "_examine", recorded)
    layer = Group("layer", Box(0, 0, 30, 30), (Rect(Box(1, 1, 9, 9), "ink"),), shared=True)
    layers = Group("layers", Box(90, 90, 30, 30), (layer, layer.at(0, 0)))
    assert check_layout([Page(A4, (layer.at(20 + n, 20), layers)) for n in range(50)]) == []
    assert len(looked_into) == 50 + 2


def test_a_document_with_faults_is_not_made(tmp_path):
    about = About("Faulty", "", "en", {"games": [], "command": []})
    pages = [Page(A4, ()), Page(A4, (Rect(NEAR, "ink"),))]
    with pytest.raises(PageCheckError, match="page 2: 2 100 20 20: a rect too near the edge"):
        document(pages, about, settings(), tmp_path / "faulty.pdf")
    assert document(pages, about, settings(), tmp_path / "faulty.pdf", check=False).content
