"""Examples show discs of the set that was rolled, and judge them by the rules."""

import pytest
from games.discs.rolled import classic, invented

from generator.games.discs.roll import WILD, matches
from generator.games.discs.sheets import rules_sheet


@pytest.mark.parametrize("seed", [str(seed) for seed in range(20)])
def test_examples_of_a_roll(seed):
    """What is taken by mistake is shown wherever there is some: a blue symbol and an arrow on one
    disc that does not match."""
    game = classic(seed)
    exact, wild = rules_sheet.exact(game), rules_sheet.wild(game)
    assert (exact.colour, exact.shape, wild.colour, wild.shape) == ("blue", "arrow", WILD, "puzzle")
    for example in (exact, wild):
        assert len({disc for disc, _ in example.discs} & {*game.discs}) == len(example.discs) == 6
        assert {right for _, right in example.discs} == {True, False}
        for disc, right in example.discs:
            assert right == matches(disc.symbols, example.shape, example.colour)

    def tempting(disc):
        both = matches(disc.symbols, "arrow", WILD) and matches(disc.symbols, WILD, "blue")
        return both and not matches(disc.symbols, "arrow", "blue")

    wrong = [disc for disc, right in exact.discs if not right]
    assert sum(map(tempting, wrong)) == min(3, sum(map(tempting, game.discs)))


def test_other_shapes_and_colours():
    game = invented(shapes=("star", "foot"), colours=("red", "green"), discs=3, symbols=1)
    exact, wild = rules_sheet.exact(game), rules_sheet.wild(game)
    assert (exact.shape, exact.colour, wild.shape) == ("star", "red", "star")
    assert [disc for disc, _ in exact.discs] == list(game.discs)
    # With as many symbols as shapes every disc shows the shape.
    all_match = rules_sheet.wild(invented(shapes=("star", "foot"), discs=6, symbols=2))
    assert [right for _, right in all_match.discs] == [True] * 3
