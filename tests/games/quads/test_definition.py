"""The shipped set, its rolls, and the contract of a game."""

import shutil

import pytest

from generator.core.errors import DefinitionError
from generator.core.resources import sets_dir
from generator.core.seeds import FIXED
from generator.games.quads import GAME
from generator.games.quads.definition import (
    CATALOGUE,
    ListedSetup,
    QuadsDefinition,
    load_definition,
)
from generator.games.quads.pieces import (
    OWN_SHAPES,
    PUBLISHED,
    SYMMETRIES,
    Setup,
    first_image,
    neighbours,
)
from generator.games.quads.roll import roll


def test_the_shipped_set_is_the_published_game():
    quads_set = load_definition(["classic"]).only
    assert GAME.default_sets == (quads_set.key,)
    assert (quads_set.board, quads_set.square, quads_set.frame) == (6, 30, 9)
    assert quads_set.hand_size == 17
    assert roll(load_definition(["classic"]), "regular", 2, "any").setup == PUBLISHED
    assert quads_set.piece == 29.5  # and so clear of its neighbours
    assert quads_set.whole == 198


def test_every_shipped_set_is_in_the_catalogue():
    assert CATALOGUE.available() == CATALOGUE.shipped == ("classic", "apart", "lots", "small")


@pytest.mark.parametrize("name", ["classic", "apart"])
def test_every_seed_gives_the_same_game(name):
    definition = GAME.load([name], [])
    games = [roll(definition, "regular", 2, seed) for seed in ("fixed", "sunday")]
    assert games[0] == games[1]
    assert games[0].game_id.seed == FIXED
    assert str(games[0].game_id).startswith(f"quads.regular.{name}.2.fixed.1-")


@pytest.mark.parametrize("name, count", [("lots", 17), ("small", 11)])
def test_a_seed_draws_shapes_and_the_squares_of_the_neutral_pieces(name, count):
    definition = GAME.load([name], [])
    setups = [roll(definition, "regular", 2, f"seed-{number}").setup for number in range(40)]
    assert setups[7] == roll(definition, "regular", 2, "seed-7").setup
    assert len(set(setups)) > 30
    for setup in setups:
        assert setup.side == definition.only.board
        assert len(set(setup.shapes)) == count and set(setup.shapes) <= set(OWN_SHAPES)
        assert list(setup.shapes) == sorted(setup.shapes)
        one, other = setup.marked
        assert other not in (one, setup.opposite(one), *neighbours(one, setup.side))
    assert set().union(*(setup.shapes for setup in setups)) == set(OWN_SHAPES)
    assert "seed-7" in str(roll(definition, "regular", 2, "seed-7").game_id)


def test_any_two_squares_may_be_marked_that_are_neither_adjacent_nor_opposite():
    setup = Setup()
    pairs = [(one, other) for one in range(36) for other in range(36)
             if setup.may_be_marked(one, other)]  # fmt: skip
    assert len(pairs) == 36 * 35 - 2 * 60 - 36
    assert all((other, one) in pairs for one, other in pairs)


def rolled_setup(quads_set, seed, **changes) -> Setup:
    """The setup of a seed, of a set with other values."""
    definition = QuadsDefinition((quads_set.model_copy(update=changes),))
    return roll(definition, "regular", 2, seed).setup


def test_drawn_shapes_and_squares_are_independent():
    """One has no part in the other's stream: another number of shapes moves no neutral piece."""
    lots = GAME.load(["lots"], []).only
    setups = [rolled_setup(lots, "a", setups=(), pieces=pieces) for pieces in (12, 15, 17)]
    assert len({setup.marked for setup in setups}) == 1


def test_without_setups_any_squares_are_drawn():
    lots = GAME.load(["lots"], []).only
    marked = {rolled_setup(lots, str(seed), setups=()).marked for seed in range(400)}
    assert len(marked) > 300


@pytest.mark.parametrize("name", ["lots", "small"])
def test_a_seed_draws_one_of_the_setups_or_its_image(name):
    quads_set = GAME.load([name], []).only
    setups = [quads_set.listed_setup(listed) for listed in quads_set.setups]
    drawn = {rolled_setup(quads_set, str(seed)) for seed in range(30 * len(setups))}
    images = {symmetry.image(setup) for setup in setups for symmetry in SYMMETRIES}
    assert drawn <= images and len(drawn) > len(images) / 2
    assert {first_image(setup) for setup in drawn} == {first_image(setup) for setup in setups}


def test_a_setup_is_written_as_on_the_board():
    """The square a1 is at the top left; shapes may be written in any rotation."""
    setup = ListedSetup(marked=("c2", "a5"), shapes="=##= ##==")
    assert setup.squares(5) == (7, 20)
    assert ["".join(sides) for sides in setup.sides] == ["##==", "##=="]
    assert ListedSetup(marked=("c2", "a5")).sides == OWN_SHAPES


@pytest.mark.parametrize("board, room", [(5, 11), (6, 17), (7, 17)])
def test_without_a_number_there_are_as_many_pieces_as_the_board_takes(board, room):
    quads_set = GAME.load(["classic"], []).only.model_copy(update={"board": board})
    assert quads_set.hand_size == room
    setup = roll(QuadsDefinition((quads_set,)), "regular", 2, "sunday").setup
    assert len(setup.shapes) == room and setup.side == board


def test_the_fingerprint_is_that_of_the_values():
    first, again = (GAME.load(["classic"], []).digests for _ in range(2))
    assert first == again
    assert len(first) == 1


def test_the_record_has_every_piece():
    definition = GAME.load(["classic"], [])
    rolled = GAME.roll(definition, "regular", 2, "fixed")
    record = GAME.record(rolled, "en")
    assert record["id"] == str(rolled.game_id)
    light, dark = record["told"]
    assert light.startswith("Light: ###=  ###|  ") and light.endswith("  ====")
    assert len(light.split()) == len(dark.split()) == 1 + 18


def test_the_record_has_the_marked_squares():
    rolled = GAME.roll(GAME.load(["lots"], []), "regular", 2, "sunday")
    *hands, rings, rays = GAME.record(rolled, "en")["told"]
    assert [len(hand.split()) for hand in hands] == [1 + 18] * 2
    for line, signs, square in zip(
        (rings, rays), ("====", "||||"), rolled.setup.marked, strict=True
    ):
        row, column = square // 6 + 1, square % 6 + 1
        name = f"{'abcdef'[column - 1]}{row}"
        assert line == f"Neutral piece {signs}: {name} (row {row}, column {column})"


def test_one_set_at_a_time(tmp_path):
    shutil.copy(sets_dir() / "quads/classic.yaml", tmp_path / "mine.yaml")
    load_definition(["mine"], [tmp_path])
    with pytest.raises(DefinitionError):
        load_definition(["classic", "mine"], [tmp_path])
