"""Dice behind the contract of games/base.py."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.core.errors import OptionError
from generator.core.game_id import GameId, digest, fingerprint
from generator.core.seeds import Stream
from generator.core.settings import Settings
from generator.games.base import Game, RolledSheet
from generator.games.dice.definition import CATALOGUE, DiceDefinition, load_definition
from generator.languages import load_language
from generator.layout.page import Page
from generator.layout.text import Style, line

VERSION = 1  # raised whenever the same seed no longer gives the same throws
_SIZE = "regular"
_STYLE = Style(14)


@dataclass(frozen=True, slots=True)
class Throws:
    """The result of each throw."""

    game_id: GameId
    definition: DiceDefinition
    numbers: tuple[int, ...]


class Dice(Game[DiceDefinition, Throws]):
    """The game and its sheet."""

    name = "dice"
    catalogue = CATALOGUE
    default_sets = ("classic",)
    single_set = True
    default_size = _SIZE
    default_players = 2
    is_bundle = True
    rules_sheet = "throws"

    def load(self, sets: Sequence[str], sets_dirs: Sequence[Path] = ()) -> DiceDefinition:
        return load_definition(sets, sets_dirs)

    def check_options(self, definition: DiceDefinition, size: str, players: int) -> None:
        if size != _SIZE:
            raise OptionError(f"--size {size!r}: expected {_SIZE}")

    def roll(self, definition: DiceDefinition, size: str, players: int, seed: str) -> Throws:
        (dice,) = definition.sets
        stream = Stream(seed, "throws")
        numbers = tuple(1 + stream.below(dice.faces) for _ in range(dice.throws))
        marks = fingerprint(VERSION, (digest(dice),))
        return Throws(GameId("dice", size, (dice.key,), players, seed, marks), definition, numbers)

    def record(self, rolled: Throws, language_code: str) -> dict[str, Any]:
        return {"id": str(rolled.game_id), "told": [str(number) for number in rolled.numbers]}

    @property
    def rolled_sheets(self) -> Mapping[str, RolledSheet[Throws]]:
        return {"throws": _throws}


def _throws(rolled: Throws, settings: Settings) -> list[Page]:
    language, area = load_language(settings.language_code), settings.paper.within(20)
    title = language.say("dice.title", count=len(rolled.numbers))
    numbers = " ".join(map(str, rolled.numbers))
    items = [*line(title, _STYLE).items(area.x, area.y)]
    items += line(numbers, _STYLE).items(area.x, area.y + 10)
    items += line(str(rolled.game_id), _STYLE).items(area.x, area.y + 20)
    return [Page(settings.paper, tuple(items), "throws")]


GAME = Dice()
