"""What a proof has of Magnetmen sets alone: every variant as a row of the legend at each size such
rows come in, and the sidebars with the fullest legends, in every language.

Input: a definition, settings whose language is that of the captions. Output: landscape pages, and
words for what does not fit.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.seeds import MAX_SEED, Stream
from generator.core.settings import Settings
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.roll import Board, RolledType, game_id
from generator.games.magnetmen.sheets import legend
from generator.games.magnetmen.sheets.frame import SIDEBAR_SHARES
from generator.games.magnetmen.sheets.sidebar import GOOD_STEPS, SIZES, fit_sidebar, sidebar
from generator.languages import Language, languages, load_language, localized
from generator.layout import proof_page, theme
from generator.layout.flow import Block
from generator.layout.page import Group, Item, Page
from generator.layout.proof_page import Section
from generator.layout.text import Style, line, wrap

HUE = "iris"
PAD = 1.1  # above and below a row
LONGEST_SEED = "the-longest-seed-that-may-be-used"[:MAX_SEED]  # its ID takes the most lines
CAPTION_STYLE = Style(8.5, "bold", colour=proof_page.STRONG)
TOO_LONG_STYLE = Style(9.0, "bold", colour=proof_page.MARK)
NO_FIT = len(SIZES)

T = TypeVar("T")

_Kinds = Sequence[RolledType]


class _ExtremeStream(Stream):
    """In the place of random numbers: always the smallest of several numbers, or the largest."""

    def __init__(self, largest: bool):
        super().__init__("", "")
        self.largest = largest

    def choice(self, items: Sequence[T]) -> T:
        # The open numbers of a power choose from whole numbers only, which have an order.
        return max(items) if self.largest else min(items)  # type: ignore[type-var]


@dataclass(frozen=True, slots=True)
class _Extreme:
    """A board of that size with the fullest (or the emptiest) legend.

    step is the index in sidebar.SIZES of its size, NO_FIT if none fits; share is the sidebar's
    share of the width; height is that of the legend in mm.
    """

    size: str
    step: int
    share: float
    height: float
    board: Board

    @property
    def fullness(self) -> tuple[bool, float, int, float]:
        """What is the greater the fuller the legend: text is set smaller than GOOD only in the
        widest sidebar."""
        return self.step >= len(GOOD_STEPS), self.share, self.step, self.height


class _Sidebar(NamedTuple):
    """A sidebar that is shown, and its caption."""

    caption: str
    share: float
    board: Board
    looks: Settings


def pages(definition: MagnetmenDefinition, settings: Settings) -> tuple[list[Page], list[str]]:
    """The pages, and what does not fit. Raises TextOverflowError for the captions."""
    settings = replace(settings, paper=settings.paper.for_text)  # as boards are laid out
    sections: dict[float, list[Section]] = {}
    sheets: list[_Sidebar] = []
    problems: list[str] = []
    kinds = tuple(variants(definition))
    for code in languages():
        looks = replace(settings, language_code=code)
        emptiest = _extremes(definition, kinds, looks, False)
        fullest = _extremes(definition, kinds, looks, True)
        for step in _steps(emptiest, fullest):
            of_share = sections.setdefault(_share(step), [])
            of_share.append(_section(kinds, step, looks, load_language(settings.language_code)))
        for alike in _alike(fullest):
            if alike[0].step == NO_FIT:
                problems.append(_not_fitting(alike, looks))
            else:
                sheets.append(_sidebar(alike, looks, load_language(settings.language_code)))
    titles = [game_set.title for game_set in definition.sets]
    title = proof_page.title("magnetmen", titles, settings)
    note = load_language(settings.language_code).say("proof.rows")
    rows = [
        page
        for share, of_share in sorted(sections.items())
        for page in proof_page.section_pages(
            settings.paper, title, note, of_share, "proof rows", share
        )
    ]
    return [*rows, *_sidebars(sheets, settings)], problems


def variants(definition: MagnetmenDefinition) -> Iterator[RolledType]:
    """Every power that can be rolled, twice where a number in it is open: with the least and the
    greatest."""
    for game_set in definition.sets:
        for piece in game_set.pieces:
            for power in piece.powers:
                for greatest in (False, True)[: power.is_open() + 1] if power.weight else ():
                    yield RolledType(game_set.key, piece, power.rolled(_ExtremeStream(greatest)), 1)


def _extremes(
    definition: MagnetmenDefinition, kinds: _Kinds, looks: Settings, fullest: bool
) -> list[_Extreme]:
    """For each size of board the one with the fullest or the emptiest legend."""
    choices = {
        _choice(definition, kinds, step, looks, fullest, noted)
        for step in range(NO_FIT)
        for noted in (False, True)
    }
    extreme = max if fullest else min
    return [
        extreme(
            (
                _measured(definition, [kinds[number] for number in numbers], size, looks)
                for numbers in sorted(choices)
            ),
            key=lambda each: each.fullness,
        )
        for size in definition.boards.sizes
    ]


def _choice(
    definition: MagnetmenDefinition,
    kinds: _Kinds,
    step: int,
    looks: Settings,
    fullest: bool,
    noted: bool,
) -> tuple[int, ...]:
    """The types, by their numbers in `kinds`, whose rows are the highest (or the lowest) at a step;
    those that are always on a board, and one of each set, among them; and one of each term that
    has a note below the legend, where that is wanted."""
    fewest, most, always = definition.types_on_board()
    heights = [_height(kind, step, looks) for kind in kinds]
    order = sorted(range(len(kinds)), key=heights.__getitem__, reverse=fullest)
    of_piece: dict[str, int] = {}
    of_set: dict[str, int] = {}
    of_term: dict[str, int] = {}
    for number in order:
        of_piece.setdefault(kinds[number].piece.key, number)
        of_set.setdefault(kinds[number].set_name, number)
        for term in kinds[number].terms:
            of_term.setdefault(term, of_piece[kinds[number].piece.key])
    needed = {*of_set.values()} if len(of_set) > 1 else {of_piece[key] for key in always}
    needed |= {*of_term.values()} if noted else set()
    ranked = sorted(of_piece.values(), key=lambda number: number not in needed)
    return tuple(sorted(ranked[: most if fullest else fewest]))


def _height(kind: RolledType, step: int, looks: Settings) -> float:
    """How high a row is; without end where a word is too wide."""
    try:
        return _row(kind, step, looks).height
    except TextOverflowError:
        return math.inf


def _row(kind: RolledType, step: int, looks: Settings) -> Block:
    return _table((legend.entry(kind, load_language(looks.language_code)),), step, looks).rows[0]


def _share(step: int) -> float:
    """The share of the narrowest sidebar that has text of that step."""
    return SIDEBAR_SHARES[0 if step in GOOD_STEPS else -1]


def _width(step: int, looks: Settings) -> float:
    return proof_page.columns(looks.paper, _share(step))[0].w


def _table(entries: tuple[legend.Entry, ...], step: int, looks: Settings) -> legend.Legend:
    width, language = _width(step, looks), load_language(looks.language_code)
    return legend.lay_out(entries, width, SIZES[step].legend, HUE, language)


def _measured(
    definition: MagnetmenDefinition, types: Sequence[RolledType], size: str, looks: Settings
) -> _Extreme:
    """A board of these types, as its sidebar comes out."""
    players = max(definition.boards.players)
    printed_id = game_id(definition, size, players, LONGEST_SEED)
    shape = definition.boards.sizes[size]
    board = Board(printed_id, definition, shape, players, tuple(types), (), HUE)
    boxes = [proof_page.columns(looks.paper, share)[0] for share in SIDEBAR_SHARES]
    try:
        fitted = fit_sidebar(board, looks, boxes)
    except TextOverflowError:
        return _Extreme(size, NO_FIT, SIDEBAR_SHARES[-1], 0, board)
    share = SIDEBAR_SHARES[boxes.index(fitted.box)]
    return _Extreme(size, fitted.step, share, fitted.legend.height, board)


def _steps(emptiest: Sequence[_Extreme], fullest: Sequence[_Extreme]) -> list[int]:
    """The first step of each text size that boards come in: the one with the largest portraits,
    which leave the least room for the text."""
    every = [each.step for each in (*emptiest, *fullest)]
    steps = range(min(every), min(max(every), NO_FIT - 1) + 1)
    return sorted({SIZES[step].legend.text: step for step in reversed(steps)}.values())


def _alike(fullest: Sequence[_Extreme]) -> list[list[_Extreme]]:
    """The fullest boards that are set alike, in the order of their sizes."""
    looks = sorted({each.fullness[:3] for each in fullest})
    return [[each for each in fullest if each.fullness[:3] == look] for look in looks]


def _not_fitting(alike: Sequence[_Extreme], looks: Settings) -> str:
    names = ", ".join(kind.piece.key for kind in alike[-1].board.types)
    sizes = ", ".join(each.size for each in alike)
    return f"{looks.language_code}: a legend of {names} on a board ({sizes}), at {theme.FLOOR:g} pt"


def _section(kinds: _Kinds, step: int, looks: Settings, captions: Language) -> Section:
    """A row for each variant, as legends of that step have them."""
    rows = tuple(_framed(kind, step, looks, captions) for kind in kinds)
    head = _table((), step, looks).head
    width = _width(step, looks)
    text = f"{load_language(looks.language_code).say('proof.language')} · {_size(step, captions)}"
    return Section(proof_page.heading(text, width, head), rows)


def _size(step: int, captions: Language) -> str:
    size, side = SIZES[step].legend
    decimal = captions.say("numbers.decimal")
    return captions.say("proof.size", points=f"{size:g}".replace(".", decimal), side=f"{side:g}")


def _framed(kind: RolledType, step: int, looks: Settings, captions: Language) -> Block:
    """A row of the legend with some room around it; or words, where it cannot be set."""
    width, strong = _width(step, looks), theme.hue_colour(HUE, "strong")
    try:
        row = _row(kind, step, looks)
    except TextOverflowError:
        block = wrap(captions.say("proof.too_long", name=kind.piece.key), width, TOO_LONG_STYLE)
        return Block(block.items(0, PAD), width, block.height + 2 * PAD)
    group = row.at(0, PAD, shared=True, colour=strong)
    sentence = kind.sentence(load_language(looks.language_code))
    return Block((group,), width, row.height + 2 * PAD, "table row", sentence)


def _sidebar(alike: Sequence[_Extreme], looks: Settings, captions: Language) -> _Sidebar:
    """The last of some sidebars that are set alike; its caption says of which language they are, at
    which sizes of board, how large they are set."""
    last = alike[-1]
    sizes = ", ".join(localized(each.board.size.title, captions.code) for each in alike)
    parts = (
        load_language(looks.language_code).say("proof.language"),
        sizes,
        _size(last.step, captions),
    )
    caption = captions.say("proof.fullest", what=" · ".join(parts))
    return _Sidebar(caption, last.share, last.board, looks)


def _sidebars(sheets: Sequence[_Sidebar], settings: Settings) -> Iterator[Page]:
    """Sidebars as they stand on a board, each with its caption upright beside it; those of one
    width together."""
    for share in sorted({each.share for each in sheets}):
        alike = [each for each in sheets if each.share == share]
        boxes = proof_page.columns(settings.paper, share)
        for start in range(0, len(alike), len(boxes)):
            items: list[Item] = []
            for box, sheet in zip(boxes, alike[start:], strict=False):
                items += _captioned(sheet, box)
            page = Page(settings.paper.landscape, tuple(items), "proof sidebars")
            yield proof_page.with_bars(page, share)


def _captioned(sheet: _Sidebar, box: Box) -> tuple[Item, ...]:
    text = line(sheet.caption, CAPTION_STYLE)
    place = Box(box.x - proof_page.STRIP, box.bottom - text.width, text.height, text.width)
    fitted = fit_sidebar(sheet.board, sheet.looks, [box])
    beside = sidebar(sheet.board, sheet.looks, fitted)
    return (Group("caption", place, text.items(0, 0), 270), *beside)
