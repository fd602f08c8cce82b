"""Load Magnetmen sets: read their files and the boards, and check them against each other."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from generator.core.diagnostics import Diagnostic, suggestion
from generator.core.errors import DefinitionError
from generator.core.resources import sets_dir
from generator.core.yaml_source import Loc, Source
from generator.games.magnetmen.definition import (
    CATALOGUE,
    Boards,
    MagnetmenDefinition,
    MagnetmenSet,
    PieceType,
)
from generator.schema import set_checks
from generator.schema.set_checks import SetText
from generator.schema.set_files import SetFile, art_dirs, load_all


def load_definition(set_names: Sequence[str], folders: Sequence[Path] = ()) -> MagnetmenDefinition:
    """Return the sets of these names and the boards. Raises DefinitionError with all mistakes."""
    names = CATALOGUE.canonical(set_names)
    # Any: the files have different models, which load_all does not tell apart
    jobs: list[Callable[[], SetFile[Any]]] = [partial(CATALOGUE.read_common, Boards, folders)]
    jobs += [partial(CATALOGUE.read_set, MagnetmenSet, name, folders) for name in names]
    boards, *files = load_all(jobs)
    sets = tuple(file.content for file in files)
    definition = MagnetmenDefinition(sets, boards.content, art_dirs(files), (boards, *files))
    if found := problems(definition, files):
        raise DefinitionError(found)
    return definition


File = SetFile[MagnetmenSet]

_PORTRAITS, _SYMBOLS = "magnetmen", "magnetmen/symbols"  # folders of the art of types
_DRAW_IT = "; add it, or use that of another type with 'art: NAME'"


def problems(definition: MagnetmenDefinition, files: Sequence[File]) -> list[Diagnostic]:
    """Every problem of sets used together that keeps all boards from being printed."""
    folders = definition.art_dirs
    art = (name for _, piece in _types(files) for name in _art(piece))
    return [
        *_same_keys(files),
        *_same_names(files),
        *_unprintable(files),
        *_missing_art(files, folders),
        *set_checks.art_problems(art, folders),
        *_unknown_always(files),
        *_large_minima(definition, files),
        *_pointless(definition, files),
        *_numbers_of_types(definition, files),
    ]


def _types(files: Sequence[File]) -> Iterator[tuple[File, PieceType]]:
    for file in files:
        for piece in file.content.pieces:
            yield file, piece


def _same_keys(files: Sequence[File]) -> Iterator[Diagnostic]:
    first: dict[str, File] = {}
    for file, piece in _types(files):
        other = first.setdefault(piece.key, file)
        if other is not file:
            place = _place(other, piece.key)
            message = f"{place} has a type of this name too, give one of them another"
            yield file.source.problem(("types", piece.key), message, key=True)


def _same_names(files: Sequence[File]) -> Iterator[Diagnostic]:
    """Names that two types share in a language, so that the legend would be ambiguous."""
    first: dict[tuple[str, str], tuple[File, str]] = {}
    for file, piece in _types(files):
        for code, name in piece.name.items():
            other, key = first.setdefault((code, name.casefold()), (file, piece.key))
            if key != piece.key:
                message = f"{_place(other, key)} has this name too, give one of them another"
                yield file.source.problem(("types", piece.key, "name", code), message)


def _place(file: File, key: str) -> str:
    line, _ = file.source.mark(("types", key), key=True)
    return f"{file.source.file}:{line}"


def _unprintable(files: Sequence[File]) -> Iterator[Diagnostic]:
    for file in files:
        yield from set_checks.missing_glyphs(file, printed_texts(file.content))


def printed_texts(game_set: MagnetmenSet) -> Iterator[SetText]:
    """Every text of a set, as written in its file."""
    yield SetText(("title",), game_set.title, ("title",))
    for key, piece in game_set.types.items():
        loc = ("types", key)
        yield SetText((*loc, "name"), piece.name, ("title",))
        yield SetText((*loc, "plural"), _irregular(piece), ("text",))
        for number, power in enumerate(piece.powers):
            yield SetText((*loc, "powers", number, "text"), power.text or {}, ("text",))


def _irregular(piece: PieceType) -> dict[str, str]:
    """The plurals other than the name and an s; only these have to be in the file."""
    return {
        code: text for code, text in piece.plurals.items() if text != f"{piece.name.get(code)}s"
    }


def _missing_art(files: Sequence[File], folders: Sequence[Path]) -> Iterator[Diagnostic]:
    for file, piece in _types(files):
        if missing := [name for name in _art(piece) if not set_checks.find_art_file(name, folders)]:
            has_art = "art" in file.source.data["types"][piece.key]
            loc = ("types", piece.key, "art") if has_art else ("types", piece.key)
            choices = set_checks.drawing_names(_PORTRAITS, folders) if has_art else ()
            yield set_checks.missing_art(
                file, loc, missing, choices, _DRAW_IT, not has_art, folders
            )


def _art(piece: PieceType) -> tuple[str, str]:
    """The art of a type: its portrait and its symbol."""
    return f"{_PORTRAITS}/{piece.art}", f"{_SYMBOLS}/{piece.art}"


def _unknown_always(files: Sequence[File]) -> Iterator[Diagnostic]:
    for file in files:
        alone = file.content.alone
        for number, key in enumerate(alone.always if alone else ()):
            if key not in file.content.types:
                message = f"this set has no type {key!r}{suggestion(key, file.content.types)}"
                yield file.source.problem(("alone", "always", number), message)


def _large_minima(definition: MagnetmenDefinition, files: Sequence[File]) -> Iterator[Diagnostic]:
    """Types whose min is too large for any board."""
    size, squares = _extreme(definition, max)
    for file, piece in _types(files):
        if piece.min is not None and piece.min > squares:
            message = f"expected at most {squares}, the squares of the largest board, {size}"
            yield file.source.problem(("types", piece.key, "min"), message)


def _pointless(definition: MagnetmenDefinition, files: Sequence[File]) -> Iterator[Diagnostic]:
    """Sets in which no type has points of its own, so that all are worth nothing."""
    if not any(power.scores for piece in definition.pieces for power in piece.likely):
        message = "no type has points of its own, so every game is a tie; give one a score other "
        yield files[-1].source.problem(("types",), f"{message}than same_as", key=True)


def _numbers_of_types(
    definition: MagnetmenDefinition, files: Sequence[File]
) -> Iterator[Diagnostic]:
    """Numbers of types that the sets do not have, or that fill no board."""
    fewest, most, always = definition.types_on_board()
    source, loc, _ = _numbers(definition)
    if len(always) > fewest:
        message = f"expected at least {len(always)}, so many types are always on the board"
        yield source.problem((*loc, 0), f"{message}, found {fewest}")
    if len(definition.pieces) < most:
        yield _too_few_types(definition, files, most)
    elif not any(definition.fillable(size.squares) for size in definition.boards.sizes.values()):
        large = list(_large_minima(definition, files))  # which are reported already
        yield from () if large else (_no_board(definition),)


def _numbers(definition: MagnetmenDefinition) -> tuple[Source, Loc, bool]:
    """Where the user can change the numbers of types on a board, and whether the place is a key.

    That is in a set played alone, or in the boards file. If that file is shipped, and a set is not,
    it is the types of the set.
    """
    boards, *files = definition.files
    if len(files) == 1 and files[0].content.alone is not None:
        return files[0].source, ("alone", "types"), False
    own = [file for file in files if not file.path.is_relative_to(sets_dir())]
    if own and boards.path.is_relative_to(sets_dir()):
        return own[-1].source, ("types",), True
    return boards.source, ("types",), False


def _too_few_types(definition: MagnetmenDefinition, files: Sequence[File], most: int) -> Diagnostic:
    known, first = len(definition.pieces), files[0]
    if len(files) > 1:
        names = " and ".join(file.content.key for file in files)
        message = f"a board has up to {most} types, {names} have only {known}; add types"
        return files[-1].source.problem(("types",), message, key=True)
    if first.content.alone:
        message = f"expected at most {known}, all types of this set, found {most}; add types"
        return first.source.problem(("alone", "types", 1), message)
    message = f"a board has up to {most} types, this set only {known}; add types, choose another "
    message += f"set with it, or say how many with 'alone: {{types: [1, {known}]}}'"
    return first.source.problem(("types",), message, key=True)


def no_board(definition: MagnetmenDefinition, size: str) -> Diagnostic | None:
    """Why no board of a size can be printed, if none can: no choice of types fills it."""
    squares = definition.boards.sizes[size].squares
    if definition.fillable(squares):
        return None
    source, loc, key = _numbers(definition)
    why = _why_not(definition, squares, f"it has {squares}")
    return source.problem(loc, f"no {size} board can be printed: {why}", key, "no-roll")


def _no_board(definition: MagnetmenDefinition) -> Diagnostic:
    """Why no board of any size can be printed."""
    source, loc, key = _numbers(definition)
    size, squares = _extreme(definition, max)
    if _needed(definition) <= squares:
        size, squares = _extreme(definition, min)
    why = _why_not(definition, squares, f"the {size} board has {squares}")
    return source.problem(loc, f"no board can be printed: {why}", key, "no-roll")


def _why_not(definition: MagnetmenDefinition, squares: int, has: str) -> str:
    fewest, most, always = definition.types_on_board()
    needed = _needed(definition)
    if needed > squares:
        advice = "lower a min, or have fewer types on a board"
        return f"any {fewest} types need {needed} squares, {has}; {advice}"
    rooms = [(piece.key not in always, -piece.room(squares)[1]) for piece in definition.pieces]
    filled = -sum(high for _, high in sorted(rooms)[:most])
    if filled < squares:
        advice = "raise a max, or have more types on a board"
        return f"any {most} types fill at most {filled} squares, {has}; {advice}"
    words = f"no choice of {fewest} to {most} types fills {squares} squares within each min and max"
    return f"{words}; lower a min, or raise a max"


def _needed(definition: MagnetmenDefinition) -> int:
    """The number of squares that the smallest allowed number of types needs."""
    fewest, _, always = definition.types_on_board()
    least = sorted((piece.key not in always, piece.min or 1) for piece in definition.pieces)
    return sum(low for _, low in least[:fewest])


def _extreme(definition: MagnetmenDefinition, which: Callable[..., Any]) -> tuple[str, int]:
    """The name of the smallest (min) or largest (max) board, and how many squares it has."""
    size, board = which(definition.boards.sizes.items(), key=lambda item: item[1].squares)
    return size, board.squares
