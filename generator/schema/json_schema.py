"""Models as JSON Schema for editors, with the help that stands below each field.

What only code can check is left out; `check` in load.py finds it.

The help is a text below a field in the source of its model. The compiler drops such texts, so
programs that print never pay for them. They are read from the source when a schema is made. Lines
such as "- own: icons of this type" in it describe the values of a closed list.
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

_VALUE_LINE = re.compile(r"^- (\w+): (.*)$")


class Help(NamedTuple):
    """What a field means, and what each of its values means, if it is a closed list."""

    text: str
    values: dict[str, str]


def schema_of(model: type[BaseModel], title: str) -> JsonSchemaValue:
    """The JSON Schema of a kind of file."""
    schema = model.model_json_schema(schema_generator=_EditorSchema)
    return {"$schema": "http://json-schema.org/draft-07/schema#", **schema, "title": title}


def help_of(model: type[BaseModel]) -> dict[str, Help]:
    """The help of every field that has some, by the field's name. The help of a subclass takes the
    place of that of its base."""
    help_by_field: dict[str, Help] = {}
    for cls in reversed(model.__mro__):
        if issubclass(cls, BaseModel) and cls.__module__ != BaseModel.__module__:
            help_by_field |= {name: _help(text) for name, text in _texts_below(cls).items()}
    return help_by_field


def _texts_below(cls: type) -> dict[str, str]:
    """The texts that stand alone below an annotated name in the body of a class, by this name."""
    (definition,) = ast.parse(dedent(inspect.getsource(cls))).body
    assert isinstance(definition, ast.ClassDef)
    texts: dict[str, str] = {}
    for field, below in zip(definition.body, definition.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                texts[name] = inspect.cleandoc(text)
    return texts


def _help(text: str) -> Help:
    """The help in a text. Indented lines continue the line above."""
    lines = re.sub(r"\n +", " ", text).split("\n")
    values = {
        match[1]: match[2] for line in lines if (match := _VALUE_LINE.match(line)) is not None
    }
    plain = " ".join(line for line in lines if not _VALUE_LINE.match(line))
    return Help(" ".join(plain.split()), values)


def _description(text: str) -> JsonSchemaValue:
    """A description. Editors print characters such as ` as they are unless the text is declared to
    be Markdown."""
    description = {"description": text}
    return {**description, "markdownDescription": text} if "`" in text else description


def _class_title(name: str) -> str:
    """The name of a class in words: "Piece type"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name.strip("_")).capitalize()


class _EditorSchema(GenerateJsonSchema):
    """Pydantic's schema, but in draft 7, with help, and short.

    The parameters are pydantic's own core schemas: Any, because their types are not public.
    """

    def field_title_should_be_set(self, schema: Any) -> bool:
        """No: pydantic's titles only repeat the names."""
        return False

    def model_schema(self, schema: Any) -> JsonSchemaValue:
        """With the help of the model and of its fields."""
        result, model = super().model_schema(schema), schema["cls"]
        result["title"] = _class_title(model.__name__)
        paragraphs = (inspect.getdoc(model) or "").split("\n\n")
        result.update(_description("\n\n".join(" ".join(part.split()) for part in paragraphs)))
        for name, field_help in help_of(model).items():
            if name in model.model_fields:
                node = result["properties"][model.model_fields[name].alias or name]
                node.update(_description(field_help.text))
                if field_help.values:
                    node["enumDescriptions"] = [field_help.values[key] for key in node["enum"]]
        return result

    def tagged_union_schema(self, schema: Any) -> JsonSchemaValue:
        """With the types of its branches: without them, editors do not know that a value has to
        follow."""
        result = super().tagged_union_schema(schema)
        types = [self.resolve_ref_schema(branch).get("type") for branch in result["oneOf"]]
        return {"type": list(dict.fromkeys(types)), **result}

    def tuple_schema(self, schema: Any) -> JsonSchemaValue:
        """With the key that draft 7 has for the entries of a tuple."""
        result = super().tuple_schema(schema)
        if "prefixItems" in result:
            result["items"] = result.pop("prefixItems")
        return result

    def dict_schema(self, schema: Any) -> JsonSchemaValue:
        """Without other keys than those of the pattern; texts by language with a description of
        each language."""
        result = super().dict_schema(schema)
        patterns = result.get("patternProperties", {})
        if patterns:
            result["additionalProperties"] = False
        if text := patterns.get(LANGUAGE_CODE):
            result["properties"] = {
                code: {**text, **_description(f"The text that `--language {code}` prints.")}
                for code in languages()
            }
        return result

    def nullable_schema(self, schema: Any) -> JsonSchemaValue:
        """Without null: a key without a value is one whose writing was not finished."""
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: Any) -> JsonSchemaValue:
        """With a default only where one would write it: no null, nothing empty, no mapping."""
        result = super().default_schema(schema)
        default = result.get("default")
        if default is None or default in ("", []) or isinstance(default, dict):
            result.pop("default", None)
        return result
