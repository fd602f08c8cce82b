"""Games on small boards, their states, and who wins them."""

import random

from games.magnetmen.simulation.states import Game
from support import SHIPPED, rolled

from generator.games.magnetmen import engine
from generator.play.series import Player


def base(players=2, size="small") -> Game:
    return Game(rolled("players", ("base",), size, players))


def all_sets(players=3, size="small") -> Game:
    return Game(rolled("players", SHIPPED, size, players))


def often_taking(game: Game, chance: random.Random, numbers: list[int]) -> int:
    """An action, more often a taking than another, lest games end soon."""
    takes = [number for number in numbers if number < game.tables.squares]
    return chance.choice(takes if takes and chance.random() < 0.7 else numbers)


def states(game: Game, seed: int):
    """The states of a random game. One state: it changes."""
    state, chance = game.start(), random.Random(seed)
    while state.turn[engine.NEED] != engine.OVER:
        yield state
        engine.apply(game.tables, state, often_taking(game, chance, game.legal(state)))


def wins(one: Player, other: Player, games: int) -> float:
    """The share of games that `one` wins on several boards, in both seats equally often."""
    won = 0.0
    for board in range(games):
        game = Game(rolled(f"wins {board}", ("base",), "small", 2))
        for seats in ((one, other), (other, one)):
            (play,) = game.match.play(seats, f"wins {board}", 1)
            mine, theirs = play.points if seats[0] is one else reversed(play.points)
            won += (mine > theirs) + (mine == theirs) / 2
    return won / (2 * games)
