"""The study of Quads: the games of a set, without the rules of the frame and with them."""

from dataclasses import replace

from generator.games.open_study import PLAYERS, OpenGameStudy, play_by_rules
from generator.games.quads.playtest.fast_rules import QuadsRules
from generator.games.quads.roll import Quads

ENDGAME_SQUARES = 14  # free ones from which most games can be solved, see docs/findings.md


def play(
    quads: Quads, players: int, variants: frozenset[str], player: str, games: int, seed: str
) -> list[dict[str, float]]:
    """Games on the board of a set, where the lines of its frame may count."""
    rules = QuadsRules(replace(quads.setup, framed="framed" in variants))
    return play_by_rules(rules, player, games, seed, ENDGAME_SQUARES)


STUDY = OpenGameStudy("quads", play, tuple(PLAYERS), "greedy", variants=("framed",))
