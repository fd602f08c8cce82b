"""What differs between two versions of a set.

Input: two Versions, loaded. Output: keys with their old and new values, printed texts in each
language, odds, and how the rolls of many seeds compare.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.authoring.revisions import Version
from generator.core.diagnostics import key_path
from generator.core.errors import DefinitionError, RevisionError
from generator.core.seeds import FIXED
from generator.games.authoring_support import Likeness
from generator.games.base import AnyGame
from generator.games.parts import authoring_support
from generator.languages import languages, load_language
from generator.layout.text import without_markup
from generator.schema import value_changes
from generator.schema.load import load_all
from generator.schema.set_files import NAME, GameDefinition
from generator.schema.staging import StagedSet, staged

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


@dataclass(frozen=True, slots=True)
class LoadedVersion:
    """A version with its definition."""

    version: Version
    definition: GameDefinition


Versions = tuple[LoadedVersion, LoadedVersion]
"""The old and the new version."""


@contextmanager
def loaded(old: Version, new: Version, folders: Sequence[Path]) -> Iterator[Versions]:
    """Load both versions under one name, because the name is part of what a seed rolls.

    A set that cannot be alone on a board is loaded together with the standard one. Raises
    RevisionError if the versions are not of the same game, DefinitionError for mistakes in either.
    """
    if (old.game, old.common) != (new.game, new.common):
        raise RevisionError(
            f"{old.label} and {new.label} are not of one kind, nothing can be compared"
        )
    game = games.game(new.game)
    usable_name = new.name if NAME.fullmatch(new.name) else _STAND_IN
    name = game.catalogue.common if new.common else usable_name
    with ExitStack() as stages:
        pairs = [(version, stages.enter_context(_staged(version, name))) for version in (old, new)]
        load = partial(_loaded, game, pairs, folders)
        if new.common:
            yield load(game.default_sets)
            return
        try:
            versions = load((name,))
        except DefinitionError as error_alone:
            if game.single_set or name in game.default_sets:
                raise
            try:
                versions = load((*game.default_sets, name))
            except DefinitionError:
                raise error_alone from None
        yield versions


def _staged(version: Version, name: str) -> AbstractContextManager[StagedSet]:
    return staged(version.game, name, version.content, version.beside, version.label)


def _loaded(
    game: AnyGame,
    pairs: Sequence[tuple[Version, StagedSet]],
    folders: Sequence[Path],
    sets: Sequence[str],
) -> Versions:
    def load(version: Version, stage: StagedSet) -> LoadedVersion:
        with stage.naming_original():
            definition = game.load(sets, (stage.folder, *version.folders, *folders))
            return LoadedVersion(version, definition)

    old, new = load_all(partial(load, *pair) for pair in pairs)
    return old, new


# Keys ---------------------------------------------------------------------------------------


def key_changes(old: LoadedVersion, new: LoadedVersion) -> list[KeyChange]:
    """Every key whose value differs, in the set and in the file that all sets need; texts apart."""
    support = authoring_support(new.version.game)
    texts = {
        tuple(text.place.loc)
        for version in (old, new)
        for text in support.translatable_texts(version.definition)
    }
    changes = value_changes.value_changes(old.definition, new.definition, texts)
    return [KeyChange(key_path(change.path), change.old, change.new) for change in changes]


# Texts --------------------------------------------------------------------------------------


def text_changes(old: LoadedVersion, new: LoadedVersion) -> list[TextChange]:
    """Every text that is printed differently, in each language."""
    old_paths = value_changes.old_entry_paths(old.definition, new.definition)
    return [
        change
        for code in languages()
        for change in _text_changes(_printed(old, code), _printed(new, code), old_paths, code)
    ]


def _text_changes(
    old: Mapping[KeyPath, str],
    new: Mapping[KeyPath, str],
    old_paths: Mapping[KeyPath, KeyPath | None],
    code: str,
) -> Iterator[TextChange]:
    removed = dict(old)
    for path, text in new.items():
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


def _printed(version: LoadedVersion, code: str) -> dict[KeyPath, str]:
    """Every printed text without its markup, by its path."""
    support = authoring_support(version.version.game)
    texts = support.printed_texts(version.definition, None, load_language(code))
    return {tuple(text.place.loc): without_markup(text.text) for text in texts}


# Odds and rolls -----------------------------------------------------------------------------


def odds_changes(old: LoadedVersion, new: LoadedVersion) -> list[KeyChange]:
    """The odds, in percent, of each entry that a roll can pick, where they differ."""
    support = authoring_support(new.version.game)
    old_paths = value_changes.old_entry_paths(old.definition, new.definition)
    removed = {tuple(path): odds for path, odds in support.odds_by_place(old.definition).items()}
    changes = []
    for loc, odds in support.odds_by_place(new.definition).items():
        path = tuple(loc)
        old_path = old_paths.get(path, path)
        old_odds = removed.pop(old_path, None) if old_path else None
        if old_odds != odds:
            changes.append(KeyChange(key_path(path), old_odds, odds))
    return [*changes, *(KeyChange(key_path(path), odds, None) for path, odds in removed.items())]


@dataclass(frozen=True, slots=True)
class RollComparison:
    """How the rolls of some seeds compare: the seeds whose rolls are the same, differ in powers
    only, or differ in more; and the mean squares of the types for which it differs."""

    size: str
    same: tuple[str, ...]
    powers: tuple[str, ...]
    other: tuple[str, ...]
    squares: tuple[KeyChange, ...]

    @property
    def seeds(self) -> int:
        """The number of seeds."""
        return len(self.same) + len(self.powers) + len(self.other)


def default_size(old: LoadedVersion, new: LoadedVersion) -> str:
    """The game's standard size; if a version has no boards of it, the first size of both."""
    game = games.game(new.version.game)
    old_sizes = _players_by_size(game, old.definition)
    sizes = [size for size in _players_by_size(game, new.definition) if size in old_sizes]
    return game.default_size if game.default_size in sizes or not sizes else sizes[0]


def max_players(game: AnyGame, definition: GameDefinition, size: str) -> int:
    """The largest number of players that the sets allow for a size, or what is usual."""
    return max(_players_by_size(game, definition).get(size, [game.default_players]))


def _players_by_size(game: AnyGame, definition: GameDefinition) -> dict[str, list[int]]:
    """The numbers of players that can be rolled for each size."""
    players_by_size: dict[str, list[int]] = {}
    for size, players in game.combinations(definition):
        players_by_size.setdefault(size, []).append(players)
    return players_by_size


def roll_comparison(
    old: LoadedVersion, new: LoadedVersion, seeds: Sequence[str], size: str
) -> RollComparison | None:
    """How the boards (maps, sets of discs) of these seeds compare; None where nothing is random.
    Raises RollError, OptionError."""
    game = games.game(new.version.game)
    support = authoring_support(game.name)
    old_rolls, new_rolls = (
        [_rolled(game, version.definition, size, seed) for seed in seeds] for version in (old, new)
    )
    if all(rolled.game_id.seed == FIXED for rolled in (*old_rolls, *new_rolls)):
        return None
    by_likeness: dict[Likeness, list[str]] = {"same": [], "powers": [], "other": []}
    for seed, old_roll, new_roll in zip(seeds, old_rolls, new_rolls, strict=True):
        by_likeness[support.likeness(game, old_roll, new_roll)].append(seed)
    same, powers, other = map(tuple, by_likeness.values())
    old_means, new_means = support.mean_squares(old_rolls), support.mean_squares(new_rolls)
    squares = tuple(
        KeyChange(key, old_means.get(key), new_means.get(key))
        for key in dict.fromkeys([*old_means, *new_means])
        if old_means.get(key) != new_means.get(key)
    )
    return RollComparison(size, same, powers, other, squares)


def _rolled(game: AnyGame, definition: GameDefinition, size: str, seed: str) -> Any:
    # The number of players changes nothing in a roll, but sets may not allow the usual one.
    players = max_players(game, definition, size)
    game.check_options(definition, size, players)
    return game.roll(definition, size, players, seed)
