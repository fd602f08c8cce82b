"""Load Magnetmen sets: read their files and the boards, and check them against each other."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from generator.core.diagnostics import Diagnostic, suggestion
from generator.core.resources import sets_dir
from generator.core.yaml_source import Loc, Source
from generator.games.magnetmen.definition import (
    CATALOGUE,
    Boards,
    MagnetmenDefinition,
    MagnetmenSet,
    PieceType,
    fillable,
)
from generator.games.magnetmen.primitives import SameAs
from generator.schema import set_checks
from generator.schema.set_checks import SetText
from generator.schema.set_files import SetFile, art_dirs, load_all, refuse

File = SetFile[MagnetmenSet]

_PORTRAITS, _SYMBOLS = "magnetmen", "magnetmen/symbols"  # folders of the art of types
_DRAW_IT = "; add it, or use that of another type with 'art: NAME'"


def load_definition(set_names: Sequence[str], folders: Sequence[Path] = ()) -> MagnetmenDefinition:
    """Return the sets of these names and the boards. Raises DefinitionError with all mistakes."""
    names = CATALOGUE.canonical(set_names)
    # Any: the files have different models
    jobs: list[Callable[[], SetFile[Any]]] = [partial(CATALOGUE.read_common, Boards, folders)]
    jobs += [partial(CATALOGUE.read_set, MagnetmenSet, name, folders) for name in names]
    boards, *files = load_all(jobs)
    sets = tuple(file.content for file in files)
    definition = MagnetmenDefinition(sets, boards.content, art_dirs(files), (boards, *files))
    refuse(files, _problems(definition, files))
    return definition


def _problems(definition: MagnetmenDefinition, files: Sequence[File]) -> Iterator[Diagnostic]:
    """Every problem of sets used together that keeps all boards from being printed."""
    folders, sizes = definition.art_dirs, definition.boards.sizes
    types = [(file, piece) for file in files for piece in file.content.pieces]
    for file in files:
        yield from set_checks.missing_glyphs(file, printed_texts(file.content))
    keys: dict[str, File] = {}
    names: dict[tuple[str, str], tuple[File, str]] = {}
    for file, piece in types:  # the legend would be ambiguous
        if (other := keys.setdefault(piece.key, file)) is not file:
            message = f"{_place(other, piece.key)} has a type of this name too, give one of them"
            yield file.source.problem(("types", piece.key), f"{message} another", key=True)
        for code, name in piece.name.items():
            other, key = names.setdefault((code, name.casefold()), (file, piece.key))
            if key != piece.key:
                message = f"{_place(other, key)} has this name too, give one of them another"
                yield file.source.problem(("types", piece.key, "name", code), message)
        if missing := [name for name in _art(piece) if not set_checks.find_art_file(name, folders)]:
            has_art = "art" in file.source.data["types"][piece.key]
            loc: Loc = ("types", piece.key, "art") if has_art else ("types", piece.key)
            choices = set_checks.drawing_names(_PORTRAITS, folders) if has_art else ()
            yield set_checks.missing_art(
                file, loc, missing, choices, _DRAW_IT, not has_art, folders
            )
    art = [name for _, piece in types for name in _art(piece)]
    yield from set_checks.art_problems(art, folders)
    for file in files:
        alone = file.content.alone
        for number, key in enumerate(alone.always if alone else ()):
            if key not in file.content.types:
                message = f"this set has no type {key!r}{suggestion(key, file.content.types)}"
                yield file.source.problem(("alone", "always", number), message)
    largest = max(sizes, key=lambda size: sizes[size].squares)
    squares = sizes[largest].squares
    too_large = [(file, piece) for file, piece in types if (piece.min or 0) > squares]
    for file, piece in too_large:
        message = f"expected at most {squares}, the squares of the largest board, {largest}"
        yield file.source.problem(("types", piece.key, "min"), message)
    powers = [power for _, piece in types for power in piece.likely]
    if not any(power.text or {*map(type, power.score)} - {SameAs} for power in powers):
        message = "no type has points of its own, so every game is a tie; give one a score other "
        yield files[-1].source.problem(("types",), f"{message}than same_as", key=True)
    fewest, most, always = definition.types_on_board()
    if len(always) > fewest:
        source, place, _ = _numbers(definition)
        message = f"expected at least {len(always)}, so many types are always on the board"
        yield source.problem((*place, 0), f"{message}, found {fewest}")
    if len(types) < most:
        yield _too_few_types(files, len(types), most)
    elif not too_large and (problem := no_board(definition)):
        yield problem


def _place(file: File, key: str) -> str:
    return f"{file.source.file}:{file.source.mark(('types', key), key=True)[0]}"


def printed_texts(game_set: MagnetmenSet) -> Iterator[SetText]:
    """Every text of a set, as written in its file. Regular plurals are not."""
    yield SetText(("title",), game_set.title, ("title",))
    for key, piece in game_set.types.items():
        names, plurals = piece.name, piece.plural or {}
        irregular = {code: text for code, text in plurals.items() if text != f"{names.get(code)}s"}
        yield SetText(("types", key, "name"), names, ("title",))
        yield SetText(("types", key, "plural"), irregular, ("text",))
        for number, power in enumerate(piece.powers):
            yield SetText(("types", key, "powers", number, "text"), power.text or {}, ("text",))


def _art(piece: PieceType) -> tuple[str, str]:
    """The art of a type: its portrait and its symbol."""
    return f"{_PORTRAITS}/{piece.art}", f"{_SYMBOLS}/{piece.art}"


def _numbers(definition: MagnetmenDefinition) -> tuple[Source, Loc, bool]:
    """Where the user can change the numbers of types on a board, and whether the place is a key: in
    a set played alone, or in the boards file; if only that is shipped, at the types of a set."""
    boards, *files = definition.files
    if len(files) == 1 and files[0].content.alone is not None:
        return files[0].source, ("alone", "types"), False
    own = [file for file in files if not file.path.is_relative_to(sets_dir())]
    if own and boards.path.is_relative_to(sets_dir()):
        return own[-1].source, ("types",), True
    return boards.source, ("types",), False


def _too_few_types(files: Sequence[File], known: int, most: int) -> Diagnostic:
    first = files[0]
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


def no_board(definition: MagnetmenDefinition, size: str = "") -> Diagnostic | None:
    """Why no board of a size ("": no board at all) can be printed, if none can: no choice of types
    fills it."""
    sizes = definition.boards.sizes
    if any(fillable(definition, sizes[each].squares) for each in ([size] if size else sizes)):
        return None
    fewest, most, always = definition.types_on_board()
    least = sorted((piece.key not in always, piece.min or 1) for piece in definition.pieces)
    needed = sum(low for _, low in least[:fewest])
    squares_of = {each: sizes[each].squares for each in sizes}
    if not (named := size):
        which = max if needed > max(squares_of.values()) else min
        named = which(sizes, key=squares_of.__getitem__)
    squares = squares_of[named]
    rooms = [(piece.key not in always, -piece.room(squares)[1]) for piece in definition.pieces]
    filled = -sum(high for _, high in sorted(rooms)[:most])
    has = f"the {named} board has {squares}"
    why = f"no choice of {fewest} to {most} types fills {squares} squares within each min and max; "
    advice = "lower a min, or raise a max"
    if needed > squares:
        why = f"any {fewest} types need {needed} squares, {has}; "
        advice = "lower a min, or have fewer types on a board"
    elif filled < squares:
        why = f"any {most} types fill at most {filled} squares, {has}; "
        advice = "raise a max, or have more types on a board"
    source, loc, key = _numbers(definition)
    what = f"no {size} board" if size else "no board"
    return source.problem(loc, f"{what} can be printed: {why}{advice}", key, "no-roll")
