"""Models as JSON Schema for editors, with the help that stands below each field.

Input: a model. Output: its JSON Schema (draft 7, which editors of YAML know best) as plain data.
What only code can check is left out: `check` in load.py finds it.

The help is a text below a field in the source of its model. The compiler drops such texts, so
programs that print never pay for them; they are read from the source when a schema is made. Lines
such as "- own: icons of this type" in it are about the values of a closed list.
"""

import ast
import inspect
import re
from textwrap import dedent
from typing import Any, NamedTuple

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from generator.languages import languages
from generator.schema.fields import LANGUAGE_CODE

_VALUE = re.compile(r"^- (\w+): (.*)$")


class Help(NamedTuple):
    """What a field means, and each of its values, where it has a closed list of them."""

    text: str
    values: dict[str, str]


def schema_of(model: type[BaseModel], title: str) -> JsonSchemaValue:
    """The JSON Schema of a kind of file."""
    made = model.model_json_schema(schema_generator=_EditorSchema)
    return {"$schema": "http://json-schema.org/draft-07/schema#", **made, "title": title}


def help_of(model: type[BaseModel]) -> dict[str, Help]:
    """The help of every field that has some, by its name; a subclass can say it anew."""
    found: dict[str, Help] = {}
    for cls in reversed(model.__mro__):
        if issubclass(cls, BaseModel) and cls.__module__ != BaseModel.__module__:
            found |= {name: _help(text) for name, text in _texts_below(cls).items()}
    return found


def _texts_below(cls: type) -> dict[str, str]:
    """The texts that stand alone below an annotated name in the body of a class."""
    (body,) = ast.parse(dedent(inspect.getsource(cls))).body
    return {
        field.target.id: inspect.cleandoc(text.value.value)
        for field, text in zip(body.body, body.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
    }


def _help(text: str) -> Help:
    """A text taken apart; lines that are indented go on with the one above."""
    lines = re.sub(r"\n +", " ", text).split("\n")
    values = dict(match.groups() for line in lines if (match := _VALUE.match(line)))
    plain = " ".join(line for line in lines if not _VALUE.match(line))
    return Help(" ".join(plain.split()), values)


def _said(text: str) -> JsonSchemaValue:
    """A description. Editors show signs such as ` as they stand unless told it is Markdown."""
    said = {"description": text}
    return {**said, "markdownDescription": text} if "`" in text else said


def _words(name: str) -> str:
    """The name of a class in words: "Piece type"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name.strip("_")).capitalize()


class _EditorSchema(GenerateJsonSchema):
    """As pydantic makes it, but in draft 7, with help, and short."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """No: pydantic's titles only repeat the names."""
        return False

    def model_schema(self, schema: Any) -> JsonSchemaValue:
        made, model = super().model_schema(schema), schema["cls"]
        made["title"] = _words(model.__name__)
        paragraphs = inspect.getdoc(model).split("\n\n")
        made.update(_said("\n\n".join(" ".join(part.split()) for part in paragraphs)))
        for name, text in help_of(model).items():
            if name in model.model_fields:
                node = made["properties"][model.model_fields[name].alias or name]
                node.update(_said(text.text))
                if text.values:
                    node["enumDescriptions"] = [text.values[value] for value in node["enum"]]
        return made

    def tagged_union_schema(self, schema: Any) -> JsonSchemaValue:
        """With the types of its branches, or editors would not know that a value has to follow."""
        made = super().tagged_union_schema(schema)
        types = [self.resolve_ref_schema(branch).get("type") for branch in made["oneOf"]]
        return {"type": list(dict.fromkeys(types)), **made}

    def tuple_schema(self, schema: Any) -> JsonSchemaValue:
        made = super().tuple_schema(schema)
        if "prefixItems" in made:
            made["items"] = made.pop("prefixItems")  # as draft 7 calls it
        return made

    def dict_schema(self, schema: Any) -> JsonSchemaValue:
        made = super().dict_schema(schema)
        patterns = made.get("patternProperties", {})
        if patterns:
            made["additionalProperties"] = False
        if text := patterns.get(LANGUAGE_CODE):
            made["properties"] = {
                code: {**text, **_said(f"The text that `--language {code}` prints.")}
                for code in languages()
            }
        return made

    def nullable_schema(self, schema: Any) -> JsonSchemaValue:
        """Without null: a key with nothing behind it is one not written to the end."""
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: Any) -> JsonSchemaValue:
        """With a default only where one would write it: no null, nothing empty, no mapping."""
        made = super().default_schema(schema)
        default = made.get("default")
        if default is None or default in ("", []) or isinstance(default, dict):
            made.pop("default", None)
        return made
