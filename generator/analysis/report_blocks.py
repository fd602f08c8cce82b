"""What the reports of all games have in common: words and numbers in a language, rows as bars.

Input: Figures and a language. Output: values of layout/plot.py and layout/report.py.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from generator.analysis.results import Results, Estimate
from generator.languages import Language, localized
from generator.layout.axes import NOTHING, Axis, number
from generator.layout.plot import Bar, Bin, Histogram, Series
from generator.layout.report import Block, Heading, Paragraph, Table

PERCENT = 100.0
RAREST = 0.001  # share of a bin that is shown
_MOST_FLAGS = 15


@dataclass(frozen=True, slots=True)
class Words:
    """The wording of a report: of all games, and (said) of one."""

    language: Language
    game: str

    def __call__(self, key: str, **params: object) -> str:
        return self.language.say(f"stats.{key}", **params)

    def said(self, key: str, **params: object) -> str:
        """A wording of the game's own."""
        return self(f"{self.game}.{key}", **params)

    def measure(self, name: str) -> str:
        """The name of a measure, as a title: in a terminal, too."""
        return self.titled(f"measures.{name.replace(' ', '_')}")

    def titled(self, key: str) -> str:
        """A wording of all games as the title of a column."""
        text = self(key)
        return text[:1].upper() + text[1:]

    def axis(self, key: str, **more: object) -> Axis:
        """An axis whose title is a wording of the game's own."""
        return Axis(self.said(key), point=self.point, **more)

    @property
    def point(self) -> str:
        """The decimal sign."""
        return self.language.say("numbers.decimal")

    def number(self, value: float, decimals: int = 1) -> str:
        return number(value, decimals, self.point)

    def percent(self, share: float) -> str:
        """A share in percent, without the sign."""
        return self.number(PERCENT * share)

    def share(self, share: float) -> str:
        """A share in percent, with the sign."""
        return self.language.percent(self.percent(share))


def bar(row: Estimate, label: str, factor: float = 1.0) -> Bar:
    """A row as a bar; shares want PERCENT as factor."""
    low, high, target = (
        None if value is None else value * factor for value in (row.low, row.high, row.expected)
    )
    return Bar(label, row.seen * factor, low, high, target)


def series(words: Words, rows: Iterable[Estimate], label: Callable[[Estimate], str], factor: float) -> Series:
    """Rows as the bars of what was found."""
    return Series(words("found"), tuple(bar(row, label(row), factor) for row in rows))


def histogram(
    title: str, rows: Iterable[Estimate], axis: Axis, up: Axis, room: float = 30.0
) -> Histogram:
    """Shares whose details are whole numbers, in percent; without the rarest, which would stretch
    the axis for nothing that can be seen."""
    bins = tuple(
        Bin(
            int(row.detail) - 0.5, int(row.detail) + 0.5,
            PERCENT * row.seen, PERCENT * row.low, PERCENT * row.high,
        )
        for row in rows
        if row.seen >= RAREST
    )  # fmt: skip
    return Histogram(title, (Series("", bins),), axis, up, room=room)


def opening(words: Words, results: Results, name: Callable[[Estimate], str]) -> Iterator[Block]:
    """How a report is read, and what stands out; name tells of what a row is."""
    yield Paragraph(words("how"))
    yield Heading(words("flags.title"))
    marked = [row for row in results.rows if row.flag]
    if not marked:
        yield Paragraph(words("flags.incomplete" if results.incomplete else "flags.none"))
        return
    yield Paragraph(words("flags.note"))
    titles = (
        words("flags.of"), words("flags.what"), words.titled("found"), words.titled("expected"),
        words("flags.flag"),
    )  # fmt: skip
    marked.sort(key=lambda row: -abs(row.deviation or 0))
    cells = tuple(_marked(words, row, name(row)) for row in marked[:_MOST_FLAGS])
    yield from unknown(words, cells)
    yield Table(titles, cells, "llrrl")


def unknown(words: Words, rows: Iterable[tuple[str, ...]]) -> Iterator[Block]:
    """What a dash in a table means, where there is any."""
    if any(NOTHING in row for row in rows):
        yield Paragraph(words("unknown"))


def _marked(words: Words, row: Estimate, name: str) -> tuple[str, ...]:
    share = row.measure not in MEANS

    def shown(value: float | None) -> str:
        if value is None:
            return NOTHING
        return words.share(value) if share else words.number(value, 2)

    what = words(f"measures.{row.measure.replace(' ', '_')}")
    flag = words(f"flags.{row.flag}")
    return f"**{name}**", what, shown(row.seen), shown(row.expected), flag


MEANS = {"squares", "symbol", "shape", "colour", "two shapes", "two colours"}


def title(words: Words, results: Results, size: str) -> tuple[str, str]:
    """The title of a report and the line below it; size is "" where a game has one only."""
    code = words.language.code
    sets = " + ".join(localized(each.title, code) for each in results.definition.sets)
    seeds = words.number(results.seeds, 0)
    game = words.language.say(f"game.{words.game}")
    about = "about" if size else "about_plain"
    return words("title", game=game), words(
        about, sets=sets, size=size, seeds=seeds, seed=results.seed
    )
