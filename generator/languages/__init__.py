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
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

_FOLDER = Path(__file__).parent
_FALLBACK = "en"
_COMMON = "common"
_GRAMMAR = ("singular", "rewrite")  # of common.yaml, no wording
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class MissingWording(KeyError):
    """A language lacks a wording, or a wording names a parameter that nobody gives."""

    def __str__(self) -> str:
        return str(self.args[0])


class UnknownLanguage(ValueError):
    """There is no file of wording for a code."""


class Language:
    """The wording of one language."""

    def __init__(self, code: str, wording: Mapping[str, Any], folder: Path | None = None):
        self.code = code
        self._singular = frozenset(wording["singular"])
        self._rewrite = [(re.compile(old), new) for old, new in wording.get("rewrite", {}).items()]
        self._wording = dict(wording)
        self._folder = folder
        self._found: dict[str, Any] = {}  # by key: boards of a run ask for the same again

    def is_singular(self, count: int) -> bool:
        """Whether so many of something take the singular."""
        return abs(count) in self._singular

    def say(self, key: str, **params: object) -> str:
        """The text of a key, its {parameters} filled in.

        A wording with plural forms is chosen by the parameter `count`, a whole number. Raises
        MissingWording, naming the language and the key.
        """
        wording = self._found.get(key)
        if wording is None:
            wording = self._found[key] = self._find(key)
        if isinstance(wording, dict):
            wording = self._plural(key, wording, params.get("count"))
        try:
            text = wording.format(**params)
        except KeyError as error:
            raise MissingWording(f"language {self.code}: {key}: no value for {error}") from None
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
                raise MissingWording(f"language {self.code}: no wording for {key}")
            wording = wording[name]
        if wording == {}:
            raise MissingWording(f"language {self.code}: no wording for {key}")
        return wording

    def _plural(self, key: str, forms: dict[Any, str], count: object) -> str:
        if isinstance(count, int):
            form = "one" if self.is_singular(count) else "other"
            chosen = forms.get(count) or forms.get(form)
            if chosen is not None:
                return chosen
        raise MissingWording(f"language {self.code}: no wording for {key} with count {count}")


@cache
def language(code: str) -> Language:
    """The wording of a language, read once. Raises UnknownLanguage."""
    if code not in languages():
        raise UnknownLanguage(f"language {code!r}: expected one of {', '.join(languages())}")
    folder = _FOLDER / code
    return Language(code, _read(folder / f"{_COMMON}.yaml"), folder)


def _read(file: Path) -> Any:
    with file.open(encoding="utf-8") as text:
        return yaml.load(text, _Loader)


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
