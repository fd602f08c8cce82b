"""From saving a set until `watch` has made its board anew, against making that board from cold.

`watch` makes a PNG of each page too.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from generator.core.resources import sets_dir

SAVES = 10
PROGRAM = [sys.executable, "-m", "generator"]


def measure() -> Iterator[tuple[str, str]]:
    """Rows of (what, figure)."""
    with tempfile.TemporaryDirectory() as folder:
        saved = Path(folder) / "garden.yaml"
        text = (sets_dir() / "magnetmen" / "base.yaml").read_text(encoding="utf-8")
        saved.write_text(text, encoding="utf-8")
        words = ["--set", "garden", "--sets-dir", folder, "--seed", "bench", "--output", folder]
        cold = [_cold(words) for _ in range(SAVES)]
        warm = list(_saves(saved, text, words))
    share = statistics.median(warm) / statistics.median(cold)
    yield "to making the same board from cold", f"{share:.2f} x"
    yield "median", f"{1000 * statistics.median(warm):.0f} ms"


def _cold(words: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(
        [*PROGRAM, "boards", "--no-playtest", *words], check=True, stdout=subprocess.DEVNULL
    )
    return time.perf_counter() - start


def _saves(saved: Path, text: str, words: list[str]) -> Iterator[float]:
    """Seconds from each save to the line that tells of it."""
    command = [*PROGRAM, "watch", "--sheet", "boards", *words]
    with subprocess.Popen(
        command, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as watch:  # fmt: skip
        try:
            _wait(watch)
            for turn in range(SAVES):
                time.sleep(0.3)  # a save soon after another one may be told of with it
                start = time.perf_counter()
                saved.write_text(text.replace("Guitarist", f"Lutist {turn}"), encoding="utf-8")
                _wait(watch)
                yield time.perf_counter() - start
        finally:
            watch.terminate()


def _wait(watch: subprocess.Popen[str]) -> None:
    assert watch.stdout
    while " made in " not in (line := watch.stdout.readline()):
        if not line:
            raise RuntimeError("watch ended")
