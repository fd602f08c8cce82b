"""Observations of games, compared with those made from the states of the games."""

from fractions import Fraction
from itertools import pairwise

import pytest
from games.magnetmen.simulation.boards import ENGINES, random_position
from games.magnetmen.simulation.states import Game
from short_run import seeds
from support import SHIPPED, rolled

from generator.games.magnetmen import match as o
from generator.play import players as m
from generator.play.engine import WIN_PARTS
from generator.play.series import GREEDY, RANDOM

GAMES = [Game(random_position(number)) for number in range(40)]
GAMES.append(Game(rolled("observed", ("base",), "small", 3)))
GAMES.append(Game(rolled("observed", SHIPPED, "small", 2)))
COUNT = 10


def counters_by_kind(block) -> list[tuple[int, ...]]:
    return [*zip(*[iter(block)] * o.KIND_COUNTERS, strict=True)]


def leader_of(scores) -> int | None:
    best = [seat for seat, points in enumerate(scores) if points == max(scores)]
    return best[0] if len(best) == 1 else None


def expected_observation(game: Game, actions) -> tuple[int, ...]:
    """The observation of a game, made from its states."""
    state, scores, movers, choices = game.state(), [], [], []
    for number in actions:
        if not state.within_turn:
            movers.append(state.current_player)
            choices.append(len(state.legal_actions()))
        state.apply(game.action(number))
        if not state.within_turn:
            scores.append(state.scores)
    seats = game.tables.players
    waits = sum((after - before - 1) % seats for before, after in pairwise(movers))
    alone = [leader for leader in map(leader_of, scores) if leader is not None]
    changes = sum(a != b for a, b in pairwise(alone))
    winners = [seat for seat, points in enumerate(scores[-1]) if points == max(scores[-1])]
    decided = min(
        max((turn for turn, now in enumerate(scores, 1) if now[seat] < max(now)), default=0)
        for seat in winners
    )
    unused = sum(state.square(square) == "open" for square in range(game.tables.squares))
    tight = sum(choice <= 2 for choice in choices)
    return len(movers), sum(choices), tight, waits, changes, decided, unused


@seeds(len(GAMES))
def test_a_game_is_seen_as_it_went(number):
    game = GAMES[number]
    seats = [GREEDY, *[RANDOM] * (game.tables.players - 1)]
    diagnostics = list(game.match.play(seats, "s", COUNT, compiled=False))
    observations = game.match.observe(seats, "s", COUNT, compiled=False)
    assert observations.points == [play.points for play in diagnostics]
    for play, row in zip(diagnostics, observations.games, strict=True):
        assert row == expected_observation(game, play.actions)


@seeds(len(GAMES))
def test_takings_are_counted_by_type(number):
    game = GAMES[number]
    seats = [RANDOM] * game.tables.players
    picks = [0] * game.tables.types
    chances = [Fraction(0)] * game.tables.types
    for play in game.match.play(seats, "s", COUNT, compiled=False):
        state = game.state()
        for action in map(game.action, play.actions):
            squares = [one.square for one in state.legal_actions() if one.do == "take"]
            if action.do == "take":
                picks[game.tables.kinds[action.square]] += 1
                for square in squares:
                    chances[game.tables.kinds[square]] += Fraction(1, len(squares))
            state.apply(action)
    observations = game.match.observe(seats, "s", COUNT, compiled=False)
    assert len(observations.blocks) == m.BLOCKS
    for kind in range(game.tables.types):
        rows = [block[kind] for block in map(counters_by_kind, observations.blocks)]
        assert sum(row[o.PICKS] for row in rows) == picks[kind]
        mean_chances = sum(row[o.CHANCES] for row in rows) / o.WHOLE
        assert mean_chances == pytest.approx(float(chances[kind]), abs=1e-3)


@seeds(len(GAMES))
def test_points_by_type_add_up_to_scores(number):
    game = GAMES[number]
    players = game.tables.players
    seats = [GREEDY] * players
    observations = game.match.observe(seats, "s", COUNT, compiled=False)
    for block in range(m.BLOCKS):
        scores = observations.points[block :: m.BLOCKS]
        rows = counters_by_kind(observations.blocks[block])
        assert sum(row[o.POINTS] for row in rows) == sum(map(sum, scores))
        assert sum(row[o.WON_POINTS] for row in rows) == WIN_PARTS * sum(map(max, scores))


@seeds(len(GAMES))
def test_owners_and_icons_are_those_of_the_end(number):
    """A win is shared out among those who tie."""
    game = GAMES[number]
    seats = [RANDOM] * game.tables.players
    rows = [[0, 0, 0] for _ in range(game.tables.types)]
    for play in game.match.play(seats, "s", COUNT, compiled=False):
        state = game.state()
        for action in map(game.action, play.actions):
            state.apply(action)
        best = max(state.scores)
        win = WIN_PARTS // state.scores.count(best)
        for score, counts in zip(state.scores, state.inventories, strict=True):
            for row, own in zip(rows, counts, strict=True):
                row[0] += own
                row[1] += own > 0
                row[2] += win * (own > 0 and score == best)
    observations = game.match.observe(seats, "s", COUNT, compiled=False)
    blocks = [counters_by_kind(block) for block in observations.blocks]
    for kind, row in enumerate(rows):
        columns = (o.ICONS, o.OWNERS, o.OWNERS_WON)
        assert [sum(block[kind][column] for block in blocks) for column in columns] == row


@pytest.mark.skipif(len(ENGINES) == 1, reason="nothing to compare: numba is not installed")
@pytest.mark.parametrize("number", range(0, len(GAMES), 3))
def test_compiled_sees_the_same(number):
    game = GAMES[number]
    seats = [GREEDY, *[RANDOM] * (game.tables.players - 1)]
    one, other = (game.match.observe(seats, "s", COUNT, compiled=engine) for engine in ENGINES)
    assert one == other
