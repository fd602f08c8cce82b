"""Every mistake, and every likely mistake, in set files, batch files, profiles and drawings.

A YAML file names its game itself (`game: metals`); where it does not, the folder that it lies in or
its keys tell.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, NamedTuple

from generator import games
from generator.authoring.text_fit import check_text_fit
from generator.batch.batch_file import BatchFile
from generator.batch.batch_file import read as read_batch
from generator.core.diagnostics import Diagnostic, Severity, display_path, quoted
from generator.core.errors import DefinitionError
from generator.core.progress import SILENT, Progress
from generator.core.resources import sets_dir
from generator.core.settings import USUAL
from generator.core.yaml_source import read_source
from generator.games.authoring_support import authoring_support, file_kinds
from generator.games.base import Game
from generator.languages import languages, localized
from generator.printing.printer import Printer
from generator.schema.reference import FileKind
from generator.schema.set_files import ART, NAME, GameDefinition, SetAt, check, name_rule
from generator.schema.svg_rules import lint

Role = Literal["set", "common", "other", "batch", "printer", "art", "broken", "unknown"]
"""common is the file that all sets of a game need, other any further file that is no set."""

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
    message, role = "", role_of(kind)
    if kind.stem and path.name != f"{kind.stem}.yaml":
        message = f"it must be called {kind.stem}.yaml"
    elif role == "set" and path.suffix != ".yaml":
        message = f"its name must end in .yaml, not {path.suffix}"
    elif role == "set" and not NAME.fullmatch(path.stem):
        message = f"its name {name_rule(path.stem)}.yaml"
    message = message and f"no command finds this file, {message}"
    return InputFile(path, role, kind), [_problem(path, message, "file-name")] * bool(message)


def _problem(path: Path, message: str, code: str, severity: Severity = "error") -> Diagnostic:
    return Diagnostic(display_path(path), 1, 1, "", message, code=code, severity=severity)


def kind_of(path: Path, data: Mapping[str, Any]) -> FileKind | None:
    """The kind of a file with these data: one of the game that the file names or whose folder it
    lies in, for this file name or else the one that shares most keys with it. Without a game, the
    one that shares clearly more keys than all others; None if there is none."""

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
    """Sets that are loaded together."""

    game: Game
    sets: tuple[str, ...]
    folders: tuple[Path, ...]


def own_groups(files: Sequence[InputFile], sets_dirs: Sequence[Path]) -> Iterator[SetGroup]:
    """A group for each own set, and one for each own common file with the standard set."""
    for path, role, kind in files:
        if kind is not None and role in ("set", "common"):
            game, parent = games.game(kind.game), path.absolute().parent
            folders = (parent.parent if parent.name == game.name else parent, *sets_dirs)
            if role == "set":
                yield SetGroup(game, (SetAt(path),), folders)
            else:
                yield SetGroup(game, game.default_sets, (path, *folders))


Loaded = tuple[GameDefinition | None, Sequence[Diagnostic]]
"""A definition, or None; problems. Both for a set that cannot be used without others."""


def load_sets(group: SetGroup) -> Loaded:
    """Load sets by themselves. A set that cannot be alone on a board, and does not say how it would
    be, is sound if it can be loaded together with the standard one."""
    game, sets = group.game, group.sets
    try:
        return game.load(sets, group.folders), ()
    except DefinitionError as error:
        problems = error.problems
    is_standard = game.single_set or {*sets} & {*game.default_sets}
    if is_standard or any(problem.code == "no-roll" for problem in problems):
        return None, problems
    definition: GameDefinition | None = None
    left: tuple[Diagnostic, ...] = ()
    try:
        definition = game.load((*game.default_sets, *sets), group.folders)
    except DefinitionError as error:
        left = error.problems
    loaded = [each for each in (definition.sets if definition else ()) if each.key in sets]
    if {*left} - {*problems} or any(map(authoring_support(game.name).is_playable_alone, loaded)):
        return None, problems
    hint = f"it can be printed together with {' and '.join(game.default_sets)}"
    warnings = [
        replace(each, message=f"{each.message} ({hint})", severity="warning", code="not-alone")
        for each in problems
        if each not in left
    ]
    return definition, [*left, *warnings]


def _loaded(group: SetGroup) -> Loaded:
    """As load_sets; also whether another file hides the only set of a group."""
    definition, problems = load_sets(group)
    catalogue = group.game.catalogue
    if problems and all(Path(problem.file).stem == catalogue.common for problem in problems):
        problems = [*problems, *load_sets(group._replace(folders=()))[1]]
    path = getattr(group.sets[0], "path", Path())
    if path.suffix == ".yaml":
        first = catalogue.find(path.stem, group.folders)
        if first.absolute() != path.absolute():
            message = f"no command finds this file, {display_path(first)} has the same name and"
            hidden = _problem(path, f"{message} comes first", "hidden", "warning")
            return None, [hidden, *problems]
    return definition, problems


# Checks -----------------------------------------------------------------------------------


def validate(
    paths: Sequence[Path], sets_dirs: Sequence[Path], progress: Progress = SILENT
) -> Iterator[Diagnostic]:
    """Yield every problem once. Raises FileNotFoundError."""
    reported: set[Diagnostic] = set()
    for problem in _problems(paths or sets_dirs or [sets_dir()], sets_dirs, progress):
        if problem not in reported:
            reported.add(problem)
            yield problem


def mistakes(path: Path, sets_dirs: Sequence[Path]) -> list[Diagnostic]:
    """What keeps a single file from being used, without what is odd: milliseconds, so that an
    editor can ask while somebody types. Raises FileNotFoundError."""
    files, problems = find_input_files([path])
    files = [file for file in files if file.path == path]
    for group in own_groups(files, sets_dirs):
        problems += _loaded(group)[1]
    for file in files:
        problems += _mistakes_outside_sets(file, sets_dirs)
    return list(dict.fromkeys(problems))


def _problems(
    paths: Sequence[Path], sets_dirs: Sequence[Path], progress: Progress
) -> Iterator[Diagnostic]:
    """Every problem, some of them several times; quick checks come first."""
    files, problems = find_input_files(paths)
    yield from problems
    sound: list[tuple[SetGroup, GameDefinition]] = []
    for group in own_groups(files, sets_dirs):
        definition, problems_of_group = _loaded(group)
        yield from problems_of_group
        if definition is not None:
            sound.append((group, definition))
    for file in files:
        yield from _mistakes_outside_sets(file, sets_dirs)
    if len(sound) == 1:
        progress = SILENT  # it takes about a second
    own = {display_path(file.path) for file in files}
    checks = missing_translations, unprintable_forms, _warnings_of_game, check_text_fit
    progress.phase("checks", len(checks) * len(sound))
    for check_definition in checks:
        for group, definition in sound:
            odd = check_definition(group.game, definition)
            yield from (problem for problem in odd if problem.file in own)
            progress.step()


def _mistakes_outside_sets(file: InputFile, sets_dirs: Sequence[Path]) -> Sequence[Diagnostic]:
    """The mistakes of a file that belongs to no set."""
    if file.role == "art":
        return lint(file.path)
    try:
        if file.role == "batch":
            read_batch(file.path, tuple(sets_dirs), USUAL.with_options)
        elif file.role in ("printer", "other") and file.kind:
            check(file.kind.model, read_source(file.path))
    except DefinitionError as error:
        return error.problems
    return ()


# What is likely to be wrong in a set without mistakes ---------------------------------------


def missing_translations(game: Game, definition: GameDefinition) -> Iterator[Diagnostic]:
    support = authoring_support(game.name)
    all_texts = [text for text in support.translatable_texts(definition) if not text.proper_name]
    for _, of_file in groupby(all_texts, key=lambda text: text.place.file.source.file):
        texts = list(of_file)
        codes = {code for text in texts for code in text.translations}
        if len(codes) == 1 and len(texts) > 1:
            (code,) = codes
            rest = ", ".join(other for other in languages() if other != code)
            message = f"all texts here are in {code} only, which is printed in {rest} too"
            yield texts[0].place.warning(message, "translation")
            continue
        for code in languages():
            if missing := [text for text in texts if code not in text.translations]:
                first, *others = (quoted(localized(text.translations, code)) for text in missing)
                also = f"; the same goes for {', '.join(others)}" if others else ""
                message = f"no text in {code}, {first} is printed there{also}"
                yield missing[0].place.warning(message, "translation")


def unprintable_forms(game: Game, definition: GameDefinition) -> Iterator[Diagnostic]:
    """A warning for each size, or number of players, that the sets leave no way to roll."""
    problems: dict[Diagnostic, None] = {}
    for form in game.combinations(definition):
        try:
            game.check_options(definition, *form)
        except DefinitionError as error:
            problems |= dict.fromkeys(error.problems)
    return (replace(problem, severity="warning") for problem in problems)


def _warnings_of_game(game: Game, definition: GameDefinition) -> Iterator[Diagnostic]:
    return authoring_support(game.name).warnings(definition)
