"""What the commands for designers know of dice: sheets print no text of a set."""

from collections.abc import Iterator

from generator.core.resources import sets_dir
from generator.core.settings import Settings
from generator.games.authoring_support import AuthoringSupport
from generator.games.dice.definition import DiceDefinition, DiceSet
from generator.games.dice.game import GAME, Throws
from generator.schema.reference import FileKind
from generator.schema.set_texts import TranslatableText


class DiceAuthoring(AuthoringSupport[DiceDefinition, Throws]):
    """See AuthoringSupport."""

    def translatable_texts(self, definition: DiceDefinition) -> Iterator[TranslatableText]:
        return iter(())

    def fullest_rolls(self, definition: DiceDefinition, settings: Settings) -> Iterator[Throws]:
        yield GAME.roll(definition, GAME.default_size, GAME.default_players, "any")


SUPPORT = DiceAuthoring()

FILE_KINDS = (
    FileKind(
        "dice",
        DiceSet,
        "Set of dice",
        "`sets/dice/NAME.yaml`: the faces of a die, and how often it is thrown.",
        (sets_dir() / "dice" / "classic.yaml",),
        game="dice",
    ),
)
