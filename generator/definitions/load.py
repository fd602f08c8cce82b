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

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from generator.definitions.hints import Hints
from generator.definitions.messages import message_for
from generator.definitions.problems import BadDefinitions, Problem, key_path
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
        wrong = [error for error in errors.errors() if not _echo(error)]
    raise BadDefinitions(_problem(model, source, error) for error in wrong)


def _echo(error: Any) -> bool:
    """Whether a list seems too short only because entries are wrong, which are reported."""
    return error["type"] == "too_short" and len(error["input"]) >= error["ctx"]["min_length"]


def _problem(model: type[BaseModel], source: Source, error: Any) -> Problem:
    context = error.get("ctx", {})
    loc = (*error["loc"], *context.get("loc", ()))
    at_key = loc[-1:] == ("[key]",)
    loc = loc[:-1] if at_key else loc
    if error["type"] == "missing":
        path = _path(source.data, loc[:-1], lacking=loc[-1])
        place = source.mark(path, key=True)
        path = (*path, loc[-1])
    else:
        path = _path(source.data, loc)
        named = bool(path) and path[-1] == context.get("found")
        place = source.mark(path, at_key or named or error["type"] == "extra_forbidden")
    message = message_for(error, Hints(model, source.data, path))
    return Problem(source.file, *place, key_path(path), message)


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
