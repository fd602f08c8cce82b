"""The kinds of files that designers write, and the page docs/sets.md, made from the models."""

import re
from pathlib import Path

from generator import games
from generator.batch.batch_file import BatchFile
from generator.games.authoring_support import file_kinds
from generator.layout.theme import PALETTE
from generator.printing.printer import Printer
from generator.schema.fields import Choice, Range
from generator.schema.reference import FileKind, parts, schema_of, table

_EXAMPLES = Path(__file__).parent / "examples"

BATCH = FileKind(
    "batch",
    BatchFile,
    "Batch file",
    "Any file, for `board-generator batch --from FILE`: what to print in one run.",
    (_EXAMPLES / "batch.yaml",),
)
PRINTER = FileKind(
    "printer",
    Printer,
    "Printer profile",
    "`printer.yaml`, which `board-generator calibrate` writes: what a printer does to a page.",
    (_EXAMPLES / "profile.yaml",),
)
FILE_KINDS = (*(kind for name in games.names() for kind in file_kinds(name)), BATCH, PRINTER)


_OPENING = """\
# The files designers write

Every key, its values, and what it means. `make schema` writes this page from the definitions; an
editor that knows YAML [shows the same](designing.md#help-in-your-editor). Numbers in brackets, such
as (reading 4), are those of [readings.md](readings.md). `NAME` stands for a name you choose: a-z,
0-9 and _, a letter first."""


def page() -> str:
    """The whole page."""
    contents = "\n".join(
        f"- [{kind.title}](#{_anchor(kind.title)}): {kind.about}" for kind in FILE_KINDS
    )
    blocks = [_OPENING, contents, *map(_section, FILE_KINDS), _numbers(), _TEXTS, _colours()]
    return "\n\n".join(blocks) + "\n"


def _section(kind: FileKind) -> str:
    """All keys of a kind of file, with examples."""
    schema = schema_of(kind.model, kind.title)
    blocks = [f"## {kind.title}", kind.about]
    for part in parts(schema, schema):
        if part.paths != [""]:
            blocks.append("### " + ", ".join(f"`{path}`" for path in part.paths))
            blocks.append(part.node["description"])
        blocks.append(table(schema, part.node))
        blocks += [kind.notes[path](schema) for path in part.paths if path and path in kind.notes]
    if "" in kind.notes:
        blocks.append(kind.notes[""](schema))
    blocks.append("### Example" if len(kind.examples) == 1 else "### Examples")
    return "\n\n".join([*blocks, *map(_example, kind.examples)])


def _example(file: Path) -> str:
    """A file without its comments."""
    lines = file.read_text(encoding="utf-8").splitlines()
    code = [re.sub(r"\s+# .*", "", line) for line in lines if not re.match(r"\s*#", line)]
    return "```yaml\n" + "\n".join(code).strip() + "\n```"


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def _numbers() -> str:
    blocks = ["## Numbers", "A number that is linked here can be left to the roll."]
    for model, example in ((Choice, "{choice: [1, 2, 5]}"), (Range, "{range: [1, 4]}")):
        schema = schema_of(model, "")
        blocks += [f"`{example}`: {schema['description']}", table(schema, schema)]
    return "\n\n".join(blocks)


_TEXTS = """\
## Texts

A text that is printed stands below the code of each language: `{en: Baker, fr: Boulanger}`. A
language without one prints the English text, or else the first one there is. `**bold**` and
`[points]`, the drawn symbol, are understood."""


def _colours() -> str:
    names = ", ".join(f"`{name}`" for name in PALETTE)
    return f"## Colours\n\nThe palette of [theme.py](../generator/layout/theme.py): {names}."
