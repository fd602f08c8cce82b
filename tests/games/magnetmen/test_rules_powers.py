"""What each published power means for taking: boards as grids of tokens, see tests/positions.py."""

from dataclasses import replace

import pytest
from games.magnetmen.oracle import may_destroy, may_destroy_by_power, may_take, takeable
from positions import fresh, kinds, picture, plain, position, type_called, verdicts

from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.roll import RolledType


class TestIgnoringRepel:
    """Facts: Astronaut, Doctor. What is ignored hangs on the type of the square one wants."""

    ASTRONAUT = """
        a0 t  a  .
        a0 .  a  .
        t  a0 t  a
    """

    def test_astronaut_a_ignores_crossed_out_icons(self):
        board = position(self.ASTRONAUT, {"a": 1}, t="astronaut A")
        assert verdicts(board) == picture("""
            x s o s
            x s o s
            o x s o
        """)
        assert may_take(board, 0, 1) == ("repel_side",)

    def test_astronaut_b_ignores_icons_not_crossed_out(self):
        board = position(self.ASTRONAUT, {"a": 1}, t="astronaut B")
        assert verdicts(board) == picture("""
            x s o s
            x s o s
            s x s o
        """)
        assert may_take(board, 0, 1) == ("repel_side",)

    @pytest.mark.parametrize("variant, state", [("astronaut A", "a0"), ("astronaut B", "a")])
    def test_astronauts_ignore_them_in_all_directions(self, variant, state):
        text = f"""
            {state} {state} {state}
            {state} t {state}
            {state} {state} {state}
        """
        assert may_take(position(text, {"a": 3}, t=variant), 0, 4) == ()

    def test_doctor_a_ignores_repel_until_you_have_3(self):
        open_at = [
            own
            for own in range(5)
            if not may_take(position("a d a0", {"a": 1, "d": own}, d="doctor A"), 0, 1)
        ]
        assert open_at == [0, 1, 2]

    def test_doctor_b_ignores_repel_once_you_have_3(self):
        open_at = [
            own
            for own in range(5)
            if not may_take(position("a d a0", {"a": 1, "d": own}, d="doctor B"), 0, 1)
        ]
        assert open_at == [3, 4]

    def test_a_doctor_repels_other_squares_and_other_doctors_like_any_icon(self):
        board = position("d d .", {"d": 3}, d="doctor A")
        assert verdicts(board) == "s s s"
        assert verdicts(position("d d .", {"d": 2}, d="doctor A")) == "o o s"


class TestMailCarrier:
    """Facts: Mail Carrier; reading 5: adjacent is orthogonal."""

    @pytest.mark.parametrize(
        "text, square, some",
        [
            (". m .", 1, False),
            (".1 m .", 1, True),
            (". m .0", 1, True),
            (".# m .1#", 1, False),  # a destroyed square is no longer there for any rule
            ("p1 m .", 1, True),  # reading 8: crossed out from its first taking
            ("p11 m .", 1, False),  # destroyed by its second
            (".0 .\n . m", 3, False),  # diagonal
            (". .0\n . m", 3, True),  # above
            ("m .\n .0 .", 0, True),  # below
            (". . .0\n m . .", 3, False),  # the end of one row is not beside the next
        ],
    )
    def test_a_needs_an_adjacent_crossed_out_square_b_needs_none(self, text, square, some):
        a = may_take(position(text, m="mail_carrier A", p="police A"), 0, square)
        b = may_take(position(text, m="mail_carrier B", p="police A"), 0, square)
        assert kinds(a) == ([] if some else ["needs_adjacent_some"])
        assert kinds(b) == (["needs_adjacent_none"] if some else [])

    def test_is_bound_by_repel_too(self):
        board = position("a m .", {"a": 1}, m="mail_carrier A")
        assert kinds(may_take(board, 0, 1)) == ["repel_side", "needs_adjacent_some"]


class TestLifeGuard:
    """Facts: Life Guard; reading 9."""

    @pytest.mark.parametrize(
        "variant, player, asked", [("A", 0, 1), ("A", 2, 0), ("B", 0, 2), ("B", 2, 1)]
    )
    def test_asks_the_left_or_the_right_neighbour(self, variant, player, asked):
        """Turns go clockwise, so that the next player sits to the left."""
        board = position("a g .", players=3, g=f"life_guard {variant}")
        assert not may_take(board, player, 1)
        has_one = replace(board.inventories[asked], counts=(0, 1, 0))
        inventories = [has_one if i == asked else one for i, one in enumerate(board.inventories)]
        board = replace(board, inventories=tuple(inventories))
        side = "left" if variant == "A" else "right"
        assert may_take(board, player, 1) == (f"{side}_neighbour_cannot",)
        others = {0, 1, 2} - {player, asked}
        assert all(kinds(may_take(board, one, 1)) != [f"{side}_neighbour_cannot"] for one in others)

    def test_two_players_are_each_other_s_neighbours_on_both_sides(self):
        for variant in "AB":
            board = position("a g", {}, {"a": 1}, g=f"life_guard {variant}")
            assert may_take(board, 0, 1)
            assert kinds(may_take(board, 1, 1)) == ["repel_side"]

    def test_asks_as_if_it_were_no_life_guard(self):
        """Else each neighbour would ask the next, and with two players forever."""
        for players in (2, 3, 4):
            board = position("g . a", {}, {"a": 0}, players=players, g="life_guard A")
            assert takeable(board, 0) == (0, 1, 2)
        board = position(
            "a g b", {}, {}, players=3, g="life_guard A"
        )  # player 2 has an a, so 1 can't take it, but could were it no Life Guard
        third = replace(board.inventories[2], counts=(0, 1, 0, 0))
        board = replace(board, inventories=(*board.inventories[:2], third))
        assert kinds(may_take(board, 1, 1)) == ["left_neighbour_cannot"]
        assert may_take(board, 0, 1) == ()

    def test_a_neighbour_who_is_out_cannot(self):
        board = position("k . g", k="king A", g="life_guard A").taken(1, 0)
        assert may_take(board, 0, 2) == ("left_neighbour_cannot",)

    def test_a_neighbour_beside_a_king_of_their_own_cannot(self):
        board = position("k g", k="king B", g="life_guard A").taken(1, 0)
        assert kinds(may_take(board, 0, 1)) == ["left_neighbour_cannot"]

    def test_a_neighbour_who_is_merely_stuck_elsewhere_can(self):
        board = position("a . .# g", {}, {"a": 1}, g="life_guard A")
        assert may_take(board, 0, 3) == ()


class TestKingB:
    """Facts: King B, "you may take this type once, and then never a square adjacent to it"."""

    BOARD = """
        .  .  .  .
        .  k  .  k
        .  .  .  .
    """

    def test_is_taken_once_by_each_player(self):
        board = position(self.BOARD, k="king B").taken(0, 5)
        assert may_take(board, 0, 7) == ("limit",)
        assert may_take(board, 1, 7) == ()

    def test_closes_the_squares_beside_it_to_its_owner(self):
        board = replace(
            after_taking := position(self.BOARD, k="king B").taken(0, 5),
            inventories=position(self.BOARD).inventories,  # Repel aside
        )
        assert verdicts(board) == picture("""
            o ! o o
            ! x ! !
            o ! o o
        """)
        assert may_take(board, 0, 1) == ("closed_to_you",)
        assert takeable(after_taking, 1) == (0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11)

    def test_opens_them_again_when_it_is_destroyed_and_still_was_the_one(self):
        """Facts: Rules, a destroyed icon is no longer on the board for any rule."""
        board = position(self.BOARD, k="king B").taken(0, 5).destroyed(5)
        assert may_take(board, 0, 1) == ()
        assert kinds(may_take(board, 0, 7)) == ["limit"]

    def test_kings_got_without_a_square_do_not_count(self):
        assert may_take(position("k", {"k": 1}, k="king B"), 0, 0) == ()


class TestSingerA:
    """Facts: Singer A, "once crossed out nobody may pick an adjacent square"."""

    def test_closes_the_squares_beside_it_to_everyone(self):
        board = position("""
            .  .  .
            .  s1 .
            .  .  .
        """, s="singer A")  # fmt: skip
        for player in (0, 1):
            assert verdicts(board, player) == picture("""
                o ! o
                ! x !
                o ! o
            """)
        assert may_take(board, 0, 1) == ("closed_to_everyone",)

    @pytest.mark.parametrize("text", [". s", ". s#", ". s1#"])
    def test_not_before_nor_once_it_is_destroyed(self, text):
        assert may_take(position(text, s="singer A"), 0, 0) == ()

    def test_the_other_singer_does_not(self):
        assert may_take(position(". s1", s="singer B"), 0, 0) == ()


def custom(**parts) -> RolledType:
    """A type with a power that a designer may make up."""
    return RolledType("", plain("x"), Power.model_validate(parts), 0)


class TestTogether:
    """Powers that nobody published, made of published parts."""

    def test_what_can_be_taken_once_more_closes_squares_from_its_first_taking(self):
        for to, closed in (("you", ["closed_to_you"]), ("everyone", ["closed_to_everyone"])):
            kind = custom(
                gate=[{"capacity": {"times": 2}}], on_take=[{"close_adjacent": {"to": to}}]
            )
            board = fresh((kind, type_called(".")), 2, (0, 1), 2, 9, True).taken(0, 0)
            assert kinds(may_take(board, 0, 1))[1:] == closed  # after its own Repel
            assert kinds(may_take(board, 1, 1)) == [one for one in closed if "you" not in one]

    def test_a_neighbour_is_bound_by_the_other_gates(self):
        sides = [{"neighbour_can_take": {"side": side}} for side in ("left", "right")]
        kind = custom(gate=[*sides, {"limit": {"per_player": 1}}])
        board = fresh((kind, type_called(".")), 3, (0, 1, 0), 2, 9, True)
        assert may_take(board, 0, 2) == ()
        both = ["left_neighbour_cannot", "right_neighbour_cannot"]
        assert kinds(may_take(board.taken(1, 0), 0, 2)) == both


class TestPolice:
    """Facts: Police; reading 8."""

    def test_is_crossed_out_by_the_first_taking_and_destroyed_by_the_second(self):
        board = position("p", p="police A")
        once = board.taken(0, 0)
        twice = once.taken(1, 0)
        states = [one.states[0] for one in (board, once, twice)]
        assert states == ["open", "crossed_out", "destroyed"]
        assert kinds(may_take(twice, 0, 0)) == ["destroyed"]
        assert twice.taken_by == ((0, 1),)

    def test_may_be_taken_twice_by_the_same_player(self):
        once = position("p", p="police A").taken(0, 0)
        assert may_take(once, 0, 0) == ()
        assert once.taken(0, 0).inventories[0].used == 2

    def test_repels_until_it_is_destroyed(self):
        board = position(". p .", p="police A").taken(0, 1)
        assert verdicts(board) == "s o s"
        assert verdicts(board.taken(1, 1)) == "o # o"

    def test_repels_as_a_crossed_out_icon_after_the_first_taking(self):
        board = position("p0 t", {"p": 1}, p="police A", t="astronaut A")
        assert not may_take(board, 0, 1)
        board = position("p0 t", {"p": 1}, p="police A", t="astronaut B")
        assert may_take(board, 0, 1)

    def test_can_be_destroyed_by_a_power_only_after_the_first_taking(self):
        board = position("p0", p="police A")
        assert kinds(may_destroy(board, 1, 0)) == ["used"]
        assert may_destroy_by_power(board, 0) == ()
