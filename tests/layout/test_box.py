"""The box of a game: everything fits in it, what is on its sheet, what is refused."""

import math
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from short_run import cases
from support import assert_sound, settings, texts

from generator import games
from generator.core.paper import PAPERS, Box
from generator.core.settings import CARD_THICKNESS, INK_MODES, MARKS, Settings
from generator.languages import languages, load_language
from generator.layout import box
from generator.layout.box import FLATTEST, MIN_SIZE, PLAY, Kind, box_size, kinds_of, tuck_box
from generator.layout.page import CUT_CLEARANCE, Art, Line, Page, Rect, Text, flatten

GAMES = {"metals": "basic", "quads": "regular", "discs": "regular"}
SETS = [(name, key) for name in GAMES for key in games.game(name).catalogue.shipped]
THICK = (CARD_THICKNESS, 0.1, 1.5, 2.0)
CARDS = Kind("cards", 63, 88, 0.3, 6)


@cache
def game_of(name: str, key: str = "classic"):
    game = games.game(name)
    return game, game.roll(game.load((key,), ()), GAMES[name], game.default_players, "box")


@cache
def page_of(name: str, key: str = "classic", looks: Settings = Settings()) -> Page:  # noqa: B008
    game, value = game_of(name, key)
    (page,) = game.pages("box", value, looks)
    return page


@cache
def contents(name: str, key: str = "classic") -> list[Kind]:
    game, value = game_of(name, key)
    sheets = {sheet: game.pages(sheet, value, Settings()) for sheet in game.rolled_sheets}
    return kinds_of(sheets, CARD_THICKNESS)


# How pieces lie in it

PIECES = st.tuples(st.floats(10, 60), st.floats(60, 90), st.floats(0.1, 5), st.integers(1, 60))


@given(st.lists(PIECES, min_size=1, max_size=4))
def test_a_box_has_room_for_all_pieces_together(pieces):
    kinds = [Kind("pieces", *piece) for piece in pieces]
    size = box_size(kinds)
    volume = sum(kind.w * kind.h * kind.thickness * kind.number for kind in kinds)
    assert size.w * size.h * size.d > volume
    assert all(kind.w + PLAY <= size.w + 0.01 for kind in kinds)
    assert all(kind.h + PLAY <= size.h + 0.01 for kind in kinds)
    assert max(kind.thickness for kind in kinds) + PLAY - 0.01 <= size.d
    stacked = sum(kind.thickness * kind.number for kind in kinds) + PLAY + 0.01
    assert size.d <= max(stacked, FLATTEST * size.w + 0.01)
    assert size == box_size(kinds[::-1])


@pytest.mark.parametrize(("name", "key"), SETS)
def test_the_box_of_every_game_is_that_of_a_deck_of_cards(name, key):
    w, h, d = box_size(contents(name, key))
    assert (w, h) == (65, 90), "a poker card of 63 mm and 2 mm of play"
    assert 0.2 <= d / w <= 0.5


@pytest.mark.parametrize(
    ("kinds", "size"),
    [
        ([CARDS._replace(number=60)], (65, 90, 60 * 0.3 + 2)),  # as high as its cards together
        # 36 pieces in six stacks, three beside three, are no wider than a card
        ([CARDS, Kind("pieces", 29.5, 29.5, 0.3, 36)], (65, 90, 13)),
        # none is too small for its title
        ([Kind("pieces", 10, 10, 0.3, 1)], (*MIN_SIZE, FLATTEST * MIN_SIZE[0])),
    ],
)
def test_pieces_that_fill_it_lie_on_each_other_and_small_ones_stand_in_stacks(kinds, size):
    assert box_size(kinds) == pytest.approx((*size[:2], max(size[2], FLATTEST * size[0])))


@given(st.integers(1, 120), st.sampled_from((10, 24, 33, 40)), st.floats(0.1, 3))
def test_one_piece_more_never_gets_a_smaller_box(number, side, thickness):
    kind = Kind("tokens", side, side, thickness, number)
    fewer, more = (box_size([CARDS, kind._replace(number=count)]) for count in (number, number + 1))
    assert math.prod(fewer) <= math.prod(more) + 1


# Its sheet


@pytest.mark.parametrize(
    ("of_set", "paper", "ink", "code", "thickness", "marks"),
    cases(SETS, PAPERS, INK_MODES, languages(), THICK, MARKS, together=1),
)
def test_boxes_are_sound(of_set, paper, ink, code, thickness, marks):
    if of_set[0] == "discs":
        thickness = min(thickness, 0.5)  # 36 thicker discs need larger paper, as a message says
    marks = marks if paper == "a4" else "usual"  # on others there may be no room for them
    looks = replace(settings(paper, ink, code), thickness=thickness, marks=marks)
    page = page_of(*of_set, looks)
    assert_sound(page)
    assert len(page.cuts) == 1


@pytest.mark.parametrize("name", GAMES)
def test_the_cut_is_a_solid_line_around_the_net_and_its_folds_are_dashed(name):
    page, net = page_of(name), tuck_box(box_size(contents(name)))
    lines = [entry for entry in flatten(page) if isinstance(entry.item, Line)]
    dashed = sorted(rounded(entry.box) for entry in lines if entry.item.dash)
    assert dashed == sorted(rounded(fold.box) for fold in page.folds)
    assert len(page.folds) == len(net.folds)
    (path,) = page.cuts
    assert len(path.corners) == len(net.outline)
    solid = {rounded(entry.box) for entry in lines if not entry.item.dash}
    ends = zip(path.corners, [*path.corners[1:], path.corners[0]], strict=True)
    assert {rounded(Line(*start, *end, "ink", 1).box) for start, end in ends} <= solid


def rounded(box: Box) -> tuple[float, ...]:
    return tuple(round(value, 2) + 0.0 for value in box)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("ink", INK_MODES)
def test_frames_look_unlike_cuts_and_pause_at_the_thumb_notch(name, ink):
    """Line art has no frames: but for the outline, its lines are all thin."""
    page = page_of(name, looks=Settings(ink=ink))
    rects = [entry for entry in flatten(page) if isinstance(entry.item, Rect)]
    accent = {"quads": "ink", "metals": "amber"}.get(name, "yellow")
    weights = {entry.item.line for entry in rects if entry.item.stroke == accent}
    assert weights == (set() if ink == "low" else {box.FRAME_WEIGHT})
    pauses = [max(entry.box.w, entry.box.h) for entry in rects if min(entry.box[2:]) < 2]
    assert len(pauses) == len(weights)
    assert all(length > 2 * box.NOTCH_RADIUS for length in pauses)


CONTENTS = {
    "metals": {"metals.box.tokens": 68, "sheet.box.cards": 2},
    "quads": {"sheet.box.pieces": 36, "sheet.box.cards": 6},
    "discs": {"discs.box.discs": 36, "discs.box.dice": 2, "sheet.box.cards": 6},
}


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", GAMES)
def test_a_box_says_what_it_is_and_what_belongs_inside(name, code):
    words, say = texts(page_of(name, looks=settings(code=code))), load_language(code).say
    assert words.count(say(f"{name}.name")) == 5 - (name == "metals"), "but for lettering"
    assert say("sheet.box.contents") in words
    assert words.count(say("sheet.box.glue")) == 4
    places = [words.index(say(key, count=count)) for key, count in CONTENTS[name].items()]
    assert places == sorted(places)
    assert str(game_of(name)[1].game_id) in " ".join(words)


@pytest.mark.parametrize("name", GAMES)
def test_what_matters_is_clear_of_the_cut(name):
    """Texts and pictures of a face stay 2 mm inside its panel."""
    for looks in (Settings(), Settings(PAPERS["a2"], thickness=2.0)):
        for entry in flatten(page_of(name, looks=looks)):
            is_on_face = len(entry.frames) == 3 and entry.groups[2].name != "glue"
            if is_on_face and isinstance(entry.item, Text | Art):
                assert entry.frames[2].inset(CUT_CLEARANCE).contains(entry.box, 0.1), entry.item


def design(name="quads", looks=None):
    game, value = game_of(name)
    (box_sheet,) = (sheet for sheet in game.sheets if sheet.name == "box")
    return game.call(box_sheet.place, value, looks or Settings())


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", GAMES)
def test_the_smallest_box_has_room_for_all_words(name, code):
    """But for the blurb, which may be left out."""
    looks = settings(code=code)
    of_game = design(name, looks)
    sheet, noun = next(iter(of_game.nouns.items()))
    (page,) = box.pages(of_game, [Kind(sheet, 10, 10, 0.3, 1)], looks)
    assert_sound(page)
    words, say = " ".join(texts(page)), load_language(code).say
    assert say("sheet.box.contents") in words
    assert say(noun, count=1) in words


@pytest.mark.parametrize("name", games.names())
def test_each_game_has_a_box_for_the_sheets_that_pieces_are_cut_out_of(name):
    """It is not among the usual sheets, and needs no others: rules that do not fit the paper are no
    reason to print no box."""
    game = games.game(name)
    assert "box" not in (*game.rolled_sheets, *game.sheet_names)
    assert game.extra_sheets == (("box",) if game.piece_sheets else ())
    of_sets = game.load(game.default_sets, ())
    value = game.roll(of_sets, game.default_size, game.default_players, "box")
    sheets = {sheet: game.pages(sheet, value, Settings()) for sheet in game.rolled_sheets}
    cut = {sheet for sheet, of_sheet in sheets.items() if any(page.pieces for page in of_sheet)}
    assert set(game.piece_sheets) == cut
    needed = tuple(each for each in game.sheets if each.name in ("box", *game.piece_sheets))
    assert not cut or replace(game, sheets=needed).pages("box", value, Settings())
