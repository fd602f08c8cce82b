"""Wording: keys, plurals, typography, fallbacks; and that languages say the same things."""

import re
import shutil
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pytest
from commands import run
from support import LANGUAGE_CODES

from generator import languages as module
from generator.core.errors import OptionError, WordingError
from generator.core.settings import OPTIONS
from generator.games.magnetmen.primitives import PARTS
from generator.languages import Language, languages, load_language, localized

WORDING = {
    "singular": [1],
    "rewrite": {"'": "’"},
    "greeting": "It's {name}",
    "fox": {"one": "{count} fox", 2: "a pair", "other": "{count} foxes"},
    "half": {"one": "half"},
}


def test_say():
    invented = Language("xx", WORDING)
    assert invented.say("greeting", name="Bo") == "It’s Bo"
    texts = [invented.say("fox", count=count) for count in range(4)]
    assert texts == ["0\xa0foxes", "1\xa0fox", "a pair", "3\xa0foxes"]
    for key, params, words in (
        ("greting", {}, "no wording for greting"),
        ("greeting.formal", {}, "no wording for greeting.formal"),
        ("greeting", {}, "greeting: no value for 'name'"),
        ("fox", {}, "no wording for fox with count None"),
        ("half", {"count": 2}, "no wording for half with count 2"),
    ):
        with pytest.raises(WordingError) as missing:
            invented.say(key, **params)
        assert str(missing.value) == f"language xx: {words}"
    with pytest.raises(WordingError, match=r"no wording for quads\.no_such_key$"):
        load_language("en").say("quads.no_such_key")


def test_languages_are_files():
    assert {"de", "en", "fr", "nl"} <= set(languages())
    assert load_language("fr") is load_language("fr")
    message = f"language 'xx': expected one of {LANGUAGE_CODES}"
    with pytest.raises(OptionError, match=message):
        load_language("xx")
    texts = {"en": "a", "fr": "b"}, {"de": "c", "en": "a"}, {"de": "c", "nl": "d"}
    assert [localized(text, "fr") for text in texts] == ["b", "a", "c"]


def glossary(code: str) -> dict[str, list[str]]:
    """The things of Magnetmen that a language's file lists at its top, each with the words that are
    not used for it."""
    head = (Path(module.__file__).parent / code / "magnetmen.yaml").read_text("utf-8")
    head = re.match("(#.*\n)*", head)[0]
    entries = re.findall(r"^#   (.+?)(?: \(.*?)?: .+?(?:; not (.+))?$", head, re.MULTILINE)
    return {thing: unused.split(", ") if unused else [] for thing, unused in entries}


@pytest.mark.parametrize("code", languages())
def test_a_thing_of_magnetmen_is_called_by_one_word(code):
    words = glossary(code)
    assert words.keys() == glossary("en").keys() >= {"crossed out", "adjacent", "type", "free"}
    unused = [word for others in words.values() for word in others]
    pattern = re.compile(rf"\b(?:{'|'.join(unused)})", re.IGNORECASE)
    wording = [text for _, text in texts(load_language(code).section("magnetmen"))]
    assert not [text for text in wording if pattern.search(re.sub(r"{\w+}", "", text))]


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("magnetmen", "\nboard:", "\nbord:", "no wording for magnetmen.board.take"),
        ("magnetmen", "\n  take:", "\n  tak:", "no wording for magnetmen.board.take"),
        ("magnetmen", 'own: "{points} per {name}', 'own: "{points} per {nam}', "for 'nam'"),
        ("magnetmen", 'own: "{points} per', 'own: "{points per', "each {parameter} of it with "),
        ("common", "singular:", "sngular:", "no list of numbers for singular"),
        ("common", "singular: [", "singular: ]", "expected a value, found ']'"),
        ("common", "rewrite:", "rewrite: {'(': x}\nrest:", "is no regular expression"),
    ],
)
def test_a_mistake_in_a_file_of_wording_is_reported_at_its_place(
    tmp_path, monkeypatch, file, old, new, words
):
    shutil.copytree(Path(module.__file__).parent, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(module, "_FOLDER", tmp_path)
    path = tmp_path / "nl" / f"{file}.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(WordingError) as error:
        language = load_language.__wrapped__("nl")
        language.say("magnetmen.board.take")
        language.say("magnetmen.powers.for_each.own", points=1, name="x")
    problem = error.value.problem
    assert str(error.value).startswith(f"{path}:{problem.line}:{problem.column}: ")
    assert words in str(error.value)
    if new == "\nbord:":
        load_language.cache_clear()
        result = run("boards", "--language", "nl", "--output", str(tmp_path))
        load_language.cache_clear()
        assert (result.exit_code, result.stderr.partition("\n")[2]) == (1, "")
        assert result.stderr.startswith(f"{path}:")


# Typography: ~ is a no-break space


class Typography(NamedTuple):
    """How a language sets numbers and texts: the numbers from 0 to 3 that take the singular, quotes
    and the apostrophe, 1.33, 52%."""

    singular: set[int]
    quotes: str
    decimal: str
    percent: str


TYPOGRAPHY = {
    "de": Typography(singular={1}, quotes="„“’", decimal="1,33", percent="52~%"),
    "en": Typography(singular={1}, quotes="“”’", decimal="1.33", percent="52%"),
    "fr": Typography(singular={0, 1}, quotes="«»’", decimal="1,33", percent="52~%"),
    "nl": Typography(singular={1}, quotes="‘’", decimal="1,33", percent="52%"),
}
# What is typed, and what is printed.
TYPESET = {
    "de": [
        ('Die Variante "Rahmen"', "Die Variante „Rahmen“"),
        ("Geht's?", "Geht’s?"),
        ("'s ist Hans' Haus: 'Rot, geht's?'", "’s ist Hans’ Haus: ‚Rot, geht’s?‘"),
        ("z. B. 3 mm, d.h. 100 % von **3** mm", "z.~B. 3~mm, d.~h. 100~% von **3**~mm"),
        ("**-4**, (-2) oder -1", "**−4**, (−2) oder −1"),
        ("52%, **5** % oder 3 %, in %", "52~%, **5**~% oder 3~%, in %"),
        ("2-mal, 1.5,-0.5", "2-mal, 1.5,-0.5"),  # no minus behind a word or inside a command
    ],
    "en": [
        ('The variant "Frame"', "The variant “Frame”"),
        ("It's", "It’s"),
        ("'Red', **'two words'** and 'don't'", "‘Red’, **‘two words’** and ‘don’t’"),
        ("Bakers' rock 'n' roll of the '90s'", "Bakers’ rock ’n’ roll of the ’90s’"),
        ("2 or 3 mm, **3** Doctors: 5", "2 or 3~mm, **3**~Doctors: 5"),
        ("52 %, **5** % or 3%, in %", "52%, **5**% or 3%, in %"),
        ("**-4** or -1, sunday-1", "**−4** or −1, sunday-1"),
    ],
    "fr": [
        ('La variante "Cadre"', "La variante «~Cadre~»"),
        ("Est-ce vrai ?", "Est-ce vrai~?"),
        ("Non ! Oui ; ou : là", "Non~! Oui~; ou~: là"),
        ("« là »", "«~là~»"),
        ("l'icône", "l’icône"),
        ("l'ami d'une 'case d'or'", "l’ami d’une “case d’or”"),
        ("100 % de 3 mm, à 2 points", "100~% de 3~mm, à~2~points"),
        ("52%, **5** % ou 3 %", "52~%, **5**~% ou 3~%"),
        ("**-4** ou -1", "**−4** ou −1"),
        ("de Éléphants, de Hérissons, de Héros", "d’Éléphants, de Hérissons, de Héros"),
        ("plus de Zèbres, de Yogis, de Héroïnes", "plus de Zèbres, de Yogis, d’Héroïnes"),
        ("de elle", "de elle"),  # only names are elided, they begin with a capital
    ],
    "nl": [
        ('De variant "Kader"', "De variant ‘Kader’"),
        ("'s Avonds twee Baby's", "’s Avonds twee Baby’s"),
        ("'s Avonds, foto's' en 'Rood'", "’s Avonds, foto’s’ en ‘Rood’"),
        ("100 % van 3 mm", "100% van 3~mm"),
        ("52 %, **5** % of 3%, in %", "52%, **5**% of 3%, in %"),
        ("**-4** of -1", "**−4** of −1"),
    ],
}
ALL_QUOTES = set("\"'`„“”‚‘’«»‹›")


@pytest.mark.parametrize("code", languages())
def test_typography(code):
    assert code in TYPOGRAPHY, f"tests/test_languages.py: add {code} to TYPOGRAPHY and TYPESET"
    chosen, expected = load_language(code), TYPOGRAPHY[code]
    singular = {count for count in range(-3, 4) if chosen.is_singular(count)}
    assert singular == expected.singular | {-number for number in expected.singular}
    for raw, text in TYPESET[code]:
        assert chosen.typeset(raw).replace("\u00a0", "~") == text
    numbers = chosen.decimal(1.33), chosen.percent("52").replace("\u00a0", "~")
    assert numbers == (expected.decimal, expected.percent)


@pytest.mark.parametrize("code", TYPOGRAPHY)
def test_every_wording_has_the_quotes_and_spaces_of_its_language(code):
    language, quotes = load_language(code), TYPOGRAPHY[code].quotes
    for key, raw in texts(wording_of(code)):
        text = language.typeset(raw)
        others = set(text) & ALL_QUOTES - set(quotes)
        assert not others, f"{key}: {''.join(others)} is not among the quotes of {code}, {quotes}"
        assert text.count(quotes[0]) == 0 or text.count(quotes[1]) > 0, f"{key}: no closing quote"
        assert not re.search(r"(^|[\s(*])-\d", text), f"{key}: a hyphen for a minus"
        assert not re.search(r"\d\** (mm|cm|%)", text), f"{key}: a unit may leave its number"
        assert not re.search("  |\u00a0 | \u00a0", text), f"{key}: two spaces"


def test_names_have_regular_plurals_and_those_of_many_words_none():
    def plurals(code: str, *names: str) -> str:
        return " ".join(map(load_language(code).regular_plural, names))

    english = "Man", "Human", "Thief", "Chef", "Wolf", "Midwife", "Mouse", "Hero", "Photo", "Fox"
    assert (
        plurals("en", *english)
        == "Men Humans Thieves Chefs Wolves Midwives Mice Heroes Photos Foxes"
    )
    french = "Cheval", "Chacal", "Bal", "Hibou", "Fou", "Bateau", "Roi", "Croix"
    assert plurals("fr", *french) == "Chevaux Chacals Bals Hiboux Fous Bateaux Rois Croix"
    assert plurals("en", "Head of State") == plurals("fr", "Chauffeur de taxi") == ""


def wording_of(code: str) -> dict:
    """The wording of every section of a language, by its name."""
    language = load_language(code)
    files = (Path(module.__file__).parent / code).glob("*.yaml")
    names = {*language._sections, *(file.stem for file in files)}
    others = {"common", "singular", "rewrite", "plural"}
    return {name: language.section(name) for name in names - others}


def texts(wording: object, path: str = "") -> list[tuple[str, str]]:
    """Every text with the key it stands at."""
    if not isinstance(wording, dict):
        return [(path, str(wording))]
    return [pair for name, inner in wording.items() for pair in texts(inner, f"{path}.{name}")]


def test_a_language_is_a_folder(tmp_path, monkeypatch):
    """A language nobody knew prints, as soon as its folder is there."""
    for code in (*languages(), "xx"):
        shutil.copytree(Path(module.__file__).parent / code.replace("xx", "en"), tmp_path / code)
    file = tmp_path / "xx" / "magnetmen.yaml"
    wording = file.read_text(encoding="utf-8")
    file.write_text(wording.replace('"Magnetmen"', '"Magnetkabouters"'), encoding="utf-8")
    monkeypatch.setattr(module, "_FOLDER", tmp_path)
    choices = {"en": "en", "xx": "xx"}  # read when the program starts
    monkeypatch.setitem(OPTIONS, "language", OPTIONS["language"]._replace(choices=choices))
    monkeypatch.chdir(tmp_path)
    languages.cache_clear()
    load_language.cache_clear()
    try:
        result = run("boards", "--language", "xx", "--output", "x.pdf")
    finally:
        languages.cache_clear()
        load_language.cache_clear()
    assert result.exit_code == 0, result.output
    text = pypdfium2.PdfDocument("x.pdf")[0].get_textpage().get_text_range()
    assert "Magnetkabouters" in text


def keys(wording: object, path: str = "") -> dict[str, set[str]]:
    """All keys of wording with the {parameters} each uses; plural forms count as one key."""
    if isinstance(wording, dict) and "other" not in wording:
        result = {}
        for name, inner in wording.items():
            result |= keys(inner, f"{path}.{name}" if path else str(name))
        return result
    texts = wording.values() if isinstance(wording, dict) else [wording]
    return {path: {name for text in texts for name in re.findall(r"{(\w+)}", str(text))}}


@pytest.mark.parametrize("code", languages())
def test_every_language_says_everything(code):
    english, other = keys(wording_of("en")), keys(wording_of(code))
    missing, unknown = english.keys() - other.keys(), other.keys() - english.keys()
    folder = f"generator/languages/{code}"
    assert not missing and not unknown, f"{folder}: add {missing}, remove {unknown}"
    for key in english:
        assert english[key] == other[key], f"{folder}: {key}: other parameters"
    clauses = load_language(code).section("magnetmen")["powers"]
    assert clauses.keys() == {kind.name for kinds in PARTS.values() for kind in kinds}
    assert not [text for _, text in texts(clauses) if text.endswith(".")]
