"""The map sheet: fair from both sides, complete, readable, on every paper."""

import itertools
from collections import Counter
from dataclasses import replace

import pytest
from games.metals.sheet_pages import game, leaves
from short_run import cases
from support import assert_sound, settings

from generator.core.errors import PieceTooLargeError
from generator.core.paper import PAPERS, Box
from generator.games.metals.definition import CATALOGUE
from generator.games.metals.map import COLUMNS, ROWS, Map
from generator.games.metals.sheets import map_sheet
from generator.languages import languages, load_language
from generator.layout.page import Art, Group, Rect, Text, flatten


@pytest.mark.parametrize(
    ("name", "form", "code", "paper"),
    cases(CATALOGUE.shipped, ("basic", "factions"), languages(), PAPERS),
)
def test_maps_are_sound(name, form, code, paper):
    for ink in ("full", "low"):
        assert_sound(map_sheet.page(game(name, form), settings(paper, ink, code)))


@pytest.mark.parametrize(
    ("form", "code", "paper"), cases(("basic", "factions"), languages(), PAPERS, together=1)
)
def test_a_map_of_any_size_is_sound_or_too_large(form, code, paper):
    kinds, sizes = ("plain", "point_1", "point_2", "forest", "city"), set()
    for columns in range(COLUMNS[0], COLUMNS[1] + 1):
        for rows in range(ROWS[0], ROWS[1] + 1):
            spaces = tuple(kinds[index % len(kinds)] for index in range(columns * rows))
            sized = replace(game("classic", form), map=Map(columns, rows, spaces))
            try:
                page = map_sheet.page(sized, settings(paper, "full", code))
            except PieceTooLargeError:
                continue
            assert_sound(page)
            sizes.add((columns, rows))
    assert sizes >= {(4, 6), (4, 7), (5, 7)}
    assert ((6, 10) in sizes) == (paper in ("a3", "a2"))


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("form", ["basic", "factions"])
def test_half_a_turn_of_the_paper_shows_the_same_sheet(form, seed):
    """All but the picture on a middle space, which can look at one player only."""
    metals_game = game("wilds", form, seed)
    page = map_sheet.page(metals_game, settings())
    whole = Box(0, 0, page.paper.width, page.paper.height)
    middle = (whole.centre[0], whole.centre[1])

    def at(box, turn):
        return tuple(round(value, 2) for value in box), turn

    one, other = Counter(), Counter()
    for kind, name, box, turn in leaves(page):
        if box.centre == pytest.approx(middle, abs=0.5):
            continue
        one[kind, name, at(box, turn)] += 1
        half = Box(whole.w - box.right, whole.h - box.bottom, box.w, box.h)
        other[kind, name, at(half, (turn + 180) % 360)] += 1
    assert one == other


@pytest.mark.parametrize("name", ["classic", "wilds"])
def test_every_space_shows_what_it_is(name):
    metals_game = game(name)
    page = map_sheet.page(metals_game, settings())
    tiles = next(item for item in page.items if getattr(item, "name", "") == "map")
    kinds = [item.name for item in tiles.items if isinstance(item, Group)]
    corners = metals_game.map.corners
    expected = ["corner" if i in corners else kind for i, kind in enumerate(metals_game.map.spaces)]
    assert kinds == expected
    boxes = [item.box for item in tiles.items if isinstance(item, Group)]
    for one, two in itertools.combinations(boxes, 2):
        assert not one.overlaps(two)


@pytest.mark.parametrize(("form", "target"), [("basic", 10), ("factions", 20)])
def test_each_side_has_a_track_from_0_to_the_target(form, target):
    page = map_sheet.page(game(form=form), settings())
    texts = [(name, turn) for kind, name, _, turn in leaves(page) if kind == "Text"]
    numbers = Counter((int(name), turn) for name, turn in texts if name.isdigit())
    for number in range(4, target + 1):  # 1 to 3 are in the key as well
        assert numbers[number, 0] == numbers[number, 180] == 1
    assert max(number for number, _ in numbers) == target
    far = [box.y for kind, name, box, turn in leaves(page) if name == "0" and turn == 180]
    assert max(far) < page.paper.height / 4


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("form", ["basic", "factions"])
def test_spaces_have_room_for_figurines(form, paper):
    for name in ("classic", "wilds"):
        for seed in map(str, range(20)):
            metals_game = game(name, form, seed)
            base = metals_game.definition.figures.figurine.base
            assert map_sheet.layout_map(metals_game, PAPERS[paper]).tile >= base[1]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("form", ["basic", "factions"])
def test_the_map_fills_the_room_between_tracks_and_keys(form, paper):
    for name in ("classic", "wilds"):
        where = map_sheet.layout_map(game(name, form), PAPERS[paper])
        beside = where.track.x - where.map.right
        most = 6 * max(1, where.paper.width / 297)
        assert beside < most
        assert where.strip.y - where.map.bottom < most
        assert where.map.w > 0.8 * where.paper.area.w


@pytest.mark.parametrize("letters", [32, 80])
def test_a_title_keeps_off_the_game_id_or_is_left_out(letters):
    metals_game = game()
    renamed_set = metals_game.definition.sets[0].model_copy(update={"title": {"en": "m" * letters}})
    page = map_sheet.page(
        replace(metals_game, definition=replace(metals_game.definition, sets=(renamed_set,))),
        settings(),
    )
    assert_sound(page)
    form_texts = [name for kind, name, *_ in leaves(page) if "first to 10 points" in name]
    assert (
        form_texts
        == [f"{'m' * 32} · first to 10 points" if letters == 32 else "first to 10 points"] * 2
    )


def test_a_map_of_too_many_spaces_is_refused():
    metals_game = game("wilds")
    huge = replace(metals_game.map, columns=8, rows=10, spaces=("plain",) * 80)
    with pytest.raises(
        PieceTooLargeError, match=r"8 x 10 with score tracks to 20 on letter leaves 20 mm"
    ):
        map_sheet.page(replace(metals_game, map=huge, factions=True), settings("letter"))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("form", ["basic", "factions"])
def test_score_markers_fit_the_boxes_of_their_track(form, paper):
    for name in ("classic", "wilds"):
        metals_game = game(name, form)
        side = metals_game.definition.figures.tokens.score_size
        page = map_sheet.page(metals_game, settings(paper))
        for name in ("near track", "far track"):
            (track,) = [item for item in page.items if getattr(item, "name", "") == name]
            boxes = [item.box for item in track.items if isinstance(item, Rect)]
            assert len(boxes) == metals_game.target + 1
            for box in boxes:
                assert min(box.w, box.h) >= side + 2 * map_sheet.MIN_MARKER_GAP - 1e-6
                assert box.h < 2.5 * box.w
            for one, other in itertools.pairwise(boxes):
                assert not one.overlaps(other)


def test_a_long_track_takes_several_lanes():
    metals_game = game(form="factions")
    figures = metals_game.definition.figures
    target = figures.target.model_copy(update={"factions": 40})
    variant = replace(metals_game.definition, figures=figures.model_copy(update={"target": target}))
    page = map_sheet.page(replace(metals_game, definition=variant), settings("a3"))
    assert_sound(page)
    (track,) = [item for item in page.items if getattr(item, "name", "") == "near track"]
    boxes = [item.box for item in track.items if isinstance(item, Rect)]
    assert len(boxes) == 41
    assert all(min(box.w, box.h) >= 10.5 - 1e-6 for box in boxes)


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("paper", PAPERS)
def test_both_short_sides_have_the_same_key(paper, code, ink):
    say = load_language(code).say
    page = map_sheet.page(game(), settings(paper, ink, code))
    for name, turn in (("near side", 0), ("far side", 180)):
        (strip,) = [item for item in page.items if getattr(item, "name", "") == name]
        assert strip.turn == turn
        leaves = [
            entry.item
            for entry in flatten(page)
            if entry.groups and entry.groups[0].name == name and entry.groups[1].name == "key"
        ]
        texts = [leaf for leaf in leaves if isinstance(leaf, Text)]
        assert all(text.size >= 8 for text in texts)
        words = " ".join(text.text for text in texts)
        for phase in ("action", "assault", "occupation"):
            assert say(f"metals.rules.turn.{phase}") in words
        assert [leaf.name for leaf in leaves if isinstance(leaf, Art)] == [
            f"metals/marks/{kind}" for kind in ("forest", "city", "corner")
        ]
