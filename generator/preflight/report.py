"""Several files examined, and what to tell of them.

Input: files. Output: a Checked for each, readable or not; a report as text or as JSON.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.pdf.findings import Preflight
from generator.preflight import UnreadablePdfError, examine


@dataclass(frozen=True, slots=True)
class Checked:
    """A file with its preflight, or with the reason why there is none."""

    file: Path
    preflight: Preflight | None
    reason: str = ""

    @property
    def ok(self) -> bool:
        return self.preflight is not None and self.preflight.ok


def examined(files: Sequence[Path]) -> list[Checked]:
    """Every file examined; one that cannot be read does not keep the others from it."""
    return [_examined(file) for file in files]


def _examined(file: Path) -> Checked:
    try:
        return Checked(file, examine(file))
    except UnreadablePdfError as error:
        return Checked(file, None, str(error))
    except OSError as error:
        return Checked(file, None, f"{file}: cannot be read: {error.strerror or error}")


def report(results: Sequence[Checked], as_json: bool) -> str:
    """All results; the name of each file stands above its own where there are several."""
    if as_json:
        return json.dumps([_data(result) for result in results], indent=2, ensure_ascii=False)
    lines: list[str] = []
    for result in results:
        if len(results) > 1:
            lines.append(f"{result.file}:")
        lines += result.preflight.text() if result.preflight else [result.reason]
    return "\n".join(lines)


def _data(result: Checked) -> dict:
    found = result.preflight.json() if result.preflight else {"ok": False, "reason": result.reason}
    return {"file": str(result.file), **found}
