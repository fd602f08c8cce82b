"""The kinds of files that designers write for the disc race."""

from generator.core.resources import sets_dir
from generator.games.discs.definition import DiscSet
from generator.schema.file_kind import FileKind

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
