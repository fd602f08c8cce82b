"""What a workshop found, as tables in a terminal.

Input: Findings. Output: tables of rich, in English, with the names and numbers of the report.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import shorten

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from generator.core.sample_size import FEW, FEW_ALIKE
from generator.games.magnetmen.playtest import export
from generator.games.magnetmen.playtest.comparison import Difference
from generator.games.magnetmen.playtest.findings import Findings
from generator.games.magnetmen.playtest.measures import ALL, FIGURES, OTHER, Key
from generator.games.magnetmen.playtest.rows import QUANTILES, Row
from generator.games.magnetmen.playtest.study import Case
from generator.games.magnetmen.playtest.wording import Names, Words
from generator.games.magnetmen.simulation.goals import AT_LEAST
from generator.languages import load_language
from generator.layout.axes import NOTHING
from generator.schema.naming import GAP

WIDTH = 150  # of what is not shown in a terminal
_ROOM = 130  # that tables with intervals need; in narrower terminals they have none
_NUMBERS = ("pick_ratio", "icon_points", "share", "owners", "missed", "length")
_POWER_WIDTH = {True: 22, False: 40}  # characters for a power's text on a line, brief or not
_POWER_LINES = 2
_NOTE = """taken, owners win: 1 is as often as by chance
goals missed, game length: boards with the type against boards without it"""
_NOTE_OTHER = "*: a type that is (nearly) always there: against boards with its other powers"
_NOTE_FEW = f"""too few: boards to tell; fewer than {FEW}, fewer than {FEW_ALIKE} that all say
the same, or a wide interval; {NOTHING}: nothing to measure or to compare with"""
_NOTE_BRIEF = "a wider window, --csv and --output show how sure it is"
_COMPARED = (
    ("", 25, "left"), ("before", 6, "right"), ("after", 6, "right"), ("difference", 23, "right"),
    ("chance?", 16, "left"),
)  # fmt: skip
_STYLES = {
    "dominant": "bold red", "useless": "yellow", "trap": "magenta", "breaking": "bold red",
    "uneven": "yellow",
}  # fmt: skip


def show(findings: Findings, console: Console) -> None:
    """Everything, case by case; of two versions first what differs."""
    for line in export.measured(findings):
        console.print(Text(line), soft_wrap=True)
    _Tables(findings, console).show()


class _Tables:
    """The tables, as wide as a console."""

    def __init__(self, findings: Findings, console: Console):
        self.findings, self.found, self.console = findings, findings.found, console
        self.words = Words(load_language("en"))
        self.names = Names(findings, self.words, keys=True)
        self.brief = console.width < _ROOM

    def show(self) -> None:
        if self.findings.old is not None:
            self._differences()
        for case, measured in self.found.cases.items():
            if not measured.boards:
                self.console.print(f"\n{case}: no program can play these boards")
                continue
            self._print("", Text(f"{case}", "bold"))
            self.console.print(self._boards(case), *self._ladder(case), self._types(case))
        self._notes()
        for row in self.found.flagged:
            self.console.print(Text(self._flagged(row), _STYLES[row.flags[0]]), soft_wrap=True)

    def _notes(self) -> None:
        notes = [_NOTE, _NOTE_FEW]
        if any(row.key.measure.endswith(OTHER) for row in self.found.rows):
            notes.insert(1, _NOTE_OTHER)
        if self.brief:
            notes.append(_NOTE_BRIEF)
        self.console.print(Text("\n".join(notes), "dim"))

    # Boards -----------------------------------------------------------------------------------

    def _boards(self, case: Case) -> Table:
        """How each figure is distributed over boards; seats; how many boards meet each goal."""
        shown = [0, 2, 4] if self.brief else range(len(QUANTILES))
        parts = (f"{QUANTILES[at]:.0%}" for at in shown)
        table = _table(
            "figure", "mean", *parts, "goal", "met" if self.brief else "boards that meet it"
        )
        for name in FIGURES:
            goal = self._goal(case, name)
            met = self._interval(self.found.row(case, Key("goal", name))) if goal else ""
            spread = self._spread(self.found.row(case, Key(name)), shown)
            table.add_row(_small(self.words(f"figure.{name}")), *spread, goal, met)
        for row in self.found.of(case, "seat"):
            table.add_row(f"seat {row.key.subject} wins", *self._spread(row, shown), "", "")
        met = self._interval(self.found.row(case, Key("goal", ALL)))
        table.add_row("all goals", *[""] * (len(shown) + 2), met)
        return table

    def _goal(self, case: Case, name: str) -> str:
        limit = getattr(self.found.cases[case].goal, name, None)
        if limit is None:
            return ""
        words = (">=", "at least") if name in AT_LEAST else ("<=", "at most")
        return f"{words[not self.brief]} {self.words.number(name, limit)}"

    def _interval(self, row: Row) -> str:
        if self.brief and row.low is not None:
            return self.words.value(row)
        return self.words.interval(row)

    def _spread(self, row: Row, shown: Sequence[int]) -> Iterator[str]:
        yield self._interval(row)
        for at in shown:
            value = row.quantiles[at]
            yield self.words("few") if value is None else self.words.number(row.key.measure, value)

    def _ladder(self, case: Case) -> Iterator[Text]:
        for row in self.found.of(case, "ladder"):
            who = self.words(f"flags.why.{row.key.subject}", value=self.words.interval(row))
            yield Text(f"{who}; fair is {1 / case.players:.0%}")

    # Types ------------------------------------------------------------------------------------

    def _types(self, case: Case) -> Table:
        """A row for each type, below it those of its powers."""
        titles = [self.words(f"measure.{name}") for name in _NUMBERS]
        if self.brief:
            titles = [title.replace(" ", "\n") for title in titles]
        table = _table("type", "boards", *titles)
        if not self.brief:  # flags are told below, too
            table.add_column("remark")
        for row in self.found.of(case, "boards"):
            key = row.key
            of_key = [self.found.cell(case, key, name) for name in _NUMBERS]
            flags = dict.fromkeys(flag for each in of_key if each for flag in each.flags)
            cells = [
                Text(self._name(key), "dim" if key.variant else ""),
                str(round(row.value * self.found.cases[case].boards)),
                *(self.words.around(each, self.brief) for each in of_key),
                Text(self._remarks(flags), _STYLES[next(iter(flags))] if flags else ""),
            ]
            table.add_row(*cells[: len(table.columns)])
        return table

    def _name(self, key: Key) -> str:
        """A type; a power by its number and what sets it apart, in a line or two."""
        width = _POWER_WIDTH[self.brief]
        if not key.variant:
            return key.subject.rpartition("/")[2] if self.brief else key.subject
        text = self.names.part(key).strip(f"{GAP} ")
        number = "    " if key.power else f"  {key.variant} "
        whole = shorten(text, _POWER_LINES * (width - len(number)), placeholder=GAP)
        return "\n".join(_lines(whole, number, width))

    def _remarks(self, flags: Sequence[str]) -> str:
        return ", ".join(self.words(f"flags.{flag}") for flag in flags)

    def _flagged(self, row: Row) -> str:
        owners = self.found.row(row.case, row.key._replace(measure="owners"))
        name = self.names.full(row.key)
        if row.key.of_power:
            name += f" ({self.names.part(row.key)})"
        return f"{self._remarks(row.flags)}: {row.case}: {name}: {self.names.why(row, owners)}"

    # Two versions -----------------------------------------------------------------------------

    def _differences(self) -> None:
        words, findings = self.words, self.findings
        if not findings.edits:
            self._print("", Text(words("compared.nothing"), "bold"))
        else:
            self._print("", Text(words("compared.title"), "bold"))
            for edit in findings.edits:
                what, *values = self.names.edit(edit)
                whole = isinstance(edit.old or edit.new, dict | list)  # which came or went
                change = values[-1] if whole else " → ".join(values)
                self._print(Text(f"  {what}: {change}"))
            self._print("", Text(words("compared.effect"), "bold"))
            self._compared(findings.effects, words("compared.absent"))
        if findings.edits or findings.moved:
            tested = len(findings.others)
            self._print("", Text(words("compared.moved"), "bold"))
            if count := len(findings.moved):
                self._print(Text(words("compared.found", count=count, tested=tested)))
            self._compared(findings.moved, words("compared.none", tested=tested))
            self.console.print(Text(words("compared.note"), "dim"))

    def _print(self, *lines: str | Text) -> None:
        self.console.print(*lines, sep="\n", soft_wrap=True)

    def _compared(self, differences: Sequence[Difference], nothing: str) -> None:
        """A table for what several differences are of, all with columns of the same widths."""
        if not differences:
            self._print(f"  {nothing}")
        for head, several in groupby(differences, self._head):
            self._print("", Text(head, "bold"))
            table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
            for title, width, justify in _COMPARED:
                table.add_column(title, width=width, justify=justify)
            for each in several:
                what, *cells = self.names.changed(each)
                table.add_row(_small(what), *cells)
            self.console.print(table)

    def _head(self, each: Difference) -> str:
        return ": ".join(part for part in (str(each.case), self.names.concerned(each)) if part)


def _table(*titles: str) -> Table:
    table = Table(box=box.SIMPLE, pad_edge=False, collapse_padding=True, padding=(0, 0))
    for at, title in enumerate(titles):
        table.add_column(title, justify="right" if at else "left", vertical="top")
    return table


def _small(title: str) -> str:
    return title[:1].lower() + title[1:]


def _lines(text: str, first: str, width: int) -> list[str]:
    """A text in lines of a width, indented by as much as the first."""
    lines, current = [], first
    for word in text.split():
        if len(current) > len(first) and len(current) + 1 + len(word) > width:
            lines.append(current)
            current = " " * len(first)
        current += ("" if len(current) == len(first) else " ") + word
    return [*lines, current]
