"""Kernels: a game's rules and its players as functions that numba compiles where it is installed.

The functions are plain Python over whole numbers and over records: NamedTuples of numbers and
lists, whose lengths stand in annotations. All functions of a kernel share one namespace, so that a
name means one thing in all of its modules. Compiled or not, they give the same results.
"""

import hashlib
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from inspect import isfunction, ismodule
from pathlib import Path
from threading import Lock
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, get_args, get_type_hints

from generator.core.resources import cache_dir
from generator.play import engine, match, players, random_numbers

_WORD_MASK = (1 << 64) - 1
_DIGEST_FILE = "digest"
_LOCK = Lock()

# numba has no types to check, and what it compiles has none of Python's: hence the Anys here.
Array = Any
"""Numbers for a kernel: a list, or for a compiled kernel an array of numpy."""
Record = Any
"""A record for a kernel: a NamedTuple, or for a compiled kernel a structured scalar of numpy."""


class Length(NamedTuple):
    """The length of an array in compiled records: entries, and words of 64 bits in each."""

    entries: int
    words: int = 1


_ENTRIES = ("run_games", "observe")


class Source(NamedTuple):
    """What a kernel is compiled from: besides the players, the modules of a game. subject: what
    programs play, in a word for people; seconds: how long compiling takes, about."""

    game_modules: tuple[ModuleType, ...]
    subject: str
    seconds: int

    @property
    def modules(self) -> tuple[ModuleType, ...]:
        """All modules; a later one's functions replace an earlier one's of the same names."""
        return (engine, random_numbers, players, match, *self.game_modules)

    def record(self, name: str) -> type:
        """The game's own record for the arguments of a type in engine.py."""
        names = {"Tables": "GameTables", "State": "GameState"}
        modules = (vars(module) for module in self.game_modules)
        record: type = next(each[names[name]] for each in modules if names[name] in each)
        return record


class Kernel(NamedTuple):
    """The entry functions of a kernel by name, and how what they take is made."""

    functions: dict[str, Callable[..., Any]]
    is_compiled: bool

    def record(self, value: tuple[Any, ...]) -> Record:
        """A copy of a NamedTuple of numbers and lists that the functions may change."""
        if not self.is_compiled:
            lists = (list(field) if isinstance(field, list) else field for field in value)
            return type(value)(*lists)
        import numpy

        record = numpy.zeros(1, _dtype(type(value)))[0]
        for name, length in layout(type(value)):
            entries = getattr(value, name)
            if length is None:
                record[name] = entries
            elif length.words == 1:
                record[name][: len(entries)] = entries
            else:  # the bits from 64 on are in the second word
                words = [[mask & _WORD_MASK, mask >> 64] for mask in entries]
                record[name][: len(entries)] = numpy.array(words, numpy.uint64).reshape(-1, 2)
        return record

    def numbers(self, values: Sequence[int]) -> Array:
        """An array of whole numbers."""
        if not self.is_compiled:
            return list(values)
        import numpy

        return numpy.array(values, numpy.int64)

    def zeros(self, count: int) -> Array:
        if not self.is_compiled:
            return [0] * count
        import numpy

        return numpy.zeros(count, numpy.int64)


@cache
def layout(record: type) -> tuple[tuple[str, Length | None], ...]:
    """The fields of a record in their order, with the lengths of those that are arrays."""
    hints = get_type_hints(record, include_extras=True)
    return tuple(
        (name, next((arg for arg in get_args(hint) if isinstance(arg, Length)), None))
        for name, hint in hints.items()
    )


def fits(*values: tuple[Any, ...]) -> bool:
    """Whether every array is short enough for its record. A game with too many squares is not."""
    return all(
        length is None or len(getattr(value, name)) <= length.entries
        for value in values
        for name, length in layout(type(value))
    )


@cache
def has_numba() -> bool:
    """Whether numba is installed. Looking for it takes as long as a short series of games."""
    return find_spec("numba") is not None


@cache
def python_kernel(source: Source) -> Kernel:
    """A kernel as it is, not compiled."""
    names: dict[str, Any] = {**_constants(source)}
    for module in source.modules:
        names |= {key: value for key, value in vars(module).items() if not key.startswith("__")}
    for function in _functions(source):
        names[function.__name__] = _copy(function, names)
    return Kernel({name: names[name] for name in _ENTRIES}, is_compiled=False)


def compiled_kernel(source: Source) -> Kernel:
    """A kernel compiled by numba, or loaded from the cache. Several threads may call this. Raises
    ImportError if numba is missing."""
    with _LOCK:
        return _compiled_kernel(source)


def notice(source: Source) -> str:
    """A notice for people who wait for a playtest; "" if it takes seconds."""
    if not has_numba():
        return (
            f"playing the {source.subject} to judge it; this takes minutes, because numba is not "
            "installed\n(pip install numba makes it seconds, --no-playtest leaves it out)"
        )
    if (_cache_folder(source) / _DIGEST_FILE).is_file():
        return ""
    return f"compiling the rules engine (once, about {source.seconds} s)"


def prepare(source: Source) -> None:
    """Compile a kernel for later runs, if that can be done and has not been done."""
    if has_numba() and not _is_sound(_cache_folder(source)):
        compiled_kernel(source)


@cache
def _compiled_kernel(source: Source) -> Kernel:
    folder = _cache_folder(source)
    is_known, place = _is_sound(folder), None
    try:
        place = _open_folder(folder, is_known)
        functions = _compile(source, place)
        if not _has_digest(place):  # numba compiles again for another processor
            (place / _DIGEST_FILE).write_bytes(_digest_of(place))
        if not is_known:
            with suppress(OSError):  # another process was quicker
                place.rename(folder)
    except OSError as error:
        text = f"{folder.parent}: compiled code cannot be cached: {error.strerror}"
        print(text, file=sys.stderr)
        functions = _compile(source, None)
    finally:
        if place and not is_known:
            shutil.rmtree(place, ignore_errors=True)
    return Kernel(functions, is_compiled=True)


def _compile(source: Source, folder: Path | None) -> dict[str, Any]:
    """The entry functions, compiled, or loaded from a folder that has them. Raises OSError for a
    folder that cannot be written."""
    import numba

    # Vectors would slow down loops as short as these. numba sets its options at run time.
    numba.config.LOOP_VECTORIZE = 0  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = str(folder or "")  # type: ignore[attr-defined]
    # Nowhere else: numba would take code for current whose other modules have changed.
    numba.config.CACHE_LOCATOR_CLASSES = "UserProvidedCacheLocator"  # type: ignore[attr-defined]
    names = _jitted(source, cached=folder is not None)
    signatures = {name: _signature(source, names[name].py_func) for name in _ENTRIES}
    for name, signature in signatures.items():
        names[name].compile(signature)
    # Called like this, a function need not find out the types of its arguments each time.
    return {name: names[name].get_overload(signature) for name, signature in signatures.items()}


def _cache_folder(source: Source) -> Path:
    """The folder of a compiled kernel. numba knows sources by their paths and times; the rest of
    what compiled code depends on is in its own index, or here."""
    constants = sorted(_constants(source).items())  # some come from other modules
    digest = hashlib.sha256(f"{sys.version} {constants}".encode())
    for path in (*(Path(str(module.__file__)) for module in source.modules), Path(__file__)):
        digest.update(f"{path} {path.stat().st_mtime_ns}".encode() + path.read_bytes())
    return cache_dir() / "engine" / digest.hexdigest()[:24]


def _open_folder(folder: Path, is_known: bool) -> Path:
    """A folder that numba can use: an empty one if the folder is not known. Raises OSError."""
    if is_known:
        tempfile.TemporaryFile(dir=folder).close()  # numba reads only where it can write
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    return Path(tempfile.mkdtemp(dir=folder.parent))


def _is_sound(folder: Path) -> bool:
    """Whether a folder holds the files that were written to it. A damaged one is deleted, and
    standard error says so: damaged machine code would crash."""
    if _has_digest(folder):
        return True
    if folder.exists():
        print(f"{folder}: this cached code is damaged; compiling it again", file=sys.stderr)
        shutil.rmtree(folder, ignore_errors=True)
    return False


def _has_digest(folder: Path) -> bool:
    try:
        return (folder / _DIGEST_FILE).read_bytes() == _digest_of(folder)
    except OSError:
        return False


def _digest_of(folder: Path) -> bytes:
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.nb?")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest().encode()


def _functions(source: Source) -> Iterator[FunctionType]:
    for module in source.modules:
        for value in vars(module).values():
            if isfunction(value) and value.__module__ == module.__name__:
                yield value


def _constants(source: Source) -> dict[str, int]:
    """The numbers that have a name in the modules, of which none may mean two things."""
    names: dict[str, int] = {}
    for module in source.modules:
        for name, value in vars(module).items():
            if isinstance(value, int):
                assert names.setdefault(name, value) == value, f"{name} means two things"
    return names


def _copy(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """A function that finds other functions among the names."""
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copy.__module__, copy.__annotations__ = __name__, get_type_hints(function)
    return copy


def _jitted(source: Source, cached: bool) -> dict[str, Any]:
    """The functions of a kernel by name, which numba compiles when they are first called.

    A function called in one place only is inlined there: LLVM would otherwise optimise it by
    itself and again at every level above."""
    import numba
    import numpy

    from generator.play.compiled_masks import MASK_FUNCTIONS

    names: dict[str, Any] = {"numpy": numpy, **_constants(source)}
    for module in source.modules:
        names |= {name: value for name, value in vars(module).items() if ismodule(value)}
    masks = {function.__name__: function for function in MASK_FUNCTIONS}
    functions = [each for each in _functions(source) if each.__name__ not in masks]
    callers = Counter(name for function in functions for name in function.__code__.co_names)
    for function in (*functions, *masks.values()):
        options: dict[str, Any] = {"error_model": "numpy"}
        if function.__name__ in _ENTRIES:
            options |= {"cache": cached, "nogil": True}
        else:
            inline = "always" if callers[function.__name__] == 1 else "never"
            options |= {"inline": inline, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        names[function.__name__] = numba.njit(**options)(_copy(function, names))
    return names


def _signature(source: Source, function: FunctionType) -> Any:
    """The types of numba for the arguments of an entry function, from its annotations."""
    from numba import types
    from numba.np.numpy_support import from_dtype

    records = {
        record: from_dtype(_dtype(source.record(record.__name__)))
        for record in (engine.Tables, engine.State)
    }
    kinds: dict[Any, Any] = {int: types.int64, engine.Numbers: types.int64[::1], **records}
    hints = function.__annotations__.items()
    return tuple(kinds[hint] for argument, hint in hints if argument != "return")


@cache
def _dtype(record: type) -> Any:
    """The structured type of numpy for a record."""
    import numpy

    fields: list[tuple[Any, ...]] = []
    for name, length in layout(record):
        if length is None:
            fields.append((name, numpy.int64))
        elif length.words == 1:
            fields.append((name, numpy.int64, (length.entries,)))
        else:
            fields.append((name, numpy.uint64, (length.entries, length.words)))
    return numpy.dtype(fields)
