"""The load step: YAML data against a pydantic model, every mistake where it stands.

Input: a model and a Source. Output: an instance of the model, or BadDefinitions with a
Problem for each of pydantic's errors, in words for a designer of board games.

What a validator of a model can do to be understood here:
- raise ValueError: its text is the message, at the place pydantic was checking;
- raise PydanticCustomError(kind, message, context), where the context may have `loc`, a tuple
  that leads from there to the place meant (with "[key]" behind it the key itself is meant),
  and `found` and `allowed`, a name and those it may be, to be given a near one;
- raise ValidationError.from_exception_data with several of these, to report all at once.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from generator.definitions.hints import Hints
from generator.definitions.messages import message_for
from generator.definitions.problems import BadDefinitions, Problem, key_path, near
from generator.definitions.source import Loc, Source, read_source

Model = TypeVar("Model", bound=BaseModel)
Result = TypeVar("Result")


def load(model: type[Model], path: Path, context: Any = None) -> Model:
    """The model read from a YAML file. Raises BadDefinitions."""
    return check(model, read_source(path), context)


def load_all(jobs: Iterable[Callable[[], Result]]) -> list[Result]:
    """The results of all jobs, such as `partial(load, Model, path)`.

    Raises one BadDefinitions with the problems of all the jobs that raised one.
    """
    results: list[Result] = []
    problems: list[Problem] = []
    for job in jobs:
        try:
            results.append(job())
        except BadDefinitions as bad:
            problems += bad.problems
    if problems:
        raise BadDefinitions(problems)
    return results


def check(model: type[Model], source: Source, context: Any = None) -> Model:
    """The source's data as an instance of the model. Raises BadDefinitions."""
    try:
        return model.model_validate(source.data, context=context)
    except ValidationError as errors:
        mistakes = [_located(model, source, error) for error in errors.errors()]
    raise BadDefinitions(
        Problem(
            source.file,
            *source.mark(one.at, one.at_key),
            key_path(one.path),
            message_for(one.error, one.hints),
        )
        for one in _without_echoes(mistakes)
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
