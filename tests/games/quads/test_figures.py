"""The figures of the rules: what they claim is what the rules say, or they cannot be made."""

import pytest

from generator.games.quads.examples import FIGURES, ExamplePiece, Figure, Scene, WrongExampleError
from generator.games.quads.rules import violations

SCENES = [
    pytest.param(scene, id=f"{name} {number}")
    for name, figure in FIGURES.items()
    for number, scene in enumerate(figure.scenes, start=1)
]
LEFT = ExamplePiece("light", "|#=|", (0, 0))
FITTING, UNFIT = ExamplePiece("light", "=|##", (0, 1)), ExamplePiece("light", "#|==", (0, 1))


@pytest.mark.parametrize("scene", SCENES)
def test_the_rules_agree(scene):
    verdict = violations(scene.position(), scene.move(scene.new_piece))
    assert verdict == ({scene.claim} if scene.claim else set())


@pytest.mark.parametrize("name", ["first_turn", "matching", "frame"])
def test_right_is_shown_beside_wrong(name):
    claims = [scene.claim is None for scene in FIGURES[name].scenes]
    assert claims == sorted(claims, reverse=True)
    assert set(claims) == {True, False}


@pytest.mark.parametrize(
    "name, violations_shown",
    [("first_turn", {"beside_neutral"}), ("matching", {"mismatch"}), ("frame", {"frame"})],
)
def test_wrong_for_the_reason_it_is_about(name, violations_shown):
    assert {scene.claim for scene in FIGURES[name].scenes} - {None} == violations_shown


def test_light_touches_dark_along_both_kinds_of_lines():
    met = set()
    for scene in FIGURES["light_and_dark"].scenes:
        (left,), right = scene.pieces, scene.new_piece
        assert {left.owner, right.owner} == {"light", "dark"}
        met.add(left.signs[1])
    assert met == {"=", "|"}


def test_one_piece_touches_several_of_both_owners():
    (scene,) = FIGURES["several"].scenes
    row, column = scene.new_piece.spot
    near = [put for put in scene.pieces if abs(put.spot[0] - row) + abs(put.spot[1] - column) == 1]
    assert len(near) == 3
    assert {put.owner for put in near} == {"light", "dark"}


@pytest.mark.parametrize(
    "scene, words",
    [
        (Scene(1, 2, (LEFT,), UNFIT), "scene 1: claims nothing, the rules find mismatch"),
        (Scene(1, 2, (LEFT,), FITTING, "mismatch"), "scene 1: claims mismatch, the rules find "),
        (Scene(1, 2, (LEFT,), UNFIT, "frame"), "scene 1: claims frame, the rules find mismatch"),
        (
            Scene(1, 3, (LEFT, UNFIT), ExamplePiece("light", "=###", (0, 2))),
            "does not fit where it lies",
        ),
    ],
)
def test_a_figure_that_is_wrong_cannot_be_made(scene, words):
    with pytest.raises(WrongExampleError, match=words):
        Figure((scene,), 1)


def test_only_pieces_that_exist_are_shown():
    with pytest.raises(ValueError, match="no light piece ####"):
        Figure((Scene(1, 2, (LEFT,), ExamplePiece("light", "####", (0, 1))),), 1)
