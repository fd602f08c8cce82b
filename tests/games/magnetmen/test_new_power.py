"""The steps of adding a power or an effect (see CONTRIBUTING.md); a failure names the one to do."""

import pytest
from games.magnetmen.oracle import TAKING_GATES
from games.magnetmen.simulation.boards import MADE_UP
from positions import published_powers

from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import (
    AT_LEAST,
    PARTS,
    Capacity,
    Immune,
    Primitive,
    SameAs,
    Score,
)
from generator.languages import languages, load_language

KINDS = [kind for kinds in PARTS.values() for kind in kinds]
NO_TAKING_GATES = (Capacity, Immune)  # gates that do not keep a square from being taken


def examples() -> list[Power]:
    """Powers of the shipped sets, and those that tests of the rules engine make up."""
    powers = [power for _, power in published_powers().values()]
    return [*powers, *map(Power.model_validate, MADE_UP)]


@pytest.mark.parametrize("kind", Primitive.__subclasses__(), ids=lambda kind: kind.name)
def test_every_primitive_is_listed(kind):
    assert kind in KINDS, f"primitives.py: add {kind.__name__} to the part it belongs to in PARTS"


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", [kind.name for kind in KINDS])
def test_every_primitive_has_wording(name, code):
    sections = load_language(code).section("magnetmen")["powers"]
    assert name in sections, f"generator/languages/{code}/magnetmen.yaml: add powers.{name}"


@pytest.mark.parametrize("name", [kind.name for kind in KINDS])
def test_every_primitive_has_an_example(name):
    names = {primitive.name for power in examples() for primitive in power.primitives()}
    assert name in names, f"tests/games/magnetmen/simulation/boards.py: add {name} to MADE_UP"


@pytest.mark.parametrize("gate", PARTS["gate"], ids=lambda gate: gate.name)
def test_every_gate_has_a_rule(gate):
    has_rule = gate in TAKING_GATES or issubclass(gate, NO_TAKING_GATES)
    assert has_rule, f"tests/games/magnetmen/oracle.py: add {gate.__name__} to TAKING_GATES"


@pytest.mark.parametrize("kind", PARTS["score"], ids=lambda kind: kind.name)
def test_every_score_is_counted(kind):
    uses = [power for power in examples() if power.find(kind) and not power.find(SameAs)]
    is_counted = kind is SameAs or all(any(power.effects(Score)) for power in uses)
    assert is_counted, f"primitives.py: give {kind.__name__} an effect"


@pytest.mark.parametrize("code", range(AT_LEAST + 1))
def test_every_score_has_an_example(code):
    names = {score.what for power in examples() for score in power.effects(Score)}
    assert code in names, (
        f"tests/games/magnetmen/simulation/boards.py: add a power with the score {code} to MADE_UP"
    )
