"""Conditions in the powers of a Magnetmen set that always hold, or never.

Input: a MagnetmenDefinition. Output: a warning at its place for each condition, or limit, that the
slots of the largest board decide already; for a score that is the same whether its condition holds
or not; for squares that nobody may ever take; for what a gate or Repel is told twice.
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

_Told = Iterator[tuple[tuple[str | int, ...], str]]  # keys inside a power, and words


def warnings(definition: MagnetmenDefinition) -> Iterator[Diagnostic]:
    """Every warning, set by set."""
    slots = max(size.slots for size in definition.boards.sizes.values())
    for file in definition.files:
        types = file.chosen.types if isinstance(file.chosen, MagnetmenSet) else {}
        for key, piece in types.items():
            for number, power in enumerate(piece.powers):
                for loc, words in _of_power(power, slots):
                    place = Place(file, ("types", key, "powers", number, *loc))
                    yield place.warning(words, "condition")


def _of_power(power: Power, slots: int) -> _Told:
    for part in ("score", "gate", "repel"):
        entries = power.parts(part)
        for number, one in enumerate(entries):
            for key, words in _of_primitive(one, slots):
                yield (part, number, one.name, *key), words
            if part != "score" and one in entries[:number]:
                yield (part, number), "this is said twice in this power"
    needed = {one.crossed_out for one in power.gate if isinstance(one, NeedsAdjacent)}
    if len(needed) > 1:
        yield ("gate",), "nobody can ever take it: some and none of the adjacent squares"


def _of_primitive(one: Primitive, slots: int) -> _Told:
    room = f"no board has more than {slots} slots"
    match one:
        case If():
            yield from _of_if(one, slots, f"never holds: {room}")
        case Limit():
            yield from _where(one, "per_player", lambda n: n >= slots, f"limits nobody: {room}")
        case Ignore():
            yield from _where(one, "until", lambda n: n >= slots, f"always holds: {room}")
            yield from _where(one, "from", lambda n: n >= slots, f"never holds: {room}")


def _of_if(one: If, slots: int, never: str) -> _Told:
    for key in ("exactly", "at_least"):
        yield from _where(one, key, lambda n: n > slots, never)
    always = "always holds: who scores for an icon has one"
    yield from _where(one, "at_least", lambda n: n == 1, always)
    if one.points == one.otherwise:
        yield (), "the points are the same whether the condition holds or not"


def _where(one: Primitive, key: str, test: Callable[[int], bool], words: str) -> _Told:
    """The words, if a parameter can come out so that the test is true."""
    number: Open | None = getattr(one, key, None) or getattr(one, f"{key}_", None)
    values = possible(number) if number is not None else ()
    if found := [value for value in values if test(value)]:
        listed = f"{found[0]} to {found[-1]}" if len(found) > 1 else f"{found[0]}"
        rolled = "" if len(found) == len(values) else f"where it comes out as {listed}, it "
        yield (key,), rolled + words
