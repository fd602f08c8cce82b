"""The study of Quads: the board of a set, without the rules of the frame and with them."""

from generator.games.open_study import PLAYERS, OpenGameStudy, play_by_rules
from generator.games.quads.playtest.fast_rules import QuadsRules
from generator.games.quads.roll import Quads


def play(
    quads: Quads, variants: frozenset[str], player: str, games: int, seed: str
) -> list[dict[str, float]]:
    """Games on the board of a set, where the lines of its frame may count."""
    rules = QuadsRules(quads.quads_set.board, framed="framed" in variants)
    return play_by_rules(rules, player, games, seed)


STUDY = OpenGameStudy("quads", play, tuple(PLAYERS), "greedy", variants=("framed",))
