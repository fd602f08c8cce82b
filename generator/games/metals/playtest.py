"""Metals behind play/: what programs are told of the game."""

from typing import ClassVar, Literal

from generator.games.metals import engine
from generator.games.metals.definition import CATALOGUE, FORMS, MetalsDefinition
from generator.games.metals.roll import MetalsGame, roll
from generator.play.goals import Goals
from generator.play.search import Programs
from generator.play.series import PLAYERS, Match, Player


def match_of(game: MetalsGame) -> Match:
    tables = engine.game_tables(game.map, game.definition.figures, game.factions)
    return Match(engine.ENGINE, tables, engine.empty_state())


class MetalsGoals(Goals):
    """What a good map is, and how one is looked for."""

    FORMS: ClassVar = FORMS

    game: Literal["metals"]
    """The game this file is of."""


def candidates(
    definition: MetalsDefinition, size: str, players: int, seed: str, number: int, layouts: int
) -> list[MetalsGame]:
    return [roll(definition, size, players, f"{seed}+{number}" if number else seed)]


PROGRAMS = Programs(
    catalogue=CATALOGUE,
    engine=lambda: engine.ENGINE,
    match=match_of,
    # Greedy and two-ply players who never erred would play one game again and again.
    players=PLAYERS
    | {"greedy": Player("greedy", errors=10), "two_ply": Player("two_ply", errors=10)},
    roll=roll,
    candidates=candidates,
    goals=MetalsGoals,
    noun="map",
    rules=lambda game: game.game_id.size,
    squares=lambda game: len(game.map),
    images=("h",),  # half a turn changes no map, so that the other mirror image is the same
)
