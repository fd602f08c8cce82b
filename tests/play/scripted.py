"""A game for tests of searches: each board says how the games on it end, and nobody plays."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, ClassVar

from play import nim

from generator.core.game_id import GameId
from generator.games.magnetmen.roll import Candidate
from generator.play.engine import WIN_PARTS
from generator.play.goals import Goals
from generator.play.search import Programs
from generator.play.series import Observations, Player

SQUARES = 100


@dataclass(frozen=True)
class Board:
    """unused: how many squares nobody uses. wins: of 10 games, how many the first seat wins among
    players of a kind; 5 by default. games: what was played: players, seed, numbers of the games."""

    game_id: GameId
    unused: int = 50
    wins: dict[str, int] = field(default_factory=dict)
    rules: str = "basic"
    definition: Any = None
    playtest_result: Any = None
    games: list[tuple[str, str, list[int]]] = field(default_factory=list, compare=False)

    tables: ClassVar = SimpleNamespace(players=2)

    def observe(self, seats: list[Player], seed: str, count: int, first: int = 0) -> Observations:
        kind, numbers = seats[0].kind, range(first, first + count)
        self.games.append((kind, seed, [*numbers]))
        won = [number * 7 % 10 < self.wins.get(kind, 5) for number in numbers]
        shares = [(WIN_PARTS * first, WIN_PARTS * (not first)) for first in won]
        game = (20, 80, 0, 0, 1, 10, self.unused)
        return Observations([(3, 2)] * count, shares, [game] * count, [])

    @property
    def candidate(self) -> tuple[int, int]:
        """The number of its roll and of its layout."""
        return divmod(int(self.game_id.seed.partition("+")[2] or 0), 100)


def board(seed: str = "s", **update: Any) -> Board:
    return Board(GameId("scripted", "small", ("base",), 2, seed, "1-abcd"), **update)


def programs(make: Callable[[int, int], dict[str, Any]], **update: Any) -> Programs:
    """Programs for boards that are made from the numbers of their rolls and layouts."""

    def roll(definition: Any, size: str, players: int, seed: str) -> Board:
        return board(seed, **make(*board(seed).candidate))

    def candidates(*roll_of: Any) -> list[Board]:
        *case, seed, number, layouts = roll_of
        return [roll(*case, str(Candidate(seed, number, layout))) for layout in range(layouts)]

    looks = {"rules": lambda board: board.rules, "squares": lambda board: SQUARES}
    calls = (nim.ENGINE, lambda board: board, {}, roll, candidates, ScriptedGoals)
    return replace(Programs(None, *calls, **looks), **update)


class ScriptedGoals(Goals):
    FORMS: ClassVar = ("basic", "advanced")


QUICK = {"name": "quick", "kind": "greedy", "errors": 20}
STRONG = {"name": "strong", "kind": "monte_carlo", "candidates": 2, "playouts": 2}
ROUNDS = [
    {"boards": 6, "judges": "scouts", "effort": 2},
    {"boards": 3, "judges": "panel", "effort": 12},
]


def goals(limits: dict[str, Any], rounds: list[dict[str, Any]] = ROUNDS, **update: Any) -> Goals:
    """Two rolls of three layouts each, scouts and a panel."""
    search = {"rolls": 2, "layouts": 3, "rounds": rounds}
    values = {
        "game": "scripted",
        "panel": {"basic": [QUICK, STRONG]},
        "scouts": {"basic": [QUICK]},
        "search": {"quick": search, "usual": search, "thorough": search},
        "fresh": 50,
        "goals": [{"rules": "basic", "squares": SQUARES, "players": 2, "limits": limits}],
    }
    return ScriptedGoals.model_validate(values | update)
