"""Texts of Quads that several sheets share, in a language."""

from generator.core.settings import Settings
from generator.games.quads.pieces import HANDS, Player
from generator.games.quads.roll import Quads
from generator.languages import Language, load_language, localized


def owner_name(quads: Quads, player: Player, language: Language) -> str:
    """The name that the set gives a player."""
    return localized(quads.quads_set.owner(player).name, language.code)


def rule(quads: Quads, settings: Settings, key: str) -> str:
    """A sentence about the game by its key, such as "rules.placing.turn", as markup."""
    language = load_language(settings.language_code)
    return language.say(
        f"quads.{key}",
        light=owner_name(quads, "light", language),
        dark=owner_name(quads, "dark", language),
        count=len(HANDS["light"]),
    )


def slug(quads: Quads, settings: Settings, *subjects: str) -> str:
    """The line at the foot of a sheet: the game, the subjects of the sheet, the game ID."""
    game = load_language(settings.language_code).say("game.quads")
    return " · ".join((game, *subjects, str(quads.game_id)))
