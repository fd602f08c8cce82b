"""Positions of every sheet, in every size, number of players, choice of sets, language, paper."""

import pytest
from short_run import cases
from support import (
    SET_CHOICES,
    SHIPPED,
    SIZES,
    assert_sound,
    codes_for,
    definition,
    rolled,
    settings,
    wordiest_language,
)

from generator.core.errors import TextOverflowError
from generator.core.paper import PAPERS
from generator.games.magnetmen.sheets import board_sheet, inventories, legend, rules_sheet
from generator.games.magnetmen.sheets.board_sheet import SIDEBAR_SHARES, layout_frame
from generator.languages import languages
from generator.layout.page import Art, Group, Rect, Text, flatten

PAPER_NAMES = tuple(PAPERS)


@pytest.mark.parametrize(
    ("size", "players", "paper", "with_rules"),
    cases(SIZES, (2, 3, 4), PAPER_NAMES, (True, False),
          always=[("huge", 4, "a4-letter-safe", True), ("huge", 4, "a3", True)]),
)  # fmt: skip
def test_board_is_sound(size, players, paper, with_rules):
    for sets in SET_CHOICES:
        board = rolled("-".join(sets), sets, size, players)
        for code in codes_for(sets):
            page = board_sheet.page(board, settings(paper, "full", code, with_rules))
            assert_sound(page)
            _assert_board_complete(page, board, with_rules)


def _assert_board_complete(page, board, with_rules):
    portraits = [item for item in page.items if isinstance(item, Art) and item.name.count("/") == 1]
    assert [item.name for item in portraits] == [f"magnetmen/{art}" for art in board.arts]
    strips = [item for item in page.items if getattr(item, "name", "").startswith("inventory")]
    assert len(strips) == board.players
    slots = [
        sum(isinstance(item, Rect) and item.fill == "white" for item in strip.items)
        for strip in strips
    ]  # fmt: skip
    assert slots == [board.size.slots] * board.players
    rows = [item for item in page.items if getattr(item, "name", "") == "legend row"]
    assert len(rows) == (len(board.types) if with_rules else 0)


@pytest.mark.parametrize("paper", PAPER_NAMES)
@pytest.mark.parametrize("sets", SET_CHOICES, ids="+".join)
def test_the_legend_reaches_down_to_the_foot(sets, paper):
    for number in range(4):
        page = board_sheet.page(rolled(f"s{number}", sets=sets), settings(paper))
        *_, last = (item for item in page.items if getattr(item, "name", "") == "legend row")
        assert -1e-6 < page.paper.height - 7 - last.box.bottom < 20


@pytest.mark.parametrize("sheet", ["boards", "inventories", "legends", "rules"])
def test_text_on_a3_is_set_as_on_a4_and_drawn_larger(sheet):
    def texts(paper):
        pages = {
            "boards": lambda: board_sheet.pages(rolled(), settings(paper)),
            "inventories": lambda: inventories.pages(rolled(), settings(paper)),
            "legends": lambda: legend.pages(definition(*SHIPPED), settings(paper)),
            "rules": lambda: rules_sheet.pages(definition(*SHIPPED), settings(paper), "test"),
        }[sheet]()
        sides = sorted(PAPERS[paper][1:3])
        assert all(sorted(page.paper.size) == pytest.approx(sides) for page in pages)
        texts_and_scales = [
            (entry.item, page.paper.scale)
            for page in pages
            for entry in flatten(page)
            if isinstance(entry.item, Text)
        ]
        sizes = [item.size * scale for item, scale in texts_and_scales]
        return " ".join(item.text for item, _ in texts_and_scales), min(sizes), max(sizes)

    words, *extremes = texts("a4")
    larger = (pytest.approx(size * 2**0.5, rel=0.001) for size in extremes)
    assert texts("a3") == (words, *larger)


def test_a_legend_that_cannot_fit_is_refused():
    board = rolled()
    long = {"en": "word " * 200}
    power = board.types[0].power.model_copy(update={"text": long})
    from dataclasses import replace

    types = tuple(replace(kind, power=power) for kind in board.types)
    with pytest.raises(TextOverflowError, match="mm too high at 9 pt"):
        board_sheet.page(replace(board, types=types), settings())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_strip_is_turned_to_its_edge(players):
    page = board_sheet.page(rolled(players=players), settings())
    strips = [item for item in page.items if getattr(item, "name", "").startswith("inventory")]
    turns = {2: [0, 180], 3: [0, 90, 180], 4: [0, 90, 180, 270]}[players]
    assert [strip.turn for strip in strips] == turns
    edges = {0: "bottom", 90: "left", 180: "top", 270: "right"}
    grid = next(item for item in page.items if getattr(item, "name", "") == "checker").box
    for strip in strips:
        side = edges[strip.turn]
        gap = {
            "bottom": strip.box.y - grid.bottom,
            "top": grid.y - strip.box.bottom,
            "left": grid.x - strip.box.right,
            "right": strip.box.x - grid.right,
        }[side]
        assert 0 < gap < 4, f"the strip is not beside the grid: {side}"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_board_and_sidebar_line_up(size, players):
    page = board_sheet.page(rolled(size=size, players=players), settings())
    blocks = [item for item in page.items if isinstance(item, Group)]
    board = [item.box for item in blocks if item.name.startswith(("inventory", "checker"))]
    beside = [item.box for item in blocks if item.name in ("title", "game ID")]
    assert min(box.y for box in board) == pytest.approx(min(box.y for box in beside), abs=3)
    assert max(box.bottom for box in board) == pytest.approx(
        max(box.bottom for box in beside), abs=3
    )


@pytest.mark.parametrize("paper", PAPER_NAMES)
@pytest.mark.parametrize("share", [0, *SIDEBAR_SHARES])
def test_slots_leave_room_to_draw_in_and_grow_on_larger_paper(paper, share):
    scale = PAPERS[paper].for_text.scale
    assert (scale > 1.4) == (paper in ("a3", "a2"))
    for size in SIZES:
        shape = definition("base").boards.sizes[size]
        args = (shape.columns, shape.rows, shape.slots)
        for players in (2, 3, 4):
            where = layout_frame(PAPERS[paper].for_text, *args, players, share)
            assert where.slot[1] >= 6.9
            if scale > 1.4:
                small = layout_frame(PAPERS["a4"], *args, players, share)
                assert where.slot == pytest.approx(small.slot, rel=0.01)


def test_four_of_a_kind_and_destroying_are_mentioned_only_with_advanced_sets():
    def words(sets):
        page = board_sheet.page(rolled(sets=sets), settings())
        return " ".join(entry.item.text for entry in flatten(page) if isinstance(entry.item, Text))

    assert "four of one type" not in words(("base",))
    assert "Or destroy" not in words(("base",))
    for sets in (("advanced",), ("expert",), ("base", "expert")):
        assert "four of one type" in words(sets)
        assert "Or destroy" in words(sets)
        assert "Can’t take one? Destroy or pass." in words(sets)  # reading 7


@pytest.mark.parametrize("ink", ["full", "low", "grey"])
def test_low_ink_has_no_tinted_squares(ink):
    page = board_sheet.page(rolled(), settings(ink=ink))
    checker = next(item for item in page.items if getattr(item, "name", "") == "checker")
    tinted = [item for item in checker.items if item.fill]
    assert bool(tinted) == (ink != "low")


@pytest.mark.parametrize(
    ("size", "players", "paper"),
    cases(SIZES, (2, 3, 4), PAPER_NAMES, always=[("huge", 4, "a4-letter-safe")]),
)
def test_inventories_are_sound(size, players, paper):
    for sets in SET_CHOICES:
        board = rolled("inventories", sets, size, players)
        for code in codes_for(sets):
            pages = inventories.pages(board, settings(paper, "full", code))
            assert len(pages) == (players + 1) // 2
            for page in pages:
                assert_sound(page)


def test_every_inventory_has_its_slots_and_a_row_per_type():
    board = rolled(sets=SHIPPED, players=3)
    pages = inventories.pages(board, settings())
    groups = [item for page in pages for item in page.items if isinstance(item, Group)]
    slots = [group for group in groups if group.name == "slots"]
    assert len(slots) == 3
    boxes = [item for item in slots[0].items if type(item).__name__ == "Rect"]
    assert len(boxes) == board.size.slots + 1  # and the tray
    scores = [group for group in groups if group.name == "scores"]
    symbols = [item for item in scores[0].items if isinstance(item, Art) and "symbols" in item.name]
    assert len(symbols) == len(board.types)


@pytest.mark.parametrize("paper", PAPER_NAMES)
@pytest.mark.parametrize("code", languages())
def test_tables_are_sound_and_complete(code, paper):
    definition_of_sets = definition(*SHIPPED)
    pages = legend.pages(definition_of_sets, settings(paper, "full", code))
    for page in pages:
        assert_sound(page)
    players = " ".join(_texts(page) for page in pages if page.name.endswith("players"))
    design = " ".join(_texts(page) for page in pages if page.name.endswith("designers"))
    for piece in definition_of_sets.pieces:
        assert piece.printed_name(code) in players
        assert piece.printed_name(code) in design
    variants = sum(len(piece.powers) for piece in definition_of_sets.pieces)
    assert design.count("%") == variants


def test_a_long_set_breaks_across_pages():
    base_definition = definition("base")
    many = {
        f"{key}_{n}": piece
        for n in range(4)
        for key, piece in base_definition.sets[0].types.items()
    }
    long_set = base_definition.sets[0].model_copy(update={"types": many, "alone": None})
    long_set._key = "long"
    from dataclasses import replace

    pages = legend.pages(replace(base_definition, sets=(long_set,)), settings())
    assert sum(page.name.endswith("players") for page in pages) > 1
    for page in pages:
        assert_sound(page)


@pytest.mark.parametrize(
    ("sets", "code", "paper", "seed"),
    cases(
        (("base",), ("base", "advanced"), SHIPPED), languages(), PAPER_NAMES,
        ("example", "sunday", "42"), always=[(SHIPPED, wordiest_language(), "a4-letter-safe", "42")]
    ),
)  # fmt: skip
def test_rules_are_sound(sets, code, paper, seed):
    pages = rules_sheet.pages(definition(*sets), settings(paper, "full", code), seed)
    assert len(pages) == 2
    for page in pages:
        assert_sound(page)


def _texts(page) -> str:
    return " ".join(entry.item.text for entry in flatten(page) if isinstance(entry.item, Text))
