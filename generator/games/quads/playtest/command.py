"""The study of Quads: the games of a set, without the rules of the frame and with them."""

from dataclasses import replace

from generator.games.open_study import OpenGameStudy
from generator.games.quads.playtest.fast_rules import QuadsRules
from generator.games.quads.roll import Quads

ENDGAME_SQUARES = 14  # free ones from which nearly every game can be solved, see docs/findings.md


def rules_of(quads: Quads, players: int, variants: frozenset[str]) -> QuadsRules:
    """The rules on the board of a set, where the lines of its frame may count."""
    return QuadsRules(replace(quads.setup, framed="framed" in variants))


STUDY = OpenGameStudy(
    "quads", rules_of, "greedy", variants=("framed",), endgame_turns=ENDGAME_SQUARES
)
