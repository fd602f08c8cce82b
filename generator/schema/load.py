"""The load step: YAML data against a pydantic model, every mistake where it stands.

Input: a model and a Source. Output: an instance of the model, or DefinitionError with a
Problem for each of pydantic's errors, in words for a designer of board games.

What a validator of a model can do to be understood here:
- raise ValueError: its text is the message, at the place pydantic was checking;
- raise PydanticCustomError(kind, message, context), where the context may have `loc`, a tuple
  that leads from there to the place meant (with "[key]" behind it the key itself is meant),
  and `found` and `allowed`, a name and those it may be, to be given a near one;
- raise ValidationError.from_exception_data with several of these, to report all at once.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from generator.core.diagnostics import Diagnostic
from generator.core.errors import DefinitionError
from generator.core.yaml_source import Source

Model = TypeVar("Model", bound=BaseModel)
Result = TypeVar("Result")


def load_all(jobs: Iterable[Callable[[], Result]]) -> list[Result]:
    """The results of all jobs, such as `partial(read_set, path)`.

    Raises one DefinitionError with the problems of all the jobs that raised one.
    """
    results: list[Result] = []
    problems: list[Diagnostic] = []
    for job in jobs:
        try:
            results.append(job())
        except DefinitionError as bad:
            problems += bad.problems
    if problems:
        raise DefinitionError(problems)
    return results


def check(model: type[Model], source: Source) -> Model:
    """The source's data as an instance of the model. Raises DefinitionError."""
    try:
        return model.model_validate(source.data)
    except ValidationError as errors:
        # Imported here: explaining mistakes is a fair share of the code, and rarely needed.
        from generator.schema.pydantic_errors import problems_of

        problems = problems_of(model, source, errors)
    raise DefinitionError(problems)
