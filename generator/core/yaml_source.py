"""A YAML file as plain data that remembers where in the file each key and value stands.

The YAML is the part of it that cannot surprise a designer. Only true and false are booleans,
so the language code `no` stays a text; numbers are plain decimals (3, +3, -1.5), so 1_000,
0o17 and 1:30 stay texts and are refused where a number is expected; dates stay texts. Tags
and merge keys (`<<`) are refused. A name may stand only once in a mapping. Accents that are
characters of their own, as in text out of PDFs, are put together with their letters (NFC).
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import yaml

from generator.core.diagnostics import (
    Diagnostic,
    Severity,
    described,
    display_path,
    key_path,
    quoted,
)
from generator.core.errors import DefinitionError

Loc = Sequence[str | int]

MAX_BYTES = 1_000_000
MAX_DEPTH = 40
MAX_NODES = 20_000

_FAST = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(0|[1-9][0-9]*)\.[0-9]+")
_MAX_DIGITS = 20
_TOP = "expected 'key: value' lines"
_CONSTANTS = {"": None, "~": None, "null": None, "true": True, "false": False}
_ODD = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]"
)
_BLANK = re.compile(r"^[^#\n]*?\t|^ *\u00a0", re.MULTILINE)  # behind a # a tab does no harm


@dataclass(slots=True)
class _Spot:
    """Where a value starts, and for what is inside it: spots, and where the keys start and end.
    Only a value with nothing inside has an end.

    `size` and `height` count values and levels as if aliases were written out.
    """

    line: int
    column: int
    inside: dict[str | int, "_Spot"] = field(default_factory=dict)
    keys: dict[str | int, tuple[int, int, int, int]] = field(default_factory=dict)
    end: tuple[int, int] | None = None
    size: int = 1
    height: int = 0


@dataclass(frozen=True)
class Source:
    """The data of one file. `file` is its path as messages print it."""

    file: str
    data: dict[str, Any]
    _root: _Spot

    def mark(self, loc: Loc, key: bool = False) -> tuple[int, int]:
        """Line and column (from 1) of the value at `loc`, or of its key when `key`.

        Where `loc` leads out of the data, that of the last value on the way.
        """
        return self._span(loc, key)[0]

    def end(self, loc: Loc, key: bool = False) -> tuple[int, int] | None:
        """What is behind the value (or key) that `mark` tells the beginning of; None for one that
        has others inside."""
        return self._span(loc, key)[1]

    def _span(self, loc: Loc, key: bool) -> tuple[tuple[int, int], tuple[int, int] | None]:
        spot = self._root
        place, end = (spot.line, spot.column), spot.end
        for entry in loc:
            if entry not in spot.inside:
                break
            key_span = spot.keys.get(entry) if key else None
            spot = spot.inside[entry]
            if key_span:
                place, end = key_span[:2], key_span[2:]
            else:
                place, end = (spot.line, spot.column), spot.end
        return place, end

    def problem(
        self,
        loc: Loc,
        message: str,
        key: bool = False,
        code: str = "set",
        severity: Severity = "error",
    ) -> Diagnostic:
        """A problem at the value at `loc`, or at its key when `key`."""
        (line, column), end = self._span(loc, key)
        return Diagnostic(self.file, line, column, key_path(loc), message, end, code, severity)


def read_source(path: Path) -> Source:
    """The data of a YAML file and its positions. Raises DefinitionError with all mistakes."""
    file = display_path(path)
    text = _text(path, file)
    # libyaml is quicker but words its errors differently: the pure loader has the last say.
    if _FAST is not yaml.SafeLoader and "\t" not in text:
        try:
            return _Reader(file).read(yaml.parse(text, Loader=_FAST))
        except (yaml.YAMLError, DefinitionError):
            pass
    reader = _Reader(file)
    try:
        return reader.read(yaml.parse(text, Loader=yaml.SafeLoader))
    except (yaml.YAMLError, ValueError, OverflowError) as error:  # the last two: "\UFFFFFFFF"
        line, column, message = explained_yaml_error(error)
        last = Diagnostic(file, line, column, "", message, code="yaml")
        raise DefinitionError([*reader.problems, last]) from None


def _text(path: Path, file: str) -> str:
    """The text of a file that is one: there, readable, small, UTF-8, without odd characters.

    A byte order mark at its very beginning, which some editors write, is left out.
    """

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


_NODE_EVENTS = (yaml.ScalarEvent, yaml.CollectionStartEvent)  # with anchor and tag


class _Reader:
    """Turns the events of one YAML document into data and spots, collecting problems."""

    def __init__(self, file: str):
        self.file = file
        self.problems: list[Diagnostic] = []
        self.path: list[str | int] = []
        self.nodes = 0
        self.anchors: dict[str, tuple[Any, _Spot] | None] = {}  # None while it is being read

    def read(self, events: Iterable[yaml.Event]) -> Source:
        """The source. Raises DefinitionError, and what the loader behind the events raises."""
        self.events: Iterator[yaml.Event] = iter(events)
        next(self.events)  # the stream starts
        data, spot = self._document(next(self.events))
        after = next(self.events)
        if isinstance(after, yaml.DocumentStartEvent):
            self._stop(after, "a second document begins here, put it in a file of its own")
        if self.problems:
            raise DefinitionError(self.problems)
        return Source(self.file, data, spot)

    def _document(self, start: yaml.Event) -> tuple[dict[str, Any], _Spot]:
        if isinstance(start, yaml.StreamEndEvent):
            self._stop(None, f"the file is empty, {_TOP}")
        first = next(self.events)
        data, spot = self._node(first)
        if data is None:
            self._stop(None, f"the file is empty, {_TOP}")
        if not isinstance(data, dict):
            self._stop(first, f"{_TOP}, found {described(data)}")
        next(self.events)  # the document ends
        return data, spot

    def _node(self, event: yaml.Event) -> tuple[Any, _Spot]:
        """The value that starts with this event, read to its end."""
        self.nodes += 1
        if len(self.path) > MAX_DEPTH:
            self._stop(event, f"nested deeper than {MAX_DEPTH} levels")
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event)
        assert isinstance(event, _NODE_EVENTS)
        if event.anchor:
            self.anchors[event.anchor] = None
        self._refuse_tag(event)
        line, column, end_line, end_column = _ends(event)
        spot = _Spot(line, column)
        if isinstance(event, yaml.ScalarEvent):
            spot.end = end_line, end_column
            data = self._scalar(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            data = self._list(spot)
        else:
            data = self._mapping(spot)
        if event.anchor:
            self.anchors[event.anchor] = data, spot
        return data, spot

    def _list(self, spot: _Spot) -> list[Any]:
        data: list[Any] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            data.append(self._inside(spot, len(data), event))
        return data

    def _mapping(self, spot: _Spot) -> dict[str, Any]:
        data: dict[str, Any] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self._key(event)
            if key not in data:
                spot.keys[key] = _ends(event)
                data[key] = self._inside(spot, key, next(self.events))
            else:
                message = f"this key is given twice, first in line {spot.keys[key][0]}; keep one"
                self._problem(event, message, key)
                self._inside(_Spot(0, 0), key, next(self.events))
        return data

    def _inside(self, spot: _Spot, entry: str | int, event: yaml.Event) -> Any:
        """The value of one entry, its spot noted in the one around it."""
        self.path.append(entry)
        data, inner = self._node(event)
        self.path.pop()
        if data is None and entry in spot.keys:
            line, column, end_line, end_column = spot.keys[entry]
            inner = _Spot(line, column, end=(end_line, end_column))  # nothing there to point at
        spot.inside[entry] = inner
        spot.size += inner.size
        spot.height = max(spot.height, inner.height + 1)
        return data

    def _key(self, event: yaml.Event) -> str:
        """The text of a key; what cannot be a key is noted as a problem."""
        if not isinstance(event, yaml.ScalarEvent):
            self._problem(event, "expected a name before the ':', found brackets or a '*'")
            data, _ = self._node(event)
            return described(data)
        self._refuse_tag(event)
        data = self._scalar(event)
        if event.value == "<<" and event.implicit[0]:
            self._problem(event, "merge keys (<<) are not known here, write the entries out", "<<")
        elif not isinstance(data, str):
            self._problem(
                event,
                f"expected a name before the ':', found {described(data)}"
                f"; to use it as a name put it in quotes",
            )
        return event.value

    def _scalar(self, event: yaml.ScalarEvent) -> Any:
        """A text, or what a text without quotes stands for."""
        text = unicodedata.normalize("NFC", event.value)
        if not event.implicit[0]:
            if odd := _ODD.search(text):  # escapes in double quotes can smuggle them in
                self._problem(event, f"the invisible character U+{ord(odd[0]):04X} is in this text")
            return text
        if text in _CONSTANTS:
            return _CONSTANTS[text]
        number = int if _INT.fullmatch(text) else float if _FLOAT.fullmatch(text) else None
        if number and len(text) > _MAX_DIGITS:
            self._problem(event, f"this number is longer than {_MAX_DIGITS} digits")
            return 0
        return number(text) if number else text

    def _alias(self, event: yaml.AliasEvent) -> tuple[Any, _Spot]:
        if event.anchor not in self.anchors:
            self._stop(
                event,
                f"*{event.anchor} stands for a value marked &{event.anchor} further "
                "up, found none; put a text that begins with '*' in quotes",
            )
        anchored = self.anchors[event.anchor]
        if anchored is None:
            self._stop(event, f"*{event.anchor} stands inside the value that it repeats")
        data, spot = anchored
        self.nodes += spot.size
        if self.nodes > MAX_NODES:
            self._stop(
                event,
                f"with this *{event.anchor} written out the file has more than "
                f"{MAX_NODES:,} values",
            )
        if len(self.path) + spot.height > MAX_DEPTH:
            self._stop(event, f"nested deeper than {MAX_DEPTH} levels")
        return data, spot

    def _refuse_tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.tag is not None:
            name = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._problem(
                event,
                f"the tag {quoted(name)} is not known here, leave it out; "
                "put a text that begins with '!' in quotes",
            )

    def _problem(self, event: yaml.Event | None, message: str, *key: str) -> None:
        mark = event and event.start_mark
        place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        where = key_path([*self.path, *key])
        self.problems.append(Diagnostic(self.file, *place, where, message, code="yaml"))

    def _stop(self, event: yaml.Event | None, message: str) -> NoReturn:
        self._problem(event, message)
        raise DefinitionError(self.problems)


def _ends(event: yaml.Event) -> tuple[int, int, int, int]:
    """Line and column (from 1) where an event starts, and those behind its end."""
    start, end = event.start_mark, event.end_mark
    assert start is not None and end is not None, "only events of other programs have none"
    return start.line + 1, start.column + 1, end.line + 1, end.column + 1


class _Case(NamedTuple):
    """What PyYAML says, and what we say: {0} is its first group, {start} where the block began."""

    problem: str
    words: str
    at_start: bool = False  # whether the mistake is where the block began


_CASES = (
    _Case(
        "mapping values are not allowed here",
        "a ':' cannot stand here, put a text that contains ': ' in quotes, or line this key up "
        "with its neighbours",
    ),
    _Case(
        "could not find expected ':'",
        "expected 'key: value', found no ': ' in this line",
        at_start=True,
    ),
    _Case(
        "expected <block end>, but found '<scalar>'",
        "this does not belong to what stands before it, put the whole text in one pair of quotes, "
        "or line it up with its neighbours",
    ),
    _Case(
        "expected <block end>, but found '[-?]'",
        "'key: value' lines and '- ' entries are mixed at one level, begin every line of the block "
        "from {start} the same way",
    ),
    _Case(r"expected <block end>, but found '([\]},])'", "a '{0}' is one too many here, delete it"),
    _Case(
        "expected <block end>",
        "this line is not lined up with the ones it belongs to, indent it exactly like its "
        "neighbours (the block begins at {start})",
    ),
    _Case(
        "found unexpected end of stream|found unexpected document separator",
        "the quote that opens here is never closed, add the closing quote",
        at_start=True,
    ),
    _Case(
        "found character (.*) that cannot start any token",
        "a value cannot begin with {0}, put the text in quotes",
    ),
    _Case(
        "expected alphabetic or numeric character",
        "a value cannot begin with '*' or '&', put the text in quotes",
        at_start=True,
    ),
    _Case(
        "expected (?:URI|'>')|found undefined tag handle",
        "a value cannot begin with '!', put the text in quotes",
        at_start=True,
    ),
    _Case(
        "found unknown escape character|expected escape sequence",
        "a '\\' has a meaning of its own inside double quotes, write it twice or use single quotes",
    ),
    _Case(
        "sequence entries are not allowed here",
        "a list cannot begin on the line of its key, put each '- ' on a line of its own below",
    ),
    _Case(
        "expected ',' or ']', but got '<stream end>'",
        "the list that opens with '[' at {start} is never closed, add a ']'",
    ),
    _Case(
        "expected ',' or '}', but got '<stream end>'",
        "the block that opens with '{{' at {start} is never closed, add a '}}'",
    ),
    _Case(
        "expected ',' or ']', but got ':'",
        "expected ',' or ']' inside the list that opens with '[' at {start}, found ':'; close it "
        "with ']', or put a text that contains ': ' in quotes",
    ),
    _Case(
        "expected ',' or '}', but got ':'",
        "expected ',' or '}}' inside the block that opens with '{{' at {start}, found ':'; close "
        "it with '}}', or put a text that contains ': ' in quotes",
    ),
    _Case(
        "expected ',' or ']', but got '(.*)'",
        "expected ',' or ']' inside the list that opens with '[' at {start}, found {token}",
    ),
    _Case(
        "expected ',' or '}', but got '(.*)'",
        "expected ',' or '}}' inside the block that opens with '{{' at {start}, found {token}",
    ),
    _Case(
        "expected the node content, but found '<stream end>'",
        "the file ends inside brackets, add the closing ']' or '}}'",
    ),
    _Case(
        "expected the node content, but found '(.*)'",
        "expected a value, found {token}; put a text that begins with it in quotes",
    ),
    _Case(
        "expected '<document start>'",
        "this does not belong to what stands before it, expected 'key: value' lines, each key with "
        "its ':'",
    ),
)


def explained_yaml_error(error: Exception) -> tuple[int, int, str]:
    """Line, column and message for an error raised while parsing YAML."""
    if not isinstance(error, yaml.YAMLError):  # from chr(), whose words differ between Pythons
        return 1, 1, "an escape names no character, expected at most \\U0010FFFF"
    mark = getattr(error, "problem_mark", None)
    start = getattr(error, "context_mark", None) or mark
    words = str(getattr(error, "problem", None) or error)
    for case in _CASES:
        if match := re.match(case.problem, words):
            token = match[1] if match.re.groups else ""
            name = "something else" if token.startswith("<") else f"'{token}'"
            line, column = _place(start)
            where = f"line {line}, column {column}"
            message = case.words.format(token, token=name, start=where)
            return *_place(start if case.at_start else mark), message
    return *_place(mark), f"this cannot be read as YAML: {words}"


def _place(mark: yaml.Mark | None) -> tuple[int, int]:
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)
