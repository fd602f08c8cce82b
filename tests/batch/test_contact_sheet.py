"""Contact sheets: the place of every variant, and what its thumbnail shows."""

import pytest
from batch.batches import contents, make_job, make_plan, print_batch
from support import settings

from generator.batch import run
from generator.core.paper import PAPERS, Box
from generator.core.progress import Progress
from generator.languages import load_language
from generator.layout.theme import FLOOR
from generator.printing.sheets import pages

MAPS = {"game": "metals", "sheet": "map", "sets": ("wilds",), "size": "basic"}


def sheets(plan):
    return run.contact_pages(plan.variants, "Title", Progress())


def cells_of(page):
    return [item for item in page.items if getattr(item, "name", "") == "variant"]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("values", [{}, MAPS], ids=["boards", "maps"])
def test_every_variant_is_there_in_its_place(paper, values, tmp_path):
    made = sheets(make_plan(tmp_path, make_job(17, **values, settings=(settings(paper),))))
    of_pages = [cells_of(page) for page in made]
    if paper == "a4":
        assert [len(cells) for cells in of_pages] == [12, 5]
    for page, cells in zip(made, of_pages, strict=True):
        for cell in cells:
            assert page.paper.within(run.EDGE).contains(cell.box)
            inner = Box(0, 0, cell.box.w, cell.box.h)
            assert all(inner.contains(item.box) for item in cell.items)
            assert not any(cell.box.overlaps(other.box) for other in cells if other is not cell)
    every = [cell for cells in of_pages for cell in cells]
    assert len(every) == 17
    for number, cell in enumerate(every, 1):
        thumbnail, frame, *label = cell.items
        assert thumbnail.box == frame.box
        text = "".join(piece.text for piece in label)
        assert text.startswith(str(number)) and f".x-{number}." in text
        assert all(piece.size >= FLOOR for piece in label)
        assert all(piece.box.y > frame.box.bottom for piece in label)


def test_a_thumbnail_shows_the_whole_page(tmp_path):
    plan = make_plan(tmp_path, make_job(1))
    (variant,) = plan.variants
    (whole,) = pages(variant.job, [variant.roll()])
    thumbnail, size = sheets(plan)[0].items[1].items[0], whole.paper
    assert thumbnail.page == whole
    assert thumbnail.window == Box(0, 0, size.width, size.height)
    assert thumbnail.box.w / thumbnail.box.h == pytest.approx(size.width / size.height)


def test_a_sheet_for_each_document_in_its_language(tmp_path):
    french = settings("letter", "low", "fr")
    plan = make_plan(tmp_path, make_job(2), make_job(1, settings=(french,)))
    result = print_batch(plan, "each", contact_sheet=True)
    stems = ("party.magnetmen.boards", "party.magnetmen.boards.letter.low.fr")
    names = [f"{stem}.contact.pdf" for stem in stems]
    assert [path.name for path in result.paths[:2]] == names
    assert {*names} < {*contents(tmp_path)}
    assert load_language("fr").say("batch.contact.title", count=2).endswith("2 variantes")
