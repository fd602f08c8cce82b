"""Every text of a set in every language, side by side.

Input: a definition, the sizes at which its texts are printed. Output: landscape pages.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from pydantic import BaseModel

from generator.core.diagnostics import key_path
from generator.core.settings import Settings
from generator.languages import languages, load_language
from generator.layout import flow, proof_page, table, theme
from generator.layout.flow import Block
from generator.layout.page import Page
from generator.layout.table import Column, Grid
from generator.layout.text import Style
from generator.schema.set_files import GameDefinition

KEY_COLUMN = 56.0  # mm
COLUMN_GAP = 4.0  # mm
STYLE = Style(9.5)
HEAD_STYLE = Style(9.5, "bold", colour=proof_page.STRONG)
_CODE = re.compile(r"[a-z]{2}")

KeyPath = tuple[str | int, ...]
Sizes = Mapping[str, Mapping[str, float]]
"""By language, the smallest size in points at which each text is printed."""


def pages(
    title: str, definition: GameDefinition, min_sizes: Sizes, settings: Settings
) -> Iterator[Page]:
    """The texts in a table. Raises TextOverflowError."""
    paper, area = settings.paper, proof_page.area(settings.paper)
    note = load_language(settings.language_code).say("proof.names")
    page_head = proof_page.head(paper, title, note)
    grid = _grid(area.w)
    table_head = table.head(grid)
    texts = dict.fromkeys((path, tuple(text.items())) for path, text in localized_texts(definition))
    rows = [_row(grid, path, dict(text), min_sizes, settings) for path, text in texts]
    y = area.y + proof_page.HEAD
    head_row = table_head.at(area.x, y, "head")
    y += table_head.height
    for rows_of_page in flow.paginate(rows, area.h - proof_page.HEAD - table_head.height):
        body = table.stack_with_rules(rows_of_page, area.x, y, area.w, "steel", theme.LINES["thin"])
        yield Page(paper.landscape, (page_head, head_row, *body), "proof names")


# Below, `value` is Any: a definition of whichever game, or what is inside it.


def localized_texts(value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Mapping[str, str]]]:
    """Every text by language in a definition, with the keys that lead to it."""
    if _is_localized_text(value):
        yield path, value
        return
    for key, inner in _entries(value):
        yield from localized_texts(inner, (*path, key) if key is not None else path)


def _is_localized_text(value: Any) -> bool:
    if not isinstance(value, dict) or not value:
        return False
    return all(_CODE.fullmatch(key) and isinstance(text, str) for key, text in value.items())


def _entries(value: Any) -> Iterator[tuple[str | int | None, Any]]:
    """The keys and values inside a value; no key for the parts of a whole definition."""
    if is_dataclass(value):
        for field in fields(value):
            if field.name == "files":  # everything else was read from these
                continue
            inner = getattr(value, field.name)
            for part in inner if isinstance(inner, tuple) else (inner,):
                yield None, part
    elif isinstance(value, BaseModel):
        yield from value
    elif isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, tuple):
        yield from enumerate(value)


def _grid(width: float) -> Grid:
    """A column for the keys, and one for each language."""
    codes = languages()
    text_column = (width - KEY_COLUMN - COLUMN_GAP * len(codes)) / len(codes)
    columns = [Column(text_column, load_language(code).say("proof.language")) for code in codes]
    return Grid((Column(KEY_COLUMN), *columns), STYLE, HEAD_STYLE, COLUMN_GAP, 1.3)


def _row(
    grid: Grid, path: KeyPath, text: Mapping[str, str], min_sizes: Sizes, settings: Settings
) -> Block:
    cells = [_cell(text.get(code), min_sizes.get(code, {}), settings) for code in languages()]
    return table.row(grid, (_breakable_path(path), *cells))


def _breakable_path(path: KeyPath) -> str:
    """The keys with spaces between them, so that the column may break them."""
    return " ".join(key_path((key,)) for key in path)


def _cell(text: str | None, min_sizes: Mapping[str, float], settings: Settings) -> str:
    """A text, with the size that it shrinks to where it is printed small."""
    if text is None:
        return "–"
    size = min_sizes.get(text, proof_page.SMALL_POINTS)
    if size >= proof_page.SMALL_POINTS:
        return text
    say = load_language(settings.language_code).say
    points = f"{size:g}".replace(".", say("numbers.decimal"))
    return f"{text}  **{say('proof.points', points=points)}**"
