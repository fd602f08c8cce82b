"""The rules of Quads in the words of a language: what the cards, the page and the board share."""

from generator.core.settings import Settings
from generator.games.quads.pieces import HANDS, Player
from generator.games.quads.roll import Quads
from generator.languages import Language, load_language, localized


def owner_name(quads: Quads, player: Player, language: Language) -> str:
    """What the set calls a player."""
    return localized(quads.chosen.owner(player).name, language.code)


def rule(quads: Quads, settings: Settings, key: str) -> str:
    """A sentence about the game, such as "rules.placing.turn", as markup."""
    return load_language(settings.language_code).say(
        f"quads.{key}",
        light=owner_name(quads, "light", load_language(settings.language_code)),
        dark=owner_name(quads, "dark", load_language(settings.language_code)),
        count=len(HANDS["light"]),
    )


def slug(quads: Quads, settings: Settings, *about: str) -> str:
    """What a sheet says of itself at its foot."""
    return " · ".join(
        (load_language(settings.language_code).say("game.quads"), *about, str(quads.game_id))
    )
