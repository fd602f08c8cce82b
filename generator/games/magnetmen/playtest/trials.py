"""Play one board, and record the numbers that all estimates are made of.

Input: a definition, a study, a case, the number of a roll. Output: a Trial, or None for a board
that no program can play. Everything follows from the seed and is the same in every process.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.playtest.game_course import course_figures
from generator.games.magnetmen.playtest.study import Study
from generator.games.magnetmen.roll import Board, RolledType, roll
from generator.games.magnetmen.simulation.board_search import is_playable
from generator.games.magnetmen.simulation.game import Game
from generator.games.magnetmen.simulation.goals import Member
from generator.games.magnetmen.simulation.metrics import board_figures, seat_estimates
from generator.games.magnetmen.simulation.players import (
    GREEDY,
    RANDOM,
    Forecast,
    Observations,
    Player,
    forecast_games,
    observe_games,
)
from generator.games.magnetmen.simulation.skill_ladder import Rung, play_rung
from generator.games.playtest_study import Case
from generator.languages import load_language
from generator.layout.text import without_markup

_FORECAST_GAMES = 3  # on a board, and playouts of each of their turns and choices
FORECAST_PLAYOUTS = 64
_RESTRICTED_PART = 8  # of a study's games are played without each type
_PANEL_PART = 8  # of them by each member of the panel


class TypeTrial(NamedTuple):
    """A type on one board.

    variant is the number of its power among the type's powers (1 is the first in the file), power
    that power in words. sums holds the sums of observations.py over all games. without is how often
    a player wins who takes none, among others who do.
    """

    name: str
    variant: int
    power: str
    squares: int
    sums: tuple[int, ...]
    without: Rung


class Trial(NamedTuple):
    """One board and what its games showed.

    figures holds the figures of metrics.py and game_course.py by name, seats the share of wins of
    each seat, ladder the rungs of the skill ladder by name. chances are those of each player before
    each turn of one game. panel holds each seat's share of wins among each member of the panel.
    """

    number: int
    figures: dict[str, float]
    seats: tuple[float, ...]
    types: tuple[TypeTrial, ...]
    ladder: dict[str, Rung]
    chances: tuple[tuple[float, ...], ...]
    panel: dict[str, tuple[float, ...]]

    @classmethod
    def from_json(cls, data: list[Any]) -> "Trial":  # Any: lists and dicts as JSON has them
        """A trial from its JSON form. Raises ValueError, TypeError for other data."""
        number, named_figures, seats, types, ladder, chances, panel = data
        return cls(
            number,
            dict(named_figures),
            tuple(seats),
            tuple(
                TypeTrial(name, variant, power, squares, tuple(sums), Rung(*without))
                for name, variant, power, squares, sums, without in types
            ),
            {name: Rung(*values) for name, values in ladder.items()},
            tuple(map(tuple, chances)),
            {name: tuple(shares) for name, shares in panel.items()},
        )


def run_trial(
    definition: MagnetmenDefinition,
    study: Study,
    player: Player,
    panel: Sequence[Member],
    case: Case,
    number: int,
) -> Trial | None:
    """Play the board of this number; the panel plays it, too.

    None if no program can play it. Raises RollError.
    """
    board = roll(definition, case.size, case.players, f"{study.seed}-{number}")
    if not is_playable(board):
        return None
    game = Game(board, study.options)
    # Not the game ID: two versions of a set are compared with the same random numbers.
    seed = f"{study.seed}-{number} {case.size} {case.players} workshop"
    games = observe_games(game, [player] * case.players, seed, study.games)
    names = [type_name(rolled_type) for rolled_type in board.types]
    result = board_figures(games, str(player), names, len(board.squares))
    figures = {name: figure.value for name, figure in result.estimates.items()}
    forecasts = _forecasts(game, player, seed, study.games)
    return Trial(
        number,
        figures | course_figures(forecasts),
        tuple(seat.value for seat in result.seats),
        _type_trials(board, games, _restricted(game, player, seed, study.games)),
        _skill_ladder(game, player, seed, study.games),
        tuple(tuple(round(chance, 3) for chance in turn.chances) for turn in forecasts[0].turns),
        {member.name: _panel_seats(game, member, seed, study.games) for member in panel},
    )


def _panel_seats(game: Game, member: Member, seed: str, games: int) -> tuple[float, ...]:
    """Each seat's share of wins among players of one kind."""
    count = max(1, games // _PANEL_PART)
    players = [member.player] * game.tables.players
    scores = observe_games(game, players, f"{seed} panel {member.name}", count).scores
    return tuple(seat.value for seat in seat_estimates(scores))


def _forecasts(game: Game, player: Player, seed: str, games: int) -> list[Forecast]:
    """Forecasts of a few games: the boards are the units."""
    count = min(games, _FORECAST_GAMES)
    players = [player] * game.tables.players
    return forecast_games(game, players, f"{seed} forecast", count, FORECAST_PLAYOUTS)


def _restricted(game: Game, player: Player, seed: str, games: int) -> list[Rung]:
    """For each type, how often a player wins who takes none, among others who do.

    Restricted play: A. Jaffe and others, Evaluating Competitive Game Balance with Restricted Play
    (AIIDE 2012).
    """
    count = max(1, games // _RESTRICTED_PART)
    return [
        play_rung(game, replace(player, avoids=kind), player, f"{seed} without {kind}", count)
        for kind in range(game.tables.types)
    ]


def type_name(rolled_type: RolledType) -> str:
    """The name of a type in a study: SET/TYPE."""
    return f"{rolled_type.set_name}/{rolled_type.piece.key}"


def _type_trials(
    board: Board, games: Observations, restricted: Sequence[Rung]
) -> tuple[TypeTrial, ...]:
    sums_by_type = [
        tuple(map(sum, zip(*(block[index] for block in games.blocks), strict=True)))
        for index in range(len(board.types))
    ]
    english = load_language("en")
    return tuple(
        TypeTrial(
            type_name(rolled_type),
            rolled_type.variant + 1,
            without_markup(rolled_type.sentence(english)),
            rolled_type.count,
            sums,
            without,
        )
        for rolled_type, sums, without in zip(board.types, sums_by_type, restricted, strict=True)
    )


def _skill_ladder(game: Game, player: Player, seed: str, games: int) -> dict[str, Rung]:
    """How much the study's player wins against weaker players.

    A greedy player plays against random ones, unless the study's player is random. If the study's
    player searches, it plays against greedy ones.
    """
    ladder = {}
    if player != RANDOM:
        ladder["greedy"] = play_rung(game, GREEDY, RANDOM, f"{seed} greedy", games)
    if player.searches:
        ladder["searching"] = play_rung(game, player, GREEDY, f"{seed} search", games)
    return ladder
