"""Every text of a set in every language, side by side.

Input: a definition, what it prints. Output: landscape pages.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from pydantic import BaseModel

from generator.authoring.proof import frame
from generator.core.diagnostics import key_path
from generator.core.settings import Settings
from generator.languages import languages, load_language
from generator.layout import flow, table, theme
from generator.layout.flow import Block
from generator.layout.page import Page
from generator.layout.table import Column, Grid
from generator.layout.text import Style

KEYS = 56.0  # width of the column with the keys
STYLE = Style(9.5)
HEAD_STYLE = Style(9.5, "bold", colour=frame.STRONG)
_CODE = re.compile(r"[a-z]{2}")

Text = tuple[tuple[str | int, ...], Mapping[str, str]]


def pages(
    title: str, definition: Any, least: Mapping[str, Mapping[str, float]], settings: Settings
) -> Iterator[Page]:
    """The texts in a table; `least` has by language each text that is printed, with the least size
    in points. Raises TextOverflowError."""
    paper, area = settings.paper, frame.area(settings.paper)
    top = frame.head(paper, title, load_language(settings.language_code).say("proof.names"))
    grid = _grid(area.w)
    heads = table.head(grid)
    texts = dict.fromkeys((path, tuple(text.items())) for path, text in localized_texts(definition))
    rows = [_row(grid, path, dict(text), least, settings) for path, text in texts]
    y = area.y + frame.HEAD
    for dealt in flow.paginate(rows, area.h - frame.HEAD - heads.height):
        body = table.ruled(dealt, area.x, y + heads.height, area.w, "steel", theme.LINES["thin"])
        yield Page(paper.landscape, (top, heads.at(area.x, y, "head"), *body), "proof names")


def localized_texts(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[Text]:
    """Every text by language in a definition, with the keys that lead to it."""
    if _is_text(value):
        yield path, value
        return
    for key, inner in _inside(value):
        yield from localized_texts(inner, (*path, key) if key is not None else path)


def _is_text(value: Any) -> bool:
    if not isinstance(value, dict) or not value:
        return False
    return all(_CODE.fullmatch(key) and isinstance(text, str) for key, text in value.items())


def _inside(value: Any) -> Iterator[tuple[str | int | None, Any]]:
    if is_dataclass(value):
        for field in fields(value):
            if field.name == "files":  # what the rest was read from
                continue
            inner = getattr(value, field.name)
            yield from ((None, each) for each in (inner if isinstance(inner, tuple) else (inner,)))
    elif isinstance(value, BaseModel):
        yield from value
    elif isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, tuple):
        yield from enumerate(value)


def _grid(width: float) -> Grid:
    """A column for the keys, one for each language."""
    codes = languages()
    gap = 4.0
    each = (width - KEYS - gap * len(codes)) / len(codes)
    columns = [Column(each, load_language(code).say("proof.language")) for code in codes]
    return Grid((Column(KEYS), *columns), STYLE, HEAD_STYLE, gap, 1.3)


def _row(
    grid: Grid,
    path: tuple[str | int, ...],
    text: Mapping[str, str],
    least: Mapping[str, Mapping[str, float]],
    settings: Settings,
) -> Block:
    cells = [_cell(text.get(code), least.get(code, {}), settings) for code in languages()]
    return table.row(grid, (_keys(path), *cells))


def _keys(path: tuple[str | int, ...]) -> str:
    """The keys, with spaces between them where the column may be broken."""
    return " ".join(key_path((key,)) for key in path)


def _cell(text: str | None, least: Mapping[str, float], settings: Settings) -> str:
    """A text, with the size it shrinks to where it is printed small."""
    if text is None:
        return "–"
    size = least.get(text, frame.SMALL)
    if size >= frame.SMALL:
        return text
    say = load_language(settings.language_code).say
    points = f"{size:g}".replace(".", say("numbers.decimal"))
    return f"{text}  **{say('proof.points', points=points)}**"
