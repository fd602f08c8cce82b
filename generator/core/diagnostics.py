"""What is wrong in a file, and where: the one form of a mistake for sets, drawings and PDFs."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from generator.core.paper import Box

Severity = Literal["error", "warning"]

_MAX_VALUE_LENGTH = 60
_MAX_KEY_LENGTH = 150
_MAX_MESSAGE_LENGTH = 500
_MAX_LISTED_NAMES = 15
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True, order=True)
class Diagnostic:
    """One mistake: where it is, what is wrong, and what was expected.

    In a designer's file, the place is `file`, `line` and `column` (from 1; line 0 if the mistake is
    not in a file, such as an option of the command line), `key` ("" for the whole file), and `end`,
    the line and column behind the key or value, if known. In a PDF, the place is `page` (from 1)
    and `box` (mm from the top left corner; None for the whole page).

    `code` names the kind of mistake. A warning may be intended; an error spoils the result.
    """

    file: str
    line: int
    column: int
    key: str
    message: str
    end: tuple[int, int] | None = field(default=None, compare=False)
    code: str = field(default="set", compare=False)
    severity: Severity = field(default="error", compare=False)
    expected: str = ""
    page: int = 0
    box: Box | None = field(default=None, compare=False)

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        if not self.file:
            place = f"page {self.page}"
            if self.box:
                place += ": " + " ".join(f"{round(value, 1):g}" for value in self.box)
        key = f"{shorten(self.key, _MAX_KEY_LENGTH)}: " if self.key else ""
        warning = "warning: " if self.severity == "warning" else ""
        expected = f", expected {self.expected}" if self.expected else ""
        text = f"{place}: {warning}{key}{shorten(self.message)}{expected}"
        return _UNPRINTABLE.sub(lambda match: ascii(match[0])[1:-1], text)

    def data(self) -> dict[str, object]:
        """The mistake in a file as a record for JSON."""
        names = "file", "line", "column", "key", "severity", "message", "code"
        end = {"end": dict(zip(("line", "column"), self.end, strict=True))} if self.end else {}
        return {name: getattr(self, name) for name in names} | end


def display_path(path: Path) -> str:
    """The path as messages print it: relative to the working directory when inside it."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()


def shorten(text: str, length: int = _MAX_MESSAGE_LENGTH) -> str:
    """The text, with its middle left out where it is longer than `length`."""
    if len(text) <= length:
        return text
    return f"{text[: length * 2 // 3]}...{text[-(length // 3) :]}"


def quoted(text: str) -> str:
    """The text in single quotes, short enough for a message."""
    return f"'{shorten(text, _MAX_VALUE_LENGTH)}'"


def key_path(path: Sequence[str | int]) -> str:
    """The place in a file as people write it: types.baker.powers[0].score."""
    text = ""
    for entry in path:
        if isinstance(entry, int):
            text += f"[{entry}]"
        else:
            name = entry if re.fullmatch(r"[\w-]{1,40}", entry) else quoted(entry)
            text += f".{name}" if text else name
    return text


def described(value: object) -> str:
    """A value read from YAML, as the second half of "expected ..., found ..."."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return quoted(value) if value else "an empty text"
        case dict():
            names = shorten(", ".join(map(str, value)), _MAX_VALUE_LENGTH)
            return f"the key{'s' * (len(value) > 1)} {names}" if value else "no keys"
        case list() | tuple():
            return f"a list of {len(value)}" if value else "an empty list"
    return shorten(str(value), _MAX_VALUE_LENGTH)


def near(unknown_name: str, allowed: Iterable[str]) -> str | None:
    """The allowed name that is most similar to the unknown one, if any is similar enough."""
    import difflib  # here, because it is slow to import and only mistakes need it

    def plain(name: str) -> str:
        return re.sub(r"[\s-]+", "_", name.strip().casefold())

    names = {plain(name): name for name in allowed}
    close = difflib.get_close_matches(plain(unknown_name[:_MAX_VALUE_LENGTH]), names, n=1)
    return names[close[0]] if close else None


def suggestion(unknown_name: str, allowed: Iterable[str]) -> str:
    """The end of a message about an unknown name: the near one, all when they are few, or some."""
    names = list(allowed)
    if close := near(unknown_name, names):
        return f", did you mean {quoted(close)}?"
    if len(names) > _MAX_LISTED_NAMES:
        return f", expected one of {len(names)}, such as {', '.join(names[:3])}"
    several = f", expected one of: {', '.join(names)}" if names else ""
    return several if len(names) != 1 else f", expected only {names[0]}"
