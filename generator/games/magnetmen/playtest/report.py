"""The report of a study: unusual types, differences from older sets, each case with its boards."""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from generator import __version__
from generator.analysis import charts
from generator.analysis.intervals import FEW, FEW_ALIKE
from generator.analysis.report import (
    TOO_FEW,
    UNKNOWN,
    Block,
    Cell,
    Chart,
    Charts,
    Column,
    Heading,
    Number,
    Paragraph,
    Publication,
    Remark,
    Report,
    Severity,
    Table,
)
from generator.games.magnetmen.definition import PieceType
from generator.games.magnetmen.odds import type_names
from generator.games.magnetmen.playtest.measures import (
    ALL_GOALS,
    DIFFERENCES,
    IN_PERCENT,
    MEASURES,
    OTHER,
    QUANTILES,
    Difference,
    MeasureKey,
    PlayEstimate,
    StudySummary,
)
from generator.games.magnetmen.simulation.description import FIGURES, REASONS
from generator.games.magnetmen.simulation.goals import AT_LEAST
from generator.games.study import Case, meanings
from generator.languages import load_language, localized
from generator.layout.text import without_markup
from generator.schema.value_changes import ordinal

_CHARTED = ("pick_ratio", "share", "icon_points", "owners")
_COMPARISONS = ("missed", "length")  # boards with a type against others
_FLAGS: dict[str, tuple[str, Severity]] = {
    "dominant": ("dominant", "bad"),
    "useless": ("hardly ever taken", "warning"),
    "trap": ("a trap", "notable"),
    "breaking": ("spoils games", "bad"),
    "uneven": ("powers differ", "warning"),
}
_OLD, _NEW = "before", "after"
_HOW_TO_READ = (
    "Programs played these boards. Histograms show on how many boards a figure has a value; dots "
    "are means over boards. Whiskers and brackets are 95% confidence intervals: more boards narrow "
    "them, more games on each board hardly do. A dashed line in a histogram is a goal; one between "
    "dots is what chance would give."
)
_TOO_FEW_NOTE = (
    f"Too few: too few boards to tell, which are fewer than {FEW}, fewer than {FEW_ALIKE} that all "
    f"say the same, or so few that the interval is wide. A dash ({UNKNOWN}): nothing to measure or "
    "to compare with."
)
_PANEL_NOTE = (
    "Each member of the panel in play.yaml plays against its like, an eighth of the games on each "
    "board. Seats that win alike among all of them are balanced whoever plays."
)
_TYPES_NOTE = (
    "Taken and owners win: 1 is as often as by chance. Goals missed and game length: boards with "
    "the type against boards without it."
)
_OTHER_POWERS_NOTE = (
    "An asterisk (*): the type is on (nearly) every board, so its power is compared with boards on "
    "which it has another power."
)
_DIFFERENCES_NOTE = (
    "Both versions were rolled from the same seeds and played with the same random numbers, so "
    "each board is compared with its counterpart, and a power with the one in the same place of "
    "the file. Chance alone moves about one number in twenty beyond its interval."
)
_METHOD_NOTE = (
    "Intervals: Student’s for means over boards, the delta method’s for ratios, Wilson’s for "
    "shares of boards. The boards are as they were rolled; none was picked because it plays well. "
    "Only programs played: no figure is claimed for people. docs/readings.md says how the rules "
    "are read."
)


@dataclass(frozen=True, slots=True)
class Findings:
    """The summary of a study; with older sets also theirs, the folder as the user wrote it, and
    all differences."""

    summary: StudySummary
    older: StudySummary | None = None
    against: str = ""
    differences: tuple[Difference, ...] = ()


def publication(findings: Findings) -> Publication:
    columns = (*COLUMNS, *(_DIFFERENCE_COLUMNS if findings.older else ()))
    return Publication(report(findings), records(findings), columns, _data(findings))


def report(findings: Findings) -> Report:
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
    study, player = findings.summary.sample.study, findings.summary.sample.player
    repeated: tuple[tuple[str, Iterable[str]], ...] = (
        ("--set", study.sets),
        ("--size", dict.fromkeys(case.size for case in study.cases)),
        ("--players", dict.fromkeys(str(case.players) for case in study.cases)),
    )
    words = ["board-generator", "playtest"]
    words += [word for option, values in repeated for value in values for word in (option, value)]
    words += ["--rolls", str(study.rolls), "--games", str(study.games), "--seed", study.seed]
    words += ["--player"]
    words += [f"{player.candidates}x{player.playouts}" if player.searches else player.kind]
    words += ["--against", findings.against] if findings.against else []
    return shlex.join([*words, "--report", "report.html"])


class _Builder:
    """The parts of the report."""

    def __init__(self, findings: Findings):
        self.findings, self.summary = findings, findings.summary
        self.versions = [("", self.summary)]
        if findings.older is not None:
            self.versions = [(_OLD, findings.older), (_NEW, self.summary)]
        self.names = Names(*(summary for _, summary in reversed(self.versions)))

    def blocks(self) -> Iterator[Block]:
        yield Paragraph(_HOW_TO_READ, is_note=True)
        yield from self._flags()
        if self.findings.older is not None:
            yield from self._differences()
        for case in self.summary.cases:
            yield from self._case(case)
        yield from meanings(self._meanings())
        study = self.summary.sample.study
        yield Heading("How it was measured")
        yield Paragraph(f"Sets: {', '.join(study.sets)}. {_METHOD_NOTE}")

    def _meanings(self) -> Mapping[str, str]:
        """Those of the figures that are shown: only some studies have a panel, or powers of types
        that are always there."""
        shown = {each.key.measure for _, every in self.versions for each in every.estimates}
        absent = {"panel", "missed_other", "length_other"} - shown
        return {
            figure.name: figure.meaning for name, figure in FIGURES.items() if name not in absent
        }

    # Flags and differences --------------------------------------------------------------------

    def _flags(self) -> Iterator[Block]:
        yield Heading("What stands out")
        flagged = [estimate for estimate in self.summary.estimates if estimate.flags]
        if not flagged:
            yield Paragraph("No type or power is clearly beyond the limits in play.yaml.")
            return
        columns = (
            Column("Board"),
            Column("Type", width=60),
            Column("What was found", width=60),
            Column("Remark"),
        )
        yield Table(columns, tuple(map(self._flag_row, flagged)))
        note = "Types and powers whose whole interval lies beyond a limit in play.yaml."
        yield Paragraph(note, is_note=True)

    def _flag_row(self, estimate: PlayEstimate) -> tuple[Cell, ...]:
        estimates = [estimate]
        owners = self.summary.estimate(estimate.case, estimate.key._replace(measure="owners"))
        if "trap" in estimate.flags and owners is not None:
            estimates.append(owners)
        reasons = ", ".join(
            self.names.reason(each.key.measure, number(each).text(), estimate.key)
            for each in estimates
        )
        return str(estimate.case), self.names.full(estimate.key), reasons, _remark(estimate.flags)

    def _differences(self) -> Iterator[Block]:
        """A table for each case, and for each type: its numbers whose intervals leave out 0."""
        yield Heading(f"What differs from {self.findings.against}")
        clear = [each for each in self.findings.differences if each.is_clear]
        tested = sum(each.low is not None for each in self.findings.differences)
        if not tested:
            yield Paragraph("Too few boards to tell.")
        elif not clear:
            yield Paragraph(f"None of {tested:,} numbers differs by more than its interval.")
        columns = (
            Column("What"),
            *(Column(title, True) for title in ("Before", "After", "Difference")),
        )
        for heading, group in groupby(clear, self._difference_heading):
            yield Heading(heading, 3)
            yield Table(columns, tuple(map(_difference_row, group)))
        yield Paragraph(_DIFFERENCES_NOTE, is_note=True)

    def _difference_heading(self, difference: Difference) -> str:
        key = difference.key
        case = str(difference.case)
        return f"{case}: {self.names.full(key)}" if key.of_type else case

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
        seats = [
            (f"Seat {each.key.subject}", each.key)
            for each in self.summary.estimates_of(case, "seat")
        ]
        yield Charts(
            (
                *(self._histogram(case, name) for name in MEASURES),
                self._interval_chart(case, "seat", seats, 1 / case.players),
            )
        )
        yield self._figures(case)
        yield Paragraph(_TOO_FEW_NOTE, is_note=True)
        yield from self._panel(case)
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
            side = "least" if name in AT_LEAST else "most"
            note += f" Goal: at {side} {format(goal, form(name))}, met on {met} of boards."
        ticks = ".0%" if form(name).endswith("%") else ",.2~f"
        title, axis, _ = FIGURES[name]
        return charts.histogram(title, bars, axis, "boards", ticks, note, goal)

    def _interval_chart(
        self,
        case: Case,
        measure: str,
        keys: Sequence[tuple[str, MeasureKey]],
        reference: float | None,
    ) -> Chart:
        """The numbers of labelled keys in each version; one that a version lacks is unknown."""
        marks = [
            charts.Mark(label, _number_of(summary.estimate(case, key), key), version=version)
            for label, key in keys
            for version, summary in self.versions
        ]
        title, unit, meaning = FIGURES[measure]
        return charts.interval_chart(title, marks, unit, meaning, reference)

    def _figures(self, case: Case) -> Table:
        """The distribution of each figure and seat over boards, and how many boards meet goals."""
        quantiles = (Column(f"{part:.0%}", True, part in (0.25, 0.75)) for part in QUANTILES)
        columns = (Column("Figure"), Column("Mean", True), *quantiles,
                   Column("Goal"), Column("Boards that meet it", True))  # fmt: skip
        rows = [self._figure_row(case, name) for name in MEASURES]
        for seat in self.summary.estimates_of(case, "seat"):
            rows.append((f"Seat {seat.key.subject} wins", *_distribution(seat), "", ""))
        met = number(self._known(case, MeasureKey("goal", ALL_GOALS)))
        rows.append(("All goals", *[""] * (len(QUANTILES) + 2), met))
        return Table(columns, tuple(rows))

    def _figure_row(self, case: Case, name: str) -> tuple[Cell, ...]:
        cells = FIGURES[name].name, *_distribution(self._known(case, MeasureKey(name)))
        limit = getattr(self.summary.cases[case].goal, name, None)
        if limit is None:
            return *cells, "", ""
        met = number(self._known(case, MeasureKey("goal", name)))
        return *cells, f"{'≥' if name in AT_LEAST else '≤'} {format(limit, form(name))}", met

    def _panel(self, case: Case) -> Iterator[Block]:
        """The seats' shares of wins among each member of the panel, if it has played."""
        estimates = {each.key.subject: each for each in self.summary.estimates_of(case, "panel")}
        members = list(dict.fromkeys(subject.split()[0] for subject in estimates))
        if not members:
            return
        yield Heading(f"Wins by seat among the panel: {case}", 3)
        rows: list[tuple[Cell, ...]] = [
            (f"Seat {seat}", *(number(estimates[f"{member} {seat}"]) for member in members))
            for seat in range(1, case.players + 1)
        ]
        columns = Column("Seat"), *(Column(member.capitalize(), True) for member in members)
        yield Table(columns, tuple(rows))
        yield Paragraph(_PANEL_NOTE, is_note=True)

    # Types and powers --------------------------------------------------------------------------

    def _types(self, case: Case) -> Iterator[Block]:
        keys = sorted({key for _, summary in self.versions for key in _type_keys(summary, case)})
        yield Heading(f"Types: {case}", 3)
        labels = [(self.names.type(key), key) for key in keys]
        yield Charts(
            tuple(
                self._interval_chart(
                    case,
                    measure,
                    [(label, key._replace(measure=measure)) for label, key in labels],
                    1.0 if measure in ("pick_ratio", "owners") else None,
                )
                for measure in _CHARTED
            )
        )
        known = set(_type_keys(self.summary, case))
        rows = [(label, *self._type_cells(case, key)) for label, key in labels if key in known]
        yield Table((Column("Type"), *_measure_columns()), tuple(rows))
        yield Paragraph(_TYPES_NOTE, is_note=True)

    def _powers(self, case: Case) -> Iterator[Block]:
        """Each power of the types that were rolled with several."""
        keys = [each.key for each in self.summary.estimates_of(case, "boards") if each.key.variant]
        if not keys:
            return
        yield Heading(f"Powers: {case}", 3)
        columns = Column("Type"), Column("Power", is_optional=True, width=60), *_measure_columns()
        rows = [
            (
                f"{self.names.type(key)} {key.variant}",
                self.names.sentence(key),
                *self._type_cells(case, key),
            )
            for key in keys
        ]
        yield Table(columns, tuple(rows))
        if any(isinstance(cell, Number) and cell.mark for row in rows for cell in row):
            yield Paragraph(_OTHER_POWERS_NOTE, is_note=True)

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


def form(measure: str) -> str:
    if measure in DIFFERENCES:
        return "+.0%"
    return ".0%" if measure in IN_PERCENT else ",.2f"


def number(estimate: PlayEstimate) -> Number:
    mark = "*" if estimate.key.measure.endswith(OTHER) else ""
    return Number(
        estimate.value, form(estimate.key.measure), estimate.low, estimate.high,
        estimate.is_vague, mark,
    )  # fmt: skip


def _number_of(estimate: PlayEstimate | None, key: MeasureKey) -> Number:
    return Number(None, form(key.measure)) if estimate is None else number(estimate)


def _distribution(estimate: PlayEstimate) -> Iterator[Cell]:
    yield number(estimate)
    for value in estimate.quantiles:
        yield TOO_FEW if value is None else Number(value, form(estimate.key.measure))


def _difference_row(difference: Difference) -> tuple[Cell, ...]:
    plain = form(difference.key.measure)
    signed = f"+{plain.removeprefix('+')}"
    return (
        _measure_name(difference.key),
        Number(difference.old, plain),
        Number(difference.new, plain),
        Number(difference.change, signed, difference.low, difference.high),
    )


def _measure_name(key: MeasureKey) -> str:
    match key.measure:
        case "seat":
            return f"Seat {key.subject} wins"
        case "panel":
            member, seat = key.subject.split()
            return f"Seat {seat} among {member} players"
        case "goal" if key.subject == ALL_GOALS:
            return "Boards that meet all goals"
        case "goal":
            return f"Boards that meet the goal: {FIGURES[key.subject].name}"
    return FIGURES[key.measure].name


def _remark(flags: Sequence[str]) -> Remark:
    severity = _FLAGS[flags[0]][1] if flags else "plain"
    return Remark(", ".join(_FLAGS[flag][0] for flag in flags), severity)


def _measure_columns() -> Iterator[Column]:
    yield Column("Boards", True)
    for measure in (*_CHARTED, *_COMPARISONS):
        yield Column(FIGURES[measure].name, True)
    yield Column("Remark", is_optional=True)


def _type_keys(summary: StudySummary, case: Case) -> Iterator[MeasureKey]:
    """The keys of the types of a case, without their powers."""
    shares = summary.estimates_of(case, "boards")
    return (share.key for share in shares if not share.key.variant)


class Names:
    """The English names of the types and powers of some summaries, those of the first before the
    others'."""

    def __init__(self, *summaries: StudySummary):
        self._pieces: dict[str, PieceType] = {}
        self._names: dict[str, str] = {}
        for summary in summaries:
            definition = summary.sample.definition
            self._names = type_names(definition) | self._names
            pieces = {
                f"{magnetmen_set.key}/{key}": piece
                for magnetmen_set in definition.sets
                for key, piece in magnetmen_set.types.items()
            }
            self._pieces = pieces | self._pieces

    def type(self, key: MeasureKey) -> str:
        return self._names.get(key.subject, key.subject)

    def full(self, key: MeasureKey) -> str:
        """The name of a type, or of one of its powers."""
        if not key.variant:
            return self.type(key)
        return f"{self.type(key)}, {ordinal(key.variant)} power ({self.sentence(key)})"

    def sentence(self, key: MeasureKey) -> str:
        """The sentence of a power; "" for one that only the other version has."""
        if key.power:
            return key.power
        piece = self._pieces[key.subject]
        powers = piece.powers[key.variant - 1 : key.variant]
        english = load_language("en")
        return "".join(without_markup(power.sentence(piece, english)) for power in powers)

    def reason(self, measure: str, value: str, key: MeasureKey) -> str:
        """A value in words, as the reason for a flag."""
        piece = self._pieces.get(key.subject)
        others = len(piece.powers) - 1 if piece else 1
        return REASONS[measure].format(value, "power" if others == 1 else "powers")


# CSV and JSON -------------------------------------------------------------------------------

# Any below: values of JSON objects.

_DIFFERENCE_COLUMNS = ("old", "difference", "difference_low", "difference_high")
COLUMNS = (
    "size", "players", "measure", "subject", "variant", "power", "value", "low", "high", "boards",
    *(f"p{round(100 * part)}" for part in QUANTILES), "goal", "flags",
)  # fmt: skip


def records(findings: Findings) -> list[dict[str, Any]]:
    """All estimates by column, and at the end the numbers that only the older sets have."""
    names = Names(findings.summary, *([findings.older] if findings.older else []))
    differences = {(each.case, each.key): each for each in findings.differences}
    result = []
    for estimate in findings.summary.estimates:
        quantiles = estimate.quantiles or (None,) * len(QUANTILES)
        goal = findings.summary.cases[estimate.case].goal
        limit = getattr(goal, estimate.key.measure, None) if estimate.quantiles else None
        values = (
            *_key_values(estimate.case, estimate.key, names), estimate.value,
            estimate.low, estimate.high, estimate.boards,
            *quantiles, limit, " ".join(estimate.flags),
        )  # fmt: skip
        record = dict(zip(COLUMNS, values, strict=True))
        if findings.older is not None:
            record |= _difference(differences.pop((estimate.case, estimate.key), None))
        result.append(record)
    for each in differences.values():
        known = zip(COLUMNS, _key_values(each.case, each.key, names), strict=False)
        result.append(dict.fromkeys(COLUMNS) | dict(known) | _difference(each))
    return result


def _key_values(case: Case, key: MeasureKey, names: Names) -> tuple[Any, ...]:
    power = names.sentence(key) if key.variant else ""
    return *case, key.measure, key.subject, key.variant or None, power


def _difference(difference: Difference | None) -> dict[str, Any]:
    if difference is None:
        return dict.fromkeys(_DIFFERENCE_COLUMNS)
    values = difference.old, difference.change, difference.low, difference.high
    return dict(zip(_DIFFERENCE_COLUMNS, values, strict=True))


def _data(findings: Findings) -> dict[str, Any]:
    """The design, the goals, the limits of the flags, and all numbers."""
    summary = findings.summary
    sample, study = summary.sample, summary.sample.study
    about = {
        "program": __version__,
        "sets": list(study.sets),
        "cases": [case._asdict() for case in study.cases],
        "rolls": study.rolls,
        "games": study.games,
        "player": str(sample.player),
        "seed": study.seed,
        "unplayable": {str(case): count for case, count in sample.unplayable.items() if count},
    }
    goals = [
        {**case._asdict(), "goal": each.goal.model_dump(), "boards": each.boards}
        for case, each in summary.cases.items()
    ]
    return {
        "about": about | ({"against": findings.against} if findings.against else {}),
        "goals": goals,
        "flags": summary.flags.model_dump(),
        "rows": records(findings),
    }
