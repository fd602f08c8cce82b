"""The load step: check YAML data against a pydantic model and locate every mistake.

How a validator of a model reports a mistake:
- raise ValueError: its text is the message, at the place that pydantic was checking;
- raise PydanticCustomError(kind, message, context), where the context may have `loc`, a tuple that
  leads from there to the place to report (ending in "[key]" to report the key itself), and `found`
  and `allowed`, a name and the names that are allowed, from which a similar one is suggested;
- raise ValidationError.from_exception_data with several of these, to report all at once.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from generator.core.diagnostics import Diagnostic
from generator.core.errors import DefinitionError
from generator.core.yaml_source import Source

ModelT = TypeVar("ModelT", bound=BaseModel)
ResultT = TypeVar("ResultT")


def load_all(loaders: Iterable[Callable[[], ResultT]]) -> list[ResultT]:
    """The results of all loaders, such as `partial(read_set, path)`.

    Raises one DefinitionError with the problems of all loaders that raised one.
    """
    results: list[ResultT] = []
    problems: list[Diagnostic] = []
    for load in loaders:
        try:
            results.append(load())
        except DefinitionError as error:
            problems += error.problems
    if problems:
        raise DefinitionError(problems)
    return results


def check(model: type[ModelT], source: Source) -> ModelT:
    """The source's data as an instance of the model. Raises DefinitionError."""
    try:
        return model.model_validate(source.data)
    except ValidationError as error:
        # Imported here: explaining mistakes is a fair share of the code, and rarely needed.
        from generator.schema.words import diagnostics_of

        diagnostics = diagnostics_of(model, source, error)
    raise DefinitionError(diagnostics)
