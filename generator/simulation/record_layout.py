"""The layout of a kernel's records in memory, as compiled code reads them.

Field after field; each array has the fixed Length of its annotation. So all games of a kind have
records of the same size and share the compiled code.
"""

from functools import cache
from typing import NamedTuple, get_args, get_type_hints


class Length(NamedTuple):
    """The length of an array in compiled records: entries, and words of 64 bits in each."""

    entries: int
    words: int = 1


class Field(NamedTuple):
    """A field of a record; a single number has no length."""

    name: str
    length: Length | None


@cache
def layout(record: type) -> tuple[Field, ...]:
    """The fields of a record in their order."""
    hints = get_type_hints(record, include_extras=True)
    return tuple(
        Field(name, next((arg for arg in get_args(hint) if isinstance(arg, Length)), None))
        for name, hint in hints.items()
    )
