"""The study of the disc race with turns, the variant for children under 5; the race itself is a
matter of quick hands, which no program has.

The variants undo what makes turns fair, each by itself: `clockwise`, turns go round the table;
`all`, a player takes all discs that match. Together they are the published variant.
"""

from generator.games.discs.playtest.turn_rules import TurnRules
from generator.games.discs.roll import PLAYERS, DiscGame
from generator.games.open_study import OpenGameStudy


def rules_of(game: DiscGame, players: int, variants: frozenset[str]) -> TurnRules:
    """The rules with the discs of a game."""
    return TurnRules(
        game, players, is_clockwise="clockwise" in variants, takes_all="all" in variants
    )


STUDY = OpenGameStudy(
    "discs", rules_of, "random", variants=("clockwise", "all"), players=tuple(range(2, PLAYERS + 1))
)
