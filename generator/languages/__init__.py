"""The wording of all printed texts, one folder a language.

To add a language, add a folder here. It holds a file for each game, whose keys start with the name
of the game, and common.yaml with

- `singular`: the numbers that take the singular (English: 1; French: 0 and 1);
- `rewrite`: patterns and their replacements in every text (elisions, no-break spaces, the space
  before a percent sign);
- sections of wording that no game owns.

A wording is a text with {parameters}, or a mapping to such texts with the keys `one`, `other`
and, where a language has a word for it, a number (2: "twice").
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from generator.core.diagnostics import Diagnostic, display_path
from generator.core.errors import UnknownLanguageError, WordingError
from generator.core.yaml_source import explained_yaml_error

_FOLDER = Path(__file__).parent
_FALLBACK_CODE = "en"
_COMMON_SECTION = "common"
_GRAMMAR_KEYS = ("singular", "rewrite")  # of common.yaml: rules rather than wording
# libyaml's loader, where PyYAML was built with it.
_Loader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Language:
    """The wording of one language. With a folder, sections are read from it at first use."""

    # Any: wording is nested YAML.
    def __init__(self, code: str, wording: Mapping[str, Any], folder: Path | None = None):
        self.code = code
        self._sections = dict(wording)
        self._folder = folder
        self._wordings: dict[str, Any] = {}  # by key: a run of boards uses the same ones again
        self._singular = frozenset(self._numbers("singular"))
        self._rewrites = list(self._patterns("rewrite"))

    def is_singular(self, count: int) -> bool:
        return abs(count) in self._singular

    def say(self, key: str, **params: object) -> str:
        """The text of a key, with its {parameters} filled in.

        The parameter `count`, a whole number, selects the plural form of a wording that has
        several. Raises WordingError, which names the language, the key, and its place in the file.
        """
        wording = self._wordings.get(key)
        if wording is None:
            wording = self._wordings[key] = self._look_up(key)
        if isinstance(wording, dict):
            wording = self._plural(key, wording, params.get("count"))
        try:
            text: str = wording.format(**params)
        except KeyError as error:
            raise self._missing(key, f"{key}: no value for {error}") from None
        except (AttributeError, IndexError, ValueError):
            message = "expected a text, each {parameter} of it with its name in '{' and '}'"
            raise self._error(key, f"{key}: {message}") from None
        return self.typeset(text)

    def typeset(self, text: str) -> str:
        """The text with the language's own spaces, apostrophes and elisions."""
        for pattern, replacement in self._rewrites:
            text = pattern.sub(replacement, text)
        return text

    def percent(self, number: str) -> str:
        """A number as a percentage, with the language's own spacing."""
        return self.typeset(f"{number}%")

    def decimal(self, value: float) -> str:
        """A number with the language's own decimal sign."""
        return f"{value:g}".replace(".", self.say("numbers.decimal"))

    def section(self, name: str) -> Any:
        """All wording of a section, such as that of a game, read at first use."""
        if name not in self._sections and self._folder is not None:
            file = self._folder / f"{name}.yaml"
            self._sections[name] = _read(file) if file.is_file() else {}
        return self._sections.get(name, {})

    def sections(self) -> dict[str, Any]:
        """The wording of every section, by its name."""
        if self._folder is not None:
            for file in self._folder.glob("*.yaml"):
                if file.stem != _COMMON_SECTION:
                    self.section(file.stem)
        return {name: text for name, text in self._sections.items() if name not in _GRAMMAR_KEYS}

    def _look_up(self, key: str) -> Any:
        first, *rest = key.split(".")
        wording: Any = self.section(first)
        for name in rest:
            if not isinstance(wording, dict) or name not in wording:
                raise self._missing(key, f"no wording for {key}")
            wording = wording[name]
        if wording == {}:
            raise self._missing(key, f"no wording for {key}")
        return wording

    def _plural(self, key: str, forms: dict[Any, str], count: object) -> str:
        if isinstance(count, int):
            form = "one" if self.is_singular(count) else "other"
            wording = forms.get(count) or forms.get(form)
            if wording is not None:
                return wording
        raise self._missing(key, f"no wording for {key} with count {count}")

    def _numbers(self, key: str) -> list[int]:
        numbers = self._sections.get(key)
        if not isinstance(numbers, list):
            raise self._missing(key, f"no list of numbers for {key}")
        return numbers

    def _patterns(self, key: str) -> Iterator[tuple[re.Pattern[str], str]]:
        """Patterns among the grammar keys, with their replacements."""
        patterns = self._sections.get(key, {})
        if not isinstance(patterns, dict):
            raise self._error(key, f"{key}: expected 'pattern: replacement' lines")
        for pattern, replacement in patterns.items():
            try:
                yield re.compile(pattern), replacement
            except (re.error, TypeError) as error:
                message = f"{key}: {pattern!r} is no regular expression: {error}"
                raise self._error(key, message) from None

    def _missing(self, key: str, message: str) -> WordingError:
        if self._folder and self.code != _FALLBACK_CODE:
            file, *place = _place(_FOLDER / _FALLBACK_CODE, key)
            english = ":".join(map(str, (display_path(file), *place)))
            message = f"{message}; {english} shows how it is said in English"
        return self._error(key, message, WordingError)

    def _error(
        self, key: str, message: str, kind: type[WordingError] = WordingError
    ) -> WordingError:
        message = f"language {self.code}: {message}"
        if not self._folder:
            return kind(message, None)
        return kind(message, _diagnostic(message, *_place(self._folder, key)))


@cache
def load_language(code: str) -> Language:
    """The wording of a language, read once. Raises UnknownLanguageError, WordingError."""
    if code not in languages():
        raise UnknownLanguageError(f"language {code!r}: expected one of {', '.join(languages())}")
    folder = _FOLDER / code
    return Language(code, _read(folder / f"{_COMMON_SECTION}.yaml"), folder)


def _read(file: Path) -> dict[str, Any]:
    """The wording in a file. Raises WordingError."""
    try:
        text = file.read_text(encoding="utf-8")
        wording = yaml.load(text, _Loader)
    except UnicodeDecodeError:
        mistake = 1, 1, "expected text in UTF-8"
    except yaml.YAMLError:
        mistake = _yaml_mistake(text)
    else:
        if isinstance(wording, dict):
            return wording
        mistake = 1, 1, "expected 'key: value' lines"
    line, column, message = mistake
    raise WordingError(message, _diagnostic(message, file, line, column))


def _yaml_mistake(text: str) -> tuple[int, int, str]:
    """Line, column and what is wrong with a file that is not YAML, in the words used for sets."""
    try:
        yaml.load(text, yaml.SafeLoader)  # its errors can be explained, those of libyaml cannot
    except yaml.YAMLError as error:
        line, column, message = explained_yaml_error(error)
        lines = (re.sub(r'^\s*#.*|\\"', "", part) for part in text.split("\n")[:line])
        odd = (number for number, part in enumerate(lines, 1) if part.count('"') % 2)
        if odd_line := next(odd, 0):
            return odd_line, 1, "a quote has no partner in this line, add it"
        return line, column, message
    return 1, 1, "expected YAML"


def _place(folder: Path, key: str) -> tuple[Path, int, int]:
    """The file, line and column of a wording, or of the section that lacks it."""
    section, *names = key.split(".")
    file = folder / f"{section}.yaml"
    if not file.is_file():
        file, names = folder / f"{_COMMON_SECTION}.yaml", [section, *names]
    node = yaml.compose(file.read_text(encoding="utf-8"), _Loader)
    place = file, 1, 1
    for name in names:
        entries = node.value if isinstance(node, yaml.MappingNode) else ()
        entry = next((entry for entry in entries if entry[0].value == name), None)
        if entry is None:
            break
        mark, node = entry[0].start_mark, entry[1]
        place = file, mark.line + 1, mark.column + 1
    return place


def _diagnostic(message: str, file: Path, line: int, column: int) -> Diagnostic:
    return Diagnostic(display_path(file), line, column, "", message, code="wording")


@cache
def languages() -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in _FOLDER.glob(f"*/{_COMMON_SECTION}.yaml")))


def localized(text: Mapping[str, str], code: str) -> str:
    """A definition's text in a language; failing that in English, failing that in its first one.

    A designer may write a set in one language only; it still prints.
    """
    return text.get(code) or original(text)


def original(text: Mapping[str, str]) -> str:
    """The original of a definition's text: in English, failing that in its first language."""
    return text.get(_FALLBACK_CODE) or next(iter(text.values()))
