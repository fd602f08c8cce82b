"""The schemas and the page of all keys: up to date, complete, correct; and their command."""

import json
import re
from pathlib import Path
from typing import Annotated, Literal

import pytest
import yaml
from commands import typed
from pydantic import Field

from generator.authoring.validate import FILE_KINDS
from generator.core.yaml_source import read_source
from generator.games.magnetmen.definition import CATALOGUE
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import PARTS
from generator.languages import languages
from generator.schema.fields import Definition
from generator.schema.reference import page, schema_of, table
from generator.schema.set_files import check

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "sets" / "schemas"
DATA = ROOT / "tests" / "data"
FILES = [*ROOT.glob("sets/*/*.yaml"), *DATA.glob("sets/*/*.yaml"), *DATA.glob("batch/*.yaml")]
STALE = "run `make schema`, and look at the difference"


def test_the_shipped_schemas_and_the_page_are_up_to_date():
    schemas = {path.name: path.read_text(encoding="utf-8") for path in SHIPPED.iterdir()}
    assert schemas == {kind.schema_file: kind.schema_text() for kind in FILE_KINDS}, STALE
    assert (ROOT / "docs" / "sets.md").read_text(encoding="utf-8") == page(FILE_KINDS), STALE


def test_every_file_names_the_schema_of_its_kind():
    for file in FILES:
        match = re.match(r"# yaml-language-server: \$schema=(\S+)\n", file.read_text("utf-8"))
        assert match, f"begin {file} with the line that `make schema` prints for its kind"
        schema = (file.parent / match[1]).resolve()
        (kind,) = (kind for kind in FILE_KINDS if SHIPPED / kind.schema_file == schema)
        check(kind.model, read_source(file))


def nodes(node):
    """Every mapping in a schema."""
    if isinstance(node, dict):
        yield node
    for inner in node.values() if isinstance(node, dict) else node:
        if isinstance(inner, dict | list):
            yield from nodes(inner)


@pytest.mark.parametrize("kind", FILE_KINDS, ids=lambda kind: kind.name)
def test_every_key_has_help_in_draft_7_and_unknown_ones_are_refused(kind):
    whole = json.loads(kind.schema_text())
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
        assert all(node.get("enumDescriptions", ["none"]))


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

    until: Annotated[float, Field(gt=0)] | None = Field(None, alias="to")
    """When it closes."""


class Galley(Kitchen):
    """A room on a ship."""

    pots: Annotated[int, Field(lt=9)] = 1
    """How many pots are tied down."""

    deck: Annotated[int, Field(gt=0, le=5)]
    """Where it is."""

    cook: int | str = ""


def test_a_model_as_schema_and_as_table():
    """Its help is what stands below a field."""
    schema = schema_of(Galley, "Galley file")
    assert schema["title"] == "Galley file" and schema["description"] == "A room on a ship."
    assert schema["properties"]["heat"] == {
        "type": "string",
        "enum": ["gas", "wood"],
        "description": "What it is heated with.",
        "enumDescriptions": ["a flame that obeys.", "a flame that does not, see `pots`."],
    }
    heat = "What it is heated with.<br>`gas`: a flame that obeys.<br>`wood`: a flame that does not"
    assert table(schema, schema).splitlines()[2:] == [
        "| `pots` | a whole number below 9 | `1` | How many pots are tied down. |",
        f"| `heat` | `gas` or `wood` | required | {heat}, see `pots`. |",
        "| `to` | a number above 0 |  | When it closes. |",
        "| `deck` | a whole number above 0 up to 5 | required | Where it is. |",
        "| `cook` | a whole number; or text |  |  |",
    ]


def allows(shape: dict, data: dict) -> bool:
    """Whether data have the keys that a shape requires."""
    has_keys = {*shape.get("required", ())} <= {*data}
    fits = "anyOf" not in shape or any(allows(branch, data) for branch in shape["anyOf"])
    return has_keys and fits and not ("not" in shape and allows(shape["not"], data))


def test_schema_and_program_agree_on_text_and_parts():
    schema, text, flat = Power.model_json_schema(), {"en": "x"}, {"flat": {"points": 1}}
    assert all(schema["properties"][part]["minItems"] == 1 for part in PARTS)
    taken = {"on_take": ["gain"]}
    for data, is_valid in (
        ({"text": text}, True),
        ({"text": text, "score": []}, False),
        ({"text": text, "score": [flat]}, False),
        ({"text": text, **taken}, False),
        (taken, True),
        ({**taken, "score": [flat]}, True),
        ({**taken, "score": []}, False),
        ({"score": []}, False),
        ({"weight": 2}, False),
    ):
        assert (allows(schema, data) and [] not in data.values()) == is_valid, data
        try:
            assert Power.model_validate(data) and is_valid, data
        except ValueError:
            assert not is_valid, data


def test_the_examples_of_the_page_are_valid(tmp_path):
    models, titles = {kind.title: kind.model for kind in FILE_KINDS}, set()
    for section in page(FILE_KINDS).split("\n## ")[1:]:
        title = section.partition("\n")[0]
        for text in re.findall(r"```yaml\n(.*?)```", section, re.DOTALL):
            data = yaml.safe_load(text)
            if data.keys() <= PARTS.keys():
                for part, entries in data.items():  # alternatives, each for a power of its own
                    for entry in entries:
                        Power.model_validate({part: [entry]})
            else:
                (tmp_path / "example.yaml").write_text(text, encoding="utf-8")
                check(models[title], read_source(tmp_path / "example.yaml"))
                titles.add(title)
    assert titles == models.keys()


@pytest.mark.slow
def test_the_command_writes_them_and_says_how_to_use_them(in_an_empty_folder):
    result = typed("schema", "--output", "mine/schemas", "--docs", "mine/keys.md")
    files = {f"mine/schemas/{kind.schema_file}": kind.schema_text() for kind in FILE_KINDS}
    files["mine/keys.md"] = page(FILE_KINDS)
    assert {name: Path(name).read_text("utf-8") for name in result.stdout.split()} == files
    for kind in FILE_KINDS:
        assert f"# yaml-language-server: $schema=../schemas/{kind.schema_file}\n" in result.stderr
    assert CATALOGUE.available([Path("mine")]) == CATALOGUE.shipped
