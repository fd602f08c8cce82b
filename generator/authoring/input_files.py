"""Which files there are to validate, and what each of them is.

Input: files and folders. Output: Found files: sets, further files of a game, batch files, printers'
profiles, drawings. A YAML file says its game itself (`game: metals`); where it does not,
the folder it lies in does, or its keys.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from generator import games
from generator.authoring.reference.file_kinds import KINDS, Kind
from generator.core.diagnostics import Diagnostic, shown
from generator.core.errors import DefinitionError
from generator.core.yaml_source import read_source
from generator.schema.staging import ART

Role = Literal["set", "common", "other", "batch", "printer", "art", "broken", "unknown"]
"""The part a file plays. common is the file that all sets of a game need, other what else of a game
is no set."""

_ENDINGS = (".yaml", ".yml", ".svg")
_CLEAR = 0.3  # of all keys, so that a kind of file is told without its game
_SKIPPED = {"node_modules", "__pycache__", "site-packages", "build", "dist", "output"}


class Found(NamedTuple):
    """A file, and what it is."""

    path: Path
    role: Role
    kind: Kind | None = None

    @property
    def game(self) -> str:
        """The name of its game; "" for files that are of none."""
        return game_of(self.kind) if self.kind else ""

    @property
    def folder(self) -> Path:
        """The folder that --sets-dir would name for it."""
        parent = self.path.absolute().parent
        return parent.parent if parent.name == self.game else parent


class Sorted(NamedTuple):
    """All files, and what is wrong with those that could not be read or recognised."""

    files: tuple[Found, ...]
    problems: tuple[Diagnostic, ...]


def sorted_out(paths: Sequence[Path]) -> Sorted:
    """Every file named, and all that lie in the folders named. Raises FileNotFoundError."""
    files: dict[Path, Found] = {}
    problems: list[Diagnostic] = []
    for path in paths:
        if not path.exists():
            raise FileNotFoundError(f"{path}: no such file or folder")
        for each in [*_inside(path), *_drawings(path)]:
            if each.absolute() not in files:
                files[each.absolute()], found = _recognised(each, named=each == path)
                problems += found
    return Sorted(tuple(files.values()), tuple(problems))


def _inside(path: Path) -> Iterator[Path]:
    """The file itself, or the files in a folder that may be the designer's; drawings only where
    art lies."""
    if not path.is_dir():
        yield path
        return
    for each in sorted(path.rglob("*")):
        inside = each.relative_to(path).parts
        if any(part.startswith(".") or part in _SKIPPED for part in inside):
            continue
        broken = each.is_symlink() and not each.exists()  # what it leads to is gone
        if each.suffix.lower() in _ENDINGS and (broken or each.is_file()):
            drawing = each.suffix.lower() == ".svg"
            if not drawing or ART in each.absolute().parent.parts:
                yield each


def _drawings(path: Path) -> list[Path]:
    """The own art beside a file that is named."""
    return [] if path.is_dir() else sorted((path.parent / ART).rglob("*.svg"))


def _recognised(path: Path, named: bool) -> tuple[Found, list[Diagnostic]]:
    """What a file is, with the problems that keep it from being read."""
    if path.suffix.lower() == ".svg":
        return Found(path, "art"), []
    try:
        data = read_source(path).data
    except DefinitionError as bad:
        return Found(path, "broken"), list(bad.problems)
    found = kind_of(path, data)
    if found is None:
        words = "this is no file of board-generator as far as its keys tell"
        if named:
            words += f"; a set begins with 'game: ' and one of {', '.join(games.names())}"
        severity = "error" if named else "warning"
        problem = Diagnostic(shown(path), 1, 1, "", words, code="unknown-file", severity=severity)
        return Found(path, "unknown"), [problem]
    return Found(path, role_of(found), found), list(_misnamed(path, found))


def kind_of(path: Path, data: Mapping) -> Kind | None:
    """What a file with these data is: of the game that it names, or whose folder it lies in, the
    kind with its name, else with most of its keys; of any game, where that is clear."""
    told = data.get("game")
    said = told if told in games.names() else path.absolute().parent.name
    alike = sorted(KINDS, key=lambda kind: -_share(kind, data))
    if said in games.names():
        mine = [kind for kind in alike if game_of(kind) == said]
        return next((kind for kind in mine if path.stem == _stem(kind)), mine[0])
    clear = _share(alike[0], data) > max(_CLEAR, _share(alike[1], data))
    return alike[0] if clear else None


def _share(kind: Kind, data: Mapping) -> float:
    """How many of the keys of a file and of a kind are in both."""
    keys = kind.model.model_fields.keys()
    return len(keys & data.keys()) / len(keys | data.keys())


def game_of(kind: Kind) -> str:
    """The game of a kind of file; "" for those of none."""
    game = kind.name.partition("-")[0]
    return game if game in games.names() else ""


def role_of(kind: Kind) -> Role:
    """The part a kind of file plays."""
    if not game_of(kind):
        return "batch" if kind.name == "batch" else "printer"
    if not _stem(kind):
        return "set"
    return "common" if _stem(kind) == games.game(game_of(kind)).catalogue.common else "other"


def _stem(kind: Kind) -> str:
    """The name that a file of this kind must have; "" for any."""
    return kind.name.partition("-")[2]


def _misnamed(path: Path, kind: Kind) -> Iterator[Diagnostic]:
    """What keeps a file that is no set from being found by the commands that print."""
    if _stem(kind) and path.name != f"{_stem(kind)}.yaml":
        words = f"no command finds this file, it must be called {_stem(kind)}.yaml"
        yield Diagnostic(shown(path), 1, 1, "", words, code="file-name")
