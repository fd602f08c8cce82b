"""The kinds of files that designers write for Metals."""

from generator.core.resources import sets_dir
from generator.games.metals.definition import Figures, MetalsSet
from generator.games.metals.reference import conditions
from generator.games.metals.simulation.goals import Goals
from generator.schema.file_kind import FileKind

FILE_KINDS = (
    FileKind(
        "metals",
        MetalsSet,
        "Metals set",
        "`sets/metals/NAME.yaml`: a map, drawn by hand or rolled from a seed.",
        (sets_dir() / "metals" / "classic.yaml", sets_dir() / "metals" / "wilds.yaml"),
        game="metals",
    ),
    FileKind(
        "metals-figures",
        Figures,
        "Metals figures",
        "`sets/metals/figures.yaml`: what is the same on every map.",
        (sets_dir() / "metals" / "figures.yaml",),
        game="metals",
        notes={"factions.NAME.when": lambda schema: conditions()},
    ),
    FileKind(
        "metals-goals",
        Goals,
        "Metals goals",
        "`sets/metals/goals.yaml`: what a good map is, and how one is looked for.",
        (sets_dir() / "metals" / "goals.yaml",),
        game="metals",
    ),
)
