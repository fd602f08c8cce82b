"""What the commands for designers ask bingo: its texts, its files."""

from generator.games.authoring_support import AuthoringSupport, file_kind
from generator.games.bingo.definition import BingoSet, printed_texts

SUPPORT = AuthoringSupport(printed_texts)
FILE_KINDS = (file_kind("bingo", BingoSet, "Bingo set", "the words on boards."),)
