"""How far long work is: a bar on a terminal, lines otherwise, or nothing."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:  # rich is slow to import, and few commands show a bar
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

_PAUSE = 2.0  # seconds between two lines
_LITTLE = 1e-6  # steps, lost by adding up their parts


class Progress:
    """Counts the steps of one phase after the other. This one tells nobody."""

    def phase(self, name: str, total: int) -> None:
        """What is done now, in so many steps."""

    def step(self, count: float = 1) -> None:
        """So many more steps are done."""

    def note(self, text: str) -> None:
        """Something that the person who waits should know."""


SILENT = Progress()


class Lines(Progress):
    """A line every few seconds, and one at the end of a phase of several steps."""

    def __init__(self, out: TextIO, clock: Callable[[], float] = time.monotonic):
        self._out, self._clock = out, clock

    def phase(self, name: str, total: int) -> None:
        self._name, self._total, self._done = name, total, 0.0
        self._start = self._last = self._clock()

    def step(self, count: float = 1) -> None:
        before, self._done = self._done, self._done + count
        now = self._clock()
        whole = self._done > self._total - _LITTLE
        if self._total > 1 and int(before) == int(self._done + _LITTLE):
            return  # of many steps, parts of one are for bars
        if now - self._last < _PAUSE and (self._total == 1 or not whole):
            return
        self._last = now
        rate = self._done / max(now - self._start, 1e-3)
        left = "" if whole else f", {(self._total - self._done) / rate:.0f} s left"
        print(f"{self._name}: {self._amount(rate)}{left}", file=self._out, flush=True)

    def note(self, text: str) -> None:
        print(text, file=self._out, flush=True)

    def _amount(self, rate: float) -> str:
        """How much is done: a single step in percent, because it has no rate."""
        if self._total == 1:
            return f"{self._done:.0%}"
        return f"{self._done + _LITTLE:,.0f} of {self._total:,}, {_speed(rate)}"


def _speed(rate: float) -> str:
    return f"{rate:.0f} a second" if rate >= 1 else f"{1 / rate:.0f} s each"


class Bar(Progress):
    """A bar of rich, in a terminal."""

    def __init__(self, bar: "RichProgress"):
        self._bar = bar
        self._task: TaskID | None = None

    def phase(self, name: str, total: int) -> None:
        if self._task is not None:
            self._bar.remove_task(self._task)
        self._task = self._bar.add_task(name, total=total, rate="")

    def step(self, count: float = 1) -> None:
        assert self._task is not None, "a phase has begun"
        speed = self._bar.tasks[-1].speed
        self._bar.update(self._task, advance=count, rate=_speed(speed) if speed else "")

    def note(self, text: str) -> None:
        self._bar.console.print(text, markup=False, highlight=False)


@contextmanager
def open_display(quiet: bool) -> Iterator[Progress]:
    """The progress of a batch, as standard error can show it."""
    if quiet:
        yield SILENT
    elif not sys.stderr.isatty():
        yield Lines(sys.stderr)
    else:
        from rich import progress
        from rich.console import Console

        columns = (
            progress.TextColumn("{task.description}"),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TextColumn("{task.fields[rate]}"),
            progress.TimeRemainingColumn(),
        )
        stderr: Any = getattr(sys.stderr, "unescaped", sys.stderr)  # see cli/app.py
        is_shared = sys.stdout.isatty()  # what goes to a file shall get there
        with progress.Progress(
            *columns, console=Console(file=stderr), transient=True, redirect_stdout=is_shared
        ) as bar:
            yield Bar(bar)
