"""Examples show discs of the set that was rolled, and judge them by the rules."""

import pytest

from generator.games.discs.roll import WILD, matches
from generator.games.discs.sheets import rules_sheet

SEEDS = [str(seed) for seed in range(20)]


def verdicts(example):
    return [right for _, right in example.discs]


@pytest.mark.parametrize("seed", SEEDS)
def test_published_examples(roll_game, seed):
    game = roll_game(seed)
    exact, wild = rules_sheet.exact(game), rules_sheet.wild(game)
    assert (exact.colour, exact.shape) == ("blue", "arrow")
    assert (wild.colour, wild.shape) == (WILD, "puzzle")
    for find_example in (exact, wild):
        assert set(verdicts(find_example)) == {True, False}
        assert len(find_example.discs) == len({disc for disc, _ in find_example.discs}) == 6
        for disc, right in find_example.discs:
            assert disc in game.discs
            assert right == matches(disc.symbols, find_example.shape, find_example.colour)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_taken_by_mistake_is_shown(roll_game, seed):
    """A blue symbol and an arrow on one disc that does not match, wherever there is one."""
    game = roll_game(seed)

    def tempting(disc):
        return (
            matches(disc.symbols, "arrow", WILD)
            and matches(disc.symbols, WILD, "blue")
            and not matches(disc.symbols, "arrow", "blue")
        )

    wrong = [disc for disc, right in rules_sheet.exact(game).discs if not right]
    assert sum(map(tempting, wrong)) == min(3, sum(map(tempting, game.discs)))


def test_other_shapes_and_colours(roll_invented_game):
    game = roll_invented_game(shapes=("star", "foot"), colours=("red", "green"), discs=3, symbols=1)
    exact, wild = rules_sheet.exact(game), rules_sheet.wild(game)
    assert (exact.shape, exact.colour, wild.shape) == ("star", "red", "star")
    for find_example in (exact, wild):
        assert verdicts(find_example) == [
            matches(disc.symbols, find_example.shape, find_example.colour) for disc in game.discs
        ]


def test_every_disc_may_match(roll_invented_game):
    """With as many symbols as shapes every disc shows the shape."""
    game = roll_invented_game(shapes=("star", "foot"), discs=6, symbols=2)
    assert verdicts(rules_sheet.wild(game)) == [True] * 3
