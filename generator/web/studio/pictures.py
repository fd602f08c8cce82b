"""A new type of a set from a picture that a designer drops on the editor."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from math import cos, pi, sin
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from generator.core.diagnostics import Diagnostic
from generator.core.errors import ArtError
from generator.games.authoring_support import authoring_support
from generator.schema.set_files import ART, NAME
from generator.schema.svg_rules import lint
from generator.web.studio.workspace import RefusedError, Workspace, is_shipped, kind_of_file

MAX_PICTURE = 12_000_000  # bytes
_MAX_DRAWING = 500_000  # bytes of an SVG; 160 segments need 10,000
_BEGINNINGS = {".png": b"\x89PNG\r\n\x1a\n", ".jpg": b"\xff\xd8\xff"}
_SYMBOL = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <title>{title}</title>
  <polygon points="{points}" fill="none" stroke="currentColor" stroke-width="8"/>
</svg>
"""


class StoredPicture(NamedTuple):
    """The value of a type's key `art`, the path of its picture, and the YAML of the new type; all
    "" where an error among the diagnostics keeps the picture from being printed."""

    art: str
    path: str
    diagnostics: list[Diagnostic]
    snippet: str


def store(
    workspace: Workspace, stage_file: Path, path: str, key: str, file_name: str, content: bytes
) -> StoredPicture:
    """Store a picture for a new type of the set at a path, whose text is in stage_file. Raises
    RefusedError, OSError."""
    kind = kind_of_file(stage_file)
    new_type = authoring_support(kind.game).new_type(key) if kind and kind.game else None
    if is_shipped(path) or new_type is None:
        raise RefusedError(f"{path}: expected a set of your own, of a game whose types have art")
    if not NAME.fullmatch(key):
        raise RefusedError("The name of a type must be of a-z, 0-9 and _, a letter first.")
    suffix = Path(file_name).suffix.lower().replace(".jpeg", ".jpg")
    art_path = f"{new_type.picture}{suffix}"
    problems = list(_problems(art_path, content))
    if any(problem.severity == "error" for problem in problems):
        return StoredPicture("", "", problems, "")
    folder = path.rpartition("/")[0]
    place = f"{folder}/{ART}" if folder else ART
    workspace.add(f"{place}/{art_path}", content)
    symbol = f"{place}/{new_type.symbol}.svg"
    if not workspace.place(symbol).exists():
        workspace.add(symbol, stand_in_symbol(key).encode())
        message = "this is a stand-in for the symbol that players draw; replace it by your own"
        problems.append(Diagnostic(symbol, 1, 1, "", message, code="art", severity="warning"))
    return StoredPicture(key, f"{place}/{art_path}", problems, new_type.snippet)


def _problems(art_path: str, content: bytes) -> Iterator[Diagnostic]:
    """What is wrong with a picture; errors keep it from being printed."""
    suffix = Path(art_path).suffix
    if suffix != ".svg":
        yield from _bitmap_problems(art_path, content)
        return
    if len(content) > _MAX_DRAWING:
        raise RefusedError(f"This is too large, expected at most {_MAX_DRAWING:,} bytes.", 413)
    with TemporaryDirectory() as folder:
        file = Path(folder).resolve() / art_path  # its folder says which rules hold
        file.parent.mkdir(parents=True)
        file.write_bytes(content)
        for problem in lint(file):
            yield replace(problem, file=art_path)


def _bitmap_problems(art_path: str, content: bytes) -> Iterator[Diagnostic]:
    """A bitmap is read by a library that knows many formats; only two of them are meant."""
    from generator.pdf.bitmap import read_image

    suffix = Path(art_path).suffix
    beginning = _BEGINNINGS.get(suffix)
    if beginning is None or not content.startswith(beginning):
        message = "not a picture that can be read, expected SVG, PNG or JPEG"
        yield Diagnostic(art_path, 1, 1, "", message, code="art")
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"picture{suffix}"
        file.write_bytes(content)
        try:
            read_image(file, "full")
        except ArtError as error:
            message = str(error).removeprefix(f"{file}: ")
            yield Diagnostic(art_path, 1, 1, "", message, code="art")


def stand_in_symbol(key: str) -> str:
    """A plain star that differs from name to name, to begin with: the SVG."""
    digest = sha256(key.encode()).digest()
    tips, depth = 3 + digest[0] % 4, 0.35 + digest[1] / 600
    points = [
        (50 + radius * sin(pi * step / tips), 50 - radius * cos(pi * step / tips))
        for step in range(2 * tips)
        for radius in [38 if step % 2 == 0 else 38 * depth]
    ]
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return _SYMBOL.format(title=key.replace("_", " ").capitalize(), points=text)
