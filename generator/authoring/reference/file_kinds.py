"""Every kind of file that a designer writes.

Output: KINDS, each with its model and an example; and each as a JSON Schema.
"""

import json
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel

from generator.batch.batch_file import BatchFile
from generator.core.resources import sets_dir
from generator.games.discs.definition import DiscSet
from generator.games.magnetmen.definition import Boards, MagnetmenSet
from generator.games.magnetmen.simulation.goals import Goals
from generator.games.metals.definition import Figures, MetalsSet
from generator.games.quads.definition import QuadsSet
from generator.printing.printer_profile import Printer
from generator.schema.json_schema import schema_of

_EXAMPLES = Path(__file__).parent / "examples"


class Kind(NamedTuple):
    """A kind of file: the name of its schema, what it is called and for, and where it lies."""

    name: str
    model: type[BaseModel]
    title: str
    about: str
    examples: tuple[Path, ...]

    @property
    def file(self) -> str:
        """The name of the file with its schema."""
        return f"{self.name}.json"

    def schema(self) -> str:
        """Its JSON Schema as the text of a file."""
        made = schema_of(self.model, self.title)
        return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


KINDS = (
    Kind(
        "magnetmen",
        MagnetmenSet,
        "Magnetmen set",
        "`sets/magnetmen/NAME.yaml`: types, and what they can do.",
        (_EXAMPLES / "magnetmen.yaml",),
    ),
    Kind(
        "magnetmen-boards",
        Boards,
        "Magnetmen boards",
        "`sets/magnetmen/boards.yaml`: the boards there are, for every set.",
        (sets_dir() / "magnetmen" / "boards.yaml",),
    ),
    Kind(
        "magnetmen-play",
        Goals,
        "Magnetmen goals",
        "`sets/magnetmen/play.yaml`: what a good board is, and how one is looked for.",
        (sets_dir() / "magnetmen" / "play.yaml",),
    ),
    Kind(
        "metals",
        MetalsSet,
        "Metals set",
        "`sets/metals/NAME.yaml`: a map, drawn by hand or rolled from a seed.",
        (sets_dir() / "metals" / "classic.yaml", sets_dir() / "metals" / "wilds.yaml"),
    ),
    Kind(
        "metals-figures",
        Figures,
        "Metals figures",
        "`sets/metals/figures.yaml`: what is the same on every map.",
        (sets_dir() / "metals" / "figures.yaml",),
    ),
    Kind(
        "quads",
        QuadsSet,
        "Quads set",
        "`sets/quads/NAME.yaml`: sizes and colours; which pieces there are follows from the rules.",
        (sets_dir() / "quads" / "classic.yaml",),
    ),
    Kind(
        "discs",
        DiscSet,
        "Disc race set",
        "`sets/discs/NAME.yaml`: shapes, colours, how many discs, how large.",
        (sets_dir() / "discs" / "classic.yaml",),
    ),
    Kind(
        "batch",
        BatchFile,
        "Batch file",
        "Any file, for `board-generator batch --from FILE`: what to print in one run.",
        (_EXAMPLES / "batch.yaml",),
    ),
    Kind(
        "printer",
        Printer,
        "Printer profile",
        "`printer.yaml`, which `board-generator calibrate` writes: what a printer does to a page.",
        (_EXAMPLES / "profile.yaml",),
    ),
)
