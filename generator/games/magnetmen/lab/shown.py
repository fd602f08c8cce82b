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
from generator.games.magnetmen.lab.measured import ALL, DIFFERENCES, FIGURES, IN_PERCENT, Key
from generator.games.magnetmen.lab.rows import Row, Workshop
from generator.games.magnetmen.play.goals import AT_LEAST
from generator.layout.axes import NOTHING

WIDTH = 150  # of what is not shown in a terminal
_ROOM = 130  # that tables with intervals need; in narrower terminals they have none
_NUMBERS = ("pick_ratio", "icon_points", "share", "owners", "missed", "length")
_TITLES = ("taken", "points an icon", "of points", "owners win", "goals missed", "length")
_NOTE = """taken, owners win: 1 is as often as by chance; of points: the share of winners' points;
goals missed, length: boards with it against boards without it;
–: too few boards to tell, or nothing to measure"""
_LADDER = {
    "greedy": "one greedy player against random ones wins",
    "monte_carlo": "one searching player against greedy ones wins",
}
_TOLD = {
    "pick_ratio": "taken {} times as often as by chance",
    "share": "brings {} of winners' points",
    "owners": "owners win {} times their fair share",
    "missed": "goals missed: {} more than on boards without it",
    "length": "games {} times as long as on boards without it",
}  # what flags stand for
_OTHERS = {"seat": "seat {} wins", "goal": "boards that meet the goal: {}", "ladder": "skill: {}"}
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
        brief = console.width < _ROOM
        console.print(_boards(found, case, brief), _ladder(found, case))
        console.print(_types(found, case, brief))
    console.print(Text(_NOTE, "dim"))
    if console.width < _ROOM:
        console.print(Text("a wider window, --csv and --output show how sure it is", "dim"))
    if findings.old is not None:
        _show_differences(findings.differences, console)
    for row in found.flagged:
        style = _STYLES[row.flags[0]]
        console.print(Text(_flagged(found, row), style), soft_wrap=True)


def number(measure: str, value: float | None) -> str:
    """A value, in percent where it is a share."""
    if value is None:
        return NOTHING
    return f"{value:z.0%}" if measure in IN_PERCENT else f"{value:z.2f}"


def _interval(row: Row | None, brief: bool = False) -> str:
    if row is None:
        return ""
    measure = row.key.measure
    if row.low is None or brief:
        return number(measure, row.value)
    ends = (number(measure, end).removesuffix("%") for end in (row.low, row.high))
    return f"{number(measure, row.value)} ({' to '.join(ends)})"


def _around(row: Row | None, brief: bool) -> str:
    """A value with what it may be off: shorter than an interval that is the same both ways."""
    if row is None or row.vague:
        return NOTHING
    measure = row.key.measure
    value = number(measure, row.value)
    if measure in DIFFERENCES and row.value > 0:
        value = f"+{value}"
    if brief:
        return value
    return f"{value.removesuffix('%')} ± {number(measure, row.high - row.value)}"


def _table(*titles: str) -> Table:
    table = Table(box=box.SIMPLE, pad_edge=False, collapse_padding=True)
    for at, title in enumerate(titles):
        table.add_column(title, justify="right" if at else "left")
    return table


def _boards(found: Workshop, case: Case, brief: bool) -> Table:
    """The distribution of each figure over boards, seats, and how many boards meet each goal."""
    parts = ("5%", "25%", "50%", "75%", "95%")
    table = _table("figure", "mean", *parts, "goal", "met" if brief else "boards that meet it")
    for name in FIGURES:
        met = found.row(case, Key("goal", name))
        limit = getattr(found.cases[case].goal, name, None)
        words = (">=", "at least") if name in AT_LEAST else ("<=", "at most")
        goal = "" if limit is None else f"{words[not brief]} {number(name, limit)}"
        spread = _spread(found.row(case, Key(name)), brief)
        table.add_row(name.replace("_", " "), *spread, goal, _interval(met, brief))
    for row in found.of(case, "seat"):
        table.add_row(f"seat {row.key.subject} wins", *_spread(row, brief), "", "")
    table.add_row("all goals", *[""] * 7, _interval(found.row(case, Key("goal", ALL)), brief))
    return table


def _spread(row: Row, brief: bool) -> Iterator[str]:
    yield _interval(row, brief)
    yield from (number(row.key.measure, value) for value in row.quantiles)


def _ladder(found: Workshop, case: Case) -> Text:
    lines = [
        f"{_LADDER[row.key.subject]} {_interval(row)} of games; by chance {1 / case.players:.0%}"
        for row in found.of(case, "ladder")
    ]
    return Text("\n".join(lines))


def _types(found: Workshop, case: Case, brief: bool) -> Table:
    """A row for each type, below it those of its powers."""
    table = _table("type", "boards", *_TITLES)
    table.columns[0].max_width = 40
    if not brief:  # flags are told below, too
        table.add_column("flags", min_width=len("dominant"))
    rows = {row.key: row for row in found.rows if row.case == case}
    for key in (key for key in rows if key.measure == "boards"):
        of_key = [rows.get(key._replace(measure=name)) for name in _NUMBERS]
        flags = dict.fromkeys(flag for row in of_key if row for flag in row.flags)
        subject = key.subject.rpartition("/")[2] if brief else key.subject
        name = f"  {key.power}" if key.power else subject
        cells = [
            Text(name, "dim" if key.power else "", overflow="ellipsis", no_wrap=True),
            str(round(rows[key].value * found.cases[case].boards)),
            *(_around(row, brief) for row in of_key),
            Text(", ".join(flags), _STYLES[next(iter(flags))] if flags else ""),
        ]
        table.add_row(*cells[: len(table.columns)])
    return table


def _what(key: Key) -> str:
    """A number in words."""
    if key.measure in _OTHERS:
        return _OTHERS[key.measure].format(key.subject).replace("_", " ")
    if not key.subject:
        return key.measure.replace("_", " ")
    measure = dict(zip(_NUMBERS, _TITLES, strict=True)).get(key.measure, key.measure)
    return f"{_type(key)}: {measure}"


def _type(key: Key) -> str:
    return f"{key.subject} ({key.power})" if key.power else key.subject


def _flagged(found: Workshop, row: Row) -> str:
    rows = [row]
    if "trap" in row.flags:
        rows.append(found.row(row.case, row.key._replace(measure="owners")))
    told = ", ".join(_TOLD[each.key.measure].format(_interval(each)) for each in rows)
    return f"{', '.join(row.flags)}: {row.case}: {_type(row.key)}: {told}"


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
        table.add_row(f"{each.case}: {_what(each.key)}", number(name, each.old),
                      number(name, each.new), f"{number(name, each.difference)} ({ends})",
                      "< 0.0001" if each.p < 0.0001 else f"{each.p:.4f}")  # fmt: skip
    if marked:
        console.print(table)
