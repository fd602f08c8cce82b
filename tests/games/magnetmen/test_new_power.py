"""The steps of adding a power or an effect (see CONTRIBUTING.md); a failure names the one to do.

A gate, a step or a score that the oracle does not know yet is named by the oracle itself.
"""

import pytest
from games.magnetmen.simulation.boards import MADE_UP
from positions import published_powers

from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import AT_LEAST, PARTS, Primitive, SameAs, Score
from generator.languages import languages, load_language

POWERS = [power for _, power in published_powers().values()]
POWERS += map(Power.model_validate, MADE_UP)
ADD = "tests/games/magnetmen/simulation/boards.py: add a power to MADE_UP with"


@pytest.mark.parametrize("kind", Primitive.__subclasses__(), ids=lambda kind: kind.name)
def test_a_kind_of_power_has_all_it_needs(kind):
    name, uses = kind.name, [power for power in POWERS if power.find(kind)]
    listed = [each for kinds in PARTS.values() for each in kinds]
    assert kind in listed, f"primitives.py: add {name} to the part it belongs to in PARTS"
    for code in languages():
        sections = load_language(code).section("magnetmen")["powers"]
        assert name in sections, f"generator/languages/{code}/magnetmen.yaml: add powers.{name}"
    assert uses, f"{ADD} {name}"
    if kind in PARTS["score"] and kind is not SameAs:
        counted = [power.effects(Score) for power in uses if not power.find(SameAs)]
        assert all(counted), f"primitives.py: give {name} an effect"


@pytest.mark.parametrize("code", range(AT_LEAST + 1))
def test_every_score_has_an_example(code):
    names = {score.what for power in POWERS for score in power.effects(Score)}
    assert code in names, f"{ADD} the score {code}"
