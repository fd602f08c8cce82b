"""Metals as programs play it: the same actions and results as oracle.py, compiled or not, and
sensible players."""

import random
from importlib.util import find_spec
from itertools import pairwise

import pytest
from games.metals import oracle
from games.metals.oracle import Position
from play.agreement import play_beside
from play.kernels import functions_of, names_of
from short_run import budget, first

from generator.games.metals import engine
from generator.games.metals.definition import load_definition
from generator.games.metals.engine import ACTIVE, MAX_TURNS, NONE, PLAYED, empty_state
from generator.games.metals.map import FACINGS
from generator.games.metals.playtest import KERNEL, PROGRAMS, match_of
from generator.games.metals.roll import roll
from generator.play import kernel, players
from generator.play import players as m
from generator.play.engine import WIN_PARTS
from generator.play.series import Player

PLAYERS = PROGRAMS.players

FACTIONS = ("artemisia", "zipang", "zipang")
NUMBA = find_spec("numba") is not None
with_numba = pytest.mark.skipif(not NUMBA, reason="numba is not installed")


def metals_game(sets=("classic",), size="basic", seed="oak"):
    return roll(load_definition(sets, ()), size, 2, seed)


def game_tables(game):
    return engine.game_tables(game.map, game.definition.figures, game.factions)


def lowered(position: Position, game):
    """The state of the kernel in a position."""
    state = empty_state()
    names = list(game.definition.figures.factions) if game.factions else []
    for index, metal in enumerate(position.metals):
        state.damaged[index] = int(metal.damaged)
        state.faction[index] = names.index(metal.faction) if metal.faction in names else NONE
        if metal.space is not None:
            state.space[index], state.facing[index] = metal.space, FACINGS.index(metal.facing)
            state.occupant[metal.space] = index
    state.scores[:] = position.scores
    state.turn[ACTIVE] = position.active
    return state


def snapshot(state):
    arrays = state.space, state.facing, state.damaged, state.occupant, state.scores
    return (*map(tuple, arrays), state.turn[ACTIVE])


def number(tables, action):
    """The number of an action of oracle.py."""
    return (action.metal * tables.spaces + action.space) * 4 + FACINGS.index(action.facing)


class OracleGame:
    """A game by oracle.py, for play_beside. An action is its Metal, space and facing."""

    def __init__(self, game, pools):
        self.position, self.turns = Position.start(game, pools), 0

    @property
    def winner(self):
        return oracle.winner(self.position)

    def decider(self):
        over = self.winner is not None or self.turns == MAX_TURNS
        return -1 if over else self.position.active

    def _actions(self):
        """Metals in the pool that are alike are one."""
        return {
            (one.metal, one.space, one.facing): one
            for one in oracle.legal_actions(self.position)
            if isinstance(one, oracle.Move) or one.metal == first_alike(self.position, one.metal)
        }

    def legal(self):
        return self._actions().keys()

    def apply(self, action):
        self.position, _ = oracle.apply(self.position, self._actions()[action])
        self.turns += 1

    def standings(self):
        return self.position.scores

    def winners(self):
        return (0, 1) if self.winner is None else (self.winner,)


@pytest.mark.parametrize("part", first(1, range(4)))
@pytest.mark.parametrize("sets, size", [(("classic",), "basic"), (("wilds",), "factions")])
def test_an_independent_player_meets_no_difference(sets, size, part):
    """In 200 games; there was none in 1,000 (20 parts)."""
    game = metals_game(sets, size, f"oak {part}")
    match, linked = match_of(game), functions_of(KERNEL)
    state = kernel.python_kernel(KERNEL).record(match.start)
    linked.start_game(match.tables, state, match.start)
    names, pool = [None, *game.definition.figures.factions], match.tables.pool
    factions = [names[index + 1] for index in state.faction[: 2 * pool]]

    def action_of(number):
        metal, place = divmod(number, match.tables.spaces * len(FACINGS))
        space, facing = divmod(place, len(FACINGS))
        return metal, space, FACINGS[facing]

    for seed in range(25 * part, 25 * part + 25):
        play_beside(match, OracleGame(game, (factions[:pool], factions[pool:])), action_of, seed)


@pytest.mark.parametrize("greedy", [False, True], ids=["random", "greedy"])
@pytest.mark.parametrize("sets, size", [(("classic",), "basic"), (("wilds",), "factions")])
def test_it_plays_by_the_rules(sets, size, greedy):
    """200 games: in every turn the same actions, and after it the same position and scores."""
    game, source = metals_game(sets, size), random.Random(size)
    pool = FACTIONS if game.factions else (None,) * 3
    tables = game_tables(game)._replace(pool=len(pool))
    for _ in range(budget(50)):
        position = Position.start(game, (pool, pool))
        state = lowered(position, game)
        while oracle.winner(position) is None:
            assert engine.winner(tables, state) == NONE
            numbers = {
                number(tables, one): one
                for one in oracle.legal_actions(position)
                if isinstance(one, oracle.Move) or one.metal == first_alike(position, one.metal)
            }
            actions = state.actions[: engine.list_actions(tables, state)]
            assert sorted(actions) == sorted(numbers)
            action = source.choice(actions)
            if greedy:
                action = max(actions, key=lambda each: value(tables, state, each))
            engine.apply(tables, state, action)
            position, _ = oracle.apply(position, numbers[action])
            expected = lowered(position, game)
            if oracle.winner(position) is not None:  # oracle.py ends a game within a turn
                expected.turn[ACTIVE] = state.turn[ACTIVE]
            assert snapshot(state) == snapshot(expected)
            assert engine.position_key(tables, state) == engine.position_key(tables, expected)
        assert engine.winner(tables, state) == oracle.winner(position)


def first_alike(position, metal):
    """The first Metal in the pool of the same player and faction."""
    return position.metals.index(position.metals[metal])


def value(tables, state, action):
    """What an action is worth to the player to move."""
    after = empty_state()
    engine.copy_state(tables, after, state)
    engine.apply(tables, after, action)
    return engine.state_value(tables, after, state.turn[ACTIVE])


def test_identical_tokens_of_a_pool_are_one_action():
    tables = game_tables(metals_game())._replace(pool=5)
    assert engine.list_actions(tables, empty_state()) == 4 * 4  # corners, facings


def test_like_metals_may_change_places_in_a_key():
    game = metals_game()
    tables = game_tables(game)
    keys = set()
    for spaces in ((0, 4), (4, 0), (0, 30), (0, NONE)):
        state = empty_state()
        state.space[:2] = spaces
        keys.add(engine.position_key(tables, state))
    assert len(keys) == 3


@with_numba
@pytest.mark.parametrize("size", ["basic", "factions"])
@pytest.mark.parametrize("sets", [("classic",), ("wilds",)])
def test_compiled_games_are_the_same(sets, size):
    game = metals_game(sets, size)
    two_ply, monte_carlo = PLAYERS["two_ply"]._replace(candidates=3), PLAYERS["monte_carlo"]
    quick = monte_carlo._replace(candidates=2, playouts=1, errors=80)
    search = Player("tree_search", candidates=3, playouts=2, errors=80)
    for seats in (
        (PLAYERS["random"], PLAYERS["careless"]), (PLAYERS["greedy"], two_ply), (quick, search),
    ):  # fmt: skip
        match = match_of(game)
        compiled = list(match.play(seats, "oak", 2, compiled=True))
        assert compiled == list(match.play(seats, "oak", 2, compiled=False))
        seen = match.observe(seats, "oak", 2, compiled=True)
        assert seen == match.observe(seats, "oak", 2, compiled=False)


@pytest.mark.parametrize(
    "strong, weak, count",
    [("careless", "random", 16), ("greedy", "careless", 32), ("two_ply", "greedy", 32)],
)
def test_stronger_players_win(strong, weak, count):
    """By a margin that chance does not explain: three fifths of 64 games have p < 0.1, and the
    programs win three quarters."""
    if not NUMBA:
        pytest.skip("too slow")
    game, pair = metals_game(("wilds",)), (PLAYERS[strong], PLAYERS[weak])
    wins = sum(play.shares[0] for play in match_of(game).play(pair, "a", count))
    wins += sum(play.shares[1] for play in match_of(game).play(pair[::-1], "b", count))
    assert wins >= 0.6 * 2 * count * WIN_PARTS


def test_results_are_those_of_the_actions():
    """Played again by the rules of the kernel, step by step."""
    game, count, seats = metals_game(), budget(40), [PLAYERS["careless"]] * 2
    tables, match = game_tables(game), match_of(game)
    seen = match.observe(seats, "oak", count)
    plays = match.play(seats, "oak", count)
    for play, shares, counters in zip(plays, seen.shares, seen.games, strict=True):
        state, leaders, behind, spaces = empty_state(), [], [], set()
        for action in play.actions:
            engine.apply(tables, state, action)
            spaces.add(action // 4 % tables.spaces)
            one, other = state.scores
            leaders.append(None if one == other else int(other > one))
            behind.append((one < other, other < one))
        ahead = [leader for leader in leaders if leader is not None]
        assert counters[m.TURNS] == len(play.actions) == state.turn[PLAYED]
        assert play.points == tuple(state.scores)
        winner = engine.winner(tables, state)
        share = 0.5 if winner == NONE else 1 - winner  # half a win for a game that is drawn
        assert shares == play.shares and shares[0] / WIN_PARTS == share
        assert counters[m.CHANGES] == sum(a != b for a, b in pairwise(ahead))
        assert counters[m.OWN_COUNT] == tables.spaces - len(spaces)
        last = max((turn for turn, who in enumerate(behind, 1) if who[winner]), default=0)
        assert winner == NONE or counters[m.DECIDED] == last


def test_long_games_are_draws(monkeypatch):
    monkeypatch.setitem(names_of(KERNEL), "MAX_TURNS", 4)
    monkeypatch.setattr(kernel, "has_numba", lambda: False)
    (play,) = match_of(metals_game()).play([PLAYERS["random"]] * 2, "oak", 1)
    assert len(play.actions) == 4 and play.shares == (WIN_PARTS // 2,) * 2


def test_a_position_that_occurs_for_the_third_time_is_a_draw(monkeypatch):
    """Both pace with one Metal, to and fro between two spaces."""

    def pace(tables, state, *scratch):
        player = state.turn[ACTIVE]
        metal = player * tables.pool
        corner, beside = ((0, 1), (34, 33))[player]
        goal = beside if state.space[metal] == corner else corner
        return (metal * tables.spaces + goal) * 4

    monkeypatch.setitem(names_of(KERNEL), "choose_action", pace)
    match = match_of(metals_game())
    (play,) = match.play((PLAYERS["random"],) * 2, "oak", 1, compiled=False)
    # The empty map does not come again; all four places of the two do, for the third time.
    assert play.shares == (WIN_PARTS // 2,) * 2 and len(play.actions) == 2 + 2 * 4


def test_an_action_that_wins_is_found():
    game = metals_game()
    tables = game_tables(game)
    for kind in ("greedy", "two_ply", "monte_carlo", "tree_search"):
        state = empty_state()
        state.scores[:] = [tables.target - 1, tables.target - 1]
        goal = next(space for space in range(tables.spaces) if tables.points[space])
        beside = next(
            tables.ahead[goal * 4 + way] for way in range(4)
            if not tables.points[tables.ahead[goal * 4 + way]]
        )  # fmt: skip
        state.space[0], state.occupant[beside] = beside, 0
        seats = [getattr(players, kind.upper()), 8, 9, 0] * 2
        scratch = empty_state(), empty_state(), [0] * players.tree_length(8, 9)
        action = functions_of(KERNEL).choose_action(tables, state, *scratch, seats)
        engine.apply(tables, state, action)
        assert engine.winner(tables, state) == 0, kind


def test_every_definition_fits_the_kernel():
    """The limits of definitions are those of the tables."""
    from generator.games.metals import map as maps
    from generator.games.metals.definition import Figures

    assert maps.COLUMNS[1] * maps.ROWS[1] <= engine.MAX_SPACES
    fields = Figures.model_json_schema()["properties"]
    assert fields["on_map"]["maximum"] <= engine.MAX_POOL
    assert fields["factions"]["maxProperties"] <= engine.MAX_FACTIONS
    assert MAX_TURNS == 300  # as docs/readings.md says
