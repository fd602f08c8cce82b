"""The figures of the rules: what they claim is what the rules say, or they cannot be made."""

from dataclasses import replace
from functools import cache

import pytest
from games.quads.rules import Move, Position, violations

from generator.games.quads.definition import CATALOGUE, load_definition
from generator.games.quads.examples import ExamplePiece, Scene, figures
from generator.games.quads.pieces import PUBLISHED, SYMMETRIES, Setup, shape_of
from generator.games.quads.roll import roll
from generator.games.quads.sheets.rules_sheet import PANELS

LEFT = ExamplePiece("light", "|#=|", (0, 0))
FITTING, UNFIT = ExamplePiece("light", "=|##", (0, 1)), ExamplePiece("light", "#|==", (0, 1))
FEW = tuple(map(shape_of, ("##==", "#=#=", "#|#|", "##||", "#|=|")))  # the fewest a set may have
# Each figure, and why what it shows as wrong is wrong.
FIGURES = {
    "first_turn": ["beside_neutral"],
    "opposite": ["opposite_neutral"],
    "several": [],
    "matching": ["solid_on_lines", "directions", "colours"],
    "frame": ["frame"],
}


@cache
def setups() -> tuple[Setup, ...]:
    """Of every shipped set, of all that the sets list, and of one with few pieces."""
    sets = [load_definition([name]) for name in CATALOGUE.shipped]
    rolled = [roll(definition, "regular", 2, "figures").setup for definition in sets]
    listed = [
        symmetry.image(listed.setup(definition.only.board))
        for definition in sets
        for listed in definition.only.setups
        for symmetry in SYMMETRIES[:2]  # as it is, and with lines exchanged
    ]
    return (*rolled, *listed, Setup(5, tuple(sorted(FEW)), may_be_opposite=False))


def scenes_of(setup: Setup, name: str) -> list[Scene]:
    """The scenes of a figure, or nothing if the setup has no such figure."""
    return [scene for row in figures(setup).get(name, ()) for scene in row]


def test_each_setup_has_the_figures_that_its_rules_need():
    for setup in setups():
        needless = {"first_turn"} if setup.marked else set()
        needless |= {"opposite"} if setup.may_be_opposite else set()
        assert figures(setup).keys() == FIGURES.keys() - needless
    printed = [entry for entries in PANELS.values() for entry in entries]
    assert all(f"figure {name}" in printed for name in FIGURES)


@pytest.mark.parametrize("name", FIGURES)
def test_the_rules_agree_and_players_have_the_pieces(name):
    for setup in setups():
        for scene in scenes_of(setup, name):
            setup = replace(setup, marked=())
            moves, corner = [], 0 if scene.framed or scene.rows == scene.columns else 1
            for owner, signs, (row, column) in scene.pieces:
                square = (corner + row) * setup.side + corner + column
                moves.append(Move(square, ExamplePiece(owner, signs, (0, 0)).rotated_piece))
            position = Position.start(setup, scene.framed)
            for move in moves[:-1]:
                position = position.with_piece(move)
            assert violations(position, moves[-1]) == {scene.claim} - {None}
            shown = [move.rotated_piece.piece for move in moves]
            assert len(set(shown)) == len(shown)
            own = {piece.sides for piece in shown if piece.owner != "neutral"} <= {*setup.shapes}
            assert own or scene in scenes_of(PUBLISHED, name)  # where none would do


@pytest.mark.parametrize("name", FIGURES)
def test_what_is_wrong_stands_below_its_right_counterpart(name):
    """The same lies there; what is new is moved, turned, or of the other player; at the frame it is
    another piece."""
    for setup in setups():
        scenes = scenes_of(setup, name)
        right, wrong = scenes[: -len(FIGURES[name])], scenes[len(scenes) - len(FIGURES[name]) :]
        if scenes and FIGURES[name]:
            assert [scene.claim for scene in wrong] == FIGURES[name]
            for one, other in zip(right, wrong, strict=True):
                assert one.claim is None and one.pieces[:-1] == other.pieces[:-1]
                assert one.pieces[-1] != other.pieces[-1]
                assert name == "frame" or one.pieces[-1].shape == other.pieces[-1].shape


def test_one_piece_touches_several_of_both_owners_and_light_touches_dark_along_lines():
    for setup in setups():
        (scene,) = scenes_of(setup, "several")
        assert [piece.spot for piece in scene.pieces] == [(0, 1), (1, 0), (1, 2), (1, 1)]
        assert {piece.owner for piece in scene.pieces[:-1]} == {"light", "dark"}
        left, right = scenes_of(setup, "matching")[1].pieces
        assert {left.owner, right.owner} == {"light", "dark"} and left.signs[1] != "#"


@pytest.mark.slow
def test_what_is_opposite_lies_beyond_the_middle_and_what_is_not_only_mirrored():
    for setup in setups():
        far = setup.side - 1
        for scene in scenes_of(setup, "opposite"):
            (row, column), spot = (piece.spot for piece in scene.pieces)
            assert spot == (far - row, far - column if scene.claim else column)


@pytest.mark.parametrize(
    ("pieces", "claim"),
    [
        ([LEFT, UNFIT], None),
        ([LEFT, FITTING], "colours"),
        ([LEFT, UNFIT], "frame"),
        ([LEFT, UNFIT, ExamplePiece("light", "=###", (0, 2))], None),
        ([LEFT, ExamplePiece("light", "=||#", (0, 1))], None),  # there is only one
    ],
)
def test_what_the_rules_contradict_is_not_true(pieces, claim):
    assert Scene(1, 2, (LEFT, FITTING)).is_true()
    assert not Scene(1, 3, tuple(pieces), claim).is_true()
