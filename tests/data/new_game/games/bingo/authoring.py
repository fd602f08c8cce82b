"""What the commands for designers ask bingo: its texts, its files."""

from generator.core.resources import sets_dir
from generator.games.authoring_support import AuthoringSupport
from generator.games.bingo.definition import BingoSet, printed_texts
from generator.schema.reference import FileKind

SUPPORT = AuthoringSupport(printed_texts)

FILE_KINDS = (
    FileKind(
        "bingo",
        BingoSet,
        "Bingo set",
        "`sets/bingo/NAME.yaml`: the words on boards.",
        (sets_dir() / "bingo" / "party.yaml",),
        game="bingo",
    ),
)
