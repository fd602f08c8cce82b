"""How far long work is: a bar on a terminal, lines otherwise, or nothing."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:  # rich is slow to import, and few commands show a bar
    from rich.progress import Progress as RichProgress

_PAUSE = 2.0  # seconds between two lines


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
        self._done += count
        now, is_whole = self._clock(), self._done > self._total - 1e-6  # lost by adding up parts
        if now - self._last < _PAUSE and not (is_whole and self._total > 1):
            return
        self._last = now
        left = ""
        if self._done and not is_whole:
            seconds = (now - self._start) * (self._total / self._done - 1)
            is_long = seconds > 600
            left = f", {seconds / 60:,.0f} min left" if is_long else f", {seconds:.0f} s left"
        is_single = self._total == 1  # it is shown in percent
        done = f"{self._done:.0%}" if is_single else f"{self._done:,.0f} of {self._total:,}"
        self.note(f"{self._name}: {done}{left}")

    def note(self, text: str) -> None:
        print(text, file=self._out, flush=True)


class Bar(Progress):
    """A bar of rich, in a terminal."""

    def __init__(self, bar: "RichProgress"):
        self._bar = bar

    def phase(self, name: str, total: int) -> None:
        for task in self._bar.task_ids:
            self._bar.remove_task(task)
        self._bar.add_task(name, total=total)

    def step(self, count: float = 1) -> None:
        self._bar.advance(self._bar.task_ids[-1], count)

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

        stderr: Any = getattr(sys.stderr, "unescaped", sys.stderr)  # see cli/app.py
        with progress.Progress(
            progress.TextColumn("{task.description}"),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TimeRemainingColumn(),
            console=Console(file=stderr),
            transient=True,
            redirect_stdout=sys.stdout.isatty(),  # what goes to a file shall get there
        ) as bar:
            yield Bar(bar)
