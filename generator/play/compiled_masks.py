"""Masks in compiled kernels: two words of 64 bits, for boards of up to 128 squares.

Operators on them, and functions of the names that uncompiled kernels use for masks that are ints.
numba has no types to check, and what it compiles has none of Python's: hence the Anys here.
"""

import operator
from collections.abc import Callable
from typing import Any

import numpy
from numba import types
from numba.extending import overload

PAIR = types.UniTuple(types.uint64, 2)  # type: ignore[no-untyped-call]  # numba has no types

# Operators on masks, and on a mask and a number.


def _wordwise(operation: Callable[[Any, Any], Any]) -> None:
    def wordwise(a: Any, b: Any) -> Any:
        return operation(a[0], b[0]), operation(a[1], b[1])

    @overload(operation)
    def _implementation(a: Any, b: Any) -> Any:
        return wordwise if a == b == PAIR else None


for _operator in (operator.and_, operator.or_, operator.xor):
    _wordwise(_operator)


@overload(operator.invert)
def _invert(a: Any) -> Any:
    def inverted(a: Any) -> Any:
        return ~a[0], ~a[1]

    return inverted if a == PAIR else None


@overload(operator.lshift)
def _left(a: Any, by: Any) -> Any:
    def shifted(a: Any, by: Any) -> Any:
        step = numpy.uint64(by)
        return a[0] << step, a[1] << step | a[0] >> numpy.uint64(64) - step

    return shifted if a == PAIR else None


@overload(operator.rshift)
def _right(a: Any, by: Any) -> Any:
    def shifted(a: Any, by: Any) -> Any:
        step = numpy.uint64(by)
        return a[0] >> step | a[1] << numpy.uint64(64) - step, a[1] >> step

    return shifted if a == PAIR else None


# The functions of masks.py for masks of two words, under the same names.


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
