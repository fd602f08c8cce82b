"""Every option, by a position in which the readings differ: first the default, then the other."""

from dataclasses import fields

import pytest
from positions import position

from generator.games.magnetmen.simulation.game import Action, Game
from generator.games.magnetmen.simulation.kernel_data import FOUR_OF_A_KIND, IN
from generator.games.magnetmen.simulation.notation import action_text
from generator.games.magnetmen.simulation.readings import Options

PASS = Action("pass")
STUCK = position("a .", {"a": 1, ".": 1})


def start(board, options, *actions, player=0):
    state = Game(board, options).state(player)
    for action in actions:
        state.apply(action)
    return state


def legal(state) -> set[str]:
    return {" ".join(action_text(state.game, one).split()[:2]) for one in state.legal_actions()}


def ties(options):
    board = position("b", {"b": 1}, {"b": 1}, b="ballerina A")
    return start(board, options).scores[0]


def ties_in_the_lead(options):
    board = position("a b", {}, {}, a="actress A", v="veterinarian A")
    return start(board, options, Action("take", 0)).within_turn


def zero(options):
    return start(position("k", {"k": 1}, {}, k="knitting_lady A"), options).scores[0]


def destroys(options):
    board = position("e a .1", e="explorer A")
    return legal(start(board, options, Action("take", 0)))


def compares(options):
    board = position("b", {"b": 1, "g": 3, "v": 1}, {}, b="baby A", g="guitarist A",
                     v="veterinarian A")  # fmt: skip
    return start(board, options).scores[0]


def adjacent(options):
    board = position(". a\n b s1", s="singer A")
    return legal(start(board, options)) - {"destroy a1", "destroy b1", "destroy a2"}


def state_when_stuck(options):
    """The second player may take either, or destroy it."""
    state = start(STUCK, options)
    return state.current_player, len(state.legal_actions())


def returns(options):
    board = position("e a b", {"e": 1, "a": 1, "b": 1}, e="explorer A", advanced=False)
    return start(board, options, Action("take", 0), Action("destroy", 1)).current_player


def first_taking(options):
    board = position("p m", p="police A", m="mail_carrier A", advanced=False)
    return legal(start(board, options, Action("take", 0)))


def first_taking_before_the_start(options):
    return start(position("p0", p="police A"), options).square(0)


def first_taking_is_not_unused(options):
    board = position("p m", p="police A", m="mail_carrier A")
    return "destroy a1" in legal(start(board, options, Action("take", 0)))


def destroyed_fills(options):
    return start(position("h0 a#", {"h": 1}, h="hairdresser A"), options).scores[0]


def neighbour_out(options):
    kinds = {"k": "king A", "g": "life_guard A"}
    return legal(start(position("k . g", **kinds, advanced=False).taken(1, 0), options))


def lead(options):
    """The taking gives the Taxi Driver a point; before it nobody leads alone."""
    board = position("t1 a b", {}, {"t": 1}, a="actress A", t="taxi_driver A")
    return start(board, options, Action("take", 1)).current_player


def slot(options):
    board = position("a b", {"v": 1}, {}, a="actress A", v="veterinarian A", slots=3)
    state = start(board, options, Action("take", 0))
    state.apply(state.legal_actions()[0])
    return state.kernel_state.used_slots[0]


def four(options):
    """Three were taken, one is left; the fourth is taken now."""
    board = position("s0 . s0 . s0 . s . .", {"s": 1}, advanced=True)
    state = start(board, options, Action("take", 6), Action("destroy", 5))
    return state.current_player


def four_with_a_gain(options):
    """The fourth comes from no square."""
    board = position("a . g0 g0 g0 .", {"g": 3}, {"g": 3}, a="actress B", g="guitarist A")
    state = start(board, options, Action("take", 0))
    state.apply(Action("gain", kind=board.squares[2]))
    while state.within_turn:
        state.apply(state.legal_actions()[0])
    return state.kernel_state.out[0]


def scratched_out(options):
    return start(position("t0# .1", {"t": 1}, t="taxi_driver A"), options).scores[0]


CASES = [
    (ties, {"ties": False}, 4, -4),
    (ties_in_the_lead, {"ties": False}, True, False),
    (zero, {"zero": False}, -3, 3),
    (destroys, {"destroys": "unused"}, {"destroy a1", "destroy b1", "destroy c1"}, {"destroy b1"}),
    (compares, {"compares": "icons"}, 5 + 2, 5 + 1),
    (adjacent, {"adjacent": "around"}, {"take a1"}, {"pass"}),
    (state_when_stuck, {"stuck": "must_destroy"}, (0, 3), (0, 2)),
    (state_when_stuck, {"stuck": "waits"}, (0, 3), (1, 4)),
    (returns, {"returns": False}, 0, 1),
    (first_taking, {"first_taking": "open"}, {"take a1", "take b1"}, {"take a1"}),
    (first_taking_before_the_start, {"first_taking": "open"}, "crossed_out", "open"),
    (first_taking_is_not_unused, {"first_taking": "open"}, False, True),
    (destroyed_fills, {"destroyed_fills": False}, 3, 1),
    (neighbour_out, {"neighbour_out": "is_not_asked"}, {"take b1"}, {"take b1", "take c1"}),
    (slot, {"slot": "free"}, 2, 1),
    (lead, {"lead": "before"}, 1, 0),
    (four, {"four": "owned"}, 1, 0),
    (four_with_a_gain, {"four": "owned"}, IN, FOUR_OF_A_KIND),
    (scratched_out, {"scratched_out": "counts"}, 0, 1),
]  # fmt: skip


@pytest.mark.parametrize("ask, option, usual, other", CASES)
def test_an_option(ask, option, usual, other):
    assert ask(Options()) == usual
    assert ask(Options(**option)) == other


def test_every_option_is_there():
    names = {name for _, option, _, _ in CASES for name in option}
    assert names == {field.name for field in fields(Options)}
