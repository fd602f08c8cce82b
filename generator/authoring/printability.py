"""What of a set can be printed, by size and number of players, as the commands that print decide.

Input: a definition, or the group of sets that it was loaded from. Output: a warning for each size
that cannot be printed; a Printability in words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from generator import games
from generator.authoring.set_groups import SetGroup
from generator.core.diagnostics import Diagnostic, display_path
from generator.core.errors import DefinitionError
from generator.games.base import AnyGame
from generator.schema.set_files import GameDefinition

Form = tuple[str, int]
"""A size and a number of players."""


class Printability(NamedTuple):
    """The file of a set, and in words what of the set can be printed."""

    file: str
    words: str

    def __str__(self) -> str:
        return f"{self.file}: {self.words}"


def unprintable_forms(name: str, definition: GameDefinition) -> Iterator[Diagnostic]:
    """A warning for each size, or number of players, that the sets leave no way to roll."""
    game = games.game(name)
    problems: dict[Diagnostic, None] = {}
    for form in _forms(game, definition):
        problems |= dict.fromkeys(_form_problems(game, definition, form))
    return (replace(problem, severity="warning") for problem in problems)


def _form_problems(game: AnyGame, definition: GameDefinition, form: Form) -> tuple[Diagnostic, ...]:
    """Why a form cannot be rolled; nothing if it can."""
    try:
        game.check_options(definition, *form)
    except DefinitionError as error:
        return error.problems
    return ()


def _forms(game: AnyGame, definition: GameDefinition) -> list[Form]:
    return list(game.combinations(definition))


def printability(
    group: SetGroup, definition: GameDefinition, unprinted: frozenset[Form]
) -> Printability | None:
    """What can be printed of the set in a group's file; None for games with a single size.

    `unprinted` has the forms for which some sheet cannot be laid out.
    """
    forms = _forms(group.game, definition)
    if group.file is None or len(forms) < 2:
        return None
    file = display_path(group.file)
    if len(definition.sets) > len(group.sets):
        others = " and ".join(
            loaded.key for loaded in definition.sets if loaded.key not in group.sets
        )
        return Printability(file, f"can be printed only together with other sets, such as {others}")
    refused = [form for form in forms if _form_problems(group.game, definition, form)]
    by_result = {
        "can be printed": [form for form in forms if form not in unprinted and form not in refused],
        "not every board fits its sheet": [form for form in forms if form in unprinted],
        "cannot be printed": refused,
    }
    words = (f"{result}: {_forms_in_words(part)}" for result, part in by_result.items() if part)
    return Printability(file, "; ".join(words))


def _forms_in_words(forms: Sequence[Form]) -> str:
    """Forms in words, such as "small, regular for 2, 3, 4 players and huge for 2 players"."""
    players_by_size: dict[str, list[int]] = {}
    for size, players in forms:
        players_by_size.setdefault(size, []).append(players)
    sizes_by_players: dict[tuple[int, ...], list[str]] = {}
    for size, numbers in players_by_size.items():
        sizes_by_players.setdefault(tuple(numbers), []).append(size)
    return " and ".join(
        f"{', '.join(sizes)} for {', '.join(map(str, numbers))} players"
        for numbers, sizes in sizes_by_players.items()
    )
