"""A roll: a whole set of discs, the same for the same seed."""

from games.discs.rolled import classic

from generator.games.discs import GAME
from generator.games.discs.roll import VERSION


def test_a_roll_has_every_disc_of_the_set_and_every_throw_of_the_dice_a_match():
    game = classic()
    assert len({frozenset(disc.symbols) for disc in game.discs}) == len(game.discs) == 36
    shown = {tuple(symbol) for disc in game.discs for symbol in disc.symbols}
    disc_set = game.disc_set
    assert shown == {(shape, colour) for shape in disc_set.shapes for colour in disc_set.colours}


def test_discs_lie_in_every_direction_and_symbols_in_every_order():
    """So that the place of a symbol gives nothing away."""
    discs = [disc for seed in range(10) for disc in classic(str(seed)).discs]
    assert all(0 <= disc.turn < 360 for disc in discs)
    assert {disc.turn // 30 for disc in discs} == set(range(12))
    for place in range(3):
        assert {disc.symbols[place].shape for disc in discs} == classic().disc_set.shapes.keys()


def test_a_roll_never_changes():
    """Raise roll.VERSION when this has to be written anew."""
    first, second = classic("sunday").discs[:2]
    assert [tuple(first.symbols), first.turn, tuple(second.symbols), second.turn] == [
        (("foot", "purple"), ("arrow", "yellow"), ("flower", "green")),
        86,
        (("flower", "purple"), ("foot", "red"), ("star", "blue")),
        125,
    ]


def test_the_record():
    game = classic("sunday")
    record = GAME.record(game, "fr")
    digest = game.definition.digests[0]
    assert record["id"] == f"discs.regular.classic.6.sunday.{VERSION}-{digest}"
    assert len(record["told"]) == 36
    assert record["told"][0] == "pied (violet), flèche (jaune), fleur (vert)"
