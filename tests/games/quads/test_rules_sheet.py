"""What the reference, the cards and the rules under the board say and show."""

import re

import pytest
from games.quads.rules import mismatch
from games.quads.sheet_pages import groups, pages, quads_with, words
from support import settings

from generator.core.settings import INK_MODES
from generator.games.quads.definition import CATALOGUE
from generator.games.quads.pieces import NEUTRALS, neighbours, piece_showing
from generator.games.quads.sheets import board_sheet, rules_sheet
from generator.languages import languages, load_language
from generator.layout.page import Art, Line, Oval, Text, flatten_items


def plain(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").replace("\u202f", " ").replace("**", "").split())


def test_sections_under_the_board_come_in_the_order_of_the_cards():
    on_board = [head.split(".")[1] for head, *_ in board_sheet.SECTIONS]
    assert on_board == [section for section in rules_sheet.PANELS if section in on_board]


def test_the_pieces_on_the_cover_are_different_and_match():
    shown = [piece_showing(*each) for each in rules_sheet.COVER_PIECES]
    assert len({each.piece for each in shown}) == 9
    for square, (piece, _) in enumerate(shown):
        for side, other in enumerate(neighbours(square, 3)):
            if other is not None:
                marks = shown[square].sides[side], shown[other].sides[side - 2]
                assert mismatch(piece, marks[0], shown[other].piece, marks[1]) is None


@pytest.mark.parametrize("code", languages())
def test_wording_agrees(code):
    """Lines are not called neutral, as two pieces are; the board names the variant in which its
    frame counts as the cards do."""
    rules = load_language(code).section("quads")["rules"]
    assert "neutr" in rules["goal"]["neutral"] and "neutr" not in rules["matching"]["both"]
    (board,), (reference,) = pages("board", code=code), pages("reference", code=code)
    assert re.search(r"[“«„‘]\s?([^”»“’]+?)\s?[”»“’]", words(board))[1] in words(reference)


def test_the_rules_under_the_board_are_larger_on_a3():
    def size(paper):
        items = [entry.item for entry in flatten_items(pages("board", paper=paper)[0].items)]
        return next(i.size for i in items if isinstance(i, Text) and "Leave your" in i.text)

    assert size("a3") > 1.15 * size("a4")


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", CATALOGUE.shipped)
def test_the_board_says_what_is_neutral(name, code):
    """Pictures of the two pieces, with the word."""
    (page,) = pages("board", name, code=code)
    (head,) = groups(page, "head")
    assert len(groups(head, *(piece.key for piece in NEUTRALS))) == 2
    word = load_language(code).say("quads.board.neutral")
    assert word in words(page._replace(items=(head,)))


@pytest.mark.parametrize("length", range(1, 26, 3))
def test_on_the_board_names_keep_their_distance_from_the_title(length):
    (page,) = pages("board", quads_with("N" * length))
    (head,) = groups(page, "head")
    lefts = sorted((item.box.x, item.box.right) for item in head.items if isinstance(item, Text))
    assert lefts[1][0] - lefts[0][1] > board_sheet.PLAYER_GAP - 0.5


@pytest.mark.parametrize("sheet", ["cards", "reference"])
def test_line_art_says_what_solid_sides_look_like(sheet):
    """They are white, or almost white; in colour and in grey they need no key."""
    for code in languages():
        key = plain(load_language(code).say("quads.pieces.solid"))
        inks = [key in plain(words(*pages(sheet, code=code, ink=ink))) for ink in INK_MODES]
        assert inks == [ink == "low" for ink in INK_MODES]


@pytest.mark.parametrize(
    ("light", "dark", "rows"),
    [("Light", "Dark", 1), ("L" * 17, "D" * 17, 2), ("Lively " * 12, "Dapper " * 12, 2)],
)
def test_the_key_to_solid_sides_shows_a_side_of_each_player(light, dark, rows):
    quads = quads_with(light.strip(), dark.strip())
    key = rules_sheet.solid_key(quads, settings(ink="low"), 57.0)
    entries = list(flatten_items((key.at(0, 0),)))
    kinds = [sum(isinstance(entry.item, kind) for entry in entries) for kind in (Art, Oval, Line)]
    assert kinds == [1, 2 + 4 + 6 + 8, 2 * 3]  # dark, the dots of light, both outlines
    assert min(entry.item.size for entry in entries if isinstance(entry.item, Text)) >= 9
    assert max(entry.box.right for entry in entries) <= 57.0
    lines = [entry.box for entry in entries if isinstance(entry.item, Line)]
    level = {round(box.y, 2) for box in lines if box.h == 0}
    assert len(level) == rows
