"""What the commands for designers ask the disc race: its texts, its files."""

from generator.core.resources import sets_dir
from generator.games.authoring_support import AuthoringSupport
from generator.games.discs.definition import DiscSet, printed_texts
from generator.schema.reference import FileKind

SUPPORT = AuthoringSupport(printed_texts)

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
