"""What the commands for designers ask the disc race: its names, its art, its files."""

from collections.abc import Iterator

from generator.core.resources import sets_dir
from generator.core.settings import Settings
from generator.games.authoring_support import LONG_SEED, AuthoringSupport
from generator.games.discs.definition import DiscsDefinition, DiscSet, printed_texts
from generator.games.discs.game import GAME
from generator.games.discs.roll import DiscGame, roll
from generator.schema.reference import FileKind
from generator.schema.set_texts import Place, TranslatableText


class DiscsAuthoring(AuthoringSupport[DiscsDefinition, DiscGame]):
    """See AuthoringSupport."""

    def translatable_texts(self, definition: DiscsDefinition) -> Iterator[TranslatableText]:
        (file,) = definition.files
        for loc, wording, _ in printed_texts(file.content):
            yield TranslatableText(wording, Place(file, loc))

    def fullest_rolls(self, definition: DiscsDefinition, settings: Settings) -> Iterator[DiscGame]:
        yield roll(definition, GAME.default_size, GAME.default_players, LONG_SEED)


SUPPORT = DiscsAuthoring()


FILE_KINDS = (
    FileKind(
        "discs",
        DiscSet,
        "Disc race set",
        "`sets/discs/NAME.yaml`: shapes, colours, how many discs, how large.",
        (sets_dir() / "discs" / "classic.yaml",),
        game="discs",
    ),
)
