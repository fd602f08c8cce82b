"""The figures of the rules: what they claim is what the rules say, or they cannot be made."""

from dataclasses import replace
from functools import cache

import pytest
from games.quads.rules import Move, Position, mismatches, violations

from generator.games.quads.definition import CATALOGUE, load_definition
from generator.games.quads.examples import ExamplePiece, Scene, figures
from generator.games.quads.pieces import OWN_SHAPES, PUBLISHED, SYMMETRIES, Setup, shape_of
from generator.games.quads.roll import roll

LEFT = ExamplePiece("light", "|#=|", (0, 0))
FITTING, UNFIT = ExamplePiece("light", "=|##", (0, 1)), ExamplePiece("light", "#|==", (0, 1))
FEW = tuple(map(shape_of, ("##==", "#=#=", "#|#|", "##||", "#|=|")))  # the fewest a set may have


@cache
def setups() -> tuple[Setup, ...]:
    """Of every shipped set, of all that the sets list, and of one with few pieces."""
    sets = [load_definition([name]) for name in CATALOGUE.shipped]
    rolled = [roll(definition, "regular", 2, "figures").setup for definition in sets]
    listed = [
        symmetry.image(definition.only.listed_setup(listed))
        for definition in sets
        for listed in definition.only.setups
        for symmetry in SYMMETRIES[:2]  # as it is, and with lines exchanged
    ]
    return (*rolled, *listed, Setup(5, tuple(sorted(FEW)), may_be_opposite=False))


def scenes(name: str) -> list[Scene]:
    return [
        scene
        for setup in setups()
        if name in figures(setup)
        for scene in figures(setup)[name].scenes
    ]


def move_of(scene: Scene, piece: ExamplePiece) -> Move:
    """The move that places a piece on its square of the board."""
    row, column = scene.corner[0] + piece.spot[0], scene.corner[1] + piece.spot[1]
    return Move(row * scene.setup.side + column, piece.rotated_piece)


NAMES = ("first_turn", "opposite", "several", "matching", "frame")


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_agree(name):
    for scene in scenes(name):
        position = Position.start(replace(scene.setup, marked=()))
        for piece in scene.pieces:
            position = position.with_piece(move_of(scene, piece))
        move = move_of(scene, scene.new_piece)
        verdict = violations(position, move)
        if "mismatch" in verdict:
            assert mismatches(position, move) == {scene.claim}
        else:
            assert verdict == ({scene.claim} if scene.claim else set())


def test_each_setup_has_the_figures_that_its_rules_need():
    for setup in setups():
        names = {"several", "matching", "frame"}
        names |= set() if setup.marked else {"first_turn"}
        names |= set() if setup.may_be_opposite else {"opposite"}
        assert set(figures(setup)) == names
        assert len(figures(setup)["matching"].scenes) == 6


@pytest.mark.parametrize("name", NAMES)
def test_players_lay_pieces_that_they_have_and_each_only_once(name):
    for setup in setups():
        for scene in figures(setup)[name].scenes if name in figures(setup) else ():
            shown = [each.rotated_piece.piece for each in (*scene.pieces, scene.new_piece)]
            assert len(set(shown)) == len(shown)
            own = [piece for piece in shown if piece.owner != "neutral"]
            assert all(piece in setup.hand(piece.owner) for piece in own)


def test_with_all_shapes_the_figures_are_as_they_were_drawn():
    (matching,) = [figures(PUBLISHED)["matching"]]
    shown = [(scene.pieces[0].signs, scene.new_piece.signs) for scene in matching.scenes]
    assert shown[:3] == [("=#|=", "=||#"), ("#=|#", "#|#="), ("=##|", "|==#")]
    assert set(OWN_SHAPES) == set(PUBLISHED.shapes)


@pytest.mark.parametrize(
    "name, violations_shown",
    [
        ("first_turn", {"beside_neutral"}),
        ("opposite", {"opposite_neutral"}),
        ("matching", {"solid_on_lines", "directions", "colours"}),
        ("frame", {"frame"}),
    ],
)
def test_right_is_shown_beside_wrong_for_the_reason_it_is_about(name, violations_shown):
    for setup in setups():
        if name in figures(setup):
            claims = [scene.claim for scene in figures(setup)[name].scenes]
            assert set(claims) == {None, *violations_shown}
            half = len(claims) // 2
            assert claims[:half] == [None] * half


def test_a_right_example_is_the_counterpart_of_the_wrong_one_below():
    """The same piece lies there; the new one differs only in how it is turned or whose it is."""
    for setup in setups():
        figure = figures(setup)["matching"]
        for right, wrong in zip(figure.scenes[:3], figure.scenes[3:], strict=True):
            assert right.pieces == wrong.pieces
            new, other = right.new_piece.rotated_piece, wrong.new_piece.rotated_piece
            assert new.piece.sides == other.piece.sides
            is_turned = new.quarter_turns != other.quarter_turns
            assert is_turned == (new.piece.owner == other.piece.owner)


def test_light_touches_dark_along_lines():
    for setup in setups():
        scene = figures(setup)["matching"].scenes[1]
        (left,), right = scene.pieces, scene.new_piece
        assert {left.owner, right.owner} == {"light", "dark"}
        assert left.signs[1] != "#"


def test_one_piece_touches_several_of_both_owners():
    for scene in scenes("several"):
        row, column = scene.new_piece.spot
        near = [
            put for put in scene.pieces if abs(put.spot[0] - row) + abs(put.spot[1] - column) == 1
        ]
        assert len(near) == 3
        assert {put.owner for put in near} == {"light", "dark"}


def test_what_is_opposite_lies_beyond_the_middle_and_what_is_not_only_mirrored():
    for right, wrong in zip(*[iter(scenes("opposite"))] * 2, strict=True):
        far = right.setup.side - 1
        for scene in (right, wrong):
            ((row, column),) = (piece.spot for piece in scene.pieces)
            is_opposite = scene.new_piece.spot == (far - row, far - column)
            assert is_opposite == (scene is wrong)
            assert scene.new_piece.spot[0] == far - row


@pytest.mark.parametrize(
    "scene",
    [
        Scene(1, 2, (LEFT,), UNFIT),
        Scene(1, 2, (LEFT,), FITTING, "colours"),
        Scene(1, 2, (LEFT,), UNFIT, "frame"),
        Scene(1, 3, (LEFT, UNFIT), ExamplePiece("light", "=###", (0, 2))),  # does not fit there
        Scene(1, 2, (LEFT,), ExamplePiece("light", "=||#", (0, 1))),  # there is only one
        Scene(1, 2, (LEFT,), FITTING, setup=Setup(shapes=FEW)),  # players have no such piece
    ],
)
def test_what_the_rules_contradict_is_not_true(scene):
    assert not scene.is_true()


def test_only_pieces_that_exist_are_shown():
    with pytest.raises(ValueError, match="no light piece ####"):
        Scene(1, 2, (LEFT,), ExamplePiece("light", "####", (0, 1))).is_true()
