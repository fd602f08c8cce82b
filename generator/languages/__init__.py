"""The wording of all printed texts, one folder a language.

To add a language, add a folder here. It holds a file for each game, whose keys start with the name
of the game, and common.yaml with

- `singular`: the numbers that take the singular (English: 1; French: 0 and 1);
- `rewrite`: patterns and their replacements in every text (elisions, no-break spaces, the space
  before a percent sign);
- `plural`: likewise, but the first pattern that fits makes a regular plural of a name;
- sections of wording that no game owns.

A wording is a text with {parameters}, or a mapping to such texts with the keys `one`, `other`
and, where a language has a word for it, a number (2: "twice").
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import yaml

from generator.core.diagnostics import Diagnostic, display_path
from generator.core.errors import DefinitionError, OptionError, WordingError
from generator.core.yaml_source import read_source

_FOLDER = Path(__file__).parent
_FALLBACK_CODE = "en"
# In every language a number stays with what it counts: **3** Doctors, 40 mm; not with "of" or "to".
_NUMBER = re.compile(r"(\d\**) (?=\w{3}|[cm]m\b)"), "\\1\u00a0"
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
        numbers = self._sections.get("singular")
        if not isinstance(numbers, list):
            raise self._error("singular", "no list of numbers for singular")
        self._singular = frozenset(numbers)
        self._rewrites = [_NUMBER, *self._patterns("rewrite")]
        self._plurals = self._patterns("plural")
        self.typeset = lru_cache(maxsize=4096)(self._typeset)  # the same texts come again and again

    def _patterns(self, key: str) -> list[tuple[re.Pattern[str], str]]:
        patterns, compiled = self._sections.get(key, {}), []
        if not isinstance(patterns, dict):
            raise self._error(key, f"{key}: expected 'pattern: replacement' lines")
        for pattern, replacement in patterns.items():
            try:
                compiled.append((re.compile(pattern), replacement))
            except (re.error, TypeError) as error:
                message = f"{key}: {pattern!r} is no regular expression: {error}"
                raise self._error(key, message) from None
        return compiled

    def is_singular(self, count: int) -> bool:
        return abs(count) in self._singular

    def say(self, key: str, **params: object) -> str:
        """The text of a key, with its {parameters} filled in; `count`, a whole number, selects the
        plural form. Raises WordingError, which names the language, the key, and its place in the
        file."""
        wording: Any = self._wordings.get(key)
        if wording is None:
            section, *names = key.split(".")
            wording = self.section(section)
            for name in names:
                wording = wording.get(name) if isinstance(wording, dict) else None
            if wording in (None, {}):
                raise self._error(key, f"no wording for {key}")
            self._wordings[key] = wording
        if isinstance(wording, dict):
            count = params.get("count")
            form = "one" if isinstance(count, int) and self.is_singular(count) else "other"
            wording = isinstance(count, int) and (wording.get(count) or wording.get(form))
            if not wording:
                raise self._error(key, f"no wording for {key} with count {count}")
        try:
            text: str = wording.format(**params)
        except KeyError as error:
            raise self._error(key, f"{key}: no value for {error}") from None
        except (AttributeError, IndexError, ValueError):
            message = "expected a text, each {parameter} of it with its name in '{' and '}'"
            raise self._error(key, f"{key}: {message}") from None
        return self.typeset(text)

    def _typeset(self, text: str) -> str:
        """The text with the language's own spaces, apostrophes and elisions."""
        for pattern, replacement in self._rewrites:
            text = pattern.sub(replacement, text)
        return text

    def regular_plural(self, name: str) -> str:
        """The plural of a name, "" where the language has no rule for one like it."""
        forms = (pattern.subn(replacement, name) for pattern, replacement in self._plurals)
        return next((form for form, found in forms if found), "")

    def percent(self, number: str) -> str:
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

    def _error(self, key: str, message: str) -> WordingError:
        message = f"language {self.code}: {message}"
        if not self._folder:
            return WordingError(message)
        section, *names = key.split(".")  # or the section that lacks it
        file = self._folder / f"{section}.yaml"
        if not file.is_file():
            file, names = self._folder / "common.yaml", [section, *names]
        place = display_path(file), *read_source(file).mark(names, key=True)
        return WordingError(message, Diagnostic(*place, "", message, code="wording"))


@cache
def load_language(code: str) -> Language:
    """The wording of a language, read once. Raises OptionError, WordingError."""
    if code not in languages():
        raise OptionError(f"language {code!r}: expected one of {', '.join(languages())}")
    folder = _FOLDER / code
    return Language(code, _read(folder / "common.yaml"), folder)


def _read(file: Path) -> dict[str, Any]:
    """The wording in a file. Raises WordingError."""
    try:
        wording = yaml.load(file.read_text(encoding="utf-8"), _Loader)
        if isinstance(wording, dict):
            return wording
    except (UnicodeDecodeError, yaml.YAMLError):
        pass
    try:  # its first mistake, in the words used for sets
        problem = read_source(file).problems[0]
    except DefinitionError as error:
        problem = error.problems[0]
    raise WordingError(problem.message, replace(problem, code="wording"))


@cache
def languages() -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in _FOLDER.glob("*/common.yaml")))


def localized(text: Mapping[str, str], code: str) -> str:
    """A definition's text in a language, as it is printed; failing that in English, failing that in
    its first one."""
    return load_language(code).typeset(text.get(code) or original(text))


def original(text: Mapping[str, str]) -> str:
    """The original of a definition's text: in English, failing that in its first language."""
    return text.get(_FALLBACK_CODE) or next(iter(text.values()))
