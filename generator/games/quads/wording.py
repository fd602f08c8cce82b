"""The rules of Quads in the words of a language: what the cards, the page and the board share."""

from generator.games.base import Settings
from generator.games.quads.pieces import HANDS, Player
from generator.games.quads.roll import Quads
from generator.languages import Language, localized


def owner_name(quads: Quads, player: Player, language: Language) -> str:
    """What the set calls a player."""
    return localized(quads.chosen.owner(player).name, language.code)


def rule(quads: Quads, settings: Settings, key: str) -> str:
    """A sentence about the game, such as "rules.placing.turn", as markup."""
    return settings.language.say(
        f"quads.{key}",
        light=owner_name(quads, "light", settings.language),
        dark=owner_name(quads, "dark", settings.language),
        count=len(HANDS["light"]),
    )


def slug(quads: Quads, settings: Settings, *about: str) -> str:
    """What a sheet says of itself at its foot."""
    return " · ".join((settings.language.say("game.quads"), *about, str(quads.game_id)))
