"""What the commands for designers ask Quads: its texts, its files."""

from generator.games.authoring_support import AuthoringSupport, file_kind
from generator.games.quads.definition import QuadsSet, printed_texts

SUPPORT = AuthoringSupport(printed_texts)
FILE_KINDS = (
    file_kind("quads", QuadsSet, "Quads set", "the board, how many pieces, sizes and colours."),
)
