"""The skill ladder: how much it helps to play better.

Input: a Game, a player and the kind the others are. Output: how often that player wins, who sits in
each seat equally often. 1/n among n players says that skill counts for nothing.
"""

from typing import NamedTuple

from generator.games.magnetmen.simulation.game import Game
from generator.games.magnetmen.simulation.players import Player, watched


class Rung(NamedTuple):
    """The wins of one player among others, a tie shared out, in so many games."""

    wins: float
    games: int


def rung(game: Game, player: Player, others: Player, seed: str, games: int) -> Rung:
    """At least so many games, as many in each seat. Raises ImportError as plays does."""
    count = game.facts.players
    each = max(1, -(-games // count))
    wins = 0.0
    for seat in range(count):
        seats = [player if at == seat else others for at in range(count)]
        for points in watched(game, seats, f"{seed} seat {seat}", each).scores:
            if points[seat] == max(points):
                wins += 1 / points.count(points[seat])
    return Rung(wins, each * count)
