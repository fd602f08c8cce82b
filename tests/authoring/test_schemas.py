"""The schemas and the page of all keys: up to date, complete, correct; and their command."""

import json
import re
from pathlib import Path
from typing import Annotated, Literal

import pytest
import yaml
from click.testing import CliRunner
from pydantic import Field

from generator.authoring.validate import FILE_KINDS
from generator.cli.app import app
from generator.core.yaml_source import read_source
from generator.games.magnetmen.definition import CATALOGUE
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import PARTS
from generator.languages import languages
from generator.schema.fields import Definition
from generator.schema.reference import FileKind, Help, help_of, page, schema_of, table
from generator.schema.set_files import check

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "sets" / "schemas"
DATA = ROOT / "tests" / "data"
FILES = [*ROOT.glob("sets/*/*.yaml"), *DATA.glob("sets/*/*.yaml"), *DATA.glob("batch/*.yaml")]
STALE = "run `make schema`, and look at the difference"


def run(*words: str):
    return CliRunner().invoke(app, ["schema", *words], prog_name="board-generator")


# What is shipped


def test_the_shipped_schemas_and_the_page_are_up_to_date():
    schemas = {path.name: path.read_text(encoding="utf-8") for path in SHIPPED.iterdir()}
    assert schemas == {kind.schema_file: kind.schema_text() for kind in FILE_KINDS}, STALE
    assert (ROOT / "docs" / "sets.md").read_text(encoding="utf-8") == page(FILE_KINDS), STALE


@pytest.mark.parametrize("file", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_file_names_the_schema_of_its_kind(file):
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
    assert match, "begin this file with the line that `make schema` prints for its kind"
    schema = (file.parent / match[1]).resolve()
    (kind,) = (kind for kind in FILE_KINDS if SHIPPED / kind.schema_file == schema)
    check(kind.model, read_source(file))


# What is in them


def nodes(node):
    """Every mapping in a schema."""
    if isinstance(node, dict):
        yield node
    for inner in node.values() if isinstance(node, dict) else node:
        if isinstance(inner, dict | list):
            yield from nodes(inner)


def schema(kind: FileKind) -> dict:
    return json.loads(kind.schema_text())


@pytest.mark.parametrize("kind", FILE_KINDS, ids=lambda kind: kind.name)
def test_every_key_has_help_in_draft_7_and_unknown_ones_are_refused(kind):
    whole = schema(kind)
    assert whole["$schema"] == "http://json-schema.org/draft-07/schema#"
    if "title" in whole["properties"] and whole["properties"]["title"].get("properties"):
        assert tuple(whole["properties"]["title"]["properties"]) == languages()
    for node in nodes(whole):
        assert "prefixItems" not in node
        for key, inner in node.get("properties", {}).items():
            target = whole["$defs"][inner["$ref"].rpartition("/")[2]] if "$ref" in inner else {}
            text = inner.get("description") or target.get("description", "")
            assert re.match(r"[A-Z][^|]*\.", text), f"{key}: {text!r} is no sentence"
        if node.get("type") == "object":
            assert "propertyNames" in node or node["additionalProperties"] is False
        if "enumDescriptions" in node:
            assert len(node["enumDescriptions"]) == len(node["enum"])
            assert all(node["enumDescriptions"])


class Kitchen(Definition):
    """A room."""

    pots: int = 3
    """How many pots
    there are."""

    heat: Literal["gas", "wood"]
    """What it is heated with.

    - gas: a flame that
      obeys.
    - wood: a flame that does not, see `pots`.
    """

    until: int | None = Field(None, alias="to")
    """When it closes."""


class Galley(Kitchen):
    """A room on a ship."""

    pots: int = 1
    """How many pots are tied down."""


def test_a_model_as_schema():
    """Its help is what stands below a field."""
    gas = {"gas": "a flame that obeys.", "wood": "a flame that does not, see `pots`."}
    assert help_of(Kitchen)["heat"] == Help("What it is heated with.", gas)
    assert help_of(Kitchen)["pots"].text == "How many pots there are."
    schema = schema_of(Galley, "Galley file")
    assert schema["title"] == "Galley file" and schema["description"] == "A room on a ship."
    assert schema["properties"] == {
        "pots": {
            "type": "integer",
            "default": 1,
            "description": "How many pots are tied down.",
        },
        "heat": {
            "type": "string",
            "enum": ["gas", "wood"],
            "description": "What it is heated with.",
            "enumDescriptions": ["a flame that obeys.", "a flame that does not, see `pots`."],
        },
        "to": {"type": "integer", "description": "When it closes."},
    }


class Numbers(Definition):
    """Bounds that no shipped game has, and a key without help."""

    above: Annotated[float, Field(gt=0)]
    """A number."""

    below: Annotated[int, Field(lt=9)] = 3
    """Another."""

    most: Annotated[int, Field(gt=0, le=5)] = 1
    """A third."""

    plain: int | str = ""


def test_bounds_of_all_kinds_have_words():
    schema = schema_of(Numbers, "Numbers")
    assert table(schema, schema).splitlines()[2:] == [
        "| `above` | a number above 0 | required | A number. |",
        "| `below` | a whole number below 9 | `3` | Another. |",
        "| `most` | a whole number above 0 up to 5 | `1` | A third. |",
        "| `plain` | a whole number; or text |  |  |",
    ]


def allows(shape: dict, data: dict) -> bool:
    """Whether data have the keys that a shape requires."""
    has_keys = {*shape.get("required", ())} <= {*data}
    fits = "anyOf" not in shape or any(allows(branch, data) for branch in shape["anyOf"])
    return has_keys and fits and not ("not" in shape and allows(shape["not"], data))


def test_schema_and_program_agree_on_text_and_parts():
    schema, text, flat = Power.model_json_schema(), {"en": "x"}, {"flat": {"points": 1}}
    assert all(schema["properties"][part]["minItems"] == 1 for part in PARTS)
    for data in (
        {"text": text},
        {"text": text, "score": []},
        {"text": text, "score": [flat]},
        {"text": text, "on_take": ["gain"]},
        {"on_take": ["gain"]},
        {"on_take": ["gain"], "score": [flat]},
        {"on_take": ["gain"], "score": []},
        {"score": []},
        {"weight": 2},
    ):
        try:
            Power.model_validate(data)
            valid = True
        except ValueError:
            valid = False
        assert (allows(schema, data) and [] not in data.values()) == valid, data


# The page


def fences() -> list[tuple[str, str]]:
    """The examples of the page, each with the title of its section."""
    result = []
    for section in page(FILE_KINDS).split("\n## ")[1:]:
        title = section.partition("\n")[0]
        result += [(title, text) for text in re.findall(r"```yaml\n(.*?)```", section, re.DOTALL)]
    return result


def test_the_examples_of_the_page_are_valid(tmp_path):
    models, titles = {kind.title: kind.model for kind in FILE_KINDS}, set()
    for title, text in fences():
        data = yaml.safe_load(text)
        if data.keys() <= PARTS.keys():
            for part, entries in data.items():  # alternatives, each for a power of its own
                for entry in entries:
                    Power.model_validate({part: [entry]})
        else:
            file = tmp_path / "example.yaml"
            file.write_text(text, encoding="utf-8")
            check(models[title], read_source(file))
            titles.add(title)
    assert titles == models.keys()


# The command


@pytest.mark.slow
def test_the_command_writes_them_and_says_how_to_use_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("--output", "mine/schemas", "--docs", "mine/keys.md")
    assert result.exit_code == 0
    files = {f"mine/schemas/{kind.schema_file}" for kind in FILE_KINDS} | {"mine/keys.md"}
    assert set(result.stdout.split()) == files
    for kind in FILE_KINDS:
        assert Path("mine/schemas", kind.schema_file).read_text("utf-8") == kind.schema_text()
        assert f"# yaml-language-server: $schema=../schemas/{kind.schema_file}\n" in result.stderr
    assert CATALOGUE.available([Path("mine")]) == CATALOGUE.shipped
