"""Designers' files in an editor: what yaml-language-server makes of the shipped schemas.

`make test` installs the server where there is npm; without it these tests are skipped.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from editor.client import Editor

from generator.authoring.validate import FILE_KINDS
from generator.core.errors import DefinitionError
from generator.core.yaml_source import read_source
from generator.schema.set_files import check

ROOT = Path(__file__).parents[2]
SERVER = Path(__file__).parent / "node_modules/yaml-language-server/bin/yaml-language-server"
NODE = shutil.which("node")
BESIDE = ROOT / "sets" / "mine"  # need not be there
DATA = ROOT / "tests" / "data"
FILES = [*ROOT.glob("sets/*/*.yaml"), *DATA.glob("sets/*/*.yaml"), *DATA.glob("batch/*.yaml")]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.process,
    pytest.mark.skipif(not (NODE and SERVER.is_file()), reason="`make test` installs it, with npm"),
]


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    running = Editor([NODE, str(SERVER), "--stdio"])
    yield running
    running.close()


def line_of(name: str) -> str:
    return f"# yaml-language-server: $schema=../schemas/{name}.json\n"


def example(name: str) -> str:
    """The last example of a kind of file, beginning with the line that names its schema."""
    kind = next(kind for kind in FILE_KINDS if kind.name == name)
    text = kind.examples[-1].read_text(encoding="utf-8")
    return text if text.startswith("# yaml-language-server") else line_of(name) + text


def place(text: str, word: str) -> tuple[int, int]:
    """The line and the column where a word begins."""
    before = text[: text.index(word)]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def test_good_files(editor):
    names_by_uri = {
        editor.open(file.parent, file.read_text(encoding="utf-8")): file.name for file in FILES
    }
    names_by_uri |= {editor.open(BESIDE, example(kind.name)): kind.name for kind in FILE_KINDS}
    assert {
        name: mistakes for uri, name in names_by_uri.items() if (mistakes := editor.mistakes(uri))
    } == {}


def test_a_schema_that_is_missing_is_reported(editor):
    uri = editor.open(BESIDE, line_of("magnetman") + "game: magnetmen\n")
    assert "Unable to load schema" in str(editor.mistakes(uri))


BAD = [
    ("magnetmen", "frequency: 1.5", "freqency: 1.5", "Property freqency is not allowed."),
    ("magnetmen", "  gardener:", "  Gardener:", "Property Gardener is not allowed."),
    ("magnetmen", "frequency: 1.5", "frequency: often", 'Expected "number"'),
    ("magnetmen", "title: {en: Garden, fr: Jardin}", "title: Garden", 'Expected "object'),
    ("magnetmen-boards", "columns: 6", "columns: 6.5", 'Expected "integer"'),
    ("batch", "papers: [a4]", "papers: a4", 'Expected "array"'),
    ("magnetmen", "min: 4", "min: 0", "below the minimum of 1"),
    ("magnetmen", "{choice: [3, 5]}", "4000", "above the maximum of 999"),
    ("magnetmen-boards", "players: [2, 3, 4]", "players: [2, 3, 5]", "above the maximum of 4"),
    ("metals", "{choice: [2, 4]}", "{choice: [2]}", "too few items"),
    ("quads", "colour: coral", "colour: corall", '"coral"'),
    ("printer", "ruler: 99.2", "ruler: 9.92", "below the minimum of 90"),
    ("magnetmen", "flat: {points", "flatt: {points", "Property flatt is not allowed."),
    ("magnetmen", "{what: own,", "{what: mine,", '"own", "open_square"'),
    ("magnetmen", "- immune", "- imune", "Incorrect type"),
    ("magnetmen", "- needs_adjacent: {crossed_out: none}", "- needs_adjacent", "Incorrect type"),
    ("magnetmen", "- immune", "- limit: {}", 'Missing property "per_player"'),
    ("magnetmen", "flat: {points: {choice: [3, 5]}}", "if: {points: 3}", 'property "have"'),
    ("metals-figures", "{target_on: corner}", "{target_at: corner}", "target_at is not allowed"),
    ("metals-figures", "{target_on: corner}", "{target_on: city, hit_from: [side]}", "only one"),
]


def test_bad_files(editor, tmp_path):
    """The editor marks the line that the program names, too."""
    models = {kind.name: kind.model for kind in FILE_KINDS}
    for name, old, new, words in BAD:
        bad = example(name).replace(old, new, 1)
        line, mistakes = place(bad, new)[0], editor.mistakes(editor.open(BESIDE, bad))
        found = [message for at, message in mistakes if at == line]
        assert words in " ".join(found), (new, mistakes)
        file = tmp_path / "bad.yaml"
        file.write_text(bad, encoding="utf-8")
        with pytest.raises(DefinitionError) as error:
            check(models[name], read_source(file))
        assert line + 1 in {problem.line for problem in error.value.problems}, new


TYPE = line_of("magnetmen") + "types:\n  cook:\n    powers:\n      - "


OFFERED = {
    TYPE + "score:\n          - ": {"flat": "points", "for_each": "what", "if": "points: "},
    TYPE + "gate:\n          - ": {"limit": "per_player", "immune": ""},
    TYPE + "score:\n          - same_as:\n              type: ": {"lowest": "", "highest": ""},
    line_of("magnetmen"): {"game": "magnetmen", "title": "", "types": "", "alone": "types"},
    line_of("magnetmen") + "title:\n  ": {"en": "", "fr": ""},
    line_of("metals-figures") + "factions:\n  a:\n    when:\n      ": {"target_on": ""},
    line_of("quads") + "owners:\n  light:\n    colour: ": {"amber": "", "navy": ""},
    line_of("batch") + "jobs:\n  - ": {"seeds": "", "inks": "full", "languages": "en"},
}


def test_completion(editor):
    for text, offered in OFFERED.items():
        line, column = text.count("\n"), len(text) - text.rfind("\n") - 1
        offers = editor.offers(editor.open(BESIDE, text), line, column)
        for name, inserted in offered.items():
            assert inserted in offers[name], (text, offers)
