"""The kinds of files that designers write for Magnetmen, and what docs/sets.md says of powers."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.core.resources import sets_dir
from generator.games.magnetmen.definition import CATALOGUE, Boards, MagnetmenSet
from generator.games.magnetmen.load import load_definition
from generator.games.magnetmen.powers import PARTS, Primitive
from generator.games.magnetmen.simulation.goals import Goals
from generator.languages import load_language
from generator.schema.file_kind import FileKind
from generator.schema.markdown_tables import Node, resolved, table, yaml_on_a_line


def kinds_of_power(schema: Node) -> str:
    """A section for each part of a power, with all its kinds."""
    parts = schema["$defs"]["Power"]["properties"]
    return "\n\n".join(_part(schema, name, parts[name]) for name in PARTS)


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
    if examples := list(_examples(key)):
        blocks.append("\n".join(["```yaml", f"{part}:", *examples, "```"]))
    return "\n\n".join(blocks)


def _examples(key: str) -> Iterator[str]:
    """Lines of YAML with the uses of a kind of power in the shipped sets.

    Uses that differ only in their numbers appear once.
    """
    uses = []
    for piece in load_definition(CATALOGUE.shipped).pieces:
        for primitive in (one for power in piece.powers for one in power.primitives()):
            use = _without_numbers(_parameters(primitive))
            if primitive.name == key and use not in uses:
                uses.append(use)
                text = primitive.clause(piece, load_language("en"))
                plain = text.replace("**", "").replace("[points]", "points")
                yield f"  # {piece.printed_name('en')}: “{plain}”".replace("\u00a0", " ")
                yield f"  - {key}: {yaml_on_a_line(_parameters(primitive))}".removesuffix(": {}")


def _parameters(primitive: Primitive) -> dict[str, Any]:  # Any: as in YAML
    """The parameters of a power as the set file has them."""
    dumped = primitive.model_dump(mode="json", by_alias=True, exclude_unset=True)
    parameters: dict[str, Any] = dumped[primitive.name]
    return parameters


def _without_numbers(parameters: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: None if isinstance(value, int) and not isinstance(value, bool) else value
        for key, value in parameters.items()
    }


FILE_KINDS = (
    FileKind(
        "magnetmen",
        MagnetmenSet,
        "Magnetmen set",
        "`sets/magnetmen/NAME.yaml`: types, and what they can do.",
        (Path(__file__).parent / "reference_example.yaml",),
        game="magnetmen",
        notes={"": kinds_of_power},
    ),
    FileKind(
        "magnetmen-boards",
        Boards,
        "Magnetmen boards",
        "`sets/magnetmen/boards.yaml`: the boards there are, for every set.",
        (sets_dir() / "magnetmen" / "boards.yaml",),
        game="magnetmen",
    ),
    FileKind(
        "magnetmen-play",
        Goals,
        "Magnetmen goals",
        "`sets/magnetmen/play.yaml`: what a good board is, and how one is looked for.",
        (sets_dir() / "magnetmen" / "play.yaml",),
        game="magnetmen",
    ),
)
