"""What to print: a game, a sheet of it, and what to roll for it."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from generator.core.game_id import GameId

SearchName = Literal["quick", "usual", "thorough"]
"""How long the board of a seed that plays best is looked for."""

SEARCHES: tuple[SearchName, ...] = get_args(SearchName)


@dataclass(frozen=True, slots=True)
class SeedRange(Sequence[str]):
    """Numbered seeds: SeedRange("sunday", 2, 4) holds sunday-2, sunday-3 and sunday-4. A single one
    has its number too, so that it gives the same game however many there are."""

    master: str
    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1

    def __getitem__(self, index: Any) -> Any:
        numbers = range(self.first, self.last + 1)[index]
        if isinstance(numbers, int):
            return f"{self.master}-{numbers}"
        return tuple(f"{self.master}-{number}" for number in numbers)


@dataclass(frozen=True, slots=True)
class Request:
    """What to roll, and which sheet to print of it.

    sheet is "" for all sheets of a game. seeds are canonical. game_ids, which differ in their seeds
    only, stand for sets, size, players and the first seeds. With playtest the best board of each
    seed is printed, after a search that takes as long as `search` says; with keep, only so many of
    the best of all seeds. sets_dirs are the folders with the user's own sets.
    """

    game: str
    sets: tuple[str, ...]
    size: str
    players: int
    seeds: Sequence[str]
    sheet: str = ""
    game_ids: tuple[GameId, ...] = ()
    playtest: bool = False
    keep: int | None = None
    sets_dirs: tuple[Path, ...] = ()
    search: SearchName = "usual"

    @classmethod
    def of_game_id(
        cls,
        game_id: GameId,
        sheet: str = "",
        playtest: bool = False,
        sets_dirs: tuple[Path, ...] = (),
    ) -> "Request":
        """The request that rolls what an ID names."""
        game, size, sets, players, seed, _ = astuple(game_id)
        case = game, sets, size, players, (seed,)
        return cls(*case, sheet, (game_id,), playtest, sets_dirs=sets_dirs)

    @property
    def game_id(self) -> GameId | None:
        """The first game ID."""
        return self.game_ids[0] if self.game_ids else None

    @property
    def seed(self) -> str:
        """The first seed."""
        return self.seeds[0]

    @property
    def master_seed(self) -> str:
        """What numbered seeds have in common; otherwise the first seed."""
        return self.seeds.master if isinstance(self.seeds, SeedRange) else self.seed

    @property
    def count(self) -> int:
        """How many seeds there are."""
        return len(self.seeds)
