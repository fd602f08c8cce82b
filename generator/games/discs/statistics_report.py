"""The report of the statistics of the disc race.

Input: Figures, a language. Output: a Report.
"""

from collections.abc import Iterator

from generator.analysis.figures import Figures, Row
from generator.analysis.wording import Words, opening, series, title
from generator.games.discs.definition import DiscSet
from generator.languages import Language, localized
from generator.layout.axes import Axis
from generator.layout.cells import Cells
from generator.layout.plot import Bars
from generator.layout.report import Beside, Block, Heading, Paragraph, Report


def report(figures: Figures, language: Language) -> Report:
    """All of it."""
    words = Words(language, "discs")
    return Report(*title(words, figures, ""), tuple(_blocks(figures, words)), "grape")


def _blocks(figures: Figures, words: Words) -> Iterator[Block]:
    chosen, code = figures.definition.disc_set, words.language.code
    both = {**chosen.shapes, **chosen.colours}
    named = {key: localized(each.name, code) for key, each in both.items()}

    def name(row: Row) -> str:
        return " + ".join(named[key] for key in row.subject.split(" + "))

    def bars(measure: str, key: str) -> Bars:
        found = series(words, figures.of(measure), name, 1.0)
        axis = words.axis("axis", decimals=2)
        return Bars(words.said(key), (found,), axis, target=words("expected"))

    yield from opening(words, figures, name)
    yield Heading(words.said("matches"))
    yield Paragraph(words.said("matches_note"))
    yield _symbols(figures, words, chosen, named)
    yield Beside((bars("shape", "shapes"), bars("colour", "colours")))
    yield Heading(words.said("together"))
    yield Beside((bars("two shapes", "two_shapes"), bars("two colours", "two_colours")))


def _symbols(figures: Figures, words: Words, chosen: DiscSet, named: dict[str, str]) -> Cells:
    found = {row.subject: row.seen for row in figures.of("symbol")}
    numbers = tuple(
        tuple(found[f"{shape} + {colour}"] for colour in chosen.colours) for shape in chosen.shapes
    )
    columns, rows = (tuple(named[key] for key in keys) for keys in (chosen.colours, chosen.shapes))
    axis = Axis(decimals=2, point=words.point)
    return Cells(words.said("symbols"), columns, rows, numbers, axis)
