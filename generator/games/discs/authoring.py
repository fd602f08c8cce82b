"""What the commands for designers ask the disc race: its texts, its files."""

from generator.games.authoring_support import AuthoringSupport, file_kind
from generator.games.discs.definition import DiscSet, printed_texts

SUPPORT = AuthoringSupport(printed_texts)
FILE_KINDS = (
    file_kind("discs", DiscSet, "Disc race set", "shapes, colours, how many discs, how large."),
)
