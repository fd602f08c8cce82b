"""The kernel as machine code, where numba is installed (the extra `fast`).

Input: the functions of the kernel as they stand, Facts and Moments. Output: the same functions
compiled, the same values as arrays; they give the same results. Only the masks differ: they are
two words of 64 bits, so that boards of up to 128 squares can be compiled.

What is compiled is cached on disk for the next run, in a folder named after the source of the whole
kernel: numba itself only looks at the file of the function that is called.
"""

import hashlib
import operator
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from inspect import getsource, isfunction
from pathlib import Path
from pickle import UnpicklingError
from threading import Lock
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy
from numba import types
from numba.extending import overload

from generator.games.magnetmen.play import (
    bots,
    chance,
    facts,
    legal,
    matches,
    observing,
    records,
    scoring,
    squares,
    turns,
)
from generator.games.magnetmen.play.facts import Facts, Masks, Moment, Numbers
from generator.press.files import writable
from generator.resources import cache_dir

MODULES: tuple[ModuleType, ...] = (
    facts, records, legal, scoring, squares, turns, chance, bots, matches, observing,
)  # fmt: skip
ENTRIES = (matches.play_many, observing.observe)  # what is called from outside, and cached
_LOCK = Lock()
# The largest game that is compiled, and the sizes of its records.
SQUARES = facts.MAX_SQUARES
TYPES = 24
SLOTS = 60
PLAYERS = facts.MAX_PLAYERS
LENGTHS = {
    **dict.fromkeys(("kinds", "beside", "row_of", "column_of", "times"), SQUARES),
    **dict.fromkeys(("areas", "limits", "capacities", "retires", "immune"), TYPES),
    **dict.fromkeys(("lowest", "highest", "contested", "rooted"), TYPES),
    **dict.fromkeys(("comparing", "counting", "telling", "board"), TYPES),
    **dict.fromkeys(("step_at", "score_at"), TYPES + 1),
    **dict.fromkeys(("counts", "takings", "points", "grown"), PLAYERS * TYPES),
    **dict.fromkeys(("used", "out", "totals", "sums"), PLAYERS),
    "lines": 60,
    "marks": facts.MARKS,
    "sees": TYPES * (SLOTS + 2),
    "worths": TYPES * (SLOTS + 2),
    "steps": 2 * TYPES * turns.WIDTH,
    "scores": 2 * TYPES * scoring.SCORE,
    "masks": facts.MASKS,
    "roots": PLAYERS * SQUARES,
    "random": 4,
    "turn": facts.TURN_NUMBERS,
    "stack": 2 * SLOTS * facts.FRAME,
    "offers": 2 * SQUARES + 1 + TYPES + PLAYERS * (TYPES + SQUARES),
}
WORD = (1 << 64) - 1
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


# The functions of facts.py for masks of two words, under the same names.


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


def kernel() -> dict[str, Any]:
    """What is called of the kernel from outside by name, compiled when it is first called. Threads
    can call it at the same time."""
    with _LOCK:
        return _kernel()


@cache
def _kernel() -> dict[str, Any]:
    """What is called in one place only becomes a part of what calls it: LLVM would optimise it
    once by itself and again at every level above."""
    numba.config.CACHE_DIR = str(cache_folder())
    numba.config.LOOP_VECTORIZE = 0  # loops go round a few times: vectors would slow them down
    kept = _can_be_kept()
    names: dict[str, Any] = {"numpy": numpy}
    for module in MODULES:
        names |= {key: value for key, value in vars(module).items() if isinstance(value, int)}
    callers = Counter(name for function in _functions() for name in function.__code__.co_names)
    for function in (*_functions(), *MASK_FUNCTIONS):
        twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        twin.__module__, twin.__qualname__ = __name__, f"kernel.{function.__name__}"
        names[function.__name__] = numba.njit(
            cache=kept and function in ENTRIES,
            nogil=True,
            error_model="numpy",
            inline="always" if callers[function.__name__] == 1 else "never",
            no_cpython_wrapper=function not in ENTRIES,
            no_cfunc_wrapper=True,
        )(twin)
    return {entry.__name__: forgiving(names[entry.__name__]) for entry in ENTRIES}


def _can_be_kept() -> bool:
    """Whether there can be a folder for compiled code; without one, each run compiles it."""
    try:
        writable(cache_folder())
    except OSError:
        return False
    return True


def forgiving(function: Callable[..., Any]) -> Callable[..., Any]:
    """A compiled function that does its work whatever the disk does to what is kept of it."""

    def called(*given: Any) -> Any:
        try:
            return function(*given)
        except OSError:  # the disk is full: it is compiled, but could not be kept
            pass
        except (EOFError, UnpicklingError):  # a file that lost its end in a power cut
            shutil.rmtree(cache_folder(), ignore_errors=True)
        return function(*given)

    return called


def _functions() -> Iterator[FunctionType]:
    """The functions that the modules of the kernel define, but for those masks have others of."""
    known = {function.__name__ for function in MASK_FUNCTIONS}
    for module in MODULES:
        for name, value in vars(module).items():
            if isfunction(value) and value.__module__ == module.__name__ and name not in known:
                yield value


def cache_folder() -> Path:
    """Where compiled code is kept for the sources as they are."""
    sources = "".join(getsource(module) for module in MODULES) + Path(__file__).read_text("utf-8")
    return cache_dir() / hashlib.sha256(sources.encode()).hexdigest()[:16]


def fits(*values: Facts | Moment) -> bool:
    """Whether the records have room: squares are what a large game has too many of."""
    return all(
        len(getattr(value, name)) <= LENGTHS[name]
        for value in values
        for name in value._fields
        if name in LENGTHS
    )


def record(value: Facts | Moment) -> numpy.record:
    """Facts or a Moment as one record, which a function is passed as a single pointer. All games
    have records of the same size, so that they share the compiled code. Raises ValueError for a
    game that is too large."""
    if not fits(value):
        raise ValueError("the game is too large for compiled code")
    kinds = type(value).__annotations__
    fields = [_field(name, kinds[name]) for name in value._fields]
    found = numpy.zeros(1, numpy.dtype(fields))[0]
    for name, given in value._asdict().items():
        if kinds[name] is Masks:
            found[name][: len(given)] = [(mask & WORD, mask >> 64) for mask in given]
        elif kinds[name] is Numbers:
            found[name][: len(given)] = given
        else:
            found[name] = given
    return found


def _field(name: str, kind: Any) -> tuple:
    if kind is Masks:
        return name, numpy.uint64, (LENGTHS[name], 2)
    return (name, numpy.int64, (LENGTHS[name],)) if kind is Numbers else (name, numpy.int64)


def numbers(values: list[int]) -> numpy.ndarray:
    """Whole numbers as an array."""
    return numpy.array(values, numpy.int64)


def listed(values: numpy.ndarray) -> list[int]:
    """An array as whole numbers."""
    return values.tolist()
