"""The disc race at the desk: names of shapes and colours, outlines and marks.

Input: a DiscsDefinition. Output: see authoring/checks.py.
"""

from collections.abc import Iterator

from generator.authoring.checks import LONG_SEED, Desk, Localized, Pictures, Place, names, no_odds
from generator.core.settings import Settings
from generator.games.discs import crosschecks
from generator.games.discs.definition import DiscsDefinition
from generator.games.discs.game import GAME
from generator.games.discs.roll import DiscGame, roll


def _localized(definition: DiscsDefinition) -> Iterator[Localized]:
    (file,) = definition.files
    for loc, wording, _ in crosschecks.printed(file.chosen):
        yield Localized(wording, Place(file, loc))


def _crowded(definition: DiscsDefinition, settings: Settings) -> Iterator[DiscGame]:
    yield roll(definition, GAME.size, GAME.players, LONG_SEED)


def _pictures(definition: DiscsDefinition) -> Iterator[Pictures]:
    (file,) = definition.files

    def places(section: str) -> dict[str, tuple[Place, ...]]:
        keys = getattr(file.chosen, section)
        return {
            crosschecks.art_name(section, key): (Place(file, (section, key), key=True),)
            for key in keys
        }

    yield Pictures("shape", places("shapes"), 10, 20, "white")
    yield Pictures("mark", places("colours"), 3, 19, eye=0.3)


DESK = Desk(_localized, names(_localized), _crowded, _pictures, no_odds)
