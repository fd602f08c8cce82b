"""Figures of the course of games, on games that are made up."""

import pytest
from games.magnetmen.playtest.studies import trial

from generator.games.magnetmen.playtest.course_report import typical_games
from generator.games.magnetmen.playtest.game_course import (
    choice_gain,
    course_figures,
    favourite_changes,
    settled,
)
from generator.games.magnetmen.playtest.measures import FIGURES
from generator.games.magnetmen.simulation.players import Forecast, ForecastTurn


def game(*first_seat: float, scores=(2, 1), gain=0.0) -> Forecast:
    """A game of two, from the chances of the first seat."""
    turns = (ForecastTurn((chance, 1 - chance), gain) for chance in first_seat)
    return Forecast(scores, tuple(turns))


@pytest.mark.parametrize(
    ("chances", "changes"),
    [
        ((0.6, 0.7, 0.8), 0),
        ((0.6, 0.4, 0.6), 2),
        ((0.6, 0.46, 0.6), 0),  # by less than 10 points: noise
        ((0.6, 0.46, 0.44), 1),
        ((0.5,), 0),
    ],
)
def test_the_favourite_changes_when_another_is_clearly_ahead(chances, changes):
    assert favourite_changes(game(*chances).turns) == changes


@pytest.mark.parametrize(
    ("chances", "scores", "share"),
    [
        ((0.5, 0.7, 0.8, 0.9), (2, 1), 0.5),
        ((0.9, 0.9, 0.7, 0.9), (2, 1), 0.75),  # it fell below once more
        ((0.9, 0.9, 0.9, 0.9), (2, 1), 0),
        ((0.9, 0.9, 0.9, 0.9), (1, 2), 1),
        ((0.9, 0.9, 0.9, 0.1), (2, 2), 0.75),  # the earlier of two winners
    ],
)
def test_a_game_is_settled_when_the_winners_chance_stays_high(chances, scores, share):
    assert settled(game(*chances, scores=scores)) == share


def test_figures_are_means_over_games():
    games = [game(0.6, 0.4, gain=0.2), game(0.9, 0.9, gain=0.0)]
    assert choice_gain(games[0].turns) == pytest.approx(0.2)
    figures = course_figures(games)
    assert figures == pytest.approx({"favourite_changes": 0.5, "settled": 0.5, "choice_gain": 0.1})
    assert figures.keys() <= set(FIGURES)


def test_typical_games_have_usual_lengths():
    lengths = (30, 10, 29, 28, 60)
    trials = [
        trial(number)._replace(chances=((0.5, 0.5),) * length)
        for number, length in enumerate(lengths, 1)
    ]
    assert [each.number for each in typical_games(trials)] == [1, 3, 4]
