"""Figures of the rules sheet: they draw what the rules say. The golden file of the sheet has where
the parts of those that are printed lie."""

from collections import Counter
from dataclasses import replace

import hypothesis
import pytest
from games.metals.oracle import assaults
from games.metals.pictures import of_example, shipped_definition
from games.metals.sheet_pages import game, leaves
from hypothesis import given
from hypothesis import strategies as st
from short_run import budget
from support import assert_sound, settings

from generator.core.paper import PAPERS, Box
from generator.games.metals import examples
from generator.games.metals.examples import BLUE, RED, Metal
from generator.games.metals.map import FACINGS
from generator.games.metals.sheets import rule_figures, rules_sheet
from generator.games.metals.sheets.map_sheet import HUES, mark, picture
from generator.games.metals.sheets.rule_figures import MapFigure
from generator.layout.page import Art, Line, Oval, Page, Rect

CELL = 10.0


def figure(example) -> MapFigure:
    return MapFigure(example, CELL, True)


def test_every_legal_action_and_no_other_is_drawn(figures):
    for example in (examples.deploying(figures), examples.moving(figures)[0]):
        discs = {
            one.box.centre
            for one in leaves(figure(example).actions())
            if isinstance(one.item, Oval)
        }
        places = {place for _, place in example.placements}
        assert discs == {figure(example).box(place).centre for place in places}


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
    chosen = chosen if powers else [metal._replace(faction="") for metal in chosen]
    example = examples.example(figures, chosen, (0, 0, 5, 5))
    figure_block = figure(example)
    part = figure_block.assaults()
    assert_sound(Page(PAPERS["a4"], (part.at(10, 10, "figure"),)))
    items, position = [leaf.item for leaf in leaves(part)], of_example(example, figures)
    attacks = assaults(position)
    lines = [item for item in items if isinstance(item, Line) and item.stroke in ("denim", "red")]
    tips = Counter((line.x1, line.y1) for line in lines)  # solid heads are fans of lines
    heads = [tip for tip, count in tips.items() if count == len(rule_figures.ATTACK_HEAD_STROKES)]
    assert len(heads) == len(attacks)
    hit = {attack.target for attack in attacks}
    spared = [i for i in position.on_the_map(position.active) if i not in hit]
    ovals = [one for one in leaves(part) if isinstance(one.item, Oval)]
    ticks = [one.box for one in ovals if one.item.stroke == "forest"]
    for metal, tick in zip(spared, ticks, strict=True):
        place = example.map.place(position.metals[metal].space)
        assert figure_block.box(place).contains(tick)
    far = [one for one in example.sights.values() if one.side and one.reach > 1]
    gains = Counter(item.text for item in items if getattr(item, "text", "").startswith("+"))
    assert gains == Counter(f"+{one.gain}" for one in far if one.gain)


@pytest.mark.parametrize("ink", ["full", "low"])
def test_only_a_view_of_nobody_is_dashed(figures, ink):
    """In the figure and in its key, so that it differs from an attack by more than its head."""
    sights = examples.seeing(figures).sights.values()
    views = [sight for sight in sights if sight.reach and sight.metal is None]
    pages = rules_sheet.pages(game(), settings(ink=ink))
    lines = [leaf.item for page in pages for leaf in leaves(page)]
    red = [one for one in lines if isinstance(one, Line) and one.stroke == "red" and one.dash]
    assert len(red) == len(views) + 1


def test_a_defeated_metal_is_drawn_in_the_pool_whose_frame_is_dashed(figures):
    parts = [figure(one.after_assault).outcome(0) for one in examples.hits(figures)]
    frames = [[one.item for one in leaves(part) if isinstance(one.item, Rect)] for part in parts]
    assert [any(frame.dash for frame in one) for one in frames] == [False, True, True]


@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("kind", HUES)
def test_a_space_below_a_metal_is_told_by_a_picture(kind, facing, figures):
    spaces, column = list(examples.MAP.spaces), 0
    if kind != "corner":
        column, spaces[1] = 1, kind
    grid = replace(examples.MAP, spaces=tuple(spaces))
    chosen, window = [Metal(BLUE, (column, 0), facing)], (column, 0, 1, 1)
    part = figure(examples.example(figures, chosen, window, grid)).plain()
    arts = {one.item.name: one for one in leaves(part) if isinstance(one.item, Art)}
    assert arts["metals/tokens/figurine"].turn == 90 * FACINGS.index(facing)
    below = arts[mark(kind) if kind == "corner" else picture(kind)]
    assert Box(0, 0, CELL, CELL).contains(below.box)
    is_on_the_right = facing == "west"
    assert (below.box.centre[0] > CELL / 2) == is_on_the_right  # clear of the point of the Metal
    if kind == "corner":  # the arrow points inward, as on the map
        assert below.item.angle == (135 if is_on_the_right else 225)
