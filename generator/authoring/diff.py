"""What differs between two versions of a set.

Input: two Versions, loaded. Output: a Difference: keys with their old and new values, printed
texts in each language, odds, and what becomes of the boards of many seeds.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.authoring.games import desk
from generator.authoring.revisions import Version
from generator.core.diagnostics import key_path
from generator.core.errors import DefinitionError, RevisionError
from generator.core.seeds import FIXED
from generator.games.base import Game
from generator.languages import languages, load_language
from generator.schema.differences import aligned_entries, file_differences, file_values
from generator.schema.load import load_all
from generator.schema.set_files import NAME
from generator.schema.staging import Staged, staged

Loc = tuple[str | int, ...]
_STAND_IN = "compared"


class Change(NamedTuple):
    """A key whose value differs; None where it is not there."""

    key: str
    old: Any
    new: Any


class Text(NamedTuple):
    """A text that is printed differently; None where it is not printed."""

    key: str
    language: str
    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class Loaded:
    """A version with its definition."""

    version: Version
    definition: Any


@contextmanager
def loaded(old: Version, new: Version, folders: Sequence[Path]) -> Iterator[tuple[Loaded, Loaded]]:
    """Both definitions, under one name: the name is part of what a seed rolls. A set that cannot be
    alone on a board is there with the standard one. Raises RevisionError where they are not of one
    game, DefinitionError."""
    if (old.game, old.common) != (new.game, new.common):
        raise RevisionError(
            f"{old.label} and {new.label} are not of one kind, nothing can be compared"
        )
    game = games.game(new.game)
    plain_name = new.name if NAME.fullmatch(new.name) else _STAND_IN
    name = game.catalogue.common if new.common else plain_name
    with ExitStack() as stages:
        staging = [(each, stages.enter_context(_staged(each, name))) for each in (old, new)]
        load = partial(_loaded, game, staging, folders)
        if new.common:
            yield load(game.default_sets)
            return
        try:
            pair = load((name,))
        except DefinitionError as alone:
            if game.single_set or name in game.default_sets:
                raise
            try:
                pair = load((*game.default_sets, name))
            except DefinitionError:
                raise alone from None
        yield pair


def _staged(version: Version, name: str) -> AbstractContextManager[Staged]:
    return staged(version.game, name, version.content, version.beside, version.label)


def _loaded(
    game: Game,
    staging: Sequence[tuple[Version, Staged]],
    folders: Sequence[Path],
    sets: Sequence[str],
) -> tuple[Loaded, Loaded]:
    def load(version: Version, stage: Staged) -> Loaded:
        with stage.telling():
            return Loaded(version, game.load(sets, (stage.folder, *version.folders, *folders)))

    old, new = load_all(partial(load, *each) for each in staging)
    return old, new


# Keys ---------------------------------------------------------------------------------------


def changes(old: Loaded, new: Loaded) -> list[Change]:
    """Every key of the set and of its boards (or figures) whose value differs, texts apart."""
    localized = desk(new.version.game).localized
    texts = {tuple(text.place.loc) for side in (old, new) for text in localized(side.definition)}
    return [
        Change(key_path(value.loc), value.old, value.new)
        for value in file_differences(old.definition.files, new.definition.files)
        if not any(value.loc[:length] in texts for length in range(len(value.loc) + 1))
    ]


def _files(old: Loaded, new: Loaded) -> Iterator[tuple[Any, Any]]:
    return zip(old.definition.files, new.definition.files, strict=True)


# Texts --------------------------------------------------------------------------------------


def texts(old: Loaded, new: Loaded) -> list[Text]:
    """Every text that is printed differently, in each language."""
    moved = dict(_moved(old, new))
    return [text for code in languages() for text in _texts(old, new, moved, code)]


def _texts(old: Loaded, new: Loaded, moved: Mapping[Loc, Loc | None], code: str) -> Iterator[Text]:
    before, after = _printed(old, code), _printed(new, code)
    for loc, text in after.items():
        entry = next((loc[:n] for n in range(len(loc), 0, -1) if loc[:n] in moved), None)
        there = loc
        if entry is not None:
            there = None if moved[entry] is None else (*moved[entry], *loc[len(entry) :])
        if text != (one := before.pop(there, None)):
            yield Text(key_path(loc), code, one, text)
    for loc, text in before.items():
        yield Text(key_path(loc), code, text, None)


def _printed(side: Loaded, code: str) -> dict[Loc, str]:
    """Every printed text without its markup, by its place."""
    printed = desk(side.version.game).printed(side.definition, None, load_language(code))
    return {tuple(each.place.loc): plain(each.text) for each in printed}


def plain(markup: str) -> str:
    """A text without its markup. The points symbol becomes a star, as it is drawn, for a word would
    have to be of the text's language."""
    return markup.replace("**", "").replace("[points]", "★").replace("\u00a0★", " ★")


def _moved(old: Loaded, new: Loaded) -> Iterator[tuple[Loc, Loc | None]]:
    """Where entries of lists were before they moved; None for those that were not there."""
    for before, after in _files(old, new):
        yield from _moves(file_values(before), file_values(after), (), ())


def _moves(old: Any, new: Any, was: Loc, now: Loc) -> Iterator[tuple[Loc, Loc | None]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old.keys() & new.keys():
            yield from _moves(old[key], new[key], (*was, key), (*now, key))
    elif isinstance(old, list) and isinstance(new, list):
        for one, other in aligned_entries(old, new):
            if other is not None:
                yield (*now, other), None if one is None else (*was, one)


# Odds and boards ----------------------------------------------------------------------------


def odds(old: Loaded, new: Loaded) -> list[Change]:
    """The odds of each variant of a power that differ, in percent."""
    if new.version.game != "magnetmen":
        return []
    moved = dict(_moved(old, new))
    before, after = _shares(old), _shares(new)
    result = []
    for loc, share in after.items():
        there = moved.get(loc, loc)
        one = before.pop(there, None) if there else None
        if one != share:
            result.append(Change(key_path(loc), one, share))
    return [*result, *(Change(key_path(loc), share, None) for loc, share in before.items())]


def _shares(side: Loaded) -> dict[Loc, float]:
    result: dict[Loc, float] = {}
    for piece in side.definition.pieces:
        total = sum(power.weight for power in piece.powers)
        for number, power in enumerate(piece.powers):
            share = round(100 * power.weight / total, 1)
            result["types", piece.key, "powers", number] = share
    return result


@dataclass(frozen=True, slots=True)
class Boards:
    """What becomes of the boards of some seeds: the seeds of those that stay the same, of those
    that differ in powers only, of all others."""

    size: str
    same: tuple[str, ...]
    powers: tuple[str, ...]
    other: tuple[str, ...]
    squares: tuple[Change, ...]  # by type, where they differ: in the mean of all these boards

    @property
    def seeds(self) -> int:
        return len(self.same) + len(self.powers) + len(self.other)


def usual_size(old: Loaded, new: Loaded) -> str:
    """The game's standard size; where a version has no boards of it, the first that both have."""
    game = games.game(new.version.game)
    if game.name != "magnetmen":
        return game.default_size
    sizes = [name for name in new.definition.boards.sizes if name in old.definition.boards.sizes]
    return game.default_size if game.default_size in sizes or not sizes else sizes[0]


def boards(old: Loaded, new: Loaded, seeds: Sequence[str], size: str) -> Boards | None:
    """The boards (maps, sets of discs) of these seeds; None where nothing is random. Raises
    RollError, OptionError."""
    game = games.game(new.version.game)
    rolls = [[_rolled(game, side.definition, size, seed) for seed in seeds] for side in (old, new)]
    if all(value.game_id.seed == FIXED for side in rolls for value in side):
        return None
    sorted_seeds: dict[str, list[str]] = {"same": [], "powers": [], "other": []}
    for seed, one, other in zip(seeds, *rolls, strict=True):
        sorted_seeds[_likeness(game, one, other)].append(seed)
    squares = _squares(rolls[0], rolls[1]) if game.name == "magnetmen" else ()
    return Boards(size, *map(tuple, sorted_seeds.values()), tuple(squares))


def _rolled(game: Game, definition: Any, size: str, seed: str) -> Any:
    # What is rolled does not depend on the players, but boards may be for others than is usual.
    players = max(definition.boards.players) if game.name == "magnetmen" else game.default_players
    game.check_options(definition, size, players)
    return game.roll(definition, size, players, seed)


def _likeness(game: Game, old: Any, new: Any) -> str:
    if game.name != "magnetmen":
        told = (game.record(side, "en")["told"] for side in (old, new))
        return "same" if len(set(map(tuple, told))) == 1 else "other"
    if faces(old) != faces(new):
        return "other"
    powers = [[kind.power for kind in side.types] for side in (old, new)]
    return "same" if powers[0] == powers[1] else "powers"


def faces(board: Any) -> tuple[int, tuple[str, ...]]:
    """The columns of a board, and the key of the type on each of its squares."""
    return board.size.columns, tuple(board.types[kind].piece.key for kind in board.squares)


def _squares(old: Sequence[Any], new: Sequence[Any]) -> Iterator[Change]:
    before, after = _mean(old), _mean(new)
    for key in dict.fromkeys([*before, *after]):
        if before.get(key) != after.get(key):
            yield Change(key, before.get(key), after.get(key))


def _mean(rolled: Sequence[Any]) -> dict[str, float]:
    """Squares of each type in the mean of all boards, with it or without."""
    counts: Counter[str] = Counter()
    for board in rolled:
        for kind in board.types:
            counts[kind.piece.key] += kind.count
    return {key: round(count / len(rolled), 2) for key, count in counts.items()}
