"""The state of a game of Metals: everything that decides what may happen next.

Input: a rolled game and the Metals of both players. Output: frozen values; rules.py derives the
next position from one. Player 0 sits at the south side of the map, player 1 at the north.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from generator.games.metals.factions import Faction, Ground
from generator.games.metals.map import Facing, Map
from generator.games.metals.roll import MetalsGame

Phase = Literal["action", "assault", "occupation"]
"""The phase of the active player's turn that comes next."""


@dataclass(frozen=True, slots=True)
class Metal:
    """A Metal. It is in its owner's pool while `space` is None."""

    player: int
    faction: str | None = None
    space: int | None = None
    facing: Facing = "north"
    damaged: bool = False
    just_deployed: bool = False
    """Whether it was deployed in this turn."""

    def back_in_pool(self) -> "Metal":
        """The Metal after a defeat: in the pool and undamaged."""
        return Metal(self.player, self.faction)


@dataclass(frozen=True, slots=True)
class Position:
    """The places of all Metals, and the points of both players.

    The order of `metals` never changes, so an index names a Metal for a whole game. `factions`
    holds the factions whose powers count: none in the basic game.
    """

    map: Map
    target: int
    on_map: int
    metals: tuple[Metal, ...]
    factions: Mapping[str, Faction] = field(default_factory=dict)
    scores: tuple[int, int] = (0, 0)
    active: int = 0
    phase: Phase = "action"

    @classmethod
    def start(
        cls, game: MetalsGame, pools: Sequence[Sequence[str | None]], first: int = 0
    ) -> "Position":
        """The first position of a game; `pools` holds the factions of each player's Metals."""
        figures = game.definition.figures
        return cls(
            map=game.map,
            target=game.target,
            on_map=figures.on_map,
            metals=tuple(
                Metal(player, faction) for player, pool in enumerate(pools) for faction in pool
            ),
            factions=figures.factions if game.factions else {},
            active=first,
        )

    @property
    def opponent(self) -> int:
        """The player who is not active."""
        return 1 - self.active

    def at(self, space: int) -> int | None:
        """The index of the Metal on a space."""
        return next((i for i, metal in enumerate(self.metals) if metal.space == space), None)

    def on_the_map(self, player: int) -> tuple[int, ...]:
        """The indexes of a player's Metals that are not in the pool."""
        return tuple(
            i
            for i, metal in enumerate(self.metals)
            if metal.player == player and metal.space is not None
        )

    def ground(self, metal: int) -> Ground:
        """The kind of space that a Metal on the map stands on."""
        space = self.metals[metal].space
        assert space is not None, "the Metal is on the map"
        return "corner" if self.map.is_corner(space) else self.map.spaces[space]
