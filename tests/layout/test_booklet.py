"""Booklets: folded numerically, and the pages of every game on every paper."""

from dataclasses import replace
from functools import cache, partial

import pytest
from short_run import cases
from support import assert_sound, settings, texts, wordiest_language

from generator import games
from generator.core.errors import TextOverflowError
from generator.core.paper import PAPERS, Box
from generator.core.settings import INK_MODES, Settings
from generator.languages import languages, load_language
from generator.layout import booklet
from generator.layout.booklet import Chapter, half_paper, impose, reading_order
from generator.layout.flow import Block
from generator.layout.page import Art, Line, Page, Rect, Text, flatten
from generator.layout.panels import even_columns
from generator.layout.theme import FLOOR

BODY = 8.0  # points, the least size of running text
LOGO = booklet.art_pictures(["shared/logo"])


def made_up(count: int, looks: Settings, name: str = "Made up") -> Chapter:
    """Pages that can be told apart, with something on each."""
    paper = half_paper(looks)
    mark = Rect(paper.area.inset(10), "mist")
    pages = (Page(paper, (mark,), str(number)) for number in range(1, count + 1))
    return Chapter(name, "sky", LOGO, tuple(pages))


def folded(sides: list[Page]) -> list[str]:
    """The names of the pages in the order in which one reads the folded booklet.

    The back of a sheet is turned over about its short edge, so what lies at x on the back lies
    behind width - x of the front. Folded with the front outside, the first sheet is outermost; the
    right half of each is a leaf that is read before those inside it, the left half one after them.
    """
    opened: list[str] = []
    closed: list[str] = []
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        width = front.paper.width
        leaves: dict[bool, list[str]] = {True: [], False: []}
        for side, is_back in ((front, False), (back, True)):
            for view in side.items:
                x = view.box.centre[0]
                through_paper = width - x if is_back else x
                leaves[through_paper > width / 2].append(view.page.name)
        opened += leaves[True]
        closed = [*reversed(leaves[False]), *closed]
    return [*opened, *closed]


@pytest.mark.parametrize(
    ("hues", "logo"), [(["race"], "discs/logo"), (["race", "tile"], "shared/logo")]
)
def test_a_booklet_of_one_game_has_its_look_and_of_several_that_of_the_house(hues, logo):
    looks = settings()
    *_, last = reading_order([made_up(1, looks)._replace(hue=hue) for hue in hues], looks)
    assert [item.name for item in last.items if isinstance(item, Art)] == [logo]


@pytest.mark.parametrize("count", range(1, 41))
def test_folded_pages_are_in_order_and_pages_for_notes_fill_up_the_last_sheet(count):
    looks = settings()
    pages = reading_order([made_up(count, looks)], looks)
    numbers = [str(number) for number in range(1, count + 1)]
    notes = ["notes"] * (-(count + 2) % 4)
    assert [page.name for page in pages] == ["cover", *numbers, *notes, "back cover"]
    unlike = [page._replace(name=f"{number} {page.name}") for number, page in enumerate(pages)]
    assert folded(impose(unlike, looks)) == [page.name for page in unlike]


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_fill_the_halves_of_a_landscape_sheet_and_are_not_shrunk(paper):
    looks = settings(paper)
    for side in impose(made_up(8, looks).pages, looks):
        whole = Box(0, 0, side.paper.width, side.paper.height)
        assert whole.w > whole.h
        left, right = (view.box for view in side.items)
        assert (left.w, left.h, left.right) == (whole.w / 2, whole.h, right.x)
        assert whole.contains(right)
        assert {view.scale for view in side.items} == {1.0}


def test_the_contents_name_the_page_that_each_game_begins_on():
    looks = settings()
    pages = reading_order([made_up(count, looks, f"Game {count}") for count in (3, 1, 2)], looks)
    assert texts(pages[1]) == ["Contents", "Game 3", "3", "Game 1", "6", "Game 2", "7"]
    numbered = [(number, page) for number, page in enumerate(pages, 1) if page.name.isdigit()]
    assert len(numbered) == 6
    dotted = [item for item in pages[1].items if isinstance(item, Line)]
    assert len(dotted) == 3 and all(min(item.dash) > 0 for item in dotted)  # so that all draw them
    assert all(texts(page) == [str(number)] for number, page in numbered)


@cache
def chapters(looks: Settings, names: tuple[str, ...]) -> list[Chapter]:
    small = replace(looks, paper=half_paper(looks))
    result = []
    for name in names:
        game = games.game(name)
        sets = game.catalogue.shipped if game.definition_sheets else game.default_sets
        result.append(game.booklet_chapter(game.load(sets, ()), small, "example"))
    return result


@pytest.mark.parametrize(
    ("name", "paper", "ink", "code"),
    cases(
        games.names(),
        PAPERS,
        INK_MODES,
        languages(),
        together=1,
        always=[(name, "letter", "low", wordiest_language()) for name in games.names()],
    ),
)
def test_all_pages_are_sound(name, paper, ink, code):
    looks = settings(paper, ink, code)
    of_games = chapters(looks, (name,))
    for page in impose(reading_order(of_games, looks), looks):
        assert_sound(page)
    for page in reading_order(of_games, looks):
        area, number_room = page.paper.area, booklet.NUMBER_ROOM / page.paper.scale
        bottom = area.bottom - number_room
        boxes = [entry.box for entry in flatten(page)]
        filled = max(box.bottom for box in boxes if box.bottom < bottom)
        is_short = [page.name] == [each.name for each in of_games[0].pages]
        half_full = filled - area.y > (bottom - area.y) / 2
        assert half_full or is_short, f"{page.name} is more than half empty"
    for page in of_games[0].pages:
        assert page.paper.size == pytest.approx(half_paper(looks).size)
        foot = page.paper.height - page.paper.margins[3] * page.paper.scale
        entries = [entry for entry in flatten(page) if isinstance(entry.item, Text)]
        letters: dict[float, int] = {}
        for entry in entries:
            assert entry.box.bottom <= foot + 0.5
            size = entry.item.size
            letters[size] = letters.get(size, 0) + len(entry.item.text)
        assert min(letters) >= FLOOR
        assert max(letters, key=letters.__getitem__) >= BODY


def test_columns_of_panels_are_about_as_high_as_each_other_and_keep_their_order():
    def heights_of_columns(heights, rooms):
        blocks = [Block((), 60, height, str(height)) for height in heights]
        return [[each.height for each in column] for column in even_columns(blocks, rooms, 5)]

    columns = heights_of_columns((90, 60, 80, 30, 40, 90), (160, 160, 170, 170))
    assert columns == [[90], [60, 80], [30, 40], [90]]
    assert heights_of_columns((20,), (160, 160)) == [[20]]
    with pytest.raises(TextOverflowError):
        heights_of_columns((90, 90, 90), (160, 160))


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_example_of_magnetmen_has_its_own_key(code, paper):
    (chapter,) = chapters(settings(paper, code=code), ("magnetmen",))
    assert len(chapter.pages) == 6  # and two covers: no blank page
    say, printed = load_language(code).say, list(map(texts, chapter.pages))
    (words,) = (each for each in printed if say("magnetmen.rules.example.head") in each)
    assert say("magnetmen.rules.repel.key.crossed_out") in words


@pytest.mark.slow
@pytest.mark.parametrize("code", languages())
def test_a_booklet_of_all_games_is_sound(code):
    looks = settings(code=code)
    sides = impose(reading_order(chapters(looks, tuple(games.names())), looks), looks)
    for page in sides:
        assert_sound(page)
    assert len(sides) == 10


@pytest.mark.parametrize("name", games.names())
def test_a_booklet_says_all_that_the_rules_sheet_says(name):
    """The sentences of the rules are the same, however they are laid out."""
    game = games.game(name)
    sets = game.catalogue.shipped if game.definition_sheets else game.default_sets
    value, more = game.load(sets, ()), ("example",)
    if game.rules_sheet not in game.definition_sheets:
        value, more = game.roll(value, game.default_size, game.default_players, "example"), ()
    sheet = game.pages(game.rules_sheet, value, settings(), *more)
    (chapter,) = chapters(settings(), (name,))
    on_sheet, in_booklet = (
        set(" ".join(text for page in pages for text in texts(page)).split())
        for pages in (sheet, chapter.pages)
    )
    feet = {"Page", "1", "2", "of", "·", "Base", "Advanced", "Expert", "+", "discs", "36", "…"}
    assert not {word for word in on_sheet - in_booklet - feet if "." not in word.strip(".")}


@pytest.mark.parametrize("code", languages())
def test_the_back_cover_says_how_to_make_the_booklet(code):
    looks = settings(code=code)
    printed = " ".join(texts(reading_order([made_up(9, looks)], looks)[-1]))
    say = partial(load_language(code).say, count=3)
    for key in ("title", "print", "fold", "staple"):
        assert say(f"booklet.making.{key}") in printed


@pytest.mark.parametrize("ink", INK_MODES)
def test_low_ink_has_no_tinted_covers(ink):
    cover = reading_order([made_up(0, settings())], settings(ink=ink))[0]
    (ground,) = (item for item in cover.items if isinstance(item, Rect))
    assert (ground.fill is None) is (ink == "low")
    assert not any(isinstance(item, Line) for item in cover.items)
