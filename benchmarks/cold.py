"""One board from a cold start, against importing ReportLab alone.

Both are whole processes, run in turn so that the machine's mood strikes both alike; the ratio
is the median of the pairs' ratios.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

PAIRS = 15
FLOOR = [sys.executable, "-c", "import reportlab.pdfgen.canvas"]
LIBRARIES = [
    sys.executable,
    "-c",
    "import reportlab.pdfbase.ttfonts, yaml, typer, pydantic; from pydantic import BaseModel",
]


def measure() -> Iterator[tuple[str, str]]:
    """Rows of (what, figure)."""
    with tempfile.TemporaryDirectory() as folder:
        board = [sys.executable, "-m", "generator", "boards", "--no-playtest", "--seed", "bench",
                 "--output", str(Path(folder) / "board.pdf")]  # fmt: skip
        runs = {"board": board, "floor": FLOOR, "libraries": LIBRARIES}
        times: dict[str, list[float]] = {name: [] for name in runs}
        for turn in range(PAIRS + 1):
            for name, command in runs.items():
                seconds = _timed(command)
                if turn:  # the first turn fills the caches
                    times[name].append(seconds)
    yield "to importing reportlab.pdfgen.canvas alone (aim: 3)", _ratio(times, "board", "floor")
    yield "to importing all libraries it needs", _ratio(times, "board", "libraries")
    yield "median", f"{1000 * statistics.median(times['board']):.0f} ms"


def _timed(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def _ratio(times: dict[str, list[float]], one: str, other: str) -> str:
    pairs = [a / b for a, b in zip(times[one], times[other], strict=True)]
    return f"{statistics.median(pairs):.2f} x"
