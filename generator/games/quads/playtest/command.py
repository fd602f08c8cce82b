"""The study of Quads: the games of a set."""

from generator.games.open_study import PLAYERS, OpenGameStudy, play_by_rules
from generator.games.quads.playtest.fast_rules import QuadsRules
from generator.games.quads.roll import Quads


def play(quads: Quads, player: str, games: int, seed: str) -> list[dict[str, float]]:
    """Games on the board of a set."""
    return play_by_rules(QuadsRules(quads.setup), player, games, seed)


STUDY = OpenGameStudy("quads", play, tuple(PLAYERS), "greedy")
