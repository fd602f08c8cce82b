"""One board, played: the numbers that everything told of many boards is made of.

Input: a definition, a case, the number of a roll. Output: a Trial, or None for a board that no
program can play. Everything comes from the seed: the same in every process.
"""

from typing import Any, NamedTuple

from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.playtest.study import Asked, Case
from generator.games.magnetmen.roll import Board, RolledType, roll
from generator.games.magnetmen.simulation.board_search import is_playable
from generator.games.magnetmen.simulation.game import Game
from generator.games.magnetmen.simulation.metrics import board_figures
from generator.games.magnetmen.simulation.players import (
    GREEDY,
    RANDOM,
    Observations,
    Player,
    observe_games,
)
from generator.games.magnetmen.simulation.skill_ladder import Rung, play_rung
from generator.languages import load_language


class KindTrial(NamedTuple):
    """What was made of a type on a board: its name, the number of its power among those of its type
    (1 is the first in the file), that power in words, how many squares it has, and the sums of
    observations.py over all games."""

    name: str
    variant: int
    power: str
    squares: int
    sums: tuple[int, ...]


class Trial(NamedTuple):
    """A board and what its games showed: the figures of figures.py by name, the shares of wins by
    seat, the types, and the rungs of the skill ladder by name."""

    number: int
    named: dict[str, float]
    seats: tuple[float, ...]
    kinds: tuple[KindTrial, ...]
    ladder: dict[str, Rung]

    @classmethod
    def of(cls, data: list[Any]) -> "Trial":
        """From what JSON holds of it. Raises ValueError, TypeError for anything else."""
        number, named, seats, kinds, ladder = data
        return cls(
            number,
            dict(named),
            tuple(seats),
            tuple(KindTrial(*each[:4], tuple(each[4])) for each in kinds),
            {name: Rung(*each) for name, each in ladder.items()},
        )


def tried(
    definition: MagnetmenDefinition, asked: Asked, player: Player, case: Case, number: int
) -> Trial | None:
    """Plays a board. Raises RollError."""
    board = roll(definition, case.size, case.players, f"{asked.seed}-{number}")
    if not is_playable(board):
        return None
    game = Game(board, asked.options)
    # Not the game ID: two versions of a set are compared by the same chances.
    seed = f"{asked.seed}-{number} {case.size} {case.players} workshop"
    seen = observe_games(game, [player] * case.players, seed, asked.games)
    names = [named(kind) for kind in board.types]
    found = board_figures(seen, str(player), names, len(board.squares))
    return Trial(
        number,
        {name: figure.value for name, figure in found.named.items()},
        tuple(seat.value for seat in found.seats),
        _kinds(board, seen),
        _ladder(game, player, seed, asked.games),
    )


def named(kind: RolledType) -> str:
    """A type as it is called here."""
    return f"{kind.set_name}/{kind.piece.key}"


def plain(markup: str) -> str:
    """A sentence of the legend without its markup."""
    text = markup.replace("**", "").replace("\u00a0", " ").replace(" [points]", " points")
    return text.replace("[points]", "points")


def _kinds(board: Board, seen: Observations) -> tuple[KindTrial, ...]:
    sums = [
        tuple(map(sum, zip(*(block[at] for block in seen.blocks), strict=True)))
        for at in range(len(board.types))
    ]
    english = load_language("en")
    return tuple(
        KindTrial(named(kind), kind.variant + 1, plain(kind.sentence(english)), kind.count, numbers)
        for kind, numbers in zip(board.types, sums, strict=True)
    )


def _ladder(game: Game, player: Player, seed: str, games: int) -> dict[str, Rung]:
    """A greedy player among random ones, where that is asked for or less; a searching one among
    greedy ones, where searching ones are asked for."""
    found = {}
    if player != RANDOM:
        found["greedy"] = play_rung(game, GREEDY, RANDOM, f"{seed} greedy", games)
    if player.searches:
        found["monte_carlo"] = play_rung(game, player, GREEDY, f"{seed} search", games)
    return found
