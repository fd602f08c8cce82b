"""What a proof has of Magnetmen sets alone: every variant as a row of the legend at each size such
rows come in, and the sidebars with the fullest legends, in every language.

Input: a definition, settings whose language is that of the captions. Output: landscape pages, and
words for what does not fit.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from generator import theme
from generator.games.base import Settings
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.play.certificate import Certificate
from generator.games.magnetmen.play.figures import Figure, Figures, KindFigures
from generator.games.magnetmen.roll import Board, RolledType, game_id
from generator.games.magnetmen.sheets import legend
from generator.games.magnetmen.sheets.sidebar import CARD_STEPS, FITS, fitted, sidebar
from generator.languages import Language, language, languages, localized
from generator.layout import table
from generator.layout.page import Box, Group, Item, Page
from generator.layout.text import Style, TextTooLong, line, wrap
from generator.proof import frame
from generator.proof.frame import Section
from generator.seeds import MAX_SEED

HUE = "iris"
PAD = 1.1  # above and below a row
LONGEST_SEED = "the-longest-seed-that-may-be-used"[:MAX_SEED]  # its ID takes the most lines
CAPTION_STYLE = Style(8.5, "bold", colour=frame.STRONG)
TOO_LONG_STYLE = Style(9.0, "bold", colour=frame.MARK)
NO_FIT = len(FITS)

_Kinds = Sequence[RolledType]


class _Ends(NamedTuple):
    """In the place of a random stream: the least of several numbers, or the greatest."""

    greatest: bool

    def choice(self, values: Sequence[int]) -> int:
        return max(values) if self.greatest else min(values)


@dataclass(frozen=True, slots=True)
class _Extreme:
    """A board of that size with the fullest (or the emptiest) legend: which of sidebar.FITS it
    takes, NO_FIT if none, how high the legend is in mm, whether the play card has no room."""

    size: str
    step: int
    height: float
    board: Board
    crowded: bool = False


def pages(definition: MagnetmenDefinition, settings: Settings) -> tuple[list[Page], list[str]]:
    """The pages, and what does not fit. Raises TextTooLong for the captions."""
    sections: list[Section] = []
    sheets: list[tuple[str, Board, Settings]] = []
    problems: list[str] = []
    kinds = tuple(variants(definition))
    for code in languages():
        looks = replace(settings, language=language(code))
        emptiest = _extremes(definition, kinds, looks, False)
        fullest = _extremes(definition, kinds, looks, True)
        for step in _steps(emptiest, fullest):
            sections.append(_section(kinds, step, looks, settings.language))
        for step, alike in _alike(fullest):
            if step == NO_FIT:
                problems.append(_not_fitting(alike, looks))
            else:
                sheets.append((_caption(alike, looks, settings.language), alike[-1].board, looks))
    title = frame.title("magnetmen", definition.sets, settings)
    note = settings.language.say("proof.rows")
    rows = frame.flowing(settings.paper, title, note, sections, "proof rows")
    return [*rows, *_sidebars(sheets, settings)], problems


def variants(definition: MagnetmenDefinition) -> Iterator[RolledType]:
    """Every power that can be rolled, twice where a number in it is open: with the least and the
    greatest."""
    for chosen in definition.sets:
        for piece in chosen.pieces:
            for power in piece.powers:
                for greatest in (False, True)[: power.is_open() + 1] if power.weight else ():
                    yield RolledType(chosen.key, piece, power.rolled(_Ends(greatest)), 1)


def _extremes(
    definition: MagnetmenDefinition, kinds: _Kinds, looks: Settings, fullest: bool
) -> list[_Extreme]:
    """For each size of board the one with the fullest or the emptiest legend."""
    choices = {_choice(definition, kinds, step, looks, fullest) for step in range(NO_FIT)}
    extreme = max if fullest else min
    return [
        extreme(
            (
                _measured(definition, [kinds[number] for number in numbers], size, looks, fullest)
                for numbers in sorted(choices)
            ),
            key=lambda each: (each.step, each.height),
        )
        for size in definition.boards.sizes
    ]


def _choice(
    definition: MagnetmenDefinition, kinds: _Kinds, step: int, looks: Settings, fullest: bool
) -> tuple[int, ...]:
    """The types, by their numbers in `kinds`, whose rows are the highest (or the lowest) at a step;
    those that are always on a board, and one of each set, among them."""
    fewest, most, always = definition.types_on_board()
    heights = [_height(kind, step, looks) for kind in kinds]
    order = sorted(range(len(kinds)), key=heights.__getitem__, reverse=fullest)
    of_piece: dict[str, int] = {}
    of_set: dict[str, int] = {}
    for number in order:
        of_piece.setdefault(kinds[number].piece.key, number)
        of_set.setdefault(kinds[number].set_name, number)
    needed = {*of_set.values()} if len(of_set) > 1 else {of_piece[key] for key in always}
    ranked = sorted(of_piece.values(), key=lambda number: number not in needed)
    return tuple(sorted(ranked[: most if fullest else fewest]))


def _height(kind: RolledType, step: int, looks: Settings) -> float:
    """How high a row is; without end where a word is too wide."""
    try:
        return _row(kind, step, looks).height
    except TextTooLong:
        return math.inf


def _row(kind: RolledType, step: int, looks: Settings) -> legend.Row:
    return _table((legend.entry(kind, looks.language),), step, looks).rows[0]


def _table(entries: tuple[legend.Entry, ...], step: int, looks: Settings) -> legend.Table:
    size, side, _ = FITS[step]
    width = frame.columns(looks.paper)[0].w
    return legend.table(entries, width, size, side, HUE, looks.language)


def _measured(
    definition: MagnetmenDefinition,
    types: Sequence[RolledType],
    size: str,
    looks: Settings,
    carded: bool,
) -> _Extreme:
    """A board of these types, as its sidebar comes out, with a play card if it can have one."""
    players = max(definition.boards.players)
    printed_id = game_id(definition, size, players, LONGEST_SEED)
    shape = definition.boards.sizes[size]
    played = _played(types, players, looks.language) if carded else None
    board = Board(printed_id, definition, shape, players, tuple(types), (), HUE, played)
    try:
        found = fitted(board, looks, frame.columns(looks.paper)[0])
    except TextTooLong:
        return _Extreme(size, NO_FIT, 0, board)
    return _Extreme(size, found.step, found.table.height, board, bool(played) and not found.carded)


def _played(types: Sequence[RolledType], players: int, words: Language) -> Certificate | None:
    """Made-up figures whose card takes much room: the type that brings most has the longest name.
    None where no program can play a type."""
    if not all(kind.power.simulated for kind in types):
        return None
    longest = max(range(len(types)), key=lambda one: len(types[one].piece.printed_name(words.code)))
    share, none = Figure(1 / players, 0, 1), Figure(0, 0, 1)
    kinds = (
        KindFigures(kind.piece.key, none, none, share if number == longest else none, none)
        for number, kind in enumerate(types)
    )
    figures = Figures("", 0, {"turns": Figure(100, 100, 100)}, (share,) * players, tuple(kinds))
    return Certificate(figures, (), 0, 100)


def _steps(emptiest: Sequence[_Extreme], fullest: Sequence[_Extreme]) -> list[int]:
    """The first step of each text size that boards come in: the one with the largest portraits,
    which leave the least room for the text."""
    every = [each.step for each in (*emptiest, *fullest)]
    # Where there is no room for the card, there was some on a board a little less full.
    crowded = any(each.crowded for each in fullest)
    last = max((*every, CARD_STEPS - 1) if crowded else every)
    steps = range(min(every), min(last, NO_FIT - 1) + 1)
    return sorted({FITS[step][0]: step for step in reversed(steps)}.values())


def _alike(fullest: Sequence[_Extreme]) -> list[tuple[int, list[_Extreme]]]:
    """The fullest boards by the step they take, in the order of their sizes."""
    steps = sorted({each.step for each in fullest})
    return [(step, [each for each in fullest if each.step == step]) for step in steps]


def _not_fitting(alike: Sequence[_Extreme], looks: Settings) -> str:
    names = ", ".join(kind.piece.key for kind in alike[-1].board.types)
    sizes = ", ".join(each.size for each in alike)
    return f"{looks.language.code}: a legend of {names} on a board ({sizes}), at {theme.FLOOR:g} pt"


def _section(kinds: _Kinds, step: int, looks: Settings, captions: Language) -> Section:
    """A row for each variant, as legends of that step have them."""
    rows = tuple(_framed(kind, step, looks, captions) for kind in kinds)
    head = _table((), step, looks).head
    width = frame.columns(looks.paper)[0].w
    text = f"{looks.language.say('proof.language')} · {_size(step, captions)}"
    return Section(frame.heading(text, width, table.Row(head.items, head.height)), rows)


def _size(step: int, captions: Language) -> str:
    size, side, _ = FITS[step]
    decimal = captions.say("numbers.decimal")
    return captions.say("proof.size", points=f"{size:g}".replace(".", decimal), side=f"{side:g}")


def _framed(kind: RolledType, step: int, looks: Settings, captions: Language) -> table.Row:
    """A row of the legend with some room around it; or words, where it cannot be set."""
    width, strong = frame.columns(looks.paper)[0].w, theme.hue_colour(HUE, "strong")
    try:
        row = _row(kind, step, looks)
    except TextTooLong:
        block = wrap(captions.say("proof.too_long", name=kind.piece.key), width, TOO_LONG_STYLE)
        return table.Row(block.items(0, PAD), block.height + 2 * PAD)
    group = Group("legend row", Box(0, PAD, width, row.height), row.items, 0, True, strong)
    return table.Row((group,), row.height + 2 * PAD)


def _caption(alike: Sequence[_Extreme], looks: Settings, captions: Language) -> str:
    """What a sidebar is: of which language, at which sizes of board, how large it is set."""
    sizes = ", ".join(localized(each.board.size.title, captions.code) for each in alike)
    parts = (looks.language.say("proof.language"), sizes, _size(alike[0].step, captions))
    return captions.say("proof.fullest", what=" · ".join(parts))


def _sidebars(sheets: Sequence[tuple[str, Board, Settings]], settings: Settings) -> Iterator[Page]:
    """Sidebars as they stand on a board, each with its caption upright beside it."""
    boxes = frame.columns(settings.paper)
    for start in range(0, len(sheets), len(boxes)):
        items: list[Item] = []
        for box, (caption, board, looks) in zip(boxes, sheets[start:], strict=False):
            text = line(caption, CAPTION_STYLE)
            x = box.x - frame.STRIP
            place = Box(x, box.bottom - text.width, text.height, text.width)
            items += [Group("caption", place, text.items(0, 0), 270), *sidebar(board, looks, box)]
        page = Page(settings.paper.landscape, tuple(items), "proof sidebars")
        yield frame.marked(page)
