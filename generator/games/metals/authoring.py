"""Metals at the desk: names and emblems of the factions.

Input: a MetalsDefinition. Output: see authoring/checks.py.
"""

from collections.abc import Iterator

from generator.authoring.checks import (
    LONG_SEED,
    Desk,
    Localized,
    Pictures,
    Place,
    Printed,
    names,
    no_odds,
)
from generator.core.settings import Settings
from generator.games.metals import crosschecks
from generator.games.metals.definition import MetalsDefinition
from generator.games.metals.game import FORMS
from generator.games.metals.roll import MetalsGame, roll
from generator.languages import Language


def _localized(definition: MetalsDefinition) -> Iterator[Localized]:
    figures, chosen = definition.files
    for loc, wording, _ in crosschecks.printed(chosen.chosen):
        yield Localized(wording, Place(chosen, loc))
    for loc, wording, _ in crosschecks.printed_names(figures.chosen):
        yield Localized(wording, Place(figures, loc), proper=True)


def _printed(
    definition: MetalsDefinition, game: MetalsGame | None, language: Language
) -> Iterator[Printed]:
    yield from names(_localized)(definition, game, language)
    figures = definition.files[0]
    for key, faction in figures.chosen.factions.items():
        place = Place(figures, ("factions", key, "when"))
        yield Printed(faction.when.clause(language), place)


def _crowded(definition: MetalsDefinition, settings: Settings) -> Iterator[MetalsGame]:
    for form in FORMS:
        yield roll(definition, form, 2, LONG_SEED)


def _pictures(definition: MetalsDefinition) -> Iterator[Pictures]:
    figures = definition.files[0]
    places = {
        faction.art: (Place(figures, ("factions", key), key=True),)
        for key, faction in figures.chosen.factions.items()
    }
    yield Pictures("emblem", places, 12, 22)


DESK = Desk(_localized, _printed, _crowded, _pictures, no_odds)
