"""The study of Metals: the published map, or maps that are rolled."""

from generator.games.metals.roll import MetalsGame
from generator.games.metals.simulation.players import PLAYERS, play_games
from generator.games.open_study import OpenGameStudy


def play(game: MetalsGame, player: str, games: int, seed: str) -> list[dict[str, float]]:
    """Games on the map of a game."""
    seats = (PLAYERS[player],) * 2
    return [result.figures() for result in play_games(game, seats, seed, games)]


STUDY = OpenGameStudy("metals", play, tuple(PLAYERS), "greedy")
