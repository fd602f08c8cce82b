"""The kinds of files that designers write for Quads."""

from generator.core.resources import sets_dir
from generator.games.quads.definition import QuadsSet
from generator.schema.file_kind import FileKind

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
