"""Contact sheets: the place of every variant, and what its thumbnail shows."""

import pytest
from batch.batches import contents, make_job, make_plan, print_batch
from support import settings

from generator.batch import run
from generator.core.paper import PAPERS, Box
from generator.core.progress import Progress
from generator.languages import load_language
from generator.layout.page import flatten
from generator.layout.theme import FLOOR
from generator.printing.sheets import pages

MAPS = {"game": "metals", "sheet": "map", "sets": ("wilds",), "size": "basic"}


@pytest.fixture
def sheets(monkeypatch):
    """The pages of the contact sheet of a plan."""
    monkeypatch.setattr(run, "make_document", lambda pages, *rest, check: [*pages])
    return lambda plan: run.contact_sheet("party", plan.variants, (), Progress())


def cells_of(page):
    """What there is of each variant, by its box on the page."""
    cells = {}
    for entry in flatten(page):
        for group, box in zip(entry.groups, entry.frames, strict=True):
            if group.name == "variant":
                cells.setdefault(box, []).append(entry)
    return cells


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("values", [{}, MAPS], ids=["boards", "maps"])
def test_every_variant_is_there_in_its_place(paper, values, sheets, tmp_path):
    made = sheets(make_plan(tmp_path, make_job(17, **values, settings=(settings(paper),))))
    of_pages = [cells_of(page) for page in made]
    if paper == "a4":
        assert [len(cells) for cells in of_pages] == ([12, 5] if values else [15, 2])
    for page, cells in zip(made, of_pages, strict=True):
        for box, entries in cells.items():
            assert page.paper.within(run.EDGE).contains(box)
            assert all(box.contains(entry.box) for entry in entries)
            assert not any(box.overlaps(other) for other in cells if other is not box)
    every = [entries for cells in of_pages for entries in cells.values()]
    assert len(every) == 17
    for number, (thumbnail, frame, *label) in enumerate(every, 1):
        assert thumbnail.box == frame.box
        text = "".join(piece.item.text for piece in label)
        assert text.startswith(str(number)) and f".x-{number}." in text
        assert all(piece.item.size >= FLOOR for piece in label)
        assert all(piece.box.y > frame.box.bottom for piece in label)


def test_a_thumbnail_shows_the_whole_page(sheets, tmp_path):
    plan = make_plan(tmp_path, make_job(1))
    (variant,) = plan.variants
    (whole,) = pages(variant.job, [variant.roll()])
    ((thumbnail, *_),) = cells_of(sheets(plan)[0]).values()
    thumbnail, size = thumbnail.item, whole.paper
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
    assert load_language("fr").say("batch.contact.title", count=2).endswith("2\xa0variantes")
