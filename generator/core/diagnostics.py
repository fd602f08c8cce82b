"""What is wrong in a designer's file, and where: the words every loader speaks.

Input: a place in a file and a message. Output: one line per mistake, which editors turn into
a link (`file:line:column: key: message`), and one exception that carries all of them.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Severity = Literal["error", "warning"]

_MAX_VALUE = 60
_MAX_KEY = 150
_MAX_MESSAGE = 500
_MAX_NAMES = 15
_NOT_PRINTED = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True, order=True)
class Diagnostic:
    """One mistake: where it is, the key it concerns ("" for the whole file), what to do.

    Line 0 is for what is no place in a file, such as an option of the command line. For editors
    there is also where the key or value ends (line and column behind it), if that is known, and a
    code for its kind, one of those listed in authoring/validate.py. A warning is no mistake yet.
    """

    file: str
    line: int
    column: int
    key: str
    message: str
    end: tuple[int, int] | None = field(default=None, compare=False)
    code: str = field(default="set", compare=False)
    severity: Severity = field(default="error", compare=False)

    def __str__(self) -> str:
        key = f"{shortened(self.key, _MAX_KEY)}: " if self.key else ""
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        warning = "warning: " if self.severity == "warning" else ""
        text = f"{place}: {warning}{key}{shortened(self.message)}"
        return _NOT_PRINTED.sub(lambda match: ascii(match[0])[1:-1], text)


def shown(path: Path) -> str:
    """The path as messages print it: relative to the working directory when inside it."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()


def shortened(text: str, length: int = _MAX_MESSAGE) -> str:
    """The text, with its middle left out where it is longer than `length`."""
    if len(text) <= length:
        return text
    return f"{text[: length * 2 // 3]}...{text[-(length // 3) :]}"


def quoted(text: str) -> str:
    """The text in single quotes, short enough for a message."""
    return f"'{shortened(text, _MAX_VALUE)}'"


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
            names = shortened(", ".join(map(str, value)), _MAX_VALUE)
            return f"the key{'s' * (len(value) > 1)} {names}" if value else "no keys"
        case list() | tuple():
            return f"a list of {len(value)}" if value else "an empty list"
    return shortened(str(value), _MAX_VALUE)


def near(found: str, allowed: Iterable[str]) -> str | None:
    """The allowed name that is most like the found one, if any is."""
    names = {_plain(name): name for name in allowed}
    import difflib  # here, because it is slow to import and only mistakes need it

    close = difflib.get_close_matches(_plain(found[:_MAX_VALUE]), names, n=1)
    return names[close[0]] if close else None


def suggestion(found: str, allowed: Iterable[str]) -> str:
    """The end of a message about an unknown name: the near one, or all when they are few.

    Out comes ", did you mean 'weight'?", ", expected one of: a, b" or "".
    """
    names = list(allowed)
    if close := near(found, names):
        return f", did you mean {quoted(close)}?"
    if not names or len(names) > _MAX_NAMES:
        return ""
    return (
        f", expected one of: {', '.join(names)}"
        if len(names) > 1
        else f", expected only {names[0]}"
    )


def _plain(name: str) -> str:
    return re.sub(r"[\s-]+", "_", name.strip().casefold())
