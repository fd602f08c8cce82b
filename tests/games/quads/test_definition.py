"""The shipped sets, and what a seed rolls of them."""

import pytest

from generator.core.seeds import FIXED
from generator.games.quads import GAME
from generator.games.quads.definition import CATALOGUE, ListedSetup, QuadsDefinition
from generator.games.quads.pieces import OWN_SHAPES, PUBLISHED, SYMMETRIES, Setup, neighbours
from generator.games.quads.roll import roll
from generator.layout import theme


def rolled_setup(quads_set, seed, **changes) -> Setup:
    """The setup of a seed, of a set with other values."""
    definition = QuadsDefinition((quads_set.model_copy(update=changes),))
    return roll(definition, "regular", 2, seed).setup


def test_the_shipped_set_is_the_published_game():
    assert CATALOGUE.available() == CATALOGUE.shipped == ("classic", "apart", "lots", "small")
    assert GAME.default_sets == ("classic",)
    quads_set = GAME.load(["classic"]).only
    assert (quads_set.board, quads_set.square, quads_set.frame) == (6, 30, 9)
    assert (quads_set.piece, quads_set.whole) == (29.5, 198)
    assert rolled_setup(quads_set, "any") == PUBLISHED


@pytest.mark.parametrize("name", CATALOGUE.shipped)
def test_the_players_of_shipped_sets_are_told_apart_in_grey(name):
    owners = GAME.load([name]).only.owners
    light, dark = (
        theme.ink_colour(owner.colour, "fill", "grey")[0] for owner in (owners.light, owners.dark)
    )
    assert 0.9 >= light >= dark + 0.3


@pytest.mark.parametrize("name", ["classic", "apart"])
def test_every_seed_gives_the_same_game(name):
    definition = GAME.load([name])
    games = [roll(definition, "regular", 2, seed) for seed in ("fixed", "sunday")]
    assert games[0] == games[1]
    assert games[0].game_id.seed == FIXED
    assert str(games[0].game_id).startswith(f"quads.regular.{name}.2.fixed.1-")


@pytest.mark.parametrize("name, count", [("lots", 17), ("small", 11)])
def test_a_seed_draws_one_of_the_setups_or_its_image(name, count):
    definition = GAME.load([name])
    listed = {listed.setup(definition.only.board) for listed in definition.only.setups}
    images = {symmetry.image(setup) for setup in listed for symmetry in SYMMETRIES}
    for setup in images:
        assert len(setup.shapes) == len({*setup.shapes} & {*OWN_SHAPES}) == count
        one, other = setup.marked
        assert other not in (one, setup.opposite(one), *neighbours(one, setup.side))
    drawn = {roll(definition, "regular", 2, f"seed-{number}").setup for number in range(100)}
    assert drawn <= images and len(drawn) > 50
    quads = roll(definition, "regular", 2, "seed-7")
    assert quads == roll(definition, "regular", 2, "seed-7")
    assert "seed-7" in str(quads.game_id)


def test_without_setups_any_squares_and_shapes_are_drawn():
    """One has no part in the other's stream: another number of shapes moves no neutral piece."""
    lots = GAME.load(["lots"]).only
    setups = [rolled_setup(lots, str(seed), setups=(), pieces=15) for seed in range(100)]
    assert len({setup.marked for setup in setups}) > 80
    assert len({setup.shapes for setup in setups}) > 50
    others = [rolled_setup(lots, "a", setups=(), pieces=pieces) for pieces in (12, 15, 17)]
    assert [len(setup.shapes) for setup in others] == [12, 15, 17]
    assert len({setup.marked for setup in others}) == 1


def test_a_setup_is_written_as_on_the_board():
    """The square a1 is at the top left; shapes may be written in any rotation."""
    setup = ListedSetup(marked=("c2", "a5"), shapes="=##= #=#=").setup(5)
    assert (setup.side, setup.marked) == (5, (7, 20))
    assert ["".join(sides) for sides in setup.shapes] == ["##==", "#=#="]
    assert ListedSetup(marked=("c2", "a5")).setup(6).shapes == OWN_SHAPES


@pytest.mark.parametrize("board, room", [(5, 11), (6, 17), (7, 17)])
def test_without_a_number_there_are_as_many_pieces_as_the_board_takes(board, room):
    setup = rolled_setup(GAME.load(["classic"]).only, "sunday", board=board)
    assert (setup.side, len(setup.shapes)) == (board, room)


def test_the_record_has_every_piece_and_the_marked_squares():
    quads = GAME.roll(GAME.load(["lots"]), "regular", 2, "sunday")
    record = GAME.record(quads, "en")
    assert record["id"] == str(quads.game_id)
    light, dark, *neutral = record["told"]
    assert light.startswith("Light: ###=  ###|  ") and light.endswith("  ====")
    assert len(light.split()) == len(dark.split()) == 1 + 18
    for line, signs, square in zip(neutral, ("====", "||||"), quads.setup.marked, strict=True):
        row, column = square // 6 + 1, square % 6 + 1
        name = f"{'abcdef'[column - 1]}{row}"
        assert line == f"Neutral piece {signs}: {name} (row {row}, column {column})"
