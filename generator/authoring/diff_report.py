"""Two versions of a set compared, for people and for programs.

Input: two loaded versions. Output: a SetDifference; as text, as JSON, as a report with charts.
"""

import json
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from generator.analysis import charts
from generator.analysis.report import (
    UNKNOWN,
    Block,
    Chart,
    Charts,
    Column,
    Heading,
    Number,
    Paragraph,
    Report,
    Table,
)
from generator.authoring import diff
from generator.authoring.diff import KeyChange, RollComparison, TextChange, Versions
from generator.schema.naming import key_in_words, value_text

_MAX_NAMED_SEEDS = 5


@dataclass(frozen=True, slots=True)
class SetDifference:
    """All that differs between two versions; rolls is None where nothing is random."""

    old: str
    new: str
    keys: tuple[KeyChange, ...]
    texts: tuple[TextChange, ...]
    odds: tuple[KeyChange, ...]
    rolls: RollComparison | None

    @property
    def any(self) -> bool:
        """Whether anything differs."""
        rolls_differ = self.rolls is not None and len(self.rolls.same) < self.rolls.seeds
        return bool(self.keys or self.texts or self.odds or rolls_differ)


def compare(versions: Versions, seeds: Sequence[str], size: str) -> SetDifference:
    """Compare two versions, and their rolls of these seeds. Raises RollError, OptionError."""
    old, new = versions
    return SetDifference(
        old.version.label,
        new.version.label,
        tuple(diff.key_changes(old, new)),
        tuple(diff.text_changes(old, new)),
        tuple(diff.odds_changes(old, new)),
        diff.roll_comparison(old, new, seeds, size),
    )


def as_json(difference: SetDifference) -> str:
    """The difference for programs."""
    data: dict[str, Any] = {  # values of YAML files are in it
        "old": difference.old,
        "new": difference.new,
        "keys": [change._asdict() for change in difference.keys],
        "texts": [change._asdict() for change in difference.texts],
        "odds": [change._asdict() for change in difference.odds],
        "boards": None,
    }
    if difference.rolls is not None:
        squares = [change._asdict() for change in difference.rolls.squares]
        data["boards"] = {**asdict(difference.rolls), "squares": squares}
    return json.dumps(data, indent=2, ensure_ascii=False)


def as_text(difference: SetDifference) -> str:
    """The difference for people."""
    lines = [f"old: {difference.old}", f"new: {difference.new}"]
    if not difference.any:
        return "\n".join([*lines, "nothing differs", *_roll_lines(difference.rolls)])
    sections = {
        "texts": list(_text_lines(difference.texts)),
        "keys": [_line(change, value_text) for change in difference.keys],
        "odds": [_line(change, _percent) for change in difference.odds],
        "boards": list(_roll_lines(difference.rolls)),
    }
    for title, section in sections.items():
        lines += ["", f"{title}:", *(f"  {line}" for line in section)] if section else []
    return "\n".join(lines)


def _line(change: KeyChange, as_words: Callable[[Any], str]) -> str:
    key = key_in_words(change.key)
    if change.old is None:
        return f"{key}: added{_scalar(change.new, as_words)}"
    if change.new is None:
        return f"{key}: removed{_scalar(change.old, as_words)}"
    return f"{key}: {as_words(change.old)} -> {as_words(change.new)}"


def _scalar(value: Any, as_words: Callable[[Any], str]) -> str:
    """A value that was added or removed; nothing for one with values inside, whose texts are
    listed as well."""
    return "" if isinstance(value, dict | list) else f", {as_words(value)}"


def _percent(share: float) -> str:
    return f"{share:g}%"


def _text_lines(changes: Sequence[TextChange]) -> Iterator[str]:
    for key in dict.fromkeys(change.key for change in changes):
        yield f"{key_in_words(key)}:"
        for change in changes:
            if change.key == key and change.old is not None:
                yield f"  {change.language} - {change.old}"
            if change.key == key and change.new is not None:
                yield f"  {change.language} + {change.new}"


def _roll_lines(rolls: RollComparison | None) -> Iterator[str]:
    if rolls is None:
        return
    yield from _seed_lines(rolls)
    for change in rolls.squares:
        old, new = change.old or 0, change.new or 0
        yield f"{change.key}: {old:g} -> {new:g} squares in the mean of all {rolls.size} boards"


def _seed_lines(rolls: RollComparison) -> Iterator[str]:
    share = f" ({len(rolls.same) / rolls.seeds:.0%})"
    yield f"of {rolls.seeds} seeds {len(rolls.same)} roll the same{share}"
    if rolls.powers:
        yield f"{len(rolls.powers)} differ in powers only{_seed_names(rolls.powers)}"
    if rolls.other:
        yield f"{len(rolls.other)} differ in types or squares{_seed_names(rolls.other)}"


def _seed_names(seeds: Sequence[str]) -> str:
    more = ", ..." if len(seeds) > _MAX_NAMED_SEEDS else ""
    return f": {', '.join(seeds[:_MAX_NAMED_SEEDS])}{more}"


def as_report(difference: SetDifference) -> Report:
    """The difference as a page for a browser."""
    subtitle = f"{difference.old} → {difference.new}"
    command = ["board-generator", "diff", difference.old, difference.new]
    if difference.rolls is not None:
        command += ["--seeds", str(difference.rolls.seeds), "--size", difference.rolls.size]
    command += ["--report", "report.html"]
    return Report("What differs", subtitle, tuple(_blocks(difference)), shlex.join(command))


def _blocks(difference: SetDifference) -> Iterator[Block]:
    if not difference.any:
        yield Paragraph("Nothing differs.")
    if difference.texts:
        yield Heading("Texts")
        columns = Column("Key"), Column("Language"), *_versions(60)
        rows = [
            (key_in_words(each.key), each.language, each.old or UNKNOWN, each.new or UNKNOWN)
            for each in difference.texts
        ]
        yield Table(columns, tuple(rows))
    yield from _changes("Keys", difference.keys, value_text)
    yield from _changes("Odds", difference.odds, _percent)
    if difference.rolls is not None:
        yield Heading("Boards")
        lines = "; ".join(_seed_lines(difference.rolls))
        yield Paragraph(f"{lines[:1].upper()}{lines[1:]}")
        if difference.rolls.squares:
            yield Charts((_mean_squares(difference.rolls),))


def _versions(width: int) -> tuple[Column, Column]:
    return Column("Before", width=width), Column("After", width=width)


def _changes(
    title: str, changes: Sequence[KeyChange], as_words: Callable[[Any], str]
) -> Iterator[Block]:
    if not changes:
        return

    def cell(value: Any) -> str:
        return UNKNOWN if value is None else as_words(value)

    yield Heading(title)
    rows = [(key_in_words(each.key), cell(each.old), cell(each.new)) for each in changes]
    yield Table((Column("Key"), *_versions(40)), tuple(rows))


def _mean_squares(rolls: RollComparison) -> Chart:
    marks = [
        charts.Mark(change.key, Number(value or 0.0, ",.2f"), version=version)
        for change in rolls.squares
        for version, value in (("before", change.old), ("after", change.new))
    ]
    title = f"Mean squares on {rolls.size} boards"
    return charts.interval_chart(title, marks, "squares", f"Of the boards of {rolls.seeds} seeds.")
