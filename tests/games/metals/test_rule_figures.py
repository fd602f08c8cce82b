"""Figures of the rules sheet: they draw what the rules say."""

from collections import Counter
from dataclasses import replace

import hypothesis
import pytest
from games.metals.oracle import attacks
from games.metals.pictures import of_example, shipped_definition
from games.metals.rules_pages import (
    CELL,
    DAMAGE,
    badges,
    figure,
    gains,
    game,
    index,
    items_of,
    strikes,
    words,
)
from hypothesis import given
from hypothesis import strategies as st
from short_run import budget
from support import assert_sound, settings

from generator.core.paper import PAPERS, Box
from generator.games.metals import examples
from generator.games.metals.examples import BLUE, RED, Metal, Window
from generator.games.metals.map import FACINGS
from generator.games.metals.sheets import rules_sheet
from generator.games.metals.sheets.map_sheet import HUES, mark, picture
from generator.layout.page import Art, Line, Oval, Page, Rect, flatten


def test_every_legal_deployment_and_no_other_is_drawn(figures):
    example = examples.deploying(figures)
    figure_block = figure(example)
    drawn = figure_block.actions()
    leaves = flatten(Page(PAPERS["a4"], (drawn.at(0, 0, "figure"),)))
    compasses = {leaf.box.centre for leaf in leaves if isinstance(leaf.item, Oval)}
    places = {place for _, place, _ in example.actions}
    assert compasses == {figure_block.box(place).centre for place in places}
    assert len(compasses) == 3
    below = [item for item in items_of(figure_block.actions()) if isinstance(item, Art)]
    assert "metals/terrain/corner" not in {item.name for item in below}  # three free, one taken


def test_every_legal_move_and_no_other_is_drawn(figures):
    before, _ = examples.moving(figures)
    items = items_of(figure(before).actions())
    blue = [item for item in items if isinstance(item, Line) and item.stroke == "blue"]
    assert len(blue) == 3 * 3  # a shaft and two strokes of a head each
    assert len([item for item in items if isinstance(item, Oval)]) == 3


metals = st.builds(
    Metal,
    player=st.sampled_from([BLUE, RED]),
    faction=st.sampled_from(["artemisia", "white_fang", "corsario"]),
    place=st.tuples(st.integers(0, 4), st.integers(0, 4)),
    facing=st.sampled_from(FACINGS),
    damaged=st.booleans(),
)


@given(st.lists(metals, max_size=6, unique_by=lambda metal: metal.place), st.booleans())
@hypothesis.settings(max_examples=budget(40))
def test_an_arrowhead_for_every_hit_and_a_tick_for_all_others(chosen, powers):
    figures = shipped_definition().figures.model_copy(update={"on_map": 6})
    example = examples.example(figures, chosen, Window(0, 0, 5, 5), powers=powers)
    figure_block = figure(example)
    part = figure_block.assaults()
    assert_sound(Page(PAPERS["a4"], (part.at(10, 10, "figure"),)))
    items, position = items_of(part), of_example(example, figures)
    assaults = attacks(position)
    assert len(strikes(items)) == len(assaults)
    hit = {assault.target for assault in assaults}
    spared = [i for i in position.on_the_map(position.active) if i not in hit]
    assert len(badges(part)) == len(spared)
    for metal, badge in zip(spared, badges(part), strict=True):
        place = example.map.place(position.metals[metal].space)
        assert figure_block.box(place).contains(badge)
    far = [one for one in example.sights.values() if one.attacks and one.reach > 1]
    assert gains(items) == Counter(f"+{one.gain}" for one in far if one.gain)


@pytest.mark.parametrize("ink", ["full", "low", "grey"])
def test_only_a_view_of_nobody_is_dashed(figures, ink):
    """In the figure and in its key, so that it differs from an attack by more than its head."""
    example = examples.seeing(figures)
    views = [sight for sight in example.sights.values() if sight.reach and sight.metal is None]
    pages = rules_sheet.pages(game(), settings(ink=ink))
    lines = [entry.item for page in pages for entry in flatten(page)]
    red = [item for item in lines if isinstance(item, Line) and item.stroke == "red" and item.dash]
    assert len(red) == len(views) + 1


def test_a_hit_is_drawn_where_the_line_of_sight_meets_the_metal(figures):
    figure_block = figure(examples.seeing(figures))
    items = items_of(figure_block.assaults())
    (tip,) = strikes(items)
    assert tip[1] == pytest.approx(CELL / 2)
    assert 2 * CELL < tip[0] < 2.5 * CELL  # in the space of the Metal that is hit
    red = [item for item in items if isinstance(item, Line) and item.stroke == "red"]
    ends = {(round(line.x2, 2), round(line.y2, 2)) for line in red}
    assert (2 * CELL, CELL / 2) in ends  # at that space
    assert (3 * CELL, 1.5 * CELL) in ends  # at the friend
    assert (2.5 * CELL, 2.94 * CELL) in ends  # at the edge of the map


def test_lines_of_sight_pass_below_the_pictures_and_heads_lie_on_the_metals(figures):
    items = items_of(figure(examples.seeing(figures)).assaults())
    lines = [i for i, item in enumerate(items) if isinstance(item, Line)]
    assert lines[0] < index(items, "metals/terrain/forest")
    assert lines[-1] > index(items, "metals/tokens/marker_red")


@pytest.mark.parametrize("faction", shipped_definition().figures.factions)
def test_what_an_attack_gains_stands_between_the_metals(faction, figures):
    part = figure(examples.duel(figures, faction)).assaults()
    leaves = [entry.item for entry in flatten(Page(PAPERS["a4"], (part.at(0, 0, "duel"),)))]
    boxes = [entry.box for entry in flatten(Page(PAPERS["a4"], (part.at(0, 0, "duel"),)))]
    (label,) = [
        box for leaf, box in zip(leaves, boxes, strict=True)
        if isinstance(leaf, Rect) and leaf.fill == "cream"
    ]  # fmt: skip
    assert label.centre[0] == pytest.approx(1.5 * CELL)
    assert label.bottom < CELL / 2  # above the line of sight
    for leaf, box in zip(leaves, boxes, strict=True):
        assert "marker" not in getattr(leaf, "name", "") or not box.overlaps(label)


def test_what_is_scored_and_who_recovers(figures):
    example = examples.occupying(figures)
    part = figure(example).rewards()
    assert gains(items_of(part)) == {"+2": 1, "+1": 1}
    (recovers,) = badges(part)
    assert figure(example).box(example.metals[1].place).contains(recovers)
    assert "You score 3. Your opponent’s Metal scores" in words(
        rules_sheet.pages(game(), settings())
    )


def test_a_defeated_metal_is_drawn_in_the_pool_and_a_damaged_one_on_its_space(figures):
    once, again, twice = examples.hits(figures)
    frames = [figure(one.after_assault).outcome(0) for one in (once, again, twice)]
    dashed = [
        any(item.dash for item in items_of(part) if isinstance(item, Rect)) for part in frames
    ]
    damaged = [
        any(getattr(item, "name", "") == DAMAGE for item in items_of(part)) for part in frames
    ]
    assert dashed == [False, True, True]
    assert damaged == [True, False, False]


@pytest.mark.parametrize("facing", FACINGS)
def test_metals_are_turned_to_where_they_face_and_players_differ_in_shape(facing, figures):
    metals = [Metal(BLUE, (0, 0), facing), Metal(RED, (1, 0), facing)]
    part = figure(examples.example(figures, metals, Window(0, 0, 2, 1))).plain()
    leaves = list(flatten(Page(PAPERS["a4"], (part.at(0, 0),))))
    turns = {leaf.turn for leaf in leaves if getattr(leaf.item, "name", "").endswith("figurine")}
    assert turns == {90 * FACINGS.index(facing)}
    markers = [leaf.item.name for leaf in leaves if "marker" in getattr(leaf.item, "name", "")]
    assert markers == ["metals/tokens/marker_blue", "metals/tokens/marker_red"]


@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("kind", HUES)
def test_a_space_below_a_metal_is_told_by_a_picture(kind, facing, figures):
    spaces, column = list(examples.MAP.spaces), 0
    if kind != "corner":
        column, spaces[1] = 1, kind
    grid = replace(examples.MAP, spaces=tuple(spaces))
    metals, window = [Metal(BLUE, (column, 0), facing)], Window(column, 0, 1, 1)
    part = figure(examples.example(figures, metals, window, grid)).plain()
    art = mark(kind) if kind == "corner" else picture(kind)
    (leaf,) = [
        entry for entry in flatten(Page(PAPERS["a4"], (part.at(0, 0),)))
        if isinstance(entry.item, Art) and entry.item.name == art
    ]  # fmt: skip
    assert Box(0, 0, CELL, CELL).contains(leaf.box)
    is_on_the_right = facing == "west"
    assert (leaf.box.centre[0] > CELL / 2) == is_on_the_right  # clear of the point of the Metal
    if kind == "corner":  # the arrow points inward, as on the map
        assert leaf.item.angle == (135 if is_on_the_right else 225)
