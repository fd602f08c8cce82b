"""The kinds of files that designers write for dice."""

from generator.core.resources import sets_dir
from generator.games.dice.definition import DiceSet
from generator.schema.file_kind import FileKind

FILE_KINDS = (
    FileKind(
        "dice",
        DiceSet,
        "Set of dice",
        "`sets/dice/NAME.yaml`: the faces of a die, and how often it is thrown.",
        (sets_dir() / "dice" / "classic.yaml",),
        game="dice",
    ),
)
