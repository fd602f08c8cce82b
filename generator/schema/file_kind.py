"""A kind of file that designers write: sets, the other files of a game, batch files, profiles."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from generator.schema.json_schema import schema_of

Schema = Mapping[str, Any]
"""A JSON Schema, or a part of one, as plain data."""


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file.

    name is that of its schema: that of the game for its sets, GAME-FILE for a file of a game that
    has a fixed name. title and about say what the file is and where it lies; examples are files to
    show. notes are functions that add Markdown to the reference page: each gets the schema, and its
    text follows the table of the keys at its path ("" for the end of the section).
    """

    name: str
    model: type[BaseModel]
    title: str
    about: str
    examples: tuple[Path, ...]
    game: str = ""
    notes: Mapping[str, Callable[[Schema], str]] = field(default_factory=dict)

    @property
    def stem(self) -> str:
        """The name that a file of this kind must have, without its ending; "" for any name."""
        return self.name.partition("-")[2] if self.game else ""

    @property
    def schema_file(self) -> str:
        """The name of the file with its JSON Schema."""
        return f"{self.name}.json"

    def schema_text(self) -> str:
        """Its JSON Schema as the text of a file."""
        schema = schema_of(self.model, self.title)
        return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"
