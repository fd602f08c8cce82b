"""Show the findings of a study as tables in a terminal.

Input: Findings. Output: rich tables, in English, with the names and numbers of the report.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import shorten
from typing import Literal

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from generator.core.sample_size import FEW, FEW_ALIKE
from generator.games.magnetmen.playtest import export
from generator.games.magnetmen.playtest.findings import Findings
from generator.games.magnetmen.playtest.measures import ALL_GOALS, FIGURES, OTHER, MeasureKey
from generator.games.magnetmen.playtest.paired_tests import Difference
from generator.games.magnetmen.playtest.study import Case
from generator.games.magnetmen.playtest.summary import QUANTILES, Estimate
from generator.games.magnetmen.playtest.wording import Labels, Wording
from generator.games.magnetmen.simulation.goals import AT_LEAST
from generator.languages import load_language
from generator.layout.axes import NOTHING
from generator.schema.naming import GAP

WIDTH = 150
"""Columns of text that does not go to a terminal."""

_MIN_INTERVAL_WIDTH = 130  # columns; tables in narrower terminals have no intervals
_TYPE_MEASURES = ("pick_ratio", "icon_points", "share", "owners", "missed", "length")
_POWER_WIDTH = 40  # columns of a power's text
_BRIEF_POWER_WIDTH = 22
_MAX_POWER_LINES = 2
_NOTE = """taken, owners win: 1 is as often as by chance
goals missed, game length: boards with the type against boards without it"""
_NOTE_OTHER = "*: a type that is (nearly) always there: against boards with its other powers"
_NOTE_FEW = f"""too few: boards to tell; fewer than {FEW}, fewer than {FEW_ALIKE} that all say
the same, or a wide interval; {NOTHING}: nothing to measure or to compare with"""
_NOTE_BRIEF = "a wider window, --csv and --output show how sure it is"
_DIFFERENCE_COLUMNS: tuple[tuple[str, int, Literal["left", "right"]], ...] = (
    ("", 25, "left"), ("before", 6, "right"), ("after", 6, "right"), ("difference", 23, "right"),
    ("chance?", 16, "left"),
)  # fmt: skip
"""Title, width in columns and alignment."""

_FLAG_STYLES = {
    "dominant": "bold red", "useless": "yellow", "trap": "magenta", "breaking": "bold red",
    "uneven": "yellow",
}  # fmt: skip


def show(findings: Findings, console: Console) -> None:
    """Print everything, case by case. With a baseline, print what differs first."""
    for line in export.design_lines(findings):
        console.print(Text(line), soft_wrap=True)
    _Tables(findings, console).show()


class _Tables:
    """The tables of some findings, as wide as a console."""

    def __init__(self, findings: Findings, console: Console):
        self.findings, self.summary, self.console = findings, findings.summary, console
        self.wording = Wording(load_language("en"))
        self.labels = Labels(findings, self.wording, use_keys=True)
        self.brief = console.width < _MIN_INTERVAL_WIDTH

    def show(self) -> None:
        if self.findings.baseline is not None:
            self._differences()
        for case, summary in self.summary.cases.items():
            if not summary.boards:
                self.console.print(f"\n{case}: no program can play these boards")
                continue
            self._print("", Text(f"{case}", "bold"))
            self.console.print(self._boards(case), *self._ladder(case), self._types(case))
        self._notes()
        for estimate in self.summary.flagged:
            style = _FLAG_STYLES[estimate.flags[0]]
            self.console.print(Text(self._flag_line(estimate), style), soft_wrap=True)

    def _notes(self) -> None:
        notes = [_NOTE, _NOTE_FEW]
        if any(estimate.key.measure.endswith(OTHER) for estimate in self.summary.estimates):
            notes.insert(1, _NOTE_OTHER)
        if self.brief:
            notes.append(_NOTE_BRIEF)
        self.console.print(Text("\n".join(notes), "dim"))

    # Boards -----------------------------------------------------------------------------------

    def _boards(self, case: Case) -> Table:
        """The distribution of each figure and seat over boards, and how many boards meet goals."""
        columns = [0, 2, 4] if self.brief else range(len(QUANTILES))
        titles = (f"{QUANTILES[index]:.0%}" for index in columns)
        met_title = "met" if self.brief else "boards that meet it"
        table = _table("figure", "mean", *titles, "goal", met_title)
        for name in FIGURES:
            goal = self._goal(case, name)
            met = self._interval(self._estimate(case, MeasureKey("goal", name))) if goal else ""
            distribution = self._distribution(self._estimate(case, MeasureKey(name)), columns)
            title = _uncapitalized(self.wording(f"figure.{name}"))
            table.add_row(title, *distribution, goal, met)
        for seat in self.summary.estimates_of(case, "seat"):
            distribution = self._distribution(seat, columns)
            table.add_row(f"seat {seat.key.subject} wins", *distribution, "", "")
        met = self._interval(self._estimate(case, MeasureKey("goal", ALL_GOALS)))
        table.add_row("all goals", *[""] * (len(columns) + 2), met)
        return table

    def _estimate(self, case: Case, key: MeasureKey) -> Estimate:
        """An estimate that every case with boards has."""
        estimate = self.summary.estimate(case, key)
        assert estimate is not None, key
        return estimate

    def _goal(self, case: Case, name: str) -> str:
        limit = getattr(self.summary.cases[case].goal, name, None)
        if limit is None:
            return ""
        sign, words = (">=", "at least") if name in AT_LEAST else ("<=", "at most")
        return f"{sign if self.brief else words} {self.wording.number(name, limit)}"

    def _interval(self, estimate: Estimate) -> str:
        if self.brief and estimate.low is not None:
            return self.wording.value(estimate)
        return self.wording.interval(estimate)

    def _distribution(self, estimate: Estimate, columns: Sequence[int]) -> Iterator[str]:
        """The mean and the quantiles of these indexes."""
        yield self._interval(estimate)
        for index in columns:
            value = estimate.quantiles[index]
            if value is None:
                yield self.wording("few")
            else:
                yield self.wording.number(estimate.key.measure, value)

    def _ladder(self, case: Case) -> Iterator[Text]:
        for estimate in self.summary.estimates_of(case, "ladder"):
            value = self.wording.interval(estimate)
            wins = self.wording(f"flags.why.{estimate.key.subject}", value=value)
            yield Text(f"{wins}; fair is {1 / case.players:.0%}")

    # Types ------------------------------------------------------------------------------------

    def _types(self, case: Case) -> Table:
        """A row for each type, with its powers below it."""
        titles = [self.wording(f"measure.{name}") for name in _TYPE_MEASURES]
        if self.brief:
            titles = [title.replace(" ", "\n") for title in titles]
        table = _table("type", "boards", *titles)
        if not self.brief:  # flags are also listed below the tables
            table.add_column("remark")
        for share in self.summary.estimates_of(case, "boards"):
            key = share.key
            estimates = [self.summary.comparison(case, key, name) for name in _TYPE_MEASURES]
            flags = dict.fromkeys(flag for each in estimates if each for flag in each.flags)
            style = _FLAG_STYLES[next(iter(flags))] if flags else ""
            cells: list[str | Text] = [
                Text(self._type_name(key), "dim" if key.variant else ""),
                str(round(share.value * self.summary.cases[case].boards)),
                *(self.wording.plus_minus(estimate, self.brief) for estimate in estimates),
                Text(self._flag_names(flags), style),
            ]
            table.add_row(*cells[: len(table.columns)])
        return table

    def _type_name(self, key: MeasureKey) -> str:
        """A type; a power by its number and its distinctive words, in one or two lines."""
        if not key.variant:
            return key.subject.rpartition("/")[2] if self.brief else key.subject
        width = _BRIEF_POWER_WIDTH if self.brief else _POWER_WIDTH
        text = self.labels.distinctive_part(key).strip(f"{GAP} ")
        number = "    " if key.power else f"  {key.variant} "
        room = _MAX_POWER_LINES * (width - len(number))
        return "\n".join(_lines(shorten(text, room, placeholder=GAP), number, width))

    def _flag_names(self, flags: Iterable[str]) -> str:
        return ", ".join(self.wording(f"flags.{flag}") for flag in flags)

    def _flag_line(self, estimate: Estimate) -> str:
        owners_key = estimate.key._replace(measure="owners")
        owners = self.summary.estimate(estimate.case, owners_key)
        name = self.labels.full(estimate.key)
        if estimate.key.of_power:
            name += f" ({self.labels.distinctive_part(estimate.key)})"
        reason = self.labels.reason(estimate, owners)
        return f"{self._flag_names(estimate.flags)}: {estimate.case}: {name}: {reason}"

    # Two versions -----------------------------------------------------------------------------

    def _differences(self) -> None:
        wording, findings = self.wording, self.findings
        if not findings.edits:
            self._print("", Text(wording("compared.nothing"), "bold"))
        else:
            self._print("", Text(wording("compared.title"), "bold"))
            for edit in findings.edits:
                what, before, after = self.labels.edit(edit)
                is_entry = isinstance(edit.old or edit.new, dict | list)  # added or removed
                change = after if is_entry else f"{before} → {after}"
                self._print(Text(f"  {what}: {change}"))
            self._print("", Text(wording("compared.effect"), "bold"))
            self._difference_tables(findings.effects, wording("compared.absent"))
        if findings.edits or findings.side_effects:
            tested = len(findings.tested_others)
            self._print("", Text(wording("compared.moved"), "bold"))
            if count := len(findings.side_effects):
                self._print(Text(wording("compared.found", count=count, tested=tested)))
            self._difference_tables(findings.side_effects, wording("compared.none", tested=tested))
            self.console.print(Text(wording("compared.note"), "dim"))

    def _print(self, *lines: str | Text) -> None:
        self.console.print(*lines, sep="\n", soft_wrap=True)

    def _difference_tables(self, differences: Sequence[Difference], if_none: str) -> None:
        """A table for each subject; all tables have columns of the same widths."""
        if not differences:
            self._print(f"  {if_none}")
        for heading, group in groupby(differences, self._heading):
            self._print("", Text(heading, "bold"))
            table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
            for title, width, justify in _DIFFERENCE_COLUMNS:
                table.add_column(title, width=width, justify=justify)
            for difference in group:
                measure, *cells = self.labels.difference(difference)
                table.add_row(_uncapitalized(measure), *cells)
            self.console.print(table)

    def _heading(self, difference: Difference) -> str:
        parts = str(difference.case), self.labels.subject(difference)
        return ": ".join(part for part in parts if part)


def _table(*titles: str) -> Table:
    table = Table(box=box.SIMPLE, pad_edge=False, collapse_padding=True, padding=(0, 0))
    for index, title in enumerate(titles):
        table.add_column(title, justify="right" if index else "left", vertical="top")
    return table


def _uncapitalized(title: str) -> str:
    return title[:1].lower() + title[1:]


def _lines(text: str, prefix: str, width: int) -> list[str]:
    """Wrap a text to a width, after a prefix; further lines are indented by as much."""
    lines, current = [], prefix
    for word in text.split():
        if len(current) > len(prefix) and len(current) + 1 + len(word) > width:
            lines.append(current)
            current = " " * len(prefix)
        current += ("" if len(current) == len(prefix) else " ") + word
    return [*lines, current]
