"""What the commands for designers ask Quads, whose pictures are geometry and belong to no set."""

from collections.abc import Iterator

from generator.core.resources import sets_dir
from generator.core.settings import Settings
from generator.games.authoring_support import LONG_SEED, AuthoringSupport
from generator.games.quads.definition import QuadsDefinition, QuadsSet, printed_texts
from generator.games.quads.game import GAME
from generator.games.quads.roll import Quads, roll
from generator.schema.reference import FileKind
from generator.schema.set_texts import Place, TranslatableText


class QuadsAuthoring(AuthoringSupport[QuadsDefinition, Quads]):
    """See AuthoringSupport."""

    def translatable_texts(self, definition: QuadsDefinition) -> Iterator[TranslatableText]:
        (file,) = definition.files
        for loc, wording, _ in printed_texts(file.content):
            yield TranslatableText(wording, Place(file, loc))

    def fullest_rolls(self, definition: QuadsDefinition, settings: Settings) -> Iterator[Quads]:
        yield roll(definition, GAME.default_size, GAME.default_players, LONG_SEED)


SUPPORT = QuadsAuthoring()


FILE_KINDS = (
    FileKind(
        "quads",
        QuadsSet,
        "Quads set",
        "`sets/quads/NAME.yaml`: the board, how many pieces, sizes and colours.",
        (sets_dir() / "quads" / "classic.yaml",),
        game="quads",
    ),
)
