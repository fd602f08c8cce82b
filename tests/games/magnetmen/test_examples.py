"""Examples for the rules sheet really are what they claim to be, for any seed and sets."""

import pytest
from games.magnetmen.oracle import (
    PASS,
    Action,
    Position,
    SlowGame,
    destroyable,
    destroyable_by_power,
    may_take,
    start,
    takeable,
)
from short_run import budget, first
from support import DATA, SET_CHOICES, definition

from generator.games.magnetmen import examples
from generator.games.magnetmen.definition import MagnetmenDefinition, load_definition
from generator.games.magnetmen.examples import PLAYER, Example, NoExample
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import Capacity, CloseAdjacent, Destroy, Immune

BASE = ("base",)
SEEDS = [f"seed-{number}" for number in range(max(3, budget(12)))]


def replay(example: Example) -> Position:
    """The position, played again turn by turn; "may" and "up to" are declined."""
    game = SlowGame(start(example.board))
    for turn, square in enumerate(example.turns):
        assert game.decider() == turn % example.board.players
        game.apply(Action("take", square))
        while game.within_turn:
            game.apply(PASS)
    assert game.decider() == PLAYER
    assert_shows(example, game.position)
    return game.position


def assert_shows(example: Example, position: Position) -> None:
    """An example has what is on the board and in the inventory, and says which squares are free,
    or why not."""
    assert example.states == position.states
    icons = [kind for kind, _ in position.inventories[PLAYER].icons]
    assert example.counts == [icons.count(kind) for kind in range(len(position.types))]
    assert example.free == tuple(takeable(position, PLAYER))
    for square, mark in enumerate(example.marks):
        assert mark in (may_take(position, PLAYER, square) or {"free"})


@pytest.mark.parametrize("sets", SET_CHOICES, ids="+".join)
def test_examples_show_what_they_claim(sets):
    for seed in SEEDS:
        repel, turn, destroy = examples.examples(definition(*sets), seed)
        replay(repel)
        assert sorted(filter(None, repel.counts)) in ([1, 2, 3], [1, 3])
        assert {*repel.marks} >= {"free", "repel_side", "repel_above", "repel_diagonal", "used"}

        before = replay(turn.before)
        assert turn.changed and turn.square in takeable(before, PLAYER)
        assert not before.power_of(turn.square).on_take
        assert_shows(turn.after, before.taken(PLAYER, turn.square))
        for square in turn.changed:
            assert turn.before.marks[square] == "free"
            assert turn.after.marks[square].startswith("repel")

        between = before = replay(destroy.before)
        if sets == BASE:
            assert before.power_of(destroy.taken).find(Destroy).where == "board"
            assert destroy.taken in takeable(before, PLAYER)
            between = before.taken(PLAYER, destroy.taken)
            assert destroy.square in destroyable_by_power(between)
        else:
            assert destroy.taken is None
            assert destroy.square in destroyable(before, PLAYER)
        assert_shows(destroy.between, between)
        assert_shows(destroy.after, between.destroyed(destroy.square))
        assert destroy.changed
        for square in destroy.changed:
            assert destroy.before.marks[square] != "free"
            assert destroy.between.marks[square].startswith("repel")
            assert destroy.after.marks[square] == "free"


@pytest.mark.parametrize("sets", [*SET_CHOICES, ("example",)], ids="+".join)
def test_all_examples_are_of_one_board_of_plain_types(sets):
    """The smallest board for the fewest players. No type on it has a power that closes squares or
    overlooks icons, nor is a Police square taken."""
    shown, turns = load_definition(sets, [DATA / "sets"]), set()
    for seed in SEEDS:
        repel, turn, destroy = examples.examples(shown, seed)
        board = repel.board
        assert board is turn.before.board is destroy.before.board
        assert (board.game_id.size, board.players) == ("small", 2)
        assert board.game_id.seed.rpartition("-")[0].startswith("seed")
        for kind in board.types:
            assert {type(gate) for gate in kind.power.gate} <= {Immune, Capacity}
            assert not (kind.power.repel or kind.power.find(CloseAdjacent) or kind.power.text)
        for example in (repel, turn.after, destroy.after):
            assert not any(example.type_of(at).power.find(Capacity) for at in example.turns)
        turns.add(repel.turns)
    assert len(turns) > len(SEEDS) * 0.9


def with_explorers_that(**on_take) -> MagnetmenDefinition:
    """The base set; the Explorer is the only type there that destroys."""
    whole = definition(*BASE)
    (base,) = whole.sets
    power = Power.model_validate({"on_take": [on_take]})
    explorer = base.types["explorer"].model_copy(update={"powers": (power,)})
    types = {**base.types, "explorer": explorer}
    return MagnetmenDefinition((base.model_copy(update={"types": types}),), whole.boards)


DESTROYS = [
    ({"destroy": {"count": 2, "optional": True}}, True),
    ({"destroy": {"where": "inventories"}}, False),
    ({"retire": {}}, False),
    ({"destroy": {"count": 2}}, False),
    ({"destroy": {"who": "last"}}, False),
]


@pytest.mark.parametrize(("on_take", "has_example"), first(2, DESTROYS), ids=str)
def test_only_sets_that_can_destroy_one_square_have_an_example_of_it(on_take, has_example):
    found = examples.examples(with_explorers_that(**on_take), "sheet")
    assert bool(found.destroy) == has_example


def test_sets_without_moves_have_no_examples(monkeypatch):
    monkeypatch.setattr(examples, "BOARDS", 0)
    with pytest.raises(NoExample, match="'repel' was found with the seed 'sheet'"):
        examples.examples(definition(*BASE), "sheet")
