"""The disc race with turns as programs play it, by the rules on the card."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from generator.games.discs.load import load_definition
from generator.games.discs.playtest.turn_rules import State, TurnRules
from generator.games.discs.roll import roll
from generator.games.discs.rules import MAX_DISCS_IN_TURN, next_roller
from generator.games.discs.throws import match_chance, race
from generator.simulation.matches import play_games
from generator.simulation.players import RandomPlayer
from generator.simulation.rules import CHANCE


def disc_game(seed="oak", name="classic"):
    return roll(load_definition([name]), "regular", 6, seed)


@pytest.mark.parametrize(
    ("stacks", "roller", "after"),
    [
        ((0, 0, 0), 0, 1),  # of equal stacks, that to the left
        ((0, 0, 0), 2, 0),
        ((5, 0, 1), 0, 1),
        ((5, 3, 1), 1, 2),
        ((1, 3, 1), 0, 2),  # who rolled comes last
        ((1, 3, 2), 0, 0),  # but may roll again
    ],
)
def test_the_shortest_stack_rolls_next(stacks, roller, after):
    assert next_roller(stacks, roller) == after


def test_a_player_takes_at_most_five_discs_that_match():
    rules = TurnRules(disc_game(), 2)
    for matching, count in ((0b0, 0), (0b1011, 3), (0b11111, 5), (0b11110111, 5)):
        state = rules.start()._replace(matching=matching)
        (taken,) = rules.actions(state)
        assert taken & ~matching == 0 and taken.bit_count() == count
        after = rules.after(state, taken)
        assert after.stacks == (count, 0)
        assert after.middle == state.middle & ~taken
        assert after.matching is None and rules.player_to_move(after) == CHANCE
    assert MAX_DISCS_IN_TURN == 5


def test_the_published_variant_takes_all_and_goes_round():
    rules = TurnRules(disc_game(), 3, is_clockwise=True, takes_all=True)
    state = rules.start()._replace(matching=0b11110111)
    assert rules.actions(state) == [0b11110111]
    after = rules.after(state, 0b11110111)
    assert after.stacks == (7, 0, 0) and after.roller == 1
    assert rules.after(after._replace(matching=0b1000), 0b1000).roller == 2


def test_the_dice_match_each_disc_as_often_as_they_should():
    """10 of the 36 throws, whatever else lies there, as the symbols of a disc all differ."""
    game = disc_game()
    assert match_chance(game.disc_set) == Fraction(10, 36)
    rules = TurnRules(game, 2)
    chances = rules.chances(rules.start())
    assert sum(weight for _, weight in chances) == 36
    for disc in range(36):
        assert sum(weight for state, weight in chances if state.matching >> disc & 1) == 10


@pytest.mark.parametrize("shapes, colours, symbols", [(5, 4, 2), (3, 5, 1), (2, 2, 2)])
def test_the_chance_of_a_match_is_that_of_the_dice(shapes, colours, symbols):
    disc_set = load_definition(["classic"]).disc_set
    kinds = {
        "shapes": dict(list(disc_set.shapes.items())[:shapes]),
        "colours": dict(list(disc_set.colours.items())[:colours]),
    }
    other = disc_set.model_copy(update={**kinds, "symbols": symbols, "discs": 2})
    game = roll(load_definition(["classic"]).__class__(other), "regular", 6, "oak")
    rules = TurnRules(game, 2)
    matching = sum(weight for state, weight in rules.chances(rules.start()) if state.matching & 1)
    assert match_chance(other) == Fraction(matching, 36)


def test_the_game_ends_with_the_last_disc_and_equal_stacks_share_the_win():
    rules = TurnRules(disc_game(), 3)
    assert rules.winners(State(0b1, (9, 9, 3), 0, None)) == ()
    assert rules.winners(State(0, (9, 9, 3), 0, None)) == (0, 1)
    for game in play_games(rules, (RandomPlayer(),) * 3, 5, "oak"):
        assert sum(action.bit_count() for action in game.actions) == 36


def test_a_race_takes_every_disc_and_depends_on_its_seed():
    throws = list(race(disc_game()))
    assert throws[0].middle == 36 and throws[-1].middle == throws[-1].matching > 0
    for throw, following in pairwise(throws):
        assert following.middle == throw.middle - throw.matching
    assert list(race(disc_game())) == throws != list(race(disc_game("elm")))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_are_nearly_fair_with_the_rule_of_the_card(players):
    """Within 5 standard errors and a hundredth; without the rule the first seat is far ahead."""
    source = random.Random("seats")
    for variant, is_fair in (({}, True), ({"is_clockwise": True, "takes_all": True}, False)):
        wins = 0.0
        for number in range(10):
            rules = TurnRules(disc_game(f"oak-{number}"), players, **variant)
            games = play_games(rules, (RandomPlayer(),) * players, 200, f"{source.random()}")
            wins += sum(game.wins[0] for game in games)
        slack = 5 * (0.25 / 2000) ** 0.5 + 0.01
        assert (abs(wins / 2000 - 1 / players) < slack) == is_fair
