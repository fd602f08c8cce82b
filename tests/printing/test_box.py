"""The sheet of a box: what is on it, its cut files, what is refused."""

import io
import json
from dataclasses import replace
from functools import cache

import ezdxf
import pytest
from click.testing import CliRunner
from folding import area
from short_run import cases
from support import assert_sound, settings

from generator import games
from generator.cli.app import app
from generator.core.errors import PieceTooLargeError
from generator.core.files import Output
from generator.core.paper import PAPERS, Box
from generator.core.request import Request
from generator.core.settings import CARD_THICKNESS, INK_MODES, Settings
from generator.languages import languages, load_language
from generator.layout import box, theme
from generator.layout.box import NOTCH_RADIUS, Kind, box_size, kinds_of, tuck_box
from generator.layout.page import (
    CUT_CLEARANCE,
    Art,
    Group,
    Line,
    Page,
    Rect,
    Text,
    flatten,
)
from generator.layout.pieces import BLEED
from generator.pdf.document import record
from generator.printing.cut_files import dxf, svg
from generator.printing.sheets import print_sheets

GAMES = {"metals": "basic", "quads": "regular", "discs": "regular"}
SETS = [(name, key) for name in GAMES for key in games.game(name).catalogue.shipped]
THICK = (CARD_THICKNESS, 0.1, 1.5, 2.0)
RUN = CliRunner()


@cache
def game_of(name: str, key: str = "classic"):
    game = games.game(name)
    return game, game.roll(game.load((key,), ()), GAMES[name], game.default_players, "box")


@cache
def pages(name: str, key: str = "classic", looks: Settings = Settings()) -> tuple[Page, ...]:  # noqa: B008
    game, value = game_of(name, key)
    return tuple(game.pages("box", value, looks))


def texts(page: Page) -> list[str]:
    return [entry.item.text for entry in flatten(page) if isinstance(entry.item, Text)]


@pytest.mark.parametrize(
    ("of_set", "paper", "ink", "code", "thickness"),
    cases(SETS, PAPERS, INK_MODES, languages(), THICK, together=1, whole=2),
)
def test_boxes_are_sound(of_set, paper, ink, code, thickness):
    if of_set[0] == "discs":
        thickness = min(thickness, 0.5)  # 36 thicker discs need larger paper, as a message says
    looks = replace(settings(paper, ink, code), thickness=thickness)
    for page in pages(*of_set, looks):
        assert_sound(page)
        assert len(page.cuts) == 1


@pytest.mark.parametrize("marks", ["silhouette", "silhouette-4", "frame", "corners", "none"])
@pytest.mark.parametrize("name", GAMES)
def test_boxes_with_marks_are_sound(name, marks):
    for page in pages(name, looks=Settings(marks=marks)):
        assert_sound(page)


@pytest.mark.parametrize("name", GAMES)
def test_the_cut_path_and_the_folds_are_those_of_the_net(name):
    (page,), game, value = pages(name), *game_of(name)
    sheets = {sheet: game.pages(sheet, value, Settings()) for sheet in game.rolled_sheets}
    net = tuck_box(box_size(kinds_of(sheets, CARD_THICKNESS)))
    (path,) = page.cuts
    assert area(path.corners) == pytest.approx(area(net.outline))
    assert len(page.folds) == len(net.folds)
    corners = {(round(x, 3), round(y, 3)) for x, y in path.corners}
    for fold in page.folds:
        ends = {(round(fold.x1, 3), round(fold.y1, 3)), (round(fold.x2, 3), round(fold.y2, 3))}
        assert ends & corners, "every fold begins or ends at the cut"


@pytest.mark.parametrize("name", GAMES)
def test_folds_are_dashed_and_the_outline_is_solid(name):
    (page,) = pages(name)
    lines = [entry for entry in flatten(page) if isinstance(entry.item, Line)]
    dashed = sorted(rounded(entry.box) for entry in lines if entry.item.dash)
    assert dashed == sorted(rounded(fold.box) for fold in page.folds)
    (path,) = page.cuts
    solid = {rounded(entry.box) for entry in lines if not entry.item.dash}
    ends = zip(path.corners, [*path.corners[1:], path.corners[0]], strict=True)
    edges = {rounded(Line(*start, *end, "ink", 1).box) for start, end in ends}
    assert edges <= solid


def rounded(box: Box) -> tuple[float, ...]:
    return tuple(round(value, 2) + 0.0 for value in box)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("ink", INK_MODES)
def test_frames_look_unlike_cuts_and_pause_at_the_thumb_notch(name, ink):
    """Line art has no frames: but for the outline, its lines are all thin."""
    (page,) = pages(name, looks=Settings(ink=ink))
    rects = [entry for entry in flatten(page) if isinstance(entry.item, Rect)]
    weights = {entry.item.line for entry in rects if entry.item.stroke == box.ACCENT}
    assert weights == (set() if ink == "low" else {box.FRAME_WEIGHT})
    pauses = [max(entry.box.w, entry.box.h) for entry in rects if min(entry.box[2:]) < 2]
    assert len(pauses) == len(weights)
    assert all(length > 2 * NOTCH_RADIUS for length in pauses)


@pytest.mark.parametrize(("of_set", "ink"), cases(SETS, INK_MODES, together=1))
def test_outlines_to_cut_are_heavier_than_frames(of_set, ink):
    """By a third at least, as printed."""
    for page in pages(*of_set, Settings(ink=ink)):
        (path,) = page.cuts
        edges = {rounded(edge.box) for edge in path.drawn("ink", 1)}
        cut_weights, frames = set(), set()
        for entry in flatten(page):
            if isinstance(entry.item, Line) and rounded(entry.box) in edges:
                cut_weights.add(theme.line_weight(entry.item.line, ink))
            elif isinstance(entry.item, Rect) and entry.item.stroke and _is_net(entry):
                frames.add(theme.line_weight(entry.item.line, ink))
        assert min(cut_weights) > 1.3 * max(frames)


def _is_net(entry) -> bool:
    return any(group.name == "net" for group in entry.groups)


@pytest.mark.parametrize("name", GAMES)
def test_colour_bleeds_over_every_cut_but_those_of_glue_flaps(name):
    """Every corner of the outline that is on a coloured part has colour all around it."""
    (page,) = pages(name)
    strong = [
        entry.box for entry in flatten(page)
        if isinstance(entry.item, Rect) and str(entry.item.fill).endswith(".strong")
    ]  # fmt: skip
    (path,) = page.cuts
    for x, y in path.corners:
        covered = [box for box in strong if box.contains(Box(x, y, 0, 0))]
        if covered:
            around = Box(x, y, 0, 0).inset(-BLEED + 0.01)
            corners = ((around.x, around.y), (around.right, around.bottom))
            assert any(
                any(box.contains(Box(*corner, 0, 0)) for box in strong) for corner in corners
            )


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", GAMES)
def test_a_box_says_what_it_is_and_what_belongs_inside(name, code):
    (page,) = pages(name, looks=settings(code=code))
    words, say = texts(page), load_language(code).say
    assert words.count(say(f"{name}.name")) == 5, "front, two sides, lid, bottom"
    assert say("sheet.box.contents") in words
    assert words.count(say("sheet.box.glue")) == 4
    expected = {
        "metals": [say("metals.box.tokens", count=68), say("sheet.box.cards", count=2)],
        "quads": [say("sheet.box.pieces", count=36), say("sheet.box.cards", count=6)],
        "discs": [say("discs.box.discs", count=36), say("discs.box.dice", count=2),
                  say("sheet.box.cards", count=6)],
    }  # fmt: skip
    places = [words.index(line) for line in expected[name]]
    assert places == sorted(places)
    assert str(game_of(name)[1].game_id) in " ".join(words)


@pytest.mark.parametrize("name", GAMES)
def test_what_matters_is_clear_of_the_cut(name):
    """Texts and pictures of a face stay 2 mm inside its panel."""
    for looks in (Settings(), Settings(PAPERS["a2"], thickness=2.0)):
        for page in pages(name, looks=looks):
            for entry in flatten(page):
                if len(entry.frames) == 3 and isinstance(entry.item, Text | Art):
                    panel = entry.frames[2]
                    if entry.groups[2].name != "glue":
                        assert panel.inset(CUT_CLEARANCE).contains(entry.box, 0.1), entry.item


def design(name="quads", looks=None):
    game, value = game_of(name)
    (box_sheet,) = (sheet for sheet in game.sheets if sheet.name == "box")
    return game.call(box_sheet.place, value, looks or Settings())


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", GAMES)
def test_the_smallest_box_has_room_for_all_words(name, code):
    """But for the blurb, which may be left out."""
    looks = settings(code=code)
    of_game = design(name, looks)
    sheet, noun = next(iter(of_game.nouns.items()))
    (page,) = box.pages(of_game, [Kind(sheet, 10, 10, 0.3, 1)], looks)
    assert_sound(page)
    words, say = " ".join(texts(page)), load_language(code).say
    assert say("sheet.box.contents") in words
    assert say(noun, count=1) in words


def test_a_box_is_not_among_the_usual_sheets():
    for name in games.names():
        game = games.game(name)
        assert "box" not in (*game.rolled_sheets, *game.sheet_names)
        assert game.extra_sheets == (("box",) if game.piece_sheets else ())


def test_a_net_that_is_too_wide_is_turned():
    narrow = pages("quads")[0].pieces[0]
    wide = pages("discs")[0].pieces[0]
    nets = [group for piece in (narrow, wide) for group in piece.face.items
            if isinstance(group, Group)]  # fmt: skip
    assert [net.turn for net in nets] == [0, 90]


@pytest.mark.parametrize("backs", ["gutterfold", "none"])
def test_a_box_has_no_backs_of_its_own(backs):
    """It lies where it lies without them, whatever becomes of the backs of its pieces."""
    (page,), (usual,) = pages("quads", looks=Settings(backs=backs)), pages("quads")
    assert page.cuts == usual.cuts
    assert page.folds == usual.folds


@pytest.mark.parametrize(
    ("number", "message"),
    [(100, "does not fit on a4; it fits on a3"), (9000, "it fits on no paper")],
)
def test_too_many_pieces_are_refused(number, message):
    with pytest.raises(PieceTooLargeError, match=message):
        box.pages(design(), [Kind("pieces", 40, 40, 2, number)], Settings())


def test_a_paper_without_room_for_marks_is_not_recommended():
    with pytest.raises(PieceTooLargeError, match="it fits on no paper"):
        box.pages(design(), [Kind("pieces", 40, 40, 2, 9000)], Settings(marks="silhouette"))


@pytest.mark.parametrize("name", games.names())
def test_each_game_names_the_sheets_that_pieces_are_cut_out_of(name):
    game = games.game(name)
    of_sets = game.load(game.default_sets, ())
    value = game.roll(of_sets, game.default_size, game.default_players, "box")
    sheets = {sheet: game.pages(sheet, value, Settings()) for sheet in game.rolled_sheets}
    cut = {sheet for sheet, of_sheet in sheets.items() if any(page.pieces for page in of_sheet)}
    assert set(game.piece_sheets) == cut


@pytest.mark.parametrize("name", GAMES)
def test_a_box_needs_only_the_sheets_of_its_pieces(name):
    """Rules that do not fit the paper are no reason to print no box."""
    game, value = game_of(name)
    needed = tuple(each for each in game.sheets if each.name in ("box", *game.piece_sheets))
    assert replace(game, sheets=needed).pages("box", value, Settings())


def test_what_is_recorded_prints_the_same_box(tmp_path):
    request = Request("discs", ("classic",), "regular", 6, ("oak",), "box")
    looks = Settings(PAPERS["letter"], "low", "fr", marks="frame", thickness=0.5)
    report = print_sheets(request, looks, Output(tmp_path))
    (path,) = report.paths
    assert path.name.startswith("box.discs.")
    assert path.name.endswith(".letter.low.fr.frame.thick0.5.pdf")
    words = record(path)[1]["command"]
    again = tmp_path / "again.pdf"
    result = RUN.invoke(app, [*words, "--printer", "none", "--output", str(again)])
    assert result.exit_code == 0, result.stderr
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", GAMES)
def test_folds_have_a_layer_of_their_own_in_cut_files(name):
    (page,) = pages(name)
    drawing = ezdxf.read(io.StringIO(dxf(page)))
    entities = [*drawing.modelspace()]
    assert sum(entity.dxf.layer == "cut" for entity in entities) == 1
    folds = [entity for entity in entities if entity.dxf.layer == "fold"]
    assert len(folds) == len(page.folds)
    height = page.paper.height
    for entity, fold in zip(folds, page.folds, strict=True):
        assert tuple(entity.dxf.start)[:2] == pytest.approx((fold.x1, height - fold.y1), abs=1e-3)
        assert tuple(entity.dxf.end)[:2] == pytest.approx((fold.x2, height - fold.y2), abs=1e-3)
    assert svg(page).count("<path") == 1 + len(page.folds)
    assert '<g id="fold"' in svg(page)


def test_files_without_folds_have_no_such_layer():
    game, value = game_of("quads")
    page = game.pages("pieces", value, Settings())[0]
    assert "fold" not in dxf(page)
    assert "fold" not in svg(page)


def test_a_batch_prints_boxes(tmp_path):
    words = ["batch", "discs", "--sheet", "box", "--count", "2", "--seed", "oak", "--quiet",
             "--thickness", "0.4", "--jobs", "1", "--output", str(tmp_path)]  # fmt: skip
    result = RUN.invoke(app, words)
    assert result.exit_code == 0, result.stderr
    (manifest,) = tmp_path.glob("*.jsonl")
    rows = [json.loads(line) for line in manifest.read_text("utf-8").splitlines()]
    assert [(row["sheet"], row["settings"]["thickness"]) for row in rows] == [("box", 0.4)] * 2


def test_no_outline_is_drawn_for_machines():
    solid = [
        {rounded(entry.box) for entry in flatten(pages("quads", looks=Settings(marks=marks))[0])
         if isinstance(entry.item, Line) and entry.item.stroke == "ink" and not entry.item.dash}
        for marks in ("lines", "none")
    ]  # fmt: skip
    assert len(solid[0]) - len(solid[1]) == len(pages("quads")[0].cuts[0].corners)
