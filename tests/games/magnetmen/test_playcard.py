"""The play card: that it fits, what it says, and that it gives way to the legend."""

from dataclasses import replace

import pytest
from support import SHIPPED, assert_sound, placed, rolled, settings, wordiest_board

from generator.games.magnetmen.play.certificate import Certificate
from generator.games.magnetmen.play.figures import Figure, Figures, KindFigures
from generator.games.magnetmen.sheets import board as sheet
from generator.games.magnetmen.sheets.sidebar import CARD_FLOOR
from generator.languages import languages
from generator.layout.page import Group, Oval, Text

SHARES = {2: (0.37, 0.63), 3: (0.2, 0.33, 0.47), 4: (0.0, 0.1, 0.25, 0.65)}


def figure(value: float) -> Figure:
    return Figure(value, 0.0, 1.0)


def played(board):
    """The board with made-up figures: its second type brings most."""
    kinds = tuple(
        KindFigures(kind.piece.key, figure(1), figure(1), figure(0.6 if n == 1 else 0.1), figure(1))
        for n, kind in enumerate(board.types)
    )
    seats = tuple(map(figure, SHARES[board.players]))
    figures = Figures("greedy", 128, {"turns": figure(27.4)}, seats, kinds)
    return replace(board, certificate=Certificate(figures, (), 1.0, 20))


def texts(page) -> list[str]:
    return [each.item.text for each in placed(page) if isinstance(each.item, Text)]


def groups(page) -> set[str]:
    return {group for each in placed(page) for group in (g.name for g in each.groups)}


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", [True, False])
def test_it_fits_and_says_what_was_seen(players, code, rules):
    board = played(rolled("card", ("base",), "regular", players))
    looks = settings(code=code, rules=rules)
    page = sheet.page(board, looks)
    assert_sound(page)
    text = " ".join(texts(page))
    name = board.types[1].piece.printed_name(code)
    assert "20" in text and "27" in text
    assert name in text
    for share in SHARES[players]:
        assert f"{100 * share:.0f}" in text
    assert ("play card" in groups(page)) == rules


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("paper", ["a4", "letter", "a4-letter-safe"])
@pytest.mark.parametrize("size", ["small", "huge"])
def test_it_gives_way_to_a_full_legend(code, paper, size):
    plain = wordiest_board(code, size, 4)
    looks = settings(code=code, paper=paper)
    page = sheet.page(played(plain), looks)
    assert_sound(page)
    without = sheet.page(plain, looks)
    smallest = min(t.item.size for t in placed(page) if isinstance(t.item, Text))
    assert smallest >= 8
    legend_size, plain_size = (_legend_size(one) for one in (page, without))
    assert legend_size >= min(CARD_FLOOR, plain_size)


def _legend_size(page) -> float:
    return min(
        each.item.size
        for each in placed(page)
        if isinstance(each.item, Text) and any(group.name == "legend row" for group in each.groups)
    )


@pytest.mark.parametrize("code", languages())
def test_where_there_is_hardly_any_room_it_still_says_how_long(code):
    boards = (rolled(f"full {n}", SHIPPED, "regular", 4) for n in range(40))
    full = [board for board in boards if len(board.types) == 7]
    assert full
    pages = [sheet.page(played(board), settings(code=code)) for board in full]
    short = [page for page in pages if not {"play card", "play note"} & groups(page)]
    assert short
    for page in short:
        assert_sound(page)
        said = " ".join(texts(page)[-12:])
        assert "20 min" in said.replace("\N{NO-BREAK SPACE}", " ")
        assert "27" in said


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_seat_has_its_number_its_share_and_a_bar_of_all_games(players):
    page = sheet.page(played(rolled("card", ("base",), "regular", players)), settings())
    seats: dict[float, list] = {}
    for one in placed(page):
        if one.groups and one.groups[-1].name == "seat":
            seats.setdefault(one.frames[-1].x, []).append(one)
    assert len(seats) == players
    for number, share in enumerate(SHARES[players], 1):
        disc, digit, *wins, track, bar = seats[sorted(seats)[number - 1]]
        assert isinstance(disc.item, Oval) and disc.box.contains(digit.box)
        assert digit.item.text == str(number)
        assert " ".join(word.item.text for word in wins) == f"wins {100 * share:.0f}%"
        assert track.box.contains(bar.box) and bar.box.x == track.box.x
        assert bar.box.w == pytest.approx(max(track.box.h, track.box.w * share))


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("paper", ["a4", "letter", "a4-letter-safe"])
def test_narrow_sheets_have_it_in_every_language(paper, code):
    page = sheet.page(
        played(rolled("card", ("base",), "regular", 4)), settings(code=code, paper=paper)
    )
    assert "play card" in groups(page)


def test_a_board_that_was_not_played_has_none():
    page = sheet.page(rolled("card", SHIPPED, "regular", 4), settings())
    assert not {"play card", "play note"} & groups(page)
    assert not any(isinstance(item, Group) and item.name == "play card" for item in page.items)
