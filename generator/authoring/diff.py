"""Compare two versions of a set, or of all sets in two folders: printed texts in each language, and
the values of keys."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from typing import Any

from generator.authoring.validate import find_input_files, load_sets, own_groups
from generator.core.diagnostics import described, display_path, key_path
from generator.core.errors import DefinitionError, OptionError
from generator.core.yaml_source import KeyPath, read_source
from generator.games.authoring_support import authoring_support
from generator.languages import languages, load_language
from generator.layout.text import without_markup
from generator.schema.set_files import load_all

Line = tuple[KeyPath, str]
"""A key, and what is said of it."""


def compare(old: Path, new: Path, folders: Sequence[Path]) -> str:
    """What differs between two files, or between the files of two folders, in words. Raises
    OptionError for what cannot be compared, DefinitionError, OSError."""
    for path in (old, new):
        if not path.exists():
            raise OptionError(f"{path}: no such file or folder")
    if old.is_dir() != new.is_dir():
        raise OptionError("a file and a folder cannot be compared")
    old, new = old.resolve(), new.resolve()  # as the paths of shipped sets are
    names = [
        {path.relative_to(top) for path, role, _ in find_input_files([top])[0] if role in _ROLES}
        for top in (old, new)
        if top.is_dir()
    ] or [{Path()}, {Path()}]
    if names[0].isdisjoint(names[1]):
        both = f"{display_path(old)} and {display_path(new)}"
        raise OptionError(f"{both} have no file of a set in common")
    parts = []
    for name in sorted(names[0] & names[1]):
        if lines := differences(old / name, new / name, folders):
            heads = f"old: {display_path(old / name)}", f"new: {display_path(new / name)}"
            parts.append("\n".join([*heads, *lines]))
    for top, (own, others) in zip((old, new), (names, names[::-1]), strict=True):
        parts += [f"only in {display_path(top)}: {name}" for name in sorted(own - others)]
    return "\n\n".join(parts) or "nothing differs"


_ROLES = ("set", "common")


def differences(old: Path, new: Path, folders: Sequence[Path]) -> list[str]:
    """What differs between two versions of a file: a line for each text or value, with - in front
    if it is that of the old version, with + if it is that of the new one. Raises OptionError,
    DefinitionError for mistakes in either, OSError."""
    versions = load_all(partial(_lines, path, folders) for path in (old, new))
    result = []
    for before, after in zip(*versions, strict=True):
        # An entry of a list that has moved up or down is the same.
        plain, new_plain = map(_without_indexes, (before, after))
        matcher = SequenceMatcher(None, plain, new_plain, autojunk=False)
        for kind, start, end, new_start, new_end in matcher.get_opcodes():
            if kind != "equal":
                result += [f"- {key_path(key)}{said}" for key, said in before[start:end]]
                result += [f"+ {key_path(key)}{said}" for key, said in after[new_start:new_end]]
    return result


def _lines(path: Path, folders: Sequence[Path]) -> tuple[list[Line], list[Line]]:
    """The printed texts of a file, and the values of its other keys."""
    (file, *_), mistakes = find_input_files([path])
    group = next(own_groups([file], folders), None)
    if group is None:
        what = f"{display_path(path)}: expected a set, or the boards or figures of a game"
        raise DefinitionError(mistakes) if file.role == "broken" else OptionError(what)
    definition, problems = load_sets(group)
    if definition is None:
        raise DefinitionError(problems)
    support = authoring_support(group.game.name)
    texts: dict[KeyPath, list[Line]] = {}
    for code in languages():
        for text in support.printed_texts(definition, None, load_language(code)):
            if text.place.file.path == path:
                line = (*text.place.loc,), f" {code}: {without_markup(text.text)}"
                texts.setdefault(line[0], []).append(line)
    by_language = {(*text.place.loc,) for text in support.translatable_texts(definition)}
    values = [
        line for line in _values(read_source(path).data, ()) if line[0][:-1] not in by_language
    ]
    return [line for of_key in texts.values() for line in of_key], values


def _values(data: Any, path: KeyPath) -> Iterator[Line]:
    """A line for each value inside a mapping or a list of a YAML file (Any)."""
    if not isinstance(data, dict | list) or not data:
        yield path, f": {described(data)}"
        return
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield from _values(value, (*path, key))


def _without_indexes(lines: Sequence[Line]) -> list[Line]:
    return [(tuple(each for each in key if not isinstance(each, int)), said) for key, said in lines]
