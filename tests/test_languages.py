"""Wording: keys, plurals, typography, fallbacks; and that languages say the same things."""

import re

import pytest

from generator.games.magnetmen.powers import PARTS
from generator.languages import (
    Language,
    MissingWording,
    UnknownLanguage,
    language,
    languages,
    localized,
)

WORDING = {
    "singular": [1],
    "rewrite": {"'": "’"},
    "greeting": "It's {name}",
    "fox": {"one": "{count} fox", 2: "a pair", "other": "{count} foxes"},
    "half": {"one": "half"},
}


@pytest.fixture
def invented() -> Language:
    return Language("xx", WORDING)


def test_say(invented):
    assert invented.say("greeting", name="Bo") == "It’s Bo"


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 foxes"), (1, "1 fox"), (2, "a pair"), (3, "3 foxes")]
)
def test_plural(invented, count, text):
    assert invented.say("fox", count=count) == text


@pytest.mark.parametrize(("code", "singular"), [("en", {1, -1}), ("fr", {0, 1, -1})])
def test_singular_numbers(code, singular):
    chosen = language(code)
    assert {count for count in range(-3, 4) if chosen.is_singular(count)} == singular


@pytest.mark.parametrize(
    ("key", "params", "words"),
    [
        ("greting", {}, "language xx: no wording for greting"),
        ("greeting.formal", {}, "language xx: no wording for greeting.formal"),
        ("greeting", {}, "language xx: greeting: no value for 'name'"),
        ("fox", {}, "language xx: no wording for fox with count None"),
        ("half", {"count": 2}, "language xx: no wording for half with count 2"),
    ],
)
def test_missing_wording_names_language_and_key(invented, key, params, words):
    with pytest.raises(KeyError) as missing:
        invented.say(key, **params)
    assert isinstance(missing.value, MissingWording)
    assert str(missing.value) == words


def test_languages_are_files():
    assert set(languages()) == {"de", "en", "fr", "nl"}
    assert language("fr") is language("fr")
    with pytest.raises(UnknownLanguage, match="language 'xx': expected one of de, en, fr, nl"):
        language("xx")


def test_localized_falls_back():
    assert localized({"en": "a", "fr": "b"}, "fr") == "b"
    assert localized({"de": "c", "en": "a"}, "fr") == "a"
    assert localized({"de": "c", "nl": "d"}, "fr") == "c"


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("Est-ce vrai ?", "Est-ce vrai\u00a0?"),
        ("Non ! Oui ; ou : là", "Non\u00a0! Oui\u00a0; ou\u00a0: là"),
        ("« là »", "«\u00a0là\u00a0»"),
        ("l'icône", "l’icône"),
        ("plus de Éléphants", "plus d’Éléphants"),
        ("plus de Zèbres, code de Athlète", "plus de Zèbres, code d’Athlète"),
        ("de elle", "de elle"),  # only names are elided, they begin with a capital
    ],
)
def test_french_typography(raw, text):
    assert language("fr").typeset(raw) == text


# Every language says everything


def keys(wording: object, path: str = "") -> dict[str, set[str]]:
    """All keys of wording with the {parameters} each uses; plural forms count as one key."""
    if isinstance(wording, dict) and "other" not in wording:
        result = {}
        for name, inner in wording.items():
            result |= keys(inner, f"{path}.{name}" if path else str(name))
        return result
    texts = wording.values() if isinstance(wording, dict) else [wording]
    return {path: {name for text in texts for name in re.findall(r"{(\w+)}", str(text))}}


def sections(chosen: Language) -> dict[str, set[str]]:
    return keys(chosen.sections())


@pytest.mark.parametrize("code", languages())
def test_every_language_has_the_same_keys_and_parameters(code):
    english, other = sections(language("en")), sections(language(code))
    assert other.keys() == english.keys()
    different = {key for key in english if english[key] != other[key]}
    assert not different


@pytest.mark.parametrize("code", languages())
def test_every_kind_of_power_has_a_section_and_every_section_a_kind(code):
    kinds = {kind.name for kinds in PARTS.values() for kind in kinds}
    assert language(code).section("magnetmen")["powers"].keys() == kinds


@pytest.mark.parametrize("code", languages())
def test_clauses_have_no_full_stop(code):
    for key in (key for key in sections(language(code)) if key.startswith("magnetmen.powers.")):
        wording = language(code)._find(key)
        for text in wording.values() if isinstance(wording, dict) else [wording]:
            assert not text.endswith("."), key
