"""The kinds of files that designers write for Magnetmen."""

from pathlib import Path

from generator.core.resources import sets_dir
from generator.games.magnetmen.definition import Boards, MagnetmenSet
from generator.games.magnetmen.reference import kinds_of_power
from generator.games.magnetmen.simulation.goals import Goals
from generator.schema.file_kind import FileKind

FILE_KINDS = (
    FileKind(
        "magnetmen",
        MagnetmenSet,
        "Magnetmen set",
        "`sets/magnetmen/NAME.yaml`: types, and what they can do.",
        (Path(__file__).parent / "reference_example.yaml",),
        game="magnetmen",
        notes={"": kinds_of_power},
    ),
    FileKind(
        "magnetmen-boards",
        Boards,
        "Magnetmen boards",
        "`sets/magnetmen/boards.yaml`: the boards there are, for every set.",
        (sets_dir() / "magnetmen" / "boards.yaml",),
        game="magnetmen",
    ),
    FileKind(
        "magnetmen-play",
        Goals,
        "Magnetmen goals",
        "`sets/magnetmen/play.yaml`: what a good board is, and how one is looked for.",
        (sets_dir() / "magnetmen" / "play.yaml",),
        game="magnetmen",
    ),
)
