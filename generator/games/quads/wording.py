"""Texts of Quads that several sheets share, in a language."""

from generator.core.settings import Settings
from generator.games.quads.definition import QuadsSet
from generator.games.quads.pieces import Player
from generator.games.quads.roll import Quads
from generator.languages import Language, load_language, localized

MARKED_KEYS = {
    "rules.setup.first": "rules.setup.first_marked",
    "rules.setup.lots": "rules.setup.lots_marked",
}
"""The sentences that replace others where the board says where the neutral pieces lie."""


def owner_name(quads: Quads, player: Player, language: Language) -> str:
    """The name that the set gives a player."""
    return localized(quads.quads_set.owner(player).name, language.code)


def rule(quads: Quads, settings: Settings, key: str) -> str:
    """A sentence about the game by its key, such as "rules.placing.turn", as markup; where the set
    has another rule, the sentence about that."""
    language = load_language(settings.language_code)
    return language.say(
        f"quads.{_key(key, quads.quads_set)}",
        light=owner_name(quads, "light", language),
        dark=owner_name(quads, "dark", language),
        count=quads.quads_set.hand_size,
    )


def _key(key: str, quads_set: QuadsSet) -> str:
    if key == "rules.frame.rule" and not quads_set.is_lost_for_light:
        return "rules.frame.only"
    return MARKED_KEYS.get(key, key) if quads_set.neutrals == "marked" else key


def slug(quads: Quads, settings: Settings, *subjects: str) -> str:
    """The line at the foot of a sheet: the game, the subjects of the sheet, the game ID."""
    game = load_language(settings.language_code).say("game.quads")
    return " · ".join((game, *subjects, str(quads.game_id)))
