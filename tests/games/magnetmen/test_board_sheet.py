"""The board sheet: where squares, seats and slots are, how large its texts are, what they say."""

import itertools
import math
from dataclasses import replace
from types import SimpleNamespace

import pytest
from positions import type_called
from short_run import cases, first
from support import (
    SET_CHOICES,
    SHIPPED,
    SIZES,
    assert_sound,
    codes_for,
    definition,
    inventories,
    rolled,
    settings,
    wordiest_language,
)

from generator.core.paper import PAPERS
from generator.games.magnetmen.roll import RolledType
from generator.games.magnetmen.sheets import board_sheet as sheet
from generator.games.magnetmen.sheets import legend
from generator.games.magnetmen.sheets.rules_sheet import companions
from generator.languages import languages, load_language
from generator.layout.page import Art, Line, Oval, Rect, Text, flatten

LARGE_TEXT_PAPERS = ("a4", "letter", "a4-letter-safe")
PLAYED = SimpleNamespace(minutes=20)  # as much of a result as the sheet prints
ENGLISH = load_language("en")


def named(page, *names: str) -> list:
    return [item for item in page.items if getattr(item, "name", "") in names]


def words(page, *groups: str) -> str:
    """The texts of some groups, or of the whole page, as one line with ordinary spaces."""
    texts = (
        entry.item.text
        for entry in flatten(page)
        if isinstance(entry.item, Text)
        and (not groups or (entry.groups and entry.groups[0].name in groups))
    )
    return " ".join(" ".join(texts).split())


# Squares, seats and slots


HARDEST = [("huge", 4, "a4-letter-safe", True), ("huge", 4, "a3", True)]
BOARDS = cases(SIZES, (2, 3, 4), PAPERS, (True, False), together=1, always=HARDEST)


@pytest.mark.parametrize(("size", "players", "paper", "with_rules"), BOARDS)
def test_a_board_is_sound_and_complete(size, players, paper, with_rules):
    for sets in SET_CHOICES:
        board = rolled("-".join(sets), sets, size, players)
        for code in codes_for(sets):
            page = sheet.page(board, settings(paper, "full", code, with_rules))
            assert_sound(page)
            rows = named(page, "legend row")
            assert len(rows) == (len(board.types) if with_rules else 0)
            assert not rows or -1e-6 < page.paper.height - 7 - rows[-1].box.bottom < 20
        assert_squares(page, board)
        assert_seats(page, board)
        assert_slots(page, board)


def assert_squares(page, board) -> None:
    """Every square has its portrait, and over it a blank spot in the top right corner."""
    arts = [item for item in page.items if isinstance(item, Art) and item.name.count("/") == 1]
    assert [art.name for art in arts] == [
        f"magnetmen/{board.types[n].piece.art}" for n in board.squares
    ]
    checker, spots = named(page, "checker", "spots")
    assert page.items.index(spots) > max(map(page.items.index, arts))
    *squares, frame = (item for item in checker.items if isinstance(item, Rect))
    inside = frame.box.inset(frame.line * 25.4 / 72 / 2)
    assert all(inside.contains(square.box) for square in squares)
    boxes = [[each.box.moved(*checker.box[:2]) for each in some] for some in (squares, spots.items)]
    for square, spot, art in zip(*boxes, arts, strict=True):
        side = min(square.w, square.h)
        assert square.contains(art.box) and art.box.w >= 0.86 * side
        assert square.contains(spot) and spot.w == spot.h >= sheet.MIN_SPOT
        assert square.right - spot.right == pytest.approx(spot.y - square.y)
        assert spot.y - square.y < 0.05 * side


def assert_seats(page, board) -> None:
    """Players sit around the grid in clockwise order, each strip turned to its edge."""
    strips = inventories(page)
    assert [strip.name for strip in strips] == [f"inventory {n + 1}" for n in range(board.players)]
    (checker,) = named(page, "checker")
    angles = []
    for strip in strips:
        outward = {0: (0, 1), 90: (-1, 0), 180: (0, -1), 270: (1, 0)}[strip.turn]
        dx, dy = (a - b for a, b in zip(strip.box.centre, checker.box.centre, strict=True))
        beyond = dx * outward[0] + dy * outward[1]
        grid, box = checker.box, strip.box
        half = (grid.w + box.w) / 2 if outward[0] else (grid.h + box.h) / 2
        assert 0 < beyond - half < 8, "the strip is not beside the grid"
        angles.append(math.atan2(outward[1], outward[0]))  # y grows downward: clockwise
    turns = [(angle - angles[0]) % (2 * math.pi) for angle in angles]
    assert turns == sorted(turns)


def assert_slots(page, board) -> None:
    """All seats have as many slots, as high and as close, that players can draw in, and a box for
    the sum, up to three also one for each type; these fill every strip from its number on."""
    scores, sizes = len(board.types) * (board.players < 4), set()
    for strip in inventories(page):
        (number,) = (item.box for item in strip.items if isinstance(item, Oval))
        rects = [item for item in strip.items if isinstance(item, Rect)]
        slots = [rect.box for rect in rects if rect.fill == "white"]
        (total,) = (item.box for item in strip.items if getattr(item, "fill", "") == "cream")
        assert len(slots) == board.size.slots
        *of_types, last = [rect.box for rect in rects if rect.fill == "shine"]
        ends = {box.y: box.right + sheet.SCORE_GAP for box in of_types}  # of rows: no hole is left
        assert len(of_types) == scores and [*ends.values()] == pytest.approx([last.x] * len(ends))
        assert min(slot.x for slot in slots) - number.x == pytest.approx(sheet.NUMBER_WIDTH)
        assert total.x - max(slot.right for slot in slots) == pytest.approx(sheet.TOTAL_GAP)
        assert slots[0].h >= sheet.GOOD_SLOT
        assert 0.999 < slots[0].w / slots[0].h <= sheet.MAX_SLOT_ASPECT + 1e-6
        steps = [b.x - a.x for a, b in itertools.pairwise(slots) if b.y == a.y]
        assert steps == pytest.approx([slots[0].w + sheet.SLOT_GAP] * len(steps))
        sizes |= {(round(slot.h, 6), round(total.h, 6)) for slot in slots}
    assert len(sizes) == 1
    symbols = [len(item.items) for item in page.items if "symbols" in getattr(item, "name", "")]
    assert symbols == [scores] * board.players * bool(scores)


@pytest.mark.parametrize("ink", ["full", "low", "grey"])
def test_low_ink_has_no_tinted_squares(ink):
    (checker,) = named(sheet.page(rolled(), settings(ink=ink)), "checker")
    assert any(getattr(item, "fill", "") for item in checker.items) == (ink != "low")


# How large


def with_types(board, types):
    squares = tuple(n % len(types) for n in range(len(board.squares)))
    return replace(board, types=tuple(types), squares=squares)


def longest_first(*codes: str) -> list[RolledType]:
    """All kinds of the shipped types, by the room that they take in any of some languages."""
    sets, words = definition(*SHIPPED).sets, list(map(load_language, codes))
    pieces = [(game_set.key, piece) for game_set in sets for piece in game_set.pieces]
    kinds = [RolledType(*each, power, 1) for each in pieces for power in each[1].powers]
    return sorted(kinds, key=lambda kind: -max(len(kind.sentence(each)) for each in words))


def with_first_seven(board, *kinds: RolledType):
    """A board with the first kind of each of the first seven types."""
    types: dict[str, RolledType] = {}
    for kind in kinds:
        types.setdefault(kind.piece.key, kind)
    return with_types(board, [*types.values()][:7])


def wordiest_board(code: str, size: str, players: int):
    board = rolled("the-longest-seed-that-may-be-used", SHIPPED, size, players)
    return with_first_seven(board, *longest_first(code))


def fullest(board):
    """Boards with the seven types that take the most room, with each choice of notes below."""
    kinds = longest_first(*languages())
    terms = ("adjacent", "destroyed_icon")
    noted = [[next(kind for kind in kinds if term in kind.power.notes)] for term in terms]
    noted.append([kind for kind in kinds if "same_as" in kind.power.notes])
    for count in range(len(noted) + 1):
        for some in itertools.combinations(noted, count):
            yield with_first_seven(board, *itertools.chain(*some), *kinds)


FULLEST = (("huge", 4), wordiest_language(), "a4-letter-safe")
AXES = ((("small", 2), ("regular", 3), ("huge", 4)), languages(), LARGE_TEXT_PAPERS)
LARGE_TEXT = cases(*AXES, together=1, always=[FULLEST])


@pytest.mark.parametrize(("size_and_players", "code", "paper"), LARGE_TEXT)
def test_no_legend_of_the_shipped_sets_is_below_9_points(size_and_players, code, paper):
    board = rolled("the-longest-seed-that-may-be-used", SHIPPED, *size_and_players)
    for full in fullest(replace(board, playtest_result=PLAYED)):
        assert_sound(sheet.page(full, settings(paper, code=code)))


def test_a_short_legend_leaves_the_board_its_room_and_a_long_one_takes_some():
    """A title is small only where a legend needs the room."""

    def title(board, code):
        return named(sheet.page(board, settings("letter", code=code)), "title")[0].box

    short, long = title(rolled("r1"), "de"), title(wordiest_board("de", "regular", 4), "de")
    shares = [box.w / PAPERS["letter"].landscape.within(7).w for box in (short, long)]
    assert shares[0] == pytest.approx(0.3)
    assert 0.3 < shares[1] <= 0.4
    small = min(title(wordiest_board(code, "huge", 4), code).h for code in languages())
    assert small < short.h == sheet.TITLE[0]


@pytest.mark.parametrize(
    ("sets", "code", "paper"), cases(SET_CHOICES, languages(), ("a4", "letter"), together=1)
)
def test_names_in_a_legend_keep_clear_of_the_rule_above(sets, code, paper):
    for number, size in enumerate((*SIZES, *SIZES)):
        board = rolled(f"close{number}", sets, size, 2 + number % 3)
        page = sheet.page(board, settings(paper, code=code))
        rows = [item.box for item in named(page, "legend row", "notes")]
        rules = sorted(item.box.y for item in page.items if isinstance(item, Line))
        for (above, below), rule in zip(itertools.pairwise(rows), rules, strict=True):
            gap = below.y - above.bottom
            assert gap >= legend.GOOD_ROW_GAP - 1e-6
            assert below.y - rule == pytest.approx(gap / 2 + legend.RULE_RISE)


# What it says


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("rules", [True, False])
def test_it_says_how_long_and_nothing_else_of_play(rules, code):
    board, looks = rolled("played", SHIPPED), settings(code=code, rules=rules)
    page = sheet.page(replace(board, playtest_result=PLAYED), looks)
    assert_sound(page)
    minutes = load_language(code).say("magnetmen.board.minutes", minutes=20)
    minutes = minutes.replace("\u00a0", " ")
    rest = words(page).replace(minutes, "", 1).replace(" · ", " ").split()
    assert minutes in words(page)
    assert rest == words(sheet.page(board, looks)).replace(" · ", " ").split()


NOTES = {
    "adjacent": "Adjacent squares share a side.",
    "same_as": "Baby, Elderly Man: compare your types without them.",
    "destroyed_icon": "To destroy an icon, scratch it out in its slot; the slot stays used.",
}


@pytest.mark.parametrize(
    ("powers", "notes"),
    [
        (("mail_carrier A",), {"adjacent"}),
        (("king B", "singer A", "taxi_driver A"), {"adjacent"}),
        (("baby A", "elderly_man A"), {"same_as"}),
        (("baby A", "athlete A"), set()),
        (("singer B",), {"destroyed_icon"}),
        (("actress A",), {"destroyed_icon"}),
        (("actress B", "explorer A", "pilot A", "police A"), set()),
        (("king A", "life_guard A"), set()),
    ],
)
def test_notes_explain_the_terms_on_this_board_and_no_others(powers, notes):
    board = with_types(rolled("terms", SHIPPED), list(map(type_called, powers)))
    for page in sheet.pages(board, settings()) + sheet.pages(board, settings(rules=False))[1:]:
        assert_sound(page)
        assert {name for name in NOTES if NOTES[name] in words(page, "notes")} == notes


BY_POWER = {"To destroy a square"}
ADVANCED = {"four of one type", "Or destroy", "Can’t take one? Destroy or pass."}  # reading 7


@pytest.mark.parametrize(
    ("sets", "power", "said"),
    [
        (("base",), "explorer A", BY_POWER),
        (("base",), "police A", BY_POWER),
        (("base",), "singer B", set()),
        (("advanced",), "explorer A", ADVANCED),
        (("expert",), "singer B", ADVANCED),
        (("base", "expert"), "explorer A", ADVANCED),
    ],
)
def test_a_board_tells_how_to_destroy_where_a_power_or_the_rules_do(sets, power, said):
    board = with_types(rolled("said", sets), [type_called(power)])
    text = words(sheet.page(board, settings()), "how to play")
    assert {phrase for phrase in BY_POWER | ADVANCED if phrase in text} == said


@pytest.mark.parametrize(("code", "paper"), cases(languages(), PAPERS, together=1))
def test_without_rules_the_rolled_powers_are_on_a_page_of_their_own(code, paper):
    looks = settings(paper, code=code, rules=False)
    boards = [rolled("powers", sets, size) for sets in SET_CHOICES for size in ("small", "huge")]
    for board in (*boards, wordiest_board(code, "huge", 4)):
        first, page = sheet.pages(board, looks)
        assert words(first).count(str(board.game_id.seed)) == 1
        assert_sound(page)
        assert len(named(page, "legend row")) == 2 * len(board.types)  # for both sides of the table


@pytest.mark.parametrize("sets", first(1, ["base", "base+advanced+expert", "expert"]))
def test_a_pdf_of_all_sheets_tells_one_truth(sets):
    """Every power that it prints is one of its board's."""
    every = {
        plain(power.sentence(piece, ENGLISH))
        for piece in definition(*SHIPPED).pieces
        for power in piece.powers
        if power.on_take or power.gate or power.repel  # others may be parts of these
    }
    board = rolled("true", tuple(sets.split("+")))
    of_board = {plain(kind.sentence(ENGLISH)) for kind in board.types}
    for rules in (True, False):
        look = settings(rules=rules)
        sheets = [*sheet.pages(board, look), *itertools.chain(*companions([board], look))]
        text = "".join(words(page).replace(" ", "") for page in sheets)
        assert all(power in text for power in of_board)
        assert not [power for power in every - of_board if power in text]


def plain(markup: str) -> str:
    """A text without markup and spaces."""
    return "".join(markup.replace("**", "").replace("[points]", "").split())
