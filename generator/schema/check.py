"""The data of a file and a model: all mistakes, and the definition as it may have been meant.

Where a value is of the wrong kind, pydantic checks no sum, no order, and nobody checks the names.
So what is wrong is mended in a copy of the data, which is checked again. What is found then, and
has nothing to do with what was mended, is a mistake of the file, too.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from generator.core.diagnostics import Diagnostic, key_path, near
from generator.core.yaml_source import TOO_LONG, KeyPath, Loc, Source
from generator.schema.fields import LANGUAGE_CODE
from generator.schema.words import ExpectedValues, message_for

ModelT = TypeVar("ModelT", bound=BaseModel)

_CODES = {"extra_forbidden": "unknown-key", "missing": "missing-key"}
_MAX_ROUNDS = 9  # of mending

# In this module Any is a value of a YAML file.


class _Mistake(NamedTuple):
    """One of pydantic's errors: the path of its key, whether it is about the key itself, the path
    of the value whose check found it, and the code of a language that cannot be printed."""

    error: ErrorDetails
    kind: str
    path: KeyPath
    at_key: bool
    around: KeyPath
    language: str
    expected: ExpectedValues


def mended(
    model: type[ModelT], source: Source, error: ValidationError
) -> tuple[ModelT | None, Source, Sequence[Diagnostic], frozenset[str]]:
    """What set_files.checked returns for a file of which these are the first mistakes."""
    copy = _Copy(source)
    diagnostics: list[Diagnostic] = [*source.problems]
    content: ModelT | None = None
    for _ in range(_MAX_ROUNDS):
        mistakes = list(_mistakes(model, copy.source.data, error))
        # Others may only follow from a key that is unknown, or stands there without a value.
        mistakes = [each for each in mistakes if _is_of_key_alone(each)] or mistakes
        relevant = [mistake for mistake in mistakes if not copy.explains(mistake)]
        diagnostics += _diagnostics(copy.source, relevant)
        for mistake in mistakes:
            copy.mend(mistake)
        try:
            content = model.model_validate(copy.source.data)
            break
        except ValidationError as next_error:
            error = next_error
    sections = [path for path in copy.filled.keys() - copy.texts if len(path) == 1]
    if not all(isinstance(getattr(content, str(*path), None), str) for path in sections):
        content = None  # more than a word is wrong: what it should be, nobody knows
    return content, copy.source, diagnostics, frozenset(map(key_path, copy.filled))


class _Copy:
    """A copy of a file's data in which mistakes are mended: unknown keys get the name that they
    stand for, wrong values are left out, and where this does not help a value is made up."""

    def __init__(self, source: Source):
        self.source = replace(source, data=deepcopy(source.data))
        self.filled: dict[KeyPath, bool] = {}  # what was mended; False where it was only left out
        self.texts: set[KeyPath] = set()  # those of them that are texts, on which nothing depends
        self.doubtful: set[KeyPath] = set()  # values whose checks depend on what was mended
        self.moved: set[KeyPath] = set()  # where values are that stood below another key

    def explains(self, mistake: _Mistake) -> bool:
        """Whether a mistake is told already, or may only be one because something was mended."""
        path, length = mistake.path, len(mistake.path)
        is_told = mistake.error["input"] is TOO_LONG and not mistake.at_key
        follows = any(path[: len(other)] == other[:length] for other in self.filled)
        if path[:-1] in self.moved:  # what comes below it, and was in the same block
            follows |= bool(mistake.expected.place_of(mistake.error["input"]))
        return is_told or follows or mistake.around in self.doubtful

    def mend(self, mistake: _Mistake) -> None:
        path = mistake.path
        if mistake.kind == "extra_forbidden":
            mapping, (*parents, last) = _at(self.source.data, path[:-1]), path
            value = mapping.pop(last)
            name, colon, _ = str(last).partition(":")
            meant = near(name, mistake.expected.keys() or [])
            place = mistake.expected.place_of(value) or ((*parents, meant) if meant else ())
            mapping = _at(self.source.data, place[:-1])
            if not place or not isinstance(mapping, dict) or place[-1] in mapping:
                return
            if not colon:
                mapping[place[-1]] = value
                self.moved.add(place)
                self.source = self.source.with_moved(path, place)
                return
            path = place  # "en:Baker" has no value
        while self.filled.get(path):  # what was made up does not fit
            path = path[:-1]
        container = _at(self.source.data, path[:-1])
        if not path or container is None:  # it was left out
            return
        last, example = path[-1], mistake.expected.example(path)
        can_be_left_out = mistake.at_key or mistake.expected.is_field(path)
        is_left_out = can_be_left_out and _has(container, last) and path not in self.filled
        self.filled[path] = not is_left_out
        if is_left_out:
            container.pop(last)
        elif isinstance(container, list) and not _has(container, last):
            container.append(example)
        else:
            container[last] = example
        if mistake.expected.is_text(path):
            self.texts.add(path)
        else:
            first = len(path) - 1 if is_left_out else 0
            self.doubtful |= {path[:length] for length in range(first, len(path))}


def _at(data: Any, path: Loc) -> Any:
    """The value at a path; None if there is none."""
    for entry in path:
        data = data[entry] if _has(data, entry) else None
    return data


def _has(node: Any, entry: str | int) -> bool:
    """Whether a value of a YAML file has a key or an index."""
    if isinstance(entry, int):
        return isinstance(node, list) and entry < len(node)
    return isinstance(node, dict) and entry in node


def _mistakes(model: type[BaseModel], data: Any, error: ValidationError) -> Iterator[_Mistake]:
    for each in error.errors():
        kind, context, value = each["type"], each.get("ctx", {}), each["input"]
        if kind == "too_short" and len(value) >= context["min_length"]:
            continue  # it only lacks the entries that have mistakes
        loc = (*each["loc"], *context.get("loc", ()))
        is_missing = kind == "missing"
        path = (*_path(data, loc[:-1]), loc[-1]) if is_missing else _path(data, loc)
        is_named = path[-1:] == (context.get("found"),)
        at_key = is_missing or is_named or loc[-1:] == ("[key]",) or kind == "extra_forbidden"
        language = str(value) if context.get("pattern") == LANGUAGE_CODE else ""
        expected = ExpectedValues(model, data, path)
        yield _Mistake(each, kind, path, at_key, _path(data, each["loc"]), language, expected)


def _is_of_key_alone(mistake: _Mistake) -> bool:
    is_bad_name = mistake.kind == "string_pattern_mismatch" and mistake.at_key
    data = mistake.expected.data
    return mistake.kind == "extra_forbidden" or (is_bad_name and _at(data, mistake.path) is None)


def _path(data: Any, loc: Loc) -> KeyPath:
    """The entries of a location that lead through the data of a file. Pydantic adds others, such as
    the tag of a union's branch, which has the name of no key."""
    path: KeyPath = ()
    for entry in loc:
        if _has(data, entry):
            path, data = (*path, entry), data[entry]
    return path


def _diagnostics(source: Source, mistakes: Sequence[_Mistake]) -> Iterator[Diagnostic]:
    """A diagnostic for each mistake. Texts in an unknown language have one together."""
    text_counts = Counter(mistake.language for mistake in mistakes if mistake.language)
    for error, kind, path, at_key, _, language, expected in mistakes:
        message = message_for(error, expected)
        if language:
            if not (count := text_counts.pop(language, 0)):
                continue  # reported where the language occurs first
            message += f"; {count} texts here are in it" if count > 1 else ""
        yield source.problem(path, message, at_key, _CODES.get(kind, "value"))
