"""The report of the statistics of the disc race.

Input: Results, a language. Output: a Report.
"""

from collections.abc import Iterator

from generator.analysis.report_blocks import ReportWording, opening, series, title
from generator.analysis.results import Estimate, Results
from generator.games.discs.definition import DiscsDefinition, DiscSet
from generator.languages import Language, localized
from generator.layout.axes import Axis
from generator.layout.cells import Cells
from generator.layout.plot import Bars
from generator.layout.report import Beside, Block, Heading, Paragraph, Report


def report(results: Results, language: Language) -> Report:
    """The whole report."""
    words = ReportWording(language, "discs")
    return Report(*title(words, results, ""), tuple(_blocks(results, words)), "grape")


def _blocks(results: Results, words: ReportWording) -> Iterator[Block]:
    definition, code = results.definition, words.language.code
    assert isinstance(definition, DiscsDefinition)
    disc_set = definition.disc_set
    kinds = {**disc_set.shapes, **disc_set.colours}
    names = {key: localized(kind.name, code) for key, kind in kinds.items()}

    def name(row: Estimate) -> str:
        return " + ".join(names[key] for key in row.subject.split(" + "))

    def bars(measure: str, key: str) -> Bars:
        values = series(words, results.of(measure), name, 1.0)
        axis = words.axis("axis", decimals=2)
        return Bars(words.of_game(key), (values,), axis, target=words("expected"))

    yield from opening(words, results, name)
    yield Heading(words.of_game("matches"))
    yield Paragraph(words.of_game("matches_note"))
    yield _symbols(results, words, disc_set, names)
    yield Beside((bars("shape", "shapes"), bars("colour", "colours")))
    yield Heading(words.of_game("together"))
    yield Beside((bars("two shapes", "two_shapes"), bars("two colours", "two_colours")))


def _symbols(
    results: Results, words: ReportWording, disc_set: DiscSet, names: dict[str, str]
) -> Cells:
    means = {row.subject: row.seen for row in results.of("symbol")}
    numbers = tuple(
        tuple(means[f"{shape} + {colour}"] for colour in disc_set.colours)
        for shape in disc_set.shapes
    )
    columns, rows = (
        tuple(names[key] for key in keys) for keys in (disc_set.colours, disc_set.shapes)
    )
    axis = Axis(decimals=2, point=words.decimal_sign)
    return Cells(words.of_game("symbols"), columns, rows, numbers, axis)
