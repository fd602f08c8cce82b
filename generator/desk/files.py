"""Which files there are to validate, and what each of them is.

Input: files and folders. Output: Found files: sets, the file of a game that is no set, batch files,
printers' profiles, drawings. A YAML file says its game itself (`game: metals`); where it does not,
the folder it lies in does, or its keys.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel

from generator import games
from generator.definitions.problems import BadDefinitions, Problem, shown
from generator.definitions.source import read_source
from generator.desk.games import desk
from generator.desk.staging import ART

Role = Literal["set", "common", "batch", "printer", "art", "broken", "unknown"]

_ENDINGS = (".yaml", ".yml", ".svg")
_SKIPPED = {"node_modules", "__pycache__", "site-packages", "build", "dist", "output"}


class Found(NamedTuple):
    """A file: the part it plays, in which game ("" where that does not matter)."""

    path: Path
    role: Role
    game: str = ""

    @property
    def folder(self) -> Path:
        """The folder that --sets-dir would name for it."""
        parent = self.path.absolute().parent
        return parent.parent if parent.name == self.game else parent


class Sorted(NamedTuple):
    """All files, and what is wrong with those that could not be read or recognised."""

    files: tuple[Found, ...]
    problems: tuple[Problem, ...]


def sorted_out(paths: Sequence[Path]) -> Sorted:
    """Every file named, and all that lie in the folders named. Raises FileNotFoundError."""
    files: dict[Path, Found] = {}
    problems: list[Problem] = []
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
        if each.suffix.lower() in _ENDINGS and each.is_file():
            drawing = each.suffix.lower() == ".svg"
            if not drawing or ART in each.absolute().parent.parts:
                yield each


def _drawings(path: Path) -> list[Path]:
    """The own art beside a file that is named."""
    return [] if path.is_dir() else sorted((path.parent / ART).rglob("*.svg"))


def _recognised(path: Path, named: bool) -> tuple[Found, list[Problem]]:
    """What a file is, with the problems that keep it from being read."""
    if path.suffix.lower() == ".svg":
        return Found(path, "art"), []
    try:
        data = read_source(path).data
    except BadDefinitions as bad:
        return Found(path, "broken"), list(bad.problems)
    game, role = kind(path, data)
    if role == "unknown":
        words = "this is no file of board-generator as far as its keys tell"
        if named:
            words += f"; a set begins with 'game: ' and one of {', '.join(games.NAMES)}"
        severity = "error" if named else "warning"
        problem = Problem(shown(path), 1, 1, "", words, code="unknown-file", severity=severity)
        return Found(path, role), [problem]
    return Found(path, role, game), list(_misnamed(path, game, role))


def kind(path: Path, data: Mapping) -> tuple[str, Role]:
    """The game and the role of a file with these data."""
    alike = sorted(
        ((len(keys & data.keys()) / len(keys | data.keys()), kind) for kind, keys in _keys()),
        key=lambda pair: -pair[0],
    )
    share, (game, role) = alike[0]
    told = data.get("game")
    said = told if told in games.NAMES else path.absolute().parent.name
    if said in games.NAMES:
        common = games.game(said).catalogue.common
        mine = [kind for _, kind in alike if kind[0] == said]
        return said, "common" if path.stem == common else mine[0][1]
    clear = share > 0.3 and len(alike) > 1 and share > alike[1][0]
    return (game, role) if clear else ("", "unknown")


@cache
def _keys() -> tuple[tuple[tuple[str, Role], frozenset[str]], ...]:
    """The keys that each kind of file has at its top."""
    from generator.press.printer import Printer

    kinds: dict[tuple[str, Role], type[BaseModel]] = {("", "printer"): Printer}
    for name in games.NAMES:
        for role, model in zip(("set", "common"), desk(name).models, strict=False):
            kinds[name, role] = model
    known = [(kind, frozenset(model.model_fields)) for kind, model in kinds.items()]
    return (*known, (("", "batch"), frozenset({"jobs"})))


def _misnamed(path: Path, game: str, role: Role) -> Iterator[Problem]:
    """What keeps a file that is no set from being found by the commands that print."""
    common = games.game(game).catalogue.common if role == "common" else ""
    if common and path.name != f"{common}.yaml":
        words = f"no command finds this file, it must be called {common}.yaml"
        yield Problem(shown(path), 1, 1, "", words, code="file-name")
