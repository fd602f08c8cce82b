"""The kinds of power, each with its parameters, examples from the shipped sets, and what the sheets
say then; and what they say of the conditions of Metals' factions.

Input: JSON Schemas, the shipped sets. Output: Markdown.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from generator.authoring.reference.tables import Node, resolved, table
from generator.games.magnetmen import definition as magnetmen
from generator.games.magnetmen.load import load_definition
from generator.games.magnetmen.powers import PARTS, Primitive
from generator.games.metals import definition as metals
from generator.languages import load_language


def kinds_of_power(schema: Node) -> str:
    """A section for each part of a power, with all its kinds."""
    parts = schema["$defs"]["Power"]["properties"]
    return "\n\n".join(_part(schema, name, parts[name]) for name in PARTS)


def conditions() -> str:
    """What the sheets say of each shipped faction."""
    english = load_language("en")
    factions = metals.load_definition(metals.CATALOGUE.shipped[:1]).figures.factions
    lines = [
        f"- `when: {_flow(faction.when.model_dump(mode='json'))}`: "
        f"“{faction.when.clause(english)}” ({faction.name['en']})"
        for faction in factions.values()
    ]
    return "What the sheets say then:\n\n" + "\n".join(lines)


def _part(schema: Node, name: str, part: Node) -> str:
    entry = part["items"]
    kinds = entry.get("anyOf", [entry])[0]["properties"]
    sections = [f"### `{name}`", part["description"]]
    for key, kind in kinds.items():
        sections.append(_kind(schema, name, key, resolved(schema, kind)))
    return "\n\n".join(sections)


def _kind(schema: Node, part: str, key: str, kind: Node) -> str:
    blocks = [f"#### `{key}`", kind["description"]]
    if kind["properties"]:
        blocks.append(table(schema, kind, "parameter"))
    if "required" not in kind:
        blocks.append(f"Without parameters it is just `- {key}`.")
    lines = ["```yaml", f"{part}:", *_examples(key), "```"]
    return "\n\n".join([*blocks, "\n".join(lines)])


def _examples(key: str) -> Iterator[str]:
    """What the shipped sets do with a kind of power: each use once, whatever its numbers."""
    seen = []
    for piece in load_definition(magnetmen.CATALOGUE.shipped).pieces:
        for one in (one for power in piece.powers for one in power.primitives()):
            use = _without_numbers(_written(one))
            if one.name == key and use not in seen:
                seen.append(use)
                text = one.clause(piece, load_language("en"))
                plain = text.replace("**", "").replace("[points]", "points")
                yield f"  # {piece.printed_name('en')}: “{plain}”".replace("\u00a0", " ")
                yield f"  - {key}: {_flow(_written(one))}".removesuffix(": {}")


def _written(one: Primitive) -> dict[str, Any]:
    """Its parameters as the set has them."""
    dumped = one.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return dumped[one.name]


def _without_numbers(parameters: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: None if isinstance(value, int) and not isinstance(value, bool) else value
        for key, value in parameters.items()
    }


def _flow(parameters: Mapping[str, Any]) -> str:
    """A mapping on one line."""
    text = yaml.safe_dump(parameters, default_flow_style=True, sort_keys=False, width=1000)
    return text.strip()
