"""Vetted games: what thorough searches found and many new games then confirmed, with their figures.

They come with the package: sets/<game>/vetted/ has a file for each case. Its first line holds what
the figures depend on, and a digest of the other lines, of which each is a vetted game. A file is
not used with other sets or goals, nor if it is damaged.
"""

import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from generator.core.errors import RollError
from generator.core.files import write_atomically
from generator.core.game_id import GameId, split_image
from generator.core.resources import sets_dir


class Case(NamedTuple):
    game: str
    size: str
    sets: tuple[str, ...]
    players: int

    def __str__(self) -> str:
        return f"{self.game}.{self.size}.{'+'.join(self.sets)}.{self.players}"

    @property
    def path(self) -> Path:
        name = f"{self.size}.{'+'.join(self.sets)}.{self.players}.jsonl"
        return sets_dir() / self.game / "vetted" / name


class Basis(NamedTuple):
    """What figures depend on: the fingerprint of the sets, a digest of the goals and players."""

    fingerprint: str
    goals: str


class Vetted(NamedTuple):
    """A vetted game: the figures of the first judge's games, each with its interval, in the order
    of BOARD_FIGURES; for each judge, how many games it played and the seats' shares of the wins.
    Figures and shares are in thousandths."""

    seed: str
    figures: Sequence[Sequence[int]]
    seats: Sequence[Sequence[int]]


class Table(NamedTuple):
    """The vetted games of a case, and how many searches were made for them."""

    games: tuple[Vetted, ...] = ()
    searches: int = 0


def games_of(case: Case, basis: Basis) -> tuple[Vetted, ...]:
    """The vetted games of a case; none if its file has another basis, or is damaged. If it is
    damaged, standard error says so."""
    try:
        return read(case, basis).games
    except RollError as error:
        print(f"{error}; it is not used", file=sys.stderr)
        return ()


def entry_of(seed: str, games: Iterable[Vetted]) -> Vetted | None:
    """The one of these games that has this seed, or of which the seed names an image."""
    name, _ = split_image(seed)
    return next((game for game in games if game.seed == name), None)


def case_of(game_id: GameId) -> Case:
    return Case(game_id.game, game_id.size, game_id.sets, game_id.players)


def read(case: Case, basis: Basis) -> Table:
    """The table of a case; an empty one if there is no file of this basis. Raises RollError
    if it was changed by hand, or is not whole."""
    try:
        header, _, lines = case.path.read_bytes().partition(b"\n")
        *found, searches, digest = json.loads(header).values()
    except OSError:
        return Table()
    except (ValueError, AttributeError):
        digest = ""
    if digest != _digest(lines):
        raise RollError(f"{case.path}: this file is damaged")
    if Basis(*found) != basis:
        return Table()
    return Table(tuple(Vetted(*json.loads(line)) for line in lines.splitlines()), searches)


def write(case: Case, basis: Basis, table: Table) -> None:
    """Replace the file of a case. Raises OSError."""
    lines = "".join(f"{_json(game)}\n" for game in table.games).encode()
    header = _json({**basis._asdict(), "searches": table.searches, "digest": _digest(lines)})
    write_atomically(case.path, header.encode() + b"\n" + lines)


def _digest(lines: bytes) -> str:
    return hashlib.sha256(lines).hexdigest()[:16]


def _json(data: Any) -> str:  # Any: JSON
    return json.dumps(data, separators=(",", ":"))
