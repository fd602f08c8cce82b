"""What the commands for designers ask Metals: names and conditions of its factions."""

from collections.abc import Iterator

from generator.core.settings import Settings
from generator.games.authoring_support import LONG_SEED, AuthoringSupport
from generator.games.metals import crosschecks
from generator.games.metals.definition import FORMS, MetalsDefinition
from generator.games.metals.roll import MetalsGame, roll
from generator.languages import Language
from generator.schema.set_texts import Place, PrintedText, TranslatableText


class MetalsAuthoring(AuthoringSupport[MetalsDefinition, MetalsGame]):
    """See AuthoringSupport."""

    def translatable_texts(self, definition: MetalsDefinition) -> Iterator[TranslatableText]:
        figures, metals_set = definition.files
        for loc, wording, _ in crosschecks.printed_texts(metals_set.content):
            yield TranslatableText(wording, Place(metals_set, loc))
        for loc, wording, _ in crosschecks.printed_names(figures.content):
            yield TranslatableText(wording, Place(figures, loc), proper_name=True)

    def fullest_rolls(
        self, definition: MetalsDefinition, settings: Settings
    ) -> Iterator[MetalsGame]:
        for form in FORMS:
            yield roll(definition, form, 2, LONG_SEED)

    def printed_texts(
        self, definition: MetalsDefinition, rolled: MetalsGame | None, language: Language
    ) -> Iterator[PrintedText]:
        yield from super().printed_texts(definition, rolled, language)
        figures = definition.files[0]
        for key, faction in figures.content.factions.items():
            place = Place(figures, ("factions", key, "when"))
            yield PrintedText(faction.when.clause(language), place)


SUPPORT = MetalsAuthoring()
