"""A kernel: a game's rules and players as functions that can be compiled.

The functions are plain Python over whole numbers and over records: NamedTuples of numbers and
lists, whose lengths stand in annotations. Compiled or not, they give the same results.
"""

from functools import cache
from types import ModuleType
from typing import NamedTuple, get_args, get_type_hints


class KernelSource(NamedTuple):
    """What a kernel is compiled from.

    modules: whose functions and constants are compiled together, so that a name means one thing in
    all of them. compiler: the name of the module with `compile_kernel`, which gives the ObjectCode
    of each entry function by name; it is imported only where numba is needed. subject: what
    programs play, in a word for people. seconds: how long compiling takes, about.
    """

    modules: tuple[ModuleType, ...]
    compiler: str
    subject: str
    seconds: int


class ObjectCode(NamedTuple):
    """Machine code of one function: its symbol, and an object file for the linker."""

    symbol: str
    content: bytes


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
    hints = get_type_hints(record, include_extras=True)
    return tuple(
        Field(name, next((arg for arg in get_args(hint) if isinstance(arg, Length)), None))
        for name, hint in hints.items()
    )
