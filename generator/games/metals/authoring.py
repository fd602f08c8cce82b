"""What the commands for designers ask Metals: texts, emblems and files of its sets; its study."""

from collections.abc import Iterator
from dataclasses import replace

from generator.core.resources import sets_dir
from generator.core.settings import Settings
from generator.games.authoring_support import AuthoringSupport, file_kind
from generator.games.metals.definition import Figures, MetalsDefinition, MetalsSet
from generator.games.metals.playtest import MetalsGoals
from generator.games.metals.roll import MetalsGame
from generator.languages import Language
from generator.schema.fields import possible
from generator.schema.reference import FileKind
from generator.schema.set_checks import Place, PrintedText, TranslatableText


class MetalsAuthoring(AuthoringSupport):
    def translatable_texts(self, definition: MetalsDefinition) -> Iterator[TranslatableText]:
        figures, metals_set = definition.files
        yield TranslatableText(metals_set.content.title, Place(metals_set, ("title",)))
        for key, faction in figures.content.factions.items():
            place = Place(figures, ("factions", key, "name"))
            yield TranslatableText(faction.name, place, proper_name=True)

    def fullest_rolls(
        self, definition: MetalsDefinition, settings: Settings
    ) -> Iterator[MetalsGame]:
        """Of rolled maps the largest, which need most room on paper, and the smallest, which have
        least room for spaces. Raises RollError."""
        (metals_set,) = definition.sets
        if (rules := metals_set.map.rolled) is None:
            yield from super().fullest_rolls(definition, settings)
            return
        sides = possible(rules.columns), possible(rules.rows)
        for columns, rows in dict.fromkeys(tuple(map(end, sides)) for end in (max, min)):
            fixed = rules.model_copy(update={"columns": columns, "rows": rows})
            own_map = metals_set.map.model_copy(update={"rolled": fixed})
            own_set = metals_set.model_copy(update={"map": own_map})
            yield from super().fullest_rolls(replace(definition, sets=(own_set,)), settings)

    def printed_texts(
        self, definition: MetalsDefinition, rolled: MetalsGame | None, language: Language
    ) -> Iterator[PrintedText]:
        yield from super().printed_texts(definition, rolled, language)
        figures = definition.files[0]
        for key, faction in figures.content.factions.items():
            place = Place(figures, ("factions", key, "when"))
            yield PrintedText(faction.when.clause(language), place)


SUPPORT = MetalsAuthoring()
FILE_KINDS = (
    FileKind(
        "metals",
        MetalsSet,
        "Metals set",
        "`sets/metals/NAME.yaml`: a map, drawn by hand or rolled from a seed.",
        (sets_dir() / "metals" / "classic.yaml", sets_dir() / "metals" / "wilds.yaml"),
        game="metals",
    ),
    file_kind("metals-figures", Figures, "Metals figures"),
    file_kind("metals-play", MetalsGoals, "Metals goals"),
)
