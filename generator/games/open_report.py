"""The report of a study of programs that play any game, and its export.

Input: Findings. Output: a Publication. Games of which nothing is rolled have one board; then the
games are the units of estimates, else the boards are.
"""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from generator import __version__
from generator.analysis import charts
from generator.analysis.intervals import Statistic, mean, quantile, share_estimate
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
    Publication,
    Report,
    Table,
)
from generator.games.figure_definitions import definition_blocks
from generator.games.open_findings import SEAT, BoardFigures, Findings, OpenStudy, figure_of
from generator.games.playtest_study import Case

_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_MIN_QUANTILE_UNITS = 20
_EXTREMES = 5  # boards at either end that are listed


def publication(findings: Findings) -> Publication:
    """All figures: a report, records, data."""
    about = asdict(findings.study) | {"program": __version__}
    about["sets_dirs"] = [str(folder) for folder in findings.study.sets_dirs]
    about["variants"] = sorted(findings.study.variants)
    about["cases"] = [case._asdict() for case in findings.study.cases]
    records = list(_records(findings))
    columns = ("size", "players", "id", "figure", "value", "low", "high", "boards", "games")
    return Publication(report(findings), records, columns, {"about": about, "rows": records})


# Estimates -----------------------------------------------------------------------------------


def _units(findings: Findings, case: Case, figure: str) -> list[float]:
    """The values that estimates are made of: means by board that has the figure, or games of the
    only board."""
    boards = findings.of(case)
    if len(boards) == 1:
        return list(boards[0].values[figure])
    return [board.mean(figure) for board in boards if figure in board.values]


def _estimate(findings: Findings, case: Case, figure: str) -> Number:
    units, facts = _units(findings, case, figure), figure_of(figure)
    if set(units) <= {0.0, 1.0}:
        return Number(*_reordered(facts.form, share_estimate(sum(units), len(units))))
    statistic = mean(dict(enumerate(units)))
    assert isinstance(statistic, Statistic), "there is a board"
    interval = statistic.share_interval if facts.is_share else statistic.interval
    low, high = interval or (None, None)
    return Number(statistic.value, facts.form, low, high, is_vague=low is None)


def _reordered(form: str, estimate: tuple[float, float, float]) -> tuple[float, str, float, float]:
    return estimate[0], form, estimate[1], estimate[2]


def _records(findings: Findings) -> Iterator[dict[str, Any]]:
    """A record for each board and figure, and one for all boards of a case."""
    for case in findings.study.cases:
        for figure in findings.figures(case):
            boards = [board for board in findings.of(case) if figure in board.values]
            yield _record("all", figure, _estimate(findings, case, figure), boards)
    for board in findings.boards:
        for figure in board.values:
            yield _record(board.game_id, figure, Number(board.mean(figure), ""), [board])


def _record(
    name: str, figure: str, number: Number, boards: Sequence[BoardFigures]
) -> dict[str, Any]:
    """A record of a figure, with the numbers of boards and games that it comes from."""
    return {
        **boards[0].case._asdict(), "id": name, "figure": figure, "value": number.value,
        "low": number.low, "high": number.high, "boards": len(boards),
        "games": sum(len(board.values[figure]) for board in boards),
    }  # fmt: skip


# The report ----------------------------------------------------------------------------------


def report(findings: Findings) -> Report:
    """Charts and tables of all figures, and the boards that are furthest from fair."""
    study = findings.study
    boards = f"each of {study.rolls:,} boards" if study.rolls > 1 else "the only board"
    subtitle = f"{study.games:,} games on {boards}, player {study.player}"
    title = f"Playtest: {study.game}, {' + '.join(study.sets)}"
    return Report(title, subtitle, tuple(_blocks(findings)), _command(study))


def _blocks(findings: Findings) -> Iterator[Block]:
    unit = "boards" if findings.study.rolls > 1 else "games"
    yield Paragraph(
        f"Only programs played: no figure is claimed for people. Intervals hold with 95% "
        f"confidence and take {unit} as the units. A draw is shared out among the players.",
        is_note=True,
    )
    for case in findings.study.cases:
        yield Heading(str(case).capitalize())
        yield Charts(tuple(_chart(findings, case, figure) for figure in findings.figures(case)))
        yield _table(findings, case)
        if findings.study.rolls > 1:
            yield Heading("Boards that are furthest from fair", 3)
            yield _extremes(findings, case)
    keys = dict.fromkeys(key for case in findings.study.cases for key in findings.figures(case))
    facts = (figure_of(key) for key in keys)
    yield from definition_blocks({figure.name: figure.definition for figure in facts})


def _chart(findings: Findings, case: Case, figure: str) -> Chart:
    facts, units = figure_of(figure), _units(findings, case, figure)
    unit = "boards" if findings.study.rolls > 1 else "games"
    form = ".0%" if facts.form == ".0%" else ",.2~f"
    is_of_seats = figure == "first_player" or figure.startswith(SEAT)
    goal = 1 / case.players if is_of_seats else None
    note = f"Mean {_estimate(findings, case, figure).text()}."
    bars = charts.binned({"": units}, () if goal is None else (goal,))
    return charts.histogram(facts.name, bars, facts.unit, unit, form, note, goal)


def _table(findings: Findings, case: Case) -> Table:
    columns = (Column("Figure"), Column("Mean", True),
               *(Column(f"{part:.0%}", True, is_optional=True) for part in _QUANTILES))  # fmt: skip
    rows = tuple(tuple(_row(findings, case, figure)) for figure in findings.figures(case))
    return Table(columns, rows)


def _row(findings: Findings, case: Case, figure: str) -> Iterator[Cell]:
    units = _units(findings, case, figure)
    yield figure_of(figure).name
    yield _estimate(findings, case, figure)
    for part in _QUANTILES:
        if len(units) < _MIN_QUANTILE_UNITS:
            yield TOO_FEW
        else:
            yield Number(quantile(units, part), figure_of(figure).form)


def _extremes(findings: Findings, case: Case) -> Table:
    fair = 1 / case.players
    boards = sorted(findings.of(case), key=lambda board: -abs(board.mean("first_player") - fair))
    columns = Column("Game ID"), Column("First player wins", True), Column("Turns", True)
    rows = []
    for board in boards[:_EXTREMES]:
        wins = board.values["first_player"]
        share = share_estimate(sum(wins), len(wins))
        turns = Number(board.mean("turns"), ",.1f")
        rows.append((board.game_id, Number(*_reordered(".0%", share)), turns))
    return Table(columns, tuple(rows))


def _command(study: OpenStudy) -> str:
    words = ["board-generator", "playtest", "--game", study.game]
    words += [word for name in study.sets for word in ("--set", name)]
    for option, values in zip(("--size", "--players"), zip(*study.cases, strict=True), strict=True):
        words += [word for value in dict.fromkeys(values) for word in (option, str(value))]
    words += [word for name in sorted(study.variants) for word in ("--option", f"{name}=yes")]
    words += ["--rolls", str(study.rolls), "--games", str(study.games), "--player", study.player]
    return shlex.join([*words, "--seed", study.seed, "--report", "report.html"])
