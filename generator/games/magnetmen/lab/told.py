"""What a workshop found, in a terminal, as CSV, as JSON.

Input: Findings. Output: text.
"""

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from generator import __version__
from generator.games.magnetmen.lab.asked import changed
from generator.games.magnetmen.lab.compared import Difference
from generator.games.magnetmen.lab.findings import Findings
from generator.games.magnetmen.lab.rows import QUANTILES, Row, Workshop

_QUANTILES = tuple(f"p{round(100 * part)}" for part in QUANTILES)
_COMPARED = ("old", "difference", "difference_low", "difference_high", "p", "marked")
COLUMNS = (
    "size", "players", "measure", "subject", "power", "value", "low", "high", "boards",
    *_QUANTILES, "goal", "flags",
)  # fmt: skip


def about(findings: Findings) -> dict[str, Any]:
    """How it was measured."""
    played, against = findings.found.played, findings.against
    asked = played.asked
    told = {
        "program": __version__,
        "sets": list(asked.sets),
        "cases": [case._asdict() for case in asked.cases],
        "rolls": asked.rolls,
        "games": asked.games,
        "player": str(played.player),
        "seed": asked.seed,
        "options": changed(asked.options),
        "unplayable": {str(case): count for case, count in played.unplayable.items() if count},
    }
    return told | ({"against": against} if against else {})


def records(findings: Findings) -> list[dict[str, Any]]:
    """Every row by column, those that only the old version has at the end."""
    by_place = {(each.case, each.key): each for each in findings.differences}
    told = []
    for row in findings.found.rows:
        record = _record(findings.found, row)
        if findings.old is not None:
            record |= _change(by_place.pop((row.case, row.key), None))
        told.append(record)
    return [*told, *(_gone(each) for each in by_place.values())]


def _record(found: Workshop, row: Row) -> dict[str, Any]:
    quantiles = row.quantiles or (None,) * len(_QUANTILES)
    limit = getattr(found.cases[row.case].goal, row.key.measure, None)
    values = (
        *row.case, *row.key, _rounded(row.value), _rounded(row.low), _rounded(row.high),
        row.boards, *map(_rounded, quantiles), limit if row.quantiles else None,
        " ".join(row.flags),
    )  # fmt: skip
    return dict(zip(COLUMNS, values, strict=True))


def _change(each: Difference | None) -> dict[str, Any]:
    if each is None:
        return dict.fromkeys(_COMPARED)
    values = (each.old, each.difference, each.low, each.high, each.p)
    return dict(zip(_COMPARED, (*map(_rounded, values), each.marked), strict=True))


def _gone(each: Difference) -> dict[str, Any]:
    return dict.fromkeys(COLUMNS) | dict(
        zip(COLUMNS, (*each.case, *each.key), strict=False)
    ) | _change(each)  # fmt: skip


def _rounded(value: float | None) -> float | None:
    """To six places; a p-value may be smaller."""
    return None if value is None else round(value, 6) + 0.0


def as_csv(findings: Findings) -> str:
    """A line for each number; what is not known is empty."""
    text = io.StringIO(newline="")
    columns = (*COLUMNS, *(_COMPARED if findings.old else ()))
    lines = csv.DictWriter(text, columns, lineterminator="\n")
    lines.writeheader()
    lines.writerows(records(findings))
    return text.getvalue()


def as_json(findings: Findings) -> str:
    """How it was measured, the goals and the flags' limits, and all rows."""
    found = findings.found
    goals = [
        {**case._asdict(), "goal": each.goal.model_dump(), "boards": each.boards}
        for case, each in found.cases.items()
    ]
    told = {
        "about": about(findings),
        "goals": goals,
        "flags": found.flags.model_dump(),
        "rows": records(findings),
    }
    return json.dumps(told, ensure_ascii=False, indent=1)


def measured(findings: Findings) -> Iterator[str]:
    """How it was measured, in lines for people."""
    told = about(findings)
    boards = "1 board" if told["rolls"] == 1 else f"{told['rolls']} boards"
    yield (
        f"{' + '.join(told['sets'])}: {boards} of the seed {told['seed']} for each size and number "
        f"of players, {told['games']} games on each board, player {told['player']}"
    )
    if told["options"]:
        yield "rules read differently: " + ", ".join(f"{k}={v}" for k, v in told["options"].items())
    if findings.against:
        yield f"compared with {findings.against}: tables are of the new version, differences below"
    for case, count in told["unplayable"].items():
        boards = "1 board" if count == 1 else f"{count} boards"
        yield f"{case}: no program can play {boards}: powers in free text, or too many squares"
