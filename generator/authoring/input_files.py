"""Which files there are to validate, and what each of them is.

A YAML file names its game itself (`game: metals`); where it does not, the folder that it lies in or
its keys tell.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

from generator import games
from generator.authoring.reference import BATCH, FILE_KINDS
from generator.core.diagnostics import Diagnostic, Severity, display_path
from generator.core.errors import DefinitionError
from generator.core.yaml_source import read_source
from generator.games.authoring_support import authoring_support
from generator.games.base import Game
from generator.schema.reference import FileKind
from generator.schema.set_files import ART, NAME, GameDefinition, art_beside, staged

Role = Literal["set", "common", "other", "batch", "printer", "art", "broken", "unknown"]
"""The part that a file plays. common is the file that all sets of a game need, other any further
file of a game that is no set."""

_ENDINGS = (".yaml", ".yml", ".svg")
_MIN_KEY_SHARE = 0.3  # of all keys, for a kind to be recognized without its game
_SKIPPED_FOLDERS = {"node_modules", "__pycache__", "site-packages", "build", "dist", "output"}


class InputFile(NamedTuple):
    """A file, the part it plays, and its kind if it is a readable YAML file of a known kind."""

    path: Path
    role: Role
    kind: FileKind | None = None

    @property
    def game(self) -> str:
        """The name of its game; "" for a file that belongs to none."""
        return self.kind.game if self.kind else ""

    @property
    def folder(self) -> Path:
        """The folder that --sets-dir would name for it."""
        parent = self.path.absolute().parent
        return parent.parent if parent.name == self.game else parent


class InputFiles(NamedTuple):
    """All files, and the problems of those that cannot be read or recognized."""

    files: tuple[InputFile, ...]
    problems: tuple[Diagnostic, ...]


def find_input_files(paths: Sequence[Path]) -> InputFiles:
    """Every file among the paths, and every file inside the folders among them. Raises
    FileNotFoundError."""
    files: dict[Path, InputFile] = {}
    problems: list[Diagnostic] = []
    for path in paths:
        if not path.exists():
            raise FileNotFoundError(f"{path}: no such file or folder")
        for candidate in [*_candidates(path), *_art_beside(path)]:
            key = candidate.absolute()
            if key not in files:
                files[key], reasons = _recognized(candidate, is_argument=candidate == path)
                problems += reasons
    return InputFiles(tuple(files.values()), tuple(problems))


def _candidates(path: Path) -> Iterator[Path]:
    """The file itself, or the files in a folder that may be a designer's; drawings only inside a
    folder for art."""
    if not path.is_dir():
        yield path
        return
    for file in sorted(path.rglob("*")):
        parts = file.relative_to(path).parts
        if any(part.startswith(".") or part in _SKIPPED_FOLDERS for part in parts):
            continue
        is_broken_link = file.is_symlink() and not file.exists()
        if file.suffix.lower() in _ENDINGS and (is_broken_link or file.is_file()):
            is_drawing = file.suffix.lower() == ".svg"
            if not is_drawing or ART in file.absolute().parent.parts:
                yield file


def _art_beside(path: Path) -> list[Path]:
    """The drawings in the folder for art beside a file."""
    return [] if path.is_dir() else sorted((path.parent / ART).rglob("*.svg"))


def _recognized(path: Path, is_argument: bool) -> tuple[InputFile, list[Diagnostic]]:
    """What a file is, and its problems. is_argument: whether the user named it, not its folder."""
    if path.suffix.lower() == ".svg":
        return InputFile(path, "art"), []
    try:
        source = read_source(path)
    except DefinitionError as error:
        return InputFile(path, "broken"), list(error.problems)
    kind = kind_of(path, source.data)
    if kind is None:
        if source.problems:
            return InputFile(path, "broken"), list(source.problems)
        return InputFile(path, "unknown"), [_unknown(path, is_argument)]
    return InputFile(path, role_of(kind), kind), list(_name_problems(path, kind))


def _unknown(path: Path, is_argument: bool) -> Diagnostic:
    message = "this is no file of board-generator as far as its keys tell"
    if is_argument:
        message += f"; a set begins with 'game: ' and one of {', '.join(games.names())}"
    severity: Severity = "error" if is_argument else "warning"
    return Diagnostic(display_path(path), 1, 1, "", message, code="unknown-file", severity=severity)


def kind_of(path: Path, data: Mapping[str, Any]) -> FileKind | None:
    """The kind of a file with these data; None if it is unknown.

    The kind is one of the game that the file names or whose folder it lies in: the one for this
    file name, else the one that shares most keys with it. Without a game, a kind is recognized if
    it shares clearly more keys than all others.
    """
    game = data.get("game")
    if game not in games.names():
        game = path.absolute().parent.name
    kinds = sorted(FILE_KINDS, key=lambda kind: -_key_share(kind, data))
    if game in games.names():
        of_game = [kind for kind in kinds if kind.game == game]
        return next((kind for kind in of_game if path.stem == kind.stem), of_game[0])
    best, second = (_key_share(kind, data) for kind in kinds[:2])
    return kinds[0] if best > max(_MIN_KEY_SHARE, second) else None


def _key_share(kind: FileKind, data: Mapping[str, Any]) -> float:
    """The share of all keys of a file and of a kind that both have, from 0 to 1."""
    keys = kind.model.model_fields.keys()
    return len(keys & data.keys()) / len(keys | data.keys())


def role_of(kind: FileKind) -> Role:
    """The part that files of a kind play."""
    if not kind.game:
        return "batch" if kind is BATCH else "printer"
    if not kind.stem:
        return "set"
    return "common" if kind.stem == games.game(kind.game).catalogue.common else "other"


def _name_problems(path: Path, kind: FileKind) -> Iterator[Diagnostic]:
    """A name under which the commands that print would not find a file that is no set."""
    if kind.stem and path.name != f"{kind.stem}.yaml":
        message = f"no command finds this file, it must be called {kind.stem}.yaml"
        yield Diagnostic(display_path(path), 1, 1, "", message, code="file-name")


_STAND_IN = "unnamed"  # for the name of a file that can be no set's


class LoadResult(NamedTuple):
    """A definition, or None; problems. Both for a set that cannot be used without others."""

    definition: GameDefinition | None
    problems: Sequence[Diagnostic]


class SetGroup(NamedTuple):
    """Sets that are loaded together.

    reported: the files whose warnings are reported, as messages name them; empty for all files.
    file: the file that the only set must come from, if it must.
    """

    game: Game
    sets: tuple[str, ...]
    folders: tuple[Path, ...]
    reported: frozenset[str] = frozenset()
    file: Path | None = None


def own_groups(files: Sequence[InputFile], sets_dirs: Sequence[Path]) -> Iterator[SetGroup]:
    """A group for each own set, and one for each own common file with the standard set."""
    reported = frozenset(display_path(file.path) for file in files)
    for file in files:
        if file.role in ("set", "common"):
            game, folders = games.game(file.game), (file.folder, *sets_dirs)
            if file.role == "set":
                yield SetGroup(game, (file.path.stem,), folders, reported, file.path)
            elif file.path.stem == game.catalogue.common:
                yield SetGroup(game, game.default_sets, folders, reported)


def shipped_groups(sets_dirs: Sequence[Path]) -> Iterator[SetGroup]:
    """A group for each shipped set, and one for those that can be on one board together."""
    for game in map(games.game, games.names()):
        names = game.catalogue.shipped
        yield from (SetGroup(game, (name,), tuple(sets_dirs)) for name in names)
        if not game.single_set and len(names) > 1:
            yield SetGroup(game, names, tuple(sets_dirs))


def load_group(group: SetGroup) -> LoadResult:
    if group.file is not None and (problem := _not_found(group, group.file)):
        return LoadResult(None, [problem, *_problems_alone(group, group.file)])
    definition, problems = _loaded(group.game, group.sets, group.folders)
    common = group.game.catalogue.common
    common_is_broken = problems and all(Path(problem.file).stem == common for problem in problems)
    if common_is_broken and group.file is not None:
        return LoadResult(None, [*problems, *_problems_alone(group, group.file)])
    return LoadResult(definition, problems)


def _loaded(game: Game, sets: Sequence[str], folders: Sequence[Path]) -> LoadResult:
    """Load sets by themselves. A set that cannot be alone on a board, and does not say how it would
    be, is sound if it can be loaded together with the standard one."""
    try:
        return LoadResult(game.load(sets, folders), ())
    except DefinitionError as error:
        problems = error.problems
    if (
        game.single_set
        or {*sets} & {*game.default_sets}
        or any(problem.code not in ("set", "art") for problem in problems)
    ):
        return LoadResult(None, problems)
    definition: GameDefinition | None = None
    remaining: tuple[Diagnostic, ...] = ()
    try:
        definition = game.load((*game.default_sets, *sets), folders)
    except DefinitionError as error:
        remaining = error.problems
    if not {*remaining} <= {*problems} or _is_playable_alone(game, definition, sets):
        return LoadResult(None, problems)
    warnings = [_as_warning(problem, game) for problem in problems if problem not in remaining]
    return LoadResult(definition, [*remaining, *warnings])


def _is_playable_alone(game: Game, definition: GameDefinition | None, sets: Sequence[str]) -> bool:
    """Whether one of the sets says itself how it is played alone."""
    support = authoring_support(game.name)
    loaded_sets = definition.sets if definition else ()
    return any(support.is_playable_alone(loaded) for loaded in loaded_sets if loaded.key in sets)


def _as_warning(problem: Diagnostic, game: Game) -> Diagnostic:
    hint = f"it can be printed together with {' and '.join(game.default_sets)}"
    message = f"{problem.message} ({hint})"
    return replace(problem, message=message, severity="warning", code="not-alone")


def _not_found(group: SetGroup, path: Path) -> Diagnostic | None:
    """Why no command would print the only set of a group from its file; None if one would."""
    name = group.sets[0]
    message = "no command finds this file, "
    if path.suffix != ".yaml":
        message += f"its name must end in .yaml, not {path.suffix}"
    elif not NAME.fullmatch(name):
        message += "its name must be of a-z, 0-9 and _, a letter first"
    else:
        first_match = group.game.catalogue.find(name, group.folders)
        if first_match.absolute() == path.absolute():
            return None
        message += f"{display_path(first_match)} has the same name and comes first"
        return Diagnostic(display_path(path), 1, 1, "", message, code="hidden", severity="warning")
    return Diagnostic(display_path(path), 1, 1, "", message, code="file-name")


def _problems_alone(group: SetGroup, path: Path) -> Sequence[Diagnostic]:
    """The problems of the set in a file that no command finds, or whose common file is broken."""
    name = group.sets[0] if NAME.fullmatch(group.sets[0]) else _STAND_IN
    content, beside = path.read_bytes(), art_beside(path)
    with staged(group.game.name, name, content, beside, display_path(path)) as stage:
        problems = _loaded(group.game, (name,), (stage.folder,)).problems
    return [stage.relabelled(problem) for problem in problems]
