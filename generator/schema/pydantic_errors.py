"""Pydantic's errors as problems at their places, in words for a designer of board games.

Input: a model, the source that does not fit it, the ValidationError. Output: Problems, without
those that are there only because of another one.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from generator.core.diagnostics import Diagnostic, key_path, near
from generator.core.yaml_source import Loc, Source
from generator.schema.expected_values import Hints
from generator.schema.fields import LANGUAGE_CODE
from generator.schema.messages import message_for

_CODES = {"extra_forbidden": "unknown-key", "missing": "missing-key"}


def problems_of(
    model: type[BaseModel], source: Source, errors: ValidationError
) -> list[Diagnostic]:
    """A problem for each of the errors."""
    mistakes = [_located(model, source, error) for error in errors.errors()]
    mistakes = [*_without_echoes(mistakes)]
    texts = Counter(filter(None, map(_unknown_language, mistakes)))
    problems = []
    for one in mistakes:
        message = message_for(one.error, one.hints)
        if code := _unknown_language(one):
            if not (count := texts.pop(code, 0)):
                continue  # said where it stands first
            message += f"; {count} texts here are in it" if count > 1 else ""
        problems.append(_problem(source, one, message))
    return problems


def _problem(source: Source, one: "_Mistake", message: str) -> Diagnostic:
    return Diagnostic(
        source.file,
        *source.mark(one.at, one.at_key),
        key_path(one.path),
        message,
        source.end(one.at, one.at_key),
        _CODES.get(one.error["type"], "value"),
    )


@dataclass(frozen=True)
class _Mistake:
    """One of pydantic's errors: the path it is about, and the place to point at."""

    error: Any
    path: tuple[str | int, ...]
    at: tuple[str | int, ...]
    at_key: bool
    hints: Hints


def _located(model: type[BaseModel], source: Source, error: Any) -> _Mistake:
    kind, context = error["type"], error.get("ctx", {})
    loc = (*error["loc"], *context.get("loc", ()))
    of_key = loc[-1:] == ("[key]",)
    loc = loc[:-1] if of_key else loc
    if kind == "missing":
        at = _path(source.data, loc[:-1], lacking=loc[-1])
        path, at_key = (*at, loc[-1]), True
    else:
        path = at = _path(source.data, loc)
        named = path[-1:] == (context.get("found"),)
        at_key = of_key or named or kind == "extra_forbidden"
    return _Mistake(error, path, at, at_key, Hints(model, source.data, path))


def _unknown_language(one: _Mistake) -> str:
    """The code that stands for a language, if none is printed that has it."""
    error = one.error
    unknown = error.get("ctx", {}).get("pattern") == LANGUAGE_CODE
    return error["input"] if unknown else ""


def _without_echoes(mistakes: list[_Mistake]) -> Iterator[_Mistake]:
    """The mistakes without those that are there only because of another one."""
    meant, odd_keys = set(), set()
    for one in mistakes:
        if one.error["type"] == "extra_forbidden":
            name = str(one.path[-1]).partition(":")[0]
            meant.add((*one.path[:-1], near(name, one.hints.keys() or [])))
        elif one.at_key:
            odd_keys.add(one.path)
    for one in mistakes:
        kind, found = one.error["type"], one.error["input"]
        renamed = kind == "missing" and one.path in meant
        emptied = kind == "too_short" and len(found) >= one.error["ctx"]["min_length"]
        glued = found is None and not one.at_key and one.path in odd_keys  # "en:Baker"
        if not (renamed or emptied or glued):
            yield one


def _path(data: Any, loc: Loc, lacking: str | int | None = None) -> tuple[str | int, ...]:
    """The entries of a location that lead through the data.

    Pydantic adds others: the tag of a union's branch, say, which may well be named like a key
    of the data. So of all ways through the data, the one wins that leaves out the fewest
    entries, the last one least of all; and that ends where `lacking` can be lacking.
    """
    ways: dict[tuple[str | int, ...], tuple[int, int, Any]] = {(): (0, 0, data)}
    for entry in loc:
        after = {path: (left + 1, 1, node) for path, (left, _, node) in ways.items()}
        for path, (left, _, node) in ways.items():
            if _has(node, entry) and (left, 0) < after.get((*path, entry), (left + 1,))[:2]:
                after[*path, entry] = left, 0, node[entry]
        ways = after
    kind = list if isinstance(lacking, int) else dict
    fits = [
        path
        for path, (_, _, node) in ways.items()
        if lacking is None or (isinstance(node, kind) and not _has(node, lacking))
    ]
    return min(fits or ways, key=lambda path: ways[path][:2])


def _has(node: Any, entry: str | int) -> bool:
    if isinstance(entry, int):
        return isinstance(node, list) and entry < len(node)
    return isinstance(node, dict) and entry in node
