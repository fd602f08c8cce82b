"""Proofs of sets for designers: the longest texts, and the art at every size that is printed."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from generator.core.errors import GeneratorError
from generator.core.files import Output
from generator.core.paper import Box
from generator.core.resources import find_art
from generator.core.settings import Settings
from generator.games.authoring_support import authoring_support
from generator.games.base import Game
from generator.languages import languages, load_language, localized
from generator.layout import flow, table, theme
from generator.layout.flow import Block
from generator.layout.page import Art, Group, Item, Page, flatten
from generator.layout.text import Style, fitted_line, line, title_style
from generator.pdf.document import Report, document, write
from generator.pdf.file import About
from generator.schema.set_files import GameDefinition

SEED = "proof"  # for the rolls; every type of a set is printed, rolled or not

ArtKey = tuple[str, str]
"""The name of a piece of art, and the colour it is printed in."""

Sides = dict[ArtKey, set[float]]
"""The sides in mm at which each piece of art is printed."""

_EDGE, _HEAD = 7.0, 15.0  # mm
_SHARE = 0.3  # of the width, that of a column: a board's sidebar, so that art has its own size
_GAP = 2.0  # mm
_LEADING = 0.6  # mm, between the lines of a caption
_SAME_SIZE_RATIO = 0.88  # of two sizes that are nearer to each other, one is shown
_PAD = 2.2  # mm, above and below a row
_NAME_STYLE = Style(10.0, "bold")
_SIDES_STYLE = Style(9.0, colour="slate")


def set_proof(
    game: Game, sets: Sequence[str], settings: Settings, sets_dirs: Sequence[Path], output: Output
) -> Report:
    """Print the proof of sets that are played together. Raises DefinitionError, TextOverflowError,
    ArtError, OSError."""
    definition = game.load(sets, sets_dirs)
    keys = [loaded.key for loaded in definition.sets]
    pages, problems = set_pages(game, definition, settings)
    command = ["proof", *keys, "--game", game.name]
    command += ["--paper", settings.paper.name, "--language", settings.language_code]
    title = f"Proof {game.name} {'+'.join(keys)}"
    about = About(title, "", settings.language_code, {"command": command, "games": []})
    path = output.path(f"proof.{game.name}.{'+'.join(keys)}{settings.file_suffix()}")
    made = document(pages, about, settings, path, definition.art_dirs)
    return write([made], warnings=tuple(f"does not fit: {problem}" for problem in problems))


def set_pages(
    game: Game, definition: GameDefinition, settings: Settings
) -> tuple[list[Page], list[str]]:
    """The pages of a set's proof, and what of them does not fit. Raises TextOverflowError."""
    game_pages, problems = game.call(game.proof_pages_at, definition, settings) or ((), ())
    printed = [*game_pages, *_printed_sheets(game, definition, settings)]
    say, code = load_language(settings.language_code).say, settings.language_code
    names = " + ".join(localized(loaded.title, code) for loaded in definition.sets)
    title = say("proof.set", name=f"{say(f'{game.name}.name')} · {names}")
    pages = _art_pages(title, _sides(game, printed, definition.art_dirs), settings)
    return [*game_pages, *pages], [*problems]


def _printed_sheets(game: Game, definition: GameDefinition, settings: Settings) -> Iterator[Page]:
    """Every sheet that fits, in every language, and in one also without rules; the rolled ones in
    each size and for each number of players."""
    sheets: list[tuple[str, Any]] = [(name, None) for name in game.definition_sheets]
    for size, players in game.combinations(definition):
        with suppress(GeneratorError):
            rolled = game.roll(definition, size, players, SEED)
            sheets += [(name, rolled) for name in game.rolled_sheets]
    looks = [replace(settings, language_code=code) for code in languages()]
    for look in (*looks, replace(looks[0], rules=False)):
        for name, rolled in sheets:
            with suppress(GeneratorError):  # validate says why
                shown = (rolled, look) if rolled else (definition, look, SEED)
                yield from game.pages(name, *shown)


def _sides(game: Game, pages: Iterable[Page], art_dirs: Sequence[Path]) -> Sides:
    """The sides at which the game's own art is printed, without white art, which no paper shows."""
    folders = authoring_support(game.name).interchangeable_art

    def group(name: str) -> str:
        """What art that is printed at the same sizes has in common: the name, whatever the colour;
        the folder, where the roll decides which piece is printed."""
        folder = name.rpartition("/")[0]
        return folder if folder in folders else name

    sides: dict[str, set[float]] = {}
    keys: dict[ArtKey, None] = {}
    for entry in (entry for page in pages for entry in flatten(page)):
        art = entry.item
        if not isinstance(art, Art) or "/look/" in art.name:
            continue
        if art.name.startswith(f"{game.name}/") and art.colour != "white":
            keys[art.name, art.colour] = None
            sides.setdefault(group(art.name), set()).add(entry.box.w)
    coloured = {name: b"currentColor" in find_art(name, art_dirs).read_bytes() for name, _ in keys}
    return {
        (name, colour if coloured[name] else "ink"): sides[group(name)] for name, colour in keys
    }


def _art_pages(title: str, sides: Sides, settings: Settings) -> list[Page]:
    """The art in three columns, by name. Raises TextOverflowError."""
    paper, say = settings.paper.landscape, load_language(settings.language_code).say
    whole = paper.within(_EDGE)
    pitch, width = whole.w / 3, whole.w * _SHARE
    columns = [Box(whole.x + n * pitch - width, whole.y, width, whole.h) for n in (1, 2, 3)]

    def short_name(key: ArtKey) -> str:
        """The name that the pictures of one thing share: portrait and symbol of a type, colours."""
        return key[0].rpartition("/")[2]

    rows = [
        _row(name, {key: sides[key] for key in keys}, settings, width)
        for name, keys in groupby(sorted(sides, key=short_name), key=short_name)
    ]
    box = Box.around(columns)._replace(h=_HEAD)
    head = fitted_line(title, box.w, title_style(18, "navy"))
    note = fitted_line(say("proof.pictures"), box.w, _SIDES_STYLE)
    texts = (*head.items(0, 0), *note.items(0, head.height + 1.4))
    parts = flow.paginate(rows, whole.h - _HEAD)
    pages = []
    for start in range(0, len(parts), len(columns)):
        items: list[Item] = [Group("head", box, texts)]
        for (x, y, _, _), part in zip(columns, parts[start:], strict=False):
            thin = theme.LINES["thin"]
            items += table.stack_with_rules(part, x, y + _HEAD, width, "steel", thin)
        pages.append(Page(paper, tuple(items), "proof pictures"))
    return pages


def _row(name: str, sides: Sides, settings: Settings, width: float) -> Block:
    """The pictures, line by line; at the end of the last line, if there is room, the name with the
    smallest and the largest size."""
    language = load_language(settings.language_code)
    values = [round(side, 1) for of_key in sides.values() for side in of_key]
    smallest, largest = language.decimal(min(values)), language.decimal(max(values))
    range_text = f"{smallest}–{largest}" if largest != smallest else smallest
    label = fitted_line(name.replace("_", " "), width, _NAME_STYLE)
    sizes = line(language.say("proof.sides", sizes=range_text), _SIDES_STYLE)

    lines: list[list[Art]] = []
    for art_name, colour in sorted(sides, key=lambda key: -max(sides[key])):
        x = width + 1  # each piece begins a line
        for side in _distinct_sides(sides[art_name, colour]):
            if x + side > width:
                lines.append([])
                x = 0.0
            lines[-1].append(Art(art_name, Box(x, 0, side, side), colour))
            x += side + _GAP
    caption_width = max(label.width, sizes.width)
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


def _distinct_sides(sides: Iterable[float]) -> list[float]:
    """The sizes from the largest, without those that look like the next larger one; the smallest
    is always among them."""
    first, *others = sorted(sides, reverse=True)
    result = [first]
    for side in others:
        if side == others[-1] or side < _SAME_SIZE_RATIO * result[-1]:
            result.append(side)
    return result
