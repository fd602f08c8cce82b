"""Kernels: a game's rules and its players as functions that numba compiles where it is installed.

The functions are plain Python over whole numbers and over records: NamedTuples of numbers and
lists, whose lengths stand in annotations. Compiled or not, they give the same results.
"""

import hashlib
import pickle
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import find_spec
from inspect import isfunction, ismodule
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType
from typing import Any, NamedTuple, cast, get_args, get_type_hints

from generator.core import files
from generator.core.resources import cache_dir
from generator.play import players
from generator.play.engine import Numbers, State, Tables
from generator.play.players import Engine

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


def prepare(engine: Engine[Any, Any], tell: Callable[[str], None], slow: str = "") -> None:
    """Compile a kernel for later runs, if that can be done and has not been done. People who wait
    are told of what takes long; `slow` is what to tell them where numba is missing."""
    if not has_numba():
        tell(slow or _SLOW)
    elif not _cache_file(engine).exists():
        tell("compiling the rules engine (once, about half a minute)")
        compiled_kernel(engine)


@cache
def python_kernel(engine: Engine[Any, Any]) -> Kernel:
    return Kernel(_link(engine)[players.play_games], is_compiled=False)


@cache
def compiled_kernel(engine: Engine[Any, Any]) -> Kernel:
    """A kernel compiled by numba, or loaded from the cache. Raises ImportError if numba is missing.

    numba's own files go through the project's cache, which tells damaged ones, whose machine code
    would crash. A cache that cannot be written costs time only.
    """
    file = _cache_file(engine)
    try:
        with TemporaryDirectory() as folder:
            known = pickle.loads(files.read_cached(file) or pickle.dumps({}))
            for name, content in known.items():
                files.write_atomically(Path(folder, name), content, lasting=False)
            play_games = _compile(engine, folder)
            paths = Path(folder).rglob("*.nb?")
            found = {str(path.relative_to(folder)): path.read_bytes() for path in paths}
        if found != known:  # new, or numba compiled again for another processor
            files.write_cached(file, pickle.dumps(found))
            if not file.exists():
                print(f"{file}: compiled code cannot be cached", file=sys.stderr)
    except OSError as error:
        print(f"compiled code cannot be cached: {error}", file=sys.stderr)
        play_games = _compile(engine, "")
    return Kernel(play_games, is_compiled=True)


def sources(engine: Engine[Any, Any]) -> list[Path]:
    """The files that a kernel depends on: modules whose functions and numbers it uses, this module,
    and compiled.py."""
    names = [function.__globals__ for function in _link(engine)]
    used = {value for space in names for value in space.values() if ismodule(value)}
    used = {module for module in used if module.__name__.startswith("generator.")}
    used |= {sys.modules[space["__name__"]] for space in names}
    paths = {Path(str(module.__file__)) for module in used}
    return sorted({*paths, Path(__file__), Path(__file__).with_name("compiled.py")})


def _cache_file(engine: Engine[Any, Any]) -> Path:
    """The file of a compiled kernel. numba knows sources by their paths and times; the rest of what
    compiled code depends on is in its own index, or here."""
    names = {name: value for each in _link(engine) for name, value in each.__globals__.items()}
    numbers = sorted(item for item in names.items() if isinstance(item[1], int))
    shapes = [layout(record) for record in _records(engine)]
    digest = hashlib.sha256(f"{sys.version} {numbers} {shapes}".encode())
    for path in sources(engine):
        digest.update(f"{path} {path.stat().st_mtime_ns}".encode() + path.read_bytes())
    return cache_dir() / "engine" / digest.hexdigest()[:24]


def _records(engine: Engine[Any, Any]) -> tuple[type, type]:
    """The types of a game's tables and states."""
    hints = get_type_hints(engine.apply)
    return hints["tables"], hints["state"]


def _link(
    engine: Engine[Any, Any],
    wrap: Callable[[FunctionType], Any] = lambda function: function,
    instead: Mapping[str, Any] = {},
) -> dict[Any, Any]:
    """Each function of a kernel, with its copy: wrapped, and bound to the engine. The copies call
    each other. Functions of `instead` replace those with the same name."""
    spaces: dict[str, dict[str, Any]] = {}
    linked: dict[Any, Any] = {}

    def link(function: Any) -> Any:
        if function not in linked:
            code, names = function.__code__, function.__globals__
            own = spaces.setdefault(names["__name__"], {**names})
            linked[function] = wrap(FunctionType(code, own, code.co_name, function.__defaults__))
            for name in code.co_names:
                called = instead.get(name, names.get(name))
                if isfunction(called):
                    own[name] = link(called)
        return linked[function]

    link(players.play_games)
    spaces[players.__name__]["engine"] = Engine(*map(link, engine))
    return linked


def _compile(engine: Engine[Any, Any], folder: str) -> Callable[..., None]:
    """The entry function, compiled, or loaded from a folder that has it; "" for none. Raises
    OSError for a folder that cannot be written."""
    import numba
    from numba.core.compiler import Compiler
    from numba.np.numpy_support import from_dtype

    from generator.play import compiled

    # Vectors would slow down loops as short as these. numba sets its options at run time.
    numba.config.LOOP_VECTORIZE = 0  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = folder  # type: ignore[attr-defined]
    # Nowhere else: numba would take code for current whose other modules have changed.
    numba.config.CACHE_LOCATOR_CLASSES = "UserProvidedCacheLocator"  # type: ignore[attr-defined]

    codegen = compiled.Part.targetdescr.target_context.codegen()
    library = compiled.Library(codegen, "parts")  # type: ignore[no-untyped-call]

    def compiler(typing: Any, target: Any, own_library: None, *arguments: Any) -> Any:
        return Compiler(typing, target, library, *arguments)  # type: ignore[no-untyped-call]

    def jit(function: FunctionType) -> Any:
        """Only the entry function is cached and called from outside. No function allocates memory
        (nrt) or computes with whole arrays (rewrites)."""
        options: dict[str, Any] = {"error_model": "numpy", "_nrt": False, "no_rewrites": True}
        if function.__code__ is players.play_games.__code__:
            return numba.njit(cache=bool(folder), nogil=True, **options)(function)
        options |= {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        return compiled.Part(function, {}, options, compiler)  # type: ignore[arg-type]

    play_games = _link(engine, jit, vars(compiled))[players.play_games]
    tables, state = (from_dtype(_dtype(record)) for record in _records(engine))
    kinds = {int: numba.int64, Numbers: numba.int64[::1], Tables: tables, State: state}
    hints = get_type_hints(players.play_games)
    signature = tuple(kinds[hint] for name, hint in hints.items() if name != "return")
    # Called like this, a function need not find out the types of its arguments each time.
    return cast("Callable[..., None]", play_games.compile(signature))
