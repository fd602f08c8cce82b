"""Progress as users see it."""

import io
import itertools
import sys

import pytest

from generator.core import progress
from generator.core.progress import Bar, Lines, Progress


@pytest.mark.parametrize(
    ("total", "step", "lines"),
    [
        (1000, 200, ["400 of 1,000, 3 s left", "800 of 1,000, 1 s left", "1,000 of 1,000"]),
        (1, 0.2, ["40%, 3 s left", "80%, 1 s left"]),
    ],
)
def test_lines_tell_how_much_is_done_and_the_time_that_is_left(total, step, lines):
    out, seconds = io.StringIO(), itertools.count()
    display = Lines(out, lambda: next(seconds))
    display.phase("variants", total)
    for _ in range(5):
        display.step(step)
    assert out.getvalue().splitlines() == [f"variants: {line}" for line in lines]


def test_a_long_time_is_told_in_minutes_and_none_before_anything_is_done():
    out, seconds = io.StringIO(), itertools.count(0, 700)
    display = Lines(out, lambda: next(seconds))
    display.phase("boards", 10)
    display.step(0)
    display.step(1)
    assert out.getvalue().splitlines() == ["boards: 0 of 10", "boards: 1 of 10, 210 min left"]


@pytest.mark.parametrize(
    ("quiet", "terminal", "kind"),
    [(True, True, Progress), (True, False, Progress), (False, False, Lines), (False, True, Bar)],
)
def test_a_bar_is_for_terminals(quiet, terminal, kind, monkeypatch):
    out = io.StringIO()
    monkeypatch.setattr(out, "isatty", lambda: terminal)
    monkeypatch.setattr(sys, "stderr", out)
    with progress.open_display(quiet) as bar:
        assert type(bar) is kind
        for name in ("variants", "one PDF"):
            bar.phase(name, 4)
            bar.step(3)
            bar.step()
    assert bool(out.getvalue()) is not quiet
