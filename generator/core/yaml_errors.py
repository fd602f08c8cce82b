"""What PyYAML says about text that is not YAML, in words for a designer of board games.

Input: an exception of PyYAML's pure loader. Output: line and column (from 1) and a message
that says what to change. The pure loader's words are the key, so that a message does not
depend on whether libyaml is installed.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

import yaml

_Words = Callable[[re.Match[str], str], str]


class _Case(NamedTuple):
    """What PyYAML says, what we say (from its match and the place it began), and where."""

    problem: str
    words: _Words
    at_start: bool = False


def _in_brackets(match: re.Match[str], start: str) -> str:
    kind, opening = ("list", "[") if match[1] == "]" else ("block", "{")
    if match[2] == "<stream end>":
        return (
            f"the {kind} that opens with '{opening}' at {start} is never closed, add a '{match[1]}'"
        )
    advice = f"; close it with '{match[1]}', or put a text that contains ': ' in quotes"
    return (
        f"expected ',' or '{match[1]}' inside the {kind} that opens with '{opening}' at {start}, "
        f"found {_name(match[2])}{advice if match[2] == ':' else ''}"
    )


def _value_missing(match: re.Match[str], start: str) -> str:
    if match[1] == "<stream end>":
        return "the file ends inside brackets, add the closing ']' or '}'"
    return f"expected a value, found {_name(match[1])}; put a text that begins with it in quotes"


def _name(token: str) -> str:
    return "something else" if token.startswith("<") else f"'{token}'"


_CASES = (
    _Case(
        "mapping values are not allowed here",
        lambda m, start: (
            "a ':' cannot stand here, put a text that contains ': ' in quotes, "
            "or line this key up with its neighbours"
        ),
    ),
    _Case(
        "could not find expected ':'",
        lambda m, start: "expected 'key: value', found no ': ' in this line",
        at_start=True,
    ),
    _Case(
        "expected <block end>, but found '<scalar>'",
        lambda m, start: (
            "this does not belong to what stands before it, put the whole text in "
            "one pair of quotes, or line it up with its neighbours"
        ),
    ),
    _Case(
        r"expected <block end>, but found '[-?]'",
        lambda m, start: (
            "'key: value' lines and '- ' entries are mixed at one level, "
            f"begin every line of the block from {start} the same way"
        ),
    ),
    _Case(
        r"expected <block end>, but found '([\]},])'",
        lambda m, start: f"a '{m[1]}' is one too many here, delete it",
    ),
    _Case(
        "expected <block end>",
        lambda m, start: (
            "this line is not lined up with the ones it belongs to, indent it "
            f"exactly like its neighbours (the block begins at {start})"
        ),
    ),
    _Case(
        "found unexpected end of stream|found unexpected document separator",
        lambda m, start: "the quote that opens here is never closed, add the closing quote",
        at_start=True,
    ),
    _Case(
        "found character (.*) that cannot start any token",
        lambda m, start: f"a value cannot begin with {m[1]}, put the text in quotes",
    ),
    _Case(
        "expected alphabetic or numeric character",
        lambda m, start: "a value cannot begin with '*' or '&', put the text in quotes",
        at_start=True,
    ),
    _Case(
        "expected (URI|'>')|found undefined tag handle",
        lambda m, start: "a value cannot begin with '!', put the text in quotes",
        at_start=True,
    ),
    _Case(
        "found unknown escape character|expected escape sequence",
        lambda m, start: (
            "a '\\' has a meaning of its own inside double quotes, "
            "write it twice or use single quotes"
        ),
    ),
    _Case(
        "sequence entries are not allowed here",
        lambda m, start: (
            "a list cannot begin on the line of its key, put each '- ' on a line of its own below"
        ),
    ),
    _Case(r"expected ',' or '([\]}])', but got '(.*)'", _in_brackets),
    _Case("expected the node content, but found '(.*)'", _value_missing),
    _Case(
        "expected '<document start>'",
        lambda m, start: (
            "this does not belong to what stands before it, "
            "expected 'key: value' lines, each key with its ':'"
        ),
    ),
)


def explained(error: Exception) -> tuple[int, int, str]:
    """Line, column and message for an error raised while parsing YAML."""
    if not isinstance(error, yaml.YAMLError):  # from chr(), whose words differ between Pythons
        return 1, 1, "an escape names no character, expected at most \\U0010FFFF"
    mark = getattr(error, "problem_mark", None)
    start = getattr(error, "context_mark", None) or mark
    words = str(getattr(error, "problem", None) or error)
    for case in _CASES:
        if match := re.match(case.problem, words):
            return *_place(start if case.at_start else mark), case.words(match, _where(start))
    return *_place(mark), f"this cannot be read as YAML: {words}"


def _place(mark: yaml.Mark | None) -> tuple[int, int]:
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _where(mark: yaml.Mark | None) -> str:
    line, column = _place(mark)
    return f"line {line}, column {column}"
