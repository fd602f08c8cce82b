"""Map and tokens: fair from both sides, complete, inside their places, on every paper."""

import itertools
from collections import Counter
from dataclasses import replace

import pytest
from support import assert_sound, settings

from generator.core.errors import PieceTooLargeError
from generator.core.paper import PAPERS, Box
from generator.games.metals.factions import assign_keys
from generator.games.metals.game import GAME
from generator.games.metals.load import load_definition
from generator.games.metals.roll import roll
from generator.games.metals.sheets import cards, map_sheet, tokens
from generator.languages import languages, load_language
from generator.layout.page import Art, Group, Line, Page, Rect, Text, flatten

DAMAGE = "metals/tokens/damage"

FOOT = ("slug", "instructions")  # groups that are no pieces


def game(name="classic", form="basic", seed="sheets"):
    return roll(load_definition([name]), form, 2, seed)


def leaves(page: Page):
    return [
        (type(each.item).__name__, getattr(each.item, "name", getattr(each.item, "text", "")),
         each.box, each.turn)
        for each in flatten(page)
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
    for number in range(4, target + 1):  # 1 to 3 are in the key as well
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
            assert map_sheet.layout_map(shown, PAPERS[paper]).tile >= base[1]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("form", ["basic", "factions"])
def test_the_map_fills_the_room_between_tracks_and_keys(form, paper):
    for name in ("classic", "wilds"):
        where = map_sheet.layout_map(game(name, form), PAPERS[paper])
        beside = where.track.x - where.map.right
        assert beside < 6
        assert where.strip.y - where.map.bottom < 6
        assert where.map.w > 0.8 * where.paper.area.w


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
    with pytest.raises(
        PieceTooLargeError, match=r"8 x 10 with score tracks to 20 on letter leaves 20 mm"
    ):
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
        del found["slug"], found["instructions"]
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
            if isinstance(item, Group) and item.name not in FOOT
        }
        faces = [item for item in fronts.items if isinstance(item, Group) and item.name not in FOOT]
        assert len(faces) == len(behind)
        for item in faces:
            back = behind[round(item.box.x, 2), round(item.box.y, 2)]
            factions = game().definition.figures.factions
            assert back == (f"{item.name} damaged" if item.name in factions else item.name)


def test_the_front_is_up_on_both_sides_of_a_metal():
    for page in tokens.pages(game(), settings()):
        arts = [each for each in flatten(page) if isinstance(each.item, Art)]
        figurines = [each for each in arts if each.item.name.endswith("figurine")]
        assert figurines
        assert all(each.turn == 0 for each in figurines)


def test_scissors_find_white_cut_lines_on_colour_and_grey_ones_on_paper():
    for ink, colour in (("full", "white"), ("grey", "white"), ("low", "grey")):
        for page in tokens.pages(game(), settings(ink=ink))[::2]:
            joined = (*game().definition.figures.factions, "score")
            faces = [item.box for item in page.items if isinstance(item, Group)
                     and item.name in joined]  # fmt: skip
            lines = {item.box for item in page.items if isinstance(item, Line)
                     and item.stroke == colour}  # fmt: skip
            assert len(faces) == 22
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
    names = {each.item.text for each in flatten(page) if isinstance(each.item, Text)}
    assert "M" * 20 not in names
    assert "Dinorda" in names


@pytest.mark.parametrize("code", languages())
def test_the_foot_says_whose_tokens_these_are_without_colour(code):
    blue, red = tokens.pages(game(), settings(code=code))[::2]
    for page, colour in ((blue, "blue"), (red, "red")):
        slug = [each.item.text for each in flatten(page) if isinstance(each.item, Text)
                and each.groups[0].name == "slug"]  # fmt: skip
        assert load_language(code).say(f"metals.tokens.{colour}") in " ".join(slug)


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
    assert plain in load_language(code).say("metals.tokens.blue")
    assert dashed in load_language(code).say("metals.tokens.red")


def test_players_differ_without_colour():
    """Blue has plain lines, red dashed ones; test_pieces.py looks at the markers."""
    pages = tokens.pages(game(), settings(ink="grey"))

    def dashes(page):
        return {each.item.dash for each in flatten(page) if isinstance(each.item, Rect)
                and each.item.stroke and each.groups[0].name not in FOOT}  # fmt: skip

    assert dashes(pages[0]) == {()}
    assert dashes(pages[2]) == {(1.6, 1.1)}


def test_low_ink_has_no_coloured_ground():
    for page in tokens.pages(game(), settings(ink="low")):
        assert not [item for item in page.items if isinstance(item, Rect)]
        texts = [each.item for each in flatten(page) if isinstance(each.item, Text)]
        assert all(text.colour != "white" for text in texts)


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_stops_within_2_mm_of_a_cut(paper, ink):
    """What is not 2 mm away bleeds over the cut; but for the line that says where it is."""
    safe = 2.0
    for page in tokens.pages(game(), settings(paper, ink)):
        for face in page.items:
            if not isinstance(face, Group) or face.name in FOOT:
                continue
            outlined = face.name == "identification"
            rim = tokens.MARKER_BLEED if outlined else 0
            trim = Box(0, 0, face.box.w, face.box.h).inset(rim)
            for item in face.items:
                if outlined and not isinstance(item, Art):
                    assert item.stroke in ("white", "ink")
                    assert trim.contains(item.box)
                    continue
                bleeds = item.box.contains(trim.inset(-1))
                assert bleeds or trim.inset(safe).contains(item.box), (face.name, item)


def test_the_marker_with_teeth_is_cut_inside_its_art():
    """Its art bleeds at least 1 mm, the usual shift of a back."""
    trim = Box(0, 0, 33, 33)
    corners = tokens._toothed(trim)
    unit = (33 + 2 * tokens.MARKER_BLEED) / 100
    half, root = 20 * unit, 38 * unit  # of a tooth; from the middle to its foot, as drawn
    for x, y in corners:
        dx, dy = abs(x - 16.5), abs(y - 16.5)
        assert max(dx, dy) <= 16.5 + 1e-9
        assert min(dx, dy) <= half - 1
        at_the_end = max(dx, dy) == pytest.approx(16.5)
        assert at_the_end or (dx + dy) / 2**0.5 <= (half + root) / 2**0.5 - 1


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("form", ["basic", "factions"])
def test_score_markers_fit_the_boxes_of_their_track(form, paper):
    for name in ("classic", "wilds"):
        shown = game(name, form)
        side = shown.definition.figures.tokens.score_size
        page = map_sheet.page(shown, settings(paper))
        for name in ("near track", "far track"):
            (track,) = [item for item in page.items if getattr(item, "name", "") == name]
            boxes = [item.box for item in track.items if isinstance(item, Rect)]
            assert len(boxes) == shown.target + 1
            for box in boxes:
                assert min(box.w, box.h) >= side + 2 * map_sheet.MIN_MARKER_GAP - 1e-6
                assert box.h < 2.5 * box.w
            for one, other in itertools.pairwise(boxes):
                assert not one.overlaps(other)


def test_a_long_track_takes_several_lanes():
    shown = game(form="factions")
    figures = shown.definition.figures
    target = figures.target.model_copy(update={"factions": 40})
    changed = replace(shown.definition, figures=figures.model_copy(update={"target": target}))
    page = map_sheet.page(replace(shown, definition=changed), settings("a3"))
    assert_sound(page)
    (track,) = [item for item in page.items if getattr(item, "name", "") == "near track"]
    boxes = [item.box for item in track.items if isinstance(item, Rect)]
    assert len(boxes) == 41
    assert all(min(box.w, box.h) >= 10.5 - 1e-6 for box in boxes)


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("paper", PAPERS)
def test_both_short_sides_have_the_same_key(paper, code, ink):
    say = load_language(code).say
    page = map_sheet.page(game(), settings(paper, ink, code))
    for name, turn in (("near side", 0), ("far side", 180)):
        (strip,) = [item for item in page.items if getattr(item, "name", "") == name]
        assert strip.turn == turn
        leaves = [each.item for each in flatten(page) if each.groups
                  and each.groups[0].name == name and each.groups[1].name == "key"]  # fmt: skip
        texts = [leaf for leaf in leaves if isinstance(leaf, Text)]
        assert all(text.size >= 8 for text in texts)
        shown = " ".join(text.text for text in texts)
        for phase in ("action", "assault", "occupation"):
            assert say(f"metals.rules.turn.{phase}") in shown
        assert [leaf.name for leaf in leaves if isinstance(leaf, Art)] == [
            f"metals/marks/{kind}" for kind in ("forest", "city", "corner")
        ]


@pytest.mark.parametrize("ink", ["full", "low", "grey"])
@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("paper", PAPERS)
def test_a_card_of_the_factions_for_each_player(paper, code, ink):
    shown, chosen = game(), load_language(code)
    fronts, backs = cards.pages(shown, settings(paper, ink, code))
    for page in (fronts, backs):
        assert_sound(page)
    faces = [item for item in fronts.items if isinstance(item, Group) and item.name not in FOOT]
    assert [(face.box.w, face.box.h) for face in faces] == [(63, 88)] * 2
    for face in faces:
        leaves = [each.item for each in flatten(Page(fronts.paper, (face,)))]
        emblems = [leaf.name for leaf in leaves if "emblems" in getattr(leaf, "name", "")]
        factions = shown.definition.figures.factions.values()
        assert emblems == [faction.art for faction in factions]
        text = " ".join(leaf.text for leaf in leaves if isinstance(leaf, Text))
        for faction in factions:
            assert faction.name["en"] in text
            assert faction.when.clause(chosen).split()[-1] in text


def test_many_factions_take_several_cards():
    shown = game()
    figures = shown.definition.figures
    (zipang,) = [one for one in figures.factions.values() if one.key == "zipang"]
    many = {f"faction_{number}": zipang.model_copy() for number in range(24)}
    changed = replace(
        shown.definition, figures=figures.model_copy(update={"factions": assign_keys(many)})
    )
    pages = cards.pages(replace(shown, definition=changed), settings())
    arts = [each.item.name for page in pages for each in flatten(page)
            if "emblems" in getattr(each.item, "name", "")]  # fmt: skip
    assert Counter(arts) == {f"metals/emblems/faction_{number}": 2 for number in range(24)}
    for page in pages:
        assert_sound(page)


def test_every_sheet_of_the_game_is_listed():
    assert list(GAME.rolled_sheets) == ["map", "tokens", "cards", "rules"]
    assert GAME.shared_sheets == {"tokens", "cards", "rules"}
