"""How numba compiles kernels: their functions together, and masks as two words of 64 bits, with
operators and the functions of masks.py, for boards of up to 128 squares."""

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic, overload
from numba.np import arrayobj
from numpy import uint64


class Library(JITCodeLibrary):
    """Functions that only others call. LLVM optimizes them in the library that links this one: here
    it would do so for each by itself, and again in each caller. They have no addresses."""

    codegen = property(lambda library: library)  # asked for set_env only
    set_env: Any = lambda *arguments: 0
    get_pointer_to_function = _optimize_functions = _optimize_final_module = set_env

    def add_linking_library(self, library: Any) -> None:
        if library is not self:
            super().add_linking_library(library)  # type: ignore[no-untyped-call]

    def _finalize_final_module(self) -> None:
        self._finalized = True


class Part(CPUDispatcher):
    """A function compiled for all numbers, not anew for each number that stands in a call."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(types.unliteral, args)), kws)


# Kernels have no negative indexes (a test says so). numba's check of each took a sixth of the time.
arrayobj.fix_integer_index = lambda context, builder, kind, index, size: context.cast(
    builder, index, kind, types.intp
)


def _instruction(name: str, *options: ir.Constant) -> Any:
    """A function of a word, compiled to one instruction of the processor."""

    def function(typing: Any, word: Any) -> Any:
        return types.int64(types.uint64), lambda context, builder, signature, words: getattr(
            builder, name
        )(*words, *options)

    return intrinsic(function)


count_ones = _instruction("ctpop")
zeros_before = _instruction("cttz", ir.Constant(ir.IntType(1), True))  # of a word that is not 0

PAIR = types.UniTuple(types.uint64, 2)  # type: ignore[no-untyped-call]  # numba has no types


def _overload(operation: Callable[..., Any], on_pairs: Callable[..., Any]) -> None:
    overload(operation, strict=False)(lambda a, *b: on_pairs if a == PAIR else None)


_overload(operator.and_, lambda a, b: (a[0] & b[0], a[1] & b[1]))
_overload(operator.or_, lambda a, b: (a[0] | b[0], a[1] | b[1]))
_overload(operator.xor, lambda a, b: (a[0] ^ b[0], a[1] ^ b[1]))
_overload(operator.invert, lambda a: (~a[0], ~a[1]))
_overload(
    operator.lshift, lambda a, n: (a[0] << uint64(n), a[1] << uint64(n) | a[0] >> uint64(64 - n))
)
_overload(
    operator.rshift, lambda a, n: (a[0] >> uint64(n) | a[1] << uint64(64 - n), a[1] >> uint64(n))
)


def get_mask(masks: Any, index: Any) -> Any:
    return masks[index, 0], masks[index, 1]


def set_mask(masks: Any, index: Any, mask: Any) -> None:
    masks[index, 0], masks[index, 1] = mask


def square_mask(square: Any) -> Any:
    here = uint64(1) << uint64(square & 63)
    return (here, uint64(0)) if square < 64 else (uint64(0), here)


def empty_mask() -> Any:
    return uint64(0), uint64(0)


def has_squares(mask: Any) -> Any:
    return (mask[0] | mask[1]) != uint64(0)


def count_squares(mask: Any) -> Any:
    return count_ones(mask[0]) + count_ones(mask[1])


def lowest_square(mask: Any) -> Any:
    return zeros_before(mask[0]) if mask[0] != uint64(0) else 64 + zeros_before(mask[1])


def without_lowest(mask: Any) -> Any:
    if mask[0] != uint64(0):
        return mask[0] & mask[0] - uint64(1), mask[1]
    return mask[0], mask[1] & mask[1] - uint64(1)


def copy_masks(target: Any, source: Any) -> None:
    for index in range(len(source)):
        target[index, 0], target[index, 1] = source[index, 0], source[index, 1]


def copy_numbers(target: Any, source: Any) -> None:
    """In place of target[:] = source, which would compile checks of shapes."""
    for index in range(len(source)):
        target[index] = source[index]
