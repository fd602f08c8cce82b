"""The skill ladder: how often a better player wins.

Input: a Game, a player, the kind of the others. Output: the wins of that player, who plays each
seat equally often. With n players, a share of 1/n means that skill does not matter.
"""

from typing import NamedTuple

from generator.games.magnetmen.simulation.game import Game
from generator.games.magnetmen.simulation.players import Player, observe_games


class Rung(NamedTuple):
    """The wins of one player among others in a number of games; a tie is shared out."""

    wins: float
    games: int


def play_rung(game: Game, player: Player, others: Player, seed: str, games: int) -> Rung:
    """Play at least `games` games, equally many from each seat. Raises the errors of play_games."""
    count = game.tables.players
    games_per_seat = max(1, -(-games // count))
    wins = 0.0
    for seat in range(count):
        seats = [player if other == seat else others for other in range(count)]
        for points in observe_games(game, seats, f"{seed} seat {seat}", games_per_seat).scores:
            if points[seat] == max(points):
                wins += 1 / points.count(points[seat])
    return Rung(wins, games_per_seat * count)
