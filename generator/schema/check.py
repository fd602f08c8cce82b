"""The data of a file and a model: all mistakes, and the definition as it may have been meant.

Where a value is of the wrong kind, pydantic checks no sum, no order, and nobody checks the names.
So what is wrong is mended in a copy of the data, which is checked again. What is found then, and
has nothing to do with what was mended, is a mistake of the file, too.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from generator.core.diagnostics import Diagnostic, key_path, near
from generator.core.yaml_source import KeyPath, Loc, Source
from generator.schema.fields import LANGUAGE_CODE
from generator.schema.words import ExpectedValues, message_for

ModelT = TypeVar("ModelT", bound=BaseModel)

_CODES = {"extra_forbidden": "unknown-key", "missing": "missing-key"}
_MAX_ROUNDS = 8  # of mending

# In this module Any is a value of a YAML file.


@dataclass(frozen=True)
class _Mistake:
    """One of pydantic's errors.

    path is the key that it is about; place the value to point at, or its key if at_key; around the
    value whose check found it.
    """

    error: ErrorDetails
    path: KeyPath
    place: KeyPath
    around: KeyPath
    at_key: bool
    expected: ExpectedValues


def mended(
    model: type[ModelT], source: Source, error: ValidationError
) -> tuple[ModelT | None, Source, Sequence[Diagnostic], frozenset[str]]:
    """What set_files.checked returns for a file of which these are the first mistakes."""
    copy = _Copy(source)
    diagnostics: list[Diagnostic] = [*source.problems]
    content: ModelT | None = None
    for _ in range(_MAX_ROUNDS):
        mistakes = [_mistake(model, copy.source.data, each) for each in error.errors()]
        mistakes = list(_without_echoes(mistakes))
        relevant = [mistake for mistake in mistakes if not copy.explains(mistake)]
        diagnostics += _diagnostics(copy.source, relevant)
        for mistake in mistakes:
            copy.mend(mistake)
        try:
            content = model.model_validate(copy.source.data)
            break
        except ValidationError as next_error:
            error = next_error
    if any(len(path) == 1 for path in copy.filled.keys() - copy.texts):
        content = None
    return content, copy.source, diagnostics, frozenset(map(key_path, copy.filled))


class _Copy:
    """A copy of a file's data in which mistakes are mended: unknown keys get the name that they
    stand for, wrong values are left out, and where this does not help a value is made up."""

    def __init__(self, source: Source):
        self.source = replace(source, data=deepcopy(source.data))
        self.filled: dict[KeyPath, bool] = {}  # what was mended; False where it was only left out
        self.texts: set[KeyPath] = set()  # those of them that are texts, on which nothing depends
        self.doubtful: set[KeyPath] = set()  # values whose checks depend on what was mended

    def explains(self, mistake: _Mistake) -> bool:
        """Whether a mistake may only be one because something was mended."""
        path, length = mistake.path, len(mistake.path)
        return mistake.around in self.doubtful or any(
            path[: len(other)] == other[:length] for other in self.filled
        )

    def mend(self, mistake: _Mistake) -> None:
        path = mistake.path
        if mistake.error["type"] == "extra_forbidden":
            mapping, (*parents, last) = _at(self.source.data, path[:-1]), path
            value = mapping.pop(last, None)  # an alias may have it twice
            name, colon, _ = str(last).partition(":")
            meant = near(name, mistake.expected.keys() or [])
            if meant is None or meant in mapping:
                return
            if not colon:
                mapping[meant] = value
                self.source = self.source.with_renamed(path, meant)
                return
            path = (*parents, meant)  # "en:Baker" has no value
        while self.filled.get(path):  # what was made up does not fit
            path = path[:-1]
        if not path:
            return
        container, last = _at(self.source.data, path[:-1]), path[-1]
        if container is None:
            return  # it was left out
        is_left_out = isinstance(container, dict) and last in container and path not in self.filled
        self.filled[path] = not is_left_out
        if is_left_out:
            container.pop(last, None)
        elif isinstance(container, list) and last == len(container):
            container.append(mistake.expected.example(path))
        else:
            container[last] = mistake.expected.example(path)
        if mistake.expected.is_text(path):
            self.texts.add(path)
        else:
            self.doubtful |= {
                path[:n] for n in range(len(path) - 1 if is_left_out else 0, len(path))
            }


def _at(data: Any, path: Loc) -> Any:
    """The value at a path; None if there is none."""
    for entry in path:
        data = data[entry] if _has(data, entry) else None
    return data


def _diagnostics(source: Source, mistakes: Sequence[_Mistake]) -> Iterator[Diagnostic]:
    """A diagnostic for each mistake. Texts in an unknown language have one together."""
    text_counts = Counter(filter(None, map(_unknown_language, mistakes)))
    for mistake in mistakes:
        message = message_for(mistake.error, mistake.expected)
        if language := _unknown_language(mistake):
            if not (count := text_counts.pop(language, 0)):
                continue  # reported where the language occurs first
            message += f"; {count} texts here are in it" if count > 1 else ""
        place, at_key = mistake.place, mistake.at_key
        code = _CODES.get(mistake.error["type"], "value")
        mark, end, key = (
            source.mark(place, at_key),
            source.end(place, at_key),
            key_path(mistake.path),
        )
        yield Diagnostic(source.file, *mark, key, message, end, code)


def _mistake(model: type[BaseModel], data: Any, error: ErrorDetails) -> _Mistake:
    kind, context = error["type"], error.get("ctx", {})
    around = _path(data, error["loc"])
    loc = (*error["loc"], *context.get("loc", ()))
    is_about_key = loc[-1:] == ("[key]",)
    loc = loc[:-1] if is_about_key else loc
    if kind == "missing":
        place = _path(data, loc[:-1], missing=loc[-1])
        path, at_key = (*place, loc[-1]), True
    else:
        path = place = _path(data, loc)
        is_named = path[-1:] == (context.get("found"),)
        at_key = is_about_key or is_named or kind == "extra_forbidden"
    return _Mistake(error, path, place, around, at_key, ExpectedValues(model, data, path))


def _unknown_language(mistake: _Mistake) -> str:
    """The code of a language that cannot be printed, if that is the mistake; "" otherwise."""
    error = mistake.error
    is_language = error.get("ctx", {}).get("pattern") == LANGUAGE_CODE
    return str(error["input"]) if is_language else ""


def _without_echoes(mistakes: Sequence[_Mistake]) -> Iterator[_Mistake]:
    """The mistakes without those that only follow from another one."""
    misspelt: set[tuple[str | int | None, ...]] = set()  # the keys that unknown ones stand for
    bad_keys: set[KeyPath] = set()
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


def _path(data: Any, loc: Loc, missing: str | int | None = None) -> KeyPath:
    """The entries of a location that lead through the data of a file.

    Pydantic adds other entries, such as the tag of a union's branch, which may have the name of a
    key of the data. So of all paths through the data, the one wins that skips the fewest entries,
    the last one least of all, and that ends where `missing` can be missing.
    """
    # The skipped entries, whether the last one was skipped, and the value at each path.
    paths: dict[KeyPath, tuple[int, int, Any]] = {(): (0, 0, data)}
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
