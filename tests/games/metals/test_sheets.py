"""Map and tokens: fair from both sides, complete, inside their places, on every paper."""

import itertools
from collections import Counter
from dataclasses import replace

import pytest
from support import assert_sound, settings

from generator.games.metals.definition import load_definition
from generator.games.metals.game import GAME
from generator.games.metals.roll import roll
from generator.games.metals.sheets import map as map_sheet
from generator.games.metals.sheets import tokens
from generator.languages import language, languages
from generator.layout.cut import DoesNotFit
from generator.layout.page import PAPERS, Art, Box, Group, Line, Page, Rect, Text, placed

DAMAGE = "metals/tokens/damage"


def game(name="classic", form="basic", seed="sheets"):
    return roll(load_definition([name]), form, 2, seed)


def leaves(page: Page):
    return [
        (type(each.item).__name__, getattr(each.item, "name", getattr(each.item, "text", "")),
         each.box, each.turn)
        for each in placed(page)
    ]  # fmt: skip


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("form", ["basic", "factions"])
@pytest.mark.parametrize("name", ["classic", "wilds"])
def test_maps_are_sound(name, form, code, paper):
    for ink in ("full", "low"):
        assert_sound(map_sheet.page(game(name, form), settings(paper, ink, code)))


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("form", ["basic", "factions"])
def test_half_a_turn_of_the_paper_shows_the_same_sheet(form, seed):
    """All but the picture on a middle space, which can look at one player only."""
    shown = game("wilds", form, seed)
    page = map_sheet.page(shown, settings())
    whole = Box(0, 0, page.paper.width, page.paper.height)
    middle = (whole.centre[0], whole.centre[1])

    def at(box, turn):
        return tuple(round(value, 2) for value in box), turn

    one, other = Counter(), Counter()
    for kind, name, box, turn in leaves(page):
        if box.centre == pytest.approx(middle, abs=0.5):
            continue
        one[kind, name, at(box, turn)] += 1
        half = Box(whole.w - box.right, whole.h - box.bottom, box.w, box.h)
        other[kind, name, at(half, (turn + 180) % 360)] += 1
    assert one == other


@pytest.mark.parametrize("name", ["classic", "wilds"])
def test_every_space_shows_what_it_is(name):
    shown = game(name)
    page = map_sheet.page(shown, settings())
    tiles = next(item for item in page.items if getattr(item, "name", "") == "map")
    kinds = [item.name for item in tiles.items if isinstance(item, Group)]
    corners = shown.map.corners
    expected = ["corner" if i in corners else kind for i, kind in enumerate(shown.map.spaces)]
    assert kinds == expected
    boxes = [item.box for item in tiles.items if isinstance(item, Group)]
    for one, two in itertools.combinations(boxes, 2):
        assert not one.overlaps(two)


@pytest.mark.parametrize(("form", "target"), [("basic", 10), ("factions", 20)])
def test_each_side_has_a_track_from_0_to_the_target(form, target):
    page = map_sheet.page(game(form=form), settings())
    texts = [(name, turn) for kind, name, _, turn in leaves(page) if kind == "Text"]
    numbers = Counter((int(name), turn) for name, turn in texts if name.isdigit())
    for number in range(3, target + 1):
        assert numbers[number, 0] == numbers[number, 180] == 1
    assert max(number for number, _ in numbers) == target
    far = [box.y for kind, name, box, turn in leaves(page) if name == "0" and turn == 180]
    assert max(far) < page.paper.height / 4


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("form", ["basic", "factions"])
def test_spaces_have_room_for_figurines(form, paper):
    for name in ("classic", "wilds"):
        for seed in map(str, range(20)):
            shown = game(name, form, seed)
            base = shown.definition.figures.figurine.base
            assert map_sheet.frame(shown, PAPERS[paper]).tile >= base[1]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("form", ["basic", "factions"])
def test_the_map_fills_the_room_between_the_tracks(form, paper):
    for name in ("classic", "wilds"):
        where = map_sheet.frame(game(name, form), PAPERS[paper])
        wide = where.map.w > 0.9 * where.strip.w
        assert wide or where.strip.y - where.map.bottom < 10


@pytest.mark.parametrize("letters", [40, 80])
def test_a_title_keeps_off_the_game_id_or_is_left_out(letters):
    shown = game()
    named = shown.definition.sets[0].model_copy(update={"title": {"en": "m" * letters}})
    page = map_sheet.page(
        replace(shown, definition=replace(shown.definition, sets=(named,))), settings()
    )
    assert_sound(page)
    told = [name for kind, name, *_ in leaves(page) if "first to 10 points" in name]
    assert (
        told == [f"{'m' * 40} · first to 10 points" if letters == 40 else "first to 10 points"] * 2
    )


def test_a_map_of_too_many_spaces_is_refused():
    shown = game("wilds")
    huge = replace(shown.map, columns=8, rows=10, spaces=("plain",) * 80)
    with pytest.raises(DoesNotFit, match=r"8 x 10 on letter leaves 2\d mm for a space"):
        map_sheet.page(replace(shown, map=huge, factions=True), settings("letter"))


@pytest.mark.parametrize("ink", ["full", "low", "grey"])
@pytest.mark.parametrize("paper", PAPERS)
def test_tokens_are_sound(paper, ink):
    for page in tokens.pages(game(), settings(paper, ink, "fr")):
        assert_sound(page)


@pytest.mark.parametrize("paper", PAPERS)
def test_as_many_tokens_as_the_set_says(paper):
    shown = game()
    figures = shown.definition.figures
    counts = figures.tokens
    for player in ("blue", "red"):
        found: Counter = Counter()
        for page in tokens.pages(shown, settings(paper)):
            if page.name == f"tokens {player}":
                found += Counter(item.name for item in page.items if isinstance(item, Group))
        del found["slug"]
        expected = Counter(dict.fromkeys(figures.factions, counts.metals))
        expected += Counter(
            identification=counts.identification, score=counts.score, damage=counts.damage
        )
        assert found == expected


def test_other_counts_are_printed_too():
    shown = game()
    figures = shown.definition.figures
    counts = figures.tokens.model_copy(update={"metals": 9, "identification": 0})
    changed = replace(shown.definition, figures=figures.model_copy(update={"tokens": counts}))
    pages = tokens.pages(replace(shown, definition=changed), settings())
    names = Counter(item.name for page in pages for item in page.items if isinstance(item, Group))
    assert names["zipang"] == names["zipang damaged"] == 18
    assert not names["identification"]
    for page in pages:
        assert_sound(page)


def test_behind_every_metal_it_is_damaged():
    pages = tokens.pages(game(), settings())
    width = pages[0].paper.width
    for fronts, backs in zip(pages[::2], pages[1::2], strict=True):
        behind = {
            (round(width - item.box.right, 2), round(item.box.y, 2)): item.name
            for item in backs.items
            if isinstance(item, Group) and item.name != "slug"
        }
        faces = [item for item in fronts.items if isinstance(item, Group) and item.name != "slug"]
        assert len(faces) == len(behind)
        for item in faces:
            back = behind[round(item.box.x, 2), round(item.box.y, 2)]
            factions = game().definition.figures.factions
            assert back == (f"{item.name} damaged" if item.name in factions else item.name)


def test_the_front_is_up_on_both_sides_of_a_metal():
    for page in tokens.pages(game(), settings()):
        arts = [each for each in placed(page) if isinstance(each.item, Art)]
        figurines = [each for each in arts if each.item.name.endswith("figurine")]
        assert figurines
        assert all(each.turn == 0 for each in figurines)


def test_scissors_find_white_cut_lines_on_colour_and_grey_ones_on_paper():
    for ink, colour in (("full", "white"), ("grey", "white"), ("low", "grey")):
        for page in tokens.pages(game(), settings(ink=ink))[::2]:
            faces = [item.box for item in page.items if isinstance(item, Group)
                     and item.name != "slug"]  # fmt: skip
            lines = {item.box for item in page.items if isinstance(item, Line)
                     and item.stroke == colour}  # fmt: skip
            for face in faces:
                left = Box(round(face.x, 3), round(face.y, 3), 0, round(face.h, 3))
                assert any(left == pytest.approx(line, abs=0.01) for line in lines)


def test_a_burst_stays_away_from_the_name():
    for page in tokens.pages(game(), settings())[1::2]:
        for item in page.items:
            if isinstance(item, Group) and item.name.endswith("damaged"):
                (burst,) = [one.box for one in item.items if getattr(one, "name", "") == DAMAGE]
                (name,) = [one for one in item.items if isinstance(one, Text)]
                assert name.box.y - burst.bottom > 1.2
                assert name.size >= 8


def test_a_name_too_long_for_a_token_is_left_out_and_the_metal_larger():
    shown = game()
    figures = shown.definition.figures
    factions = dict(figures.factions)
    factions["zipang"] = factions["zipang"].model_copy(update={"name": {"en": "M" * 20}})
    changed = figures.model_copy(update={"factions": factions})
    page = tokens.pages(
        replace(shown, definition=replace(shown.definition, figures=changed)), settings()
    )[0]
    assert_sound(page)
    sides = {item.name: max(one.box.w for one in item.items if isinstance(one, Art))
             for item in page.items if isinstance(item, Group)
             and item.name in ("zipang", "dinorda")}  # fmt: skip
    assert sides["zipang"] > sides["dinorda"]
    names = {each.item.text for each in placed(page) if isinstance(each.item, Text)}
    assert "M" * 20 not in names
    assert "Dinorda" in names


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("form", ["basic", "factions"])
def test_stand_ins_leave_the_rim_of_a_space_in_sight(form, paper):
    """Where its points are printed."""
    for name in ("classic", "wilds"):
        shown = game(name, form)
        room = map_sheet.frame(shown, PAPERS[paper]).tile
        assert (room - shown.definition.figures.tokens.size) / 2 >= 3


@pytest.mark.parametrize("code", languages())
def test_the_foot_says_whose_tokens_these_are_without_colour(code):
    blue, red = tokens.pages(game(), settings(code=code))[::2]
    for page, colour in ((blue, "blue"), (red, "red")):
        slug = [each.item.text for each in placed(page) if isinstance(each.item, Text)
                and each.groups[0].name == "slug"]  # fmt: skip
        assert language(code).say(f"metals.tokens.{colour}") in " ".join(slug)


@pytest.mark.parametrize(
    ("code", "plain", "dashed"),
    [
        ("de", "durchgezogene Linie", "gestrichelte Linie"),
        ("en", "plain line", "dashed line"),
        ("fr", "trait plein", "tirets"),
        ("nl", "doorgetrokken lijn", "stippellijn"),
    ],
)
def test_whose_tokens_is_a_matter_of_lines(code, plain, dashed):
    assert plain in language(code).say("metals.tokens.blue")
    assert dashed in language(code).say("metals.tokens.red")


def test_players_differ_without_colour():
    """Blue has plain lines and round markers, red dashed lines and notched ones."""
    pages = tokens.pages(game(), settings(ink="grey"))

    def dashes(page):
        return {each.item.dash for each in placed(page) if isinstance(each.item, Rect)
                and each.item.stroke}  # fmt: skip

    assert dashes(pages[0]) == {()}
    assert dashes(pages[2]) == {(1.6, 1.1)}


def test_low_ink_has_no_coloured_ground():
    for page in tokens.pages(game(), settings(ink="low")):
        assert not [item for item in page.items if isinstance(item, Rect)]
        texts = [each.item for each in placed(page) if isinstance(each.item, Text)]
        assert all(text.colour != "white" for text in texts)


def test_every_sheet_of_the_game_is_listed():
    assert list(GAME.rolled_sheets) == ["map", "tokens", "rules"]
    assert GAME.once == {"tokens", "rules"}
