"""Discs and dice: what golden listings do not show."""

from collections import Counter
from itertools import pairwise, product

import pytest
from games.discs.rolled import arts, classic, classic_with, faces, invented, plain, symbols, texts
from support import assert_sound, settings

from generator.core.paper import Box
from generator.core.settings import INK_MODES
from generator.games.discs import GAME, roll
from generator.games.discs.arrangement import rotate
from generator.games.discs.sheets import dice_sheet, discs_sheet
from generator.languages import languages, load_language
from generator.layout import theme
from generator.layout.cut import CASING
from generator.layout.page import Line, Oval, Rect, Text, flatten
from generator.layout.pieces import BLEED

DICE = ("die of colours", "die of shapes")
SETS = GAME.catalogue.shipped


@pytest.mark.parametrize(
    "numbers",
    [
        {"symbols": 1, "discs": 25},
        {"symbols": 2, "discs": 7, "diameter": 100.0, "die": 40.0},
        {"symbols": 5, "discs": 60, "diameter": 31.0, "die": 18.0},
        {"symbols": 2, "shapes": ("star", "foot"), "colours": ("red", "green", "blue"), "discs": 5},
    ],
)
def test_other_numbers(numbers):
    game = invented(seed="grandmas-seventieth", **numbers)
    for paper, sheet in product(("a4-letter-safe", "a3"), GAME.rolled_sheets):
        for page in GAME.pages(sheet, game, settings(paper, code="fr")):
            assert_sound(page)


@pytest.mark.parametrize(
    ("name", "paper", "counts"),
    [
        ("classic", "a4", [20, 16]),
        ("classic", "letter", [20, 16]),
        ("classic", "a3", [36]),
        ("pocket", "a4", [36]),
        ("pocket", "letter", [36]),
    ],
)
def test_every_disc_is_drawn_once(name, paper, counts):
    """Whatever the language: the box of instructions takes no room from the discs."""
    game = classic(name=name)
    for code, ink in product(languages(), ("full", "low")):
        fronts = discs_sheet.pages(game, settings(paper, ink, code))[::2]
        assert [len(faces(page)) for page in fronts] == counts
    drawn = [symbols(face.items) for page in fronts for face in faces(page)]
    assert drawn == [list(disc.symbols) for disc in game.discs]


@pytest.mark.parametrize("name", SETS)
def test_a_symbol_has_its_colour_and_its_mark_in_its_middle(name):
    """A mark is large enough to tell apart: 3 mm, as the art's rules ask for; 0.92 of its box is
    its white disc."""
    game = classic(name=name)
    for disc in game.discs:
        box = Box(0, 0, *[game.disc_set.diameter] * 2)
        art_items = arts(discs_sheet.disc(disc, box, game.disc_set, settings()))
        for symbol, shape, mark in zip(disc.symbols, art_items[::2], art_items[1::2], strict=True):
            assert shape.colour == game.disc_set.colours[symbol.colour].colour
            assert shape.angle == mark.angle
            middle = shape.box.moved(*rotate(0, 0.04 * shape.box.w, shape.angle)).centre
            assert mark.box.centre == pytest.approx(middle)
            assert mark.box.w == pytest.approx(0.365 * shape.box.w) and mark.box.w * 0.92 >= 3


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_greys_are_far_apart_and_as_light_as_the_colours_are(count):
    """At least 25 of 255, on discs and dice alike, however many of its colours a set has."""
    kept = dict(list(classic().disc_set.colours.items())[:count])
    few, looks = classic().disc_set.model_copy(update={"colours": kept}), settings(ink="grey")

    def grey(colour):
        (value, *_) = theme.ink_colour(colour, "fill", "grey")
        return value * 255

    order = sorted(kept, key=lambda key: grey(kept[key].colour))
    greys = [grey(discs_sheet.ground("colours", key, few, looks)) for key in order]
    assert all(darker + 25 <= lighter for darker, lighter in pairwise(greys))
    for key, value in zip(order, greys, strict=True):
        disc = roll.Disc((roll.Symbol("star", key),), 0)
        assert grey(next(discs_sheet.disc(disc, Box(0, 0, 9, 9), few, looks)).colour) == value
        for ink in ("full", "low"):
            printed = discs_sheet.ground("colours", key, few, settings(ink=ink))
            assert printed == kept[key].colour


@pytest.mark.parametrize("code", languages())
def test_line_art_asks_for_colours_where_there_are_none(code):
    """And names the card that tells what the marks stand for."""
    say = load_language(code).say
    words = plain(say("discs.making.colours", card=say("discs.dice.title")).split("**")[2])
    for ink in INK_MODES:
        page = discs_sheet.pages(classic(), settings(ink=ink, code=code))[0]
        assert (words in texts([page])) == (ink == "low")


@pytest.mark.parametrize("ink", INK_MODES)
def test_cut_lines_are_the_disc_and_half_a_point_in_every_ink(ink):
    """On backs they are light on the colour that bleeds; in low ink there is no colour."""
    game, looks = classic(), settings(ink=ink)
    front, back = discs_sheet.pages(game, looks)[:2]
    (cut,) = [item for item in faces(front)[0].items if isinstance(item, Oval)]
    backs = faces(back, "disc back")
    assert len({id(face.items) for face in backs}) == 1  # all the same
    *bleed, behind = [
        item for item in backs[0].items if isinstance(item, Oval) and item.box.w >= 40
    ]
    assert cut.box == behind.box == Box(BLEED, BLEED, 40, 40)
    assert (cut.stroke, cut.fill, behind.fill) == ("ink", None, None)
    assert behind.stroke == ("ink" if ink == "low" else "white")
    assert [oval.box.inset(BLEED) for oval in bleed] == ([] if ink == "low" else [cut.box])
    (page,) = dice_sheet.pages(game, looks)
    every = [item for name in DICE for item in faces(page, name)[0].items if isinstance(item, Line)]
    # Cut lines are solid and fold lines dashed; where there is colour, all lie on white ones.
    lines = [line for line in every if line.stroke == "ink"]
    white = {line.box for line in every if line.stroke == "white" and line.line == CASING}
    assert white == (set() if ink == "low" else {line.box for line in lines})
    assert Counter(bool(line.dash) for line in lines) == {False: 2 * (7 + 5 * 7), True: 2 * 12}
    weights = [line.line for line in (cut, behind, *lines) if not getattr(line, "dash", None)]
    assert {round(theme.line_weight(weight, ink), 3) for weight in weights} == {0.5}


@pytest.mark.parametrize("ink", INK_MODES)
def test_low_ink_has_no_tints_and_round_pieces_have_no_crop_marks(ink):
    pages = discs_sheet.pages(classic(), settings(ink=ink))
    items = [entry.item for page in pages for entry in flatten(page)]
    ovals = [item for item in items if isinstance(item, Oval)]
    assert ({oval.fill for oval in ovals} <= {None, "white"}) == (ink == "low")
    assert not [item for page in pages for item in page.items if isinstance(item, Line)]


def test_both_dice_show_everything_and_faces_have_the_size_and_colours_of_the_die():
    disc_set = classic().disc_set
    (page,) = dice_sheet.pages(classic(), settings())
    die, other = (faces(page, name)[0] for name in DICE)
    drawn = [art.name for art in arts([*die.items, *other.items])]
    marks = [f"marks/{key}" for key in disc_set.colours]
    names = "wild", "wild_shapes", *marks, *disc_set.shapes, *disc_set.shapes  # on white, too
    assert sorted(drawn) == sorted(f"discs/{key}" for key in names)
    cube_net, die_faces = dice_sheet.net(25), roll.faces(tuple(disc_set.colours))
    rects = {
        item.box.moved(-BLEED, -BLEED): item.fill for item in die.items if isinstance(item, Rect)
    }
    assert rects == {
        ground: discs_sheet.ground("colours", face, disc_set, settings())
        for ground, face in zip(dice_sheet.grounds(cube_net), die_faces, strict=True)
    }
    dots = [item.fill for item in die.items if isinstance(item, Oval)]
    assert dots == [kind.colour for kind in disc_set.colours.values()]
    for square, art in zip(dice_sheet.squares(cube_net), arts(die.items), strict=True):
        assert art.box.centre == pytest.approx(square.moved(BLEED, BLEED).centre)
        assert square.w == 25 and square.moved(BLEED, BLEED).contains(art.box)


@pytest.mark.parametrize("paper", ["a4", "a3"])
def test_folds_of_dice_are_those_that_are_printed(paper):
    for page in dice_sheet.pages(classic(), settings(paper)):
        lines = [entry for entry in flatten(page) if isinstance(entry.item, Line)]
        dashed = [tuple(line.box) for line in lines if line.item.dash and line.item.stroke == "ink"]
        assert len(dashed) == 12 * len(page.cuts)
        for fold, box in zip(page.folds, dashed, strict=True):
            assert tuple(fold.box) == pytest.approx(box)


@pytest.mark.parametrize(("size", "sheets"), [(18.0, 1), (25.0, 1), (40.0, 2)])
def test_large_dice_take_two_sheets_and_texts_are_clear_of_the_net(size, sheets):
    for code in languages():
        pages = dice_sheet.pages(classic_with(die=size), settings(code=code))
        assert len(pages) == sheets
        for die in (die for page in pages for name in DICE for die in faces(page, name)):
            others = [item.box for item in die.items if isinstance(item, Rect | Line)]
            for text in (item for item in die.items if isinstance(item, Text)):
                assert not any(text.box.overlaps(box) for box in others), text
