"""The pieces of a game as the pages of its sheets have them."""

from dataclasses import replace

import pytest
from support import settings

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


def pages(fronts: str, backs: str, name="tokens"):
    """Sheets of pieces whose faces are called by the colours that they have."""
    made = {
        colour: cut.face(colour, FORM, lambda trim, colour=colour: [Rect(trim, colour)])
        for colour in (*fronts.split(), *backs.split())
    }
    grid = piece_grid(settings(), FORM, len(fronts.split()))
    sides = ([cut.PieceBlock(grid, [made[c] for c in side.split()])] for side in (fronts, backs))
    looks = replace(settings(), backs="duplex" if backs else "none")
    return cut.sheet(*sides, "a slug", looks, (name, "backs"))


@pytest.mark.parametrize(
    ("of_pages", "expected"),
    [
        # A piece is counted wherever it is printed.
        (
            pages("sand tan sand", "ink ink ink") * 2,
            [("tokens", 1, "sand", "ink", 4), ("tokens", 2, "tan", "ink", 2)],
        ),
        # Pieces with other backs are other pieces.
        (
            pages("sand sand", "ink red"),
            [("tokens", 1, "sand", "ink", 1), ("tokens", 2, "sand", "red", 1)],
        ),
        # Sheets number their own pieces, and may have no backs.
        (
            [*pages("sand", "", "dice"), *pages("sand", "")],
            [("dice", 1, "sand", None, 1), ("tokens", 1, "sand", None, 1)],
        ),
    ],
)
def test_each_different_piece_is_listed_with_its_copies(of_pages, expected):
    found = [
        (each.sheet, each.number, each.name, each.back and each.back.face.name, each.copies)
        for each in different_pieces(of_pages)
    ]
    assert found == expected


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
    box = Box(0, 0, *size)
    piece = PlacedPiece(Group("x", box, ()), box, 0)
    assert scale_to_fit(piece, *CARD_SIZES[card]) == (scale and pytest.approx(scale))
    disc = piece._replace(outline=Circle(31, 44, 31))
    assert scale_to_fit(disc, *CARD_SIZES[card]) is None
