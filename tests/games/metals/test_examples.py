"""The positions of the rules sheet: legal ones, in which the rules say what the sheet claims."""

import pytest
from games.metals.pictures import picture, shipped_definition
from pydantic import TypeAdapter

from generator.games.metals import examples
from generator.games.metals.examples import BLUE, RED, Example
from generator.games.metals.factions import Faction, assign_keys
from generator.games.metals.map import FACINGS, MapDrawing
from generator.games.metals.rules import Deploy, Move, SpaceReward, attacks, line_of_sight


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


def place(example: Example, metal: int) -> tuple[int, int] | None:
    space = example.position.metals[metal].space
    return None if space is None else example.position.map.place(space)


def test_the_map_of_the_examples_is_one_that_a_set_may_have():
    assert TypeAdapter(MapDrawing).validate_python(examples.DRAWING.strip())


@pytest.mark.parametrize("on_map", [1, 2, 3, 9])
def test_no_example_has_more_metals_than_the_game_allows(on_map):
    for example in every_example(figures_with(on_map=on_map)).values():
        position = example.position
        assert position.on_map == on_map
        assert all(len(position.on_the_map(player)) <= on_map for player in (BLUE, RED))


def test_it_is_the_readers_turn_but_where_attacks_gain_points(figures):
    for name, example in every_example(figures).items():
        about_gains = name == "from_all_sides" or name in figures.factions
        assert example.position.active == (RED if about_gains else BLUE), name
        if about_gains:
            assert {example.position.metals[one.attacker].player for one in example.assaults} == {
                BLUE
            }


def test_nobody_whose_emblem_is_an_arrow_shows_where_a_metal_faces(figures):
    assert "artemisia" not in examples.cast(figures)
    for name, example in every_example(figures).items():
        if name != "artemisia":
            assert "artemisia" not in {metal.faction for metal in example.position.metals}, name


def test_a_faction_that_is_alone_plays_all_parts(figures):
    alone = figures_with(factions={"artemisia": figures.factions["artemisia"]})
    assert examples.cast(alone) == ("artemisia",)
    assert examples.duel(alone, "artemisia").assaults[0].gain


@pytest.mark.parametrize("on_map", [1, 2, 3])
def test_a_figure_shows_all_metals_and_all_they_see(on_map):
    examples_by_name = every_example(figures_with(on_map=on_map))
    del examples_by_name["moving 1"]  # what comes of that move is not shown
    for name, example in examples_by_name.items():
        spaces_in_window = set(example.window.spaces(example.position.map))
        metals = {one.space for one in example.position.metals} - {None}
        assert metals <= spaces_in_window, name
        assert len(metals) == sum(one.space is not None for one in example.position.metals)
        if example.position.phase == "assault":
            assert all(
                spaces_in_window.issuperset(sight.spaces) for sight in example.sights.values()
            ), name


def test_examples_ask_the_rules(figures):
    for example in every_example(figures).values():
        position = example.position
        assert example.assaults == attacks(position)
        for metal, sight in example.sights.items():
            assert position.metals[metal].player == position.opponent
            assert sight == line_of_sight(position, metal)


def test_deploying_is_possible_on_three_corners_in_every_direction(figures):
    example = examples.deploying(figures)
    corners = set(example.position.map.corners)
    (occupied_corners,) = corners & {one.space for one in example.position.metals}
    expected = {
        Deploy(0, space, facing) for space in corners - {occupied_corners} for facing in FACINGS
    }
    assert set(example.actions) == expected


def test_moving_is_possible_to_three_of_four_sides(figures):
    before, after = examples.moving(figures)
    spaces = {before.position.map.place(action.space) for action in before.actions}
    assert all(isinstance(action, Move) for action in before.actions)
    assert spaces == {(3, 0), (4, 1), (3, 2)}
    assert len(before.actions) == len(spaces) * len(FACINGS)
    assert (place(before, 0), place(after, 0)) == ((3, 1), (3, 2))
    assert after.position.metals[0].facing == "west"
    assert not after.position.metals[0].just_deployed


def test_an_action_that_is_not_legal_is_refused(figures):
    before, _ = examples.moving(figures)
    with pytest.raises(ValueError, match="is not legal here"):
        before.after_action(Move(0, 0, "west"))


def test_sight_ends_at_the_first_metal(figures):
    """One is hit past a Forest; one behind it, and one behind an enemy, are not."""
    example = examples.seeing(figures)
    (assault,) = example.assaults
    assert (place(example, assault.attacker), place(example, assault.target)) == ((0, 2), (2, 2))
    spaces_in_sight = example.sights[assault.attacker].spaces
    assert "forest" in [example.position.map.spaces[space] for space in spaces_in_sight]
    assert {place(example, metal) for metal in example.spared_metals} == {(4, 2), (1, 3)}
    friends, nobody = [one for key, one in example.sights.items() if key != assault.attacker]
    assert example.position.metals[friends.metal].player == RED
    assert nobody.metal is None
    assert nobody.spaces


def test_hits_damage_then_defeat(figures):
    once, again, twice = examples.hits(figures)
    assert [len(one.assaults) for one in (once, again, twice)] == [1, 1, 2]
    assert [one.position.metals[0].damaged for one in (once, again, twice)] == [False, True, False]
    assert once.after.position.metals[0].damaged
    for one in (again, twice):
        target = one.after.position.metals[0]
        assert (target.space, target.damaged) == (None, False)


def test_nobody_is_hit_twice_where_one_metal_is_all_there_may_be():
    assert len(examples.hits(figures_with(on_map=1))) == 2


def test_a_forest_and_the_turn_of_deploying_spare_a_metal_that_is_seen(figures):
    forest, fresh = examples.sparing(figures)
    assert forest.position.ground(0) == "forest"
    assert fresh.position.metals[0].just_deployed
    for example in (forest, fresh):
        assert [sight.metal for sight in example.sights.values()] == [0]
        assert not example.assaults
        assert example.spared_metals == (0,)


def test_occupation_scores_both_kinds_of_points_and_recovers(figures):
    example = examples.occupying(figures)
    assert set(example.rewards) == {
        SpaceReward(0, 2, False), SpaceReward(1, 0, True), SpaceReward(2, 1, False),
    }  # fmt: skip
    after = example.after.position
    assert after.scores == (3, 0)
    assert not any(metal.damaged for metal in after.metals)
    enemy = example.position.metals[3]
    assert enemy.player == RED
    assert example.position.map.points(enemy.space)


def test_the_sides_of_a_metal(figures):
    example = examples.from_all_sides(figures)
    assert {place(example, one.attacker): (one.side, one.gain) for one in example.assaults} == {
        (2, 0): ("front", 0),
        (3, 1): ("side", 1),
        (2, 2): ("rear", 0),
    }
    attackers = {one.attacker for one in example.assaults}
    factions = {i: metal.faction for i, metal in enumerate(example.position.metals)}
    assert {factions[i] for i in attackers} == {"white_fang"}
    assert {factions[i] for i in set(factions) - attackers} == {"zipang"}


def test_no_sides_where_no_faction_asks_for_them(figures):
    remaining = {
        key: one for key, one in figures.factions.items() if key in ("artemisia", "obsidior")
    }
    assert examples.from_all_sides(figures_with(factions=remaining)) is None


def conditions() -> list[dict]:
    grounds = ["point_1", "point_2", "city", "corner"]
    result: list[dict] = [{"target_on": ground} for ground in grounds]
    result += [{"attacker_on": ground} for ground in [*grounds, "forest"]]
    result += [{"target_is": state} for state in ("undamaged", "damaged")]
    result += [{"hit_from": [side]} for side in ("front", "side", "rear")]
    return [*result, {"hit_from": ["side", "rear"]}]


@pytest.mark.parametrize("when", conditions(), ids=str)
def test_every_condition_has_an_attack_that_gains(when):
    factions = assign_keys({"new": Faction.model_validate({"name": {"en": "New"}, "when": when})})
    example = examples.duel(figures_with(factions=factions), "new")
    (assault,) = example.assaults
    assert (assault.gain, assault.condition) == (1, factions["new"].when)
    assert assault.condition.holds(assault)


def test_an_attack_that_gains_is_as_plain_as_it_can_be(figures):
    def first_row(key):
        example = examples.duel(figures, key)
        lines = [line.split() for line in picture(example.position).splitlines()]
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
    assert examples.duel(figures, "metaclyon").assaults[0].target_on == "corner"
