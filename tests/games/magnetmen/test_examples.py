"""Examples for the rules sheet really are what they claim to be, for any seed and sets."""

from pathlib import Path

import pytest
from games.magnetmen.oracle import Position, destroyable, destroyable_by_power, may_take, takeable
from short_run import budget, first
from support import DATA, SET_CHOICES, definition

from generator.games.magnetmen import examples
from generator.games.magnetmen.definition import MagnetmenDefinition, load_definition
from generator.games.magnetmen.examples import Example, NoExample
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import (
    Capacity,
    CloseAdjacent,
    Destroy,
    Gain,
    Immune,
    TakeAgain,
)

ROOT = Path(__file__).parents[3]
BASE = ("base",)
SEEDS = [f"seed-{number}" for number in range(max(3, budget(12)))]
each_sets = pytest.mark.parametrize("sets", SET_CHOICES, ids="+".join)


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
    assert len(example.turns) % example.board.players == examples.PLAYER
    assert position.inventories[examples.PLAYER].out is None
    return position


def assert_shows(example: Example, position: Position) -> None:
    """An example has what is on the board and in the inventory, and says which squares are free;
    for boards where Repel alone closes squares, by which of its ways."""
    assert example.states == position.states
    assert tuple(example.counts) == position.inventories[examples.PLAYER].counts
    assert example.free == takeable(position, examples.PLAYER)
    closed = examples.why_closed(example.tables, example.state, examples.PLAYER)
    for square, state in enumerate(position.states):
        whys = {why for why, mask in closed.items() if mask >> square & 1}
        if state == "open":
            assert whys == repels(position, examples.PLAYER, square)
        assert example.marks[square] in (whys or {"free"})


def repels(position: Position, player: int, square: int) -> set[str]:
    """The ways in which Repel closes a square, as simple as can be."""
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


@each_sets
def test_examples_show_what_they_claim(sets):
    player = examples.PLAYER
    for seed in SEEDS:
        repel, turn, destroy = examples.examples(definition(*sets), seed)
        assert sorted(filter(None, repel.counts)) in ([1, 2, 3], [1, 3])
        assert {*repel.marks} >= {"free", "repel_side", "repel_above", "repel_diagonal", "used"}
        assert_shows(repel, replay(repel))

        before = replay(turn.before)
        assert_shows(turn.before, before)
        assert turn.square in takeable(before, player)
        assert not asks_for_a_decision(before, turn.square)
        assert_shows(turn.after, before.taken(player, turn.square))
        assert turn.changed
        for square in turn.changed:
            assert turn.before.marks[square] == "free"
            assert turn.after.marks[square].startswith("repel")

        between = before = replay(destroy.before)
        assert_shows(destroy.before, before)
        if sets == BASE:
            assert before.power_of(destroy.taken).find(Destroy).where == "board"
            assert destroy.taken in takeable(before, player)
            between = before.taken(player, destroy.taken)
            assert destroy.square in destroyable_by_power(between)
        else:
            assert destroy.taken is None
            assert destroy.square in destroyable(before, player)
        assert_shows(destroy.between, between)
        assert_shows(destroy.after, between.destroyed(destroy.square))
        assert destroy.after.marks[destroy.square] == "destroyed"
        assert destroy.changed
        for square in destroy.changed:
            assert destroy.before.marks[square] != "free"
            assert destroy.between.marks[square].startswith("repel")
            assert destroy.after.marks[square] == "free"


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
            assert not any(example.type_of(at).power.find(Capacity) for at in example.turns)
        turn = examples_of_board.turn
        assert not turn.before.type_of(turn.square).power.on_take


def test_the_board_is_the_smallest_with_the_fewest_players():
    board = examples.examples(definition(*BASE), "sheet").repel.board
    assert board.game_id.size == "small"
    assert board.players == 2
    assert board.game_id.seed.split("-")[0] == "sheet"


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
def test_sets_that_cannot_destroy_a_square_have_no_example_of_it(on_take):
    assert examples.examples(with_explorers_that(**on_take), "sheet").destroy is None


def test_sets_without_moves_have_no_examples(monkeypatch):
    monkeypatch.setattr(examples, "BOARDS", 0)
    with pytest.raises(NoExample, match="'repel' was found with the seed 'sheet'"):
        examples.examples(definition(*BASE), "sheet")


def test_who_may_destroy_up_to_two_squares_may_destroy_one():
    variant = with_explorers_that(destroy={"count": 2, "optional": True})
    assert examples.examples(variant, "sheet").destroy.changed


def test_seeds_find_different_examples():
    turns = {examples.examples(definition(*BASE), seed).repel.turns for seed in SEEDS}
    assert len(turns) > len(SEEDS) * 0.9
