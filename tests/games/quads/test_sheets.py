"""The sheets: what golden listings do not show."""

import pytest
from games.quads.sheet_pages import groups, inside, pages, quads_with, rolled, words
from short_run import first
from support import assert_sound

from generator.core.settings import INK_MODES
from generator.games.quads.definition import CATALOGUE
from generator.games.quads.pieces import NEUTRALS, PIECES, PLAYERS, Mark
from generator.languages import languages
from generator.layout.page import Art, Oval, Rect

KEYS = tuple(piece.key for piece in PIECES)
PLAYERS_KEYS = [tuple(key for key in KEYS if key.startswith(player)) for player in PLAYERS]


@pytest.mark.parametrize(
    ("values", "paper", "on_first_sheet"),
    [
        ({"square": 20.0, "frame": 4.0, "clearance": 0.0}, "a4", 36),
        ({"square": 25.0, "frame": 20.0, "clearance": 0.0}, "letter", 18),
        ({"square": 31.0, "frame": 6.5, "clearance": 0.0}, "a3", 36),
        ({"board": 5, "square": 20.0, "frame": 4.0}, "a4", 24),
        ({"board": 5, "square": 38.0, "frame": 4.0}, "a4", 12),
        ({"board": 7, "square": 26.0, "frame": 4.0}, "a4-letter-safe", 18),
        *(({"light": name}, "a4", 18) for name in ("N", "N" * 13, "N" * 25)),
    ],
)
@pytest.mark.parametrize("ink", first(1, ["low", "full"]))
def test_other_sizes_and_names_are_sound(values, paper, on_first_sheet, ink):
    quads = quads_with(**values)
    for code in languages() if ink == "full" else ["en"]:
        (board,) = pages("board", quads, paper=paper, code=code, ink=ink)
        assert_sound(board)
    sheets = pages("pieces", quads, paper=paper, ink=ink)
    for page in sheets:
        assert_sound(page)
    assert len(groups(sheets[0], *KEYS)) == on_first_sheet
    if name := values.get("light"):
        assert name in words(board) and name in words(sheets[0])
        assert f"{name} starts." in words(*pages("reference", quads))


@pytest.mark.parametrize("paper", ["a4", "a3"])
@pytest.mark.parametrize("name", CATALOGUE.shipped)
def test_each_player_s_pieces_are_printed_once_and_all_look_different(name, paper):
    quads = rolled(name)
    fronts = pages("pieces", name, paper=paper)[::2]
    faces = [face for front in fronts for face in groups(front, *KEYS)]
    hands = [quads.starting_pieces(player) for player in PLAYERS]
    assert [face.name for face in faces] == [piece.key for hand in hands for piece in hand]
    looks = {tuple((part[3], part[2]) for part in face.items[0].items) for face in faces}
    assert len(looks) == len(faces)
    (page,) = pages("reference", name)
    assert {group.name for group in groups(page, *KEYS)} >= {each.key for each in hands[0][:-1]}
    count = quads.quads_set.hand_size
    assert f"{count} pieces, all different" in words(page) and f"{count} pieces" in words(fronts[0])


@pytest.mark.parametrize("ink", INK_MODES)
def test_backs_show_the_owner_and_neutral_ones_nobody(ink):
    for number, player in enumerate(PLAYERS):
        *own, neutral = groups(pages("pieces", ink=ink)[2 * number + 1], "back")
        assert [(type(item), item.fill) for item in neutral.items] == [(Oval, None)]
        for back in own:
            colours = [item.fill for item in back.items if isinstance(item, Rect)]
            assert colours == ([] if ink == "low" else [rolled().quads_set.owner(player).colour])
            assert not [item for item in back.items if isinstance(item, Oval) and item.stroke]


def test_low_ink_tells_light_from_dark_and_both_from_lines_without_large_dark_areas():
    """A solid side has dots for light, which neither lines nor dark have."""
    for player, keys, front in zip(
        PLAYERS, PLAYERS_KEYS, pages("pieces", ink="low")[::2], strict=True
    ):
        for face in groups(front, *keys):
            dots = [item for item in inside(face) if isinstance(item, Oval) and item.fill == "ink"]
            # 10 of 30 in the bleed
            assert len(dots) == (face.name.count("#") * 30 if player == "light" else 0)
            solid = [item for item in inside(face) if getattr(item, "name", "") == Mark.SOLID.art]
            assert bool(solid) == (player == "dark")
            assert all(item.box.w <= rolled().quads_set.piece / 2 for item in solid)
            assert not [item for item in inside(face) if isinstance(item, Rect) and item.fill]


@pytest.mark.parametrize("ink", INK_MODES)
def test_patterns_run_on_into_the_bleed(ink):
    """A tenth of the side beyond the cut; then there is a little paper."""
    (face,) = groups(pages("pieces", ink=ink)[2], "dark #=|=")
    (whole,) = face.items
    art = [item.box for part in whole.items for item in part[2] if isinstance(item, Art)]
    assert whole.box.w == face.box.w - 2 == pytest.approx(1.2 * 29.5)
    assert min(box.x for box in art) == pytest.approx(0)
    assert max(box.right for box in art) == pytest.approx(whole.box.w)


@pytest.mark.parametrize(
    "name, seed", [("lots", "sunday"), ("small", "sunday"), ("lots", "monday")]
)
def test_the_board_outlines_where_the_neutral_pieces_lie(name, seed):
    quads = rolled(name, seed)
    (board,) = groups(pages("board", quads)[0], "board")
    outlines = groups(board, *(piece.key for piece in NEUTRALS))
    square, frame = quads.quads_set.square, quads.quads_set.frame
    for piece, number, outline in zip(NEUTRALS, quads.setup.marked, outlines, strict=True):
        row, column = divmod(number, quads.setup.side)
        place = frame + (column + 0.5) * square, frame + (row + 0.5) * square
        assert outline.name == piece.key and outline.box.centre == pytest.approx(place)
        assert outline.box.w == quads.quads_set.piece
        assert not any(getattr(part, "fill", None) for part in outline.items)


def test_without_rules_the_board_is_alone():
    with_rules, bare = (pages("board", rules=rules)[0] for rules in (True, False))
    assert "First turn." in words(with_rules) and "First turn." not in words(bare)
    assert_sound(bare)
