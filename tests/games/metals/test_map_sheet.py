"""The map sheet: fair from both sides, readable, on every paper. Its golden file has what each
space shows, the numbers of the tracks and the key."""

from collections import Counter
from dataclasses import replace
from itertools import cycle, islice, pairwise

import pytest
from games.metals.sheet_pages import game, leaves
from short_run import cases
from support import assert_sound, settings, texts

from generator.core.errors import PieceTooLargeError
from generator.core.paper import PAPERS, Box
from generator.games.metals.definition import CATALOGUE, FORMS
from generator.games.metals.map import CHARACTERS, COLUMNS, ROWS, Map
from generator.games.metals.sheets import map_sheet
from generator.languages import languages
from generator.layout.page import Rect


@pytest.mark.parametrize(
    ("name", "form", "code", "paper"), cases(CATALOGUE.shipped, FORMS, languages(), PAPERS)
)
def test_maps_are_sound(name, form, code, paper):
    for ink in ("full", "low"):
        assert_sound(map_sheet.page(game(name, form), settings(paper, ink, code)))


@pytest.mark.parametrize(("form", "code", "paper"), cases(FORMS, languages(), PAPERS, together=1))
def test_a_map_of_any_size_is_sound_or_too_large(form, code, paper):
    sizes = set()
    for columns in range(COLUMNS[0], COLUMNS[1] + 1):
        for rows in range(ROWS[0], ROWS[1] + 1):
            kinds = islice(cycle(CHARACTERS.values()), columns * rows)
            sized = replace(game("classic", form), map=Map(columns, rows, tuple(kinds)))
            try:
                page = map_sheet.page(sized, settings(paper, "full", code))
            except PieceTooLargeError:
                continue
            assert_sound(page)
            sizes.add((columns, rows))
    assert sizes >= {(4, 6), (4, 7), (5, 7)}
    assert ((6, 10) in sizes) == (paper in ("a3", "a2"))


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("form", FORMS)
def test_half_a_turn_of_the_paper_shows_the_same_sheet(form, seed):
    """All but the picture on a middle space, which can look at one player only."""
    page = map_sheet.page(game("wilds", form, seed), settings())
    whole = Box(0, 0, page.paper.width, page.paper.height)
    one, other = Counter(), Counter()
    for item, box, turn, *_ in leaves(page):
        if box.centre != pytest.approx(whole.centre, abs=0.5):
            what = type(item), getattr(item, "name", getattr(item, "text", ""))
            half = Box(whole.w - box.right, whole.h - box.bottom, box.w, box.h)
            one[*what, turn, *(round(value, 2) for value in box)] += 1
            other[*what, (turn + 180) % 360, *(round(value, 2) for value in half)] += 1
    assert one == other


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("form", FORMS)
def test_the_map_fills_the_room_between_tracks_and_keys(form, paper):
    for name in ("classic", "wilds"):
        where = map_sheet.layout_map(game(name, form), PAPERS[paper])
        most = 6 * max(1, where.paper.width / 297)
        assert where.track.x - where.map.right < most
        assert where.strip.y - where.map.bottom < most
        assert where.map.w > 0.8 * where.paper.area.w


@pytest.mark.parametrize(
    ("letters", "printed"),
    [(32, f"{'m' * 32} · first to 10\xa0points"), (80, "first to 10\xa0points")],
)
def test_a_title_keeps_off_the_game_id_or_is_left_out(letters, printed):
    metals_game = game()
    renamed = metals_game.definition.sets[0].model_copy(update={"title": {"en": "m" * letters}})
    definition = replace(metals_game.definition, sets=(renamed,))
    page = map_sheet.page(replace(metals_game, definition=definition), settings())
    assert_sound(page)
    assert [text for text in texts(page) if "first to 10\xa0points" in text] == [printed] * 2


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(
    ("name", "form", "target"),
    [
        ("classic", "basic", 10),
        ("wilds", "basic", 10),
        ("wilds", "factions", 20),
        ("classic", "factions", 40),
    ],
)
def test_score_markers_fit_the_boxes_of_their_track(paper, name, form, target, figures):
    """A long track takes several lanes."""
    targets = figures.target.model_copy(update={form: target})
    if target == 40 and paper not in ("a3", "a2"):
        return
    page = map_sheet.page(game(name, form, target=targets), settings(paper))
    assert_sound(page)
    for name in ("near track", "far track"):
        (track,) = [item for item in page.items if getattr(item, "name", "") == name]
        boxes = [item.box for item in track.items if isinstance(item, Rect)]
        assert len(boxes) == target + 1
        for box in boxes:
            least = figures.tokens.score_size + 2 * map_sheet.MIN_MARKER_GAP
            assert min(box.w, box.h) >= least - 1e-6
            assert box.h < 2.5 * box.w
        assert not any(one.overlaps(two) for one, two in pairwise(boxes))


@pytest.mark.parametrize("lines", map_sheet.KEYS)
def test_phases_are_read_in_order_box_after_box(lines):
    read = [name for cells in zip(*lines, strict=True) for cell in cells for name in cell]
    assert [name for name in read if name in map_sheet.PHASES] == list(map_sheet.PHASES)
