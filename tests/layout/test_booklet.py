"""Booklets: folded numerically, and the pages of every game on every paper."""

from dataclasses import replace
from functools import cache, partial
from itertools import chain

import pytest
from short_run import cases
from support import assert_sound, settings, wordiest_language

from generator import games
from generator.core.errors import TextOverflowError
from generator.core.paper import PAPERS, Box
from generator.core.settings import INK_MODES, Settings
from generator.languages import languages, load_language
from generator.layout.booklet import (
    CONTINUED_SIZE,
    NUMBER_ROOM,
    Chapter,
    art_pictures,
    booklet,
    half_paper,
    impose,
    imposition,
    reading_order,
)
from generator.layout.flow import Block
from generator.layout.page import Line, Page, PageView, Rect, Text, flatten
from generator.layout.panels import even_columns
from generator.layout.theme import FLOOR

BODY = 8.0  # points, the least size of running text
LOGO = art_pictures(["shared/logo"])


def made_up(count: int, looks: Settings) -> list[Page]:
    """Pages that can be told apart, with something on each."""
    paper = half_paper(looks)
    mark = Rect(paper.area.inset(10), "mist")
    return [Page(paper, (mark,), str(number)) for number in range(1, count + 1)]


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


@pytest.mark.parametrize("count", range(1, 41))
def test_folded_pages_are_in_order(count):
    looks = settings()
    chapter = Chapter("Made up", "sky", LOGO, tuple(made_up(count, looks)))
    pages = reading_order([chapter], looks)
    assert len(pages) % 4 == 0
    assert len(pages) < count + 2 + 4
    names = [page.name for page in pages]
    assert (names[0], names[-1]) == ("cover", "back cover")
    assert [name for name in names if name.isdigit()] == [str(n) for n in range(1, count + 1)]
    unlike = [page._replace(name=f"{number} {page.name}") for number, page in enumerate(pages)]
    assert folded(impose(unlike, looks)) == [page.name for page in unlike]


@pytest.mark.parametrize("count", range(4, 41, 4))
def test_every_page_is_imposed_once_and_the_fold_adds_up(count):
    sides = imposition(count)
    assert sorted(chain(*sides)) == list(range(1, count + 1))
    assert all(left + right == count + 1 for left, right in sides)
    assert sides[0] == (count, 1)


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_fill_the_halves_of_a_landscape_sheet(paper):
    looks = settings(paper)
    for side in impose(made_up(8, looks), looks):
        whole = Box(0, 0, side.paper.width, side.paper.height)
        assert side.paper.width > side.paper.height
        left, right = (view.box for view in side.items)
        assert (left.w, left.h, left.right) == (whole.w / 2, whole.h, right.x)
        assert whole.contains(right)
        assert {view.scale for view in side.items} == {1.0}


def test_pages_for_notes_fill_up_the_last_sheet():
    looks = settings()
    for count, notes in ((1, 1), (2, 0), (3, 3), (4, 2)):
        chapter = Chapter("Made up", "sky", LOGO, tuple(made_up(count, looks)))
        names = [page.name for page in reading_order([chapter], looks)]
        numbers = [str(number) for number in range(1, count + 1)]
        assert names == ["cover", *numbers, *["notes"] * notes, "back cover"]


def test_the_contents_name_the_page_that_each_game_begins_on():
    looks = settings()
    chapters = [
        Chapter(f"Game {count}", "sky", LOGO, tuple(made_up(count, looks))) for count in (3, 1, 2)
    ]
    pages = reading_order(chapters, looks)
    contents = [entry.item for entry in flatten(pages[1]) if isinstance(entry.item, Text)]
    assert [text.text for text in contents] == [
        "Contents",
        *["Game 3", "3", "Game 1", "6", "Game 2", "7"],
    ]
    for number, page in enumerate(pages, 1):
        printed = [entry.item.text for entry in flatten(page) if isinstance(entry.item, Text)]
        if page.name.isdigit():
            assert printed == [str(number)]


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
    ("names", "paper", "ink", "code"),
    cases([(name,) for name in games.names()], PAPERS, INK_MODES, languages(), together=1, whole=3,
          always=[((name,), "letter", "low", wordiest_language()) for name in games.names()]),
)  # fmt: skip
def test_all_pages_are_sound(names, paper, ink, code):
    looks = settings(paper, ink, code)
    of_games = chapters(looks, names)
    for page in booklet(of_games, looks):
        assert_sound(page)
    for page in reading_order(of_games, looks):
        area, number_room = page.paper.area, NUMBER_ROOM / page.paper.scale
        boxes = [entry.box for entry in flatten(page)]
        bottom = area.bottom - number_room
        filled = max(box.bottom for box in boxes if box.bottom < bottom)
        is_short = [page.name] == [each.name for each in of_games[0].pages]
        half_full = filled - area.y > (bottom - area.y) / 2
        assert half_full or is_short, f"{page.name} is more than half empty"
    for chapter in of_games:
        for page in chapter.pages:
            foot = page.paper.height - page.paper.margins[3] * page.paper.scale
            texts = [entry for entry in flatten(page) if isinstance(entry.item, Text)]
            sizes = [entry.item.size for entry in texts]
            assert min(sizes) >= FLOOR
            assert all(entry.box.bottom <= foot + 0.5 for entry in texts)
            letters = dict.fromkeys(sizes, 0)
            for entry in texts:
                letters[entry.item.size] += len(entry.item.text)
            assert max(letters, key=letters.__getitem__) >= BODY


def block(height: float) -> Block:
    return Block((), 60, height, str(height))


def test_columns_of_panels_are_about_as_high_as_each_other_and_keep_their_order():
    blocks = [block(height) for height in (90, 60, 80, 30, 40, 90)]
    columns = even_columns(blocks, (160, 160, 170, 170), 5)
    assert [[each.height for each in column] for column in columns] == [
        [90], [60, 80], [30, 40], [90]
    ]  # fmt: skip
    assert even_columns([block(20)], (160, 160), 5) == [[block(20)]]
    with pytest.raises(TextOverflowError):
        even_columns([block(90)] * 3, (160, 160), 5)


@pytest.mark.parametrize("name", ["quads", "discs"])
@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_panels_fill_two_pages_whole_and_the_second_has_a_small_title(name, code, paper):
    (chapter,) = chapters(settings(paper, code=code), (name,))
    assert len(chapter.pages) == 2
    titles = [next(entry.item for entry in flatten(page)) for page in chapter.pages]
    assert titles[0].text == chapter.name
    assert titles[1].text.startswith(f"{chapter.name} · ")
    assert (titles[0].size, titles[1].size) == (27, CONTINUED_SIZE)
    assert not any(text.endswith(" …") for page in chapter.pages for text in texts(page))


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_example_of_magnetmen_has_its_own_key(code, paper):
    (chapter,) = chapters(settings(paper, code=code), ("magnetmen",))
    assert len(chapter.pages) == 6  # and two covers: no blank page
    say = load_language(code).say
    (page,) = (page for page in chapter.pages
               if say("magnetmen.rules.example.head") in texts(page))  # fmt: skip
    assert say("magnetmen.rules.repel.key.crossed_out") in texts(page)


def texts(page: Page) -> list[str]:
    return [entry.item.text for entry in flatten(page) if isinstance(entry.item, Text)]


@pytest.mark.slow
@pytest.mark.parametrize("code", languages())
def test_a_booklet_of_all_games_is_sound(code):
    looks = settings(code=code)
    sides = booklet(chapters(looks, tuple(games.names())), looks)
    for page in sides:
        assert_sound(page)
    assert len(sides) == 10


@pytest.mark.parametrize("name", games.names())
def test_pages_are_laid_out_for_half_a_sheet_and_not_shrunk(name):
    looks = settings()
    (chapter,) = chapters(looks, (name,))
    half = half_paper(looks)
    assert (half.width, half.height) == (148.5, 210)
    assert {(page.paper.width, page.paper.height) for page in chapter.pages} == {(148.5, 210)}
    views = [item for side in booklet([chapter], looks) for item in side.items]
    assert all(isinstance(view, PageView) and view.scale == 1 for view in views)


@pytest.mark.parametrize("name", games.names())
def test_a_booklet_says_all_that_the_rules_sheet_says(name):
    """The sentences of the rules are the same, however they are laid out."""
    game = games.game(name)
    sets = game.catalogue.shipped if game.definition_sheets else game.default_sets
    definition = game.load(sets, ())
    if game.rules_sheet in game.definition_sheets:
        sheet = game.pages(game.rules_sheet, definition, settings(), "example")
    else:
        rolled = game.roll(definition, game.default_size, game.default_players, "example")
        sheet = game.pages(game.rules_sheet, rolled, settings())
    (chapter,) = chapters(settings(), (name,))

    def words(pages) -> set[str]:
        items = (entry.item for page in pages for entry in flatten(page))
        return set(" ".join(item.text for item in items if isinstance(item, Text)).split())

    missing = words(sheet) - words(chapter.pages)
    feet = {"Page", "1", "2", "of", "·", "Base", "Advanced", "Expert", "+", "discs", "36", "…"}
    assert not {word for word in missing - feet if "." not in word.strip(".")}


def test_the_back_cover_says_how_to_make_the_booklet():
    for code in languages():
        looks = settings(code=code)
        chapter = Chapter("Made up", "sky", LOGO, tuple(made_up(9, looks)))
        back = reading_order([chapter], looks)[-1]
        printed = " ".join(
            entry.item.text for entry in flatten(back) if isinstance(entry.item, Text)
        )
        say = partial(load_language(code).say, count=3)
        for key in ("title", "print", "fold", "staple"):
            assert say(f"booklet.making.{key}") in printed


def test_low_ink_has_no_tinted_covers():
    for ink in INK_MODES:
        looks = settings(ink=ink)
        cover = reading_order([Chapter("Made up", "sky", LOGO, ())], looks)[0]
        (ground,) = (item for item in cover.items if isinstance(item, Rect))
        assert (ground.fill is None) is (ink == "low")
        assert not any(isinstance(item, Line) for item in cover.items)
