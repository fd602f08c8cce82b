"""What may be taken and destroyed, Repel and the end: each sentence on a small board.

Boards are grids of tokens, see tests/positions.py. Powers: test_rules_powers.py.
"""

from dataclasses import replace
from typing import get_args

import pytest
from games.magnetmen import oracle as rules
from games.magnetmen.oracle import (
    Inventory,
    destroyable,
    destroyable_by_power,
    may_destroy,
    may_destroy_by_power,
    may_take,
    takeable,
)
from positions import kinds, picture, position, verdicts

KINDS = get_args(rules.Kind)

AROUND = """
    .  .  .  .  .
    .  .  .  .  .
    .  .  a  .  .
    .  .  .  .  .
    .  .  .  .  .
"""


class TestRepel:
    """Facts: Rules, "Repel, per type you own"."""

    def test_nothing_owned_closes_nothing(self):
        assert set(verdicts(position(AROUND)).split()) == {"o"}

    def test_own_1_closes_left_and_right(self):
        assert verdicts(position(AROUND, {"a": 1})) == picture("""
            o o o o o
            o o o o o
            o s o s o
            o o o o o
            o o o o o
        """)

    def test_own_2_closes_above_and_below_too(self):
        assert verdicts(position(AROUND, {"a": 2})) == picture("""
            o o o o o
            o o v o o
            o s o s o
            o o v o o
            o o o o o
        """)

    @pytest.mark.parametrize("count", [3, 4, 9])
    def test_own_3_or_more_closes_diagonals_too(self, count):
        assert verdicts(position(AROUND, {"a": count})) == picture("""
            o o o o o
            o d v d o
            o s o s o
            o d v d o
            o o o o o
        """)

    def test_every_type_owned_repels_by_its_own_number(self):
        board = position("""
            .  .  .  .  .  .  .
            .  a  .  .  .  b  .
            .  .  .  .  .  .  .
        """, {"a": 1, "b": 3})  # fmt: skip
        assert verdicts(board) == picture("""
            o o o o d v d
            s o s o s o s
            o o o o d v d
        """)

    def test_of_squares_of_any_type_its_own_included(self):
        assert verdicts(position("a a b", {"a": 1})) == "s s s"

    def test_does_not_reach_around_the_edge(self):
        board = position("""
            .  .  a
            .  .  .
            b  .  .
        """, {"a": 3, "b": 3})  # fmt: skip
        assert verdicts(board) == picture("""
            o s o
            v d v
            o s o
        """)

    def test_of_crossed_out_icons_not_of_destroyed_ones(self):
        board = position("""
            .  a0 .  .
            .  a1 .  .
            .  a# .  .
            .  a0# . .
        """, {"a": 1})  # fmt: skip
        assert verdicts(board) == picture("""
            s x s o
            s x s o
            o # o o
            o # o o
        """)

    def test_is_for_the_icons_of_this_player_only(self):
        board = position(". a .", own={}, other={"a": 1})
        assert verdicts(board, 0) == "o o o"
        assert verdicts(board, 1) == "s o s"

    def test_counts_icons_in_the_inventory_however_they_came_there(self):
        """An Actress may give one that nobody took from the board; a Singer may destroy one."""
        assert verdicts(position(". a .", {"a": 1})) == "s o s"
        assert verdicts(position(". a0 .", {})) == "o x o"


class TestUnused:
    """Facts: Rules, "an unused one (neither collected nor destroyed)"."""

    def test_a_square_is_taken_once_by_anybody(self):
        board = position("a0 a1 a")
        assert [kinds(may_take(board, 0, square)) for square in range(3)] == [
            ["used"],
            ["used"],
            [],
        ]
        assert takeable(board, 1) == (2,)

    def test_a_destroyed_square_is_taken_by_nobody(self):
        board = position("a# a0#")
        assert [kinds(may_take(board, 0, square)) for square in (0, 1)] == [["destroyed"]] * 2


class TestOut:
    """Facts: Rules and King; reading 7: these three are for good, being stuck is not."""

    def test_a_full_inventory_takes_no_more_turns(self):
        board = position("a . b . .", slots=2).taken(0, 0)
        assert not may_take(board, 0, 2)
        assert kinds(may_take(board.taken(0, 2), 0, 4)) == ["inventory_full"]
        assert takeable(board.taken(0, 2), 1) == (1, 3, 4)

    def test_a_slot_stays_used_when_its_icon_is_destroyed(self):
        """Reading 10."""
        board = position("a b .", slots=2)
        board = replace(board, inventories=(Inventory((0, 0, 0), used=1), board.inventories[1]))
        assert kinds(may_take(board.taken(0, 0), 0, 2)) == ["inventory_full"]

    def test_collecting_four_of_a_kind_ends_your_turns_under_the_advanced_rules(self):
        board = position("a0 a0 a0 . a .", {"a": 3})
        assert kinds(may_take(board.taken(0, 4), 0, 5)) == ["four_of_a_kind"]

    def test_four_of_a_kind_mean_nothing_under_the_basic_rules(self):
        board = position("a0 a0 a0 . a . .", {"a": 3}, advanced=False)
        assert takeable(board.taken(0, 4), 0) == (6,)

    def test_icons_destroyed_since_were_collected(self):
        """Reading 12."""
        board = position("a0 a0# a0 . a .", {"a": 1})
        assert kinds(may_take(board.taken(0, 4), 0, 5)) == ["four_of_a_kind"]

    def test_icons_gained_were_not_collected(self):
        """Reading 15."""
        board = position("a0 a0 . a .", {"a": 3})
        assert takeable(board.taken(0, 3), 0) == ()
        assert may_take(board.taken(0, 3), 0, 4)[0] != "four_of_a_kind"

    def test_four_of_a_kind_are_for_good(self):
        board = position("a0 a0 a0 . a .", {"a": 3}).taken(0, 4)
        one_less = replace(board.inventories[0], counts=(0, 3))
        board = replace(board, inventories=(one_less, board.inventories[1]))
        assert kinds(may_take(board, 0, 5)) == ["four_of_a_kind"]

    def test_king_a_ends_your_turns(self):
        board = position(". k .", k="king A").taken(0, 1)
        assert kinds(may_take(board, 0, 2)) == ["retired"]
        assert takeable(board, 1) == (0, 2)

    def test_king_b_does_not(self):
        board = position(". k . .", k="king B").taken(0, 1)
        assert 3 in takeable(board.taken(1, 0), 0)

    def test_the_first_cause_stays_whatever_a_turn_still_brings(self):
        """A Firefighter's third square, after a King A."""
        board = position("k a . .", slots=2, k="king A").taken(0, 0).taken(0, 1)
        assert kinds(may_take(board, 0, 3)) == ["retired"]

    def test_who_is_stuck_may_return(self):
        board = position(". a .#", {"a": 1}, advanced=False).taken(1, 1)
        assert takeable(board, 0) == ()
        assert takeable(board.destroyed(1), 0) == (0,)

    def test_who_is_out_takes_and_destroys_nothing(self):
        board = position("k . .", k="king A").taken(0, 0)
        assert takeable(board, 0) == destroyable(board, 0) == ()
        assert kinds(may_destroy(board, 0, 1)) == ["retired"]


class TestDestroying:
    """Facts: Rules, "Advanced rules" and "Destroying"; reading 3."""

    TEXT = "a a0 a# j j0"

    def test_as_a_turn_is_for_unused_squares_with_the_advanced_rules(self):
        board = position(self.TEXT, j="judge A")
        reasons = [kinds(may_destroy(board, 0, square)) for square in range(5)]
        assert reasons == [[], ["used"], ["destroyed"], ["immune"], ["used"]]
        assert destroyable(board, 0) == (0,)

    def test_as_a_turn_is_not_in_the_basic_rules(self):
        board = position(self.TEXT, advanced=False)
        assert destroyable(board, 0) == ()
        assert may_destroy(board, 0, 0) == ("not_advanced",)

    def test_by_power_is_for_open_and_crossed_out_squares_in_any_rules(self):
        for advanced in (True, False):
            board = position(self.TEXT, j="judge B", advanced=advanced)
            reasons = [kinds(may_destroy_by_power(board, square)) for square in range(5)]
            assert reasons == [[], [], ["destroyed"], ["immune"], ["immune"]]
            assert destroyable_by_power(board) == (0, 1)

    @pytest.mark.parametrize("variant", ["judge A", "judge B"])
    def test_a_judge_cannot_be_destroyed(self, variant):
        assert may_destroy(position("j", j=variant), 0, 0) == ("immune",)

    def test_repel_and_closed_squares_do_not_matter(self):
        board = position("a . s1 .", {"a": 3}, s="singer A")
        assert takeable(board, 0) == (0,)
        assert destroyable(board, 0) == (0, 1, 3)

    def test_gives_nobody_the_icon_and_keeps_what_was_taken(self):
        before = position("a a0", {"a": 1})
        after = before.destroyed(0).destroyed(1)
        assert after.inventories == before.inventories
        assert after.taken_by == ((), (0,))
