"""Quads at the desk: the names of the players. Its pictures are geometry, and belong to no set.

Input: a QuadsDefinition. Output: see authoring/checks.py.
"""

from collections.abc import Iterator

from generator.authoring.checks import Desk, Localized, Pictures, Place, names, no_odds
from generator.core.settings import Settings
from generator.games.quads import crosschecks
from generator.games.quads.definition import QuadsDefinition
from generator.games.quads.game import GAME
from generator.games.quads.roll import Quads, roll


def _localized(definition: QuadsDefinition) -> Iterator[Localized]:
    (file,) = definition.files
    for loc, wording, _ in crosschecks.printed(file.chosen):
        yield Localized(wording, Place(file, loc))


def _crowded(definition: QuadsDefinition, settings: Settings) -> Iterator[Quads]:
    yield roll(definition, GAME.size, GAME.players, "any")


def _pictures(definition: QuadsDefinition) -> Iterator[Pictures]:
    return iter(())


DESK = Desk(_localized, names(_localized), _crowded, _pictures, no_odds)
