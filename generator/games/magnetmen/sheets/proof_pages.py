"""The pages of a proof that only Magnetmen has: every variant as a row of the legend, in all sizes
of legends, and the sidebars with the fullest legends, in every language.

Input: a definition, settings with the language of the captions. Output: landscape pages, and
descriptions of what does not fit.
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
from generator.games.magnetmen.sheets.sidebar import SIZES, fit_sidebar, sidebar
from generator.languages import Language, languages, load_language, localized
from generator.layout import proof_page, theme
from generator.layout.flow import Block
from generator.layout.page import Group, Item, Page
from generator.layout.proof_page import Section
from generator.layout.text import Style, line, wrap

HUE = "iris"
ROW_PADDING = 1.1  # mm above and below a row
LONGEST_SEED = "the-longest-seed-that-may-be-used"[:MAX_SEED]  # its game ID needs the most lines
CAPTION_STYLE = Style(9.0, "bold", colour=proof_page.STRONG)
TOO_LONG_STYLE = Style(9.0, "bold", colour=proof_page.MARK)
NO_FIT = len(SIZES)  # the step of a legend that fits at none of SIZES

T = TypeVar("T")

_Kinds = Sequence[RolledType]


class _ExtremeStream(Stream):
    """A stream that is not random: it always chooses the smallest number, or the largest."""

    def __init__(self, largest: bool):
        super().__init__("", "")
        self.largest = largest

    def choice(self, items: Sequence[T]) -> T:
        # The choices of a power's open numbers are integers, which can be compared.
        return max(items) if self.largest else min(items)  # type: ignore[type-var]


@dataclass(frozen=True, slots=True)
class _Extreme:
    """A board of a size with the fullest or the emptiest legend.

    step is the index of the legend's size in sidebar.SIZES, NO_FIT if none fits. share is the
    sidebar's share of the width, height the legend's height in mm.
    """

    size: str
    step: int
    share: float
    height: float
    board: Board

    @property
    def fullness(self) -> tuple[float, int, float]:
        """A value to compare legends by, larger for fuller ones."""
        return self.share, self.step, self.height


class _Sidebar(NamedTuple):
    """A sidebar of the proof with its caption. settings have the sidebar's own language."""

    caption: str
    share: float
    board: Board
    settings: Settings


def pages(definition: MagnetmenDefinition, settings: Settings) -> tuple[list[Page], list[str]]:
    """The pages, and what does not fit. Raises TextOverflowError if a caption does not fit."""
    settings = replace(settings, paper=settings.paper.for_text)  # the paper of boards
    sections: dict[float, list[Section]] = {}
    sheets: list[_Sidebar] = []
    problems: list[str] = []
    kinds = tuple(variants(definition))
    for code in languages():
        language_settings = replace(settings, language_code=code)
        emptiest = _extremes(definition, kinds, language_settings, False)
        fullest = _extremes(definition, kinds, language_settings, True)
        for step in _steps(emptiest, fullest):
            of_share = sections.setdefault(_share(step), [])
            of_share.append(
                _section(kinds, step, language_settings, load_language(settings.language_code))
            )
        for group in _groups(fullest):
            if group[0].step == NO_FIT:
                problems.append(_overflow_message(group, language_settings))
            else:
                sheets.append(
                    _sidebar(group, language_settings, load_language(settings.language_code))
                )
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
    """Every power that can be rolled; a power with an open number twice, with its smallest and its
    largest value."""
    for game_set in definition.sets:
        for piece in game_set.pieces:
            for power in piece.powers:
                for largest in (False, True)[: power.is_open() + 1] if power.weight else ():
                    yield RolledType(game_set.key, piece, power.rolled(_ExtremeStream(largest)), 1)


def _extremes(
    definition: MagnetmenDefinition, kinds: _Kinds, language_settings: Settings, fullest: bool
) -> list[_Extreme]:
    """The boards with the fullest or the emptiest legends, one for each size of board."""
    choices = {
        _choice(definition, kinds, step, language_settings, fullest, with_notes)
        for step in range(NO_FIT)
        for with_notes in (False, True)
    }
    extreme = max if fullest else min
    return [
        extreme(
            (
                _measure(definition, [kinds[number] for number in numbers], size, language_settings)
                for numbers in sorted(choices)
            ),
            key=lambda candidate: candidate.fullness,
        )
        for size in definition.boards.sizes
    ]


def _choice(
    definition: MagnetmenDefinition,
    kinds: _Kinds,
    step: int,
    language_settings: Settings,
    fullest: bool,
    with_notes: bool,
) -> tuple[int, ...]:
    """The types, as indices in `kinds`, whose rows are the highest (or the lowest) at a step.

    They include the types that are always on a board, a type of each set, and with notes a type for
    each term that has a note below the legend.
    """
    fewest, most, always = definition.types_on_board()
    heights = [_height(kind, step, language_settings) for kind in kinds]
    order = sorted(range(len(kinds)), key=heights.__getitem__, reverse=fullest)
    of_piece: dict[str, int] = {}
    of_set: dict[str, int] = {}
    of_term: dict[str, int] = {}
    for number in order:
        of_piece.setdefault(kinds[number].piece.key, number)
        of_set.setdefault(kinds[number].set_name, number)
        for term in kinds[number].terms:
            of_term.setdefault(term, of_piece[kinds[number].piece.key])
    musts = {*of_set.values()} if len(of_set) > 1 else {of_piece[key] for key in always}
    musts |= {*of_term.values()} if with_notes else set()
    ranking = sorted(of_piece.values(), key=lambda number: number not in musts)
    return tuple(sorted(ranking[: most if fullest else fewest]))


def _height(kind: RolledType, step: int, language_settings: Settings) -> float:
    """The height of a row in mm; infinite if a word is too wide."""
    try:
        return _row(kind, step, language_settings).height
    except TextOverflowError:
        return math.inf


def _row(kind: RolledType, step: int, language_settings: Settings) -> Block:
    return _table(
        (legend.entry(kind, load_language(language_settings.language_code)),),
        step,
        language_settings,
    ).rows[0]


def _share(step: int) -> float:
    """The share of the narrowest sidebar with text of that step."""
    return SIDEBAR_SHARES[0]


def _width(step: int, language_settings: Settings) -> float:
    return proof_page.columns(language_settings.paper, _share(step))[0].w


def _table(
    entries: tuple[legend.Entry, ...], step: int, language_settings: Settings
) -> legend.Legend:
    width, language = (
        _width(step, language_settings),
        load_language(language_settings.language_code),
    )
    return legend.lay_out(entries, width, SIZES[step].legend, HUE, language)


def _measure(
    definition: MagnetmenDefinition,
    types: Sequence[RolledType],
    size: str,
    language_settings: Settings,
) -> _Extreme:
    """A board with these types, and the measures of its sidebar."""
    players = max(definition.boards.players)
    printed_id = game_id(definition, size, players, LONGEST_SEED)
    shape = definition.boards.sizes[size]
    board = Board(printed_id, definition, shape, players, tuple(types), (), HUE)
    boxes = [proof_page.columns(language_settings.paper, share)[0] for share in SIDEBAR_SHARES]
    try:
        fit = fit_sidebar(board, language_settings, boxes)
    except TextOverflowError:
        return _Extreme(size, NO_FIT, SIDEBAR_SHARES[-1], 0, board)
    share = SIDEBAR_SHARES[boxes.index(fit.box)]
    return _Extreme(size, fit.step, share, fit.legend.height, board)


def _steps(emptiest: Sequence[_Extreme], fullest: Sequence[_Extreme]) -> list[int]:
    """The first step of each text size on boards: its portraits are the largest, and leave the
    least room for text."""
    extremes = [extreme.step for extreme in (*emptiest, *fullest)]
    steps = range(min(extremes), min(max(extremes), NO_FIT - 1) + 1)
    return sorted({SIZES[step].legend.text: step for step in reversed(steps)}.values())


def _groups(fullest: Sequence[_Extreme]) -> list[list[_Extreme]]:
    """The boards in groups whose sidebars have one width and text size, in the order of sizes."""
    keys = sorted({extreme.fullness[:2] for extreme in fullest})
    return [[extreme for extreme in fullest if extreme.fullness[:2] == key] for key in keys]


def _overflow_message(group: Sequence[_Extreme], language_settings: Settings) -> str:
    names = ", ".join(kind.piece.key for kind in group[-1].board.types)
    sizes = ", ".join(extreme.size for extreme in group)
    code = language_settings.language_code
    return f"{code}: a legend of {names} on a board ({sizes}), at {theme.FLOOR:g} pt"


def _section(kinds: _Kinds, step: int, language_settings: Settings, captions: Language) -> Section:
    """A row for each variant, in the size of a step."""
    rows = tuple(_variant_row(kind, step, language_settings, captions) for kind in kinds)
    head = _table((), step, language_settings).head
    width = _width(step, language_settings)
    language = load_language(language_settings.language_code).say("proof.language")
    text = f"{language} · {_size(step, captions)}"
    return Section(proof_page.heading(text, width, head), rows)


def _size(step: int, captions: Language) -> str:
    size, side = SIZES[step].legend
    decimal = captions.say("numbers.decimal")
    return captions.say("proof.size", points=f"{size:g}".replace(".", decimal), side=f"{side:g}")


def _variant_row(
    kind: RolledType, step: int, language_settings: Settings, captions: Language
) -> Block:
    """A row of the legend with some room around it; a message if a word is too wide."""
    width, strong = _width(step, language_settings), theme.hue_colour(HUE, "strong")
    try:
        row = _row(kind, step, language_settings)
    except TextOverflowError:
        block = wrap(captions.say("proof.too_long", name=kind.piece.key), width, TOO_LONG_STYLE)
        return Block(block.items(0, ROW_PADDING), width, block.height + 2 * ROW_PADDING)
    group = row.at(0, ROW_PADDING, shared=True, colour=strong)
    sentence = kind.sentence(load_language(language_settings.language_code))
    return Block((group,), width, row.height + 2 * ROW_PADDING, "table row", sentence)


def _sidebar(
    group: Sequence[_Extreme], language_settings: Settings, captions: Language
) -> _Sidebar:
    """The last sidebar of a group; its caption gives the group's language, board sizes and text
    size."""
    last = group[-1]
    sizes = ", ".join(localized(extreme.board.size.title, captions.code) for extreme in group)
    parts = (
        load_language(language_settings.language_code).say("proof.language"),
        sizes,
        _size(last.step, captions),
    )
    caption = captions.say("proof.fullest", what=" · ".join(parts))
    return _Sidebar(caption, last.share, last.board, language_settings)


def _sidebars(sheets: Sequence[_Sidebar], settings: Settings) -> Iterator[Page]:
    """The sidebars, as on a board, by their width, each with a vertical caption beside it."""
    for share in sorted({sheet.share for sheet in sheets}):
        group = [sheet for sheet in sheets if sheet.share == share]
        boxes = proof_page.columns(settings.paper, share)
        for start in range(0, len(group), len(boxes)):
            items: list[Item] = []
            for box, sheet in zip(boxes, group[start:], strict=False):
                items += _with_caption(sheet, box)
            page = Page(settings.paper.landscape, tuple(items), "proof sidebars")
            yield proof_page.with_bars(page, share)


def _with_caption(sheet: _Sidebar, box: Box) -> tuple[Item, ...]:
    text = line(sheet.caption, CAPTION_STYLE)
    place = Box(box.x - proof_page.STRIP, box.bottom - text.width, text.height, text.width)
    items = sidebar(sheet.board, fit_sidebar(sheet.board, sheet.settings, [box]))
    return (Group("caption", place, text.items(0, 0), 270), *items)
