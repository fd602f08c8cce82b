"""A YAML file as plain data that remembers where in the file each key and value stands.

The YAML is the part of it that cannot surprise a designer. Only true and false are booleans,
so the language code `no` stays a text; numbers are plain decimals (3, +3, -1.5), so 1_000,
0o17 and 1:30 stay texts and are refused where a number is expected; dates stay texts. Tags
and aliases are refused. A name may stand only once in a mapping. Accents that are
characters of their own, as in text out of PDFs, are put together with their letters (NFC).
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

import yaml

from generator.core import diagnostics
from generator.core.diagnostics import Diagnostic, described, key_path
from generator.core.errors import DefinitionError

Loc = Sequence[str | int]
KeyPath = tuple[str | int, ...]
"""The keys and indexes that lead to a value in a file."""

MAX_BYTES = 1_000_000
MAX_DEPTH = 40

_FAST = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(0|[1-9][0-9]*)\.[0-9]+")
_MAX_DIGITS = 20
TOO_LONG = float("nan")  # stands for a number of more digits, which is a problem already
_TOP = "expected 'key: value' lines"
_CONSTANTS = {"": None, "~": None, "null": None, "true": True, "false": False}
_ODD = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]"
)
_BLANK = re.compile(r"^[^#\n]*?\t|^ *\u00a0", re.MULTILINE)  # behind a # a tab does no harm

_Span = tuple[int, ...]
"""Line and column (from 1) of a key or value, and those behind it unless others are inside."""


@dataclass(frozen=True)
class Source:
    """The data of one file. `file` is its path as messages print it; `problems` are mistakes in the
    writing that leave the rest of the file readable."""

    file: str
    data: dict[str, Any]
    problems: tuple[Diagnostic, ...]
    _values: Mapping[KeyPath, _Span]
    _keys: Mapping[KeyPath, _Span]

    def mark(self, loc: Loc, key: bool = False) -> tuple[int, int]:
        """Line and column (from 1) of the value at `loc`, or of its key when `key`; of the last
        value on the way where `loc` leads out of the data."""
        line, column, *_ = self._span(loc, key)
        return line, column

    def _span(self, loc: Loc, key: bool) -> _Span:
        path = tuple(loc)
        while path not in self._values:
            path = path[:-1]
        return (key and self._keys.get(path)) or self._values[path]

    def with_moved(self, path: KeyPath, new: KeyPath) -> "Source":
        """The same data, with what stands at a path also found at another one."""

        def moved(spans: Mapping[KeyPath, _Span]) -> Mapping[KeyPath, _Span]:
            length = len(path)
            inside = {key: span for key, span in spans.items() if key[:length] == path}
            return {**spans, **{(*new, *key[length:]): span for key, span in inside.items()}}

        return replace(self, _values=moved(self._values), _keys=moved(self._keys))

    def problem(
        self,
        loc: Loc,
        message: str,
        key: bool = False,
        code: str = "set",
        severity: diagnostics.Severity = "error",
    ) -> Diagnostic:
        """A problem at the value at `loc`, or at its key when `key`."""
        line, column, *behind = self._span(loc, key)
        end = (behind[0], behind[1]) if behind else None
        return Diagnostic(self.file, line, column, key_path(loc), message, end, code, severity)


def read_source(path: Path) -> Source:
    """The data of a YAML file and its positions. Raises DefinitionError if it cannot be read."""
    file = diagnostics.display_path(path)
    return _parsed(file, _text(path, file))


@lru_cache(maxsize=64)  # a file is read to see what it is, and again to load it
def _parsed(file: str, text: str) -> Source:
    # libyaml is quicker but words its errors differently: the pure loader has the last say.
    with suppress(yaml.YAMLError, DefinitionError):
        source = _Reader(file, yaml.parse(text, Loader=_FAST)).read()
        if not source.problems:
            return source
    found: list[Diagnostic] = []
    moved: dict[int, int] = {}
    while True:
        reader = _Reader(file, yaml.parse(text, Loader=yaml.SafeLoader), found, moved)
        try:
            return reader.read()
        except (yaml.YAMLError, ValueError, OverflowError) as error:  # the last two: "\UFFFFFFFF"
            line, column, message = explained_yaml_error(error)
            mistake = Diagnostic(file, line, column, "", message, code="yaml")
            lined_up = _lined_up(text, error, moved)
            if lined_up is None:
                raise DefinitionError([*reader.problems, mistake]) from None
        text = lined_up
        found.append(mistake)


def _lined_up(text: str, error: Exception, moved: dict[int, int]) -> str | None:
    """The text with the line that the error is about lined up with those above it, so that the rest
    can be read; None if its indentation is not the mistake. `moved` notes by how much."""
    mark, problem = getattr(error, "problem_mark", None), str(getattr(error, "problem", ""))
    lines = text.splitlines(keepends=True)
    if mark is None or mark.line + 1 in moved or mark.line >= len(lines):
        return None
    line, (_, indent) = lines[mark.line], _columns(lines[mark.line])
    is_inside = problem.startswith("mapping values are not allowed") and re.match(r" *\w+:\s", line)
    if not is_inside and not (problem.startswith("expected <block end>") and mark.column == indent):
        return None
    columns = set[int]()
    for above in reversed(lines[: mark.line]):
        if above.strip() and above.lstrip()[0] != "#":
            columns.update(_columns(above))
            if above[0] != " ":
                break
    if line.rstrip().endswith(":"):  # the lines below it are inside
        below = min(_columns(lines[mark.line + 1])) if mark.line + 1 < len(lines) else 0
        columns = {column for column in columns if column < below}
    if not columns or indent in columns:
        return None
    column = min(columns, key=lambda column: (abs(column - indent), -column))
    moved[mark.line + 1] = indent - column
    lines[mark.line] = " " * column + line.lstrip(" ")
    return "".join(lines)


def _columns(line: str) -> tuple[int, int]:
    """Where a line begins, and where what is behind its '- ' does."""
    dashes = re.match(r" *(?:- +)*", line)
    assert dashes is not None, "it matches nothing, too"
    return len(line) - len(line.lstrip(" ")), dashes.end()


def _text(path: Path, file: str) -> str:
    """The text of a file: there, readable, small, UTF-8, without odd characters or a byte order
    mark."""

    def refuse(message: str, line: int = 1, column: int = 1) -> NoReturn:
        raise DefinitionError([Diagnostic(file, line, column, "", message, code="yaml")])

    try:
        if path.is_dir():
            refuse("this is a folder, expected a YAML file")
        if path.exists() and not path.is_file():
            refuse("this is not a file, expected a YAML file")
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        refuse("there is no such file")
    except (OSError, ValueError) as error:
        refuse(f"this file cannot be read: {getattr(error, 'strerror', None) or error}")
    if len(raw) > MAX_BYTES:
        refuse(f"this file is bigger than {MAX_BYTES:,} bytes, expected a YAML file of a few pages")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig", errors="replace")
        refuse("this file is not UTF-8, save it again with the encoding UTF-8", *_end(before))
    if odd := _ODD.search(text):
        message = f"the invisible character U+{ord(odd[0]):04X} stands here, delete it"
        refuse(message, *_end(text[: odd.start()]))
    if blank := _BLANK.search(text):
        name = "a tab" if blank[0].endswith("\t") else "a no-break space"
        message = f"{name} stands here, indent and separate with ordinary spaces only"
        refuse(message, *_end(text[: blank.end() - 1]))
    return text


def _end(text: str) -> tuple[int, int]:
    """Line and column of what follows the text."""
    lines = re.split(r"\r\n|\n|\r", text)
    return len(lines), len(lines[-1]) + 1


class _Reader:
    """Turns the events of one YAML document into data and places, collecting problems.

    `found` are earlier problems of the file, `moved` the lines that were lined up, and by how much.
    """

    def __init__(
        self,
        file: str,
        events: Iterable[yaml.Event],
        found: Iterable[Diagnostic] = (),
        moved: Mapping[int, int] = MappingProxyType({}),
    ):
        self.file, self.events, self.problems, self.moved = file, iter(events), [*found], moved
        self.values: dict[KeyPath, _Span] = {}
        self.keys: dict[KeyPath, _Span] = {}

    def read(self) -> Source:
        """The source. Raises DefinitionError, and what the loader behind the events raises."""
        next(self.events)  # the stream starts
        has_document = isinstance(next(self.events), yaml.DocumentStartEvent)
        first = next(self.events) if has_document else None
        data = self._node(first, ()) if first else None
        if data is None:
            self._stop(None, (), f"the file is empty, {_TOP}")
        if not isinstance(data, dict):
            self._stop(first, (), f"{_TOP}, found {described(data)}")
        next(self.events)  # the document ends
        if isinstance(after := next(self.events), yaml.DocumentStartEvent):
            self._stop(after, (), "a second document begins here, put it in a file of its own")
        return Source(self.file, data, tuple(self.problems), self.values, self.keys)

    def _node(self, event: yaml.Event, path: KeyPath) -> Any:
        """The value at a path that starts with this event, read to its end."""
        if len(path) > MAX_DEPTH:
            self._stop(event, path, f"nested deeper than {MAX_DEPTH} levels")
        self._refuse_marks(event, path)
        span, data = self._ends(event), None
        if isinstance(event, yaml.ScalarEvent):
            data = self._scalar(event, path)
        elif isinstance(event, yaml.SequenceStartEvent):
            span, data = span[:2], list[Any]()
            while not isinstance(entry := next(self.events), yaml.SequenceEndEvent):
                data.append(self._node(entry, (*path, len(data))))
        elif isinstance(event, yaml.MappingStartEvent):
            span, data = span[:2], self._mapping(path)
        if data is None:
            span = self.keys.get(path, span)  # nothing there to point at
        self.values.setdefault(path, span)
        return data

    def _mapping(self, path: KeyPath) -> dict[str, Any]:
        data: dict[str, Any] = {}
        lines: dict[str, int] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key, span = self._key(event, path), self._ends(event)
            inside = (*path, key)
            self.keys.setdefault(inside, span)
            if key in data:
                message = f"this key is given twice, first in line {lines[key]}; keep one"
                self._problem(event, inside, message)
            data.setdefault(key, self._node(next(self.events), inside))
            lines.setdefault(key, span[0])
        return data

    def _key(self, event: yaml.Event, path: KeyPath) -> str:
        """The text of a key; what cannot be a key is noted as a problem."""
        if not isinstance(event, yaml.ScalarEvent):
            self._problem(event, path, "expected a name before the ':', found brackets or a '*'")
            return described(self._node(event, (*path, "?")))
        self._refuse_marks(event, path)
        data = self._scalar(event, path)
        if not isinstance(data, str) and data is not TOO_LONG:
            message = f"expected a name before the ':', found {described(data)}"
            self._problem(event, path, f"{message}; to use it as a name put it in quotes")
        return event.value

    def _scalar(self, event: yaml.ScalarEvent, path: KeyPath) -> Any:
        """A text, or what a text without quotes stands for."""
        text = unicodedata.normalize("NFC", event.value)
        if not event.implicit[0]:
            if odd := _ODD.search(text):  # escapes in double quotes can smuggle them in
                message = f"the invisible character U+{ord(odd[0]):04X} is in this text"
                self._problem(event, path, message)
            return text
        if text in _CONSTANTS:
            return _CONSTANTS[text]
        number = int if _INT.fullmatch(text) else float if _FLOAT.fullmatch(text) else None
        if number and len(text) > _MAX_DIGITS:
            self._problem(event, path, f"this number is longer than {_MAX_DIGITS} digits")
            return TOO_LONG
        return number(text) if number else text

    def _refuse_marks(self, event: yaml.Event, path: KeyPath) -> None:
        """Aliases, anchors, and tags."""
        sign = "*" if isinstance(event, yaml.AliasEvent) else "&"
        marks = [sign + name for name in [getattr(event, "anchor", None)] if name]
        marks += [tag for tag in [getattr(event, "tag", None)] if tag is not None]
        for mark in marks:
            name = diagnostics.quoted(mark.replace("tag:yaml.org,2002:", "!!"))
            message = f"{name} is not known here, leave it out; put a text that begins with"
            self._problem(event, path, f"{message} '{name[1]}' in quotes")
        if sign == "*":
            raise DefinitionError(self.problems)

    def _problem(self, event: yaml.Event | None, path: KeyPath, message: str) -> None:
        line, column, *_ = self._ends(event) if event else (1, 1)
        problem = Diagnostic(self.file, line, column, key_path(path), message, code="yaml")
        self.problems.append(problem)

    def _stop(self, event: yaml.Event | None, path: KeyPath, message: str) -> NoReturn:
        self._problem(event, path, message)
        raise DefinitionError(self.problems)

    def _ends(self, event: yaml.Event) -> _Span:
        start, end = event.start_mark, event.end_mark
        assert start is not None and end is not None, "only events of other programs have none"
        line, end_line = start.line + 1, end.line + 1
        column = start.column + 1 + self.moved.get(line, 0)
        return line, column, end_line, end.column + 1 + self.moved.get(end_line, 0)


# What PyYAML says, and what we say: {0} is the pattern's first group, {token} the last, {opened}
# what the bracket closes, {start} where the block began.
_WORDS_AT_START = {
    "could not find expected ':'": "expected 'key: value', found no ': ' in this line",
    "found unexpected end of stream|found unexpected document separator": (
        "the quote that opens here is never closed, add the closing quote"
    ),
    "expected alphabetic or numeric character": (
        "a value cannot begin with '*' or '&', put the text in quotes"
    ),
    "expected (?:URI|'>')|found undefined tag handle": (
        "a value cannot begin with '!', put the text in quotes"
    ),
}
_WORDS = {
    "mapping values are not allowed here": (
        "a ':' cannot stand here, put a text that contains ': ' in quotes, or line this key up "
        "with its neighbours"
    ),
    "expected <block end>, but found '<scalar>'": (
        "this does not belong to what stands before it, put the whole text in one pair of quotes, "
        "or line it up with its neighbours"
    ),
    "expected <block end>, but found '[-?]'": (
        "'key: value' lines and '- ' entries are mixed at one level, begin every line of the "
        "block from {start} the same way"
    ),
    r"expected <block end>, but found '([\]},])'": "a '{0}' is one too many here, delete it",
    "expected <block end>": (
        "this line is not lined up with the ones it belongs to, indent it exactly like its "
        "neighbours (the block begins at {start})"
    ),
    "found character (.*) that cannot start any token": (
        "a value cannot begin with {0}, put the text in quotes"
    ),
    "found unknown escape character|expected escape sequence": (
        "a '\\' has a meaning of its own inside double quotes, write it twice or use single quotes"
    ),
    "sequence entries are not allowed here": (
        "a list cannot begin on the line of its key, put each '- ' on a line of its own below"
    ),
    r"expected ',' or '([\]}])', but got '<stream end>'": (
        "the {opened} at {start} is never closed, add a '{0}'"
    ),
    r"expected ',' or '([\]}])', but got ':'": (
        "expected ',' or '{0}' inside the {opened} at {start}, found ':'; close it with '{0}', or "
        "put a text that contains ': ' in quotes"
    ),
    r"expected ',' or '([\]}])', but got '(.*)'": (
        "expected ',' or '{0}' inside the {opened} at {start}, found {token}"
    ),
    "expected the node content, but found '<stream end>'": (
        "the file ends inside brackets, add the closing ']' or '}}'"
    ),
    "expected the node content, but found '(.*)'": (
        "expected a value, found {token}; put a text that begins with it in quotes"
    ),
    "expected '<document start>'": (
        "this does not belong to what stands before it, expected 'key: value' lines, each key "
        "with its ':'"
    ),
}


def explained_yaml_error(error: Exception) -> tuple[int, int, str]:
    """Line, column and message for an error raised while parsing YAML."""
    if not isinstance(error, yaml.YAMLError):  # from chr(), whose words differ between Pythons
        return 1, 1, "an escape names no character, expected at most \\U0010FFFF"
    mark = getattr(error, "problem_mark", None)
    start = getattr(error, "context_mark", None) or mark
    words = str(getattr(error, "problem", None) or error)
    for pattern, message in (_WORDS_AT_START | _WORDS).items():
        if match := re.match(pattern, words):
            groups = match.groups() or ("",)
            token = "something else" if groups[-1].startswith("<") else f"'{groups[-1]}'"
            opened = "list that opens with '['" if groups[0] == "]" else "block that opens with '{'"
            line, column = _place(start)
            where = f"line {line}, column {column}"
            message = message.format(groups[0], token=token, opened=opened, start=where)
            return *_place(start if pattern in _WORDS_AT_START else mark), message
    return *_place(mark), f"this cannot be read as YAML: {words}"


def _place(mark: yaml.Mark | None) -> tuple[int, int]:
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)
