"""The rules, sentence by sentence; the readings are those of oracle.py."""

import pytest
from games.metals.oracle import (
    Deploy,
    Metal,
    Move,
    Position,
    Sight,
    SpaceReward,
    action_phase,
    apply,
    assault_phase,
    attacks,
    legal_actions,
    line_of_sight,
    occupation,
    occupation_phase,
    winner,
)
from games.metals.pictures import picture, position, shipped_definition

from generator.games.metals.roll import roll


def normalize(text: str) -> str:
    """A picture written by hand, as picture() writes it."""
    return picture(position(text))


def spaces_to_move_to(text: str, metal: int = 0) -> set[int]:
    actions = legal_actions(position(text))
    return {one.space for one in actions if isinstance(one, Move) and one.metal == metal}


# Setup


def test_all_metals_wait_in_the_pool_and_scores_are_zero():
    game = roll(shipped_definition(), "factions", 2, "x")
    start = Position.start(game, [["zipang", "zipang"], ["corsario", None]], first=1)
    assert start.metals == (
        Metal(0, "zipang"), Metal(0, "zipang"), Metal(1, "corsario"), Metal(1),
    )  # fmt: skip
    assert (start.scores, start.active, start.phase) == ((0, 0), 1, "action")
    assert (start.target, start.on_map, start.map) == (20, 3, game.map)
    assert start.factions.keys() == shipped_definition().figures.factions.keys()


def test_the_basic_game_is_to_ten_points_without_factions():
    start = Position.start(roll(shipped_definition(), "basic", 2, "x"), [["zipang"], ["zipang"]])
    assert start.target == 10
    assert not start.factions


# Action phase: deploy


def test_deploy_a_metal_from_the_pool_onto_any_corner_facing_any_way():
    before = position(". . .\n. . .\n. . .", pools="br")
    actions = legal_actions(before)
    assert {one.space for one in actions} == {0, 2, 6, 8}
    assert {one.facing for one in actions} == {"north", "east", "south", "west"}
    assert len(actions) == 16
    assert all(isinstance(one, Deploy) and one.metal == 0 for one in actions)
    after, events = action_phase(before, Deploy(0, 2, "west"))
    assert picture(after) == normalize(". . .b<!\n. . .\n. . .")
    assert events == (Deploy(0, 2, "west"),)


def test_not_onto_a_corner_that_is_taken():
    """Reading 2."""
    before = position(".b^ . .r^\n. . .\n. . .", pools="b")
    deployed = {one.space for one in legal_actions(before) if isinstance(one, Deploy)}
    assert deployed == {6, 8}


def test_deploy_is_not_allowed_with_three_own_metals_on_the_map():
    three = position(". .b^ .\n.b^ . .b^\n. . .", pools="b")
    assert {type(one) for one in legal_actions(three)} == {Move}
    two = position(". .b^ .\n.b^ . .r^\n. .r^ .r^", pools="b")
    assert {type(one) for one in legal_actions(two)} == {Deploy, Move}


# Action phase: move


def test_move_one_own_metal_onto_an_orthogonally_adjacent_space():
    assert spaces_to_move_to(". . .\n. .b^ .\n. . .") == {1, 3, 5, 7}
    assert spaces_to_move_to(". . .\n.b^ . .\n. . .") == {0, 4, 6}
    actions = legal_actions(position(". .b^ .\n. . .\n. .r^ ."))
    assert {one.metal for one in actions} == {0}


def test_not_onto_a_space_with_a_metal():
    """Reading 2."""
    assert spaces_to_move_to(". .b^ .\n.r^ .b^ .\n. . .", metal=2) == {5, 7}


def test_afterwards_it_may_be_turned_to_face_any_direction():
    """Reading 1."""
    before = position(". . .\n. .b^ .\n. . .")
    facings = [one.facing for one in legal_actions(before) if one.space == 1]
    assert sorted(facings) == ["east", "north", "south", "west"]
    after, events = action_phase(before, Move(0, 1, "west"))
    assert picture(after) == normalize(". .b< .\n. . .\n. . .")
    assert events == (Move(0, 1, "west"),)


def test_a_damaged_metal_moves_like_any_other():
    """Reading 6."""
    before = position(". . .\n. .b^* .\n. . .")
    assert spaces_to_move_to(". . .\n. .b^* .\n. . .") == {1, 3, 5, 7}
    after, _ = action_phase(before, Move(0, 5, "south"))
    assert picture(after) == normalize(". . .\n. . .bv*\n. . .")


@pytest.mark.parametrize(
    "action",
    [
        Move(0, 4, "north"),  # where it stands: turning alone is no move
        Move(0, 0, "north"),  # diagonally
        Move(1, 5, "north"),  # an opponent's
        Move(2, 0, "north"),  # out of the pool
        Deploy(2, 1, "north"),  # no corner
        Deploy(0, 0, "north"),  # on the map already
        Deploy(3, 0, "north"),  # an opponent's
    ],
)
def test_what_is_not_legal_is_refused(action):
    before = position(". . .\n. .b^ .\n. . .r^", pools="br")
    with pytest.raises(ValueError, match="is not legal here"):
        apply(before, action)


def test_phases_come_in_their_order():
    before = position(". . .\n. .b^ .\n. . .")
    with pytest.raises(ValueError, match="the action phase comes next, not the assault phase"):
        assault_phase(before)
    after_move, _ = action_phase(before, Move(0, 1, "north"))
    assert legal_actions(after_move) == ()
    with pytest.raises(ValueError, match="the assault phase comes next, not the occupation phase"):
        occupation_phase(after_move)


# Enemy assault phase: line of sight


def test_the_line_of_sight_is_straight_ahead():
    assert line_of_sight(position(". . .\n. . .\n.r> . ."), 0) == Sight((7, 8), None)
    assert line_of_sight(position(". . .\n. . .\n. .r^ ."), 0) == Sight((4, 1), None)
    assert line_of_sight(position(".r^ . .\n. . .\n. . ."), 0) == Sight((), None)


def test_the_line_of_sight_ends_at_the_first_metal():
    """Reading 3: friend or foe."""
    assert line_of_sight(position(".r> . .b^ .b^\n. . . .\n. . . ."), 0) == Sight((1, 2), 1)
    assert line_of_sight(position(".r> .r^ .b^ .\n. . . .\n. . . ."), 0) == Sight((1,), 1)


def test_nothing_is_seen_from_the_pool():
    assert line_of_sight(position(". . .\n. . .\n. . .b^", pools="r"), 1) == Sight((), None)


def attack_pairs(text: str) -> list[tuple[int, int]]:
    """Pairs of attacker and target, as indexes of Metals in reading order; blue is active."""
    return [(one.attacker, one.target) for one in attacks(position(text, phase="assault"))]


def test_each_opposing_metal_attacks_the_active_players_metal_in_its_line_of_sight():
    assert attack_pairs(".r> . .b^\n. . .\n.b> . .r<") == [(0, 1), (3, 2)]
    assert attack_pairs(".r> . .\n. . .b<\n. .b^ .") == []


def test_the_active_players_metals_do_not_attack():
    assert attack_pairs(".b> . .r^\n. . .\n. . .") == []


@pytest.mark.parametrize("between", [".r^", ".b^!", "Fb^"])
def test_who_stands_in_the_way_protects_those_behind(between):
    """Reading 3: a friend of the attacker, or one who can't be attacked."""
    assert attack_pairs(f".r> {between} .b^\n. . .\n. . .") == []
    assert attack_pairs(".r> F .b^\n. . .\n. . .") == [(0, 1)]


def test_a_metal_placed_onto_the_map_this_turn_is_not_attacked():
    before = position(".r> . .\n. . .\n. . .", pools="b")
    after, events = apply(before, Deploy(1, 2, "west"))
    assert events == (Deploy(1, 2, "west"),)
    assert picture(after) == normalize(".r> . .b<\n. . .\n. . .")


def test_a_metal_placed_earlier_is_attacked():
    before = position(".r> . .b^\n. . .\n. . .b^")
    after, _ = apply(before, Move(2, 7, "west"))
    assert picture(after) == normalize(".r> . .b^*\n. . .\n. .b< .")


def test_a_metal_on_a_forest_space_is_not_attacked():
    assert attack_pairs(".r> Fb^ .\n. . .\n. . .") == []


def test_a_metal_attacks_from_a_forest_space():
    assert attack_pairs(". Fr> .b^\n. . .\n. . .") == [(0, 1)]


def test_a_damaged_metal_attacks():
    """Reading 6."""
    assert attack_pairs(".r>* . .b^\n. . .\n. . .") == [(0, 1)]


SIDES = {"b^": "side", "b>": "rear", "bv": "side", "b<": "front"}


@pytest.mark.parametrize("metal, side", SIDES.items())
@pytest.mark.parametrize("turn", range(4))
def test_front_rear_and_side_are_those_of_the_target(metal, side, turn):
    """Also when the whole picture is turned by quarters."""
    looks = "^>v<"
    looks_after_turn = {look: looks[(looks.index(look) + turn) % 4] for look in looks}
    attacker, target = ".r" + looks_after_turn[">"], "." + metal[0] + looks_after_turn[metal[1]]
    words = [[".", ".", "."], [".", attacker, "."], [".", ".", "."]]
    row, column = [(1, 2), (2, 1), (1, 0), (0, 1)][turn]
    words[row][column] = target
    (assault,) = attacks(position("\n".join(map(" ".join, words)), phase="assault"))
    assert assault.side == side


# Enemy assault phase: damage and defeat


def after_assaults(text: str, **more) -> Position:
    after, _ = assault_phase(position(text, phase="assault", **more))
    return after


def test_a_metal_hit_once_is_damaged():
    after = after_assaults(".r> . .b^\n. . .\n. . .")
    assert picture(after) == normalize(".r> . .b^*\n. . .\n. . .")


def test_a_damaged_metal_that_is_hit_is_defeated_and_back_in_its_owners_pool():
    """Reading 7: without its damage."""
    after = after_assaults(".r> . .b<*\n. . .\n. . .")
    assert after.metals[1] == Metal(0)
    assert picture(after) == normalize(".r> . .\n. . .\n. . .")


def test_a_defeated_metal_keeps_its_owner_and_faction():
    after = after_assaults(".r> . .b^*\n. . .\n. . .", factions={"b": "zipang"})
    assert after.metals[1] == Metal(0, "zipang")


def test_a_metal_hit_twice_in_one_phase_is_defeated():
    """Reading 5."""
    after = after_assaults(".r> . .b^\n. . .\n. . .r^")
    assert picture(after) == normalize(".r> . .\n. . .\n. . .r^")


def test_a_defeat_opens_no_line_of_sight():
    """Reading 4: blue's second Metal stood behind the first."""
    after = after_assaults(".r> .b^* .b^\n. . .\n. . .")
    assert picture(after) == normalize(".r> . .b^\n. . .\n. . .")


def test_three_attackers_all_attack():
    """Reading 4."""
    assert attack_pairs(". .rv .\n.r> .b^ .r<\n. . .") == [(0, 2), (1, 2), (3, 2)]


def test_hits_score_nothing_in_the_basic_game():
    assert after_assaults(".r> . .b^*\n. . .\n. . .").scores == (0, 0)


# Occupation phase


def rewards(text: str) -> tuple[Position, tuple[SpaceReward, ...]]:
    return occupation_phase(position(text, phase="occupation"))


def test_the_active_player_scores_the_points_printed_on_each_space_with_an_own_metal():
    after, events = rewards(". 1b^ .\n2b^ 2 .b^\n. 1r^ .")
    assert after.scores == (3, 0)
    assert events == (SpaceReward(0, 1, False), SpaceReward(1, 2, False))
    assert occupation(position(". 1b^ .\n. . .\n. . .", active=1)) == ()


def test_a_damaged_metal_scores():
    """Reading 6."""
    assert rewards(". 2b^* .\n. . .\n. . .")[0].scores == (2, 0)


def test_the_same_space_scores_in_each_turn():
    """Reading 9."""
    before = position(". 1b^ .\n. . .\n. . .", pools="bbr")
    after, _ = apply(before, Deploy(1, 6, "north"))
    after, _ = apply(after, Deploy(3, 8, "north"))
    after, _ = apply(after, Deploy(2, 0, "north"))
    assert after.scores == (2, 0)


def test_a_damaged_metal_on_a_city_space_recovers():
    after, events = rewards(". Cb<* .\n. .b^* .\n. . .")
    assert picture(after) == normalize(". Cb< .\n. .b^* .\n. . .")
    assert events == (SpaceReward(0, 0, True),)


def test_a_metal_recovers_in_its_owners_turn_only():
    """Reading 10."""
    after, events = rewards(". Cr<* .\n. .b^ .\n. . .")
    assert events == ()
    assert after.metals[0].damaged


def test_a_metal_hit_on_a_city_stands_up_in_the_same_turn():
    """Reading 10."""
    before = position(".r> Cb^ .\n. . .\n. . .b^")
    after, events = apply(before, Move(2, 5, "west"))
    assert not after.metals[1].damaged
    assert events[2:] == (SpaceReward(1, 0, True),)


def test_a_damaged_metal_hit_on_its_way_into_the_city_is_defeated():
    before = position(".r> C .\n. .b^* .\n. . .")
    after, events = apply(before, Move(1, 1, "north"))
    assert after.metals[1] == Metal(0)
    assert len(events) == 2


# Turns, and the end


def test_turns_alternate():
    after, _ = apply(position(". . .\n. .b^ .\n. . .", pools="r"), Move(0, 1, "north"))
    assert (after.active, after.phase) == (1, "action")
    after, _ = apply(after, Deploy(1, 0, "north"))
    assert after.active == 0
    assert not any(metal.just_deployed for metal in after.metals)


def test_a_whole_turn():
    before = position(".r> 1 .\n. .b^ .\n. . .", pools="r")
    after, events = apply(before, Move(1, 1, "south"))
    (assault,) = attacks(position(".r> 1bv .\n. . .\n. . .", phase="assault"))
    assert events == (Move(1, 1, "south"), assault, SpaceReward(1, 1, False))
    assert picture(after) == normalize(".r> 1bv* .\n. . .\n. . .")
    assert (after.scores, after.active, after.phase) == ((1, 0), 1, "action")
    assert winner(after) is None


def test_a_player_who_reaches_the_target_wins_at_once():
    before = position(". 2b^ .\n. . .b^\n. .r^ .", scores=(8, 9))
    after, _ = apply(before, Move(1, 8, "north"))
    assert winner(before) is None
    assert winner(after) == 0
    assert legal_actions(after) == ()
    assert winner(position(". .b^ .\n. . .\n. . .", scores=(9, 11))) == 1


STUCK = ".b^ .r^ .\n.r^ . .\n. . ."


def test_the_active_player_who_cannot_do_any_action_loses_at_once():
    """Reading 11."""
    assert winner(position(STUCK, scores=(9, 0))) == 1
    assert legal_actions(position(STUCK)) == ()
    assert winner(position(STUCK, active=1)) is None
    assert winner(position(STUCK, pools="b")) is None  # there is one to deploy


def test_who_has_no_metal_at_all_has_lost():
    assert winner(position(". . .\n. .b^ .\n. . .", active=1)) == 0


def test_being_stuck_counts_only_when_it_is_ones_turn_to_act():
    assert winner(position(STUCK, phase="assault")) is None
