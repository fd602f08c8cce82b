"""Which files there are to validate, what each of them is, and which sets are loaded together.

A YAML file names its game itself (`game: metals`); where it does not, the folder that it lies in or
its keys tell.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

from generator import games
from generator.batch.batch_file import BatchFile
from generator.core.diagnostics import Diagnostic, Severity, display_path
from generator.core.errors import DefinitionError
from generator.core.yaml_source import read_source
from generator.games.authoring_support import authoring_support, file_kinds
from generator.games.base import Game
from generator.printing.printer import Printer
from generator.schema.reference import FileKind
from generator.schema.set_files import ART, NAME, GameDefinition, SetAt

Role = Literal["set", "common", "other", "batch", "printer", "art", "broken", "unknown"]
"""The part that a file plays. common is the file that all sets of a game need, other any further
file of a game that is no set."""

_EXAMPLES = Path(__file__).parent / "examples"
FILE_KINDS = (
    *(kind for name in games.names() for kind in file_kinds(name)),
    FileKind(
        "batch",
        BatchFile,
        "Batch file",
        "Any file, for `board-generator batch --from FILE`: what to print in one run.",
        (_EXAMPLES / "batch.yaml",),
    ),
    FileKind(
        "printer",
        Printer,
        "Printer profile",
        "`printer.yaml`, which `board-generator calibrate` writes: what a printer does to a page.",
        (_EXAMPLES / "profile.yaml",),
    ),
)

_MIN_KEY_SHARE = 0.3  # of all keys, for a kind to be recognized without its game
_SKIPPED_FOLDERS = {"node_modules", "__pycache__", "site-packages", "build", "dist", "output"}


class InputFile(NamedTuple):
    """A file, the part it plays, and its kind if it is a readable YAML file of a known kind."""

    path: Path
    role: Role
    kind: FileKind | None = None


def find_input_files(paths: Sequence[Path]) -> tuple[list[InputFile], list[Diagnostic]]:
    """Every file among the paths, and every file inside the folders among them; the problems of
    those that cannot be read or recognized. Raises FileNotFoundError."""
    files: dict[Path, InputFile] = {}
    problems: list[Diagnostic] = []
    for path in paths:
        if not path.exists():
            raise FileNotFoundError(f"{path}: no such file or folder")
        beside = () if path.is_dir() else sorted((path.parent / ART).rglob("*.svg"))
        for candidate in [*_candidates(path), *beside]:
            key = candidate.absolute()
            if key not in files:
                files[key], reasons = _recognized(candidate, is_argument=candidate == path)
                problems += reasons
    return list(files.values()), problems


def _candidates(path: Path) -> Iterator[Path]:
    """The file itself, or the files in a folder that may be a designer's; drawings only inside a
    folder for art."""
    if not path.is_dir():
        yield path
        return
    for file in sorted(path.rglob("*")):
        parts, ending = file.relative_to(path).parts, file.suffix.lower()
        if any(part.startswith(".") or part in _SKIPPED_FOLDERS for part in parts):
            continue
        is_drawing = ending == ".svg" and ART in file.absolute().parent.parts
        is_broken_link = file.is_symlink() and not file.exists()
        if (is_drawing or ending in (".yaml", ".yml")) and (is_broken_link or file.is_file()):
            yield file


def _recognized(path: Path, is_argument: bool) -> tuple[InputFile, Sequence[Diagnostic]]:
    """What a file is, and its problems. is_argument: whether the user named it, not its folder."""
    if path.suffix.lower() == ".svg":
        return InputFile(path, "art"), ()
    try:
        source = read_source(path)
    except DefinitionError as error:
        return InputFile(path, "broken"), error.problems
    kind = kind_of(path, source.data)
    if kind is None and source.problems:
        return InputFile(path, "broken"), source.problems
    if kind is None:
        message = "this is no file of board-generator as far as its keys tell"
        if is_argument:
            message += f"; a set begins with 'game: ' and one of {', '.join(games.names())}"
        severity: Severity = "error" if is_argument else "warning"
        return InputFile(path, "unknown"), [_problem(path, message, "unknown-file", severity)]
    problems = []
    if kind.stem and path.name != f"{kind.stem}.yaml":
        message = f"no command finds this file, it must be called {kind.stem}.yaml"
        problems = [_problem(path, message, "file-name")]
    return InputFile(path, role_of(kind), kind), problems


def _problem(path: Path, message: str, code: str, severity: Severity = "error") -> Diagnostic:
    return Diagnostic(display_path(path), 1, 1, "", message, code=code, severity=severity)


def kind_of(path: Path, data: Mapping[str, Any]) -> FileKind | None:
    """The kind of a file with these data; None if it is unknown.

    The kind is one of the game that the file names or whose folder it lies in: the one for this
    file name, else the one that shares most keys with it. Without a game, a kind is recognized if
    it shares clearly more keys than all others.
    """

    def key_share(kind: FileKind) -> float:
        """The share of all keys of the file and the kind that both have, from 0 to 1."""
        keys = kind.model.model_fields.keys()
        return len(keys & data.keys()) / len(keys | data.keys())

    game = data.get("game")
    if game not in games.names():
        game = path.absolute().parent.name
    kinds = sorted(FILE_KINDS, key=lambda kind: -key_share(kind))
    if game in games.names():
        of_game = [kind for kind in kinds if kind.game == game]
        return next((kind for kind in of_game if path.stem == kind.stem), of_game[0])
    is_clear = key_share(kinds[0]) > max(_MIN_KEY_SHARE, key_share(kinds[1]))
    return kinds[0] if is_clear else None


def role_of(kind: FileKind) -> Role:
    """The part that files of a kind play."""
    if not kind.game:
        return "batch" if kind.model is BatchFile else "printer"
    if not kind.stem:
        return "set"
    return "common" if kind.stem == games.game(kind.game).catalogue.common else "other"


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
    for path, role, kind in files:
        if kind is not None and role in ("set", "common"):
            game, parent = games.game(kind.game), path.absolute().parent
            folders = (parent.parent if parent.name == game.name else parent, *sets_dirs)
            if role == "set":
                yield SetGroup(game, (SetAt(path),), folders, reported, path)
            elif path.stem == game.catalogue.common:
                yield SetGroup(game, game.default_sets, folders, reported)


def shipped_groups(sets_dirs: Sequence[Path]) -> Iterator[SetGroup]:
    """A group for each shipped set, and one for those that can be on one board together."""
    for game in map(games.game, games.names()):
        names = game.catalogue.shipped
        yield from (SetGroup(game, (name,), tuple(sets_dirs)) for name in names)
        if not game.single_set and len(names) > 1:
            yield SetGroup(game, names, tuple(sets_dirs))


Loaded = tuple[GameDefinition | None, Sequence[Diagnostic]]
"""A definition, or None; problems. Both for a set that cannot be used without others."""


def load_group(group: SetGroup) -> Loaded:
    definition, problems = _loaded(group.game, group.sets, group.folders)
    if group.file is None:
        return definition, problems
    if problem := _not_found(group, group.file):
        return None, [problem, *problems]
    common = group.game.catalogue.common
    if problems and all(Path(problem.file).stem == common for problem in problems):
        return None, [*problems, *_loaded(group.game, group.sets, ())[1]]
    return definition, problems


def _loaded(game: Game, sets: Sequence[str], folders: Sequence[Path]) -> Loaded:
    """Load sets by themselves. A set that cannot be alone on a board, and does not say how it would
    be, is sound if it can be loaded together with the standard one."""
    try:
        return game.load(sets, folders), ()
    except DefinitionError as error:
        problems = error.problems
    is_standard = game.single_set or {*sets} & {*game.default_sets}
    if is_standard or any(problem.code == "no-roll" for problem in problems):
        return None, problems
    definition: GameDefinition | None = None
    remaining: tuple[Diagnostic, ...] = ()
    try:
        definition = game.load((*game.default_sets, *sets), folders)
    except DefinitionError as error:
        remaining = error.problems
    support = authoring_support(game.name)
    loaded_sets = [each for each in (definition.sets if definition else ()) if each.key in sets]
    if not {*remaining} <= {*problems} or any(map(support.is_playable_alone, loaded_sets)):
        return None, problems
    hint = f"it can be printed together with {' and '.join(game.default_sets)}"
    warnings = [
        replace(
            problem, message=f"{problem.message} ({hint})", severity="warning", code="not-alone"
        )
        for problem in problems
        if problem not in remaining
    ]
    return definition, [*remaining, *warnings]


def _not_found(group: SetGroup, path: Path) -> Diagnostic | None:
    """Why no command would print the only set of a group from its file; None if one would."""
    message = "no command finds this file, "
    if path.suffix != ".yaml":
        message += f"its name must end in .yaml, not {path.suffix}"
    elif not NAME.fullmatch(path.stem):
        message += "its name must be of a-z, 0-9 and _, a letter first"
    else:
        first_match = group.game.catalogue.find(path.stem, group.folders)
        if first_match.absolute() == path.absolute():
            return None
        message += f"{display_path(first_match)} has the same name and comes first"
        return _problem(path, message, "hidden", "warning")
    return _problem(path, message, "file-name")
