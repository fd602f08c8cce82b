"""Compile the kernel with numba (the extra `fast`).

Input: the functions of the kernel as they are. Output: object code for this processor, which
machine_code.py loads without numba. Compiled functions give the same results as uncompiled ones.
Only masks differ: they are two words of 64 bits, so that boards of up to 128 squares can be
compiled.

numba has no types to check, and what it compiles has none of Python's: hence the Anys here.
"""

import operator
from collections import Counter
from collections.abc import Callable, Iterator
from inspect import isfunction
from types import FunctionType
from typing import Any

import numba
import numpy
from numba import carray, types  # type: ignore[attr-defined]  # missing in its stubs
from numba.extending import overload
from numba.np.numpy_support import from_dtype

from generator.games.magnetmen.simulation.kernel_data import GameState, GameTables
from generator.games.magnetmen.simulation.object_code import KERNEL_MODULES, ObjectCode
from generator.games.magnetmen.simulation.record_layout import LAYOUTS, Field

PAIR = types.UniTuple(types.uint64, 2)  # type: ignore[no-untyped-call]  # numba has no types

# Operators on masks, and on a mask and a number.


def _wordwise(operation: Callable[[Any, Any], Any]) -> None:
    @overload(operation)
    def _implementation(a: Any, b: Any) -> Any:
        if a == PAIR and b == PAIR:
            return wordwise
        return None

    def wordwise(a: Any, b: Any) -> Any:
        return operation(a[0], b[0]), operation(a[1], b[1])


for _operator in (operator.and_, operator.or_, operator.xor):
    _wordwise(_operator)


@overload(operator.invert)
def _invert(a: Any) -> Any:
    def inverted(a: Any) -> Any:
        return ~a[0], ~a[1]

    return inverted if a == PAIR else None


@overload(operator.lshift)
def _left(a: Any, by: Any) -> Any:
    if a != PAIR:
        return None

    def shifted(a: Any, by: Any) -> Any:
        step = numpy.uint64(by)
        return a[0] << step, a[1] << step | a[0] >> numpy.uint64(64) - step

    return shifted


@overload(operator.rshift)
def _right(a: Any, by: Any) -> Any:
    if a != PAIR:
        return None

    def shifted(a: Any, by: Any) -> Any:
        step = numpy.uint64(by)
        return a[0] >> step | a[1] << numpy.uint64(64) - step, a[1] >> step

    return shifted


# The functions of kernel_data.py for masks of two words, under the same names.


def get_mask(masks: Any, index: Any) -> Any:
    return masks[index, 0], masks[index, 1]


def set_mask(masks: Any, index: Any, mask: Any) -> None:
    masks[index, 0], masks[index, 1] = mask


def square_mask(square: Any) -> Any:
    one = numpy.uint64(1)
    place = numpy.uint64(square & 63)
    none = numpy.uint64(0)
    return (one << place, none) if square < 64 else (none, one << place)


def empty_mask() -> Any:
    return numpy.uint64(0), numpy.uint64(0)


def has_squares(mask: Any) -> Any:
    return (mask[0] | mask[1]) != numpy.uint64(0)


def count_squares(mask: Any) -> Any:
    return _count_ones(mask[0]) + _count_ones(mask[1])


def lowest_square(mask: Any) -> Any:
    return _trailing_zeros(mask[0]) if mask[0] != numpy.uint64(0) else 64 + _trailing_zeros(mask[1])


def without_lowest(mask: Any) -> Any:
    none, one = numpy.uint64(0), numpy.uint64(1)
    if mask[0] != none:
        return mask[0] & mask[0] - one, mask[1]
    return none, mask[1] & mask[1] - one


def _count_ones(word: Any) -> Any:
    one, two, four = (
        numpy.uint64(0x5555555555555555),
        numpy.uint64(0x3333333333333333),
        numpy.uint64(0x0F0F0F0F0F0F0F0F),
    )
    word = word - (word >> numpy.uint64(1) & one)
    word = (word & two) + (word >> numpy.uint64(2) & two)
    word = word + (word >> numpy.uint64(4)) & four
    return numpy.int64(word * numpy.uint64(0x0101010101010101) >> numpy.uint64(56))


def _trailing_zeros(word: Any) -> Any:
    return _count_ones((word & (~word + numpy.uint64(1))) - numpy.uint64(1))


MASK_FUNCTIONS: tuple[Any, ...] = (
    _count_ones, _trailing_zeros, get_mask, set_mask, square_mask, empty_mask, has_squares,
    count_squares, lowest_square, without_lowest,
)  # fmt: skip


# The entry functions. They take each record as a pointer, each array as a pointer and a length.


def _run_games_entry(run_games: Callable[..., None]) -> Callable[..., None]:
    def entry(
        tables: Any, start: Any, state: Any, trial: Any, tree: Any, n_tree: Any,
        seats: Any, n_seats: Any,
        seed: Any, n_seed: Any, first: Any, games: Any, scores: Any, n_scores: Any,
        lengths: Any, n_lengths: Any, trace: Any, n_trace: Any,
    ) -> None:  # fmt: skip
        run_games(
            carray(tables, 1)[0], carray(start, 1)[0], carray(state, 1)[0], carray(trial, 1)[0],
            carray(tree, n_tree), carray(seats, n_seats), carray(seed, n_seed), first, games,
            carray(scores, n_scores), carray(lengths, n_lengths), carray(trace, n_trace),
        )  # fmt: skip

    return entry


def _observe_entry(observe: Callable[..., None]) -> Callable[..., None]:
    def entry(
        tables: Any, start: Any, state: Any, games: Any, lengths: Any, n_lengths: Any,
        trace: Any, n_trace: Any, counters: Any, n_counters: Any,
        kind_counters: Any, n_kind_counters: Any, course: Any, n_course: Any,
    ) -> None:  # fmt: skip
        observe(
            carray(tables, 1)[0], carray(start, 1)[0], carray(state, 1)[0], games,
            carray(lengths, n_lengths), carray(trace, n_trace), carray(counters, n_counters),
            carray(kind_counters, n_kind_counters), carray(course, n_course),
        )  # fmt: skip

    return entry


def compile_kernel() -> dict[str, ObjectCode]:
    """Compile `run_games` and `observe`. Takes about 40 seconds."""
    # Vectors would slow down loops as short as these. numba sets its options at run time.
    numba.config.LOOP_VECTORIZE = 0  # type: ignore[attr-defined]
    functions = _jitted()
    number, numbers = types.int64, (_pointer(types.int64), types.int64)
    tables, state = (_pointer(from_dtype(_dtype(record))) for record in (GameTables, GameState))
    play = (tables, state, state, state, *numbers * 3, number, number, *numbers * 3)
    observe = (tables, state, state, number, *numbers * 5)
    return {
        "run_games": _object_code(_run_games_entry(functions["run_games"]), play),
        "observe": _object_code(_observe_entry(functions["observe"]), observe),
    }


def _pointer(target: Any) -> Any:
    return types.CPointer(target)  # type: ignore[no-untyped-call]  # numba has no types


def _jitted() -> dict[str, Any]:
    """The kernel's functions by name, which numba compiles when they are first called.

    A function called in one place only is inlined there: LLVM would otherwise optimise it by
    itself and again at every level above."""
    names: dict[str, Any] = {"numpy": numpy}
    for module in KERNEL_MODULES:
        names |= {key: value for key, value in vars(module).items() if isinstance(value, int)}
    callers = Counter(name for function in _functions() for name in function.__code__.co_names)
    for function in (*_functions(), *MASK_FUNCTIONS):
        code, defaults = function.__code__, function.__defaults__
        copy = FunctionType(code, names, function.__name__, defaults)
        copy.__module__, copy.__qualname__ = __name__, f"kernel.{function.__name__}"
        inline = "always" if callers[function.__name__] == 1 else "never"
        names[function.__name__] = _njit(inline=inline)(copy)
    return names


def _njit(*signature: Any, **options: Any) -> Any:
    """numba.njit with the options of all functions, some of which its stubs do not know."""
    options |= {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return numba.njit(*signature, **options)


def _object_code(entry: Callable[..., None], arguments: tuple[Any, ...]) -> ObjectCode:
    """Compile a function with all that it calls."""
    dispatcher = _njit(types.void(*arguments))(entry)
    result = dispatcher.overloads[arguments]
    # The method of numba that gives machine code as bytes; there is no public one.
    _, _, (content, _) = result.library.serialize_using_object_code()
    return ObjectCode(result.fndesc.llvm_func_name, content)


def _functions() -> Iterator[FunctionType]:
    """The functions of the kernel's modules, except those that MASK_FUNCTIONS replace."""
    replaced = {function.__name__ for function in MASK_FUNCTIONS}
    for module in KERNEL_MODULES:
        for name, value in vars(module).items():
            if isfunction(value) and value.__module__ == module.__name__ and name not in replaced:
                yield value


def _dtype(record: type) -> Any:
    """A record in the layout of record_layout.py."""
    return numpy.dtype([_field_dtype(field) for field in LAYOUTS[record]])


def _field_dtype(field: Field) -> tuple[Any, ...]:
    name, length = field
    if length is None:
        return name, numpy.int64
    if length.words == 1:
        return name, numpy.int64, (length.entries,)
    return name, numpy.uint64, (length.entries, length.words)
