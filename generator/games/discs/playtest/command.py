"""The study of the disc race with turns, the variant for children under 5; the race itself is a
matter of quick hands, which no program has.

The variants undo what makes turns fair, each by itself: `clockwise`, turns go round the table;
`all`, a player takes all discs that match. Together they are the published variant.
"""

from generator.games.discs.playtest.turn_rules import TurnRules
from generator.games.discs.roll import PLAYERS, DiscGame
from generator.games.open_study import OpenGameStudy, play_by_rules


def play(
    game: DiscGame, players: int, variants: frozenset[str], player: str, games: int, seed: str
) -> list[dict[str, float]]:
    """Games with the discs of a game."""
    is_clockwise, takes_all = "clockwise" in variants, "all" in variants
    return play_by_rules(TurnRules(game, players, is_clockwise, takes_all), player, games, seed)


STUDY = OpenGameStudy(
    "discs",
    play,
    ("random",),
    "random",
    variants=("clockwise", "all"),
    player_counts=tuple(range(2, PLAYERS + 1)),
)
