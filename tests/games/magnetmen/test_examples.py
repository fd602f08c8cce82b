"""Examples for the rules sheet really are what they claim to be, for any seed and sets."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from positions import takeable
from short_run import budget, first
from support import DATA, SET_CHOICES, definition

from generator.games.magnetmen import examples
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.examples import (
    Example,
    NoExample,
    destroy_example,
    repel_example,
    turn_example,
)
from generator.games.magnetmen.load import load_definition
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import (
    Capacity,
    CloseAdjacent,
    Destroy,
    Gain,
    Immune,
    TakeAgain,
)
from generator.games.magnetmen.rules import (
    Position,
    destroyable,
    destroyable_by_power,
    may_take,
)

ROOT = Path(__file__).parents[3]
BASE = ("base",)
SEEDS = [f"seed-{number}" for number in range(max(3, budget(12)))]
each_sets = pytest.mark.parametrize("sets", SET_CHOICES, ids="+".join)


def all_verdicts(position: Position, player: int):
    return tuple(may_take(position, player, square) for square in range(len(position.squares)))


def asks_for_a_decision(position: Position, square: int) -> bool:
    """Where "may" and "up to" are declined."""
    on_take = position.power_of(square).on_take
    return any(
        isinstance(one, Destroy | Gain | TakeAgain) and not getattr(one, "optional", False)
        for one in on_take
    )


def replay(example: Example) -> Position:
    """The position, played again turn by turn, with every turn checked."""
    position = Position.start(example.board)
    for turn, square in enumerate(example.turns):
        player = turn % example.board.players
        assert not may_take(position, player, square)
        assert not asks_for_a_decision(position, square)
        position = position.taken(player, square)
    assert len(example.turns) % example.board.players == example.player
    assert position.inventories[example.player].out is None
    return position


def repels(position: Position, player: int, square: int) -> set[str]:
    """The ways in which Repel closes a square, computed without rules.py."""
    columns, counts = position.columns, position.inventories[player].counts
    squares = set()
    for other, kind in enumerate(position.squares):
        down = abs(other // columns - square // columns)
        right = abs(other % columns - square % columns)
        is_destroyed = position.states[other] == "destroyed"
        for way, step, needed in (
            ("repel_side", (0, 1), 1),
            ("repel_above", (1, 0), 2),
            ("repel_diagonal", (1, 1), 3),
        ):
            if (down, right) == step and counts[kind] >= needed and not is_destroyed:
                squares.add(way)
    return squares


def agrees_with_a_second_implementation(example: Example) -> bool:
    """For boards where Repel alone closes squares."""
    position = example.position
    return all(
        set(reasons) == repels(position, example.player, square)
        for square, reasons in enumerate(example.verdicts)
        if position.states[square] == "open"
    )


@each_sets
def test_repel_examples_show_each_kind_of_square(sets):
    for seed in SEEDS:
        example = repel_example(definition(*sets), seed)
        counts = example.position.inventories[example.player].counts
        assert sorted(filter(None, counts)) in ([1, 2, 3], [1, 3])
        marks = {example.mark(square) for square in range(len(example.position.squares))}
        assert marks >= {"free", "repel_side", "repel_above", "repel_diagonal", "used"}
        assert example.free == takeable(example.position, example.player)
        assert example.position == replay(example)
        assert example.verdicts == all_verdicts(example.position, example.player)
        assert agrees_with_a_second_implementation(example)


@each_sets
def test_turn_examples_close_squares(sets):
    for seed in SEEDS:
        example = turn_example(definition(*sets), seed)
        before, after = example.before, example.after
        assert before.position == replay(before)
        assert example.square in takeable(before.position, before.player)
        assert not asks_for_a_decision(before.position, example.square)
        assert after.position == before.position.taken(before.player, example.square)
        assert after.player == before.player
        assert after.verdicts == all_verdicts(after.position, after.player)
        assert example.closed
        assert example.square not in example.closed
        for square in example.closed:
            assert before.mark(square) == "free"
            assert after.mark(square).startswith("repel")
        assert agrees_with_a_second_implementation(before)
        assert agrees_with_a_second_implementation(after)


@each_sets
def test_destroy_examples_open_squares(sets):
    for seed in SEEDS:
        example = destroy_example(definition(*sets), seed)
        before, between, after = example.before, example.between, example.after
        player = before.player
        assert before.position == replay(before)
        if sets == BASE:
            power = before.position.power_of(example.taken)
            assert power.find(Destroy).where == "board"
            assert example.taken in takeable(before.position, player)
            assert between.position == before.position.taken(player, example.taken)
            assert example.square in destroyable_by_power(between.position)
        else:
            assert example.taken is None
            assert between == before
            assert example.square in destroyable(before.position, player)
        assert after.position == between.position.destroyed(example.square)
        assert after.mark(example.square) == "destroyed"
        assert example.opened
        for square in example.opened:
            assert before.mark(square) != "free"
            assert between.mark(square).startswith("repel")
            assert square in takeable(after.position, player)
        assert all(map(agrees_with_a_second_implementation, (before, between, after)))


@pytest.mark.parametrize("sets", [*SET_CHOICES, ("example",)], ids="+".join)
def test_all_examples_are_of_one_board_of_plain_types(sets):
    """No type in a figure has a power that closes squares or overlooks icons (facts: Astronaut,
    Doctor, Mail Carrier, Life Guard, Singer, King B), nor is a Police square taken."""
    definition_of_sets = load_definition(sets, [DATA / "sets"])
    for seed in SEEDS:
        examples_of_board = examples.examples(definition_of_sets, seed)
        assert (
            examples_of_board.repel.board
            is examples_of_board.turn.before.board
            is examples_of_board.destroy.before.board
        )
        for kind in examples_of_board.repel.board.types:
            power = kind.power
            assert not power.repel
            assert {type(gate) for gate in power.gate} <= {Immune, Capacity}
            assert not power.find(CloseAdjacent)
            assert power.text is None
        for example in (
            examples_of_board.repel,
            examples_of_board.turn.after,
            examples_of_board.destroy.after,
        ):
            assert not any(example.position.power_of(at).find(Capacity) for at in example.turns)
        assert not examples_of_board.turn.before.position.power_of(
            examples_of_board.turn.square
        ).on_take


@pytest.mark.parametrize("find", [repel_example, turn_example, destroy_example])
def test_the_board_is_the_smallest_with_the_fewest_players(find):
    own_example = find(definition(*BASE), "sheet")
    example = own_example if find is repel_example else own_example.before
    assert example.board.game_id.size == "small"
    assert example.board.players == 2
    assert example.board.game_id.seed.split("-")[0] == "sheet"


def with_explorers_that(**on_take) -> MagnetmenDefinition:
    """The base set; the Explorer is the only type there that destroys."""
    whole = definition(*BASE)
    (base,) = whole.sets
    power = Power.model_validate({"on_take": [on_take]})
    explorer = base.types["explorer"].model_copy(update={"powers": (power,)})
    types = {**base.types, "explorer": explorer}
    return MagnetmenDefinition((base.model_copy(update={"types": types}),), whole.boards)


@pytest.mark.parametrize(
    "on_take",
    first(
        1,
        [
            {"destroy": {"where": "inventories"}},
            {"retire": {}},
            {"destroy": {"count": 2}},
            {"destroy": {"who": "last"}},
        ],
    ),
    ids=str,
)
def test_sets_that_cannot_destroy_a_square_have_no_example_of_it(on_take, monkeypatch):
    monkeypatch.setattr(examples, "BOARDS", 3)
    variant = with_explorers_that(**on_take)
    with pytest.raises(NoExample, match="'destroy' was found with the seed 'sheet'"):
        destroy_example(variant, "sheet")
    assert turn_example(variant, "sheet").closed


def test_who_may_destroy_up_to_two_squares_may_destroy_one():
    assert destroy_example(
        with_explorers_that(destroy={"count": 2, "optional": True}), "sheet"
    ).opened


SCRIPT = """
from generator.games.magnetmen.load import load_definition
from generator.games.magnetmen.examples import *
for sets in (("base",), ("base", "expert")):
    definition = load_definition(sets)
    found = repel_example(definition, "s")
    print(found.board.game_id.seed, found.turns)
    found = turn_example(definition, "s")
    print(found.before.turns, found.square, found.closed)
    found = destroy_example(definition, "s")
    print(found.before.turns, found.taken, found.square, found.opened)
"""


@pytest.mark.slow
@pytest.mark.process
def test_the_same_seed_finds_the_same_examples_in_any_process():
    outputs = set()
    for hash_seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", SCRIPT]
        run = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        outputs.add(run.stdout)
    assert len(outputs) == 1


def test_seeds_find_different_examples():
    turns = {repel_example(definition(*BASE), seed).turns for seed in SEEDS}
    assert len(turns) > len(SEEDS) * 0.9
