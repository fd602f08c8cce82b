"""The report of a study.

Input: Findings, a language. Output: a Report: unusual types, differences from the baseline, each
case with its distributions, seats, skill and types, and how it was measured.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from generator import __version__
from generator.games.magnetmen.playtest.baseline import DEFAULT_READINGS
from generator.games.magnetmen.playtest.charts import bars, dots, histogram, with_baseline
from generator.games.magnetmen.playtest.findings import Findings
from generator.games.magnetmen.playtest.measures import ALL_GOALS, FIGURES, OTHER, MeasureKey
from generator.games.magnetmen.playtest.paired_tests import Difference
from generator.games.magnetmen.playtest.study import Case, changed_readings
from generator.games.magnetmen.playtest.summary import Estimate, StudySummary
from generator.games.magnetmen.playtest.wording import Labels, Wording
from generator.languages import Language, localized
from generator.layout.plot import Chart
from generator.layout.report import Beside, Block, Heading, Paragraph, Report, Table

_CHART_COLUMNS = 3
_POWER_MEASURES = ("pick_ratio", "icon_points", "share", "owners")
_COMPARISONS = ("missed", "length")  # boards with a type against others


def report(findings: Findings, language: Language) -> Report:
    """The whole report. Raises TextOverflowError if no chart has room for the name of a type."""
    builder = _ReportBuilder(findings, Wording(language))
    return Report(builder.wording("title"), builder.subtitle(), tuple(builder.blocks()))


class _ReportBuilder:
    """The parts of the report."""

    def __init__(self, findings: Findings, wording: Wording):
        self.findings, self.summary, self.wording = findings, findings.summary, wording
        versions = (findings.baseline, self.summary)
        self.versions = [summary for summary in versions if summary is not None]
        self.definition = self.summary.sample.definition
        self.labels = Labels(findings, wording)

    def subtitle(self) -> str:
        study, code = self.summary.sample.study, self.wording.language.code
        sets = " + ".join(localized(each.title, code) for each in self.definition.sets)
        return self.wording("about", sets=sets, rolls=study.rolls, games=study.games)

    def blocks(self) -> Iterator[Block]:
        yield Paragraph(self.wording("how"))
        yield from self._flags()
        if self.findings.baseline is not None:
            yield from self._differences()
        for case in self.summary.cases:
            yield from self._case(case)
        yield from self._method()

    def _case_name(self, case: Case) -> str:
        size = self.definition.boards.sizes[case.size].title
        title = localized(size, self.wording.language.code)
        return self.wording("case", size=title, players=case.players)

    # Flags -----------------------------------------------------------------------------------

    def _flags(self) -> Iterator[Block]:
        wording = self.wording
        yield Heading(wording("flags.title"))
        if not self.summary.flagged:
            yield Paragraph(wording("flags.none"))
            return
        yield Paragraph(wording("flags.note"))
        titles = (wording("board"), wording("type"), wording("flags.what"), wording("flags.flag"))
        yield Table(titles, tuple(map(self._flag_row, self.summary.flagged)), "llll")

    def _flag_row(self, estimate: Estimate) -> tuple[str, ...]:
        flags = ", ".join(self.wording(f"flags.{flag}") for flag in estimate.flags)
        name = f"**{self.labels.full(estimate.key)}**"
        if estimate.key.of_power:
            name += f": {self.labels.sentence(estimate.key)}"
        owners_key = estimate.key._replace(measure="owners")
        owners = self.summary.estimate(estimate.case, owners_key)
        reason = self.labels.reason(estimate, owners)
        return self._case_name(estimate.case), name, reason, flags

    # Two versions ----------------------------------------------------------------------------

    def _differences(self) -> Iterator[Block]:
        wording, findings = self.wording, self.findings
        yield Heading(wording("compared.title"))
        if findings.edits:
            titles = tuple(wording(key) for key in ("compared.key", "old", "new"))
            yield Table(titles, tuple(map(self.labels.edit, findings.edits)), "lll")
            yield Heading(wording("compared.effect"))
            yield Paragraph(wording("compared.note"))
            yield from self._difference_table(findings.effects, wording("compared.absent"))
        else:
            yield Paragraph(wording("compared.nothing"))
        significant = findings.side_effects
        if findings.edits or significant:
            tested = len(findings.tested_others)
            yield Heading(wording("compared.moved"))
            if significant:
                count = len(significant)
                yield Paragraph(wording("compared.found", count=count, tested=tested))
            yield from self._difference_table(significant, wording("compared.none", tested=tested))

    def _difference_table(self, differences: Sequence[Difference], if_none: str) -> Iterator[Block]:
        """A row for each difference; the subject stands only in the first of its rows."""
        if not differences:
            yield Paragraph(if_none)
            return
        wording = self.wording
        keys = ("compared.what", "old", "new", "compared.change", "compared.chance")
        titles = (wording("board"), wording("type"), *map(wording, keys))
        rows, last = [], ("", "")
        for difference in differences:
            heading = self._case_name(difference.case), self.labels.subject(difference)
            name = f"**{heading[1]}**" if heading[1] else ""
            first_cells = ("", "") if heading == last else (heading[0], name)
            rows.append((*first_cells, *self.labels.difference(difference)))
            last = heading
        yield Table(titles, tuple(rows), "lllrrrl")

    # A case ----------------------------------------------------------------------------------

    def _case(self, case: Case) -> Iterator[Block]:
        wording = self.wording
        yield Heading(self._case_name(case))
        boards = self.summary.cases[case].boards
        if not all(summary.cases[case].boards for summary in self.versions):
            yield Paragraph(wording("unplayable"))
            return
        all_goals = MeasureKey("goal", ALL_GOALS)
        share = with_baseline(self.findings, case, all_goals, wording.interval, wording)
        yield Paragraph(wording("goals.share", count=boards, share=share))
        charts: list[Chart] = [histogram(self.findings, case, name, wording) for name in FIGURES]
        yield Beside((*charts, *self._fairness(case)), _CHART_COLUMNS)
        yield from self._types(case)
        yield from self._powers(case)

    def _fairness(self, case: Case) -> Iterator[Chart]:
        wording, fair = self.wording, 1 / case.players
        seats = [
            (wording("seat", number=seat.key.subject), seat.key)
            for seat in self.summary.estimates_of(case, "seat")
        ]
        yield dots(self.findings, case, seats, wording, wording("seats"), fair)
        rungs = [rung.key for rung in self.summary.estimates_of(case, "ladder")]
        if rungs:
            labelled = [(wording(f"ladder.{key.subject}"), key) for key in rungs]
            title = wording("ladder.title")
            note = " ".join(wording(f"note.ladder.{key.subject}") for key in rungs)
            yield dots(self.findings, case, labelled, wording, title, fair, note)

    def _types(self, case: Case) -> Iterator[Block]:
        wording, measures = self.wording, (*_POWER_MEASURES, *_COMPARISONS)
        all_types = sorted({key for each in self.versions for key in _type_keys(each, case)})
        yield Heading(wording("types", case=self._case_name(case)))
        estimates = (_estimates(each, case, all_types, measures) for each in self.versions)
        yield from self._unknown(estimates)

        def labelled(measure: str) -> list[tuple[str, MeasureKey]]:
            return [(self.labels.type(key), key._replace(measure=measure)) for key in all_types]

        def bar_chart(measure: str) -> Chart:
            title = wording.title(measure)
            return bars(self.findings, case, labelled(measure), wording, title)

        def dot_chart(measure: str) -> Chart:
            title = wording.title(measure)
            return dots(self.findings, case, labelled(measure), wording, title, 1.0)

        yield Beside((dot_chart("pick_ratio"), bar_chart("share")))
        # Between charts, as a table can be divided at the end of a page.
        yield Paragraph(wording("others_note"))
        yield self._table(case, list(_type_keys(self.summary, case)), _COMPARISONS, flags=True)
        yield Beside((bar_chart("icon_points"), dot_chart("owners")))

    def _unknown(self, versions: Iterable[Iterable[Estimate | None]]) -> Iterator[Block]:
        """The meaning of "too few" and of a dash, if there are any."""
        if any(estimate is None or estimate.is_vague for each in versions for estimate in each):
            yield Paragraph(self.wording("unknown"))

    def _powers(self, case: Case) -> Iterator[Block]:
        """Each power with what it brings; then how boards with it compare, and its flags."""
        shares = self.summary.estimates_of(case, "boards")
        keys = [estimate.key for estimate in shares if estimate.key.variant]
        if not keys:
            return
        wording = self.wording
        pairs = product(keys, _COMPARISONS)
        comparisons = [self.summary.comparison(case, key, name) for key, name in pairs]
        yield Heading(wording("powers", case=self._case_name(case)))
        yield Paragraph(wording("powers_note"))
        estimates = _estimates(self.summary, case, keys, _POWER_MEASURES)
        yield from self._unknown([estimates, comparisons])
        yield self._table(case, keys, _POWER_MEASURES, self.labels.sentence)
        if any(each is not None and each.key.measure.endswith(OTHER) for each in comparisons):
            yield Paragraph(wording("other_powers_note"))
        yield self._table(case, keys, _COMPARISONS, self.labels.power, flags=True)

    def _table(
        self,
        case: Case,
        keys: Sequence[MeasureKey],
        measures: Sequence[str],
        power: Callable[[MeasureKey], str] | None = None,
        flags: bool = False,
    ) -> Table:
        """A row for each type or power: on how many boards it is, its numbers, its flags."""
        wording = self.wording
        titles = [wording("type"), *([wording("power")] if power else [])]
        numbers = [wording("boards"), *map(wording.title, measures)]
        flag_titles = [wording("flags.flag")] if flags else []
        rows, last = [], ""
        for key in keys:
            name = self.labels.type(key)
            cells = [f"**{name}**" if name != last else "", *([power(key)] if power else [])]
            cells.append(str(self._boards_with(case, key)))
            estimates = (self.summary.comparison(case, key, measure) for measure in measures)
            cells += map(wording.plus_minus, estimates)
            rows.append((*cells, *([self._all_flags(case, key)] if flags else [])))
            last = name
        aligns = "l" * len(titles) + "r" * len(numbers) + "l" * len(flag_titles)
        return Table((*titles, *numbers, *flag_titles), tuple(rows), aligns)

    def _boards_with(self, case: Case, key: MeasureKey) -> int:
        """The number of boards with a type or a power."""
        share = self.summary.estimate(case, key._replace(measure="boards"))
        assert share is not None, "every type has its share of boards"
        return round(share.value * self.summary.cases[case].boards)

    def _all_flags(self, case: Case, key: MeasureKey) -> str:
        measures = (*_POWER_MEASURES, *_COMPARISONS)
        estimates = (self.summary.comparison(case, key, measure) for measure in measures)
        flags = dict.fromkeys(flag for estimate in estimates if estimate for flag in estimate.flags)
        return ", ".join(self.wording(f"flags.{flag}") for flag in flags)

    # How it was measured -----------------------------------------------------------------------

    def _method(self) -> Iterator[Block]:
        sample, wording = self.summary.sample, self.wording
        study = sample.study
        yield Heading(wording("measured.title"))
        yield Paragraph(
            wording(
                "measured.text",
                version=__version__,
                sets=", ".join(study.sets),
                rolls=study.rolls,
                seed=study.seed,
                games=study.games,
                player=sample.player,
            )
        )
        yield Paragraph(wording("measured.intervals"))
        if readings := changed_readings(study.options):
            options = ", ".join(f"{name}={value}" for name, value in readings.items())
            yield Paragraph(wording("measured.options", options=options))
        if baseline := self.findings.baseline_name:
            key = "usual" if baseline == DEFAULT_READINGS else "against"
            yield Paragraph(wording(f"measured.{key}", old=baseline))
        for case, count in sample.unplayable.items():
            if count:
                case_name = self._case_name(case)
                yield Paragraph(wording("measured.unplayable", case=case_name, count=count))


def _type_keys(summary: StudySummary, case: Case) -> Iterator[MeasureKey]:
    """The keys of the types of a case, without their powers."""
    shares = summary.estimates_of(case, "boards")
    return (share.key for share in shares if not share.key.variant)


def _estimates(
    summary: StudySummary, case: Case, keys: Iterable[MeasureKey], measures: Iterable[str]
) -> Iterator[Estimate | None]:
    """The estimates of types or powers, by all measures."""
    pairs = product(keys, measures)
    return (summary.estimate(case, key._replace(measure=measure)) for key, measure in pairs)
