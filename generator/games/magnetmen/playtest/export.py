"""What a workshop found, in a terminal, as CSV, as JSON.

Input: Findings. Output: text.
"""

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from generator import __version__
from generator.games.magnetmen.playtest.comparison import Difference
from generator.games.magnetmen.playtest.findings import Findings
from generator.games.magnetmen.playtest.measures import Key
from generator.games.magnetmen.playtest.rows import QUANTILES, Row, Workshop
from generator.games.magnetmen.playtest.study import changed
from generator.games.magnetmen.playtest.trials import plain
from generator.games.magnetmen.playtest.wording import Names, Words
from generator.languages import load_language

_QUANTILES = tuple(f"p{round(100 * part)}" for part in QUANTILES)
_COMPARED = (
    "old", "difference", "difference_low", "difference_high", "p", "marked", "edited",
)  # fmt: skip
COLUMNS = (
    "size", "players", "measure", "subject", "variant", "power", "value", "low", "high", "boards",
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
    names = Names(findings, Words(load_language("en")), keys=True)
    by_place = {(each.case, each.key): each for each in findings.differences if not each.gone}
    rows = []
    for row in findings.found.rows:
        record = _record(findings.found, row, names)
        if findings.old is not None:
            record |= _change(by_place.pop((row.case, row.key), None))
        rows.append(record)
    left = [*by_place.values(), *(each for each in findings.differences if each.gone)]
    return [*rows, *(_gone(each, names) for each in left)]


def _record(found: Workshop, row: Row, names: Names) -> dict[str, Any]:
    quantiles = row.quantiles or (None,) * len(_QUANTILES)
    limit = getattr(found.cases[row.case].goal, row.key.measure, None)
    values = (
        *row.case, *_place(row.key, names), _rounded(row.value), _rounded(row.low),
        _rounded(row.high), row.boards, *map(_rounded, quantiles),
        limit if row.quantiles else None, " ".join(row.flags),
    )  # fmt: skip
    return dict(zip(COLUMNS, values, strict=True))


def _place(key: Key, names: Names, gone: bool = False) -> tuple[str, str, int | None, str]:
    """Measure, subject, the number of the power, the power in words."""
    power = plain(names.sentence(key, gone)) if key.variant else ""
    return key.measure, key.subject, key.variant or None, power


def _change(each: Difference | None) -> dict[str, Any]:
    if each is None:
        return dict.fromkeys(_COMPARED)
    values = (each.old, each.difference, each.low, each.high, each.p)
    marks = (each.marked, each.edited)
    return dict(zip(_COMPARED, (*map(_rounded, values), *marks), strict=True))


def _gone(each: Difference, names: Names) -> dict[str, Any]:
    place = zip(COLUMNS, (*each.case, *_place(each.key, names, each.gone)), strict=False)
    return dict.fromkeys(COLUMNS) | dict(place) | _change(each)


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
    if findings.old is not None:
        told["edits"] = [
            {"what": each.what, "old": each.old, "new": each.new} for each in findings.edits
        ]
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
        yield "readings of the rules: " + ", ".join(f"{k}={v}" for k, v in told["options"].items())
    if findings.against:
        yield f"compared with {findings.against}: what differs, then tables of the new version"
    for case, count in told["unplayable"].items():
        boards = "1 board" if count == 1 else f"{count} boards"
        yield f"{case}: no program can play {boards}: powers in free text, or too many squares"
