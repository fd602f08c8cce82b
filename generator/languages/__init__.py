"""All wording that is printed, one folder a language.

Input: a two-letter code and a key such as "magnetmen.powers.immune". Output: text, with its
parameters filled in and its plural chosen. Adding a language is adding a folder here. It holds
a file for each game (its keys start with the game's name), and common.yaml with

- `singular`: the numbers that take the singular (English: 1; French: 0 and 1);
- `rewrite`: patterns and what replaces them in every text (elision, no-break spaces, also before a
  percent sign, or none);
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

from generator.core.errors import MissingWordingError, UnknownLanguageError, WordingError

_FOLDER = Path(__file__).parent
_FALLBACK = "en"
_COMMON = "common"
_GRAMMAR = ("singular", "rewrite")  # of common.yaml, no wording
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Language:
    """The wording of one language."""

    def __init__(self, code: str, wording: Mapping[str, Any], folder: Path | None = None):
        self.code = code
        self._wording = dict(wording)
        self._folder = folder
        self._found: dict[str, Any] = {}  # by key: boards of a run ask for the same again
        self._singular = frozenset(self._numbers("singular"))
        self._rewrite = list(self._patterns("rewrite"))

    def is_singular(self, count: int) -> bool:
        """Whether so many of something take the singular."""
        return abs(count) in self._singular

    def say(self, key: str, **params: object) -> str:
        """The text of a key, its {parameters} filled in.

        A wording with plural forms is chosen by the parameter `count`, a whole number. Raises
        WordingError, naming the language and the key, and the place in its file.
        """
        wording = self._found.get(key)
        if wording is None:
            wording = self._found[key] = self._find(key)
        if isinstance(wording, dict):
            wording = self._plural(key, wording, params.get("count"))
        try:
            text = wording.format(**params)
        except KeyError as error:
            raise self._missing(key, f"{key}: no value for {error}") from None
        except (AttributeError, IndexError, ValueError):
            words = "expected a text, each {parameter} of it with its name in '{' and '}'"
            raise WordingError(self._located(key, f"{key}: {words}")) from None
        return self.typeset(text)

    def typeset(self, text: str) -> str:
        """The text with the language's own spaces, apostrophes and elisions."""
        for pattern, new in self._rewrite:
            text = pattern.sub(new, text)
        return text

    def percent(self, number: str) -> str:
        """A number as a percentage, spaced as the language does."""
        return self.typeset(f"{number}%")

    def section(self, name: str) -> Any:
        """All wording of a section, such as that of a game, which is read when first asked for."""
        if name not in self._wording and self._folder is not None:
            file = self._folder / f"{name}.yaml"
            self._wording[name] = _read(file) if file.is_file() else {}
        return self._wording.get(name, {})

    def sections(self) -> dict[str, Any]:
        """All wording there is, by section."""
        if self._folder is not None:
            for file in self._folder.glob("*.yaml"):
                if file.stem != _COMMON:
                    self.section(file.stem)
        return {name: text for name, text in self._wording.items() if name not in _GRAMMAR}

    def _find(self, key: str) -> Any:
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
            chosen = forms.get(count) or forms.get(form)
            if chosen is not None:
                return chosen
        raise self._missing(key, f"no wording for {key} with count {count}")

    def _numbers(self, key: str) -> list[int]:
        """A list of numbers of the grammar."""
        numbers = self._wording.get(key)
        if not isinstance(numbers, list):
            raise self._missing(key, f"no list of numbers for {key}")
        return numbers

    def _patterns(self, key: str) -> Iterator[tuple[re.Pattern[str], str]]:
        """Patterns of the grammar, each with what replaces it."""
        patterns = self._wording.get(key, {})
        if not isinstance(patterns, dict):
            raise WordingError(self._located(key, f"{key}: expected 'pattern: replacement' lines"))
        for old, new in patterns.items():
            try:
                yield re.compile(old), new
            except (re.error, TypeError) as error:
                words = f"{key}: {old!r} is no regular expression: {error}"
                raise WordingError(self._located(key, words)) from None

    def _missing(self, key: str, words: str) -> MissingWordingError:
        example = _place(_FOLDER / _FALLBACK, key) if self._folder else ""
        advice = f"; {example} shows how it is said in English" if example else ""
        return MissingWordingError(f"{self._located(key, words)}{advice}")

    def _located(self, key: str, words: str) -> str:
        """The words with language and, where they come from a file, place."""
        place = f"{_place(self._folder, key)}: " if self._folder else ""
        return f"{place}language {self.code}: {words}"


@cache
def load_language(code: str) -> Language:
    """The wording of a language, read once. Raises UnknownLanguageError."""
    if code not in languages():
        raise UnknownLanguageError(f"language {code!r}: expected one of {', '.join(languages())}")
    folder = _FOLDER / code
    return Language(code, _read(folder / f"{_COMMON}.yaml"), folder)


def _read(file: Path) -> dict[str, Any]:
    """The wording in a file. Raises WordingError."""
    try:
        text = file.read_text(encoding="utf-8")
        wording = yaml.load(text, _Loader)
    except UnicodeDecodeError:
        raise WordingError(f"{_shown(file)}:1:1: expected text in UTF-8") from None
    except yaml.YAMLError:
        raise _no_yaml(file, text) from None
    if not isinstance(wording, dict):
        raise WordingError(f"{_shown(file)}:1:1: expected 'key: value' lines")
    return wording


# Only mistakes need these, and what two of them import needs this module.


def _no_yaml(file: Path, text: str) -> WordingError:
    """What is wrong with a file that is not YAML, in the words that are used for sets."""
    from generator.core.yaml_errors import explained

    try:
        yaml.load(text, yaml.SafeLoader)  # whose errors have words, unlike those of libyaml
    except yaml.YAMLError as error:
        line, column, message = explained(error)
        if odd := _odd_quote(text.split("\n")[:line]):
            line, column, message = odd, 1, "a quote has no partner in this line, add it"
        return WordingError(f"{_shown(file)}:{line}:{column}: {message}")
    return WordingError(f"{_shown(file)}:1:1: expected YAML")


def _odd_quote(lines: list[str]) -> int:
    """The first line, from 1, with an odd number of double quotes; 0 if there is none."""
    texts = (re.sub(r'^\s*#.*|\\"', "", line) for line in lines)
    return next((number for number, text in enumerate(texts, 1) if text.count('"') % 2), 0)


def _place(folder: Path, key: str) -> str:
    """File, line and column of a wording, or of the section that lacks it."""
    section, *names = key.split(".")
    file = folder / f"{section}.yaml"
    if not file.is_file():
        file, names = folder / f"{_COMMON}.yaml", [section, *names]
    node, line, column = yaml.compose(file.read_text(encoding="utf-8"), _Loader), 1, 1
    for name in names:
        entries = node.value if isinstance(node, yaml.MappingNode) else ()
        found = next((entry for entry in entries if entry[0].value == name), None)
        if found is None:
            break
        mark, node = found[0].start_mark, found[1]
        line, column = mark.line + 1, mark.column + 1
    return f"{_shown(file)}:{line}:{column}"


def _shown(file: Path) -> str:
    from generator.core.diagnostics import shown

    return shown(file)


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages there is wording for."""
    return tuple(sorted(path.parent.name for path in _FOLDER.glob(f"*/{_COMMON}.yaml")))


def localized(text: Mapping[str, str], code: str) -> str:
    """A definition's text in a language; else in English, else in the first one given.

    A designer's own set may well be written in one language only, and still prints.
    """
    return text.get(code) or original(text)


def original(text: Mapping[str, str]) -> str:
    """A definition's text without its translations: in English, else in the first language."""
    return text.get(_FALLBACK) or next(iter(text.values()))
