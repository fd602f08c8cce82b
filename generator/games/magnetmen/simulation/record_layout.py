"""The layout of GameTables and GameState in memory, as compiled code reads them.

Field after field; each array has the fixed Length of its annotation. So all games have records of
the same size and share the compiled code.
"""

from collections.abc import Iterator
from typing import NamedTuple, get_args, get_type_hints

from generator.games.magnetmen.simulation.kernel_data import GameState, GameTables, Length


class Field(NamedTuple):
    """A field of a record; a single number has no length."""

    name: str
    length: Length | None


def layout(record: type[GameTables] | type[GameState]) -> Iterator[Field]:
    """The fields of a record in their order."""
    for name, hint in get_type_hints(record, include_extras=True).items():
        yield Field(name, next((arg for arg in get_args(hint) if isinstance(arg, Length)), None))


LAYOUTS: dict[type, tuple[Field, ...]] = {
    record: tuple(layout(record)) for record in (GameTables, GameState)
}
