"""The positions of the rules sheet: legal ones, in which the rules say what the sheet claims."""

from dataclasses import replace

import pytest
from games.metals.oracle import attacks, legal_actions, line_of_sight, occupation
from games.metals.pictures import of_example, picture, shipped_definition
from games.metals.test_factions import SAYINGS
from pydantic import TypeAdapter

from generator.games.metals import examples
from generator.games.metals.definition import Faction, assign_keys
from generator.games.metals.engine import NONE
from generator.games.metals.examples import BLUE, RED, Example
from generator.games.metals.map import FACINGS, MapDrawing


@pytest.fixture
def figures():
    return shipped_definition().figures


def figures_with(**fields):
    return shipped_definition().figures.model_copy(update=fields)


def every_example(figures) -> dict[str, Example]:
    single = ("deploying", "seeing", "occupying", "from_all_sides")
    several = ("moving", "hits", "sparing")
    result = {name: getattr(examples, name)(figures) for name in single}
    for name in several:
        result |= {f"{name} {i}": one for i, one in enumerate(getattr(examples, name)(figures))}
    return result | {key: examples.duel(figures, key) for key in figures.factions}


def places(example: Example) -> list[tuple[int, int] | None]:
    return [metal.place for metal in example.metals.values()]


def hits(example: Example) -> dict:
    """The attackers with their targets."""
    return {metal: sight.metal for metal, sight in example.sights.items() if sight.attacks}


def spared(example: Example) -> list[int]:
    """The Metals of the active player that nobody attacks."""
    return [one for one in example.on_map(example.active) if one not in hits(example).values()]


def test_the_map_of_the_examples_is_one_that_a_set_may_have():
    assert TypeAdapter(MapDrawing).validate_python(examples.DRAWING.strip())


def gains(example: Example) -> list[int]:
    return [sight.gain for sight in example.sights.values()]


@pytest.mark.parametrize("on_map", [1, 2, 3, 9])
def test_no_example_has_more_metals_than_the_game_allows(on_map):
    for example in every_example(figures_with(on_map=on_map)).values():
        assert example.tables.on_map == on_map
        assert all(len(example.on_map(player)) <= on_map for player in (BLUE, RED))


def test_it_is_the_readers_turn_but_where_attacks_gain_points(figures):
    for name, example in every_example(figures).items():
        about_gains = name == "from_all_sides" or name in figures.factions
        assert example.active == (RED if about_gains else BLUE), name


def test_nobody_whose_emblem_is_an_arrow_shows_where_a_metal_faces(figures):
    assert "artemisia" not in examples.cast(figures)
    for name, example in every_example(figures).items():
        if name != "artemisia":
            assert "artemisia" not in example.factions.values(), name


def test_a_faction_that_is_alone_plays_all_parts(figures):
    alone = figures_with(factions={"artemisia": figures.factions["artemisia"]})
    assert examples.cast(alone) == ("artemisia",)
    assert gains(examples.duel(alone, "artemisia")) == [1]


@pytest.mark.parametrize("on_map", [1, 2, 3])
def test_a_figure_shows_all_metals_and_all_they_see(on_map):
    examples_by_name = every_example(figures_with(on_map=on_map))
    del examples_by_name["moving 1"]  # what comes of that move is not shown
    for name, example in examples_by_name.items():
        column, row, columns, rows = example.window
        window = {(column + x, row + y) for x in range(columns) for y in range(rows)}
        shown = [place for place in places(example) if place]
        assert window.issuperset(shown) and len(set(shown)) == len(shown), name
        if name in figures_with().factions or name.startswith(("seeing", "hits", "sparing")):
            position = of_example(example, figures_with(on_map=on_map))
            for metal in position.on_the_map(position.opponent):
                seen = line_of_sight(position, metal).spaces
                assert window.issuperset(map(example.map.place, seen)), name


def test_examples_ask_the_rules(figures):
    """The second implementation of the rules says the same."""
    for name, example in every_example(figures).items():
        position = of_example(example, figures)
        numbers = list(example.metals)  # by index in the position
        assert {
            (numbers[one.attacker], numbers[one.target], one.side, one.gain)
            for one in attacks(position)
        } == {
            (metal, sight.metal, sight.side, sight.gain)
            for metal, sight in example.sights.items()
            if sight.attacks
        }, name
        for index in position.on_the_map(position.opponent):
            sight, expected = example.sights[numbers[index]], line_of_sight(position, index)
            seen = None if expected.metal is None else numbers[expected.metal]
            assert (sight.reach, sight.metal) == (len(expected.spaces), seen), name
        rewards = {metal: reward for metal, reward in example.rewards.items() if any(reward)}
        assert rewards == {
            numbers[one.metal]: (one.points, one.recovered) for one in occupation(position)
        }


@pytest.mark.parametrize("name", ["deploying", "moving 0"])
def test_actions_are_the_legal_ones(figures, name):
    example = every_example(figures)[name]
    legal = legal_actions(replace(of_example(example, figures), phase="action"))
    expected = [(one.metal, example.map.place(one.space), one.facing) for one in legal]
    assert example.actions == expected
    assert len(expected) == 3 * len(FACINGS)


def test_a_move_may_turn_a_metal(figures):
    before, after = examples.moving(figures)
    assert (places(before)[0], places(after)[0]) == ((3, 1), (3, 2))
    assert after.metals[0].facing == "west" and after.deployed == NONE


def test_sight_ends_at_the_first_metal(figures):
    """One is hit past a Forest; one behind it, and one behind an enemy, are not."""
    example = examples.seeing(figures)
    ((attacker, target),) = hits(example).items()
    metals = example.metals
    assert (metals[attacker].place, metals[target].place) == ((0, 2), (2, 2))
    assert example.map.ground(example.map.index(1, 2)) == "forest"
    assert {metals[metal].place for metal in spared(example)} == {(4, 2), (1, 3)}
    friends, nobody = [one for key, one in example.sights.items() if key != attacker]
    assert metals[friends.metal].player == RED
    assert nobody.metal is None and nobody.reach


def test_hits_damage_then_defeat(figures):
    once, again, twice = examples.hits(figures)
    assert [len(hits(one)) for one in (once, again, twice)] == [1, 1, 2]
    assert [one.metals[0].damaged for one in (once, again, twice)] == [False, True, False]
    assert once.after_assault.metals[0].damaged
    for one in (again, twice):
        target = one.after_assault.metals[0]
        assert (target.place, target.damaged) == (None, False)


def test_nobody_is_hit_twice_where_one_metal_is_all_there_may_be():
    assert len(examples.hits(figures_with(on_map=1))) == 2


def test_a_forest_and_the_turn_of_deploying_spare_a_metal_that_is_seen(figures):
    forest, fresh = examples.sparing(figures)
    assert forest.map.ground(forest.map.index(*forest.metals[0].place)) == "forest"
    assert fresh.deployed == 0
    for example in (forest, fresh):
        assert [sight.metal for sight in example.sights.values()] == [0]
        assert not hits(example)
        assert spared(example) == [0]


def test_occupation_scores_both_kinds_of_points_and_recovers(figures):
    example = examples.occupying(figures)
    assert example.rewards == {0: (2, False), 1: (0, True), 2: (1, False)}
    enemy = example.metals[3]
    assert enemy.player == RED
    assert example.map.points(example.map.index(*enemy.place))


def test_the_sides_of_a_metal(figures):
    example = examples.from_all_sides(figures)
    sights = example.sights.items()
    assert {example.metals[metal].place: (one.side, one.gain) for metal, one in sights} == {
        (2, 0): ("front", 0),
        (3, 1): ("side", 1),
        (2, 2): ("rear", 0),
    }
    assert [*example.factions.values()] == ["white_fang"] * 3 + ["zipang"]


def test_no_sides_where_no_faction_asks_for_them(figures):
    remaining = {
        key: one for key, one in figures.factions.items() if key in ("artemisia", "obsidior")
    }
    assert examples.from_all_sides(figures_with(factions=remaining)) is None


@pytest.mark.parametrize("when", SAYINGS, ids=str)
def test_every_condition_has_an_attack_that_gains(when):
    factions = assign_keys({"new": Faction.model_validate({"name": {"en": "New"}, "when": when})})
    assert gains(examples.duel(figures_with(factions=factions), "new")) == [1]


def test_an_attack_that_gains_is_as_plain_as_it_can_be(figures):
    def first_row(key):
        example = examples.duel(figures, key)
        lines = [line.split() for line in picture(of_example(example, figures)).splitlines()]
        window = example.window
        return " ".join(lines[window.row][window.column : window.column + window.columns])

    assert {key: first_row(key) for key in figures.factions} == {
        "artemisia": "2r> . .b<",
        "white_fang": ".r^ . .b<",
        "zipang": ".r> . .b<",
        "metaclyon": ".r> . .b<",
        "dinorda": "Cr> . .b<",
        "corsario": ".r> . .b<",
        "obsidior": ".r> . 2b<",
    }
