"""Compare two versions of a set, or of all sets in two folders: keys with their values, and printed
texts in each language."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.authoring.input_files import find_input_files, kind_of, role_of
from generator.core.diagnostics import display_path, key_path
from generator.core.errors import DefinitionError, RevisionError
from generator.games.authoring_support import authoring_support
from generator.games.base import Game
from generator.languages import languages, load_language
from generator.layout.text import without_markup
from generator.schema import value_changes
from generator.schema.set_files import (
    NAME,
    GameDefinition,
    StagedSet,
    art_beside,
    load_all,
    staged,
    yaml_data,
)
from generator.schema.value_changes import key_in_words, value_text

KeyPath = value_changes.KeyPath
_STAND_IN = "compared"  # the name of a set whose file name can be no set's


class KeyChange(NamedTuple):
    """A key whose value differs; None where it is absent."""

    key: str
    old: Any  # a value of a YAML file
    new: Any


class TextChange(NamedTuple):
    """A text that is printed differently; None where it is not printed."""

    key: str
    language: str
    old: str | None
    new: str | None


class FileDifference(NamedTuple):
    """All that differs between two versions of a file."""

    old: Path
    new: Path
    keys: tuple[KeyChange, ...]
    texts: tuple[TextChange, ...]

    def __str__(self) -> str:
        lines = [f"old: {display_path(self.old)}", f"new: {display_path(self.new)}"]
        if not (self.keys or self.texts):
            return "\n".join([*lines, "nothing differs"])
        sections = {"texts": _text_lines(self.texts), "keys": map(_key_line, self.keys)}
        for title, section in sections.items():
            if found := [f"  {line}" for line in section]:
                lines += ["", f"{title}:", *found]
        return "\n".join(lines)


def compare(old: Path, new: Path, folders: Sequence[Path]) -> str:
    """What differs between two files, or between the files of two folders, in words. Raises
    RevisionError for what cannot be compared, DefinitionError, OSError."""
    for path in (old, new):
        if not path.exists():
            raise RevisionError(f"{path}: no such file or folder")
    if old.is_dir() != new.is_dir():
        raise RevisionError("a file and a folder cannot be compared")
    if not old.is_dir():
        return str(compare_files(old, new, folders))
    old_names, new_names = _set_files(old), _set_files(new)
    lines = [f"only in {display_path(old)}: {name}" for name in sorted(old_names - new_names)]
    lines += [f"only in {display_path(new)}: {name}" for name in sorted(new_names - old_names)]
    both = sorted(old_names & new_names)
    if not both:
        raise RevisionError(f"{old} and {new} have no file of a set in common")
    differences = [compare_files(old / name, new / name, folders) for name in both]
    parts = [str(each) for each in differences if each.keys or each.texts]
    parts += ["\n".join(lines)] if lines else []
    return "\n\n".join(parts) or "nothing differs"


def _set_files(folder: Path) -> set[Path]:
    """The sets in a folder, and the files that all sets of a game need, by their paths in it."""
    files = find_input_files([folder]).files
    return {file.path.relative_to(folder) for file in files if file.role in ("set", "common")}


def compare_files(old: Path, new: Path, folders: Sequence[Path]) -> FileDifference:
    """What differs between two versions of a file. Raises RevisionError if they are not of the same
    game, DefinitionError for mistakes in either, OSError."""
    old_kind, new_kind = _kind(old), _kind(new)
    if old_kind != new_kind:
        raise RevisionError(f"{old} and {new} are not of one kind, nothing can be compared")
    game, is_common = games.game(new_kind[0]), new_kind[1]
    # The name is part of what a set is called in other files and texts: both get the same.
    usable_name = new.stem if NAME.fullmatch(new.stem) else _STAND_IN
    name = game.catalogue.common if is_common else usable_name
    with ExitStack() as stages:
        versions = [
            (path, stages.enter_context(_staged(game, name, path, is_common)))
            for path in (old, new)
        ]
        before, after = _definitions(game, versions, name, is_common, folders)
        texts = tuple(_text_changes(game, before, after))
        return FileDifference(old, new, tuple(_key_changes(game, before, after)), texts)


def _kind(path: Path) -> tuple[str, bool]:
    """The game of a file, and whether it is the file that all sets of the game need."""
    label = display_path(path)
    kind = kind_of(path, yaml_data(path.read_bytes(), label))
    if kind is None or role_of(kind) not in ("set", "common"):
        raise RevisionError(f"{label}: expected a set, or the boards or figures of a game")
    return kind.game, role_of(kind) == "common"


def _staged(game: Game, name: str, path: Path, is_common: bool) -> Any:
    """A file under a name, with the own art and the own common file beside it."""
    beside = art_beside(path)
    common_file = path.parent / f"{game.catalogue.common}.yaml"
    if not is_common and game.catalogue.common and common_file.is_file():
        beside[common_file.name] = common_file.read_bytes()
    return staged(game.name, name, path.read_bytes(), beside, display_path(path))


def _definitions(
    game: Game,
    versions: Sequence[tuple[Path, StagedSet]],
    name: str,
    is_common: bool,
    folders: Sequence[Path],
) -> Sequence[GameDefinition]:
    """The definitions of both versions. A set that cannot be alone on a board is loaded together
    with the standard one."""

    def load_version(sets: Sequence[str], path: Path, stage: StagedSet) -> GameDefinition:
        folder = path.absolute().parent
        own = folder.parent if folder.name == game.name else folder
        with stage.naming_original():
            definition: GameDefinition = game.load(sets, (stage.folder, own, *folders))
            return definition

    def load(sets: Sequence[str]) -> Sequence[GameDefinition]:
        return load_all(partial(load_version, sets, *version) for version in versions)

    if is_common:
        return load(game.default_sets)
    try:
        return load((name,))
    except DefinitionError as error_alone:
        if game.single_set or name in game.default_sets:
            raise
        try:
            return load((*game.default_sets, name))
        except DefinitionError:
            raise error_alone from None


def _key_changes(game: Game, old: GameDefinition, new: GameDefinition) -> Iterator[KeyChange]:
    """Every key whose value differs, in the set and in the file that all sets need; texts apart."""
    support = authoring_support(game.name)
    texts = {
        tuple(text.place.loc)
        for definition in (old, new)
        for text in support.translatable_texts(definition)
    }
    for change in value_changes.value_changes(old, new, texts):
        yield KeyChange(key_path(change.path), change.old, change.new)


def _text_changes(game: Game, old: GameDefinition, new: GameDefinition) -> Iterator[TextChange]:
    """Every text that is printed differently, in each language."""
    old_paths = value_changes.old_entry_paths(old, new)
    for code in languages():
        removed, after = _printed(game, old, code), _printed(game, new, code)
        for path, text in after.items():
            old_path = _old_path(path, old_paths)
            old_text = removed.pop(old_path, None) if old_path is not None else None
            if text != old_text:
                yield TextChange(key_path(path), code, old_text, text)
        for path, text in removed.items():
            yield TextChange(key_path(path), code, text, None)


def _old_path(path: KeyPath, old_paths: Mapping[KeyPath, KeyPath | None]) -> KeyPath | None:
    """The old path of a value: that of the innermost entry of a list around it, with the rest."""
    for length in range(len(path), 0, -1):
        if path[:length] in old_paths:
            old_entry = old_paths[path[:length]]
            return None if old_entry is None else (*old_entry, *path[length:])
    return path


def _printed(game: Game, definition: GameDefinition, code: str) -> dict[KeyPath, str]:
    """Every printed text without its markup, by its path."""
    texts = authoring_support(game.name).printed_texts(definition, None, load_language(code))
    return {tuple(text.place.loc): without_markup(text.text) for text in texts}


def _key_line(change: KeyChange) -> str:
    key = key_in_words(change.key)
    if change.old is None or change.new is None:
        verb, value = ("added", change.new) if change.old is None else ("removed", change.old)
        # The texts inside a mapping or a list are listed as well.
        return f"{key}: {verb}" + (
            "" if isinstance(value, dict | list) else f", {value_text(value)}"
        )
    return f"{key}: {value_text(change.old)} -> {value_text(change.new)}"


def _text_lines(changes: Sequence[TextChange]) -> Iterator[str]:
    for key in dict.fromkeys(change.key for change in changes):
        yield f"{key_in_words(key)}:"
        for change in changes:
            if change.key == key and change.old is not None:
                yield f"  {change.language} - {change.old}"
            if change.key == key and change.new is not None:
                yield f"  {change.language} + {change.new}"
