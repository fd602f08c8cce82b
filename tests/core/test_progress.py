"""Progress as users see it."""

import io
import sys

import pytest

from generator.core import progress
from generator.core.progress import Bar, Lines, Progress


class Clock:
    """A clock that advances by a second at every reading."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 1.0
        return self.now


def test_lines_with_rate_and_time_left():
    out = io.StringIO()
    lines = Lines(out, Clock())
    lines.phase("variants", 1000)
    for _ in range(4):
        lines.step(200)
    lines.step(200)
    assert out.getvalue().splitlines() == [
        "variants: 400 of 1,000, 200 a second, 3 s left",
        "variants: 800 of 1,000, 200 a second, 1 s left",
        "variants: 1,000 of 1,000, 200 a second",
    ]


def test_a_single_long_step_is_shown_in_percent():
    out = io.StringIO()
    lines = Lines(out, Clock())
    lines.phase("choosing", 1)
    for _ in range(8):
        lines.step(0.125)
    assert out.getvalue().splitlines() == [
        "choosing: 25%, 6 s left",
        "choosing: 50%, 4 s left",
        "choosing: 75%, 2 s left",
        "choosing: 100%",
    ]


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
