"""Discs and dice: positions on every paper, in every language and ink."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise, product

import pytest
from games.discs.sheet_items import arts, faces, symbols, texts
from short_run import cases
from support import assert_sound, settings, wordiest_language

from generator.core.errors import PieceTooLargeError
from generator.core.paper import PAPERS, Box
from generator.core.settings import INK_MODES, Settings
from generator.games.discs import GAME
from generator.games.discs.arrangement import Spot, rotate
from generator.games.discs.roll import Symbol
from generator.games.discs.roll import faces as faces_of
from generator.games.discs.sheets import dice_sheet, discs_sheet
from generator.games.discs.sheets.dice_sheet import net
from generator.languages import languages, load_language
from generator.layout import theme
from generator.layout.page import Line, Oval, Rect, Text, flatten
from generator.layout.pieces import BLEED
from generator.layout.theme import line_weight

MIDDLE_OF_MARK = (0.0, 0.04)  # from the middle of a shape, of its side


@pytest.mark.parametrize(
    ("sheet", "name", "paper", "code"),
    cases(GAME.rolled_sheets, GAME.catalogue.shipped, PAPERS, languages(),
          always=[("reference", "pocket", "a4-letter-safe", wordiest_language())]),
)  # fmt: skip
def test_sheets_are_sound(roll_game, sheet, name, paper, code):
    game = roll_game("sunday", name)
    for ink in INK_MODES if paper == "a4" else ("full",):
        pages = GAME.pages(sheet, game, settings(paper, ink, code))
        assert pages
        for page in pages:
            assert_sound(page)


@pytest.mark.parametrize("numbers", [
    {"symbols": 1, "discs": 25},
    {"symbols": 2, "discs": 7, "diameter": 100.0, "die": 40.0},
    {"symbols": 5, "discs": 60, "diameter": 31.0, "die": 18.0},
    {"symbols": 2, "shapes": ("star", "foot"), "colours": ("red", "green", "blue"), "discs": 5},
])  # fmt: skip
def test_other_numbers(roll_invented_game, numbers):
    game = roll_invented_game(seed="grandmas-seventieth", **numbers)
    for paper in PAPERS:
        for sheet in GAME.rolled_sheets:
            for page in GAME.pages(sheet, game, settings(paper, code="fr")):
                assert_sound(page)


# Discs


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", GAME.catalogue.shipped)
def test_every_disc_is_drawn_once(roll_game, name, paper):
    game = roll_game(name=name)
    fronts = discs_sheet.pages(game, settings(paper))[::2]
    symbols_of_faces = [symbols(face.items) for page in fronts for face in faces(page)]
    assert symbols_of_faces == [list(disc.symbols) for disc in game.discs]


def test_sheets_of_discs(roll_game):
    def discs_per_sheet(name, paper, code="en", ink="full"):
        fronts = discs_sheet.pages(roll_game(name=name), settings(paper, ink, code))[::2]
        return [len(faces(page)) for page in fronts]

    for code, ink in product(languages(), ("full", "low")):  # the box takes no room from the discs
        assert (
            discs_per_sheet("classic", "a4", code, ink)
            == discs_per_sheet("classic", "letter", code, ink)
            == [20, 16]
        )
    assert discs_per_sheet("classic", "a3") == [36]
    assert discs_per_sheet("pocket", "a4") == discs_per_sheet("pocket", "letter") == [36]


def test_a_symbol_has_its_colour_and_its_mark_in_its_middle(roll_game):
    game = roll_game()
    for disc in game.discs:
        box = Box(0, 0, 40, 40)
        art_items = arts(discs_sheet.disc(disc, box, game.disc_set, settings()))
        for symbol, shape, mark in zip(disc.symbols, art_items[::2], art_items[1::2], strict=True):
            assert shape.colour == game.disc_set.colours[symbol.colour].colour
            assert shape.angle == mark.angle
            dx, dy = rotate(*(shape.box.w * part for part in MIDDLE_OF_MARK), shape.angle)
            x, y = shape.box.centre
            assert mark.box.centre == pytest.approx((x + dx, y + dy))
            assert mark.box.w == pytest.approx(0.365 * shape.box.w)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
@pytest.mark.parametrize("name", GAME.catalogue.shipped)
def test_greys_are_far_apart_and_as_light_as_the_colours_are(roll_game, name, count):
    """At least 25 of 255, on discs and dice alike, however many of its colours a set has."""
    disc_set = roll_game(name=name).disc_set
    kept = dict(list(disc_set.colours.items())[:count])
    few, looks = disc_set.model_copy(update={"colours": kept}), settings(ink="grey")

    def grey(colour):
        (value, *_) = theme.ink_colour(colour, "fill", "grey")
        return value * 255

    def shape_colour(key):
        spot = Spot(0, 0, 10, 0)
        return next(discs_sheet.symbol(Symbol("star", key), spot, few, looks)).colour

    order = sorted(kept, key=lambda key: grey(kept[key].colour))
    greys = [grey(shape_colour(key)) for key in order]
    assert all(darker + 25 <= lighter for darker, lighter in pairwise(greys))
    assert greys == [grey(discs_sheet.ground("colours", key, few, looks)) for key in order]
    for ink in ("full", "low"):
        for key in kept:
            printed = discs_sheet.ground("colours", key, few, settings(ink=ink))
            assert printed == kept[key].colour


@pytest.mark.parametrize("code", languages())
def test_line_art_asks_for_colours_where_there_are_none(roll_game, code):
    """And names the card that tells what the marks stand for."""
    say = load_language(code).say
    words = say("discs.making.colours", card=say("discs.dice.title")).split("**")[2]
    for ink in INK_MODES:
        for page in discs_sheet.pages(roll_game(), settings(ink=ink, code=code))[::2]:
            found = " ".join(words.split()) in " ".join(texts([page]).split())
            assert found == (ink == "low")


@pytest.mark.parametrize("name", GAME.catalogue.shipped)
def test_marks_are_large_enough_to_tell_apart(roll_game, name):
    """3 mm, as the art's rules ask for; 0.92 of a mark's box is its white disc."""
    page = discs_sheet.pages(roll_game(name=name), settings())[0]
    marks = [art for face in faces(page) for art in arts(face.items) if "/marks/" in art.name]
    assert len(marks) >= 60
    assert min(mark.box.w for mark in marks) * 0.92 >= 3


def test_the_cut_line_is_the_disc(roll_game):
    page = discs_sheet.pages(roll_game(), settings())[0]
    for face in faces(page):
        (cut,) = (item for item in face.items if isinstance(item, Oval))
        assert cut.box == Box(BLEED, BLEED, 40, 40)
        assert cut.stroke == "ink" and cut.fill is None


@pytest.mark.parametrize("ink", INK_MODES)
def test_backs_have_a_cut_line_too(roll_game, ink):
    """Light on the colour that bleeds over it; in low ink there is no colour."""
    back = faces(discs_sheet.pages(roll_game(), settings(ink=ink))[1], "disc back")[0]
    *bleed, cut = [item for item in back.items if isinstance(item, Oval) and item.box.w >= 40]
    assert (cut.box, cut.fill) == (Box(BLEED, BLEED, 40, 40), None)
    assert cut.stroke == ("ink" if ink == "low" else "white")
    assert [oval.box.inset(BLEED) for oval in bleed] == ([] if ink == "low" else [cut.box])


def test_round_pieces_have_no_crop_marks(roll_game):
    game, looks = roll_game(), settings()
    for page in (*discs_sheet.pages(game, looks), *dice_sheet.pages(game, looks)):
        assert not [item for item in page.items if isinstance(item, Line)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_lie_behind_fronts(roll_game, flip, paper):
    looks = settings(paper)
    looks = Settings(looks.paper, looks.ink, looks.language_code, flip=flip)
    pages = discs_sheet.pages(roll_game(), looks)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert front.paper == back.paper
        behind = {
            (round(entry.frames[-1].x, 3), round(entry.frames[-1].y, 3))
            for entry in flatten(back)
            if entry.groups[-1].name == "disc back"
        }
        w, h = front.paper.width, front.paper.height
        sideways = (flip == "long") == (h > w)  # about an upright edge
        turned_over = {
            (round(w - face.box.right, 3), round(face.box.y, 3))
            if sideways
            else (round(face.box.x, 3), round(h - face.box.bottom, 3))
            for face in faces(front)
        }
        assert behind == turned_over


def test_backs_are_all_the_same(roll_game):
    page = discs_sheet.pages(roll_game(), settings())[1]
    assert len({id(face.items) for face in faces(page, "disc back")}) == 1


@pytest.mark.parametrize("ink", INK_MODES)
def test_low_ink_has_no_tints(roll_game, ink):
    game, looks = roll_game(), settings(ink=ink)
    fills = {
        entry.item.fill
        for page in discs_sheet.pages(game, looks)
        for entry in flatten(page)
        if isinstance(entry.item, Oval)
    }
    assert (fills <= {None, "white"}) == (ink == "low")


# Dice


@pytest.mark.parametrize("paper", PAPERS)
def test_both_dice_show_everything(roll_game, paper):
    game = roll_game()
    (page,) = dice_sheet.pages(game, settings(paper))
    colours, shapes = (
        Counter(art.name for art in arts(faces(page, f"die of {section}")[0].items))
        for section in ("colours", "shapes")
    )
    assert colours == {"discs/wild": 1} | {f"discs/marks/{key}": 1 for key in game.disc_set.colours}
    assert shapes == {"discs/wild_shapes": 1} | {f"discs/{key}": 1 for key in game.disc_set.shapes}


def test_faces_have_the_size_of_the_die_and_their_colours(roll_game):
    game = roll_game()
    (page,) = dice_sheet.pages(game, settings())
    die = faces(page, "die of colours")[0]
    cube_net = net(25)
    rects = [item for item in die.items if isinstance(item, Rect)]
    die_faces = faces_of(tuple(game.disc_set.colours))
    colours = {
        ground: discs_sheet.ground("colours", face, game.disc_set, settings())
        for ground, face in zip(dice_sheet.grounds(cube_net), die_faces, strict=True)
    }
    assert {rect.box.moved(-BLEED, -BLEED): rect.fill for rect in rects} == colours
    for square, art in zip(dice_sheet.squares(cube_net), arts(die.items), strict=True):
        assert art.box.centre == pytest.approx(square.moved(BLEED, BLEED).centre)
        assert square.w == 25 and square.moved(BLEED, BLEED).contains(art.box)


@pytest.mark.parametrize("paper", ["a4", "a3"])
def test_folds_of_dice_are_those_that_are_printed(roll_game, paper):
    for page in dice_sheet.pages(roll_game(), settings(paper)):
        dashed = [
            entry.box for entry in flatten(page) if isinstance(entry.item, Line) and entry.item.dash
        ]
        assert len(page.folds) == len(dashed) == 12 * len(page.cuts)
        for fold, box in zip(page.folds, dashed, strict=True):
            assert tuple(fold.box) == pytest.approx(tuple(box))


def test_cut_lines_are_solid_and_fold_lines_dashed(roll_game):
    (page,) = dice_sheet.pages(roll_game(), settings())
    for section in ("colours", "shapes"):
        lines = [
            item for item in faces(page, f"die of {section}")[0].items if isinstance(item, Line)
        ]
        assert Counter(bool(line.dash) for line in lines) == {False: 7 + 5 * 7, True: 5 + 7}


@pytest.mark.parametrize("ink", INK_MODES)
def test_cut_lines_are_half_a_point_in_every_ink(roll_game, ink):
    game, looks = roll_game(), settings(ink=ink)
    (page,) = dice_sheet.pages(game, looks)
    lines = [line for section in ("colours", "shapes")
             for line in faces(page, f"die of {section}")[0].items
             if isinstance(line, Line) and not line.dash]  # fmt: skip
    lines += [
        item for page in discs_sheet.pages(game, looks)
        for name in ("disc", "disc back") for face in faces(page, name)[:1]
        for item in face.items if isinstance(item, Oval) and item.box.w == 40 and item.stroke
    ]  # fmt: skip
    assert len(lines) > 70
    assert {round(line_weight(line.line, ink), 3) for line in lines} == {0.5}


def test_texts_are_clear_of_the_net(roll_game):
    for size in (18.0, 25.0, 40.0):
        game = roll_game()
        disc_set = game.disc_set.model_copy(update={"die": size})
        game = replace(game, definition=replace(game.definition, sets=(disc_set,)))
        for code in languages():
            for page in dice_sheet.pages(game, settings(code=code)):
                for name in ("die of colours", "die of shapes"):
                    for die in faces(page, name):
                        _assert_texts_apart(die)


def _assert_texts_apart(die):
    others = [item.box for item in die.items if isinstance(item, Rect | Line)]
    for text in (item for item in die.items if isinstance(item, Text)):
        assert not any(text.box.overlaps(box) for box in others), text


def test_large_dice_take_two_sheets(roll_game):
    def sheets(size, paper):
        game = roll_game()
        disc_set = game.disc_set.model_copy(update={"die": size})
        game = replace(game, definition=replace(game.definition, sets=(disc_set,)))
        return len(dice_sheet.pages(game, settings(paper)))

    assert sheets(25.0, "a4") == sheets(25.0, "letter") == 1
    assert sheets(40.0, "a4") == 2


def test_a_disc_larger_than_the_paper_is_refused(roll_game):
    game = roll_game()
    disc_set = game.disc_set.model_copy(update={"diameter": 300.0})
    with pytest.raises(PieceTooLargeError, match="300 x 300 mm does not fit on a4"):
        discs_sheet.pages(
            replace(game, definition=replace(game.definition, sets=(disc_set,))), settings()
        )
