"""The findings of a study in every form.

Input: Findings. Output: a Publication: report, records for CSV, data for JSON.
"""

from typing import Any

from generator import __version__
from generator.analysis.export import Publication
from generator.games.magnetmen.playtest.findings import Findings
from generator.games.magnetmen.playtest.measures import MeasureKey
from generator.games.magnetmen.playtest.names import Labels
from generator.games.magnetmen.playtest.paired_tests import Difference
from generator.games.magnetmen.playtest.report import report
from generator.games.magnetmen.playtest.study import changed_readings
from generator.games.magnetmen.playtest.summary import QUANTILES, PlayEstimate, StudySummary

# Any in this module: values of JSON objects.

_QUANTILE_COLUMNS = tuple(f"p{round(100 * part)}" for part in QUANTILES)
_DIFFERENCE_COLUMNS = (
    "old", "difference", "difference_low", "difference_high", "p", "marked", "edited",
)  # fmt: skip
COLUMNS = (
    "size", "players", "measure", "subject", "variant", "power", "value", "low", "high", "boards",
    *_QUANTILE_COLUMNS, "goal", "flags",
)  # fmt: skip


def _design(findings: Findings) -> dict[str, Any]:
    """What was played, and by whom."""
    sample = findings.summary.sample
    study = sample.study
    data = {
        "program": __version__,
        "sets": list(study.sets),
        "cases": [case._asdict() for case in study.cases],
        "rolls": study.rolls,
        "games": study.games,
        "player": str(sample.player),
        "seed": study.seed,
        "options": changed_readings(study.options),
        "unplayable": {str(case): count for case, count in sample.unplayable.items() if count},
    }
    return data | ({"against": findings.baseline_name} if findings.baseline_name else {})


def records(findings: Findings) -> list[dict[str, Any]]:
    """All estimates by column, and at the end the numbers that only the baseline has."""
    labels = Labels(findings)
    differences = {(each.case, each.key): each for each in findings.differences if not each.removed}
    result = []
    for estimate in findings.summary.estimates:
        record = _record(findings.summary, estimate, labels)
        if findings.baseline is not None:
            record |= _difference(differences.pop((estimate.case, estimate.key), None))
        result.append(record)
    old_only = [*differences.values(), *(each for each in findings.differences if each.removed)]
    return [*result, *(_old_record(each, labels) for each in old_only)]


def _record(summary: StudySummary, estimate: PlayEstimate, labels: Labels) -> dict[str, Any]:
    quantiles = estimate.quantiles or (None,) * len(_QUANTILE_COLUMNS)
    limit = getattr(summary.cases[estimate.case].goal, estimate.key.measure, None)
    values = (
        *estimate.case, *_key_values(estimate.key, labels), estimate.value,
        estimate.low, estimate.high, estimate.boards,
        *quantiles, limit if estimate.quantiles else None, " ".join(estimate.flags),
    )  # fmt: skip
    return dict(zip(COLUMNS, values, strict=True))


def _key_values(
    key: MeasureKey, labels: Labels, removed: bool = False
) -> tuple[str, str, int | None, str]:
    """Measure, subject, the number of the power, the sentence of the power."""
    power = labels.sentence(key, removed) if key.variant else ""
    return key.measure, key.subject, key.variant or None, power


def _difference(difference: Difference | None) -> dict[str, Any]:
    if difference is None:
        return dict.fromkeys(_DIFFERENCE_COLUMNS)
    numbers = (
        difference.old, difference.change, difference.low, difference.high, difference.p,
    )  # fmt: skip
    values = (*numbers, difference.is_significant, difference.edited)
    return dict(zip(_DIFFERENCE_COLUMNS, values, strict=True))


def _old_record(difference: Difference, labels: Labels) -> dict[str, Any]:
    key_values = _key_values(difference.key, labels, difference.removed)
    known = zip(COLUMNS, (*difference.case, *key_values), strict=False)
    return dict.fromkeys(COLUMNS) | dict(known) | _difference(difference)


def publication(findings: Findings) -> Publication:
    """The findings in every form."""
    columns = (*COLUMNS, *(_DIFFERENCE_COLUMNS if findings.baseline else ()))
    return Publication(report(findings), records(findings), columns, _data(findings))


def _data(findings: Findings) -> dict[str, Any]:
    """The design, the goals, the limits of the flags, and all numbers."""
    summary = findings.summary
    goals = [
        {**case._asdict(), "goal": each.goal.model_dump(), "boards": each.boards}
        for case, each in summary.cases.items()
    ]
    data = {
        "about": _design(findings),
        "goals": goals,
        "flags": summary.flags.model_dump(),
        "rows": records(findings),
    }
    if findings.baseline is not None:
        data["edits"] = [
            {"what": edit.what, "old": edit.old, "new": edit.new} for edit in findings.edits
        ]
    return data
