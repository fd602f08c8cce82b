"""The pieces of a game as the pages of its sheets have them."""

from dataclasses import replace

import pytest
from support import settings

from generator import games
from generator.core.paper import Box
from generator.layout import cut
from generator.layout.page import Circle, Group, PlacedPiece, Rect
from generator.layout.pieces import (
    CARD_SIZES,
    PieceFormat,
    different_pieces,
    piece_grid,
    scale_to_fit,
)

FORM = PieceFormat(30, 20)


def _face(name: str, colour: str) -> Group:
    return cut.face(name, FORM, lambda trim: [Rect(trim, colour)])


def _pages(fronts, backs, name="tokens"):
    grid = piece_grid(settings(), FORM, len(fronts))
    blocks = [[cut.PieceBlock(grid, faces)] for faces in (fronts, backs)]
    looks = replace(settings(), backs="duplex" if backs else "none")
    return cut.sheet(*blocks, "a slug", looks, (name, "backs"))


def test_a_piece_is_counted_wherever_it_is_printed():
    fronts = [_face("sand", "sand"), _face("tan", "tan"), _face("sand", "sand")]
    backs = [_face("back", "ink")] * 3
    pieces = different_pieces(_pages(fronts, backs) * 2)
    assert [(piece.name, piece.number, piece.copies) for piece in pieces] == [
        ("sand", 1, 4),
        ("tan", 2, 2),
    ]
    assert all(piece.back and piece.back.face.name == "back" for piece in pieces)


def test_pieces_with_other_backs_are_other_pieces():
    fronts = [_face("one", "sand")] * 2
    pieces = different_pieces(_pages(fronts, [_face("back", "ink"), _face("back", "red")]))
    assert [piece.copies for piece in pieces] == [1, 1]


def test_sheets_number_their_own_pieces_and_may_have_no_backs():
    pages = [*_pages([_face("one", "sand")], [], "dice"), *_pages([_face("one", "sand")], [])]
    pieces = different_pieces(pages)
    assert [(piece.sheet, piece.number, piece.back) for piece in pieces] == [
        ("dice", 1, None),
        ("tokens", 1, None),
    ]


COUNTS = {
    "quads": {"cards": 6, "pieces": 36},
    "discs": {"cards": 6, "discs": 36, "dice": 2},
    "magnetmen": {},
}


@pytest.mark.parametrize("name", COUNTS)
def test_all_pieces_of_a_game_are_there(name):
    game = games.game(name)
    definition = game.load(game.default_sets, ())
    rolled = game.roll(definition, game.default_size, game.default_players, "test")
    pages = [page for sheet in game.rolled_sheets for page in game.pages(sheet, rolled, settings())]
    counts: dict[str, int] = {}
    for piece in different_pieces(pages):
        counts[piece.sheet] = counts.get(piece.sheet, 0) + piece.copies
        assert (piece.back is None) == (piece.sheet == "dice")
    assert counts == COUNTS[name]


def _placed(width, height, **more):
    return PlacedPiece(
        Group("x", Box(0, 0, width, height), ()), Box(0, 0, width, height), 0, **more
    )


@pytest.mark.parametrize(
    ("size", "card", "scale"),
    [
        ((63, 88), "poker", 63.5 / 63),
        ((63, 88), "bridge", 57.15 / 63),
        ((63, 88), "mini", None),  # texts would be too small
        ((24, 24), "poker", None),
        ((60, 60), "poker", None),
    ],
)
def test_cards_are_fitted_to_sizes_of_about_their_shape(size, card, scale):
    assert scale_to_fit(_placed(*size), *CARD_SIZES[card]) == (scale and pytest.approx(scale))


def test_a_disc_is_no_card():
    assert scale_to_fit(_placed(63, 88, outline=Circle(31, 44, 31)), *CARD_SIZES["poker"]) is None
