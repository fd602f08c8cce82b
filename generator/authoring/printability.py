"""What of a set can be printed, by size and number of players: as the commands that print decide.

Input: a definition, or the sets that were read for it. Output: a warning for each size that cannot
be printed; a Verdict in words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from generator import games
from generator.authoring.set_groups import Unit
from generator.core.diagnostics import Diagnostic, shown
from generator.core.errors import DefinitionError
from generator.games.base import Game


class Verdict(NamedTuple):
    """The file of a set, and in words what of it can be printed."""

    file: str
    words: str

    def __str__(self) -> str:
        return f"{self.file}: {self.words}"


def unprintable(name: str, definition: Any) -> Iterator[Diagnostic]:
    """A warning for each size, or number of players, that the sets leave no way to roll."""
    found: dict[Diagnostic, None] = {}
    for size, players in _forms(games.game(name), definition):
        found |= dict.fromkeys(_refusal(games.game(name), definition, size, players))
    return (replace(each, severity="warning") for each in found)


def _refusal(game: Game, definition: Any, size: str, players: int) -> tuple[Diagnostic, ...]:
    try:
        game.check_options(definition, size, players)
    except DefinitionError as bad:
        return bad.problems
    return ()


def _forms(game: Game, definition: Any) -> list[tuple[str, int]]:
    return list(game.combinations(definition))


def verdict(sound: tuple[Unit, Any], unprinted: frozenset[tuple[str, int]]) -> Verdict | None:
    """What can be printed of the set in a file, where some sizes and players do not fit the sheets;
    None for games with a single size."""
    unit, definition = sound
    forms = _forms(unit.game, definition)
    if unit.file is None or len(forms) < 2:
        return None
    file = shown(unit.file)
    if len(definition.sets) > len(unit.sets):
        others = " and ".join(each.key for each in definition.sets if each.key not in unit.sets)
        return Verdict(file, f"can be printed only together with other sets, such as {others}")
    refused = [form for form in forms if _refusal(unit.game, definition, *form)]
    parts = {
        "can be printed": [form for form in forms if form not in unprinted and form not in refused],
        "not every board fits its sheet": [each for each in forms if each in unprinted],
        "cannot be printed": refused,
    }
    words = (f"{words}: {_listed(part)}" for words, part in parts.items() if part)
    return Verdict(file, "; ".join(words))


def _listed(forms: Sequence[tuple[str, int]]) -> str:
    """Such as "small, regular for 2, 3, 4 players and huge for 2 players"."""
    players: dict[str, list[int]] = {}
    for size, number in forms:
        players.setdefault(size, []).append(number)
    sizes: dict[tuple[int, ...], list[str]] = {}
    for size, numbers in players.items():
        sizes.setdefault(tuple(numbers), []).append(size)
    return " and ".join(
        f"{', '.join(names)} for {', '.join(map(str, numbers))} players"
        for numbers, names in sizes.items()
    )
