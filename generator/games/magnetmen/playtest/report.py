"""The report of a study.

Input: Findings. Output: a Report: unusual types, differences from the baseline, each case with its
boards, seats, skill, types and powers, and how it was measured.
"""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from generator.analysis import charts
from generator.analysis.report import (
    TOO_FEW,
    Block,
    Cell,
    Chart,
    Charts,
    Column,
    Heading,
    Number,
    Paragraph,
    Remark,
    Report,
    Severity,
    Table,
)
from generator.games.magnetmen.playtest import names
from generator.games.magnetmen.playtest.baseline import DEFAULT_READINGS
from generator.games.magnetmen.playtest.course_report import course_blocks, panel_blocks
from generator.games.magnetmen.playtest.definitions import (
    DEFINITIONS,
    SHIPPED_BELOW,
    definitions_in,
)
from generator.games.magnetmen.playtest.findings import Findings
from generator.games.magnetmen.playtest.measures import ALL_GOALS, FIGURES, MeasureKey
from generator.games.magnetmen.playtest.names import form, number
from generator.games.magnetmen.playtest.paired_tests import Difference
from generator.games.magnetmen.playtest.shipped_figures import share_below, shipped_sets
from generator.games.magnetmen.playtest.study import changed_readings
from generator.games.magnetmen.playtest.summary import QUANTILES, PlayEstimate, StudySummary
from generator.games.magnetmen.simulation.figure_names import FIGURE_NAMES, MEASURE_NAMES, UNITS
from generator.games.magnetmen.simulation.goals import AT_LEAST
from generator.games.playtest_study import Case, definition_blocks
from generator.languages import localized

_CHARTED = ("pick_ratio", "share", "icon_points", "owners", "without")
_COMPARISONS = ("missed", "length")  # boards with a type against others
_SEVERITIES: dict[str, Severity] = {
    "dominant": "bad", "useless": "warning", "trap": "notable", "breaking": "bad",
    "uneven": "warning",
}  # fmt: skip
_OLD, _NEW = "before", "after"


def report(findings: Findings) -> Report:
    """The whole report."""
    study = findings.summary.sample.study
    sets = " + ".join(
        localized(each.title, "en") for each in findings.summary.sample.definition.sets
    )
    subtitle = f"{_boards(study.rolls)} of the seed “{study.seed}” for each size and number of "
    subtitle += f"players, {study.games} games on each, player {findings.summary.sample.player}"
    blocks = tuple(_Builder(findings).blocks())
    return Report(f"Playtest: {sets}", subtitle, blocks, _command(findings))


def _boards(count: int) -> str:
    return "1 board" if count == 1 else f"{count:,} boards"


def _command(findings: Findings) -> str:
    """The command that makes the report again."""
    study, player = findings.summary.sample.study, findings.summary.sample.player
    readings = changed_readings(study.options).items()
    repeated: tuple[tuple[str, Iterable[str]], ...] = (
        ("--set", study.sets),
        ("--size", dict.fromkeys(case.size for case in study.cases)),
        ("--players", dict.fromkeys(str(case.players) for case in study.cases)),
        ("--option", (f"{name}={value}".lower() for name, value in readings)),
    )
    words = ["board-generator", "playtest"]
    words += [word for option, values in repeated for value in values for word in (option, value)]
    words += ["--rolls", str(study.rolls), "--games", str(study.games), "--seed", study.seed]
    words += ["--player"]
    words += [f"{player.candidates}x{player.playouts}" if player.searches else player.kind]
    words += ["--against", findings.baseline_name] if findings.baseline_name else []
    return shlex.join([*words, "--report", "report.html"])


class _Builder:
    """The parts of the report."""

    def __init__(self, findings: Findings):
        self.findings, self.summary = findings, findings.summary
        self.versions = [("", self.summary)]
        if findings.baseline is not None:
            self.versions = [(_OLD, findings.baseline), (_NEW, self.summary)]
        self.labels = names.Labels(findings)

    def blocks(self) -> Iterator[Block]:
        yield Paragraph(names.HOW_TO_READ, is_note=True)
        if self.findings.baseline_name:
            yield Paragraph(self._compared_with())
        yield from self._flags()
        if self.findings.baseline is not None:
            yield from self._differences()
        for case in self.summary.cases:
            yield from self._case(case)
        yield from definition_blocks(definitions_in(*(each for _, each in self.versions)))
        yield from self._method()

    def _compared_with(self) -> str:
        name = self.findings.baseline_name
        other = "the rules as they are usually read" if name == DEFAULT_READINGS else name
        return f"Compared with {other}: what differs, then the figures of the new version."

    # Flags -----------------------------------------------------------------------------------

    def _flags(self) -> Iterator[Block]:
        yield Heading("What stands out")
        if not self.summary.flagged:
            yield Paragraph("No type or power is clearly beyond the limits in play.yaml.")
            return
        columns = (
            Column("Board"),
            Column("Type", width=60),
            Column("What was found", width=60),
            Column("Remark"),
        )
        yield Table(columns, tuple(map(self._flag_row, self.summary.flagged)))
        note = "Types and powers whose whole interval lies beyond a limit in play.yaml."
        yield Paragraph(note, is_note=True)

    def _flag_row(self, estimate: PlayEstimate) -> tuple[Cell, ...]:
        estimates = [estimate]
        owners = self.summary.estimate(estimate.case, estimate.key._replace(measure="owners"))
        if "trap" in estimate.flags and owners is not None:
            estimates.append(owners)
        reasons = ", ".join(
            self.labels.reason(each.key.measure, number(each).text(), estimate.key)
            for each in estimates
        )
        return str(estimate.case), self.labels.full(estimate.key), reasons, _remark(estimate.flags)

    # Two versions ----------------------------------------------------------------------------

    def _differences(self) -> Iterator[Block]:
        findings = self.findings
        yield Heading("What was edited")
        if findings.edits:
            columns = Column("Key"), Column("Before", width=40), Column("After", width=40)
            yield Table(columns, tuple(map(names.edit_texts, findings.edits)))
            yield Heading("What the edits did")
            absent = "What was edited is on none of the boards that were played."
            yield from self._difference_tables(findings.effects, absent)
        else:
            yield Paragraph(
                "Nothing that programs play was edited: both versions roll and play the same "
                "boards."
            )
        if findings.edits or findings.side_effects:
            yield from self._side_effects()

    def _side_effects(self) -> Iterator[Block]:
        count, tested = len(self.findings.side_effects), len(self.findings.tested_others)
        yield Heading("What else moved")
        if count:
            differ = "number differs" if count == 1 else "numbers differ"
            yield Paragraph(f"{count} of the other {tested} {differ} by more than chance:")
        none = "With few boards only large differences can show."
        if tested:
            none = f"None of the other {tested} numbers differs by more than chance. {none}"
        yield from self._difference_tables(self.findings.side_effects, none)
        yield Paragraph(names.COMPARISON_NOTE, is_note=True)

    def _difference_tables(
        self, differences: Sequence[Difference], if_none: str
    ) -> Iterator[Block]:
        """A table for each subject."""
        if not differences:
            yield Paragraph(if_none)
        titles = (_OLD.capitalize(), _NEW.capitalize(), "Difference")
        columns = (Column("What"), *(Column(title, True) for title in titles), Column("Chance?"))
        for heading, group in groupby(differences, self._heading):
            yield Heading(heading, 3)
            yield Table(columns, tuple(map(_difference_row, group)))

    def _heading(self, difference: Difference) -> str:
        key = difference.key
        name = self.labels.full(key) if key.of_type else ""
        removed = "removed" if difference.removed else ""
        return ": ".join(part for part in (str(difference.case), name, removed) if part)

    # A case ----------------------------------------------------------------------------------

    def _case(self, case: Case) -> Iterator[Block]:
        yield Heading(str(case).capitalize())
        unplayable = self.summary.sample.unplayable.get(case, 0)
        if unplayable:
            boards = _boards(unplayable)
            yield Paragraph(
                f"No program can play {boards}: powers in free text, or too many squares."
            )
        if not all(summary.cases[case].boards for _, summary in self.versions):
            return
        goals = number(self._known(case, MeasureKey("goal", ALL_GOALS))).text()
        boards = _boards(self.summary.cases[case].boards)
        yield Paragraph(f"{boards}. Boards that meet all goals: {goals}.")
        yield Charts((*(self._histogram(case, name) for name in FIGURES), *self._fairness(case)))
        yield self._figures(case)
        yield Paragraph(names.TOO_FEW_NOTE, is_note=True)
        yield from panel_blocks(self.summary, case)
        yield from course_blocks(self.summary.sample.trials[case])
        yield from self._types(case)
        yield from self._powers(case)

    def _known(self, case: Case, key: MeasureKey) -> PlayEstimate:
        """An estimate that every case with boards has."""
        estimate = self.summary.estimate(case, key)
        assert estimate is not None, key
        return estimate

    def _histogram(self, case: Case, name: str) -> Chart:
        """The distribution of a figure over boards, with its goal."""
        goal = getattr(self.summary.cases[case].goal, name, None)
        values = {
            version: summary.cases[case].distributions[MeasureKey(name)]
            for version, summary in self.versions
        }
        bars = charts.binned(values, () if goal is None else (goal,))
        mean = number(self._known(case, MeasureKey(name)))
        note = "Too few boards for a mean." if mean.is_vague else f"Mean {mean.text()}."
        if goal is not None:
            met = number(self._known(case, MeasureKey("goal", name))).text(with_interval=False)
            note += f" Goal: {_goal_text(name, goal)}, met on {met} of boards."
        title, axis = FIGURE_NAMES[name], UNITS[name]
        return charts.histogram(title, bars, axis, "boards", _tick_form(name), note, goal)

    def _fairness(self, case: Case) -> Iterator[Chart]:
        fair = 1 / case.players
        seats = [each.key for each in self.summary.estimates_of(case, "seat")]
        seat_marks = self._marks(case, [(f"Seat {key.subject}", key) for key in seats])
        note = DEFINITIONS["seat"].text()
        yield charts.interval_chart("Wins by seat", seat_marks, UNITS["seat"], note, fair)
        rungs = [each.key for each in self.summary.estimates_of(case, "ladder")]
        if rungs:
            marks = self._marks(case, [(names.PLAYER_NAMES[key.subject], key) for key in rungs])
            note = " ".join(names.PLAYER_NOTES[key.subject] for key in rungs)
            yield charts.interval_chart("Skill", marks, UNITS["ladder"], note, fair)

    def _marks(self, case: Case, keys: Sequence[tuple[str, MeasureKey]]) -> list[charts.Mark]:
        """The numbers of labelled keys in each version; one that a version lacks is unknown."""
        return [
            charts.Mark(label, _number_of(summary.estimate(case, key), key), version=version)
            for label, key in keys
            for version, summary in self.versions
        ]

    def _figures(self, case: Case) -> Table:
        """The distribution of each figure and seat over boards, and how many boards meet goals."""
        quantiles = (Column(f"{part:.0%}", True, part in (0.25, 0.75)) for part in QUANTILES)
        columns = (Column("Figure"), Column("Mean", True), *quantiles,
                   Column(SHIPPED_BELOW, True, is_optional=True),
                   Column("Goal"), Column("Boards that meet it", True))  # fmt: skip
        rows = [self._figure_row(case, name) for name in FIGURES]
        for seat in self.summary.estimates_of(case, "seat"):
            rows.append((f"Seat {seat.key.subject} wins", *_distribution(seat), "", "", ""))
        met = number(self._known(case, MeasureKey("goal", ALL_GOALS)))
        rows.append(("All goals", *[""] * (len(QUANTILES) + 3), met))
        return Table(columns, tuple(rows))

    def _is_comparable(self, figure: str) -> bool:
        """Whether a figure can be compared with those of the shipped boards, which the same players
        played by the same rules. The seat imbalance depends on the number of games."""
        study = self.summary.sample.study
        is_usual = study.player is None and not changed_readings(study.options)
        return is_usual and figure != "seat_deviation"

    def _figure_row(self, case: Case, name: str) -> tuple[Cell, ...]:
        estimate = self._known(case, MeasureKey(name))
        sets = shipped_sets(self.summary.sample.definition)
        below = share_below(sets, case, name, estimate.value) if self._is_comparable(name) else ""
        distribution = *_distribution(estimate), below
        limit = getattr(self.summary.cases[case].goal, name, None)
        if limit is None:
            return FIGURE_NAMES[name], *distribution, "", ""
        met = number(self._known(case, MeasureKey("goal", name)))
        sign = "≥" if name in AT_LEAST else "≤"
        goal = f"{sign} {format(limit, form(name))}"
        return FIGURE_NAMES[name], *distribution, goal, met

    # Types and powers --------------------------------------------------------------------------

    def _types(self, case: Case) -> Iterator[Block]:
        keys = sorted({key for _, summary in self.versions for key in _type_keys(summary, case)})
        yield Heading(f"Types: {case}", 3)
        yield Charts(tuple(self._type_chart(case, measure, keys) for measure in _CHARTED))
        known = set(_type_keys(self.summary, case))
        rows = [
            (self.labels.type(key), *self._type_cells(case, key)) for key in keys if key in known
        ]
        yield Table((Column("Type"), *_measure_columns()), tuple(rows))
        yield Paragraph(names.TYPES_NOTE, is_note=True)

    def _type_chart(self, case: Case, measure: str, keys: Sequence[MeasureKey]) -> Chart:
        labelled = [(self.labels.type(key), key._replace(measure=measure)) for key in keys]
        reference = 1.0 if measure in ("pick_ratio", "owners", "without") else None
        title, unit, note = MEASURE_NAMES[measure], UNITS[measure], DEFINITIONS[measure].text()
        return charts.interval_chart(title, self._marks(case, labelled), unit, note, reference)

    def _powers(self, case: Case) -> Iterator[Block]:
        """Each power of the types that were rolled with several."""
        keys = [each.key for each in self.summary.estimates_of(case, "boards") if each.key.variant]
        if not keys:
            return
        yield Heading(f"Powers: {case}", 3)
        columns = Column("Type"), Column("Power", is_optional=True, width=60), *_measure_columns()
        rows = [
            (self.labels.power(key), self.labels.sentence(key), *self._type_cells(case, key))
            for key in keys
        ]
        yield Table(columns, tuple(rows))
        if any(isinstance(cell, Number) and cell.mark for row in rows for cell in row):
            yield Paragraph(names.OTHER_POWERS_NOTE, is_note=True)

    def _type_cells(self, case: Case, key: MeasureKey) -> list[Cell]:
        """On how many boards a type or power is, its numbers, its flags."""
        share = self._known(case, key._replace(measure="boards"))
        measures = (*_CHARTED, *_COMPARISONS)
        estimates = [self.summary.comparison(case, key, measure) for measure in measures]
        pairs = zip(estimates, measures, strict=True)
        numbers = [_number_of(each, key._replace(measure=measure)) for each, measure in pairs]
        flags = dict.fromkeys(flag for each in estimates if each for flag in each.flags)
        boards = Number(round(share.value * self.summary.cases[case].boards), ",.0f")
        return [boards, *numbers, _remark(tuple(flags))]

    # How it was measured -----------------------------------------------------------------------

    def _method(self) -> Iterator[Block]:
        study = self.summary.sample.study
        yield Heading("How it was measured")
        yield Paragraph(f"Sets: {', '.join(study.sets)}. {names.METHOD_NOTE}")
        if readings := changed_readings(study.options):
            options = ", ".join(f"{name}={value}" for name, value in readings.items())
            yield Paragraph(f"Rules read differently: {options}.")


def _number_of(estimate: PlayEstimate | None, key: MeasureKey) -> Number:
    return Number(None, form(key.measure)) if estimate is None else number(estimate)


def _distribution(estimate: PlayEstimate) -> Iterator[Cell]:
    """The mean and the quantiles."""
    yield number(estimate)
    for value in estimate.quantiles:
        yield TOO_FEW if value is None else Number(value, form(estimate.key.measure))


def _goal_text(name: str, limit: float) -> str:
    return f"at {'least' if name in AT_LEAST else 'most'} {format(limit, form(name))}"


def _tick_form(name: str) -> str:
    """The format of numbers on an axis."""
    return ".0%" if form(name).endswith("%") else ",.2~f"


def _difference_row(difference: Difference) -> tuple[Cell, ...]:
    measure = difference.key.measure
    signed = f"+{form(measure).removeprefix('+')}"
    severity: Severity = "notable" if difference.is_significant else "plain"
    return (
        names.measure_name(difference.key),
        Number(difference.old, form(measure)),
        Number(difference.new, form(measure)),
        Number(difference.change, signed, difference.low, difference.high),
        Remark(names.VERDICT_NAMES[difference.verdict], severity),
    )


def _remark(flags: Sequence[str]) -> Remark:
    severity = _SEVERITIES[flags[0]] if flags else "plain"
    return Remark(", ".join(names.FLAG_NAMES[flag] for flag in flags), severity)


def _measure_columns() -> Iterator[Column]:
    yield Column("Boards", True)
    for measure in (*_CHARTED, *_COMPARISONS):
        yield Column(MEASURE_NAMES[measure], True)
    yield Column("Remark", is_optional=True)


def _type_keys(summary: StudySummary, case: Case) -> Iterator[MeasureKey]:
    """The keys of the types of a case, without their powers."""
    shares = summary.estimates_of(case, "boards")
    return (share.key for share in shares if not share.key.variant)
