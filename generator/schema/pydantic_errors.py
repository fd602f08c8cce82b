"""Pydantic's errors as diagnostics at their places, in words for a designer of board games.

Input: a model, the source that does not fit it, the ValidationError. Output: Diagnostics, without
those that only follow from another one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from generator.core.diagnostics import Diagnostic, key_path, near
from generator.core.yaml_source import Loc, Source
from generator.schema.expected_values import ExpectedValues
from generator.schema.fields import LANGUAGE_CODE
from generator.schema.messages import message_for

_CODES = {"extra_forbidden": "unknown-key", "missing": "missing-key"}


@dataclass(frozen=True)
class _Mistake:
    """One of pydantic's errors.

    path is the key that it is about; place the value to point at, or its key if at_key.
    """

    error: ErrorDetails
    path: tuple[str | int, ...]
    place: tuple[str | int, ...]
    at_key: bool
    expected: ExpectedValues


def diagnostics_of(
    model: type[BaseModel], source: Source, error: ValidationError
) -> list[Diagnostic]:
    """A diagnostic for each of the errors. Texts in an unknown language have one together."""
    mistakes = list(_without_echoes([_mistake(model, source, each) for each in error.errors()]))
    text_counts = Counter(filter(None, map(_unknown_language, mistakes)))
    diagnostics = []
    for mistake in mistakes:
        message = message_for(mistake.error, mistake.expected)
        if code := _unknown_language(mistake):
            if not (count := text_counts.pop(code, 0)):
                continue  # reported where the language occurs first
            message += f"; {count} texts here are in it" if count > 1 else ""
        diagnostics.append(_diagnostic(source, mistake, message))
    return diagnostics


def _diagnostic(source: Source, mistake: _Mistake, message: str) -> Diagnostic:
    return Diagnostic(
        source.file,
        *source.mark(mistake.place, mistake.at_key),
        key_path(mistake.path),
        message,
        source.end(mistake.place, mistake.at_key),
        _CODES.get(mistake.error["type"], "value"),
    )


def _mistake(model: type[BaseModel], source: Source, error: ErrorDetails) -> _Mistake:
    kind, context = error["type"], error.get("ctx", {})
    loc = (*error["loc"], *context.get("loc", ()))
    is_about_key = loc[-1:] == ("[key]",)
    loc = loc[:-1] if is_about_key else loc
    if kind == "missing":
        place = _path(source.data, loc[:-1], missing=loc[-1])
        path, at_key = (*place, loc[-1]), True
    else:
        path = place = _path(source.data, loc)
        is_named = path[-1:] == (context.get("found"),)
        at_key = is_about_key or is_named or kind == "extra_forbidden"
    return _Mistake(error, path, place, at_key, ExpectedValues(model, source.data, path))


def _unknown_language(mistake: _Mistake) -> str:
    """The code of a language that cannot be printed, if that is the mistake; "" otherwise."""
    error = mistake.error
    is_language = error.get("ctx", {}).get("pattern") == LANGUAGE_CODE
    return str(error["input"]) if is_language else ""


def _without_echoes(mistakes: Sequence[_Mistake]) -> Iterator[_Mistake]:
    """The mistakes without those that only follow from another one."""
    misspelt: set[tuple[str | int | None, ...]] = set()  # the keys that unknown ones stand for
    bad_keys: set[tuple[str | int, ...]] = set()
    for mistake in mistakes:
        if mistake.error["type"] == "extra_forbidden":
            name = str(mistake.path[-1]).partition(":")[0]
            misspelt.add((*mistake.path[:-1], near(name, mistake.expected.keys() or [])))
        elif mistake.at_key:
            bad_keys.add(mistake.path)
    for mistake in mistakes:
        kind, value = mistake.error["type"], mistake.error["input"]
        is_misspelt = kind == "missing" and mistake.path in misspelt
        lost_entries = kind == "too_short" and len(value) >= mistake.error["ctx"]["min_length"]
        # A key without a space behind its colon, such as "en:Baker", has no value.
        has_bad_key = value is None and not mistake.at_key and mistake.path in bad_keys
        if not (is_misspelt or lost_entries or has_bad_key):
            yield mistake


def _path(data: Any, loc: Loc, missing: str | int | None = None) -> tuple[str | int, ...]:
    """The entries of a location that lead through the data of a file.

    Pydantic adds other entries, such as the tag of a union's branch, which may have the name of a
    key of the data. So of all paths through the data, the one wins that skips the fewest entries,
    the last one least of all, and that ends where `missing` can be missing.
    """
    # The skipped entries, whether the last one was skipped, and the value at each path.
    paths: dict[tuple[str | int, ...], tuple[int, int, Any]] = {(): (0, 0, data)}
    for entry in loc:
        longer = {path: (skipped + 1, 1, node) for path, (skipped, _, node) in paths.items()}
        for path, (skipped, _, node) in paths.items():
            next_path = (*path, entry)
            if _has(node, entry) and (skipped, 0) < longer.get(next_path, (skipped + 1,))[:2]:
                longer[next_path] = skipped, 0, node[entry]
        paths = longer
    container = list if isinstance(missing, int) else dict
    fitting = [
        path
        for path, (_, _, node) in paths.items()
        if missing is None or (isinstance(node, container) and not _has(node, missing))
    ]
    return min(fitting or paths, key=lambda path: paths[path][:2])


def _has(node: Any, entry: str | int) -> bool:
    """Whether a value of a YAML file has a key or an index."""
    if isinstance(entry, int):
        return isinstance(node, list) and entry < len(node)
    return isinstance(node, dict) and entry in node
