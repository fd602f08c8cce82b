"""Positions on every sheet, on every paper, in every language, in every ink."""

import re
from dataclasses import replace

import pytest
from games.quads.sheet_pages import (
    KEYS,
    SHEETS,
    SOLID,
    classic,
    groups,
    of_player,
    pages,
    quads_with,
    rolled,
    words,
)
from short_run import cases
from support import assert_sound, settings, wordiest_language

from generator.core.paper import PAPERS, Box
from generator.core.settings import INK_MODES
from generator.games.quads import GAME
from generator.games.quads.pieces import NEUTRALS
from generator.languages import languages
from generator.layout.page import Art, Group, Oval, Page, Rect, flatten


@pytest.mark.parametrize(
    ("paper", "code", "ink"),
    cases(PAPERS, languages(), INK_MODES, together=1,
          always=[("a4-letter-safe", wordiest_language(), "low")]),
)  # fmt: skip
def test_every_page_is_sound(paper, code, ink):
    for sheet in SHEETS:
        for page in pages(sheet, paper=paper, code=code, ink=ink):
            assert_sound(page)


@pytest.mark.parametrize(
    ("paper", "square_and_frame"),
    cases(PAPERS, ((20, 4), (25, 20), (32, 4), (31, 6.5)), together=1, always=[("a3", (31, 6.5))]),
)
def test_other_sizes_are_sound(paper, square_and_frame):
    square, frame = square_and_frame
    quads = quads_with(square=float(square), frame=float(frame), clearance=0.0)
    for sheet in ("board", "pieces"):
        for page in pages(sheet, quads, paper=paper):
            assert_sound(page)
    sheets = pages("pieces", quads, paper=paper)
    together = paper in ("a3", "a2") or square == 20
    assert len(sheets) == (2 if together else 4)
    assert len(groups(sheets[0], *KEYS)) == (36 if together else 18)


@pytest.mark.parametrize(
    ("name", "paper", "code", "ink"),
    cases(("apart", "lots", "small"), PAPERS, languages(), INK_MODES, together=1,
          always=[("small", "a4-letter-safe", wordiest_language(), "low")]),
)  # fmt: skip
def test_sheets_of_the_other_sets_are_sound(name, paper, code, ink):
    for sheet in SHEETS:
        for page in pages(sheet, rolled(name), paper=paper, code=code, ink=ink):
            assert_sound(page)


@pytest.mark.parametrize("board, square", [(5, 20), (5, 38), (7, 26)])
def test_other_boards_are_sound(board, square):
    """The smallest board has the least room for the rules."""
    quads = quads_with(board=board, square=float(square), frame=4.0)
    for code in languages():
        (page,) = pages("board", quads, code=code)
        assert_sound(page)


# Pieces


@pytest.mark.parametrize("paper", PAPERS)
def test_a_player_s_pieces_are_on_one_sheet_and_all_36_different(paper):
    fronts = pages("pieces", paper=paper)[::2]
    hands = [
        [piece.key for piece in classic().starting_pieces(player)] for player in ("light", "dark")
    ]
    names = [[face.name for face in groups(front, *KEYS)] for front in fronts]
    assert names == ([hands[0] + hands[1]] if paper in ("a3", "a2") else hands)
    faces = [face for front in fronts for face in groups(front, *KEYS)]
    assert len({face.name for face in faces}) == 36
    assert len({_looks(face) for face in faces}) == 36


def _looks(face: Group) -> tuple:
    """The art on a face: name, colour and place."""
    page = Page(PAPERS["a4"], (face._replace(box=Box(0, 0, face.box.w, face.box.h)),))
    return tuple(
        (entry.item.name, entry.item.colour, entry.turn, *map(round, entry.box))
        for entry in flatten(page)
        if isinstance(entry.item, Art)
    )


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("player", ["light", "dark"])
def test_backs_lie_behind_fronts(player, flip):
    sheets = GAME.pages("pieces", classic(), replace(settings(), flip=flip))
    front, back = sheets[:2] if player == "light" else sheets[2:]
    *own, neutral = groups(front, *KEYS)
    expected = [mirror(face.box.inset(1), back.paper, flip) for face in own]
    grounds = [entry.box for entry in flatten(back) if isinstance(entry.item, Rect)]
    assert [rounded_box(box) for box in grounds] == [rounded_box(box) for box in expected]
    (ring,) = [entry.box for entry in flatten(back) if isinstance(entry.item, Oval)]
    behind = mirror(neutral.box, back.paper, flip)
    assert ring.centre == pytest.approx(behind.centre)


def mirror(box: Box, paper, flip) -> Box:
    """Where the back of something lies on a portrait page turned over like that."""
    if flip == "long":
        return Box(paper.width - box.right, box.y, box.w, box.h)
    return Box(box.x, paper.height - box.bottom, box.w, box.h)


def rounded_box(box: Box) -> tuple[float, ...]:
    return tuple(round(value, 3) for value in box)


@pytest.mark.parametrize("ink", INK_MODES)
@pytest.mark.parametrize("player", ["light", "dark"])
def test_backs_show_the_owner_and_neutral_ones_nobody(player, ink):
    """A neutral back is white with a ring, in every ink."""
    page = of_player(player, ink=ink)[1]
    *own, neutral = [item for item in page.items if item.name == "back"]
    assert [type(item) for item in neutral.items] == [Oval]
    assert neutral.items[0].fill is None
    for back in own:
        colours = [item.fill for item in back.items if isinstance(item, Rect)]
        assert colours == ([] if ink == "low" else [classic().quads_set.owner(player).colour])
        rings = [item for item in back.items if isinstance(item, Oval) and item.stroke]
        assert not rings


@pytest.mark.parametrize("player", ["light", "dark"])
def test_low_ink_has_no_large_dark_areas(player):
    side = classic().quads_set.piece
    for page in of_player(player, ink="low"):
        solid = [
            entry.box.w
            for entry in flatten(page)
            if isinstance(entry.item, Art) and entry.item.name == SOLID
        ]
        assert all(width <= side / 2 for width in solid)
        rects = [entry.item for entry in flatten(page) if isinstance(entry.item, Rect)]
        assert not any(rect.fill for rect in rects)


def test_low_ink_tells_light_from_dark_and_both_from_lines():
    """A solid side has dots for light, which neither lines nor dark have."""
    for player in ("light", "dark"):
        page = of_player(player, ink="low")[0]
        for face in groups(page, *(piece.key for piece in classic().setup.hand(player))):
            solid = face.name.count("#")
            inside = [entry.item for entry in flatten(Page(page.paper, (face,)))]
            dots = [item for item in inside if isinstance(item, Oval) and item.fill == "ink"]
            assert len(dots) == (solid * 30 if player == "light" else 0)  # 10 of them in the bleed
            triangles = [item for item in inside if isinstance(item, Art) and item.name == SOLID]
            assert bool(triangles) == (player == "dark")


def arts(page: Page) -> list[str]:
    return [entry.item.name for entry in flatten(page) if isinstance(entry.item, Art)]


@pytest.mark.parametrize("ink", INK_MODES)
def test_patterns_run_on_into_the_bleed(ink):
    """A tenth of the side beyond the cut; then there is a little paper."""
    page = of_player("dark", ink=ink)[0]
    (face,) = groups(page, "dark #=|=")
    art_boxes = [
        entry.box for entry in flatten(Page(page.paper, (face,))) if isinstance(entry.item, Art)
    ]
    bleed = face.box.centred(29.5, 29.5).inset(-2.95)
    assert min(box.x for box in art_boxes) == pytest.approx(bleed.x)
    assert min(box.y for box in art_boxes) == pytest.approx(bleed.y)
    assert max(box.right for box in art_boxes) == pytest.approx(bleed.right)
    assert max(box.bottom for box in art_boxes) == pytest.approx(bleed.bottom)
    assert face.box == bleed.inset(-1)


def test_only_the_pieces_of_the_seed_are_printed():
    for name in ("lots", "small"):
        quads = rolled(name)
        fronts = pages("pieces", quads, paper="a3")[::2]
        names = [face.name for front in fronts for face in groups(front, *KEYS)]
        hands = [*quads.starting_pieces("light"), *quads.starting_pieces("dark")]
        assert names == [piece.key for piece in hands]
        assert f"{quads.quads_set.hand_size} pieces" in words(fronts[0])
        (page,) = pages("reference", quads)
        pictures = [group.name for group in all_groups(page) if group.name in KEYS]
        assert set(pictures) >= {piece.key for piece in quads.setup.hand("light")}
        assert f"{quads.quads_set.hand_size} pieces, all different" in words(page)


def all_groups(page: Page) -> list[Group]:
    """Groups, and those inside groups."""
    waiting, result = [*page.items], []
    while waiting:
        if isinstance(item := waiting.pop(), Group):
            result.append(item)
            waiting += item.items
    return result


# The board


@pytest.mark.parametrize("ink", INK_MODES)
def test_the_board_shows_where_the_neutral_pieces_lie(ink):
    for name, seed in (("lots", "sunday"), ("small", "sunday"), ("lots", "monday")):
        quads = rolled(name, seed)
        (board,) = groups(pages("board", quads, ink=ink)[0], "board")
        outlines = [item for item in board.items if isinstance(item, Group)]
        pictures = {item.name: item.box.centre for item in outlines}
        assert {item.box.w for item in outlines} == {quads.quads_set.piece}
        assert not any(getattr(part, "fill", None) for item in outlines for part in item.items)
        square, frame = quads.quads_set.square, quads.quads_set.frame
        expected = {}
        for piece, number in zip(NEUTRALS, quads.setup.marked, strict=True):
            row, column = divmod(number, quads.setup.side)
            place = frame + (column + 0.5) * square, frame + (row + 0.5) * square
            expected[piece.key] = pytest.approx(place)
        assert pictures == expected


@pytest.mark.parametrize("paper", PAPERS)
def test_the_board_has_its_true_size_on_every_paper(paper):
    (page,) = pages("board", paper=paper)
    (board,) = groups(page, "board")
    assert (board.box.w, board.box.h) == (198, 198)
    squares = [item for item in board.items if isinstance(item, Rect) and item.box.w == 30]
    assert len({(item.box.x, item.box.y) for item in squares}) == len(squares) == 36


def test_the_frame_carries_on_the_pattern_of_parallel_lines():
    (page,) = pages("board")
    (board,) = groups(page, "board")
    bars = [item.box for item in board.items if isinstance(item, Rect) and item.fill == "ink"]
    assert len(bars) == 3 * 4
    assert {round(min(box.w, box.h), 3) for box in bars} == {1.2}  # as in the art
    left = sorted(9 - box.centre[0] for box in bars if box.h > box.w and box.x < 9)
    assert left == pytest.approx([1.5, 4.5, 7.5])  # the first one inside lies at 1.5


def test_the_board_says_when_its_frame_counts():
    """It names the variant as the cards do."""
    for code in languages():
        board_text, variant = words(pages("board", code=code)[0]), pages("reference", code=code)[0]
        name = re.search(r"[“«„‘]\s?([^”»“’]+?)\s?[”»“’]", board_text)[1]
        assert name in words(variant)


def test_the_frame_has_square_corners_and_the_squares_are_empty():
    (page,) = pages("board")
    (board,) = groups(page, "board")
    assert {type(item) for item in board.items} == {Rect}
    assert {item.radius for item in board.items} == {0}


def test_without_rules_the_board_is_alone():
    (page_with_rules,), (bare,) = pages("board"), pages("board", rules=False)
    assert "First turn." in words(page_with_rules)
    assert "First turn." not in words(bare)
    assert_sound(bare)
