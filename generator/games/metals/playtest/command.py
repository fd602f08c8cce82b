"""The study of Metals: the published map, or maps that are rolled."""

from generator.games.metals.playtest.fast_rules import MetalsRules
from generator.games.metals.roll import MetalsGame
from generator.games.open_study import OpenGameStudy


def rules_of(game: MetalsGame, players: int, variants: frozenset[str]) -> MetalsRules:
    """The rules on the map of a game."""
    return MetalsRules(game)


STUDY = OpenGameStudy("metals", rules_of, "greedy")
