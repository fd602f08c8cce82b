"""The command `schema`: what editors need to help with sets, batch files and profiles.

Input: a folder, and the names of pages. Output: a JSON Schema for each kind of file and, on
request, the reference of all keys and that of all options; their paths on standard output, what to
do with them on standard error.
"""

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import options

Folder = Annotated[Path, typer.Option("--output", metavar="FOLDER", help="The folder to write to.")]
Docs = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the reference of all keys, too.")
]


def schema(output: Folder = Path("schemas"), docs: Docs = None) -> None:
    """Write JSON Schemas, so that editors help to write sets."""
    from generator.authoring.reference import FILE_KINDS, page
    from generator.core.files import write_atomically

    if output.is_file():
        options.wrong_usage(f"--output {str(output)!r}: this is a file, expected a folder")
    with options.explained():
        texts = {output / kind.schema_file: kind.schema_text() for kind in FILE_KINDS}
        if docs is not None:
            texts[docs] = page()
        for path, text in texts.items():
            typer.echo(write_atomically(path, text.encode()))
    folder = output.resolve().name
    typer.echo(f"In a folder beside {output}, begin each file with the line of its kind:", err=True)
    for kind in FILE_KINDS:
        typer.echo(f"# yaml-language-server: $schema=../{folder}/{kind.schema_file}", err=True)
