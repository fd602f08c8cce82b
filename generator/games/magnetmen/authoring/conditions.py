"""Conditions in the powers of a Magnetmen set that always hold, or never.

Input: a MagnetmenDefinition. Output: a warning at its place for each condition, or limit, that the
slots of the largest board already decide; for a score that is the same whether its condition holds
or not; for squares that nobody may ever take; for a gate or Repel that says the same thing twice.
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

_Messages = Iterator[tuple[tuple[str | int, ...], str]]
"""Keys inside a power, and a message about the value there."""


def warnings(definition: MagnetmenDefinition) -> Iterator[Diagnostic]:
    """Every warning, set by set."""
    max_slots = max(size.slots for size in definition.boards.sizes.values())
    for file in definition.files:
        types = file.content.types if isinstance(file.content, MagnetmenSet) else {}
        for key, piece in types.items():
            for number, power in enumerate(piece.powers):
                for loc, message in _power_messages(power, max_slots):
                    place = Place(file, ("types", key, "powers", number, *loc))
                    yield place.warning(message, "condition")


def _power_messages(power: Power, max_slots: int) -> _Messages:
    for part in ("score", "gate", "repel"):
        primitives = power.parts(part)
        for number, primitive in enumerate(primitives):
            for key, message in _primitive_messages(primitive, max_slots):
                yield (part, number, primitive.name, *key), message
            if part != "score" and primitive in primitives[:number]:
                yield (part, number), "this is said twice in this power"
    adjacent = {
        primitive.crossed_out for primitive in power.gate if isinstance(primitive, NeedsAdjacent)
    }
    if len(adjacent) > 1:
        yield ("gate",), "nobody can ever take it: some and none of the adjacent squares"


def _primitive_messages(primitive: Primitive, max_slots: int) -> _Messages:
    def all_slots(number: int) -> bool:
        return number >= max_slots

    reason = f"no board has more than {max_slots} slots"
    match primitive:
        case If():
            yield from _if_messages(primitive, max_slots, f"never holds: {reason}")
        case Limit():
            yield from _messages(primitive, "per_player", all_slots, f"limits nobody: {reason}")
        case Ignore():
            yield from _messages(primitive, "until", all_slots, f"always holds: {reason}")
            yield from _messages(primitive, "from", all_slots, f"never holds: {reason}")


def _if_messages(condition: If, max_slots: int, never: str) -> _Messages:
    for key in ("exactly", "at_least"):
        yield from _messages(condition, key, lambda number: number > max_slots, never)
    always = "always holds: who scores for an icon has one"
    yield from _messages(condition, "at_least", lambda number: number == 1, always)
    if condition.points == condition.otherwise:
        yield (), "the points are the same whether the condition holds or not"


def _messages(
    primitive: Primitive, key: str, test: Callable[[int], bool], message: str
) -> _Messages:
    """The message, if the test is true for a value that a roll can pick for a parameter; with these
    values, if there are others."""
    number: Open | None = getattr(primitive, key, None) or getattr(primitive, f"{key}_", None)
    values = possible(number) if number is not None else ()
    if matches := [value for value in values if test(value)]:
        listing = f"{matches[0]} to {matches[-1]}" if len(matches) > 1 else f"{matches[0]}"
        has_others = len(matches) < len(values)
        yield (key,), f"where it comes out as {listing}, it {message}" if has_others else message
