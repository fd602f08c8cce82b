"""What the reports of all games have in common: wording, numbers in a language, rows as bars.

Input: Results and a language. Output: values of layout/plot.py and layout/report.py.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from generator.analysis.results import Estimate, Results
from generator.languages import Language, localized
from generator.layout.axes import NOTHING, Axis, number
from generator.layout.plot import Bar, Bin, Histogram, Series
from generator.layout.report import Block, Heading, Paragraph, Table

PERCENT = 100.0
MIN_BIN_SHARE = 0.001  # rarer bins would stretch the axis and not be seen
_MAX_FLAGGED_ROWS = 15


@dataclass(frozen=True, slots=True)
class ReportWording:
    """The wording of a report in a language: what all games share, and that of one game."""

    language: Language
    game: str

    def __call__(self, key: str, **params: object) -> str:
        return self.language.say(f"stats.{key}", **params)

    def of_game(self, key: str, **params: object) -> str:
        """A wording of the game's own."""
        return self(f"{self.game}.{key}", **params)

    def measure(self, name: str) -> str:
        """The name of a measure as a title; terminals show it, too."""
        return self.as_title(f"measures.{name.replace(' ', '_')}")

    def as_title(self, key: str) -> str:
        """A wording of all games as the title of a column."""
        text = self(key)
        return text[:1].upper() + text[1:]

    def axis(
        self,
        key: str,
        low: float | None = None,
        high: float | None = None,
        decimals: int = 1,
        whole: bool = False,
    ) -> Axis:
        """An axis whose title is a wording of the game's own; see Axis."""
        return Axis(self.of_game(key), low, high, decimals, self.decimal_sign, whole)

    @property
    def decimal_sign(self) -> str:
        """The sign before decimals."""
        return self.language.say("numbers.decimal")

    def number(self, value: float, decimals: int = 1) -> str:
        """A number with this many decimals."""
        return number(value, decimals, self.decimal_sign)

    def percent(self, share: float) -> str:
        """A share in percent, without the sign."""
        return self.number(PERCENT * share)

    def share(self, share: float) -> str:
        """A share in percent, with the sign."""
        return self.language.percent(self.percent(share))


def bar(row: Estimate, label: str, factor: float = 1.0) -> Bar:
    """A row as a bar; for shares in percent the factor is PERCENT."""
    low, high, target = (
        None if value is None else value * factor for value in (row.low, row.high, row.expected)
    )
    return Bar(label, row.seen * factor, low, high, target)


def series(
    wording: ReportWording,
    rows: Iterable[Estimate],
    label: Callable[[Estimate], str],
    factor: float,
) -> Series:
    """The values of rows as the bars of a chart."""
    return Series(wording("found"), tuple(bar(row, label(row), factor) for row in rows))


def histogram(
    title: str, rows: Iterable[Estimate], axis: Axis, up: Axis, room: float = 30.0
) -> Histogram:
    """Shares in percent by whole numbers, which are the details of the rows, without those below
    MIN_BIN_SHARE."""
    bins = tuple(_bin(row) for row in rows if row.seen >= MIN_BIN_SHARE)
    return Histogram(title, (Series("", bins),), axis, up, room=room)


def _bin(row: Estimate) -> Bin:
    assert row.low is not None and row.high is not None  # shares always have an interval
    value = int(row.detail)
    low, high = PERCENT * row.low, PERCENT * row.high
    return Bin(value - 0.5, value + 0.5, PERCENT * row.seen, low, high)


def opening(
    wording: ReportWording, results: Results, name: Callable[[Estimate], str]
) -> Iterator[Block]:
    """How to read a report, and what stands out; `name` says what a row is about."""
    yield Paragraph(wording("how"))
    yield Heading(wording("flags.title"))
    flagged = [row for row in results.rows if row.flag]
    if not flagged:
        yield Paragraph(wording("flags.incomplete" if results.incomplete else "flags.none"))
        return
    yield Paragraph(wording("flags.note"))
    titles = (
        wording("flags.of"),
        wording("flags.what"),
        wording.as_title("found"),
        wording.as_title("expected"),
        wording("flags.flag"),
    )
    flagged.sort(key=lambda row: -abs(row.deviation or 0))
    cells = tuple(_flagged_row(wording, row, name(row)) for row in flagged[:_MAX_FLAGGED_ROWS])
    yield from note_on_unknown(wording, cells)
    yield Table(titles, cells, "llrrl")


def note_on_unknown(wording: ReportWording, rows: Iterable[tuple[str, ...]]) -> Iterator[Block]:
    """What a dash in a table means, if there is any."""
    if any(NOTHING in row for row in rows):
        yield Paragraph(wording("unknown"))


# The measures that are means; all others are shares.
_MEANS = {"squares", "symbol", "shape", "colour", "two shapes", "two colours"}


def _flagged_row(wording: ReportWording, row: Estimate, name: str) -> tuple[str, ...]:
    def as_text(value: float | None) -> str:
        if value is None:
            return NOTHING
        return wording.number(value, 2) if row.measure in _MEANS else wording.share(value)

    measure = wording(f"measures.{row.measure.replace(' ', '_')}")
    flag = wording(f"flags.{row.flag}")
    return f"**{name}**", measure, as_text(row.seen), as_text(row.expected), flag


def title(wording: ReportWording, results: Results, size: str) -> tuple[str, str]:
    """The title of a report and the line below it; size is "" for a game with a single one."""
    code = wording.language.code
    sets = " + ".join(localized(loaded.title, code) for loaded in results.definition.sets)
    seeds = wording.number(results.seeds, 0)
    game = wording.language.say(f"game.{wording.game}")
    key = "about" if size else "about_plain"
    about = wording(key, sets=sets, size=size, seeds=seeds, seed=results.seed)
    return wording("title", game=game), about
