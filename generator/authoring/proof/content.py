"""All that a set prints: its sheets in every form and every language.

Input: a game, a definition, settings (paper and ink count). Output: pages by language, what is on
them, and messages about the sheets that cannot be laid out.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from generator.core.errors import (
    MissingGlyphError,
    PieceTooLargeError,
    RollError,
    TextOverflowError,
)
from generator.core.settings import Settings
from generator.games.base import AnyGame
from generator.games.parts import authoring_support
from generator.languages import languages, load_language
from generator.layout.page import Art, Group, Item, Page, Text, flatten
from generator.schema.set_files import GameDefinition
from generator.schema.set_texts import overflow_at_source

SEED = "proof"  # for the rolls; every type of a set is printed, rolled or not
_MAX_PIECE_SIDE = 50.0  # mm: anything larger that is cut out is a card or a board

ArtKey = tuple[str, str]
"""The name of a piece of art, and the colour it is printed in."""


class PrintedSheets(NamedTuple):
    """Pages by the code of their language, and messages about what does not fit."""

    pages: dict[str, list[Page]]
    problems: tuple[str, ...]

    def all_pages(self) -> Iterator[Page]:
        """The pages of all languages."""
        for pages in self.pages.values():
            yield from pages


class _Sheet(NamedTuple):
    """A sheet to lay out; rolled is None for a sheet of a whole definition."""

    name: str
    rolled: Any  # of whichever game; handed back to the game unread
    lay_out: Callable[[], list[Page]]


def printed_sheets(game: AnyGame, definition: GameDefinition, settings: Settings) -> PrintedSheets:
    """Every sheet of the game, with rules, and in one language also without."""
    pages: dict[str, list[Page]] = {}
    problems: dict[str, None] = {}
    without_example: set[str] = set()
    rolls = dict(_rolls(game, definition, problems))
    for code in languages():
        localized = replace(settings, language_code=code)
        sheets = list(_sheets(game, definition, rolls, localized))
        if not pages:
            sheets += _sheets(game, definition, rolls, replace(localized, rules=False))
        message = partial(_message, game.name, definition, code)
        pages[code] = list(_laid_out(sheets, message, problems, without_example))
    return PrintedSheets(pages, tuple(problems))


def _message(
    game: str, definition: GameDefinition, code: str, error: Exception, sheet: _Sheet
) -> str:
    """An error with language, sheet, and the place of the text that does not fit."""
    if isinstance(error, TextOverflowError):
        language = load_language(code)
        texts = authoring_support(game).printed_texts(definition, sheet.rolled, language)
        error = overflow_at_source(error, definition, texts, language) or error
    return f"{code}: {sheet.name}: {error}"


def _laid_out(
    sheets: Iterable[_Sheet],
    message: Callable[[Exception, _Sheet], str],
    problems: dict[str, None],
    without_example: set[str],
) -> Iterator[Page]:
    """The pages of all sheets. Sheets for which no example can be rolled are skipped in the next
    languages, because looking for one again would take long."""
    for sheet in sheets:
        try:
            yield from () if sheet.name in without_example else sheet.lay_out()
        except (TextOverflowError, PieceTooLargeError, MissingGlyphError) as error:
            problems[message(error, sheet)] = None
        except RollError as error:
            problems[f"{sheet.name}: {error}"] = None
            without_example.add(sheet.name)


def _rolls(
    game: AnyGame, definition: GameDefinition, problems: dict[str, None]
) -> Iterator[tuple[str, Any]]:
    """A roll of each form (size and players) that the game has, by the form's name."""
    for size, players in game.combinations(definition):
        name = f"{size}, {players} players"
        try:
            yield name, game.roll(definition, size, players, SEED)
        except RollError as error:
            problems[f"{name}: {error}"] = None


def _sheets(
    game: AnyGame, definition: GameDefinition, rolls: Mapping[str, Any], settings: Settings
) -> Iterator[_Sheet]:
    """Each sheet that shows a roll, for each roll; then each sheet of the whole definition."""
    for form, rolled in rolls.items():
        for name, layout in game.rolled_sheets.items():
            yield _Sheet(f"{name} ({form})", rolled, partial(layout, rolled, settings))
    for name, definition_layout in game.definition_sheets.items():
        example_seed = SEED if name == game.rules_sheet else ""
        yield _Sheet(name, None, partial(definition_layout, definition, settings, example_seed))


def art_sides(pages: Iterable[Page]) -> dict[ArtKey, set[float]]:
    """The sides in mm at which each piece of art is printed."""
    sides: dict[ArtKey, set[float]] = {}
    for page in pages:
        for entry in flatten(page):
            if isinstance(entry.item, Art):
                key = entry.item.name, entry.item.colour
                sides.setdefault(key, set()).add(entry.box.w)
    return sides


def min_text_sizes(pages: Iterable[Page]) -> dict[str, float]:
    """The smallest size in points at which each run of text is printed."""
    sizes: dict[str, float] = {}
    for page in pages:
        for entry in flatten(page):
            if isinstance(entry.item, Text):
                text, size = entry.item.text, entry.item.size
                sizes[text] = min(size, sizes.get(text, size))
    return sizes


def small_pieces(pages: Iterable[Page]) -> list[Group]:
    """Everything small that is cut out, once: tokens, pieces, discs, and their backs."""
    pieces: dict[tuple[Item, ...], Group] = {}
    for page in pages:
        for item in page.items:
            if not isinstance(item, Group) or not item.shared:
                continue
            if max(item.box.w, item.box.h) <= _MAX_PIECE_SIDE:
                pieces.setdefault(item.items, item)
    return list(pieces.values())
