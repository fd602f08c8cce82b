"""Load and call compiled kernels, which are cached by version and kind of processor."""

import base64
import ctypes
import hashlib
import json
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, cast

from llvmlite import binding as llvm

from generator.core import files
from generator.core.resources import cache_dir
from generator.simulation.kernel import Field, KernelSource, Length, ObjectCode, layout

_Word = ctypes.c_int64
_WORD_MASK = (1 << 64) - 1
_LOCK = Lock()


WordArray = ctypes.Array[ctypes.c_int64]


class Record(NamedTuple):
    """A record of a kernel in the layout of kernel.py."""

    words: WordArray

    def copy(self) -> "Record":
        return Record(type(self.words).from_buffer_copy(self.words))


Argument = int | Record | WordArray
EntryFunction = Callable[..., None]  # of Arguments, as many as the function takes
Kernel = dict[str, EntryFunction]
"""The entry functions of a kernel by name, called with what make_record, make_array and zeros
return, and whole numbers."""


def kernel(source: KernelSource) -> Kernel:
    """Return a kernel, compiled first if it is not cached. Several threads may call this.

    Raises ImportError if it must be compiled and numba is missing."""
    with _LOCK:
        return _kernel(source)


@cache
def _kernel(source: KernelSource) -> Kernel:
    code = _cached_code(source)
    if code is None:
        code = import_module(source.compiler).compile_kernel()
        files.write_cached(cache_file(source), _packed(code))
    return _load(code)


def is_cached(source: KernelSource) -> bool:
    """Whether a kernel has been compiled. A damaged cache file is deleted and does not count."""
    return _cached_code(source) is not None


@cache
def cache_file(source: KernelSource) -> Path:
    """The cache file for the current sources and this processor."""
    folder = Path(__file__).parent
    sources = [Path(str(module.__file__)) for module in source.modules]
    sources += [folder / f"{name}.py" for name in ("machine_code", "compiler", "kernel")]
    sources.append(Path(str(cast(ModuleSpec, find_spec(source.compiler)).origin)))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources))
    for part in (llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()):
        digest.update(part.encode())
    return cache_dir() / "engine" / f"{digest.hexdigest()[:24]}.json"


def _cached_code(source: KernelSource) -> dict[str, ObjectCode] | None:
    content = files.read_cached(cache_file(source))
    if content is None:
        return None
    return {
        name: ObjectCode(symbol, base64.b64decode(text))
        for name, (symbol, text) in json.loads(content).items()
    }


def _packed(code: dict[str, ObjectCode]) -> bytes:
    entries = {
        name: (function.symbol, base64.b64encode(function.content).decode())
        for name, function in code.items()
    }
    return json.dumps(entries).encode()


def _load(code: dict[str, ObjectCode]) -> Kernel:
    _linker()
    return {name: _function(_address(function)) for name, function in code.items()}


@cache
def _linker() -> llvm.ExecutionEngine:
    """The linker of object code. It has to live as long as the code is called."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    # numba's functions for the memory in which it copies arrays that may overlap
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
    """Link a function; the address it has then."""
    engine = _linker()
    engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code.content))
    engine.finalize_object()
    return int(engine.get_function_address(code.symbol))


def _function(address: int) -> EntryFunction:
    native = ctypes.CFUNCTYPE(ctypes.c_int32)(address)  # releases the GIL, so that threads run

    def call(*arguments: Argument) -> None:
        result, error = ctypes.c_void_p(), ctypes.c_void_p()  # numba's calling convention
        words = [word for argument in arguments for word in _native(argument)]
        if native(ctypes.byref(result), ctypes.byref(error), *words):
            raise RuntimeError("the compiled rules engine failed")

    return call


def _native(argument: Argument) -> tuple[Any, ...]:  # Any: types of ctypes that have no name
    """The native arguments for one: a record is a pointer, an array a pointer and a length."""
    if isinstance(argument, int):
        return (_Word(argument),)
    if isinstance(argument, Record):
        return (ctypes.byref(argument.words),)
    return ctypes.byref(argument), _Word(len(argument))


def fits(*values: tuple[Any, ...]) -> bool:
    """Whether every array is short enough for its record. A game with too many squares is not."""
    return all(
        len(getattr(value, field.name)) <= field.length.entries
        for value in values
        for field in layout(type(value))
        if field.length
    )


def make_record(value: tuple[Any, ...]) -> Record:
    """Lay out a NamedTuple of numbers and lists. Raises ValueError for a game that is too large."""
    if not fits(value):
        raise ValueError("the game is too large for compiled code")
    content = bytearray()
    for field in layout(type(value)):
        content += _field_bytes(field, getattr(value, field.name))
    return Record((_Word * (len(content) // ctypes.sizeof(_Word))).from_buffer(content))


def _field_bytes(field: Field, value: int | list[int]) -> bytes:
    """A field, padded to its length. A mask has two words, the squares from 64 on in the second."""
    if isinstance(value, int):
        return array("q", [value]).tobytes()
    length = cast(Length, field.length)
    if length.words == 1:
        content = array("q", value).tobytes()
    else:
        words = (word & _WORD_MASK for mask in value for word in (mask, mask >> 64))
        content = array("Q", words).tobytes()
    return content.ljust(ctypes.sizeof(_Word) * length.entries * length.words, b"\0")


def make_array(values: Sequence[int]) -> WordArray:
    return (_Word * len(values))(*values)


def zeros(count: int) -> WordArray:
    return (_Word * count)()
