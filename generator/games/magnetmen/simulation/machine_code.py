"""The kernel as machine code.

Input: Facts and Moments as records. Output: the functions that are called of the kernel, with the
same results as in Python. compiler.py makes the code once for a version of the kernel and a kind
of processor; it is cached, and loading it needs neither numba nor numpy.
"""

import base64
import ctypes
import hashlib
import json
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any, NamedTuple

from llvmlite import binding as llvm

from generator.core import cache as cached_files
from generator.core.resources import cache_dir
from generator.games.magnetmen.simulation import (
    bots,
    legal_moves,
    matches,
    observations,
    power_records,
    random_numbers,
    scoring,
    square_changes,
    tables,
    turns,
)
from generator.games.magnetmen.simulation.tables import GameState, GameTables, Masks, Numbers

MODULES: tuple[ModuleType, ...] = (
    tables, power_records, legal_moves, scoring, square_changes, turns, random_numbers, bots,
    matches, observations,
)  # fmt: skip
# The largest game that is compiled, and the sizes of its records.
SQUARES = tables.MAX_SQUARES
TYPES = 24
SLOTS = 60
PLAYERS = tables.MAX_PLAYERS
LENGTHS = {
    **dict.fromkeys(("kinds", "beside", "row_of", "column_of", "times"), SQUARES),
    **dict.fromkeys(("areas", "limits", "capacities", "retires", "immune"), TYPES),
    **dict.fromkeys(("lowest", "highest", "contested", "rooted"), TYPES),
    **dict.fromkeys(("comparing", "counting", "telling", "board"), TYPES),
    **dict.fromkeys(("step_at", "score_at"), TYPES + 1),
    **dict.fromkeys(("counts", "takings", "points", "grown"), PLAYERS * TYPES),
    **dict.fromkeys(("used", "out", "totals", "sums"), PLAYERS),
    "lines": 60,
    "marks": tables.MARKS,
    "sees": TYPES * (SLOTS + 2),
    "worths": TYPES * (SLOTS + 2),
    "steps": 2 * TYPES * turns.WIDTH,
    "scores": 2 * TYPES * scoring.SCORE,
    "masks": tables.MASKS,
    "roots": PLAYERS * SQUARES,
    "random": 4,
    "turn": tables.TURN_NUMBERS,
    "stack": 2 * SLOTS * tables.FRAME,
    "offers": 2 * SQUARES + 1 + TYPES + PLAYERS * (TYPES + SQUARES),
}
WORDS = {Masks: 2, Numbers: 1}  # of 64 bits, for each entry of an array in a record
_WORD = ctypes.c_int64
WORD = (1 << 64) - 1
_LOCK = Lock()


class ObjectCode(NamedTuple):
    """Machine code of one function: its name in there, and an object file for the linker."""

    symbol: str
    content: bytes


class Kernel(NamedTuple):
    """What is called from outside, see matches.py and observations.py. Records and arrays of
    numbers are those that `record` and `numbers` make."""

    play_many: Callable[..., None]
    observe: Callable[..., None]


def kernel() -> Kernel:
    """The kernel, compiled if it is not cached. Threads can call it at the same time.

    Raises ImportError if it has to be compiled and numba is missing."""
    with _LOCK:
        return _kernel()


@cache
def _kernel() -> Kernel:
    code = _cached_code()
    if code is None:
        from generator.games.magnetmen.simulation.compiler import compile_kernel

        code = compile_kernel()
        cached_files.write(cache_file(), _packed(code))
    return Kernel(**_load(code))


def is_cached() -> bool:
    """Whether the kernel is compiled already. A damaged file counts as none, and is deleted."""
    return _cached_code() is not None


@cache
def cache_file() -> Path:
    """Where machine code is kept for the sources as they are, and for this processor."""
    folder = Path(__file__).parent
    sources = [Path(str(module.__file__)) for module in MODULES]
    made_by = (folder / "machine_code.py", folder / "compiler.py")
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in (*sources, *made_by)))
    for part in (llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()):
        digest.update(part.encode())
    return cache_dir() / "engine" / f"{digest.hexdigest()[:24]}.json"


def _cached_code() -> dict[str, ObjectCode] | None:
    content = cached_files.read(cache_file())
    if content is None:
        return None
    return {
        name: ObjectCode(symbol, base64.b64decode(text))
        for name, (symbol, text) in json.loads(content).items()
    }


def _packed(code: dict[str, ObjectCode]) -> bytes:
    """What _cached_code reads."""
    texts = {
        name: (one.symbol, base64.b64encode(one.content).decode()) for name, one in code.items()
    }
    return json.dumps(texts).encode()


def _load(code: dict[str, ObjectCode]) -> dict[str, Callable[..., None]]:
    """The functions in object code, linked into this process."""
    _linker()
    return {name: _function(_address(one)) for name, one in code.items()}


@cache
def _linker() -> llvm.ExecutionEngine:
    """What links object code; it has to live as long as the code is called."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    # numba's own names for the memory that it takes to copy an array which may overlap another
    memory = {
        "NRT_Allocate": "PyMem_RawMalloc",
        "NRT_Free": "PyMem_RawFree",
        "NRT_MemInfo_call_dtor": "PyMem_RawFree",
    }
    for symbol, function in memory.items():
        address = ctypes.cast(getattr(ctypes.pythonapi, function), ctypes.c_void_p).value
        llvm.add_symbol(symbol, address)
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)


def _address(code: ObjectCode) -> int:
    engine = _linker()
    engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code.content))
    engine.finalize_object()
    return engine.get_function_address(code.symbol)


def _function(address: int) -> Callable[..., None]:
    """A function of machine code, to be called with records, arrays and whole numbers."""
    native = ctypes.CFUNCTYPE(ctypes.c_int32)(address)  # other threads run meanwhile

    def called(*given: Any) -> None:
        result, error = ctypes.c_void_p(), ctypes.c_void_p()  # numba's convention of calls
        words = [word for value in given for word in _passed(value)]
        if native(ctypes.byref(result), ctypes.byref(error), *words):
            raise RuntimeError("the compiled rules engine failed")

    return called


def _passed(value: Any) -> tuple[Any, ...]:
    """An argument as machine code takes it."""
    if isinstance(value, int):
        return (_WORD(value),)
    if isinstance(value, Record):
        return (ctypes.byref(value.words),)
    return ctypes.byref(value), _WORD(len(value))


class Record(NamedTuple):
    """Facts or a Moment for machine code: field after field, each as long as in LENGTHS."""

    words: Any


def fits(*values: GameTables | GameState) -> bool:
    """Whether the records have room: squares are what a large game has too many of."""
    return all(
        len(getattr(value, name)) <= LENGTHS[name]
        for value in values
        for name in value._fields
        if name in LENGTHS
    )


def record(value: GameTables | GameState) -> Record:
    """Facts or a Moment as one record, which a function is passed as a single pointer. All games
    have records of the same size, so that they share the compiled code. Raises ValueError for a
    game that is too large."""
    if not fits(value):
        raise ValueError("the game is too large for compiled code")
    fields = bytearray()
    for name, given in value._asdict().items():
        kind = type(value).__annotations__[name]
        words = _words(kind, given)
        fields += words.tobytes()
        if kind in WORDS:
            fields += bytes(words.itemsize * (LENGTHS[name] * WORDS[kind] - len(words)))
    return Record((_WORD * (len(fields) // ctypes.sizeof(_WORD))).from_buffer(fields))


def _words(kind: Any, given: Any) -> "array[int]":
    """The words of a field; a mask is two, the squares from 64 on in the second."""
    if kind is Masks:
        return array("Q", [word & WORD for mask in given for word in (mask, mask >> 64)])
    return array("q", given if kind is Numbers else [given])


def numbers(values: Sequence[int]) -> Any:
    """Whole numbers as an array."""
    return (_WORD * len(values))(*values)


def zeros(count: int) -> Any:
    """So many zeros as an array."""
    return (_WORD * count)()
