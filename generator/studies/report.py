"""The report of a study: what stands out, what differs from older sets, then case by case."""

import shlex
import statistics
from collections.abc import Iterator, Sequence
from typing import Any, cast

from generator import __version__
from generator.analysis import report as page
from generator.analysis.intervals import FEW, FEW_ALIKE, Estimate
from generator.analysis.report import TOO_FEW, UNKNOWN, Block, Cell, Cells, Column, Number
from generator.play.figures import BOARD_FIGURES, FIGURES, Limited, deviation
from generator.play.goals import upper_limit
from generator.studies.study import ALL_GOALS, OTHER, CaseFindings, Findings, Key, Row

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_OF_PARTS = ("pick_ratio", "share", "icon_points", "owners", "missed", "length")
_ALL_GOALS = Key("goal", ALL_GOALS)
_EXTREMES, _BRIEF_ROWS = 5, 6  # boards listed as furthest from fair; of a table in a terminal
_FLAGS: dict[str, tuple[str, page.Severity]] = {
    "dominant": ("dominant", "bad"),
    "useless": ("hardly ever taken", "warning"),
    "trap": ("a trap", "notable"),
    "breaking": ("spoils games", "bad"),
    "uneven": ("powers differ", "warning"),
}
_HOW_TO_READ = (
    "Programs played these boards. Numbers are means over boards, brackets are 95% confidence "
    "intervals: more boards narrow them, more games on each board hardly do. Percentages at the "
    "head of a column are shares of the boards: on so many, a figure is no higher."
)
_TOO_FEW_NOTE = (
    f"Too few: fewer than {FEW} boards, fewer than {FEW_ALIKE} that all agree, for 5% and 95% "
    f"fewer than {1 / QUANTILES[0]:.0f}, or an interval too wide to tell; if there is a single "
    f"board, its games are counted. A dash ({UNKNOWN}): nothing to measure or to compare with."
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


def publication(findings: Findings) -> page.Report:
    study = findings.study
    boards = f"{_boards(study.rolls)} of the seed “{study.seed}”"
    if len(study.cases) > 1:
        boards += " for each size and number of players"
    return page.Report(
        f"Playtest: {study.game}, {' + '.join(study.sets)}",
        f"{boards}, {study.games:,} games on each, player {findings.player}",
        [*_blocks(findings)],
        _command(findings),
        _data(findings),
        [*_brief(findings)],
        [*_lines(findings)],
    )


def _boards(count: int) -> str:
    return "1 board" if count == 1 else f"{count:,} boards"


def _command(findings: Findings) -> str:
    study, player = findings.study, findings.study.player
    options = {
        "game": [study.game],
        "set": study.sets,
        "size": [case.size for case in study.cases],
        "players": [case.players for case in study.cases],
        "rolls": [study.rolls],
        "games": [study.games],
        "seed": [study.seed],
        "player": [player._replace(errors=0)] if player else [],
        "against": [findings.against] if findings.against else [],
    }
    words = ["board-generator", "playtest"]
    for name, values in options.items():
        for value in dict.fromkeys(values):
            words += [f"--{name}", str(value)]
    return shlex.join([*words, "--report", "report.html"])


def _blocks(findings: Findings) -> Iterator[Block]:
    cases = findings.cases.values()
    yield page.Paragraph(_HOW_TO_READ, is_note=True)
    if any(case.parts for case in cases):
        yield page.Heading("What stands out")
        yield from _flagged(findings)
    if findings.older is not None:
        yield page.Heading(f"What differs from {findings.against}")
        yield from _differences(findings)
        yield page.Paragraph(_DIFFERENCES_NOTE, is_note=True)
    for case in cases:
        yield from _case(case)
    yield page.Heading("What the figures mean")
    shown = {key.measure for case in cases for key in case.rows}
    columns = Column("Figure", width=60), Column("Meaning", width=110)
    figures = ((each.name, each.meaning) for name, each in FIGURES.items() if name in shown)
    yield page.Table(columns, [*figures])
    yield page.Heading("How it was measured")
    yield page.Paragraph(f"Sets: {', '.join(findings.study.sets)}. {_METHOD_NOTE}")


def _brief(findings: Findings) -> Iterator[Block]:
    cases = [case for case in findings.cases.values() if case.trials]
    if any(case.parts for case in cases):
        yield from _flagged(findings, _BRIEF_ROWS)
    if findings.older is not None:
        yield from _differences(findings, _BRIEF_ROWS)
    if len(cases) == 1:
        yield _figures(cases[0], brief=True)
        if cases[0].parts:
            yield _parts(cases[0])
        return
    keys = _ALL_GOALS, *map(Key, ("seat_deviation", "ties", "turns"))
    names = ("All goals met", *(FIGURES[key.measure].name for key in keys[1:]))
    columns = Column("Boards"), *(Column(name, True) for name in names)
    rows: list[Cells] = [(str(each.case), *(_number(each, key) for key in keys)) for each in cases]
    yield page.Table(columns, rows)


def _lines(findings: Findings) -> Iterator[str]:
    for case in [case for case in findings.cases.values() if case.trials][:1]:
        goals, seats = (_number(case, key).text() for key in (_ALL_GOALS, Key("seat_deviation")))
        met = f"all goals met on {goals} of {_boards(len(case.trials))}, " if case.limits else ""
        yield f"{case.case}: {met}{FIGURES['seat_deviation'].name.lower()} {seats}"
    flagged = [(case, row) for case, row in _all_flagged(findings) if not row.key.rolled]
    if findings.older is not None:
        clear = len(_clear_differences(findings))
        yield f"{clear} numbers differ from {findings.against} by more than their interval"
    elif flagged:
        words = (f"{_name(case, row.key)} {_remark(row.flags).text}" for case, row in flagged)
        yield f"stands out: {', '.join(dict.fromkeys(words))}"
    else:
        yield "nothing stands out"


# What stands out, and what differs ------------------------------------------------------------


def _all_flagged(findings: Findings) -> list[tuple[CaseFindings, Row]]:
    cases = findings.cases.values()
    return [(case, row) for case in cases for row in case.rows.values() if row.flags]


def _flagged(findings: Findings, count: int | None = None) -> Iterator[Block]:
    rows: list[Cells] = []
    for case, row in _all_flagged(findings):
        keys = [row.key, *([row.key._replace(measure="owners")] if "trap" in row.flags else [])]
        figures = [(FIGURES[key.measure], _number(case, key).text()) for key in keys]
        found = "; ".join(f"{figure.name}: {text} {figure.unit}" for figure, text in figures)
        rows.append((str(case.case), _name(case, row.key), found, _remark(row.flags)))
    columns = Column("Type", width=60), Column("What was found", width=60), Column("Remark")
    none = "No type or power is clearly beyond the limits in play.yaml."
    yield from _first(columns, rows, count, none, "more stand out")


def _first(
    columns: Sequence[Column], rows: Sequence[Cells], count: int | None, none: str, more: str
) -> Iterator[Block]:
    """The first rows of a table, whose first column says of which boards they are, and how many
    there are more; or that there are none."""
    if not rows:
        yield page.Paragraph(none)
        return
    yield page.Table((Column("Boards", is_optional=True), *columns), rows[:count])
    if count is not None and len(rows) > count:
        yield page.Paragraph(f"{len(rows) - count:,} {more}.", is_note=True)


def _clear_differences(findings: Findings) -> list[tuple[CaseFindings, Key, Estimate]]:
    return [
        (case, key, change)
        for case in findings.cases.values()
        for key, change in findings.differences(case.case).items()
        if not change.low <= 0 <= change.high
    ]


def _differences(findings: Findings, count: int | None = None) -> Iterator[Block]:
    assert findings.older is not None
    rows: list[Cells] = []
    for case, key, change in _clear_differences(findings):
        form, signed = FIGURES[key.measure].form, f"+{FIGURES[key.measure].form.removeprefix('+')}"
        both = findings.older[case.case].statistics[key], case.statistics[key]
        cells = (Number(each.value, form) for each in both)
        rows.append((str(case.case), _what(case, key), *cells, Number(change, signed)))
    tested = sum(len(findings.differences(case)) for case in findings.cases)
    none = f"None of {tested:,} numbers differs by more than its interval."
    numbers = (Column(title, True) for title in ("Before", "After", "Difference"))
    columns = Column("What", width=60), *numbers
    yield from _first(columns, rows, count, none, "more numbers differ")


def _case(case: CaseFindings) -> Iterator[Block]:
    yield page.Heading(str(case.case).capitalize())
    if case.unplayable:
        yield page.Paragraph(f"No program can play {_boards(case.unplayable)}.")
    if not case.trials:
        return
    met = f" Boards that meet all goals: {_number(case, _ALL_GOALS).text()}."
    yield page.Paragraph(f"{_boards(len(case.trials))}.{met if case.limits else ''}")
    yield _figures(case)
    yield page.Paragraph(_TOO_FEW_NOTE, is_note=True)
    if len(judges := case.trials[0].seats) > 1:
        yield page.Heading(f"Wins by seat among the panel: {case.case}", 3)
        columns = Column("Seat"), *(Column(judge.capitalize(), True) for judge in judges)
        rows: list[Cells] = [
            (f"Seat {n}", *(_number(case, Key("panel", f"{judge} {n}")) for judge in judges))
            for n in range(1, case.case.players + 1)
        ]
        yield page.Table(columns, rows)
        yield page.Paragraph(_PANEL_NOTE, is_note=True)
    if len(case.trials) > 1:
        yield page.Heading("Boards that are furthest from fair", 3)
        yield _extremes(case)
    if case.parts:
        yield page.Heading(f"Types: {case.case}", 3)
        yield _parts(case)
        yield page.Paragraph(_PARTS_NOTE, is_note=True)
        if (powers := _parts(case, of_powers=True)).rows:
            yield page.Heading(f"Powers: {case.case}", 3)
            yield powers


def _figures(case: CaseFindings, brief: bool = False) -> page.Table:
    parts = () if brief or len(case.trials) == 1 else QUANTILES
    columns = [Column("Figure"), Column("Mean", True)]
    columns += [Column(f"{part:.0%}", True, part in (0.25, 0.75)) for part in parts]
    if case.limits:
        columns += [Column("Goal"), Column("Boards that meet it", True)]
    rows: list[Cells] = []
    for key in case.rows:
        is_seat = key.measure == "seat" and not (brief and case.parts)
        if key.measure in BOARD_FIGURES or is_seat:
            cells: list[Cell] = [_what(case, key), _number(case, key)]
            for value in _quantiles(case, key) if parts else ():
                number = TOO_FEW if value is None else Number(value, FIGURES[key.measure].form)
                cells.append("" if is_seat else number)
            if (goal := Key("goal", key.measure)) in case.rows:
                cells += [_limit_words(case, key.measure), _number(case, goal)]
            rows.append((*cells, *[""] * (len(columns) - len(cells))))
    if case.limits:
        rows.append(("All goals", *[""] * (len(columns) - 2), _number(case, _ALL_GOALS)))
    return page.Table(columns, rows)


def _parts(case: CaseFindings, of_powers: bool = False) -> page.Table:
    """All types; or each power of the types that have several, and each way in which it was rolled:
    on how many boards it is, its numbers, its flags."""
    rows: list[Cells] = []
    for key, boards in case.rows.items():
        if key.measure == "boards" and bool(key.variant) == of_powers:
            keys = (key._replace(measure=name) for name in _OF_PARTS)
            found = [
                each if each in case.rows else each._replace(measure=f"{each.measure}{OTHER}")
                for each in keys
            ]
            flags = [flag for each in found if each in case.rows for flag in case.rows[each].flags]
            count = Number(round(boards.estimate.value * len(case.trials)), ",.0f")
            numbers = (_number(case, each) for each in found)
            rows.append((_name(case, key), count, *numbers, _remark(flags)))
    title = Column("Power", width=60) if of_powers else Column("Type")
    measures = (Column(FIGURES[name].name, True) for name in _OF_PARTS)
    columns = title, Column("Boards", True), *measures, Column("Remark", is_optional=True)
    return page.Table(columns, [*rows])


def _extremes(case: CaseFindings) -> page.Table:
    """The boards whose seats win least alike, which can be printed by their IDs."""
    imbalances = [max(map(deviation, trial.seats.values())) for trial in case.trials]
    worst = sorted(zip(imbalances, case.trials, strict=True), key=lambda each: -each[0].value)
    rows = (
        (trial.game_id, Number(imbalance, ".0%"), Number(trial.figures["turns"].value, ",.1f"))
        for imbalance, trial in worst[:_EXTREMES]
    )
    columns = Column("Game ID"), Column("Seat imbalance", True), Column("Turns", True)
    return page.Table(columns, [*rows])


def _number(case: CaseFindings, key: Key) -> Number:
    row, mark = case.rows.get(key), "*" if key.measure.endswith(OTHER) else ""
    return Number(row.shown, FIGURES[key.measure].form, mark) if row else Number(None, "")


def _quantiles(case: CaseFindings, key: Key) -> list[float | None]:
    """A figure at QUANTILES of the boards, if at least one board is beyond: the lowest 5% are
    unknown below 20 boards."""
    count = len(case.trials) * (key.measure in BOARD_FIGURES)
    values = [trial.figures[key.measure].value for trial in case.trials[:count]]
    values = statistics.quantiles(values, n=20, method="inclusive") if count > 1 else []
    return [
        values[round(20 * part) - 1] if count * min(part, 1 - part) >= 1 - 1e-9 else None
        for part in QUANTILES
    ]


def _limit_words(case: CaseFindings, name: str) -> str:
    (low, high), form = case.limits[cast("Limited", name)], FIGURES[name].form
    if upper_limit(name, high) is None:
        return f"≥ {low:{form}}"
    return f"{low:{form}} to {high:{form}}" if low else f"≤ {high:{form}}"


def _name(case: CaseFindings, key: Key) -> str:
    name = case.parts[key.subject]
    return f"{name} {key.variant} ({case.power(key)})" if key.variant else name


def _what(case: CaseFindings, key: Key) -> str:
    if key.of_part:
        return f"{_name(case, key)}: {FIGURES[key.measure].name}"
    match key.measure:
        case "seat":
            return f"Seat {key.subject} wins"
        case "panel":
            judge, seat = key.subject.split()
            return f"Seat {seat} among {judge} players"
        case "goal" if key == _ALL_GOALS:
            return "Boards that meet all goals"
        case "goal":
            return f"Boards that meet the goal: {FIGURES[key.subject].name}"
    return FIGURES[key.measure].name


def _remark(flags: Sequence[str]) -> page.Remark:
    words = dict.fromkeys(_FLAGS[flag][0] for flag in flags)
    return page.Remark(", ".join(words), _FLAGS[flags[0]][1] if flags else "plain")


def _data(findings: Findings) -> dict[str, Any]:
    study = findings.study
    about: dict[str, Any] = {"program": __version__, "game": study.game, "sets": [*study.sets]}
    about |= {"rolls": study.rolls, "games": study.games, "player": findings.player}
    about |= {"seed": study.seed} | ({"against": findings.against} if findings.against else {})
    rows, cases = [], []
    for case in findings.cases.values():
        cases.append({**case.case._asdict(), "goal": dict(case.limits), "boards": len(case.trials)})
        changes = findings.differences(case.case)
        for key, row in case.rows.items():
            quantiles = zip(QUANTILES, _quantiles(case, key), strict=True)
            record = {**case.case._asdict(), "measure": key.measure, "subject": key.subject}
            record |= {"variant": key.variant or None, "power": case.power(key)}
            record |= row.estimate.columns() | {"boards": row.boards}
            record |= {f"p{round(100 * part)}": value for part, value in quantiles}
            record["flags"] = " ".join(row.flags)
            if findings.older is not None:
                old = findings.older[case.case].statistics.get(key)
                change = changes[key].columns() if key in changes else {}
                record["old"] = old.value if old else None
                for name, column in (("value", ""), ("low", "_low"), ("high", "_high")):
                    record[f"difference{column}"] = change.get(name)
            rows.append(record)
    return {"about": about, "cases": cases, "rows": rows}
