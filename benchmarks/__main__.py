"""`make bench`: the speed of what people wait for, in one table.

    python -m benchmarks                       # this checkout
    python -m benchmarks --against ../before   # and another one, in turn, with the ratio

The other checkout has an environment of its own in .venv. Measures run in turn, so that a machine
whose speed drifts treats both alike; a ratio above 1 says that this checkout is better.
"""

import argparse
import subprocess
import sys
from pathlib import Path
from statistics import median

from benchmarks.speed import MEASURES


def measured(name: str, checkout: Path | None) -> float | None:
    """One run of a measure; None where it cannot run, as the page's without a browser."""
    program = str(checkout / ".venv" / "bin" / "python") if checkout else sys.executable
    command = [program, "-m", "benchmarks", "--one", name]
    run = subprocess.run(command, cwd=checkout, capture_output=True, text=True)
    return float(run.stdout) if run.returncode == 0 else None


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", help="measures whose name has this text", default="")
    parser.add_argument("--one", choices=MEASURES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(MEASURES[options.one][0]())
        return
    for name, (_, unit, more_is_better) in MEASURES.items():
        if options.only not in name:
            continue
        own, others = [], []
        for _ in range(options.runs):
            own.append(measured(name, None))
            if options.against:
                others.append(measured(name, options.against))
        known = [value for value in own if value is not None]
        line = f"{name:50} {f'{median(known):,.3g} {unit}' if known else 'not measured here':20}"
        pairs = [(a, b) for a, b in zip(own, others, strict=False) if a and b]
        if pairs:
            ratio = median(a / b if more_is_better else b / a for a, b in pairs)
            line += f" {ratio:.2f} x"
        print(line, flush=True)


if __name__ == "__main__":
    main()
