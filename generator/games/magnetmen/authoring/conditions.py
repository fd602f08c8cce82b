"""Warn of conditions in the powers of a Magnetmen set that always or never hold.

Input: a MagnetmenDefinition. Output: a warning at its place for each condition or limit that the
number of slots decides already; for a score that does not depend on its condition; for squares that
nobody may ever take; for entries of a gate or Repel that appear twice.
"""

from collections.abc import Callable, Iterator

from generator.core.diagnostics import Diagnostic
from generator.games.magnetmen.definition import MagnetmenDefinition, MagnetmenSet
from generator.games.magnetmen.powers import Power, Primitive
from generator.games.magnetmen.powers.condition import If
from generator.games.magnetmen.powers.ignore import Ignore
from generator.games.magnetmen.powers.limit import Limit
from generator.games.magnetmen.powers.needs_adjacent import NeedsAdjacent
from generator.games.magnetmen.powers.wording import Open
from generator.schema.fields import possible
from generator.schema.set_texts import Place

_Warnings = Iterator[tuple[tuple[str | int, ...], str]]
"""Places inside a power, each with a message."""


def warnings(definition: MagnetmenDefinition) -> Iterator[Diagnostic]:
    """Every warning, set by set."""
    slots = max(size.slots for size in definition.boards.sizes.values())
    for file in definition.files:
        types = file.chosen.types if isinstance(file.chosen, MagnetmenSet) else {}
        for key, piece in types.items():
            for number, power in enumerate(piece.powers):
                for loc, message in _power_warnings(power, slots):
                    place = Place(file, ("types", key, "powers", number, *loc))
                    yield place.warning(message, "condition")


def _power_warnings(power: Power, slots: int) -> _Warnings:
    for part in ("score", "gate", "repel"):
        entries = power.parts(part)
        for number, primitive in enumerate(entries):
            for key, message in _primitive_warnings(primitive, slots):
                yield (part, number, primitive.name, *key), message
            if part != "score" and primitive in entries[:number]:
                yield (part, number), "this is said twice in this power"
    gates = {gate.crossed_out for gate in power.gate if isinstance(gate, NeedsAdjacent)}
    if len(gates) > 1:
        yield ("gate",), "nobody can ever take it: some and none of the adjacent squares"


def _primitive_warnings(primitive: Primitive, slots: int) -> _Warnings:
    reason = f"no board has more than {slots} slots"

    def if_too_large(key: str, consequence: str) -> _Warnings:
        return _if_any(primitive, key, lambda n: n >= slots, f"{consequence}: {reason}")

    match primitive:
        case If():
            yield from _if_warnings(primitive, slots, f"never holds: {reason}")
        case Limit():
            yield from if_too_large("per_player", "limits nobody")
        case Ignore():
            yield from if_too_large("until", "always holds")
            yield from if_too_large("from", "never holds")


def _if_warnings(primitive: If, slots: int, never: str) -> _Warnings:
    for key in ("exactly", "at_least"):
        yield from _if_any(primitive, key, lambda n: n > slots, never)
    always = "always holds: who scores for an icon has one"
    yield from _if_any(primitive, "at_least", lambda n: n == 1, always)
    if primitive.points == primitive.otherwise:
        yield (), "the points are the same whether the condition holds or not"


def _if_any(primitive: Primitive, key: str, test: Callable[[int], bool], message: str) -> _Warnings:
    """The message, if any value that can be rolled for a parameter passes the test."""
    number: Open | None = getattr(primitive, key, None) or getattr(primitive, f"{key}_", None)
    values = possible(number) if number is not None else ()
    if passing := [value for value in values if test(value)]:
        span = f"{passing[0]} to {passing[-1]}" if len(passing) > 1 else f"{passing[0]}"
        condition = "" if len(passing) == len(values) else f"where it comes out as {span}, it "
        yield (key,), condition + message
