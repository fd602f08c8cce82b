"""What the commands for designers ask Quads: its texts and its files."""

from generator.core.resources import sets_dir
from generator.games.authoring_support import AuthoringSupport
from generator.games.quads.definition import QuadsSet, printed_texts
from generator.schema.reference import FileKind

SUPPORT = AuthoringSupport(printed_texts)

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
