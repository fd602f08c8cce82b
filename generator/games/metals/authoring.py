"""What the commands for designers ask Metals: texts, emblems and files of its sets; its study."""

from collections.abc import Iterator

from generator.core.resources import sets_dir
from generator.games.authoring_support import AuthoringSupport
from generator.games.metals import definition as models
from generator.games.metals.definition import Figures, MetalsDefinition, MetalsSet
from generator.games.metals.playtest import MetalsGoals
from generator.games.metals.roll import MetalsGame
from generator.languages import Language, load_language
from generator.schema.reference import FileKind, yaml_on_a_line
from generator.schema.set_checks import Place, PrintedText, TranslatableText


class MetalsAuthoring(AuthoringSupport):
    def translatable_texts(self, definition: MetalsDefinition) -> Iterator[TranslatableText]:
        figures, metals_set = definition.files
        for loc, wording, _ in models.printed_texts(metals_set.content):
            yield TranslatableText(wording, Place(metals_set, loc))
        for loc, wording, _ in models.printed_names(figures.content):
            yield TranslatableText(wording, Place(figures, loc), proper_name=True)

    def printed_texts(
        self, definition: MetalsDefinition, rolled: MetalsGame | None, language: Language
    ) -> Iterator[PrintedText]:
        yield from super().printed_texts(definition, rolled, language)
        figures = definition.files[0]
        for key, faction in figures.content.factions.items():
            place = Place(figures, ("factions", key, "when"))
            yield PrintedText(faction.when.clause(language), place)


SUPPORT = MetalsAuthoring()


def conditions() -> str:
    """What the sheets say for the condition of each shipped faction."""
    english, lines = load_language("en"), ["What the sheets say then:\n"]
    for faction in models.load_definition(models.CATALOGUE.shipped[:1]).figures.factions.values():
        when = yaml_on_a_line(faction.when.model_dump(mode="json", exclude_none=True))
        lines.append(f"- `when: {when}`: “{faction.when.clause(english)}” ({faction.name['en']})")
    return "\n".join(lines)


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
        "metals-play",
        MetalsGoals,
        "Metals goals",
        "`sets/metals/play.yaml`: what a good map is, and how one is looked for.",
        (sets_dir() / "metals" / "play.yaml",),
        game="metals",
    ),
)
