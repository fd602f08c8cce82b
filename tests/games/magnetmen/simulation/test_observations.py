"""Observations of games, compared with those made by playing them again with the oracle."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
from games.magnetmen.oracle import SlowGame
from games.magnetmen.simulation.boards import ENGINES, random_position
from games.magnetmen.simulation.states import Game
from short_run import first, seeds
from support import SHIPPED, rolled

from generator.games.magnetmen import match as o
from generator.play import players as m
from generator.play.engine import WIN_PARTS
from generator.play.series import GREEDY, RANDOM, Observations

GAMES = [Game(random_position(number)) for number in range(40)]
GAMES.append(Game(rolled("observed", ("base",), "small", 3)))
GAMES.append(Game(rolled("observed", SHIPPED, "small", 2)))
COUNT = 10


def counters_by_kind(block) -> list[tuple[int, ...]]:
    return [*zip(*[iter(block)] * o.KIND_COUNTERS, strict=True)]


def sums_by_kind(observed: Observations, *columns: int) -> list[list[int]]:
    blocks = [counters_by_kind(block) for block in observed.blocks]
    return [[sum(row[at] for row in rows) for at in columns] for rows in zip(*blocks, strict=True)]


def expected_observation(players: int, turns, open_squares: int) -> tuple[int, ...]:
    """The observation of a game. turns: who moved, among how many actions, the points then."""
    movers, choices, scores = zip(*turns, strict=True)
    waits = sum((after - before - 1) % players for before, after in pairwise(movers))
    leaders = [[seat for seat in range(players) if now[seat] == max(now)] for now in scores]
    changes = sum(a != b for a, b in pairwise(each for each in leaders if len(each) == 1))
    decided = min(
        max((turn for turn, now in enumerate(scores, 1) if now[seat] < max(now)), default=0)
        for seat in leaders[-1]
    )
    tight = sum(choice <= 2 for choice in choices)
    return len(movers), sum(choices), tight, waits, changes, decided, open_squares


@seeds(len(GAMES))
def test_games_are_seen_as_they_went(number):
    """The counters of types are: takings; those expected of random choices; icons at the end;
    players who have any, and their wins, which those share who tie."""
    game = GAMES[number]
    seats = [GREEDY, *[RANDOM] * (game.tables.players - 1)]
    plays = list(game.match.play(seats, "s", COUNT, compiled=False))
    observed = game.match.observe(seats, "s", COUNT, compiled=False)
    assert observed.points == [play.points for play in plays]
    picks, icons, owners, wins = (Counter[int]() for _ in range(4))
    chances = [Fraction(0)] * game.tables.types
    for play, row in zip(plays, observed.games, strict=True):
        oracle, turns = SlowGame(game.position), []
        for action in map(game.action, play.actions):
            if not oracle.within_turn:
                turns.append((oracle.decider(), len(oracle.legal())))
            takes = [one.square for one in oracle.legal() if one.do == "take"]
            if action.do == "take":
                picks[game.tables.kinds[action.square]] += 1
                for square in takes:
                    chances[game.tables.kinds[square]] += Fraction(1, len(takes))
            oracle.apply(action)
            if not oracle.within_turn:
                turns[-1] += (oracle.standings(),)
        open_squares = oracle.position.states.count("open")
        assert row == expected_observation(game.tables.players, turns, open_squares)
        winners = oracle.winners()
        for seat, inventory in enumerate(oracle.position.inventories):
            counts = Counter(kind for kind, _ in inventory.icons)
            icons += counts
            owners.update(counts.keys())
            if seat in winners:
                wins += Counter(dict.fromkeys(counts, WIN_PARTS // len(winners)))
    assert sums_by_kind(observed, o.PICKS, o.ICONS, o.OWNERS, o.OWNERS_WON) == [
        [picks[kind], icons[kind], owners[kind], wins[kind]] for kind in range(game.tables.types)
    ]
    for (chance,), expected in zip(sums_by_kind(observed, o.CHANCES), chances, strict=True):
        assert chance / o.WHOLE == pytest.approx(float(expected), abs=1e-3)
    assert len(observed.blocks) == m.BLOCKS
    for block in range(m.BLOCKS):  # points by type add up to scores
        scores, rows = observed.points[block :: m.BLOCKS], counters_by_kind(observed.blocks[block])
        assert sum(row[o.POINTS] for row in rows) == sum(map(sum, scores))
        assert sum(row[o.WON_POINTS] for row in rows) == WIN_PARTS * sum(map(max, scores))


@pytest.mark.skipif(len(ENGINES) == 1, reason="nothing to compare: numba is not installed")
@pytest.mark.parametrize("number", first(6, range(len(GAMES))))
def test_compiled_plays_and_sees_the_same(number):
    game = GAMES[number]
    seats = [GREEDY, *[RANDOM] * (game.tables.players - 1)]
    for series in (game.match.observe, lambda *given, **how: [*game.match.play(*given, **how)]):
        one, other = (series(seats, "s", COUNT, compiled=engine) for engine in ENGINES)
        assert one == other
