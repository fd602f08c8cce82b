"""Every power that can be rolled for a type, with its chance.

Input: a type. Output: its variants; a variant with open numbers gives an outcome for each way in
which they can be rolled.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from generator.core.seeds import Stream
from generator.games.magnetmen.definition import MagnetmenDefinition, PieceType
from generator.games.magnetmen.powers import Power
from generator.languages import localized

T = TypeVar("T")

MAX_OUTCOMES = 60
"""How many outcomes of a variant are told apart."""

OTHER_OUTCOMES = "other numbers"
"""In place of the text of a power that is not among those told apart."""


class Outcome(NamedTuple):
    """A power without open numbers.

    chance is its chance among the outcomes of its type, variant_chance the chance of all outcomes
    of its variant.
    """

    power: Power
    chance: float
    variant_chance: float


class _ScriptedStream(Stream):
    """A stream whose choices are scripted; after the end of the script the first item is chosen."""

    def __init__(self, script: Sequence[int]):
        self._script = list(script)
        self._choices: list[tuple[int, int]] = []  # the index, the number of items
        self.chance = 1.0

    def choice(self, items: Sequence[T]) -> T:
        number = len(self._choices)
        index = self._script[number] if number < len(self._script) else 0
        self._choices.append((index, len(items)))
        self.chance /= len(items)
        return items[index]

    def next_script(self) -> list[int] | None:
        """The script of the next choices in order; None after the last ones."""
        choices = list(self._choices)
        while choices and choices[-1][0] == choices[-1][1] - 1:
            choices.pop()
        if not choices:
            return None
        return [*(index for index, _ in choices[:-1]), choices[-1][0] + 1]


def outcomes(piece: PieceType) -> dict[str, Outcome]:
    """The outcomes of a type by their key.

    Each variant has at most MAX_OUTCOMES of them, so the chances may add up to less than 1.
    """
    total = sum(power.weight for power in piece.powers)
    by_key: dict[str, Outcome] = {}
    for power in piece.powers:
        variant_chance = power.weight / total
        for rolled, chance in _rolled_powers(power):
            key = power_key(rolled)
            same = by_key.get(key, Outcome(rolled, 0.0, 0.0))
            by_key[key] = Outcome(
                rolled,
                same.chance + chance * variant_chance,
                max(same.variant_chance, variant_chance),
            )
    return by_key


def _rolled_powers(variant: Power) -> Iterator[tuple[Power, float]]:
    """The first MAX_OUTCOMES rolls of a variant, with their chances within it."""
    script: list[int] | None = []
    for _ in range(MAX_OUTCOMES):
        if script is None:
            return
        stream = _ScriptedStream(script)
        yield variant.rolled(stream), stream.chance
        script = stream.next_script()


def power_key(power: Power) -> str:
    """A text that is the same for equal powers only."""
    return power.model_dump_json()


def type_names(definition: MagnetmenDefinition) -> list[str]:
    """The names of all types in the order of definition.pieces: SET/TYPE, as those of two sets may
    be called the same."""
    return [f"{each.key}/{key}" for each in definition.sets for key in each.types]


def printed_type_names(definition: MagnetmenDefinition) -> dict[str, str]:
    """The English names of types by SET/TYPE; those that two sets share have their set behind
    them."""
    keys = type_names(definition)
    names = [localized(piece.name, "en") for piece in definition.pieces]
    return {
        key: name if names.count(name) == 1 else f"{name} ({key.partition('/')[0]})"
        for key, name in zip(keys, names, strict=True)
    }
