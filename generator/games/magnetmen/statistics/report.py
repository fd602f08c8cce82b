"""The report of Magnetmen's statistics.

Input: Results, a language. Output: a Report.
"""

from collections.abc import Iterator
from itertools import groupby

from generator.analysis.report_blocks import (
    PERCENT,
    ReportWording,
    bar,
    histogram,
    note_on_unknown,
    opening,
    series,
    title,
)
from generator.analysis.results import Estimate, Results
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.statistics.outcomes import OTHER_OUTCOMES, outcomes, type_names
from generator.languages import Language, localized
from generator.layout.axes import NOTHING, Axis
from generator.layout.cells import Cells
from generator.layout.plot import Bar, Bars, Dots, Point, Scatter, Series, alike
from generator.layout.report import Beside, Block, Heading, Paragraph, Report, Table

_MAX_GRID_TYPES = 26  # with more types, the cells of a grid are too small for numbers
_EXTREME_PAIRS = 6  # the number of pairs furthest above chance, and of those furthest below
_MAX_POWER_BARS = 25  # in a chart
_MAX_DECIMAL_SHARE = 0.2  # if all shares are smaller, they have a decimal
_COLUMNS = 4  # of small charts


def report(results: Results, language: Language) -> Report:
    """The whole report. Raises TextOverflowError if no chart has room for the name of a type."""
    definition = results.definition
    assert isinstance(definition, MagnetmenDefinition)
    words = ReportWording(language, "magnetmen")
    size = localized(definition.boards.sizes[results.size].title, language.code)
    builder = _ReportBuilder(results, definition, words)
    return Report(*title(words, results, size), tuple(builder.blocks()))


class _ReportBuilder:
    """The parts of the report."""

    def __init__(self, results: Results, definition: MagnetmenDefinition, words: ReportWording):
        self.results, self.words = results, words
        self.keys = type_names(definition)
        self.pieces = definition.pieces
        self.printed_names = {
            key: piece.printed_name(words.language.code)
            for key, piece in zip(self.keys, self.pieces, strict=True)
        }
        self.numbers = _numbered(results.of("power"))
        self.rolled_types = [row.subject for row in results.of("boards") if row.seen]

    def blocks(self) -> Iterator[Block]:
        yield from opening(self.words, self.results, self._subject)
        yield from self._presence()
        yield from self._spread()
        yield from self._powers()
        yield from self._pairs()
        yield from self._neighbours()
        yield from self._table()

    def _subject(self, row: Estimate) -> str:
        if row.subject == "all":
            return row.detail
        if row.measure == "power":
            return f"{self.printed_names[row.subject]} {self.numbers[row.subject, row.detail]}"
        return " + ".join(self.printed_names[key] for key in row.subject.split(" + "))

    def _by_type(self, measure: str) -> dict[str, Estimate]:
        """The estimates of the types that were rolled at all."""
        rows = {row.subject: row for row in self.results.of(measure)}
        return {key: rows[key] for key in self.rolled_types}

    def _bars(self, measure: str, factor: float) -> Bars:
        words = self.words
        rows = self.results.of(measure)
        return Bars(
            words.measure(measure), (series(words, rows, self._subject, factor),),
            words.axis(f"{measure}_axis"), words.of_game(f"{measure}_note"), words("expected"),
        )  # fmt: skip

    def _presence(self) -> Iterator[Block]:
        yield Heading(self.words.of_game("often"))
        yield Beside((self._bars("boards", PERCENT), self._bars("squares", 1.0)))

    def _spread(self) -> Iterator[Block]:
        words = self.words
        yield Heading(words.of_game("spread"))
        yield Paragraph(words.of_game("spread_note"))
        axis, up = words.axis("spread_axis", whole=True), words.axis("spread_up")
        charts = [
            histogram(self.printed_names[key], self.results.of("squares_n", key), axis, up, 22.0)
            for key in self.rolled_types
        ]
        yield Beside(alike(charts), _COLUMNS)

    def _powers(self) -> Iterator[Block]:
        words, rows = self.words, self.results.of("power")
        if not rows:
            return
        yield Heading(words.of_game("powers"))
        yield Paragraph(words.of_game("powers_note"))
        labels = [self._subject(row) for row in rows]
        bars = tuple(bar(row, label, PERCENT) for row, label in zip(rows, labels, strict=True))
        all_bars = Series(words("found"), bars)
        for first in range(0, len(bars), _MAX_POWER_BARS):
            part = all_bars._replace(marks=bars[first : first + _MAX_POWER_BARS])
            yield Bars("", (part,), words.axis("powers_axis"), target=words("expected"))
        sentences = self._sentences()
        titles = (
            words.of_game("type"),
            words.of_game("power"),
            words.as_title("found"),
            words.as_title("expected"),
        )
        yield Table(
            titles,
            tuple(
                (f"**{label}**", sentences[row.subject, row.detail],
                 words.share(row.seen), _expected_text(words, row))
                for row, label in zip(rows, labels, strict=True)
            ),
            "llrr",
        )  # fmt: skip

    def _sentences(self) -> dict[tuple[str, str], str]:
        """The sentences of the powers in the report's language, by type and detail."""
        sentences: dict[tuple[str, str], str] = {}
        for key, piece in zip(self.keys, self.pieces, strict=True):
            details = [row.detail for row in self.results.of("power", key)]
            for detail, outcome in zip(details, outcomes(piece).values(), strict=False):
                sentences[key, detail] = outcome.power.sentence(piece, self.words.language)
            sentences[key, OTHER_OUTCOMES] = self.words.of_game("other")
        return sentences

    def _pairs(self) -> Iterator[Block]:
        words = self.words
        rows = {frozenset(row.subject.split(" + ")): row for row in self.results.of("pair")}
        if not rows:
            return
        yield Heading(words.of_game("pairs"))
        yield Paragraph(words.of_game("pairs_note"))
        if len(self.keys) <= _MAX_GRID_TYPES:
            yield self._grid(rows)
        known = [row for row in rows.values() if row.expected]
        if known:
            yield self._furthest(known)

    def _grid(self, rows: dict[frozenset[str], Estimate]) -> Cells:
        """Every pair once, below the diagonal."""
        numbers = tuple(
            tuple(
                PERCENT * rows[frozenset((one, other))].seen if at < number else None
                for at, other in enumerate(self.keys[:-1])
            )
            for number, one in enumerate(self.keys)
        )[1:]
        labels = tuple(self.printed_names[key] for key in self.keys)
        with_decimal = max(row.seen for row in rows.values()) < _MAX_DECIMAL_SHARE
        axis = Axis(decimals=1 if with_decimal else 0, point=self.words.decimal_sign)
        return Cells(self.words.of_game("pairs_grid"), labels[:-1], labels[1:], numbers, axis)

    def _furthest(self, rows: list[Estimate]) -> Dots:
        rows = sorted(rows, key=lambda row: -row.seen / _expected(row))
        if len(rows) > 2 * _EXTREME_PAIRS:
            rows = [*rows[:_EXTREME_PAIRS], *rows[-_EXTREME_PAIRS:]]
        bars = tuple(_relative_bar(row, self._subject(row)) for row in rows)
        axis = self.words.axis("pairs_axis", decimals=2)
        return Dots(self.words.of_game("pairs_dots"), (Series("", bars),), axis, reference=1.0)

    def _neighbours(self) -> Iterator[Block]:
        words = self.words
        yield Heading(words.of_game("neighbours"))
        yield Paragraph(words.of_game("neighbours_note"))
        rows = [row for row in self._by_type("neighbours").values() if row.expected]
        axis = words.axis("neighbours_axis", decimals=2)
        bars = tuple(_relative_bar(row, self._subject(row)) for row in rows)
        dots = Dots(words.measure("neighbours"), (Series("", bars),), axis, reference=1.0)
        squares, group = self._by_type("squares"), self._by_type("group")
        points = tuple(
            Point(squares[key].seen, row.seen, row.low, row.high, self.printed_names[key])
            for key, row in group.items()
        )
        yield Beside((dots, Scatter(
            words.of_game("crowd"), (Series("", points),), words.axis("crowd_axis"),
            words.axis("crowd_up"),
        )))  # fmt: skip
        axis, up = words.axis("groups_axis", whole=True), words.axis("groups_up")
        yield histogram(words.measure("group"), self.results.of("group_n"), axis, up)

    def _table(self) -> Iterator[Block]:
        words = self.words
        yield Heading(words.of_game("numbers"))
        measures = "boards", "squares"
        estimates = {name: {row.subject: row for row in self.results.of(name)} for name in measures}
        groups = self._by_type("group")
        titles = [words.of_game("type")]
        for key in ("boards_percent", "mean_squares"):
            titles += [words.of_game(key), words.as_title("expected")]
        rows = []
        for key in self.keys:
            boards, squares = (estimates[name][key] for name in measures)
            group = words.number(groups[key].seen, 2) if key in groups else NOTHING
            rows.append((
                f"**{self.printed_names[key]}**", words.percent(boards.seen),
                NOTHING if boards.expected is None else words.percent(boards.expected),
                words.number(squares.seen, 2),
                NOTHING if squares.expected is None else words.number(squares.expected, 2), group,
            ))  # fmt: skip
        yield from note_on_unknown(words, rows)
        yield Table((*titles, words.of_game("mean_group")), tuple(rows), "lrrrrr")


def _numbered(rows: list[Estimate]) -> dict[tuple[str, str], int]:
    """The number of each power among those of its type, from 1."""
    numbers: dict[tuple[str, str], int] = {}
    for _, of_type in groupby(rows, lambda row: row.subject):
        for number, row in enumerate(of_type, start=1):
            numbers[row.subject, row.detail] = number
    return numbers


def _relative_bar(row: Estimate, label: str) -> Bar:
    """An estimate as a multiple of the expected value."""
    expected = _expected(row)
    low, high = (None if end is None else end / expected for end in (row.low, row.high))
    return Bar(label, row.seen / expected, low, high)


def _expected(row: Estimate) -> float:
    """The expected value of an estimate that has one."""
    assert row.expected is not None, row
    return row.expected


def _expected_text(words: ReportWording, row: Estimate) -> str:
    """The expected share."""
    return words.share(_expected(row))
