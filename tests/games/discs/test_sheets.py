"""Positions of every sheet, on every paper, in every language and ink."""

from collections import Counter
from dataclasses import replace

import pytest
from support import assert_sound, settings

from generator.core.errors import PieceTooLargeError, TextOverflowError
from generator.core.paper import PAPERS, Box
from generator.core.settings import Settings
from generator.games.discs import examples
from generator.games.discs.arrangement import rotate
from generator.games.discs.dice import faces as faces_of
from generator.games.discs.game import GAME
from generator.games.discs.rules import Symbol, matches
from generator.games.discs.sheets import dice_sheet, discs_sheet, parts, reference, rule_figures
from generator.games.discs.sheets.net import net
from generator.languages import languages, load_language
from generator.layout.cut import BLEED
from generator.layout.page import Art, Group, Line, Oval, Rect, Text, flatten
from generator.layout.theme import INK_MODES, line_weight

MIDDLE_OF_MARK = (0.0, 0.04)  # from the middle of a shape, of its side


def faces(page, name="disc") -> list[Group]:
    return [item for item in page.items if isinstance(item, Group) and item.name == name]


def arts(items) -> list[Art]:
    return [item for item in items if isinstance(item, Art)]


def symbols(face) -> list[Symbol]:
    """What a drawn disc shows: each shape with the mark after it."""
    names = [art.name.split("/") for art in arts(face)]
    return [Symbol(shape[1], mark[2]) for shape, mark in zip(names[::2], names[1::2], strict=True)]


def texts(pages) -> str:
    shown = [each.item for page in pages for each in flatten(page) if isinstance(each.item, Text)]
    return " ".join(text.text for text in shown)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", GAME.catalogue.shipped)
@pytest.mark.parametrize("sheet", GAME.rolled_sheets)
def test_sheets_are_sound(rolled, sheet, name, paper):
    game = rolled("sunday", name)
    for code in languages():
        for ink in INK_MODES if paper == "a4" else ("full",):
            pages = GAME.rolled_sheets[sheet](game, settings(paper, ink, code))
            assert pages
            for page in pages:
                assert_sound(page)


@pytest.mark.parametrize("numbers", [
    {"symbols": 1, "discs": 25},
    {"symbols": 2, "discs": 7, "diameter": 100.0, "die": 40.0},
    {"symbols": 5, "discs": 60, "diameter": 31.0, "die": 18.0},
    {"symbols": 2, "shapes": ("star", "foot"), "colours": ("red", "green", "blue"), "discs": 5},
])  # fmt: skip
def test_other_numbers(invented, numbers):
    game = invented(seed="grandmas-seventieth", **numbers)
    for paper in PAPERS:
        for compose in GAME.rolled_sheets.values():
            for page in compose(game, settings(paper, code="fr")):
                assert_sound(page)


# Discs


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", GAME.catalogue.shipped)
def test_every_disc_is_drawn_once(rolled, name, paper):
    game = rolled(name=name)
    fronts = discs_sheet.pages(game, settings(paper))[::2]
    drawn = [symbols(face.items) for page in fronts for face in faces(page)]
    assert drawn == [list(disc.symbols) for disc in game.discs]


def test_sheets_of_discs(rolled):
    def dealt(name, paper, code="en"):
        fronts = discs_sheet.pages(rolled(name=name), settings(paper, code=code))[::2]
        return [len(faces(page)) for page in fronts]

    for code in languages():  # the box takes no room from the discs
        assert dealt("classic", "a4", code) == dealt("classic", "letter", code) == [20, 16]
    assert dealt("classic", "a3") == [36]
    assert dealt("pocket", "a4") == dealt("pocket", "letter") == [36]


def test_a_symbol_has_its_colour_and_its_mark_in_its_middle(rolled):
    game = rolled()
    for disc in game.discs:
        box = Box(0, 0, 40, 40)
        drawn = arts(parts.disc(disc, box, game.disc_set))
        for symbol, shape, mark in zip(disc.symbols, drawn[::2], drawn[1::2], strict=True):
            assert shape.colour == game.disc_set.colours[symbol.colour].colour
            assert shape.angle == mark.angle
            dx, dy = rotate(*(shape.box.w * part for part in MIDDLE_OF_MARK), shape.angle)
            x, y = shape.box.centre
            assert mark.box.centre == pytest.approx((x + dx, y + dy))
            assert mark.box.w == pytest.approx(0.365 * shape.box.w)


@pytest.mark.parametrize("name", GAME.catalogue.shipped)
def test_marks_are_large_enough_to_be_told(rolled, name):
    """3 mm, as the art's rules ask for; 0.92 of a mark's box is its white disc."""
    page = discs_sheet.pages(rolled(name=name), settings())[0]
    marks = [art for face in faces(page) for art in arts(face.items) if "/marks/" in art.name]
    assert len(marks) >= 60
    assert min(mark.box.w for mark in marks) * 0.92 >= 3


def test_the_cut_line_is_the_disc(rolled):
    page = discs_sheet.pages(rolled(), settings())[0]
    for face in faces(page):
        (cut,) = (item for item in face.items if isinstance(item, Oval))
        assert cut.box == Box(BLEED, BLEED, 40, 40)
        assert cut.stroke == "ink" and cut.fill is None


@pytest.mark.parametrize("ink", INK_MODES)
def test_backs_have_a_cut_line_too(rolled, ink):
    """Light on the colour that bleeds over it; in low ink there is no colour."""
    back = faces(discs_sheet.pages(rolled(), settings(ink=ink))[1], "disc back")[0]
    *bleed, cut = [item for item in back.items if isinstance(item, Oval) and item.box.w >= 40]
    assert (cut.box, cut.fill) == (Box(BLEED, BLEED, 40, 40), None)
    assert cut.stroke == ("ink" if ink == "low" else "white")
    assert [oval.box.inset(BLEED) for oval in bleed] == ([] if ink == "low" else [cut.box])


def test_round_pieces_have_no_crop_marks(rolled):
    game, looks = rolled(), settings()
    for page in (*discs_sheet.pages(game, looks), *dice_sheet.pages(game, looks)):
        assert not [item for item in page.items if isinstance(item, Line)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_lie_behind_fronts(rolled, flip, paper):
    looks = settings(paper)
    looks = Settings(looks.paper, looks.ink, looks.language_code, flip=flip)
    pages = discs_sheet.pages(rolled(), looks)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert front.paper == back.paper
        behind = {
            (round(each.frames[-1].x, 3), round(each.frames[-1].y, 3))
            for each in flatten(back)
            if each.groups[-1].name == "disc back"
        }
        w, h = front.paper.width, front.paper.height
        sideways = (flip == "long") == (h > w)  # about an upright edge
        turned_over = {
            (round(w - face.box.right, 3), round(face.box.y, 3))
            if sideways
            else (round(face.box.x, 3), round(h - face.box.bottom, 3))
            for face in faces(front)
        }
        assert behind == turned_over


def test_backs_are_all_the_same(rolled):
    page = discs_sheet.pages(rolled(), settings())[1]
    assert len({id(face.items) for face in faces(page, "disc back")}) == 1


@pytest.mark.parametrize("ink", INK_MODES)
def test_low_ink_has_no_tints(rolled, ink):
    game, looks = rolled(), settings(ink=ink)
    fills = {
        each.item.fill
        for page in discs_sheet.pages(game, looks)
        for each in flatten(page)
        if isinstance(each.item, Oval)
    }
    assert (fills <= {None, "white"}) == (ink == "low")


# Dice


@pytest.mark.parametrize("paper", PAPERS)
def test_both_dice_show_everything(rolled, paper):
    game = rolled()
    (page,) = dice_sheet.pages(game, settings(paper))
    colours, shapes = (
        Counter(art.name for art in arts(faces(page, f"die of {section}")[0].items))
        for section in ("colours", "shapes")
    )
    assert colours == {"discs/wild": 1} | {f"discs/marks/{key}": 1 for key in game.disc_set.colours}
    assert shapes == {"discs/wild_shapes": 1} | {f"discs/{key}": 1 for key in game.disc_set.shapes}


def test_faces_have_the_size_of_the_die_and_their_colours(rolled):
    game = rolled()
    (page,) = dice_sheet.pages(game, settings())
    die = faces(page, "die of colours")[0]
    made = net(25)
    drawn = [item for item in die.items if isinstance(item, Rect)]
    shown = faces_of(tuple(game.disc_set.colours))
    colours = {
        ground: parts.ground("colours", face, game.disc_set)
        for ground, face in zip(made.grounds, shown, strict=True)
    }
    assert {rect.box.moved(-BLEED, -BLEED): rect.fill for rect in drawn} == colours
    for square, art in zip(made.squares, arts(die.items), strict=True):
        assert art.box.centre == pytest.approx(square.moved(BLEED, BLEED).centre)
        assert square.w == 25 and square.moved(BLEED, BLEED).contains(art.box)


def test_cut_lines_are_solid_and_fold_lines_dashed(rolled):
    (page,) = dice_sheet.pages(rolled(), settings())
    for section in ("colours", "shapes"):
        lines = [
            each for each in faces(page, f"die of {section}")[0].items if isinstance(each, Line)
        ]
        assert Counter(bool(line.dash) for line in lines) == {False: 7 + 5 * 7, True: 5 + 7}


@pytest.mark.parametrize("ink", INK_MODES)
def test_cut_lines_are_half_a_point_in_every_ink(rolled, ink):
    game, looks = rolled(), settings(ink=ink)
    (page,) = dice_sheet.pages(game, looks)
    lines = [line for section in ("colours", "shapes")
             for line in faces(page, f"die of {section}")[0].items
             if isinstance(line, Line) and not line.dash]  # fmt: skip
    lines += [
        item for page in discs_sheet.pages(game, looks)
        for name in ("disc", "disc back") for face in faces(page, name)[:1]
        for item in face.items if isinstance(item, Oval) and item.box.w == 40 and item.stroke
    ]  # fmt: skip
    assert len(lines) > 70
    assert {round(line_weight(line.line, ink), 3) for line in lines} == {0.5}


def test_texts_are_clear_of_the_net(rolled):
    for size in (18.0, 25.0, 40.0):
        game = rolled()
        disc_set = game.disc_set.model_copy(update={"die": size})
        game = replace(game, definition=replace(game.definition, disc_set=disc_set))
        for code in languages():
            for page in dice_sheet.pages(game, settings(code=code)):
                for name in ("die of colours", "die of shapes"):
                    for die in faces(page, name):
                        _assert_texts_apart(die)


def _assert_texts_apart(die):
    others = [each.box for each in die.items if isinstance(each, Rect | Line)]
    for text in (each for each in die.items if isinstance(each, Text)):
        assert not any(text.box.overlaps(box) for box in others), text


def test_large_dice_take_two_sheets(rolled):
    def sheets(size, paper):
        game = rolled()
        disc_set = game.disc_set.model_copy(update={"die": size})
        game = replace(game, definition=replace(game.definition, disc_set=disc_set))
        return len(dice_sheet.pages(game, settings(paper)))

    assert sheets(25.0, "a4") == sheets(25.0, "letter") == 1
    assert sheets(40.0, "a4") == 2


def test_a_disc_larger_than_the_paper_is_refused(rolled):
    game = rolled()
    disc_set = game.disc_set.model_copy(update={"diameter": 300.0})
    with pytest.raises(PieceTooLargeError, match="300 x 300 mm does not fit on a4"):
        discs_sheet.pages(
            replace(game, definition=replace(game.definition, disc_set=disc_set)), settings()
        )


# Cards and the reference page


@pytest.mark.parametrize("kind", ["exact", "wild"])
def test_ticks_are_on_the_discs_that_match(rolled, kind):
    """As drawn: a badge follows the symbols of its disc."""
    game = rolled()
    shown = getattr(examples, kind)(game)
    items = rule_figures.example(shown, game, settings()).compose(57).content
    discs_drawn = list(_judged(items))
    assert len(discs_drawn) == len(shown.discs)
    for drawn, ticked in discs_drawn:
        assert matches(drawn, shown.shape, shown.colour) == ticked


def _judged(items):
    """Each disc's symbols, and whether its badge has the tick's colour."""
    held: list = []
    for item in items:
        if isinstance(item, Art) and item.colour != "steel" and item.name != "discs/wild":
            held.append(item)
        elif isinstance(item, Oval) and item.fill in ("forest", "red"):
            yield symbols(held[-6:]), item.fill == "forest"


@pytest.mark.parametrize("symbols_each", [2, 3, 4, 5])
def test_no_badge_hides_a_mark(invented, symbols_each):
    """It lies between two symbols."""
    game = invented(symbols=symbols_each, diameter=40.0)
    items = rule_figures.example(examples.exact(game), game, settings()).compose(57).content
    badges = [
        item.box for item in items if isinstance(item, Oval) and item.fill in ("forest", "red")
    ]
    marks = [item.box for item in items if isinstance(item, Art) and "/marks/" in item.name]
    for badge in badges:
        assert not any(badge.overlaps(mark) for mark in marks)


def test_cards_and_page_say_the_same(rolled):
    game, looks = rolled(), settings()
    on_cards = {panel.title for panel in reference._panels(game, looks)}
    page = texts([reference.page(game, looks)])
    cards = texts(reference.card_pages(game, looks))
    for title in on_cards:
        assert title in page and title in cards
    assert str(game.game_id) in page and str(game.game_id) in cards


@pytest.mark.parametrize("sheet", GAME.rolled_sheets)
def test_every_sheet_says_which_game_it_is_of(rolled, sheet):
    game = rolled()
    assert str(game.game_id) in texts(GAME.rolled_sheets[sheet](game, settings())[:1])


def test_what_a_game_is_made_of_is_that_of_its_set(rolled, invented):
    def told(game, code):
        return texts([reference.page(game, settings(code=code))]).replace("\u00a0", " ")

    assert "36 flat round magnets, 40 mm across" in told(rolled(), "en")
    assert "36 aimants ronds et plats de 25 mm" in told(rolled(name="pocket"), "fr")
    assert "12 aimants ronds et plats de 27,5 mm" in told(invented(diameter=27.5), "fr")


@pytest.mark.parametrize("code", languages())
def test_the_key_names_every_face(rolled, code):
    game = rolled()
    items = rule_figures.key(game, settings(code=code)).compose(57).content
    words = " ".join(item.text for item in items if isinstance(item, Text))
    for kind in (*game.disc_set.shapes.values(), *game.disc_set.colours.values()):
        assert kind.printed_name(code) in words
    assert len(arts(items)) == 12


def test_long_names_break_or_are_refused(rolled):
    def named(name):
        game = rolled()
        shapes = {
            key: shape.model_copy(update={"name": {"en": name}})
            for key, shape in game.disc_set.shapes.items()
        }
        disc_set = game.disc_set.model_copy(update={"shapes": shapes})
        return replace(game, definition=replace(game.definition, disc_set=disc_set))

    for page in reference.card_pages(named("piece of a large puzzle"), settings()):
        assert_sound(page)
    with pytest.raises(TextOverflowError):
        reference.card_pages(named("p" * 60), settings())


# Magnets


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("sheet", ["cards", "reference", "discs"])
def test_where_discs_or_magnets_are_there_is_the_warning(rolled, sheet, code):
    """On every front of discs, on the cards and the page: who may play with magnets."""
    looks = settings(code=code)
    warning = _plain(load_language(looks.language_code).say("discs.making.warning"))
    assert "5" in warning and "14" in warning
    sheets = GAME.rolled_sheets[sheet](rolled(), looks)
    if sheet == "discs":
        assert all(warning in _plain(texts([page])) for page in sheets[::2])
    else:
        assert warning in _plain(texts(sheets))


@pytest.mark.parametrize("code", languages())
def test_children_under_5_play_with_card(code):
    """So what is said of them and the warning agree."""
    card = {"en": "card", "fr": "carton", "nl": "karton", "de": "Karton"}[code]
    say = load_language(code).say
    for key in ("ending.young", "making.warning"):
        told = say(f"discs.{key}").split("5")[-1 if key.endswith("warning") else 1]
        assert card in told


@pytest.mark.parametrize("code", languages())
def test_the_box_of_the_discs_tells_thickness_and_poles(rolled, code):
    looks = settings(code=code)
    for page in discs_sheet.pages(rolled(), looks)[::2]:
        (box,) = [item for item in page.items if getattr(item, "name", "") == "instructions"]
        words = _plain(" ".join(item.text for item in box.items if isinstance(item, Text)))
        assert _plain(load_language(looks.language_code).say("discs.making.poles")) in words
        assert "40" in words and "3 mm" in words


def _plain(text: str) -> str:
    return " ".join(text.replace("**", "").replace("\u00a0", " ").split())


# Two hands on a disc, a roll that matches nothing


@pytest.mark.parametrize("code", languages())
def test_the_card_tells_what_two_hands_and_a_roll_without_a_match_mean(rolled, code):
    looks = settings(code=code)
    for sheet in ("cards", "reference"):
        words = _plain(texts(GAME.rolled_sheets[sheet](rolled(), looks)))
        for key in ("both", "next"):
            assert _plain(load_language(looks.language_code).say(f"discs.rolling.{key}")) in words


# Wording


def keys(wording, path="discs"):
    """Every key of the wording; plural forms count as one."""
    if isinstance(wording, dict) and "other" not in wording:
        for name, inner in wording.items():
            yield from keys(inner, f"{path}.{name}")
    else:
        yield path


@pytest.mark.parametrize("code", languages())
def test_all_wording_is_used_and_there(rolled, code, monkeypatch):
    chosen, said = load_language(code), set()
    say = type(chosen).say

    def listening(self, key, **params):
        said.add(key)
        return say(self, key, **params)

    monkeypatch.setattr(type(chosen), "say", listening)
    for compose in GAME.rolled_sheets.values():
        compose(rolled(), settings(code=code))
    assert {key for key in said if key.startswith("discs.")} == set(keys(chosen.section("discs")))
