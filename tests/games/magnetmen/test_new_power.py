"""The steps of adding a power or an effect (see CONTRIBUTING.md); a failure names the one to do."""

import pytest
from games.magnetmen.simulation.boards import MADE_UP
from games.magnetmen.simulation.known_kinds import in_known_kinds
from positions import published_powers

from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import (
    PARTS,
    SCORE_BASIS,
    Capacity,
    CloseAdjacent,
    Effect,
    Ignore,
    Immune,
    Primitive,
    Retire,
    SameAs,
)
from generator.games.magnetmen.rules import TAKING_GATES
from generator.games.magnetmen.simulation.game import effect_of
from generator.languages import languages, load_language

KINDS = [kind for kinds in PARTS.values() for kind in kinds]
NO_TAKING_GATES = (Capacity, Immune)  # gates that do not keep a square from being taken
RULES_KNOW = {
    "capacity": Capacity,
    "immune": Immune,
    "closes": CloseAdjacent,
    "retires": Retire,
    "ignores_repel": Ignore,
    "lowest": SameAs,
    "highest": SameAs,
}
"""The effects that the rules (rules.py, powers.py) recognize by a class."""


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
    assert has_rule, f"rules.py: add {gate.__name__} to TAKING_GATES"


def test_the_rules_know_every_effect():
    for primitive in (one for power in examples() for one in power.primitives()):
        effect = Effect()
        primitive.add_effect(effect)
        for name, kind in RULES_KNOW.items():
            if getattr(effect, name):
                assert isinstance(primitive, kind), (
                    f"{type(primitive).__name__} sets {name}: derive it from {kind.__name__}, by "
                    "which the rules recognize this effect"
                )


def test_the_slow_game_knows_every_effect():
    for power in examples():
        in_known_kinds(power.score + power.on_take)


def test_every_score_has_a_basis():
    assert list(SCORE_BASIS) == list(range(len(SCORE_BASIS))), (
        "primitives.py: number the codes of scores from 0 on, and list each in SCORE_BASIS"
    )


@pytest.mark.parametrize("code", SCORE_BASIS)
def test_every_score_has_an_example(code):
    names = {score.what for power in examples() for score in effect_of(power).scores}
    assert code in names, (
        f"tests/games/magnetmen/simulation/boards.py: add a power with the score {code} to MADE_UP"
    )
