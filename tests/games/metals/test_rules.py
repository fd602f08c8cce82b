"""The rules, sentence by sentence, by oracle.py and by the engine; readings in docs/readings.md."""

import pytest
from games.metals import oracle, pictures
from games.metals.oracle import Action, Metal, assaults, legal_actions, line_of_sight, winner
from games.metals.pictures import by_engine, on_the_map, position, shipped_definition

from generator.core.seeds import Stream
from generator.games.metals import engine
from generator.games.metals.definition import FORMS
from generator.games.metals.map import FACINGS
from generator.games.metals.roll import roll

# a picture, Metals in the pools, a Metal, where it may be placed
PLACES = {
    "from the pool onto any corner": (". . .", "br", 0, {0, 2, 6, 8}),
    "not onto a corner that is taken (2)": (".b^ . .r^", "b", 2, {6, 8}),
    "onto an orthogonally adjacent space": (". . . / . .b^ . / . . .", "b", 0, {1, 3, 5, 7}),
    "not off the map": (". . . / .b^ . .", "", 0, {0, 4, 6}),
    "not onto a space with a Metal (2)": (". .b^ . / .r^ .b^ .", "", 2, {5, 7}),
    "also a damaged one (6)": (". . . / . .b^* . / . . .", "", 0, {1, 3, 5, 7}),
    "not one of the opponent's": (". .b^ . / . . . / . .r^ .", "r", 1, set()),
}


@pytest.mark.parametrize("picture, pools, metal, spaces", PLACES.values(), ids=PLACES)
def test_a_metal_is_placed(picture, pools, metal, spaces):
    """Facing any way, also the way it faced before (1)."""
    actions = [one for one in legal_actions(position(picture, pools)) if one.metal == metal]
    assert len(actions) == len({*actions})
    assert {*actions} == {Action(metal, space, facing) for space in spaces for facing in FACINGS}


# before and after; blue is active
ASSAULTS = {
    "a Metal that is hit is damaged": (".r> . .b^", ".r> . .b^*"),
    "each opposing Metal attacks": (".r> . .b^ / .b> . .r<", ".r> . .b^* / .b>* . .r<"),
    "only straight ahead": (".r> . . / . . .b< / . .b^ .", ".r> . . / . . .b< / . .b^ ."),
    "those of the active player do not": (".b> . .r^", ".b> . .r^"),
    "a damaged one that is hit is defeated": (".r> . .b<*", ".r> . ."),
    "as is one that is hit twice (5)": (".r> . .b^ / . . . / . . .r^", ".r> . . / . . . / . . .r^"),
    "or three times (4)": (". .rv . / .r> .b^ .r<", ". .rv . / .r> . .r<"),
    "a defeat opens no line of sight (4)": (".r> .b^* .b^", ".r> . .b^"),
    "sight ends at a friend (3)": (".r> .r^ .b^", ".r> .r^ .b^"),
    "at one that was deployed just now": (".r> .b^! .b^", ".r> .b^! .b^"),
    "at one on a Forest, which is not attacked": (".r> Fb^ .b^", ".r> Fb^ .b^"),
    "but not at a Forest": (".r> F .b^", ".r> F .b^*"),
    "from which Metals attack": (". Fr> .b^", ". Fr> .b^*"),
    "a Metal deployed in this turn is not attacked": (".r> . .b^!", ".r> . .b^!"),
    "a damaged Metal attacks (6)": (".r>* . .b^", ".r>* . .b^*"),
}


@pytest.mark.parametrize("before, after", ASSAULTS.values(), ids=ASSAULTS)
def test_enemies_assault(before, after):
    result = pictures.after_assault(position(before))
    assert on_the_map(result) == on_the_map(position(after))
    assert result.scores == (0, 0)


# before; a Metal, where it is placed, facing; after; points of blue
TURNS = {
    "a Metal is attacked": (".r> . .b^ / . .b^ .", (2, 7, "<"), ".r> . .b^* / . . . / . .b< .", 0),
    "but not in the turn it is deployed": (".r> . .", (1, 2, "<"), ".r> . .b<", 0),
    "a damaged one moves and scores (6)": (". . . / . .b^* 2", (0, 5, "v"), ". . . / . . 2bv*", 2),
    "spaces with own Metals score": (". 1b^ . / 2b^ 2 1r>", (0, 0, "^"), ".b^ 1 . / 2b^ 2 1r>", 2),
    "a damaged Metal on a City recovers": (". Cb^* .b^*", (1, 5, "^"), ". Cb^ . / . . .b^*", 0),
    "in its owner's turn only (10)": (". Cr^* .b^", (1, 5, "^"), ". Cr^* . / . . .b^", 0),
    "also if it was hit in this turn (10)": (".r> Cb^ .b^", (2, 5, "<"), ".r> Cb^ . / . . .b<", 0),
    "unless it was defeated": (".r> C . / . .b^* .", (1, 1, "^"), ".r> C .", 0),
    "first come the hits, then the points": (".r> 1 . / . .b^ .", (1, 1, "v"), ".r> 1bv* .", 1),
}


@pytest.mark.parametrize("before, action, after, points", TURNS.values(), ids=TURNS)
def test_a_turn(before, action, after, points):
    result = pictures.play(position(before, "b"), *action)
    assert on_the_map(result) == on_the_map(position(after))
    assert (result.scores, result.active) == ((points, 0), 1)


@pytest.mark.parametrize(
    "look, side", [("^", "side"), (">", "rear"), ("v", "side"), ("<", "front")]
)
def test_front_rear_and_side_are_those_of_the_target(look, side):
    assert [one.side for one in assaults(position(f".r> .b{look} ."))] == [side]


def test_a_defeated_metal_keeps_its_owner_and_faction_but_no_damage():
    after = pictures.after_assault(position(".r> . .b<*", factions={"b": "zipang"}))
    assert after.metals[1] == Metal(0, "zipang")


def test_the_line_of_sight_ends_at_the_edge():
    assert line_of_sight(position(". . . / . . . / .r> . ."), 0) == ([7, 8], None)
    assert line_of_sight(position(".r^ . ."), 0) == ([], None)


def test_a_player_who_reaches_the_target_wins_at_once():
    before = position(". 2b^ . / . . .b^ / . .r^ .", scores=(8, 9))
    assert winner(before) is None
    assert winner(pictures.play(before, 1, 8, "^")) == 0
    assert winner(position(". .b^ .", scores=(9, 11))) == 1


def test_the_active_player_who_cannot_do_any_action_has_lost():
    """Reading 11."""
    stuck = ".b^ .b^ .b^ / .r^ .r^ .r^"
    for winner_is, more in (
        (1, {"scores": (9, 0)}),
        (None, {"active": 1}),
        (None, {"pools": "br"}),
    ):
        before = position(stuck, **more)
        tables, state, _ = by_engine(before)
        assert winner(before) == winner_is
        assert engine.winner(tables, state) == (engine.NONE if winner_is is None else winner_is)
    assert winner(position(". . . / . .b^ .", active=1)) == 0  # without any Metal


def other_side(of):
    """The position from the other side, where all Metals are numbered backwards: the map turned,
    the players swapped."""
    metals = (
        metal._replace(
            player=1 - metal.player,
            space=None if metal.space is None else of.map.half_turn(metal.space),
            facing=metal.facing if metal.space is None else back(metal.facing),
        )
        for metal in reversed(of.metals)
    )
    return of._replace(metals=tuple(metals), scores=of.scores[::-1], active=1 - of.active)


def back(facing):
    return FACINGS[(FACINGS.index(facing) + 2) % 4]


@pytest.mark.parametrize("form", FORMS)
def test_both_players_play_the_same_game(form):
    """Turning the table round changes nothing but names; nor does the order of the Metals (4)."""
    game = roll(shipped_definition("wilds"), form, 2, "x")
    factions = list(game.definition.figures.factions) if game.factions else [None]
    for seed in map(str, range(4)):
        stream = Stream(seed, "play")
        here = oracle.start(game, [[stream.choice(factions) for _ in range(3)] for _ in range(2)])
        turns = 0
        while winner(here) is None and (turns := turns + 1) < 80:
            action = stream.choice(legal_actions(here))
            there = Action(5 - action.metal, here.map.half_turn(action.space), back(action.facing))
            there = oracle.play(other_side(here), there)
            here = oracle.play(here, action)
            assert other_side(here) == there
