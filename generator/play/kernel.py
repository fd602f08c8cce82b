"""Kernels: a game's rules and its players as functions that numba compiles where it is installed.

The functions are plain Python over whole numbers and over records: NamedTuples of numbers and
lists, whose lengths stand in annotations. All functions of a kernel share one namespace, so that a
name means one thing in all of its modules. Compiled or not, they give the same results.
"""

import hashlib
import pickle
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from inspect import isfunction
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, get_args, get_type_hints

from generator.core import files
from generator.core.resources import cache_dir
from generator.play import engine, players

ENTRY = "play_games"  # the function that is called from outside
SHARED = engine, players  # what a game calls the same as these replaces theirs

Source = tuple[ModuleType, ...]
"""What a kernel is compiled from besides SHARED: the modules of a game."""

_SLOW = (
    "playing it to judge it; this takes minutes, because numba is not installed\n"
    "(pip install numba makes it seconds, --no-playtest leaves it out)"
)

# numba has no types to check, and what it compiles has none of Python's: hence the Anys.


class Length(NamedTuple):
    """The length of an array in compiled records: entries, and words of 64 bits in each."""

    entries: int
    words: int = 1


class Kernel(NamedTuple):
    """The entry function, and how its arguments are made: lists and NamedTuples, or for compiled
    code arrays and structured scalars of numpy."""

    play_games: Callable[..., None]
    is_compiled: bool

    def record(self, value: tuple[Any, ...]) -> Any:
        """A copy of a NamedTuple of numbers and lists that the function may change."""
        if not self.is_compiled:
            return type(value)(*([*each] if isinstance(each, list) else each for each in value))
        import numpy

        record = numpy.zeros(1, _dtype(type(value)))[0]
        for (name, shape), entries in zip(layout(type(value)).items(), value, strict=True):
            if len(shape) == 2:
                entries = [(mask & (1 << 64) - 1, mask >> 64) for mask in entries]
            if not shape:
                record[name] = entries
            elif entries:
                record[name][: len(entries)] = entries
        return record

    def zeros(self, count: int) -> Any:
        if not self.is_compiled:
            return [0] * count
        import numpy

        return numpy.zeros(count, numpy.int64)


@cache
def layout(record: type) -> dict[str, tuple[int, ...]]:
    """The shapes of a record's fields: of a number (), of an array its length, of masks also 2."""
    shapes = {}
    for name, hint in get_type_hints(record, include_extras=True).items():
        length = next((each for each in get_args(hint) if isinstance(each, Length)), Length(0, 0))
        shapes[name] = length[: length.words]
    return shapes


@cache
def _dtype(record: type) -> Any:
    import numpy

    shapes = layout(record).items()
    return numpy.dtype([(name, "u8" if len(shape) == 2 else "i8", shape) for name, shape in shapes])


@cache
def has_numba() -> bool:
    """Whether numba is installed. Looking for it takes as long as a short series of games."""
    return find_spec("numba") is not None


def prepare(source: Source, tell: Callable[[str], None], slow: str = "") -> None:
    """Compile a kernel for later runs, if that can be done and has not been done. People who wait
    are told of what takes long; `slow` is what to tell them where numba is missing."""
    if not has_numba():
        tell(slow or _SLOW)
    elif not _cache_file(source).exists():
        tell("compiling the rules engine (once, about a minute)")
        compiled_kernel(source)


@cache
def python_kernel(source: Source) -> Kernel:
    return Kernel(_link((*SHARED, *source), lambda function, callers: function)[ENTRY], False)


@cache
def compiled_kernel(source: Source) -> Kernel:
    """A kernel compiled by numba, or loaded from the cache. Raises ImportError if numba is missing.

    numba's own files go through the project's cache, which tells damaged ones, whose machine code
    would crash. A cache that cannot be written costs time only.
    """
    file = _cache_file(source)
    try:
        with TemporaryDirectory() as folder:
            known = pickle.loads(files.read_cached(file) or pickle.dumps({}))
            for name, content in known.items():
                files.write_atomically(Path(folder, name), content, lasting=False)
            play_games = _compile(source, folder)
            paths = Path(folder).rglob("*.nb?")
            found = {str(path.relative_to(folder)): path.read_bytes() for path in paths}
        if found != known:  # new, or numba compiled again for another processor
            files.write_cached(file, pickle.dumps(found))
            if not file.exists():
                print(f"{file}: compiled code cannot be cached", file=sys.stderr)
    except OSError as error:
        print(f"compiled code cannot be cached: {error}", file=sys.stderr)
        play_games = _compile(source, "")
    return Kernel(play_games, is_compiled=True)


def _cache_file(source: Source) -> Path:
    """The file of a compiled kernel. numba knows sources by their paths and times; the rest of what
    compiled code depends on is in its own index, or here."""
    names = {name: value for module in (*SHARED, *source) for name, value in vars(module).items()}
    numbers = sorted(item for item in names.items() if isinstance(item[1], int))
    digest = hashlib.sha256(f"{sys.version} {numbers}".encode())
    paths = [Path(str(module.__file__)) for module in (*SHARED, *source)]
    for path in (*paths, Path(__file__), Path(__file__).with_name("compiled_masks.py")):
        digest.update(f"{path} {path.stat().st_mtime_ns}".encode() + path.read_bytes())
    return cache_dir() / "engine" / digest.hexdigest()[:24]


def _link(
    modules: Sequence[ModuleType], wrap: Callable[[FunctionType, int], Any]
) -> dict[str, Any]:
    """All that has a name in the modules. Functions find each other by it; they are wrapped, given
    the number of functions that call them."""
    names = {name: value for module in modules for name, value in vars(module).items()}
    places = {module.__name__ for module in modules}
    functions = {
        name: each for name, each in names.items() if isfunction(each) and each.__module__ in places
    }
    callers = Counter(name for each in functions.values() for name in each.__code__.co_names)
    for name, function in functions.items():
        copy = FunctionType(function.__code__, names, name, function.__defaults__)
        copy.__module__, copy.__annotations__ = __name__, get_type_hints(function)
        names[name] = wrap(copy, callers[name])
    return names


def _compile(source: Source, folder: str) -> Callable[..., None]:
    """The entry function, compiled, or loaded from a folder that has it; "" for none. Raises
    OSError for a folder that cannot be written."""
    import numba
    from numba import types
    from numba.np.numpy_support import from_dtype

    from generator.play import compiled_masks

    # Vectors would slow down loops as short as these. numba sets its options at run time.
    numba.config.LOOP_VECTORIZE = 0  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = folder  # type: ignore[attr-defined]
    # Nowhere else: numba would take code for current whose other modules have changed.
    numba.config.CACHE_LOCATOR_CLASSES = "UserProvidedCacheLocator"  # type: ignore[attr-defined]

    def jit(function: FunctionType, callers: int) -> Any:
        """A function called in one place only is inlined there: LLVM would otherwise optimise it
        by itself and again at every level above."""
        options: dict[str, Any] = {"cache": bool(folder), "nogil": True}
        if function.__name__ != ENTRY:
            options = {"inline": "always" if callers == 1 else "never"}
            options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        return numba.njit(error_model="numpy", **options)(function)

    names = _link((*SHARED, *source, compiled_masks), jit)
    kinds: dict[Any, Any] = {int: types.int64, engine.Numbers: types.int64[::1]}
    for hint in (engine.Tables, engine.State):
        kinds[hint] = from_dtype(_dtype(names[f"Game{hint.__name__}"]))
    hints = names[ENTRY].py_func.__annotations__.items()
    signature = tuple(kinds[hint] for argument, hint in hints if argument != "return")
    names[ENTRY].compile(signature)
    # Called like this, a function need not find out the types of its arguments each time.
    play_games: Callable[..., None] = names[ENTRY].get_overload(signature)
    return play_games
