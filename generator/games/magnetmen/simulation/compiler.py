"""The kernel turned into machine code by numba (the extra `fast`).

Input: the functions of the kernel as they stand. Output: object code for this processor, which
machine_code.py loads without numba. Compiled functions give the same results as those in Python.
Only masks differ: they are two words of 64 bits, so that boards of up to 128 squares can be
compiled.
"""

import operator
from collections import Counter
from collections.abc import Callable, Iterator
from inspect import isfunction
from types import FunctionType
from typing import Any

import numba
import numpy
from numba import carray, types
from numba.extending import overload
from numba.np.numpy_support import from_dtype

from generator.games.magnetmen.simulation.machine_code import LENGTHS, MODULES, WORDS, ObjectCode
from generator.games.magnetmen.simulation.tables import GameState, GameTables

PAIR = types.UniTuple(types.uint64, 2)

# What an operator does to two words, or to a pair and a number.


def _wordwise(which: Callable[[Any, Any], Any]) -> None:
    @overload(which)
    def _typed(a, b):
        if a == PAIR and b == PAIR:
            return lambda a, b: (which(a[0], b[0]), which(a[1], b[1]))
        return None


for _operator in (operator.and_, operator.or_, operator.xor):
    _wordwise(_operator)


@overload(operator.invert)
def _invert(a):
    return (lambda a: (~a[0], ~a[1])) if a == PAIR else None


@overload(operator.lshift)
def _left(a, by):
    if a != PAIR:
        return None

    def shifted(a, by):
        step = numpy.uint64(by)
        return a[0] << step, a[1] << step | a[0] >> numpy.uint64(64) - step

    return shifted


@overload(operator.rshift)
def _right(a, by):
    if a != PAIR:
        return None

    def shifted(a, by):
        step = numpy.uint64(by)
        return a[0] >> step | a[1] << numpy.uint64(64) - step, a[1] >> step

    return shifted


# The functions of tables.py for masks of two words, under the same names.


def at(masks, index):
    return masks[index, 0], masks[index, 1]


def put(masks, index, mask):
    masks[index, 0], masks[index, 1] = mask


def bit(square):
    one = numpy.uint64(1)
    place = numpy.uint64(square & 63)
    none = numpy.uint64(0)
    return (one << place, none) if square < 64 else (none, one << place)


def nothing():
    return numpy.uint64(0), numpy.uint64(0)


def some(mask):
    return (mask[0] | mask[1]) != numpy.uint64(0)


def count(mask):
    return _ones(mask[0]) + _ones(mask[1])


def lowest(mask):
    return _zeros(mask[0]) if mask[0] != numpy.uint64(0) else 64 + _zeros(mask[1])


def rest(mask):
    none, one = numpy.uint64(0), numpy.uint64(1)
    if mask[0] != none:
        return mask[0] & mask[0] - one, mask[1]
    return none, mask[1] & mask[1] - one


def _ones(word):
    one, two, four = (
        numpy.uint64(0x5555555555555555),
        numpy.uint64(0x3333333333333333),
        numpy.uint64(0x0F0F0F0F0F0F0F0F),
    )
    word = word - (word >> numpy.uint64(1) & one)
    word = (word & two) + (word >> numpy.uint64(2) & two)
    word = word + (word >> numpy.uint64(4)) & four
    return numpy.int64(word * numpy.uint64(0x0101010101010101) >> numpy.uint64(56))


def _zeros(word):
    """How many zeros are below the lowest one."""
    return _ones((word & (~word + numpy.uint64(1))) - numpy.uint64(1))


MASK_FUNCTIONS = (_ones, _zeros, at, put, bit, nothing, some, count, lowest, rest)


# The functions that are called from outside. Machine code takes each record as a pointer, each
# array of numbers as a pointer and a length.


def _play_many_entry(play_many: Callable[..., None]) -> Callable[..., None]:
    def entry(
        facts, start, moment, trial, seats, n_seats, seed, n_seed, first, games,
        scores, n_scores, lengths, n_lengths, trace, n_trace,
    ):  # fmt: skip
        play_many(
            carray(facts, 1)[0], carray(start, 1)[0], carray(moment, 1)[0], carray(trial, 1)[0],
            carray(seats, n_seats), carray(seed, n_seed), first, games,
            carray(scores, n_scores), carray(lengths, n_lengths), carray(trace, n_trace),
        )  # fmt: skip

    return entry


def _observe_entry(observe: Callable[..., None]) -> Callable[..., None]:
    def entry(
        facts, start, moment, games, lengths, n_lengths, trace, n_trace,
        seen, n_seen, kinds, n_kinds, course, n_course,
    ):  # fmt: skip
        observe(
            carray(facts, 1)[0], carray(start, 1)[0], carray(moment, 1)[0], games,
            carray(lengths, n_lengths), carray(trace, n_trace),
            carray(seen, n_seen), carray(kinds, n_kinds), carray(course, n_course),
        )  # fmt: skip

    return entry


def compile_kernel() -> dict[str, ObjectCode]:
    """Object code of `play_many` and `observe`. Takes about 40 seconds."""
    numba.config.LOOP_VECTORIZE = 0  # loops go round a few times: vectors would slow them down
    functions = _jitted()
    number, numbers = types.int64, (types.CPointer(types.int64), types.int64)
    facts, moment = (
        types.CPointer(from_dtype(_dtype(record))) for record in (GameTables, GameState)
    )
    played = (facts, moment, moment, moment, *numbers, *numbers, number, number, *numbers * 3)
    observed = (facts, moment, moment, number, *numbers * 5)
    return {
        "play_many": _object_code(_play_many_entry(functions["play_many"]), played),
        "observe": _object_code(_observe_entry(functions["observe"]), observed),
    }


def _jitted() -> dict[str, Any]:
    """The kernel's functions by name, to be compiled when they are first called.

    What is called in one place only becomes a part of what calls it: LLVM would optimise it
    once by itself and again at every level above."""
    names: dict[str, Any] = {"numpy": numpy}
    for module in MODULES:
        names |= {key: value for key, value in vars(module).items() if isinstance(value, int)}
    callers = Counter(name for function in _functions() for name in function.__code__.co_names)
    for function in (*_functions(), *MASK_FUNCTIONS):
        twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        twin.__module__, twin.__qualname__ = __name__, f"kernel.{function.__name__}"
        inline = "always" if callers[function.__name__] == 1 else "never"
        names[function.__name__] = _njit(inline=inline)(twin)
    return names


def _njit(*signature: Any, **options: Any) -> Callable[..., Any]:
    return numba.njit(
        *signature, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, **options
    )


def _object_code(entry: Callable[..., None], arguments: tuple[Any, ...]) -> ObjectCode:
    """One function with all that it calls."""
    dispatcher = _njit(types.void(*arguments))(entry)
    result = dispatcher.overloads[arguments]
    _, _, (content, _) = result.library.serialize_using_object_code()
    return ObjectCode(result.fndesc.llvm_func_name, content)


def _functions() -> Iterator[FunctionType]:
    """The functions that the modules of the kernel define, but for those masks have others of."""
    known = {function.__name__ for function in MASK_FUNCTIONS}
    for module in MODULES:
        for name, value in vars(module).items():
            if isfunction(value) and value.__module__ == module.__name__ and name not in known:
                yield value


def _dtype(record: type) -> numpy.dtype:
    """A record as machine_code.py lays it out."""
    return numpy.dtype([_field(name, kind) for name, kind in record.__annotations__.items()])


def _field(name: str, kind: Any) -> tuple[Any, ...]:
    if WORDS.get(kind) == 2:
        return name, numpy.uint64, (LENGTHS[name], 2)
    return (name, numpy.int64, (LENGTHS[name],)) if kind in WORDS else (name, numpy.int64)
