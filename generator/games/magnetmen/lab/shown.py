"""What a workshop found, as tables in a terminal.

Input: Findings. Output: tables of rich.
"""

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from generator.games.magnetmen.lab import told
from generator.games.magnetmen.lab.asked import Case
from generator.games.magnetmen.lab.compared import LIMIT, Difference
from generator.games.magnetmen.lab.findings import Findings
from generator.games.magnetmen.lab.measured import ALL, FIGURES, IN_PERCENT, Key
from generator.games.magnetmen.lab.rows import Row, Workshop
from generator.games.magnetmen.play.goals import AT_LEAST

WIDTH = 130  # of what is not shown in a terminal
_NUMBERS = ("pick_ratio", "icon_points", "share", "owners", "missed", "length")
_TITLES = ("taken", "points an icon", "of points", "owners win", "goals missed", "length")
_LADDER = {
    "greedy": "one greedy player among random ones wins",
    "monte_carlo": "one searching player among greedy ones wins",
}
_STYLES = {"dominant": "bold red", "useless": "yellow", "trap": "magenta", "breaking": "bold red"}


def show(findings: Findings, console: Console) -> None:
    """Everything, case by case."""
    found = findings.found
    for line in told.measured(findings):
        console.print(Text(line), soft_wrap=True)
    for case, measured in found.cases.items():
        if not measured.boards:
            console.print(f"\n{case}: no program can play these boards")
            continue
        console.print("", Text(f"{case}", "bold"))
        console.print(_boards(found, case), _ladder(found, case), _types(found, case))
    if findings.old is not None:
        _show_differences(findings.differences, console)
    for row in found.flagged:
        style = _STYLES[row.flags[0]]
        console.print(Text(_flagged(row), style), soft_wrap=True)


def number(measure: str, value: float | None) -> str:
    """A value, in percent where it is a share."""
    if value is None:
        return ""
    return f"{value:z.0%}" if measure in IN_PERCENT else f"{value:z.2f}"


def _interval(row: Row | None) -> str:
    if row is None:
        return ""
    measure = row.key.measure
    if row.low is None:
        return number(measure, row.value)
    ends = (number(measure, end).removesuffix("%") for end in (row.low, row.high))
    return f"{number(measure, row.value)} ({' to '.join(ends)})"


def _around(row: Row | None) -> str:
    """A value with what it may be off: shorter than an interval that is the same both ways."""
    if row is None or row.high is None:
        return number(row.key.measure, row.value) if row else ""
    measure = row.key.measure
    value = number(measure, row.value).removesuffix("%")
    return f"{value} ± {number(measure, row.high - row.value)}"


def _table(*titles: str) -> Table:
    table = Table(box=box.SIMPLE, pad_edge=False)
    for at, title in enumerate(titles):
        table.add_column(title, justify="right" if at else "left", no_wrap=at > 0)
    return table


def _boards(found: Workshop, case: Case) -> Table:
    """The distribution of each figure over boards, seats, and how many boards meet each goal."""
    parts = ("5%", "25%", "50%", "75%", "95%")
    table = _table("of a board", "mean", *parts, "goal", "meet it")
    for name in FIGURES:
        met = found.row(case, Key("goal", name))
        limit = getattr(found.cases[case].goal, name, None)
        words = "at least" if name in AT_LEAST else "at most"
        goal = "" if limit is None else f"{words} {number(name, limit)}"
        table.add_row(*_spread(found.row(case, Key(name)), name.replace("_", " ")), goal,
                      _interval(met))  # fmt: skip
    for row in found.of(case, "seat"):
        table.add_row(*_spread(row, f"seat {row.key.subject} wins"), "", "")
    table.add_row("all goals", *[""] * 7, _interval(found.row(case, Key("goal", ALL))))
    return table


def _spread(row: Row, name: str) -> Iterator[str]:
    yield name
    yield _interval(row)
    yield from (number(row.key.measure, value) for value in row.quantiles)


def _ladder(found: Workshop, case: Case) -> Text:
    lines = [
        f"{_LADDER[row.key.subject]} {_interval(row)}; chance {1 / case.players:.0%}"
        for row in found.of(case, "ladder")
    ]
    return Text("\n".join(lines))


def _types(found: Workshop, case: Case) -> Table:
    """A row for each type, below it those of its powers."""
    table = _table("type", "boards", *_TITLES, "")
    rows = {row.key: row for row in found.rows if row.case == case}
    for key in (key for key in rows if key.measure == "boards"):
        of_key = [rows.get(key._replace(measure=name)) for name in _NUMBERS]
        flags = dict.fromkeys(flag for row in of_key if row for flag in row.flags)
        name = f"  {key.power}" if key.power else key.subject
        table.add_row(
            Text(name, "dim" if key.power else "", overflow="ellipsis", no_wrap=True),
            str(round(rows[key].value * found.cases[case].boards)), *map(_around, of_key),
            Text(", ".join(flags), _STYLES[next(iter(flags))] if flags else ""),
        )  # fmt: skip
    table.columns[0].min_width, table.columns[0].max_width = 22, 40
    return table


def _flagged(row: Row) -> str:
    what = f"{row.key.subject} ({row.key.power})" if row.key.power else row.key.subject
    measure = row.key.measure.replace("_", " ")
    return f"{', '.join(row.flags)}: {row.case}: {what}: {measure} {_interval(row)}"


def _show_differences(differences: Sequence[Difference], console: Console) -> None:
    marked = [each for each in differences if each.marked]
    tested = sum(each.p is not None for each in differences)
    console.print(
        Text(f"{len(marked)} of {tested} numbers differ by more than chance", "bold"),
        Text(f"(paired t-tests over boards, corrected for all of them by Holm, p < {LIMIT})"),
    )
    table = _table("what", "old", "new", "difference", "p")
    for each in marked:
        name = each.key.measure
        ends = " to ".join(number(name, end) for end in (each.low, each.high))
        words = " ".join(part for part in (each.key.subject, each.key.power) if part)
        table.add_row(f"{each.case}: {name} {words}".strip(), number(name, each.old),
                      number(name, each.new), f"{number(name, each.difference)} ({ends})",
                      "< 0.0001" if each.p < 0.0001 else f"{each.p:.4f}")  # fmt: skip
    if marked:
        console.print(table)
