"""The token sheets: as many as the set says, front and back, clear of every cut."""

from collections import Counter
from dataclasses import replace

import pypdfium2
import pytest
from games.metals.sheet_pages import FOOT, game
from PIL import Image, ImageChops
from support import assert_sound, settings

from generator.core.errors import CutError
from generator.core.paper import PAPERS, Box
from generator.core.resources import assets_dir, find_art
from generator.core.settings import INK_MODES, MARKS
from generator.games.metals.sheets import tokens
from generator.languages import languages, load_language
from generator.layout import cut, foot
from generator.layout.page import MM_PER_POINT, Art, Group, Line, Rect, Text, flatten
from generator.pdf.drawing import pdf
from generator.pdf.file import About

DAMAGE = "metals/tokens/damage"


@pytest.mark.parametrize("ink", ["full", "low", "grey"])
@pytest.mark.parametrize("paper", PAPERS)
def test_tokens_are_sound(paper, ink):
    for page in tokens.pages(game(), settings(paper, ink, "fr")):
        assert_sound(page)


@pytest.mark.parametrize("paper", PAPERS)
def test_as_many_tokens_as_the_set_says(paper):
    metals_game = game()
    figures = metals_game.definition.figures
    counts = figures.tokens
    for player in ("blue", "red"):
        face_counts: Counter = Counter()
        for page in tokens.pages(metals_game, settings(paper)):
            if page.name == f"tokens {player}":
                face_counts += Counter(item.name for item in page.items if isinstance(item, Group))
        del face_counts["slug"], face_counts["instructions"]
        expected = Counter(dict.fromkeys(figures.factions, counts.metals))
        expected += Counter(
            identification=counts.identification, score=counts.score, damage=counts.damage
        )
        assert face_counts == expected


def test_other_counts_are_printed_too():
    metals_game = game()
    figures = metals_game.definition.figures
    counts = figures.tokens.model_copy(update={"metals": 9, "identification": 0})
    variant = replace(metals_game.definition, figures=figures.model_copy(update={"tokens": counts}))
    pages = tokens.pages(replace(metals_game, definition=variant), settings())
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
        arts = [entry for entry in flatten(page) if isinstance(entry.item, Art)]
        figurines = [entry for entry in arts if entry.item.name.endswith("figurine")]
        assert figurines
        assert all(entry.turn == 0 for entry in figurines)


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
    metals_game = game()
    figures = metals_game.definition.figures
    factions = dict(figures.factions)
    factions["zipang"] = factions["zipang"].model_copy(update={"name": {"en": "M" * 20}})
    variant = figures.model_copy(update={"factions": factions})
    page = tokens.pages(
        replace(metals_game, definition=replace(metals_game.definition, figures=variant)),
        settings(),
    )[0]
    assert_sound(page)
    sides = {item.name: max(one.box.w for one in item.items if isinstance(one, Art))
             for item in page.items if isinstance(item, Group)
             and item.name in ("zipang", "dinorda")}  # fmt: skip
    assert sides["zipang"] > sides["dinorda"]
    names = {entry.item.text for entry in flatten(page) if isinstance(entry.item, Text)}
    assert "M" * 20 not in names
    assert "Dinorda" in names


@pytest.mark.parametrize("code", languages())
def test_the_foot_says_whose_tokens_these_are_without_colour(code):
    blue, red = tokens.pages(game(), settings(code=code))[::2]
    for page, colour in ((blue, "blue"), (red, "red")):
        slug = [
            entry.item.text
            for entry in flatten(page)
            if isinstance(entry.item, Text) and entry.groups[0].name == "slug"
        ]
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
    """Blue has plain lines, red dashed ones; test_pieces.py tests the markers."""
    pages = tokens.pages(game(), settings(ink="grey"))

    def dashes(page):
        return {
            entry.item.dash
            for entry in flatten(page)
            if isinstance(entry.item, Rect)
            and entry.item.stroke
            and entry.groups[0].name not in FOOT
        }

    assert dashes(pages[0]) == {()}
    assert dashes(pages[2]) == {(1.6, 1.1)}


def test_low_ink_has_no_coloured_ground():
    for page in tokens.pages(game(), settings(ink="low")):
        assert not [item for item in page.items if isinstance(item, Rect)]
        texts = [entry.item for entry in flatten(page) if isinstance(entry.item, Text)]
        assert all(text.colour != "white" for text in texts)


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_stops_within_2_mm_of_a_cut(paper, ink):
    """All that is less than 2 mm away bleeds over the cut, except the cut line."""
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


@pytest.mark.parametrize("backs", ["duplex", "gutterfold"])
@pytest.mark.parametrize("marks", MARKS)
def test_backs_of_markers_have_no_line_to_cut_along(marks, backs):
    looks = replace(settings(), marks=marks, backs=backs)
    for page in tokens.pages(game(), looks):
        for piece in page.pieces:
            if piece.face.name == "identification":
                has_line = any(not isinstance(item, Art) for item in piece.face.items)
                assert has_line == (cut.shows_lines(looks) and not piece.is_back)


@pytest.mark.parametrize("ink", INK_MODES)
@pytest.mark.parametrize("player", [0, 1])
def test_a_damaged_metal_differs_from_a_whole_one_at_arms_length(ink, player):
    """There, no detail of less than 1 mm is seen, so the faces are compared in dots of 1 mm."""
    front, back = tokens.pages(game(), settings(ink=ink))[2 * player : 2 * player + 2]
    document = pypdfium2.PdfDocument(pdf([front, back], About("x", "x", "en"), ink, find_art))
    pictures = [page.render(scale=4 * MM_PER_POINT).to_pil().convert("L") for page in document]
    for whole in (piece for piece in front.pieces if piece.box.w == 24):
        (damaged,) = (
            piece for piece in back.pieces
            if piece.box.y == whole.box.y
            and piece.box.x == pytest.approx(front.paper.width - whole.box.right)
        )  # fmt: skip
        faces = [
            picture.crop([round(4 * edge) for edge in (box.x, box.y, box.right, box.bottom)])
            .resize((24, 24), Image.Resampling.BOX)
            for picture, box in zip(pictures, (whole.box, damaged.box), strict=True)
        ]  # fmt: skip
        unlike = ImageChops.difference(*faces).point(lambda value: 255 if value > 42 else 0)
        assert unlike.histogram()[255] >= 60, whole.face.name  # dots; a burst alone is 20


def test_emblems_are_nearly_half_as_wide_as_their_token():
    for page in tokens.pages(game(), settings()):
        for entry in flatten(page):
            if "emblems" in getattr(entry.item, "name", ""):
                assert entry.item.box.w >= 11


def test_the_marker_with_teeth_is_cut_inside_its_art():
    """Its art bleeds at least 1 mm, the usual shift of a back."""
    corners = tokens._teeth(33).corners
    unit = (33 + 2 * tokens.MARKER_BLEED) / 100
    half, root = 20 * unit, 38 * unit  # of a tooth; from the middle to its foot, as drawn
    for x, y in corners:
        dx, dy = abs(x - 16.5), abs(y - 16.5)
        assert max(dx, dy) <= 16.5 + 1e-9
        assert min(dx, dy) <= half - 1
        at_the_end = max(dx, dy) == pytest.approx(16.5)
        assert at_the_end or (dx + dy) / 2**0.5 <= (half + root) / 2**0.5 - 1


@pytest.mark.parametrize(
    ("code", "marker", "middle"),
    [
        ("de", "Marker", "weiße Mitte bleibt"),
        ("en", "arkers", "white middle stays"),
        ("fr", "arqueurs", "centre blanc reste"),
        ("nl", "arkers", "witte midden blijft"),
    ],
)
@pytest.mark.parametrize("marks", ["usual", "corners"])
def test_markers_are_cut_along_their_outer_line_only(code, marker, middle, marks):
    note = foot.cutting_note(replace(settings(code=code), marks=marks), "tokens")
    assert marker in note
    assert middle in note


@pytest.mark.parametrize("player", ["blue", "red"])
def test_nothing_in_a_marker_looks_like_a_line_to_cut_its_middle_out(player):
    """Its inner circle has no outline, which would be dark."""
    art = (assets_dir() / f"metals/tokens/marker_{player}.svg").read_text(encoding="utf-8")
    assert 'r="32" fill="#ffffff"/>' in art
    assert "#23263b" not in art


@pytest.mark.parametrize("name", ["score", "damage"])
def test_the_picture_of_a_small_token_reaches_as_far_as_the_cut_allows(name):
    counts = game().definition.figures.tokens
    side = {"score": counts.score_size, "damage": counts.damage_size}[name]
    faces = [
        item
        for page in tokens.pages(game(), settings())
        for item in page.items
        if isinstance(item, Group) and item.name == name
    ]
    assert len(faces) >= 2 * getattr(counts, name), "of two players"
    for face in faces:
        (picture,) = face.items
        assert picture.box == Box(0, 0, side, side).inset(2.0)


@pytest.mark.parametrize("code", languages())
def test_with_a_fold_what_is_left_of_both_players_shares_a_page(code):
    """Upper blocks are blue's, lower ones red's, as the foot says; no token is missing."""
    folded = replace(settings(code=code), backs="gutterfold")
    blue, red, both = tokens.pages(game(), folded)
    assert [page.name for page in (blue, red, both)] == ["tokens blue", "tokens red", "tokens both"]
    slug = [
        entry.item.text
        for entry in flatten(both)
        if isinstance(entry.item, Text) and entry.groups[0].name == "slug"
    ]
    assert load_language(code).say("metals.tokens.both") in " ".join(slug)
    counts = Counter(piece.face.name for page in (blue, red, both) for piece in page.pieces)
    flat = [piece for page in tokens.pages(game(), settings()) for piece in page.pieces]
    assert counts == Counter(piece.face.name for piece in flat)
    places = {player: _score_and_marker_tops(both, player) for player in ("blue", "red")}
    assert max(places["blue"]) < min(places["red"])


def _score_and_marker_tops(page, player):
    names = (f"metals/tokens/score_{player}", f"metals/tokens/marker_{player}")
    return [entry.box.y for entry in flatten(page) if getattr(entry.item, "name", "") in names]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("marks", ["usual", "lines", "frame"])
def test_folded_sheets_have_every_token_of_each_player(paper, marks):
    folded = replace(settings(paper), backs="gutterfold", marks=marks)
    metals_game = game()
    counts = metals_game.definition.figures.tokens
    if paper == "a4-letter-safe" and marks == "frame":  # its margins have no room for the marks
        with pytest.raises(CutError):
            tokens.pages(metals_game, folded)
        return
    pages = tokens.pages(metals_game, folded)
    fronts = Counter(
        getattr(item, "name", "")
        for page in pages
        for piece in page.pieces
        if not piece.is_back
        for item in piece.face.items
    )
    for player in ("blue", "red"):
        assert fronts[f"metals/tokens/marker_{player}"] == counts.identification
        assert fronts[f"metals/tokens/score_{player}"] == counts.score
    assert fronts[DAMAGE] == 2 * counts.damage
    for page in pages:
        assert_sound(page)
