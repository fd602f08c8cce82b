"""Turns, decisions and the end: each sentence of the rules on a small board.

Boards are grids of tokens, see tests/positions.py. Which squares Repel and powers leave is
compared in test_agreement.py.
"""

from dataclasses import replace
from typing import ClassVar

import pytest
from games.magnetmen.oracle import Position, takeable
from games.magnetmen.simulation.states import Action, Game, State, action_text
from positions import position, type_called

from generator.games.magnetmen.powers import Power

PASS = Action("pass")


def state(text, own=None, other=None, *, player=0, **more) -> State:
    return Game(position(text, own, other, **more)).state(player)


def take(square: int) -> Action:
    return Action("take", square)


def destroy(square: int) -> Action:
    return Action("destroy", square)


def legal(state: State) -> set[str]:
    """Without the names of types: "take a1"."""
    texts = (action_text(state.game, action).split() for action in state.legal_actions())
    return {" ".join(words if words[0] in ("gain", "scratch") else words[:2]) for words in texts}


def column(text: str) -> str:
    return "\n".join(text.split())


def with_power(board: Position, letter: str, power: dict) -> Position:
    """The board with a power that a designer may make up for a plain type."""
    return replace(board, types=tuple(
        replace(kind, power=Power.model_validate(power)) if kind == type_called(letter) else kind
        for kind in board.types
    ))  # fmt: skip


def apply_actions(state: State, *actions: Action) -> State:
    for action in actions:
        state.apply(action)
    return state


class TestTurns:
    """Facts: Rules."""

    def test_go_clockwise_from_the_first_player(self):
        game = state("a b c d", players=3, advanced=False)
        seats = []
        for square in range(4):
            seats.append(game.current_player)
            game.apply(take(square))
        assert seats == [0, 1, 2, 0]

    def test_who_can_must_collect_one_square(self):
        assert legal(state("a b", advanced=False)) == {"take a1", "take b1"}

    def test_taking_crosses_the_square_out_and_draws_its_icon(self):
        game = apply_actions(state("a b", advanced=False), take(1))
        assert [game.square(square) for square in (0, 1)] == ["open", "crossed_out"]
        assert game.inventories == ((0, 0, 1), (0, 0, 0))

    def test_who_cannot_waits_and_the_next_one_goes_on(self):
        game = state("a . a .", {"a": 1}, {}, player=1, advanced=False)
        apply_actions(game, take(1))
        assert game.current_player == 0  # who may take b1 no more, nor d1, but a1 and c1
        game = state("a . .", {"a": 1, ".": 1}, advanced=False)
        assert game.current_player == 1

    def test_who_waited_may_return(self):
        game = state("e a b", {"e": 1, "a": 1, "b": 1}, e="explorer A", advanced=False)
        assert game.current_player == 1  # player 1 is closed off everywhere
        apply_actions(game, take(0), destroy(1))
        assert game.current_player == 0
        assert legal(game) == {"take c1"}

    def test_a_full_inventory_takes_no_more_turns(self):
        game = apply_actions(state("a b c d", slots=1, players=2, advanced=True), take(0), take(1))
        assert game.is_over

    def test_the_game_is_over_when_nobody_can_move(self):
        game = apply_actions(state("a b", advanced=False), take(0))
        assert not game.is_over
        assert apply_actions(game, take(1)).is_over
        assert game.legal_actions() == ()
        assert game.current_player is None

    def test_what_is_not_legal_is_refused(self):
        game = state("a b", advanced=False)
        for action in (PASS, destroy(0), take(2), Action("gain", kind=0)):
            with pytest.raises(ValueError, match="not legal"):
                game.apply(action)


class TestAdvanced:
    """Facts: Advanced rules; reading 7."""

    def test_a_turn_may_destroy_an_unused_square_instead(self):
        game = state("a b c0 j d#", j="judge A")
        assert legal(game) == {"take a1", "take b1", "take d1", "destroy a1", "destroy b1"}
        apply_actions(game, destroy(0))
        assert game.square(0) == "destroyed"
        assert game.inventories == ((0,) * 6, (0,) * 6)
        assert game.current_player == 1

    def test_who_cannot_collect_may_destroy_or_pass(self):
        game = state("a .", {"a": 1, ".": 1})
        assert legal(game) == {"destroy a1", "destroy b1", "pass"}
        assert apply_actions(game, PASS).current_player == 1

    def test_who_can_collect_may_not_pass(self):
        assert PASS not in state("a").legal_actions()

    def test_all_passing_in_a_row_end_the_game(self):
        closed = {"a": 1, ".": 1}
        game = apply_actions(state("a .", closed, closed), PASS)
        assert not game.is_over
        assert apply_actions(game, PASS).is_over
        game = apply_actions(state("a . .", closed, closed), PASS, destroy(2), PASS)
        assert not game.is_over
        assert apply_actions(game, PASS).is_over

    def test_who_is_out_counts_as_passing(self):
        game = state("k . a .", {}, {"a": 1, ".": 1}, k="king A")
        apply_actions(game, take(0), PASS)
        assert game.is_over

    def test_four_of_a_kind_end_ones_turns(self):
        game = apply_actions(state("a0 a0 a0 . a . b", {"a": 3}), take(4), destroy(3))
        assert game.current_player == 1

    def test_four_of_a_kind_mean_nothing_in_the_basic_rules(self):
        game = apply_actions(
            state("a0 a0 a0 . a . b b", {"a": 3}, advanced=False), take(4), take(6)
        )
        assert game.current_player == 0

    def test_destroying_instead_is_not_in_the_basic_rules(self):
        assert not any(one.do == "destroy" for one in state("a", advanced=False).legal_actions())


class TestExplorer:
    """Facts: Explorer; reading 3."""

    def test_destroys_any_square_before_the_turn_is_over(self):
        game = apply_actions(state("e . a1 . j", e="explorer A", j="judge A"), take(0))
        assert (game.current_player, game.within_turn) == (0, True)
        assert legal(game) == {"destroy a1", "destroy b1", "destroy c1", "destroy d1"}
        apply_actions(game, destroy(2))
        assert (game.current_player, game.within_turn) == (1, False)
        assert game.square(2) == "destroyed"

    def test_destroys_nothing_where_there_is_nothing(self):
        kind = {"e": "explorer A", "j": "judge A"}
        game = apply_actions(state("j j e", **kind), take(2))
        assert legal(game) == {"destroy c1"}  # itself
        assert apply_actions(game, destroy(2)).current_player == 1


class TestTakingAgain:
    """Facts: Firefighter, Pilot; reading 6. One column: a single icon repels nothing in it."""

    def test_firefighter_a_may_pick_three_squares_none_another_firefighter(self):
        game = apply_actions(state(column("f f a b c"), f="firefighter A"), take(0))
        assert legal(game) == {"take a3", "take a4", "take a5", "pass"}
        apply_actions(game, take(2), take(4))
        assert game.current_player == 1
        assert sum(game.inventories[0]) == 3

    def test_firefighter_a_may_stop(self):
        game = apply_actions(state(column("f a b"), f="firefighter A"), take(0), take(1), PASS)
        assert game.current_player == 1

    def test_firefighter_b_picks_another_square_ignoring_repel(self):
        game = apply_actions(state("f b a c", {"a": 1}, f="firefighter B"), take(0))
        assert legal(game) == {"take b1", "take c1", "take d1"}

    def test_firefighter_b_is_bound_by_powers(self):
        kinds = {"f": "firefighter B", "s": "singer A", "m": "mail_carrier B"}
        game = apply_actions(state("f a s1 m", **kinds), take(0))
        assert game.current_player == 1

    def test_pilot_picks_another_square_in_line_ignoring_all_rules(self):
        text = """
            a  s1 .
            p  m  b
            .  .0 k
            c# .0 a
            d  .  .
        """
        kinds = {"p": "pilot A", "s": "singer A", "m": "mail_carrier B"}
        game = apply_actions(state(text, {"a": 1, "d": 1}, **kinds), take(3))
        assert legal(game) == {"take a1", "take b2", "take c2", "take a3", "take a5"}

    def test_a_full_inventory_has_no_slot_for_another(self):
        game = apply_actions(state("p a", p="pilot A", slots=1), take(0))
        assert game.current_player == 1

    def test_who_is_out_may_finish_the_turn(self):
        kinds = {"f": "firefighter A", "k": "king A"}
        game = apply_actions(state(column("f k a"), **kinds), take(0), take(1))
        assert (game.current_player, legal(game)) == (0, {"take a3", "pass"})
        assert apply_actions(game, PASS, take(2)).is_over

    def test_what_is_taken_again_has_its_power_first(self):
        kinds = {"f": "firefighter A", "e": "explorer A"}
        game = apply_actions(state(column("f e a b c"), **kinds), take(0), take(1))
        assert {one.do for one in game.legal_actions()} == {"destroy"}
        apply_actions(game, destroy(2))
        assert legal(game) == {"take a4", "take a5", "pass"}


class TestActress:
    """Facts: Actress; readings 1 and 10."""

    KINDS: ClassVar = {"v": "veterinarian A", "g": "guitarist A", "j": "judge A"}

    def test_a_has_the_leader_destroy_one_of_their_icons(self):
        game = state("a b", {"g": 1}, {"v": 1, "g": 1, "j": 1}, a="actress A", **self.KINDS)
        apply_actions(game, take(0))
        assert game.current_player == 1
        assert legal(game) == {"scratch 2 guitarist", "scratch 2 veterinarian"}
        apply_actions(game, game.legal_actions()[0])
        assert sum(game.inventories[1]) == 2
        assert not game.within_turn

    def test_a_has_all_who_share_the_lead_destroy_in_turn_order(self):
        game = apply_actions(state("a b", {"v": 1}, {"v": 1}, a="actress A", **self.KINDS), take(0))
        assert game.current_player == 0
        assert legal(game) == {"scratch 1 actress", "scratch 1 veterinarian"}
        apply_actions(game, game.legal_actions()[0])
        assert (game.current_player, legal(game)) == (1, {"scratch 2 veterinarian"})

    def test_b_has_the_last_add_any_icon(self):
        kinds = self.KINDS | {"c": "baker A"}
        game = apply_actions(
            state("a c", {"v": 1}, {"g": 1}, a="actress B", slots=5, **kinds), take(0)
        )
        assert game.current_player == 1
        assert legal(game) == {f"gain {name}" for name in ("actress", "baker", "guitarist",
                                                           "veterinarian", ".")}  # fmt: skip
        baker = next(
            one for one in game.legal_actions() if action_text(game.game, one) == "gain baker"
        )
        apply_actions(game, baker)
        assert game.scores == (2, 1 - 15)

    def test_b_needs_a_free_slot(self):
        game = state("a b", {"v": 1}, {"j": 2}, a="actress B", slots=2, **self.KINDS)
        assert not apply_actions(game, take(0)).within_turn

    def test_scores_are_compared_after_the_taking(self):
        """The taking makes player 1 the owner of most Actresses, worth 5."""
        kind = {"score": [{"if": {"have": "most", "points": 5, "else": 0}}],
                "on_take": [{"destroy": {"where": "own_inventory", "who": "leaders"}}]}  # fmt: skip
        game = Game(with_power(position("a b", {}, {"b": 2}), "a", kind)).state()
        assert apply_actions(game, take(0)).current_player == 0

    def test_an_icon_destroyed_leaves_its_slot_used(self):
        game = state("a b c", {"v": 1}, {}, a="actress A", slots=3, **self.KINDS)
        apply_actions(game, take(0))
        apply_actions(game, game.legal_actions()[0])
        apply_actions(game, take(1), take(2))
        assert game.is_over


class TestSingerB:
    """Facts: Singer B."""

    def test_destroys_up_to_two_icons_in_any_inventories(self):
        kinds = {"s": "singer B", "v": "veterinarian A", "t": "taxi_driver A", "j": "judge A"}
        board = position("s a t0", {"v": 1, "t": 1}, {"v": 2, "j": 1}, **kinds)
        game = apply_actions(Game(board).state(), take(0))
        icons = {"scratch 1 singer", "scratch 1 taxi_driver c1", "scratch 1 veterinarian"}
        assert legal(game) == {*icons, "scratch 2 veterinarian", "pass"}
        texts = {action_text(game.game, one): one for one in game.legal_actions()}
        apply_actions(game, texts["scratch 2 veterinarian"])
        assert (game.current_player, sum(game.inventories[1])) == (0, 2)
        assert apply_actions(game, PASS).current_player == 1


class TestEnds:
    """Facts: King A, Police, Life Guard and King B in play."""

    def test_king_a_is_the_last_turn(self):
        game = apply_actions(state("k . . .", k="king A"), take(0), take(3))
        assert game.current_player == 1

    def test_police_can_be_taken_twice_then_it_is_destroyed(self):
        game = apply_actions(state("p . . .", p="police A"), take(0))
        assert game.square(0) == "crossed_out"
        assert apply_actions(game, take(0)).square(0) == "destroyed"
        assert apply_actions(state("p0 .", p="police A"), take(0)).square(0) == "destroyed"

    def test_king_b_is_taken_once_and_closes_what_is_beside_it(self):
        game = apply_actions(state("k . . k", k="king B"), take(0), destroy(2))
        assert legal(game) == {"destroy b1", "destroy d1", "pass"}


@pytest.mark.parametrize("first, second", [("you", "everyone"), ("everyone", "you")])
def test_a_power_may_close_what_is_beside_it_to_its_taker_and_to_everyone(first, second):
    """One that can be taken once more is crossed out by its first taking all the same."""
    kind = {"on_take": [{"close_adjacent": {"to": to}} for to in (first, second)]}
    board = with_power(position("s b c", advanced=False), "s", kind)
    assert legal(apply_actions(Game(board).state(), take(0))) == {"take c1"}
    assert takeable(board.taken(0, 0), 1) == (2,)
    kind["gate"] = [{"capacity": {"times": 2}}]
    board = with_power(position("s b . c", advanced=False), "s", kind)
    game = apply_actions(Game(board).state(), take(0))
    assert legal(game) == {"take a1", "take c1", "take d1"}
    assert legal(apply_actions(game, take(3))) == {"take a1", "take c1"}
    assert takeable(board.taken(0, 0), 0) == (0, 2, 3)
