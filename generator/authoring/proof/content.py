"""All that a set prints: its sheets in every form and every language.

Input: a game, a definition, settings (paper and ink count). Output: pages by language, what is on
them, and words for every sheet that cannot be laid out.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from generator.authoring.text_places import located
from generator.core.errors import (
    MissingGlyphError,
    PieceTooLargeError,
    RollError,
    TextOverflowError,
)
from generator.core.settings import Settings
from generator.games.base import Game
from generator.languages import languages, load_language
from generator.layout.page import Art, Group, Item, Page, Text, placed

SEED = "proof"  # of what is rolled; every type of a set is looked at, rolled or not
_FACE = 50.0  # mm: what is cut out and larger is a card or a board, and no piece


class Printed(NamedTuple):
    """Pages by the code of their language, and what went wrong."""

    pages: dict[str, list[Page]]
    problems: tuple[str, ...]

    def every(self) -> Iterator[Page]:
        for pages in self.pages.values():
            yield from pages


def printed(game: Game, definition: Any, settings: Settings) -> Printed:
    """Every sheet of the game, with rules and, in one language, without."""
    pages: dict[str, list[Page]] = {}
    problems: dict[str, None] = {}
    without: set[str] = set()
    rolls = dict(_rolls(game, definition, problems))
    for code in languages():
        looks = replace(settings, language_code=code)
        sheets = list(_sheets(game, definition, rolls, looks))
        if not pages:
            sheets += _sheets(game, definition, rolls, replace(looks, rules=False))
        located = partial(_located, game=game.name, definition=definition, looks=looks)
        pages[code] = list(_laid_out(sheets, located, problems, without))
    return Printed(pages, tuple(problems))


def _located(
    error: Exception, sheet: str, rolled: Any, *, game: str, definition: Any, looks: Settings
) -> str:
    """An error in words, with language, sheet and place."""
    if isinstance(error, TextOverflowError):
        error = (
            located(error, game, definition, rolled, load_language(looks.language_code)) or error
        )
    return f"{looks.language_code}: {sheet}: {error}"


def _laid_out(
    sheets: Iterable[tuple], located: Callable, problems: dict[str, None], without: set[str]
) -> Iterator[Page]:
    """The pages of all sheets but those `without` an example, whatever the language: to look for
    one again would take long."""
    for name, rolled, make in sheets:
        try:
            yield from () if name in without else make()
        except (TextOverflowError, PieceTooLargeError, MissingGlyphError) as error:
            problems[located(error, name, rolled)] = None
        except RollError as error:
            problems[f"{name}: {error}"] = None
            without.add(name)


def _rolls(game: Game, definition: Any, problems: dict[str, None]) -> Iterator[tuple[str, Any]]:
    """A game in every form, by what the form is called."""
    forms = game.combinations(definition)
    for size, players in forms:
        name = f"{size}, {players} players"
        try:
            yield name, game.roll(definition, size, players, SEED)
        except RollError as error:
            problems[f"{name}: {error}"] = None


def _sheets(game: Game, definition: Any, rolls: dict[str, Any], looks: Settings) -> Iterator[tuple]:
    """(name, what was rolled for it, what lays it out) for each sheet."""
    for form, value in rolls.items():
        for name, sheet in game.rolled_sheets.items():
            yield f"{name} ({form})", value, lambda sheet=sheet, value=value: sheet(value, looks)
    for name, sheet in game.definition_sheets.items():
        options = {"seed": SEED} if name == game.rules_sheet else {}
        yield name, None, lambda sheet=sheet, options=options: sheet(definition, looks, **options)


def sides(pages: Iterable[Page]) -> dict[tuple[str, str], set[float]]:
    """The sides in mm that each piece of art is printed with, by its name and colour."""
    found: dict[tuple[str, str], set[float]] = {}
    for page in pages:
        for each in placed(page):
            if isinstance(each.item, Art):
                found.setdefault((each.item.name, each.item.colour), set()).add(each.box.w)
    return found


def texts(pages: Iterable[Page]) -> dict[str, float]:
    """Each run of text, and the least size in points it is printed with."""
    found: dict[str, float] = {}
    for page in pages:
        for each in placed(page):
            if isinstance(each.item, Text):
                text, size = each.item.text, each.item.size
                found[text] = min(size, found.get(text, size))
    return found


def faces(pages: Iterable[Page]) -> list[Group]:
    """Every small thing that is cut out, once: tokens, pieces, discs, and their backs."""
    found: dict[tuple[Item, ...], Group] = {}
    for page in pages:
        for item in page.items:
            if isinstance(item, Group) and item.shared and max(item.box.w, item.box.h) <= _FACE:
                found.setdefault(item.items, item)
    return list(found.values())
