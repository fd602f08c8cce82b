"""Metals as programs play it: the same actions and results as oracle.py, compiled or not, and
sensible players."""

from importlib.util import find_spec
from itertools import pairwise

import pytest
from games.metals import oracle
from games.metals.pictures import by_engine, shipped_definition, snapshot
from play.agreement import play_beside
from play.kernels import names_of
from short_run import budget, first

from generator.games.metals import engine
from generator.games.metals import map as maps
from generator.games.metals.definition import Figures
from generator.games.metals.engine import MAX_TURNS, NONE, PLAYED, empty_state
from generator.games.metals.map import FACINGS
from generator.games.metals.playtest import PROGRAMS, match_of
from generator.games.metals.roll import roll
from generator.play import kernel
from generator.play import players as m
from generator.play.engine import WIN_PARTS
from generator.play.series import Player

PLAYERS = PROGRAMS.players
NUMBA = find_spec("numba") is not None


def metals_game(name="classic", size="basic", seed="oak"):
    return roll(shipped_definition(name), size, 2, seed)


class OracleGame:
    """A game by oracle.py, for play_beside."""

    def __init__(self, game, pools):
        self.position, self.turns = oracle.start(game, pools), 0

    def decider(self):
        over = oracle.winner(self.position) is not None or self.turns == MAX_TURNS
        return -1 if over else self.position.active

    def legal(self):
        """Metals in the pool that are alike are one."""
        metals = self.position.metals
        return {
            action
            for action in oracle.legal_actions(self.position)
            if metals[action.metal].space is not None
            or metals.index(metals[action.metal]) == action.metal
        }

    def apply(self, action):
        self.position = oracle.play(self.position, action)
        self.turns += 1

    def standings(self):
        return self.position.scores

    def winners(self):
        winner = oracle.winner(self.position)
        return (0, 1) if winner is None else (winner,)


@pytest.mark.parametrize("part", first(1, range(2)))
@pytest.mark.parametrize("greedy", first(1, [True, False]))
@pytest.mark.parametrize("name, size", first(1, [("wilds", "factions"), ("classic", "basic")]))
def test_an_independent_player_meets_no_difference(name, size, greedy, part):
    """In 96 games; there was none in 1,008."""
    game = metals_game(name, size, f"oak {part}")
    match = match_of(game)
    names, pool = [*game.definition.figures.factions, None], match.tables.pool

    def action_of(number):
        place, facing = divmod(number, len(FACINGS))
        return oracle.Action(*divmod(place, match.tables.spaces), FACINGS[facing])

    def compare(state, numbers):
        _, expected, _ = by_engine(beside.position)
        assert snapshot(state) == snapshot(expected)
        keys = [engine.position_key(match.tables, one) for one in (state, expected)]
        assert keys[0] == keys[1]
        now.append(state)

    def choose(chance, numbers):
        if not greedy:
            return chance.choice(numbers)
        return max(chance.sample(numbers, len(numbers)), key=value)

    def value(number):
        after, state = empty_state(), now[-1]
        engine.copy_state(match.tables, after, state)
        engine.apply(match.tables, after, number)
        return engine.state_value(match.tables, after, state.turn[engine.ACTIVE])

    seen = set()
    for seed in range(12 * part, 12 * part + 12):
        m.seed_rng(match.start, [1, 2, 3, 4], seed)
        state = kernel.python_kernel(engine.ENGINE).record(match.start)
        engine.start_game(match.tables, state, match.start)
        factions = [names[index] for index in state.faction[: 2 * pool]]
        beside, now = OracleGame(game, (factions[:pool], factions[pool:])), []
        play_beside(match, beside, action_of, seed, choose, compare)
        seen.update(factions)
    assert seen == {*names[:-1]} if game.factions else {None}


def test_like_metals_may_change_places_in_a_key():
    tables, keys = match_of(metals_game()).tables, set()
    for spaces in ((0, 4), (4, 0), (0, 30), (0, NONE)):
        state = empty_state()
        state.space[:2] = spaces
        keys.add(engine.position_key(tables, state))
    assert len(keys) == 3


@pytest.mark.skipif(not NUMBA, reason="numba is not installed")
@pytest.mark.parametrize("name, size", first(0, [("wilds", "factions"), ("classic", "basic")]))
def test_compiled_games_are_the_same(name, size):
    match, two_ply = match_of(metals_game(name, size)), PLAYERS["two_ply"]._replace(candidates=3)
    quick = PLAYERS["monte_carlo"]._replace(candidates=2, playouts=1, errors=80)
    search = Player("tree_search", candidates=3, playouts=2, errors=80)
    easy = PLAYERS["random"], PLAYERS["careless"]
    for seats in (easy, (PLAYERS["greedy"], two_ply), (quick, search)):
        compiled = list(match.play(seats, "oak", 2, compiled=True))
        assert compiled == list(match.play(seats, "oak", 2, compiled=False))
        seen = match.observe(seats, "oak", 2, compiled=True)
        assert seen == match.observe(seats, "oak", 2, compiled=False)


@pytest.mark.skipif(not NUMBA, reason="too slow")
@pytest.mark.parametrize(
    "strong, weak, count",
    [("careless", "random", 16), ("greedy", "careless", 32), ("two_ply", "greedy", 32)],
)
def test_stronger_players_win(strong, weak, count):
    """By a margin that chance does not explain: three fifths of 64 games have p < 0.1, and the
    programs win three quarters."""
    match, pair = match_of(metals_game("wilds")), (PLAYERS[strong], PLAYERS[weak])
    wins = sum(play.shares[0] for play in match.play(pair, "a", count))
    wins += sum(play.shares[1] for play in match.play(pair[::-1], "b", count))
    assert wins >= 0.6 * 2 * count * WIN_PARTS


def test_results_are_those_of_the_actions():
    """Played again by the rules of the kernel, step by step."""
    match, count, seats = match_of(metals_game()), budget(40), [PLAYERS["careless"]] * 2
    seen, tables = match.observe(seats, "oak", count), match.tables
    plays = match.play(seats, "oak", count)
    for play, shares, counters in zip(plays, seen.shares, seen.games, strict=True):
        state, leaders, behind, spaces = empty_state(), [], [], set()
        for action in play.actions:
            engine.apply(tables, state, action)
            spaces.add(action // 4 % tables.spaces)
            one, other = state.scores
            leaders += [other > one] if one != other else []
            behind.append((one < other, other < one))
        assert counters[m.TURNS] == len(play.actions) == state.turn[PLAYED]
        assert play.points == tuple(state.scores)
        winner = engine.winner(tables, state)
        share = 0.5 if winner == NONE else 1 - winner  # half a win for a game that is drawn
        assert shares == play.shares and shares[0] / WIN_PARTS == share
        assert counters[m.CHANGES] == sum(a != b for a, b in pairwise(leaders))
        assert counters[m.OWN_COUNT] == tables.spaces - len(spaces)
        last = max((turn for turn, who in enumerate(behind, 1) if who[winner]), default=0)
        assert winner == NONE or counters[m.DECIDED] == last


def test_long_games_are_draws(monkeypatch):
    monkeypatch.setitem(names_of(engine.ENGINE)["engine"].apply.__globals__, "MAX_TURNS", 4)
    (play,) = match_of(metals_game()).play([PLAYERS["random"]] * 2, "oak", 1, compiled=False)
    assert len(play.actions) == 4 and play.shares == (WIN_PARTS // 2,) * 2


def test_a_position_that_occurs_for_the_third_time_is_a_draw(monkeypatch):
    """Both pace with one Metal, to and fro between two spaces."""

    def pace(tables, state, *scratch):
        player = state.turn[engine.ACTIVE]
        metal, (corner, beside) = player * tables.pool, ((0, 1), (34, 33))[player]
        goal = beside if state.space[metal] == corner else corner
        return (metal * tables.spaces + goal) * 4

    monkeypatch.setitem(names_of(engine.ENGINE), "choose_action", pace)
    (play,) = match_of(metals_game()).play((PLAYERS["random"],) * 2, "oak", 1, compiled=False)
    # The empty map does not come again; all four places of the two do, for the third time.
    assert play.shares == (WIN_PARTS // 2,) * 2 and len(play.actions) == 2 + 2 * 4


def test_every_definition_fits_the_kernel():
    """The limits of definitions are those of the tables."""
    assert maps.COLUMNS[1] * maps.ROWS[1] <= engine.MAX_SPACES
    fields = Figures.model_json_schema()["properties"]
    assert fields["on_map"]["maximum"] <= engine.MAX_POOL
    assert fields["factions"]["maxProperties"] <= engine.MAX_FACTIONS
    assert MAX_TURNS == 300  # as docs/readings.md says
