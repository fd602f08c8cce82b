"""Proofs for designers: all art at three sizes in the three ink modes; of a set, its longest texts
and its art at every size at which it is printed, and what does not fit."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from generator.core.errors import (
    MissingGlyphError,
    PieceTooLargeError,
    RollError,
    TextOverflowError,
)
from generator.core.files import Output
from generator.core.paper import Box
from generator.core.resources import ART_SUFFIXES, assets_dir, find_art
from generator.core.settings import INK_MODES, Settings
from generator.games.authoring_support import authoring_support
from generator.games.base import Game
from generator.languages import languages, load_language
from generator.layout import flow, proof_page, table, theme
from generator.layout.flow import Block
from generator.layout.page import Art, Group, Item, Page, flatten
from generator.layout.text import Style, TextBlock, fitted_line, line
from generator.pdf.document import Contents, Report, document, write
from generator.schema.set_checks import overflow_at_source
from generator.schema.set_files import GameDefinition

SEED = "proof"  # for the rolls; every type of a set is printed, rolled or not

ArtKey = tuple[str, str]
"""The name of a piece of art, and the colour it is printed in."""


Sides = dict[ArtKey, set[float]]
"""The sides in mm at which each piece of art is printed."""

_OVERVIEW_EDGE = 10.0  # mm
OVERVIEW_SIDES = (17.0, 10.0, 6.0)  # on a board, in a legend, the smallest that a symbol is printed
_OVERVIEW_GAP = 3.0  # mm
_OVERVIEW_PAD = 1.2  # mm, above and below a row
_OVERVIEW_HEAD = 19.0  # mm
_OVERVIEW_NAME = Style(9.0)
_MODE_STYLE = Style(9.0, "bold", colour="slate")


_GAP = 2.0  # mm
_LEADING = 0.6  # mm, between the lines of a caption
_SAME_SIZE_RATIO = 0.88  # of two sizes that are nearer to each other, one is shown
_PAD = 2.2  # mm, above and below a row
_NAME_STYLE = Style(10.0, "bold")
_SIDES_STYLE = Style(9.0, colour="slate")


def art_proof(settings: Settings, sets_dirs: Sequence[Path], output: Output) -> Report:
    """Print an overview of all art, the user's own first. Raises ArtError, OSError."""
    folders = tuple(own_art_folders(sets_dirs))
    pages = overview_pages(folders, settings)
    title = load_language(settings.language_code).say("proof.title")
    path = output.path("proof.art" + settings.file_suffix())
    contents = Contents(title, _record(["art"], settings), art_dirs=folders)
    return write([document(pages, contents, settings, path)])


def set_proof(
    game: Game,
    sets: Sequence[str],
    settings: Settings,
    sets_dirs: Sequence[Path],
    output: Output,
) -> Report:
    """Print what could go wrong on paper with sets that are played together. Raises
    DefinitionError, TextOverflowError, ArtError, OSError."""
    definition = game.load(sets, sets_dirs)
    keys = [loaded.key for loaded in definition.sets]
    name = ".".join(("proof", game.name, "+".join(keys)))
    path = output.path(name + settings.file_suffix())
    pages, problems = set_pages(game, definition, settings)
    title = f"Proof {game.name} {'+'.join(keys)}"
    record = _record([*keys, "--game", game.name], settings)
    contents = Contents(title, record, art_dirs=definition.art_dirs)
    proof = document(pages, contents, settings, path)
    return write([proof], warnings=tuple(f"does not fit: {problem}" for problem in problems))


def set_pages(
    game: Game, definition: GameDefinition, settings: Settings
) -> tuple[list[Page], list[str]]:
    """The pages of a set's proof, and messages about what does not fit on the set's sheets. Raises
    DefinitionError for a text that fits no page of the proof."""
    try:
        return _set_pages(game, definition, settings)
    except TextOverflowError as error:
        support = authoring_support(game.name)
        # The texts of the set stand there in all languages.
        for code in dict.fromkeys((settings.language_code, *languages())):
            language = load_language(code)
            texts = support.printed_texts(definition, None, language)
            if located := overflow_at_source(error, definition, texts, language):
                raise located from None
        raise


def _set_pages(
    game: Game, definition: GameDefinition, settings: Settings
) -> tuple[list[Page], list[str]]:
    game_pages, problems = game.call(game.proof_pages_at, definition, settings) or ((), ())
    printed, more_problems = _printed_sheets(game, definition, settings)
    title = proof_page.title(game.name, [loaded.title for loaded in definition.sets], settings)
    sides = _sides(game, [*game_pages, *printed], definition.art_dirs)
    return [*game_pages, *art_pages(title, sides, settings)], [*problems, *more_problems]


def _sides(game: Game, pages: Iterable[Page], art_dirs: Sequence[Path]) -> Sides:
    """The sides at which the game's own art is printed, without white art, which no paper shows."""
    sides = _art_sides(pages)
    keys = [key for key in sides if key[0].startswith(f"{game.name}/") and key[1] != "white"]
    folders = authoring_support(game.name).interchangeable_art

    def group(name: str) -> str:
        """What art that is printed at the same sizes has in common: the name, whatever the colour;
        the folder, where the roll decides which piece is printed."""
        folder = name.rpartition("/")[0]
        return folder if folder in folders else name

    sides_by_group: dict[str, set[float]] = {}
    for key in keys:
        sides_by_group.setdefault(group(key[0]), set()).update(sides[key])
    return {_without_unused_colour(key, art_dirs): sides_by_group[group(key[0])] for key in keys}


def _without_unused_colour(key: ArtKey, art_dirs: Sequence[Path]) -> ArtKey:
    """The key with the colour "ink" for art that looks the same in any colour."""
    name, colour = key
    file = find_art(name, art_dirs)
    return name, (colour if b"currentColor" in file.read_bytes() else "ink")


def _record(words: Sequence[str], settings: Settings) -> dict[str, Any]:
    options = ["--paper", settings.paper.name, "--language", settings.language_code]
    return {"command": ["proof", *words, *options], "games": []}


# The sheets of a set ------------------------------------------------------------------------


class _Sheet(NamedTuple):
    """A sheet to lay out; rolled is None for a sheet of a whole definition."""

    name: str
    rolled: Any  # of whichever game; handed back to the game unread
    lay_out: Callable[[], list[Page]]


def _printed_sheets(
    game: Game, definition: GameDefinition, settings: Settings
) -> tuple[list[Page], list[str]]:
    """Every sheet of the game in every language, with rules, and in one language also without; and
    messages about what does not fit."""
    pages: list[Page] = []
    problems: dict[str, None] = {}
    without_example: set[str] = set()
    rolls = dict(_rolls(game, definition, problems))
    for code in languages():
        localized = replace(settings, language_code=code)
        sheets = list(_sheets(game, definition, rolls, localized))
        if not pages:
            sheets += _sheets(game, definition, rolls, replace(localized, rules=False))
        message = partial(_message, game.name, definition, code)
        pages += _laid_out(sheets, message, problems, without_example)
    return pages, list(problems)


def _message(
    game: str, definition: GameDefinition, code: str, error: Exception, sheet: _Sheet
) -> str:
    """An error with language, sheet, and the place of the text that does not fit."""
    if isinstance(error, TextOverflowError | PieceTooLargeError):
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
    game: Game, definition: GameDefinition, problems: dict[str, None]
) -> Iterator[tuple[str, Any]]:
    """A roll of each form (size and players) that the game has, by the form's name."""
    for size, players in game.combinations(definition):
        name = f"{size}, {players} players"
        try:
            yield name, game.roll(definition, size, players, SEED)
        except RollError as error:
            problems[f"{name}: {error}"] = None


def _sheets(
    game: Game, definition: GameDefinition, rolls: Mapping[str, Any], settings: Settings
) -> Iterator[_Sheet]:
    """Each sheet that shows a roll, for each roll; then each sheet of the whole definition."""
    for form, rolled in rolls.items():
        for name in game.rolled_sheets:
            yield _Sheet(f"{name} ({form})", rolled, partial(game.pages, name, rolled, settings))
    for name in game.definition_sheets:
        yield _Sheet(name, None, partial(game.pages, name, definition, settings, SEED))


def _art_sides(pages: Iterable[Page]) -> Sides:
    """The sides in mm at which each piece of art is printed."""
    sides: Sides = {}
    for page in pages:
        for entry in flatten(page):
            if isinstance(entry.item, Art):
                key = entry.item.name, entry.item.colour
                sides.setdefault(key, set()).add(entry.box.w)
    return sides


# Art at every size at which it is printed ----------------------------------------------------


def art_pages(title: str, sides: Sides, settings: Settings) -> list[Page]:
    """The art in three columns, by name. Raises TextOverflowError."""
    width = proof_page.columns(settings.paper)[0].w
    rows = []
    for name, keys in groupby(sorted(sides, key=_short_name), key=_short_name):
        sides_of_name = {key: sides[key] for key in keys}
        caption = _caption(name, sides_of_name, settings, width)
        rows.append(_row(caption, sides_of_name, width))
    note = load_language(settings.language_code).say("proof.pictures")
    return proof_page.row_pages(settings.paper, title, note, rows, "proof pictures")


def _short_name(key: ArtKey) -> str:
    """The name that the pictures of one thing share: portrait and symbol of a type, colours."""
    return key[0].rpartition("/")[2]


def _caption(
    name: str, sides: Sides, settings: Settings, width: float
) -> tuple[TextBlock, TextBlock]:
    """A name, and its smallest and largest size."""
    language = load_language(settings.language_code)
    values = [round(side, 1) for of_key in sides.values() for side in of_key]
    smallest, largest = language.decimal(min(values)), language.decimal(max(values))
    range_text = f"{smallest}–{largest}" if largest != smallest else smallest
    label = fitted_line(name.replace("_", " "), width, _NAME_STYLE)
    return label, line(language.say("proof.sides", sizes=range_text), _SIDES_STYLE)


def _row(caption: tuple[TextBlock, TextBlock], sides: Sides, width: float) -> Block:
    """The pictures, line by line; the caption at the end of the last line if there is room."""
    label, sizes = caption
    caption_width = max(label.width, sizes.width)
    lines = [
        pictures
        for key in sorted(sides, key=lambda key: -max(sides[key]))
        for pictures in _picture_lines(key, sides[key], width)
    ]
    if sum(art.box.w + _GAP for art in lines[-1]) + caption_width > width:
        lines.append([])
    items: list[Item] = []
    y = _PAD
    for pictures in lines:
        height = max((art.box.h for art in pictures), default=0.0)
        if pictures is lines[-1]:
            height = max(height, label.height + sizes.height + _LEADING)
        items += [art._replace(box=art.box.moved(0, y + height - art.box.h)) for art in pictures]
        y += height + _GAP
    bottom = y - _GAP
    items += sizes.items(width - sizes.width, bottom - sizes.height)
    items += label.items(width - label.width, bottom - sizes.height - _LEADING - label.height)
    return Block(tuple(items), width, bottom + _PAD, "table row")


def _picture_lines(key: ArtKey, sides: Iterable[float], width: float) -> Iterator[list[Art]]:
    """A piece at each of its sizes, from the largest to the smallest, in lines no wider than the
    width, each from (0, 0)."""
    name, colour = key
    pictures: list[Art] = []
    x = 0.0
    for side in _distinct_sides(sides):
        if pictures and x + side > width:
            yield pictures
            pictures, x = [], 0.0
        pictures.append(Art(name, Box(x, 0, side, side), colour))
        x += side + _GAP
    yield pictures


def _distinct_sides(sides: Iterable[float]) -> list[float]:
    """The sizes from the largest, without those that look like the next larger one; the smallest
    is always among them."""
    result: list[float] = []
    smallest = min(sides)
    for side in sorted(sides, reverse=True):
        if not result or side == smallest or side < _SAME_SIZE_RATIO * result[-1]:
            result.append(side)
    return result


# All art ------------------------------------------------------------------------------------


def own_art_folders(sets_dirs: Iterable[Path]) -> Iterator[Path]:
    """The folders with a designer's own art: `assets` in a folder of sets, or beside its sets."""
    for sets_dir in sets_dirs:
        for folder in (sets_dir / "assets", *sorted(sets_dir.glob("*/assets"))):
            if folder.is_dir():
                yield folder


def overview_pages(folders: Sequence[Path], settings: Settings) -> list[Page]:
    """All pages. Raises TextOverflowError for a name wider than its column."""
    area = settings.paper.portrait.within(_OVERVIEW_EDGE)
    result: list[Page] = []
    for folder, names in groupby(_art_names(folders), key=_folder):
        rows = [_overview_row(name, area.w) for name in names]
        for rows_of_page in flow.paginate(rows, area.h - _OVERVIEW_HEAD):
            result.append(_overview_page(folder, rows_of_page, area, settings))
    return result


def _folder(name: str) -> str:
    """The folder in the name of a piece of art, such as "magnetmen/symbols"."""
    return name.rpartition("/")[0]


def _art_names(folders: Sequence[Path]) -> list[str]:
    """The names of all art, folder by folder."""
    names = {
        path.relative_to(folder).with_suffix("").as_posix()
        for folder in (*folders, assets_dir())
        for path in folder.rglob("*")
        if path.suffix in ART_SUFFIXES
    }
    return sorted(names, key=lambda name: (_folder(name), name))


def _overview_page(folder: str, rows: Sequence[Block], area: Box, settings: Settings) -> Page:
    say = load_language(settings.language_code).say
    title = line(f"{say('proof.title')} · {folder}", Style(18, "title", "title", colour="navy"))
    items: list[Item] = [*title.items(0, 0)]
    for x, mode in zip(_mode_lefts(area.w), INK_MODES, strict=True):
        items += line(say(f"proof.{mode}"), _MODE_STYLE).items(x, _OVERVIEW_HEAD - 6)
    head = Group("head", Box(area.x, area.y, area.w, _OVERVIEW_HEAD), tuple(items))
    body = table.stack_with_rules(
        rows, area.x, area.y + _OVERVIEW_HEAD, area.w, "steel", theme.LINES["hair"]
    )
    return Page(settings.paper.portrait, (head, *body), f"proof {folder}")


def _mode_lefts(width: float) -> list[float]:
    """The left edge of the pictures of each ink mode."""
    block = sum(OVERVIEW_SIDES) + _OVERVIEW_GAP * len(OVERVIEW_SIDES) + _OVERVIEW_GAP
    return [width - block * (len(INK_MODES) - number) for number in range(3)]


def _overview_row(name: str, width: float) -> Block:
    height = OVERVIEW_SIDES[0] + 2 * _OVERVIEW_PAD
    lefts = _mode_lefts(width)
    label = fitted_line(
        name.rpartition("/")[2].replace("_", " "), lefts[0] - _OVERVIEW_GAP, _OVERVIEW_NAME
    )
    items: list[Item] = [*label.items(0, (height - label.height) / 2)]
    for left, mode in zip(lefts, INK_MODES, strict=True):
        x = left
        for side in OVERVIEW_SIDES:
            items.append(Art(name, Box(x, (height - side) / 2, side, side), "ink", mode))
            x += side + _OVERVIEW_GAP
    return Block(tuple(items), width, height, "table row")
