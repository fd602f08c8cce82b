"""Kernels: compiled or not, they are the same; compiled code is cached, and may be damaged."""

import shutil
from collections.abc import Callable
from inspect import isfunction
from pathlib import Path
from types import ModuleType

import pytest
from games.magnetmen.simulation.boards import NUMBA
from play import nim

from generator.games.magnetmen.match import KERNEL as MAGNETMEN
from generator.games.metals.playtest import KERNEL as METALS
from generator.games.quads.engine import KERNEL as QUADS
from generator.play import engine, kernel, match, players, random_numbers
from generator.play.kernel import Kernel, Source, compiled_kernel, python_kernel
from generator.play.series import Player

NIM = nim.KERNEL
KERNELS = {"magnetmen": MAGNETMEN, "metals": METALS, "quads": QUADS, "nim": NIM}
MAY_BE_BETTER = {"greedy_action", "action_value", "add_children"}  # of players.py, in a game
SEATS = [
    (Player("random"), Player("greedy")),
    (Player("two_ply"), Player("greedy", errors=30)),
    (Player("monte_carlo", 3, 4), Player("tree_search", 3, 12)),
]
DENIED = PermissionError(13, "Permission denied")
with_numba = pytest.mark.skipif(not NUMBA, reason="numba is not installed")


# What a kernel is


@pytest.mark.parametrize("name", KERNELS)
def test_games_replace_only_what_they_may(name):
    """What engine.py lists, and the players of which a game may have better ones."""
    modules = KERNELS[name].game_modules
    own = [
        function
        for module in modules
        for function, value in vars(module).items()
        if isfunction(value) and value.__module__ == module.__name__
    ]
    shared = {
        function
        for module in (random_numbers, players, match)
        for function, value in vars(module).items()
        if isfunction(value) and value.__module__ == module.__name__
    }
    assert sorted(own) == sorted(set(own)), "two modules of a game have a function of one name"
    assert shared.intersection(own) <= MAY_BE_BETTER


def test_a_game_has_to_have_the_functions_without_defaults():
    names = python_kernel(NIM).functions["run_games"].__globals__
    with pytest.raises(NotImplementedError):
        engine.apply(None, None, 0)
    assert names["apply"].__code__ is nim.apply.__code__
    assert names["position_key"].__code__ is engine.position_key.__code__


@pytest.mark.parametrize("make", [python_kernel, pytest.param(compiled_kernel, marks=with_numba)])
def test_a_name_means_one_thing(make):
    module = ModuleType("twice")
    module.__file__, module.GREEDY = nim.__file__, 7
    with pytest.raises(AssertionError, match="GREEDY means two things"):
        make(Source((nim, module), subject="heap", seconds=5))


def test_records_have_their_lengths():
    start = nim.match_of().start
    assert [name for name, length in kernel.layout(nim.GameTables) if length] == []
    assert dict(kernel.layout(nim.GameState))["random"] == (4, 1)
    assert kernel.fits(start)
    assert not kernel.fits(start._replace(heap=[1, 2]))


# Compiled


@with_numba
@pytest.mark.parametrize("seats", SEATS)
def test_compiled_games_are_the_same(seats):
    one = nim.match_of()
    games = list(one.play(seats, "s", 20, compiled=True))
    assert games == list(one.play(seats, "s", 20, compiled=False))
    assert len({game.actions for game in games}) > 10
    seen = one.observe(seats, "s", 20, compiled=True)
    assert seen == one.observe(seats, "s", 20, compiled=False)


@pytest.fixture
def cache(tmp_path, monkeypatch) -> Path:
    """An empty cache folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "board-generator" / "engine"


def load(source=NIM):
    """A kernel as another process would load it."""
    return kernel._compiled_kernel.__wrapped__(source)


@pytest.fixture
def cached(request, monkeypatch) -> Path:
    """A folder of Nim's compiled code, in a cache of its own."""
    compiled_kernel(NIM)
    known = kernel._cache_folder(NIM)
    request.getfixturevalue("cache")
    return Path(shutil.copytree(known, kernel._cache_folder(NIM)))


def cache_hits(load: Callable[[], Kernel]) -> tuple[Kernel, int]:
    """A kernel, and how many of its functions numba found in the cache."""
    names, jitted = {}, kernel._jitted

    def spied(*given, **more):
        names.update(jitted(*given, **more))
        return names

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "_jitted", spied)
        loaded = load()
    hits = (names[name].stats.cache_hits.values() for name in loaded.functions)
    return loaded, sum(map(sum, hits))


@with_numba
def test_compiled_code_is_loaded_from_the_cache(cached, capfd):
    assert cache_hits(load)[1] == 2
    assert capfd.readouterr().err == ""


@with_numba
@pytest.mark.slow
def test_numba_never_loads_damaged_code(cached, monkeypatch, capfd):
    file = max(cached.rglob("*.nbc"))
    file.write_bytes(file.read_bytes()[:-900])
    loaded, hits = cache_hits(load)
    assert hits == 0
    assert capfd.readouterr().err == f"{cached}: this cached code is damaged; compiling it again\n"
    expected = list(nim.match_of().play(SEATS[2], "s", 3))
    monkeypatch.setattr(kernel, "compiled_kernel", lambda source: loaded)
    assert list(nim.match_of().play(SEATS[2], "s", 3)) == expected
    assert cache_hits(load)[1] == 2


# The cache folder: nothing is compiled here


class Compiler:
    """In place of numba: it writes files of its own, and finds them again."""

    def __init__(self):
        self.compilations = 0
        self.processor = "usual"

    def __call__(self, source: Source, folder: Path | None) -> dict:
        file = folder and folder / "play" / f"{self.processor}.nbc"
        if file and file.exists():
            return {}
        self.compilations += 1
        if file:
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(b"machine code")
        return {}


@pytest.fixture
def compiler(cache, monkeypatch) -> Compiler:
    compiler = Compiler()
    monkeypatch.setattr(kernel, "_compile", compiler)
    monkeypatch.setattr(kernel, "has_numba", lambda: True)
    return compiler


def test_it_is_compiled_once(compiler, cache, capsys):
    assert kernel.notice(NIM) == "compiling the rules engine (once, about 5 s)"
    load()
    load()
    kernel.prepare(NIM)
    assert kernel.notice(NIM) == ""
    assert compiler.compilations == 1
    assert list(cache.iterdir()) == [kernel._cache_folder(NIM)]
    assert capsys.readouterr().err == ""


def test_without_numba_the_notice_says_that_it_takes_long(monkeypatch):
    monkeypatch.setattr(kernel, "has_numba", lambda: False)
    assert "playing the heap to judge it; this takes minutes" in kernel.notice(NIM)
    kernel.prepare(NIM)


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: (folder / "play" / "usual.nbc").write_bytes(b"machine"),
        lambda folder: (folder / "play" / "usual.nbc").unlink(),
        lambda folder: (folder / "digest").write_bytes(b""),
        lambda folder: (folder / "digest").unlink(),
    ],
)
def test_damaged_code_is_compiled_again(damage, compiler, capsys):
    load()
    folder = kernel._cache_folder(NIM)
    damage(folder)
    load()
    assert compiler.compilations == 2
    assert capsys.readouterr().err == f"{folder}: this cached code is damaged; compiling it again\n"
    load()
    assert compiler.compilations == 2


def assert_not_cached(cache, why, capsys) -> None:
    load()
    assert capsys.readouterr().err == f"{cache}: compiled code cannot be cached: {why}\n"


def test_a_cache_that_cannot_be_made_costs_time(compiler, cache, capsys):
    cache.parents[1].write_text("a file, no folder")
    for _ in range(2):
        assert_not_cached(cache, "Not a directory", capsys)
    assert compiler.compilations == 2


@pytest.mark.parametrize("is_known", [False, True])
def test_a_read_only_cache_costs_time(is_known, compiler, cache, monkeypatch, capsys):
    if is_known:
        load()

    def refuse(*arguments, **options):
        raise DENIED

    for name in ("mkdtemp", "TemporaryFile"):
        monkeypatch.setattr(kernel.tempfile, name, refuse)
    assert_not_cached(cache, "Permission denied", capsys)
    assert compiler.compilations == 1 + is_known


def test_a_full_disk_costs_time(compiler, cache, monkeypatch, capsys):
    def compile_there(source, folder):
        if folder:
            raise OSError(28, "No space left on device")
        return compiler(source, folder)

    monkeypatch.setattr(kernel, "_compile", compile_there)
    assert_not_cached(cache, "No space left on device", capsys)
    assert list(cache.iterdir()) == []


def test_another_process_may_be_quicker(compiler, cache, monkeypatch, capsys):
    def compile_twice(source, folder):
        monkeypatch.setattr(kernel, "_compile", compiler)
        load()
        return compiler(source, folder)

    monkeypatch.setattr(kernel, "_compile", compile_twice)
    load()
    assert list(cache.iterdir()) == [kernel._cache_folder(NIM)]
    assert capsys.readouterr().err == ""


def test_several_processors_share_a_cache(compiler, capsys):
    for processor in ("usual", "other", "usual", "other"):
        compiler.processor = processor
        load()
    assert compiler.compilations == 2
    assert capsys.readouterr().err == ""


def test_nothing_is_left_of_an_interrupted_compilation(compiler, cache, monkeypatch):
    def interrupt(source, folder):
        raise KeyboardInterrupt

    monkeypatch.setattr(kernel, "_compile", interrupt)
    with pytest.raises(KeyboardInterrupt):
        load()
    assert list(cache.iterdir()) == []


def test_changed_sources_are_compiled_again(compiler, monkeypatch):
    load()
    before = kernel._cache_folder(NIM)
    monkeypatch.setattr(nim, "__file__", engine.__file__)
    assert kernel._cache_folder(NIM) != before
