"""Say what a kind of power does in the kinds that slow.py knows, by the effects they share."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import get_args

from generator.games.magnetmen.primitives import (
    CloseAdjacent,
    Destroy,
    Effect,
    Flat,
    ForEach,
    Gain,
    If,
    Primitive,
    Retire,
    SameAs,
    Score,
    Step,
    TakeAgain,
    What,
    Who,
)

KNOWN = (Flat, ForEach, If, SameAs, CloseAdjacent, Destroy, Gain, Retire, TakeAgain)


@cache
def in_known_kinds(primitives: tuple[Primitive, ...]) -> tuple[Primitive, ...]:
    """The same scores or steps. Raises LookupError for an effect that no known kind has."""
    found: list[Primitive] = []
    for primitive in primitives:
        found += [primitive] if isinstance(primitive, KNOWN) else _known(primitive)
    return tuple(found)


def _known(primitive: Primitive) -> Iterator[Primitive]:
    effect = _effect_of(primitive)
    for score in effect.scores:
        yield _first(primitive, "worth", _scores(score), Effect(scores=[score]))
    for step in effect.steps:
        yield _first(primitive, "choices", _steps(step), Effect(steps=[step]))


def _first(
    primitive: Primitive, method: str, candidates: Iterator[Primitive], effect: Effect
) -> Primitive:
    for candidate in candidates:
        if _effect_of(candidate) == effect:
            return candidate
    raise LookupError(
        f"a new effect: add {type(primitive).__name__} to KNOWN in known_kinds.py and to "
        f"SlowGame.{method} in slow.py"
    )


def _effect_of(primitive: Primitive) -> Effect:
    effect = Effect()
    primitive.add_effect(effect)
    return effect


def _scores(score: Score) -> Iterator[Primitive]:
    """Scores of these points."""
    yield Flat(points=score.points)
    for what in get_args(What):
        yield ForEach(what=what, points=score.points)
    number = max(1, score.number)
    for condition in (
        {"have": "most"},
        {"have": "least"},
        {"exactly": number},
        {"at_least": number},
    ):
        yield If.model_validate({**condition, "points": score.points, "else": score.otherwise})


def _steps(step: Step) -> Iterator[Primitive]:
    """Steps that are done so often, and may be left out if this one may."""
    count = {"count": step.times}
    for who in get_args(Who):
        yield Gain(**count, who=who)
        for where in ("board", "inventories", "own_inventory"):
            yield Destroy(**count, optional=step.optional, where=where, who=who)
    where, ignoring = ("anywhere", "same_line"), ("nothing", "repel", "all_rules")
    for place, rules, other in product(where, ignoring, (False, True)):
        yield TakeAgain(
            **count, optional=step.optional, where=place, ignoring=rules, not_this_type=other
        )
