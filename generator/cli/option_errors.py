"""Messages about options whose value is not a number, or is out of range, in our own words.

Input: an error raised by typer. Output: the same error, which says "expected at least 1, found 0".
"""

from collections.abc import Mapping
from typing import Any

import typer
from typer.core import TyperGroup


class CommandGroup(TyperGroup):
    """Commands whose errors about values have our words; typer's are those of pydantic."""

    def invoke(self, ctx: Any) -> Any:  # Any: typer brings its own click, which it hides
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            errors: list[Any] = getattr(error.__cause__, "errors", list)()
            if errors and (expected := _expected(errors[0]["type"], errors[0].get("ctx", {}))):
                error.message = f"expected {expected}, found {errors[0]['input'] or 'nothing'}"
            raise


def _expected(kind: str, context: Mapping[str, Any]) -> str:
    """What pydantic expected; "" if the error is of another kind."""
    match kind:
        case "int_parsing" | "int_from_float":
            return "a whole number"
        case "float_parsing":
            return "a number"
        case "greater_than_equal":
            return f"at least {context['ge']:,.10g}"
        case "less_than_equal":
            return f"at most {context['le']:,.10g}"
    return ""
