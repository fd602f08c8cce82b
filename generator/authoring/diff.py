"""Compare two versions of a set, or of all sets in two folders: keys with their values, and printed
texts in each language."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.authoring.validate import Role, find_input_files, kind_of, role_of
from generator.core.diagnostics import described, display_path, key_path
from generator.core.errors import DefinitionError, RevisionError
from generator.core.yaml_source import KeyPath, read_source
from generator.games.authoring_support import authoring_support
from generator.games.base import Game
from generator.languages import languages, load_language
from generator.layout.text import without_markup
from generator.schema.set_files import GameDefinition, SetAt, load_all

# In this module Any is a value of a YAML file: a mapping, a list or a scalar.


class KeyChange(NamedTuple):
    """A key whose value differs; None where it is absent. The key of an entry of a list is that in
    the new file, or that in the old file for an entry that was removed."""

    key: str
    old: Any
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
        sections = {"texts": _text_lines(self.texts), "keys": map(_key_line, self.keys)}
        for title, section in sections.items():
            if found := [f"  {line}" for line in section]:
                lines += ["", f"{title}:", *found]
        return "\n".join(lines if len(lines) > 2 else [*lines, "nothing differs"])


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
    old_names, new_names = (
        {
            path.relative_to(folder)
            for path, role, _ in find_input_files([folder])[0]
            if role in ("set", "common")
        }
        for folder in (old, new)
    )
    lines = [f"only in {display_path(old)}: {name}" for name in sorted(old_names - new_names)]
    lines += [f"only in {display_path(new)}: {name}" for name in sorted(new_names - old_names)]
    both = sorted(old_names & new_names)
    if not both:
        raise RevisionError(f"{old} and {new} have no file of a set in common")
    differences = [compare_files(old / name, new / name, folders) for name in both]
    parts = [*(str(each) for each in differences if each.keys or each.texts), "\n".join(lines)]
    return "\n\n".join(filter(None, parts)) or "nothing differs"


def compare_files(old: Path, new: Path, folders: Sequence[Path]) -> FileDifference:
    """What differs between two versions of a file. Raises RevisionError if they are not of the same
    game, DefinitionError for mistakes in either, OSError."""
    kinds = [_kind(path) for path in (old, new)]
    if kinds[0] != kinds[1]:
        raise RevisionError(f"{old} and {new} are not of one kind, nothing can be compared")
    game, is_common = games.game(kinds[0][0]), kinds[0][1] == "common"
    before, after = _definitions(game, (old, new), is_common, folders)
    support = authoring_support(game.name)
    texts = {
        tuple(text.place.loc)
        for definition in (before, after)
        for text in support.translatable_texts(definition)
    }
    moved: dict[KeyPath, KeyPath | None] = {}
    contents = [
        [file.content.model_dump(mode="json", by_alias=True) for file in definition.files]
        for definition in (before, after)
    ]
    keys = tuple(
        KeyChange(key_path(path), old_value, new_value)
        for old_data, new_data in zip(*contents, strict=True)
        for path, old_value, new_value in _differences(old_data, new_data, (), (), moved)
        if not any(path[:length] in texts for length in range(len(path) + 1))
    )
    return FileDifference(old, new, keys, tuple(_text_changes(game, before, after, moved)))


def _kind(path: Path) -> tuple[str, Role]:
    """The game of a file, and its role: a set, or the file that all sets of the game need."""
    kind = kind_of(path, read_source(path).data)
    if kind is None or role_of(kind) not in ("set", "common"):
        what = "expected a set, or the boards or figures of a game"
        raise RevisionError(f"{display_path(path)}: {what}")
    return kind.game, role_of(kind)


def _definitions(
    game: Game, paths: Sequence[Path], is_common: bool, folders: Sequence[Path]
) -> list[GameDefinition]:
    """The definitions of both versions. A set that cannot be alone on a board is loaded together
    with the standard one."""

    def load(path: Path, with_standard: bool) -> GameDefinition:
        names = [
            *(game.default_sets if with_standard else ()),
            *(() if is_common else [SetAt(path)]),
        ]
        parent = path.absolute().parent
        own = parent.parent if parent.name == game.name else parent
        common = (path,) if is_common else ()
        definition: GameDefinition = game.load(names, (*common, own, *folders))
        return definition

    try:
        return load_all(partial(load, path, is_common) for path in paths)
    except DefinitionError:
        if game.single_set or is_common or {path.stem for path in paths} & {*game.default_sets}:
            raise
        try:
            return load_all(partial(load, path, True) for path in paths)
        except DefinitionError:
            pass
        raise


def _differences(
    old: Any, new: Any, path: KeyPath, old_path: KeyPath, moved: dict[KeyPath, KeyPath | None]
) -> Iterator[tuple[KeyPath, Any, Any]]:
    """The paths at which two values differ, as deep inside as both have a value. `moved` notes the
    old path of every entry of a list by its new path, None for one that was added."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            paths = (*path, key), (*old_path, key)
            yield from _differences(old.get(key), new.get(key), *paths, moved)
    elif isinstance(old, list) and isinstance(new, list):
        for old_index, new_index in matched_entries(old, new):
            place = old_index if new_index is None else new_index
            assert place is not None, "an entry is in one of the lists"
            old_entry = None if old_index is None else old[old_index]
            new_entry = None if new_index is None else new[new_index]
            inside, old_inside = (*path, place), (*old_path, old_index or 0)
            if new_index is not None:
                moved[inside] = None if old_index is None else old_inside
            yield from _differences(old_entry, new_entry, inside, old_inside, moved)
    elif old != new:
        yield path, old, new


def matched_entries(old: Sequence[Any], new: Sequence[Any]) -> list[tuple[int | None, int | None]]:
    """The indexes of the entries of two lists in pairs: in the order of the new list, then those
    removed; None where an entry is absent.

    Entries that are equal but for their odds are partners, then those that differ in values only,
    then the others in order.
    """
    unmatched = list(range(len(old)))
    partners: dict[int, int] = {}
    fingerprints: tuple[Callable[[Any], Any], ...] = (_without_odds, _shape, lambda entry: None)
    for fingerprint in fingerprints:
        for index, entry in enumerate(new):
            alike = (at for at in unmatched if fingerprint(old[at]) == fingerprint(entry))
            if index not in partners and (partner := next(alike, None)) is not None:
                partners[index] = partner
                unmatched.remove(partner)
    pairs = [(partners.get(index), index) for index in range(len(new))]
    return [*pairs, *((index, None) for index in unmatched)]


def _shape(entry: Any) -> Any:
    """An entry without its values: its keys, and how they are nested."""
    if isinstance(entry, dict):
        return {key: _shape(value) for key, value in entry.items()}
    return [_shape(value) for value in entry] if isinstance(entry, list) else None


def _without_odds(entry: Any) -> Any:
    """An entry without its weight: a power with other odds is the same power."""
    if isinstance(entry, dict):
        return {key: value for key, value in entry.items() if key != "weight"}
    return entry


def _text_changes(
    game: Game, old: GameDefinition, new: GameDefinition, moved: dict[KeyPath, KeyPath | None]
) -> Iterator[TextChange]:
    """Every text that is printed differently, in each language."""

    def printed(definition: GameDefinition, code: str) -> dict[KeyPath | None, str]:
        texts = authoring_support(game.name).printed_texts(definition, None, load_language(code))
        return {tuple(text.place.loc): without_markup(text.text) for text in texts}

    def old_path(path: KeyPath) -> KeyPath | None:
        """That of the innermost entry of a list around it, with the rest."""
        for length in range(len(path), 0, -1):
            if path[:length] in moved:
                entry = moved[path[:length]]
                return None if entry is None else (*entry, *path[length:])
        return path

    for code in languages():
        before = printed(old, code)
        for path, text in printed(new, code).items():
            assert path is not None
            old_text = before.pop(old_path(path), None)
            if text != old_text:
                yield TextChange(key_path(path), code, old_text, text)
        for removed, text in before.items():
            yield TextChange(key_path(removed or ()), code, text, None)


def _key_line(change: KeyChange) -> str:
    def shown(value: Any) -> str:
        """A value on one line."""
        return f"{value:g}" if isinstance(value, float) else described(value).replace("\n", " / ")

    key, old, new = change
    if old is not None and new is not None:
        return f"{key}: {shown(old)} -> {shown(new)}"
    verb, value = ("added", new) if old is None else ("removed", old)
    # The texts inside a mapping or a list are listed as well.
    return f"{key}: {verb}" + ("" if isinstance(value, dict | list) else f", {shown(value)}")


def _text_lines(changes: Sequence[TextChange]) -> Iterator[str]:
    for key in dict.fromkeys(change.key for change in changes):
        yield f"{key}:"
        for _, code, *texts in (change for change in changes if change.key == key):
            yield from (
                f"  {code} {sign} {text}"
                for sign, text in zip("-+", texts, strict=True)
                if text is not None
            )
