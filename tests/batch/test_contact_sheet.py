"""Contact sheets: positions, and pages made smaller."""

from collections import Counter

import pytest
from batch.batches import contents, make_job, make_plan, print_batch
from hypothesis import given
from hypothesis import strategies as st
from support import settings

from generator.batch import contact_sheet
from generator.batch.contact_sheet import Scaled
from generator.batch.variant_pdf import lay_out, roll_variant
from generator.core.paper import PAPERS, Box
from generator.core.progress import Silent
from generator.languages import load_language
from generator.layout.page import Group, Line, Oval, Page, Rect, Text, flatten
from generator.layout.theme import FLOOR


def sheets(plan):
    first = plan.variants[0]
    return list(contact_sheet.pages(plan.variants, first.settings, "Title", Silent()))


def groups(page, name):
    return [item for item in page.items if item.name == name]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", ["magnetmen", "metals"])
def test_every_variant_is_there_in_its_place(paper, game, tmp_path):
    more = {"sheet": "map", "sets": ("wilds",), "size": "basic"} if game == "metals" else {}
    pages = sheets(make_plan(tmp_path, make_job(17, game, settings=(settings(paper),), **more)))
    cells = [cell for page in pages for cell in groups(page, "variant")]
    assert len(cells) == 17
    for page in pages:
        _assert_apart_and_inside(page)
    for number, cell in enumerate(cells, 1):
        thumbnail, frame, *label = cell.items
        assert thumbnail.box == frame.box
        text = "".join(piece.text for piece in label)
        assert text.startswith(str(number))
        assert f".x-{number}." in text
        assert all(piece.size >= FLOOR for piece in label)
        assert all(piece.box.y > frame.box.bottom for piece in label)


def _assert_apart_and_inside(page):
    cells = groups(page, "variant")
    for cell in cells:
        assert page.paper.within(contact_sheet.EDGE).contains(cell.box)
        inner = Box(0, 0, cell.box.w, cell.box.h)
        assert all(inner.contains(item.box) for item in cell.items)
        assert not any(cell.box.overlaps(other.box) for other in cells if other is not cell)


def test_several_go_on_a_page(tmp_path):
    pages = sheets(make_plan(tmp_path, make_job(17)))
    assert [len(groups(page, "variant")) for page in pages] == [12, 5]
    maps = make_job(17, "metals", sheet="map", sets=("wilds",), size="basic")
    assert [len(groups(page, "variant")) for page in sheets(make_plan(tmp_path, maps))] == [12, 5]


def test_a_thumbnail_has_every_item_of_the_page(tmp_path):
    plan = make_plan(tmp_path, make_job(1))
    (variant,) = plan.variants
    (whole,) = lay_out(variant, roll_variant(variant), ["boards"])
    thumbnail = sheets(plan)[0].items[1].items[0]
    small = list(flatten(Page(whole.paper, thumbnail.items)))
    large = list(flatten(whole))
    factor = thumbnail.box.w / whole.paper.width
    assert len(small) == len(large)
    for one, other in zip(small, large, strict=True):
        assert type(one.item) is type(other.item)
        assert one.turn == other.turn
        assert one.box == pytest.approx(tuple(value * factor for value in other.box), abs=1e-6)


_LENGTHS = st.integers(0, 300).map(float)
_BOXES = st.builds(Box, _LENGTHS, _LENGTHS, _LENGTHS, _LENGTHS)
_DASHES = st.sampled_from([(), (2.0, 1.0)])
_ITEMS = st.one_of(
    st.builds(Rect, _BOXES, st.none(), st.just("ink"), _LENGTHS, _LENGTHS, _DASHES),
    st.builds(Oval, _BOXES, st.just("ink"), st.none(), _LENGTHS),
    st.builds(Line, _LENGTHS, _LENGTHS, _LENGTHS, _LENGTHS, st.just("ink"), _LENGTHS, _DASHES),
    st.builds(Text, _LENGTHS, _LENGTHS, st.just("a"), st.just("text"), _LENGTHS, _LENGTHS),
)


@given(st.lists(_ITEMS, max_size=4).map(tuple), st.sampled_from([0.5, 0.25]))
def test_smaller_and_larger_again_is_the_same(items, factor):
    scaled = Scaled()
    assert scaled.items(scaled.items(items, factor), 1 / factor) == items


def test_what_is_shared_stays_shared():
    items = (Rect(Box(0, 0, 8, 8), "ink"),)
    group = Group("stamp", Box(0, 0, 10, 10), items, 0, True, "navy")
    scaled = Scaled()
    one, other = scaled.items((group, group.at(20, 0)), 0.5)
    assert one.items is other.items
    assert one.items == (Rect(Box(0, 0, 4, 4), "ink"),)
    assert other.box == Box(10, 0, 5, 5)
    assert other.colour == "navy"
    alone = Group("own", Box(0, 0, 10, 10), items)
    assert scaled.items((alone,), 0.5)[0].items is not one.items


def test_shared_parts_are_drawn_once_for_all_variants(tmp_path):
    pages = sheets(make_plan(tmp_path, make_job(6)))
    shared = Counter(
        id(item.items)
        for page in pages for cell in groups(page, "variant") for item in cell.items[0].items
        if isinstance(item, Group) and item.shared
    )  # fmt: skip
    assert len(shared) < sum(shared.values())


def test_a_sheet_for_each_document_in_its_language(tmp_path):
    french = settings("letter", "low", "fr")
    plan = make_plan(tmp_path, make_job(2), make_job(1, settings=(french,)))
    result = print_batch(plan, "each", contact_sheet=True)
    names = [
        "party.magnetmen.boards.contact.pdf",
        "party.magnetmen.boards.letter.low.fr.contact.pdf",
    ]
    assert [path.name for path in result.paths[:2]] == names
    assert set(names) < set(contents(tmp_path))
    assert (
        load_language(french.language_code)
        .say("batch.contact.title", count=2)
        .endswith("2 variantes")
    )
