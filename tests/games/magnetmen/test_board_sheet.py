"""The board sheet: how large its texts are, and what they say."""

import itertools
from dataclasses import replace
from types import SimpleNamespace

import pytest
from short_run import cases
from support import (
    SET_CHOICES,
    SHIPPED,
    SIZES,
    assert_sound,
    definition,
    inventories,
    rolled,
    settings,
    wordiest_board,
    wordiest_language,
)

from generator.core.paper import PAPERS
from generator.games.magnetmen.roll import RolledType
from generator.games.magnetmen.sheets import board_sheet as sheet
from generator.games.magnetmen.sheets import legend
from generator.games.magnetmen.sheets.board_sheet import TITLE
from generator.games.magnetmen.sheets.rules_sheet import companions
from generator.languages import languages, load_language
from generator.layout.page import Line, Text, flatten

# Groups with texts that players read.
LARGE_TEXT_PAPERS = ("a4", "letter", "a4-letter-safe")
READ = ("how to play", "legend head", "legend row", "notes")
PLAYED = SimpleNamespace(minutes=20)  # as much of a certificate as the sheet prints


def words(page, *groups: str) -> str:
    """The texts of some groups, or of the whole page, as one line with ordinary spaces."""
    texts = (entry for entry in flatten(page) if isinstance(entry.item, Text))
    texts_of_groups = (
        entry.item.text
        for entry in texts
        if not groups or (entry.groups and entry.groups[0].name in groups)
    )
    return " ".join(" ".join(texts_of_groups).split())


# How large


def fullest(code: str, paper: str) -> list[tuple[RolledType, ...]]:
    """Seven types whose legend takes the most height in the widest sidebar, with each choice of
    notes below it."""
    words_of = load_language(code)
    width = PAPERS[paper].landscape.within(7).w * sheet.SIDEBAR_SHARES[-1]

    def height(kind: RolledType) -> float:
        size = legend.LegendSize(9, 9)
        return legend.lay_out(
            legend.entries((kind,), words_of), width, size, "sky", words_of
        ).height

    kinds = sorted(
        (
            RolledType(game_set.key, piece, power, 1)
            for game_set in definition(*SHIPPED).sets
            for piece in game_set.pieces
            for power in piece.powers
        ),
        key=height,
        reverse=True,
    )
    noted = [[next(kind for kind in kinds if term in kind.power.notes)]
             for term in ("adjacent", "destroyed_icon")]  # fmt: skip
    noted.append([kind for kind in kinds if "same_as" in kind.power.notes])
    choices = []
    for count in range(len(noted) + 1):
        for some in itertools.combinations(noted, count):
            types = {kind.piece.key: kind for kind in reversed((*itertools.chain(*some), *kinds))}
            choices.append(tuple(reversed(types.values()))[:7])
    return choices


@pytest.mark.parametrize(
    ("size_and_players", "code", "paper"),
    cases((("small", 2), ("regular", 3), ("huge", 4)), languages(), LARGE_TEXT_PAPERS, together=1,
          always=[(("huge", 4), wordiest_language(), "a4-letter-safe")]),
)  # fmt: skip
def test_no_legend_of_the_shipped_sets_is_below_9_points(size_and_players, code, paper):
    board = rolled("the-longest-seed-that-may-be-used", SHIPPED, *size_and_players)
    for types in fullest(code, paper):
        squares = tuple(n % len(types) for n in range(len(board.squares)))
        full = replace(board, types=types, squares=squares, playtest_result=PLAYED)
        page = sheet.page(full, settings(paper, code=code))
        assert_sound(page)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sidebar_is_no_wider_than_the_legend_needs(paper):
    """A short legend leaves the board its room; the wordiest takes some of it."""
    short, long = rolled("r1", ("base",)), wordiest_board("de", "regular", 4)
    widths = []
    for board in (short, long):
        page = sheet.page(board, settings(paper, code="de"))
        (head,) = (item.box for item in page.items if getattr(item, "name", "") == "title")
        widths.append(head.w / PAPERS[paper].landscape.within(7).w)
    assert widths[0] == pytest.approx(0.3)
    assert 0.3 < widths[1] <= 0.4


@pytest.mark.parametrize(
    ("sets", "code", "paper"), cases(SET_CHOICES, languages(), ("a4", "letter"), together=1)
)
def test_names_in_a_legend_keep_clear_of_the_rule_above(sets, code, paper):
    """Where rows are close, the title is small, so that they have its room."""
    for number, size in enumerate((*SIZES, *SIZES)):
        board = rolled(f"close{number}", sets, size, 2 + number % 3)
        page = sheet.page(board, settings(paper, code=code))
        rows = [item.box for item in page.items if getattr(item, "name", "") in READ[2:]]
        rules = sorted(item.box.y for item in page.items if isinstance(item, Line))
        assert len(rules) == len(rows) - 1
        for (above, below), rule in zip(itertools.pairwise(rows), rules, strict=True):
            gap = below.y - above.bottom
            assert gap >= legend.GOOD_ROW_GAP - 1e-6
            assert below.y - rule == pytest.approx(gap / 2 + legend.RULE_RISE)


def test_a_title_is_small_only_where_a_legend_needs_the_room():
    def height(board, code):
        page = sheet.page(board, settings("letter", code=code))
        return next(item.box.h for item in page.items if getattr(item, "name", "") == "title")

    assert height(rolled("r1", ("base",)), "en") == TITLE[0]
    assert min(height(wordiest_board(code, "huge", 4), code) for code in languages()) < TITLE[0]


@pytest.mark.parametrize(
    ("sets", "size", "code", "paper"),
    cases(SET_CHOICES, ("small", "huge"), languages(), LARGE_TEXT_PAPERS, together=1),
)
def test_no_paragraph_ends_in_a_stub(sets, size, code, paper):
    """A last line under a fifth of its paragraph's width: one word, or one sign."""
    looks = settings(paper, code=code)
    for number in range(6):
        page = sheet.page(rolled(f"s{number}", sets, size), looks)
        for paragraph, width in paragraphs(page):
            assert len(paragraph) == 1 or paragraph[-1] >= 0.199 * width, page.name


def paragraphs(page):
    """The lengths of the lines of each paragraph of how to play, legend and notes, with the width
    they may have: lines of one group follow each other within 1.3 times their size."""
    lines: dict[tuple, dict[float, list]] = {}
    for entry in flatten(page):
        if not isinstance(entry.item, Text) or entry.item.font == "title" or not entry.groups:
            continue
        if entry.groups[0].name in READ[:1] + READ[2:]:
            frame = entry.frames[0]
            lines.setdefault(frame, {}).setdefault(round(entry.item.y, 3), []).append(entry)
    for frame, by_y in lines.items():
        inside = 3.0 if by_y and next(iter(by_y.values()))[0].groups[0].name == READ[0] else 0.0
        result: list[list[float]] = []
        last = None
        for y, texts in sorted(by_y.items()):
            left = min(entry.box.x for entry in texts)
            right = max(entry.box.right for entry in texts)
            step = texts[0].item.size * 0.3528 * 1.21
            if last is None or y - last > step:
                result.append([])
            result[-1].append((left, right))
            last = y
        for paragraph in result:
            left = min(start for start, _ in paragraph)
            yield [end - left for _, end in paragraph], frame.right - inside - left


# What it says


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("rules", [True, False])
@pytest.mark.parametrize("sets", [("base",), SHIPPED], ids="+".join)
def test_it_says_how_long_and_nothing_else_of_play(sets, rules, code):
    board = rolled("played", sets)
    looks = settings(code=code, rules=rules)
    page = sheet.page(replace(board, playtest_result=PLAYED), looks)
    assert_sound(page)
    long = (
        load_language(looks.language_code)
        .say("magnetmen.board.minutes", minutes=20)
        .replace("\u00a0", " ")
    )
    assert long in words(page)
    assert "%" not in words(page)
    rest = words(page).replace(long, "").replace(" · ", " ").split()
    assert rest == words(sheet.page(board, looks)).replace(" · ", " ").split()


NOTES = {
    "adjacent": "Adjacent squares share a side.",
    "same_as": "Baby, Elderly Man: compare your types without them.",
    "destroyed_icon": "To destroy an icon, scratch it out in its slot; the slot stays used.",
}


@pytest.mark.parametrize(
    ("powers", "notes"),
    [
        (("mail_carrier A",), ["adjacent"]),
        (("king B", "singer A", "taxi_driver A"), ["adjacent"]),
        (("baby A", "elderly_man A"), ["same_as"]),
        (("baby A", "athlete A"), []),
        (("singer B",), ["destroyed_icon"]),
        (("actress A",), ["destroyed_icon"]),
        (("actress B", "explorer A", "pilot A", "police A"), []),
        (("king A", "life_guard A"), []),
    ],
)
def test_notes_explain_the_terms_on_this_board_and_no_others(powers, notes):
    board = board_of(powers)
    for page in sheet.pages(board, settings()) + sheet.pages(board, settings(rules=False))[1:]:
        assert_sound(page)
        note_words = words(page, "notes")
        assert {name for name, text in NOTES.items() if text in note_words} == set(notes)


def board_of(powers):
    """A board of the published variants with these names, such as "king B"."""
    from positions import type_called

    board = rolled("terms", SHIPPED)
    types = tuple(type_called(name) for name in powers)
    squares = tuple(n % len(types) for n in range(len(board.squares)))
    return replace(board, types=types, squares=squares)


def test_a_type_without_points_scores_0():
    text = words(sheet.page(board_of(("explorer A", "actress B", "baby A", "king A")), settings()))
    assert "0 . When you take it, destroy any square." in text
    assert "0 . When it is taken, each player in last place draws any icon" in text
    assert text.count("0 .") == 2


@pytest.mark.parametrize("sets", [("base",), SHIPPED], ids="+".join)
@pytest.mark.parametrize("code", languages())
def test_the_box_for_the_total_is_explained_by_its_star(sets, code):
    """The strips have no words, which would not fit the smallest boxes in every language."""
    page = sheet.page(rolled(sets=sets), settings(code=code))
    assert all(_has_star(strip.items) for strip in inventories(page))
    (guide,) = (item for item in page.items if getattr(item, "name", "") == "how to play")
    assert _has_star(next(layer for layer in guide.items if layer.name == "texts").items)
    box = {"en": "in the box", "fr": "dans la zone", "nl": "vul je bij", "de": "Figuren bei ein"}
    assert box[code] in words(page, "how to play")


def _has_star(items) -> bool:
    return any(getattr(item, "name", "") == "shared/points" for item in items)


@pytest.mark.parametrize(
    ("powers", "said"), [(("explorer A",), True), (("police A",), True), (("singer B",), False)]
)
def test_a_basic_board_tells_how_to_destroy_squares_where_a_power_does(powers, said):
    board = replace(board_of(powers), definition=definition("base"))
    assert ("To destroy a square" in words(sheet.page(board, settings()))) == said


# Without the sidebar


@pytest.mark.parametrize(("code", "paper"), cases(languages(), PAPERS, together=1))
def test_without_rules_the_rolled_powers_are_on_a_page_of_their_own(code, paper):
    looks = settings(paper, code=code, rules=False)
    for sets in SET_CHOICES:
        for size in ("small", "huge"):
            board = rolled("powers", sets, size)
            first, page = sheet.pages(board, looks)
            assert words(first).count(str(board.game_id.seed)) == 1
            assert_sound(page)
            rows = [item for item in page.items if getattr(item, "name", "") == "legend row"]
            assert len(rows) == 2 * len(board.types)  # for both sides of the table
    full = sheet.pages(wordiest_board(code, "huge", 4), looks)
    assert_sound(full[1])


def test_a_pdf_of_all_sheets_tells_one_truth():
    """Every power that it prints is one of its board's."""
    every = {
        power
        for piece in definition(*SHIPPED).pieces
        for power in map(sentence_of(piece), piece.powers)
        if len(power) > len("+1")  # else part of others
    }
    for number, sets in enumerate((("base",), SHIPPED, ("expert",)) * 3):
        board = rolled(f"truth{number}", sets)
        of_board = {plain(kind.sentence(load_language("en"))) for kind in board.types}
        for rules in (True, False):
            look = settings(rules=rules)
            sheets = [*sheet.pages(board, look), *itertools.chain(*companions([board], look))]
            text = "".join(words(page).replace(" ", "") for page in sheets)
            assert all(power in text for power in of_board)
            assert not [power for power in every - of_board if power in text]


def sentence_of(piece):
    return lambda power: plain(power.sentence(piece, load_language("en")))


def plain(markup: str) -> str:
    """A text without markup and spaces."""
    return "".join(markup.replace("**", "").replace("[points]", "").split())


# Game IDs


@pytest.mark.parametrize(
    ("seed", "code"),
    cases(("a", "sunday+204", "the-longest-seed-that-may-be-used"), languages(), together=1),
)
def test_a_game_id_stands_on_one_line(seed, code):
    for sets, paper in itertools.product(SET_CHOICES, ("a4", "letter")):
        for rules in (True, False):
            board = rolled(seed, sets)
            for page in sheet.pages(board, settings(paper, code=code, rules=rules)):
                lines = [entry.item.text for entry in flatten(page) if isinstance(entry.item, Text)]
                assert any(str(board.game_id) in line for line in lines), page.name
