"""The positions of the rules sheet: legal ones, in which the rules say what the sheet claims. What
those of the shipped factions look like is in the golden file of the sheet."""

import pytest
from games.metals.oracle import assaults, legal_actions, line_of_sight, occupation
from games.metals.pictures import of_example, shipped_definition
from games.metals.test_factions import SAYINGS
from pydantic import TypeAdapter

from generator.games.metals import examples
from generator.games.metals.definition import Faction
from generator.games.metals.examples import BLUE, RED, Example
from generator.games.metals.map import MapDrawing


def figures_with(**fields):
    return shipped_definition().figures.model_copy(update=fields)


def every_example(figures) -> dict[str, Example]:
    result = {key: examples.duel(figures, key) for key in figures.factions}
    for name in ("deploying", "seeing", "occupying", "from_all_sides"):
        result[name] = getattr(examples, name)(figures)
    for name in ("moving", "hits", "sparing"):
        result |= {f"{name} {i}": one for i, one in enumerate(getattr(examples, name)(figures))}
    return result


def gains(example: Example) -> list[int]:
    return [sight.gain for sight in example.sights.values()]


def test_the_map_of_the_examples_is_one_that_a_set_may_have():
    assert TypeAdapter(MapDrawing).validate_python(examples.DRAWING.strip())


def test_it_is_the_readers_turn_but_where_attacks_gain_points(figures):
    for name, example in every_example(figures).items():
        about_gains = name == "from_all_sides" or name in figures.factions
        assert example.active == (RED if about_gains else BLUE), name


def test_nobody_whose_emblem_is_an_arrow_shows_where_a_metal_faces(figures):
    for name, example in every_example(figures).items():
        assert name == "artemisia" or "artemisia" not in example.factions.values(), name


def test_a_faction_that_is_alone_plays_all_parts(figures):
    alone = figures_with(factions={"artemisia": figures.factions["artemisia"]})
    assert examples.cast(alone) == ("artemisia",)
    assert gains(examples.duel(alone, "artemisia")) == [1]
    assert examples.from_all_sides(alone) is None  # no faction asks for them


@pytest.mark.parametrize("on_map", [1, 2, 3, 9])
def test_a_figure_shows_all_metals_and_all_they_see(on_map):
    """And no more Metals than the game allows."""
    figures = figures_with(on_map=on_map)
    assert len(examples.hits(figures)) == min(on_map + 1, 3)
    for name, example in every_example(figures).items():
        assert all(len(example.on_map(player)) <= on_map for player in (BLUE, RED)), name
        if name == "moving 1":
            continue  # what comes of that move is not shown
        column, row, columns, rows = example.window
        window = {(column + x, row + y) for x in range(columns) for y in range(rows)}
        shown = [metal.place for metal in example.metals.values() if metal.place]
        assert window.issuperset(shown) and len(set(shown)) == len(shown), name
        if name in figures.factions or name.startswith(("seeing", "hits", "sparing")):
            position = of_example(example, figures)
            for metal in position.on_the_map(1 - position.active):
                seen, _ = line_of_sight(position, metal)
                assert window.issuperset(map(example.map.place, seen)), name


def test_examples_ask_the_rules(figures):
    """The second implementation of the rules says the same."""
    for name, example in every_example(figures).items():
        position, sights = of_example(example, figures), example.sights.items()
        numbers = list(example.metals)  # by index in the position
        attacks = {
            (numbers[one.attacker], numbers[one.target], one.side, one.gain)
            for one in assaults(position)
        }
        shown = {(metal, one.metal, one.side, one.gain) for metal, one in sights if one.side}
        assert attacks == shown, name
        for index in position.on_the_map(1 - position.active):
            spaces, seen = line_of_sight(position, index)
            seen = None if seen is None else numbers[seen]
            assert example.sights[numbers[index]][:2] == (len(spaces), seen), name
        rewards = {numbers[index]: reward for index, reward in occupation(position).items()}
        assert example.rewards == rewards, name


@pytest.mark.parametrize("name", ["deploying", "moving 0"])
def test_actions_are_the_legal_ones(figures, name):
    example = every_example(figures)[name]
    legal = legal_actions(of_example(example, figures))
    expected = [(one.metal, example.map.place(one.space)) for one in legal]
    assert example.placements == list(dict.fromkeys(expected))
    assert len(example.placements) == 3


@pytest.mark.parametrize("when", SAYINGS, ids=str)
def test_every_condition_has_an_attack_that_gains(when):
    factions = {"new": Faction.model_validate({"name": {"en": "New"}, "when": when})}
    assert gains(examples.duel(figures_with(factions=factions), "new")) == [1]
