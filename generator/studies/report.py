"""The report of a study: what stands out, what differs from older sets, then case by case."""

import math
import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from generator import __version__
from generator.analysis import charts
from generator.analysis.intervals import FEW, FEW_ALIKE, Estimate, quantile
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
from generator.play.figures import BOARD_FIGURES, FIGURES, deviation
from generator.play.goals import upper_limit
from generator.studies.study import ALL_GOALS, OTHER, CaseFindings, Findings, Key, Row, Trial

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_CHARTED = ("pick_ratio", "share", "icon_points", "owners")
_COMPARISONS = ("missed", "length")  # boards with a part against others
_EXTREMES = 5  # boards that are listed as furthest from fair
_BRIEF_ROWS = 6  # of a table in a terminal
_FLAGS: dict[str, tuple[str, Severity]] = {
    "dominant": ("dominant", "bad"),
    "useless": ("hardly ever taken", "warning"),
    "trap": ("a trap", "notable"),
    "breaking": ("spoils games", "bad"),
    "uneven": ("powers differ", "warning"),
}
_HOW_TO_READ = (
    "Programs played these boards. Histograms show on how many boards a figure has a value; dots "
    "are means over boards. Whiskers and brackets are 95% confidence intervals: more boards narrow "
    "them, more games on each board hardly do. A dashed line is a limit of a goal; one between "
    "dots is what chance would give."
)
_TOO_FEW_NOTE = (
    f"Too few: too few boards to tell, which are fewer than {FEW}, fewer than {FEW_ALIKE} that all "
    f"say the same, or so few that the interval is wide. A dash ({UNKNOWN}): nothing to measure or "
    "to compare with."
)
_PANEL_NOTE = (
    "Each judge of the panel in play.yaml plays against its like, an eighth of the games on each "
    "board. Seats that win alike among all of them are balanced whoever plays."
)
_PARTS_NOTE = (
    "Taken and owners win: 1 is as often as by chance. Goals missed and game length: boards with "
    "the type against boards without it. An asterisk (*): the type is on (nearly) every board, so "
    "its power is compared with boards on which it has another power."
)
_DIFFERENCES_NOTE = (
    "Both versions were rolled from the same seeds and played with the same random numbers, so "
    "each board is compared with its counterpart, and a power with the one in the same place of "
    "the file. Chance alone moves about one number in twenty beyond its interval."
)
_METHOD_NOTE = (
    "Intervals: Student’s for means over boards, the delta method’s for ratios, Wilson’s for "
    "shares of boards; of a single board, over its games. The boards are as they were rolled; none "
    "was picked because it plays well. Only programs played: no figure is claimed for people."
)


def publication(findings: Findings) -> Publication:
    rows = list(_records(findings))
    return Publication(_report(findings), rows, list(rows[0]), _data(findings, rows))


def _report(findings: Findings) -> Report:
    study = findings.study
    boards = f"{_boards(study.rolls)} of the seed “{study.seed}”"
    if len(study.cases) > 1:
        boards += " for each size and number of players"
    subtitle = f"{boards}, {study.games:,} games on each, player {findings.player}"
    builder = _Builder(findings)
    title = f"Playtest: {study.game}, {' + '.join(study.sets)}"
    return Report(
        title, subtitle, tuple(builder.blocks()), _command(findings), tuple(builder.brief()),
        tuple(builder.lines()),
    )  # fmt: skip


def _boards(count: int) -> str:
    return "1 board" if count == 1 else f"{count:,} boards"


def _command(findings: Findings) -> str:
    study = findings.study
    repeated: tuple[tuple[str, Iterable[str]], ...] = (
        ("--set", study.sets),
        ("--size", dict.fromkeys(case.size for case in study.cases)),
        ("--players", dict.fromkeys(str(case.players) for case in study.cases)),
    )
    words = ["board-generator", "playtest", "--game", study.game]
    words += [word for option, values in repeated for value in values for word in (option, value)]
    words += ["--rolls", str(study.rolls), "--games", str(study.games), "--seed", study.seed]
    if player := study.player:
        size = f"{player.candidates}x{player.playouts}"
        words += ["--player", f"{player.kind} {size}" if player.searches else player.kind]
    words += ["--against", findings.against] if findings.against else []
    return shlex.join([*words, "--report", "report.html"])


class _Builder:
    """The parts of the report."""

    def __init__(self, findings: Findings):
        self.findings = findings

    def blocks(self) -> Iterator[Block]:
        yield Paragraph(_HOW_TO_READ, is_note=True)
        if any(case.parts for case in self.findings.cases.values()):
            yield Heading("What stands out")
            yield from self._flagged(None)
        if self.findings.older is not None:
            yield Heading(f"What differs from {self.findings.against}")
            yield from self._differences(None)
            yield Paragraph(_DIFFERENCES_NOTE, is_note=True)
        for case in self.findings.cases.values():
            yield from self._case(case)
        yield Heading("What the figures mean")
        shown = {key.measure for case in self.findings.cases.values() for key in case.rows}
        columns = Column("Figure", width=60), Column("Meaning", width=110)
        figures = ((each.name, each.meaning) for name, each in FIGURES.items() if name in shown)
        yield Table(columns, tuple(figures))
        yield Heading("How it was measured")
        yield Paragraph(f"Sets: {', '.join(self.findings.study.sets)}. {_METHOD_NOTE}")

    def brief(self) -> Iterator[Block]:
        """What matters first, for a terminal."""
        cases = [case for case in self.findings.cases.values() if case.trials]
        if any(case.parts for case in cases):
            yield from self._flagged(_BRIEF_ROWS)
        if self.findings.older is not None:
            yield from self._differences(_BRIEF_ROWS)
        if len(cases) == 1:
            yield self._figures(cases[0], brief=True)
            if cases[0].parts:
                yield self._parts(cases[0])
            return
        keys = (Key("goal", ALL_GOALS), *map(Key, ("seat_deviation", "ties", "turns")))
        names = ("All goals met", *(FIGURES[key.measure].name for key in keys[1:]))
        columns = Column("Boards"), *(Column(name, True) for name in names)
        rows: Iterable[tuple[Cell, ...]] = (
            (str(each.case), *(_number(each.rows[key]) for key in keys)) for each in cases
        )
        yield Table(columns, tuple(rows))

    def lines(self) -> Iterator[str]:
        """Two lines with what matters most."""
        played = [case for case in self.findings.cases.values() if case.trials]
        for case in played[:1]:
            goals, seats = case.rows[Key("goal", ALL_GOALS)], case.rows[Key("seat_deviation")]
            met = f"all goals met on {_number(goals).text()} of {_boards(len(case.trials))}, "
            yield (
                f"{case.case}: {met if case.limits else ''}"
                f"{FIGURES['seat_deviation'].name.lower()} {_number(seats).text()}"
            )
        flagged = [(case, row) for case, row in self._all_flagged() if not row.key.rolled]
        if self.findings.older is not None:
            clear = sum(1 for _ in self._clear_differences())
            yield f"{clear} numbers differ from {self.findings.against} by more than their interval"
        elif flagged:
            words = (f"{self._name(case, row.key)} {_remark(row).text}" for case, row in flagged)
            yield f"stands out: {', '.join(dict.fromkeys(words))}"
        else:
            yield "nothing stands out"

    # What stands out, and what differs --------------------------------------------------------

    def _all_flagged(self) -> list[tuple[CaseFindings, Row]]:
        cases = self.findings.cases.values()
        return [(case, row) for case in cases for row in case.rows.values() if row.flags]

    def _flagged(self, count: int | None) -> Iterator[Block]:
        if not (flagged := self._all_flagged()):
            yield Paragraph("No type or power is clearly beyond the limits in play.yaml.")
            return
        columns = (
            Column("Boards", is_optional=True), Column("Type", width=60),
            Column("What was found", width=60), Column("Remark"),
        )  # fmt: skip
        yield Table(columns, tuple(self._flag_row(case, row) for case, row in flagged[:count]))
        if count is not None and len(flagged) > count:
            yield Paragraph(f"{len(flagged) - count:,} more stand out.", is_note=True)

    def _flag_row(self, case: CaseFindings, row: Row) -> tuple[Cell, ...]:
        rows = [row]
        if "trap" in row.flags:
            rows.append(case.rows[row.key._replace(measure="owners")])
        found = (
            f"{FIGURES[each.key.measure].name}: {_number(each).text()} "
            f"{FIGURES[each.key.measure].unit}"
            for each in rows
        )
        return str(case.case), self._name(case, row.key), "; ".join(found), _remark(row)

    def _clear_differences(self) -> Iterator[tuple[CaseFindings, Key, Estimate]]:
        """Those whose interval leaves out 0."""
        for case, of_case in self.findings.cases.items():
            for key, change in self.findings.differences(case):
                estimate = change.estimate
                if not estimate.low <= 0 <= estimate.high:
                    yield of_case, key, estimate

    def _differences(self, count: int | None) -> Iterator[Block]:
        clear = list(self._clear_differences())
        if not clear:
            tested = sum(1 for case in self.findings.cases for _ in self.findings.differences(case))
            yield Paragraph(f"None of {tested:,} numbers differs by more than its interval.")
            return
        columns = (
            Column("Boards", is_optional=True), Column("What", width=60),
            *(Column(title, True) for title in ("Before", "After", "Difference")),
        )  # fmt: skip
        yield Table(columns, tuple(self._difference_row(*each) for each in clear[:count]))
        if count is not None and len(clear) > count:
            yield Paragraph(f"{len(clear) - count:,} more numbers differ.", is_note=True)

    def _difference_row(self, case: CaseFindings, key: Key, change: Estimate) -> tuple[Cell, ...]:
        assert self.findings.older is not None
        old = self.findings.older[case.case].statistics[key]
        plain = FIGURES[key.measure].form
        return (
            str(case.case),
            f"{self._name(case, key)}: {FIGURES[key.measure].name}" if key.of_part else _what(key),
            Number(old.value, plain),
            Number(case.statistics[key].value, plain),
            Number(change.value, f"+{plain.removeprefix('+')}", change.low, change.high),
        )

    def _name(self, case: CaseFindings, key: Key) -> str:
        """The name of a part, or of one of its powers."""
        if not key.variant:
            return case.parts[key.subject]
        power = key.rolled or case.powers[key.subject, key.variant]
        return f"{case.parts[key.subject]} {key.variant} ({power})"

    # A case ----------------------------------------------------------------------------------

    def _case(self, case: CaseFindings) -> Iterator[Block]:
        yield Heading(str(case.case).capitalize())
        if case.unplayable:
            yield Paragraph(f"No program can play {_boards(case.unplayable)}.")
        if not case.trials:
            return
        goals = ""
        if case.limits:
            met = _number(case.rows[Key("goal", ALL_GOALS)])
            goals = f" Boards that meet all goals: {met.text()}."
        yield Paragraph(f"{_boards(len(case.trials))}.{goals}")
        seats = [(f"Seat {n}", Key("seat", str(n))) for n in range(1, case.case.players + 1)]
        histograms = [self._histogram(case, name) for name in case.trials[0].figures]
        chart = self._interval_chart(case, "seat", seats, 1 / case.case.players)
        yield Charts((*(histograms if len(case.trials) > 1 else ()), chart))
        yield self._figures(case)
        yield Paragraph(_TOO_FEW_NOTE, is_note=True)
        yield from self._panel(case)
        if len(case.trials) > 1:
            yield Heading("Boards that are furthest from fair", 3)
            yield _extremes(case)
        if case.parts:
            yield Heading(f"Types: {case.case}", 3)
            labels = [(name, key) for key, name in sorted(case.parts.items())]
            yield Charts(tuple(
                self._interval_chart(
                    case, measure, [(name, Key(measure, key)) for name, key in labels],
                    1.0 if measure in ("pick_ratio", "owners") else None,
                )
                for measure in _CHARTED
            ))  # fmt: skip
            yield self._parts(case)
            yield Paragraph(_PARTS_NOTE, is_note=True)
            yield from self._powers(case)

    def _histogram(self, case: CaseFindings, name: str) -> Chart:
        """The distribution of a figure over boards, with the limits of its goal."""
        figure, row = FIGURES[name], case.rows[Key(name)]
        ends = _limits(case, name)
        note = "Too few boards for a mean." if row.is_vague else f"Mean {_number(row).text()}."
        if ends:
            met = _number(case.rows[Key("goal", name)]).text(with_interval=False)
            note += f" Goal: {_limit_words(case, name)}, met on {met} of boards."
        ticks = ".0%" if figure.is_share else ",.2~f"
        bars = charts.binned(row.values, ends)
        return charts.histogram(figure.name, bars, figure.unit, "boards", ticks, note, ends)

    def _interval_chart(
        self,
        case: CaseFindings,
        measure: str,
        keys: Sequence[tuple[str, Key]],
        reference: float | None,
    ) -> Chart:
        figure = FIGURES[measure]
        marks = [(label, _cell(case, key)) for label, key in keys]
        return charts.interval_chart(figure.name, marks, figure.unit, figure.meaning, reference)

    def _figures(self, case: CaseFindings, brief: bool = False) -> Table:
        """The distribution of each figure and seat over boards, and how many boards meet goals."""
        parts = () if brief or len(case.trials) == 1 else QUANTILES
        quantiles = (Column(f"{part:.0%}", True, part in (0.25, 0.75)) for part in parts)
        columns = [Column("Figure"), Column("Mean", True), *quantiles]
        if case.limits:
            columns += [Column("Goal"), Column("Boards that meet it", True)]
        rows: list[list[Cell]] = []
        for key, row in case.rows.items():
            is_seat = key.measure == "seat" and not (brief and case.parts)
            if key.measure in BOARD_FIGURES or is_seat:
                cells = [_what(key), _number(row), *(_quantile(row, part) for part in parts)]
                goal = Key("goal", key.measure)
                if goal in case.rows:
                    cells += [_limit_words(case, key.measure), _number(case.rows[goal])]
                rows.append(cells)
        if case.limits:
            cells = ["All goals", *[""] * (len(parts) + 2), _cell(case, Key("goal", ALL_GOALS))]
            rows.append(cells)
        filled = (tuple([*cells, "", ""][: len(columns)]) for cells in rows)
        return Table(tuple(columns), tuple(filled))

    def _panel(self, case: CaseFindings) -> Iterator[Block]:
        """The seats' shares of wins among each judge of the panel, if they have played."""
        judges = list(case.trials[0].seats)
        if len(judges) < 2:
            return
        yield Heading(f"Wins by seat among the panel: {case.case}", 3)
        rows: list[tuple[Cell, ...]] = [
            (f"Seat {seat}", *(_cell(case, Key("panel", f"{judge} {seat}")) for judge in judges))
            for seat in range(1, case.case.players + 1)
        ]
        columns = Column("Seat"), *(Column(judge.capitalize(), True) for judge in judges)
        yield Table(columns, tuple(rows))
        yield Paragraph(_PANEL_NOTE, is_note=True)

    # Parts -----------------------------------------------------------------------------------

    def _parts(self, case: CaseFindings) -> Table:
        rows = [
            (name, *self._part_cells(case, Key("", key)))
            for key, name in sorted(case.parts.items())
        ]
        return Table((Column("Type"), *_measure_columns()), tuple(rows))

    def _powers(self, case: CaseFindings) -> Iterator[Block]:
        """Each power of the parts that have several, and each way in which it was rolled."""
        keys = [key for key in case.rows if key.measure == "boards" and key.variant]
        if keys:
            yield Heading(f"Powers: {case.case}", 3)
            columns = Column("Power", width=60), *_measure_columns()
            rows = [(self._name(case, key), *self._part_cells(case, key)) for key in keys]
            yield Table(columns, tuple(rows))

    def _part_cells(self, case: CaseFindings, key: Key) -> list[Cell]:
        """On how many boards a part or power is, its numbers, its flags."""
        boards = case.rows[key._replace(measure="boards")]
        rows = [
            case.rows.get(key._replace(measure=name)) or case.rows.get(
                key._replace(measure=f"{name}{OTHER}")
            )
            for name in (*_CHARTED, *_COMPARISONS)
        ]  # fmt: skip
        flags = dict.fromkeys(flag for row in rows if row for flag in row.flags)
        numbers = [_number(row) if row else Number(None, "") for row in rows]
        count = Number(round(boards.estimate.value * len(case.trials)), ",.0f")
        return [count, *numbers, _remark(boards._replace(flags=tuple(flags)))]


def _measure_columns() -> Iterator[Column]:
    yield Column("Boards", True)
    for measure in (*_CHARTED, *_COMPARISONS):
        yield Column(FIGURES[measure].name, True)
    yield Column("Remark", is_optional=True)


def _extremes(case: CaseFindings) -> Table:
    """The boards whose seats win least alike, which can be printed by their IDs."""

    def imbalance(trial: Trial) -> Estimate:
        return max(map(deviation, trial.seats.values()), key=lambda each: each.value)

    furthest = sorted(case.trials, key=lambda trial: (-imbalance(trial).value, trial.number))
    rows: list[tuple[Cell, ...]] = []
    for trial in furthest[:_EXTREMES]:
        (value, low, high), turns = imbalance(trial), trial.figures["turns"].value
        rows.append((trial.game_id, Number(value, ".0%", low, high), Number(turns, ",.1f")))
    columns = Column("Game ID"), Column("Seat imbalance", True), Column("Turns", True)
    return Table(columns, tuple(rows))


def _number(row: Row) -> Number:
    mark = "*" if row.key.measure.endswith(OTHER) else ""
    low, high = (None if math.isinf(end) else end for end in row.estimate[1:])
    form = FIGURES[row.key.measure].form
    return Number(row.estimate.value, form, low, high, row.is_vague, mark)


def _cell(case: CaseFindings, key: Key) -> Number:
    row = case.rows.get(key)
    return _number(row) if row else Number(None, FIGURES[key.measure].form)


def _quantile(row: Row, part: float) -> Cell:
    """A quantile over boards, if at least one board is beyond it: the lowest 5% are unknown below
    20 boards."""
    if not row.values:
        return ""
    if len(row.values) * min(part, 1 - part) < 1 - 1e-9:
        return TOO_FEW
    return Number(quantile(row.values, part), FIGURES[row.key.measure].form)


def _limits(case: CaseFindings, name: str) -> tuple[float, ...]:
    """What limits a figure: from below, from above, or both."""
    low, high = dict(case.limits).get(name, (0.0, 1.0))  # type: ignore[call-overload]
    upper = upper_limit(name, high) if name in case.limits else None
    return (*([low] if low > 0 else []), *([] if upper is None else [upper]))


def _limit_words(case: CaseFindings, name: str) -> str:
    low, high = dict(case.limits)[name]  # type: ignore[index]
    upper, form = upper_limit(name, high), FIGURES[name].form
    if upper is None:
        return f"≥ {low:{form}}"
    return f"{low:{form}} to {upper:{form}}" if low > 0 else f"≤ {upper:{form}}"


def _what(key: Key) -> str:
    match key.measure:
        case "seat":
            return f"Seat {key.subject} wins"
        case "panel":
            judge, seat = key.subject.split()
            return f"Seat {seat} among {judge} players"
        case "goal" if key.subject == ALL_GOALS:
            return "Boards that meet all goals"
        case "goal":
            return f"Boards that meet the goal: {FIGURES[key.subject].name}"
    return FIGURES[key.measure].name


def _remark(row: Row) -> Remark:
    severity = _FLAGS[row.flags[0]][1] if row.flags else "plain"
    return Remark(", ".join(_FLAGS[flag][0] for flag in row.flags), severity)


# CSV and JSON -------------------------------------------------------------------------------


def _records(findings: Findings) -> Iterator[dict[str, Any]]:
    """All estimates by column. Any: values of JSON objects."""
    for case in findings.cases.values():
        changes = dict(findings.differences(case.case))
        for key, row in case.rows.items():
            low, high = (None if math.isinf(end) else end for end in row.estimate[1:])
            quantiles = (_quantile(row, part) for part in QUANTILES)
            values = (each.value if isinstance(each, Number) else None for each in quantiles)
            record = {
                **case.case._asdict(), "measure": key.measure, "subject": key.subject,
                "variant": key.variant or None,
                "power": key.rolled or case.powers.get((key.subject, key.variant), ""),
                "value": row.estimate.value, "low": low, "high": high, "boards": row.boards,
                **dict(zip((f"p{round(100 * part)}" for part in QUANTILES), values, strict=True)),
                "flags": " ".join(row.flags),
            }  # fmt: skip
            if findings.older is not None:
                old = findings.older[case.case].statistics.get(key)
                change = changes[key].estimate if key in changes else None
                ends = change[1:] if change and not math.isinf(change.high) else (None, None)
                record["old"] = old.value if old else None
                record["difference"] = change.value if change else None
                record["difference_low"], record["difference_high"] = ends
            yield record


def _data(findings: Findings, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The design, the goals and all numbers."""
    study = findings.study
    about = {
        "program": __version__, "game": study.game, "sets": list(study.sets),
        "rolls": study.rolls, "games": study.games, "player": findings.player, "seed": study.seed,
        **({"against": findings.against} if findings.against else {}),
    }  # fmt: skip
    cases = [
        {**case.case._asdict(), "goal": dict(case.limits), "boards": len(case.trials)}
        for case in findings.cases.values()
    ]
    return {"about": about, "cases": cases, "rows": rows}
