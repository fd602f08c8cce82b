"""Contact sheets: the place of every variant, and what its thumbnail shows."""

import pytest
from batch.batches import contents, make_job, make_plan, print_batch
from support import settings

from generator.batch import contact_sheet
from generator.batch.variant_pdf import roll_variant
from generator.core.paper import PAPERS, Box
from generator.core.progress import Progress
from generator.languages import load_language
from generator.layout.theme import FLOOR
from generator.printing.sheets import pages


def sheets(plan):
    return contact_sheet.pages(plan.variants, "Title", Progress())


def groups(page, name):
    return [item for item in page.items if getattr(item, "name", "") == name]


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


def test_a_thumbnail_shows_the_whole_page(tmp_path):
    plan = make_plan(tmp_path, make_job(1))
    (variant,) = plan.variants
    (whole,) = pages(variant.job, [roll_variant(variant)])
    thumbnail = sheets(plan)[0].items[1].items[0]
    assert thumbnail.page == whole
    assert thumbnail.window == Box(0, 0, whole.paper.width, whole.paper.height)
    assert thumbnail.box.w / thumbnail.box.h == pytest.approx(
        whole.paper.width / whole.paper.height
    )


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
