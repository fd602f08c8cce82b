"""Kernels: compiled or not, they are the same; compiled code is cached, and may be damaged."""

from functools import partial
from importlib import import_module
from pathlib import Path
from unittest.mock import Mock

import pytest
from games.magnetmen.simulation.boards import NUMBA
from play import nim

from generator import games
from generator.core.resources import cache_dir
from generator.play import kernel, players
from generator.play.series import Player

NIM = nim.ENGINE
SEATS = [
    (Player("random"), Player("greedy")),
    (Player("two_ply"), Player("greedy", errors=30)),
    (Player("monte_carlo", 3, 4), Player("tree_search", 3, 12)),
]
load = partial(kernel.compiled_kernel.__wrapped__, NIM)  # as another process would
with_numba = pytest.mark.skipif(not NUMBA, reason="numba is not installed")


@with_numba
@pytest.mark.parametrize("seats", SEATS)
def test_compiled_games_are_the_same(seats):
    one = nim.match_of()
    plays = list(one.play(seats, "s", 20, compiled=True))
    assert plays == list(one.play(seats, "s", 20, compiled=False))
    assert len({play.actions for play in plays}) > 10
    seen = one.observe(seats, "s", 20, compiled=True)
    assert seen == one.observe(seats, "s", 20, compiled=False)


class FromTheStart(list):
    def __getitem__(self, index):
        assert index >= 0
        return super().__getitem__(index)

    def __setitem__(self, index, number):
        assert isinstance(index, slice) or index >= 0
        super().__setitem__(index, number)


@pytest.mark.parametrize(
    ("game", "sets", "size"),
    [
        ("magnetmen", ["base", "advanced", "expert"], "small"),
        ("metals", ["wilds"], "factions"),
        ("quads", ["lots"], "regular"),
    ],
)
def test_no_number_is_taken_from_the_end_of_a_list(game, sets, size, monkeypatch):
    """Compiled code would take one from before its beginning."""

    def checked(self, record):
        return type(record)(*(FromTheStart(x) if isinstance(x, list) else x for x in record))

    monkeypatch.setattr(kernel.Kernel, "record", checked)
    value = games.game(game).roll(games.game(game).load(sets, ()), size, 2, "oak")
    match = import_module(f"generator.games.{game}.playtest").PROGRAMS.match(value)
    match.tables, match.start = checked(None, match.tables), checked(None, match.start)
    match.observe([Player("greedy", errors=80)] * 2, "oak", 1, compiled=False)


@with_numba
def test_another_process_compiles_nothing(monkeypatch):
    expected = list(nim.match_of().play(SEATS[2], "s", 3))
    monkeypatch.setattr("numba.core.compiler.compile_extra", None)
    loaded = load()
    monkeypatch.setattr(kernel, "compiled_kernel", lambda engine: loaded)
    assert list(nim.match_of().play(SEATS[2], "s", 3)) == expected


class Compiler:
    """In place of numba: it writes a file for the processor, and finds it again."""

    compilations, processor = 0, "usual"

    def __call__(self, engine, folder):
        file = Path(folder, f"{self.processor}.nbc")
        if not folder or not file.exists():
            self.compilations += 1
        if folder:
            file.write_bytes(b"machine code")
        return print


@pytest.fixture
def compiler(tmp_path, monkeypatch) -> Compiler:
    """With an empty cache folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(kernel, "_compile", Compiler())
    monkeypatch.setattr(kernel, "has_numba", lambda: True)
    return kernel._compile


def told() -> list[str]:
    """What people are told before they wait."""
    lines = []
    kernel.prepare(NIM, lines.append)
    return lines


def test_it_is_compiled_once_for_each_processor(compiler, monkeypatch, capsys):
    monkeypatch.setattr(kernel, "compiled_kernel", lambda engine: load())
    assert told() == ["compiling the rules engine (once, about half a minute)"]
    assert told() == []
    with monkeypatch.context() as patch:
        patch.setattr(kernel, "has_numba", lambda: False)
        assert "this takes minutes" in told()[0]
    for processor in ("usual", "other", "usual", "other"):
        compiler.processor = processor
        load()
    assert compiler.compilations == 2
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("damage", [b"", b"machine", b"\xff" * 99])
def test_damaged_code_is_compiled_again(damage, compiler, capsys):
    load()
    file = kernel._cache_file(NIM)
    file.write_bytes(damage or file.read_bytes()[:-3])
    load()
    assert compiler.compilations == 2
    assert capsys.readouterr().err == f"{file}: this cached file is damaged; computing it again\n"
    load()
    assert compiler.compilations == 2


def test_a_cache_that_cannot_be_written_costs_time(compiler, monkeypatch, capsys):
    """Nor a folder for the files of a moment, without which it is compiled nevertheless."""
    cache_dir().parent.mkdir()
    cache_dir().write_text("a file, no folder")
    for _ in range(2):
        load()
        words = f"{kernel._cache_file(NIM)}: compiled code cannot be cached\n"
        assert capsys.readouterr().err == words
    monkeypatch.setattr(kernel, "TemporaryDirectory", Mock(side_effect=OSError("no space left")))
    load()
    assert capsys.readouterr().err == "compiled code cannot be cached: no space left\n"
    assert compiler.compilations == 3


def test_changed_sources_are_compiled_again(compiler, monkeypatch):
    before = kernel._cache_file(NIM)
    monkeypatch.setattr(nim, "__file__", players.__file__)
    assert kernel._cache_file(NIM) != before
