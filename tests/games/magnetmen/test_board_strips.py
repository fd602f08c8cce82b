"""The board sheet: where players sit, and the slots along their edges."""

import math

import pytest
from games.magnetmen.oracle import Inventory
from games.magnetmen.simulation.states import Game
from positions import position
from short_run import cases
from support import SHIPPED, SIZES, inventories, rolled, settings

from generator.core.errors import PieceTooLargeError
from generator.core.paper import PAPERS
from generator.games.magnetmen.sheets import board_sheet as sheet
from generator.games.magnetmen.sheets.board_sheet import (
    GOOD_SLOT,
    MAX_SLOT_ASPECT,
    NUMBER_WIDTH,
    TOTAL_GAP,
    layout_frame,
)
from generator.layout.page import Oval, Rect


def trays(page) -> list:
    """The boxes of the inventories, by player."""
    strips = inventories(page)
    assert [strip.name for strip in strips] == [f"inventory {n + 1}" for n in range(len(strips))]
    return [strip.box for strip in strips]


def clockwise(page) -> list[int]:
    """The players from the first one on as they sit around the grid, clockwise on paper."""
    (grid,) = (item.box for item in page.items if getattr(item, "name", "") == "checker")

    def angle(box) -> float:
        dx, dy = (at - middle for at, middle in zip(box.centre, grid.centre, strict=True))
        return math.atan2(dy, dx)  # y grows downward, so that angles grow clockwise

    boxes = trays(page)
    turns = [(angle(box) - angle(boxes[0])) % (2 * math.pi) for box in boxes]
    return sorted(range(len(boxes)), key=turns.__getitem__)


@pytest.mark.parametrize(
    ("size", "players", "paper", "with_rules"), cases(SIZES, (2, 3, 4), PAPERS, (True, False))
)
def test_players_sit_clockwise(size, players, paper, with_rules):
    for sets in (("base",), SHIPPED):
        board = rolled("seats", sets, size, players)
        page = sheet.page(board, settings(paper, rules=with_rules))
        assert clockwise(page) == list(range(players))


@pytest.mark.parametrize(("power", "step"), [("life_guard A", 1), ("life_guard B", -1)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_engine_asks_the_neighbour_on_paper(players, power, step):
    """Seen from above, players are in clockwise order: the next one sits to the left."""
    seats = clockwise(sheet.page(rolled(players=players), settings()))
    start = position("g .", players=players, g=power)
    for out in range(players):
        game = Game(start.with_inventory(out, Inventory(out=True)))
        for player in set(range(players)) - {out}:
            neighbour = seats[(seats.index(player) + step) % players]
            can = 0 in game.legal(game.start(player))
            assert can == (neighbour != out)


@pytest.mark.parametrize(
    ("size", "players", "paper", "with_rules"), cases(SIZES, (2, 3, 4), PAPERS, (True, False))
)
def test_slots_fill_every_strip_from_the_number_to_the_sum(size, players, paper, with_rules):
    for sets in (("base",), SHIPPED):
        board = rolled("eyes", sets, size, players)
        strips = [strip_parts(strip) for strip in
                  inventories(sheet.page(board, settings(paper, rules=with_rules)))]  # fmt: skip
        assert len({(total.w, round(number.x, 6)) for number, _, total in strips}) == 1
        for number, slots, total in strips:
            before = min(slot.x for slot in slots) - number.right
            behind = total.x - max(slot.right for slot in slots)
            assert before == pytest.approx(NUMBER_WIDTH - number.w)
            assert behind == pytest.approx(TOTAL_GAP)
            assert slots[0].h >= GOOD_SLOT
            assert 0.999 < slots[0].w / slots[0].h <= MAX_SLOT_ASPECT + 1e-6


@pytest.mark.parametrize(
    ("size", "players", "paper", "with_rules"), cases(SIZES, (2, 3, 4), PAPERS, (True, False))
)
def test_all_seats_have_the_same_slots_and_the_same_box_for_the_sum(
    size, players, paper, with_rules
):
    board = rolled("eyes", SHIPPED, size, players)
    page = sheet.page(board, settings(paper, rules=with_rules))
    sizes = set()
    for strip in inventories(page):
        _, slots, total = strip_parts(strip)
        sizes |= {
            (*(round(side, 6) for side in (slot.w, slot.h, total.w, total.h)),) for slot in slots
        }
    assert len(sizes) == 1


def test_slots_too_small_to_draw_in_are_refused():
    with pytest.raises(PieceTooLargeError, match=r"90 slots on a4 are 3\.2 mm each, expected 5 mm"):
        layout_frame(PAPERS["a4"], 8, 8, 90, 4, share=0.3)


def strip_parts(strip) -> tuple:
    """The boxes of the number, of the slots and of the sum in a strip, as its player sees it."""
    (number,) = (item.box for item in strip.items if isinstance(item, Oval))
    slots = [item.box for item in strip.items if isinstance(item, Rect) and item.fill == "white"]
    (total,) = (item.box for item in strip.items if getattr(item, "fill", "") == "cream")
    return number, slots, total
