"""Sets as a whole: copies, downloads, and new types from pictures."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from math import cos, pi, sin
from pathlib import Path
from tempfile import TemporaryDirectory

from generator import games
from generator.core.diagnostics import Diagnostic
from generator.core.errors import ArtError
from generator.core.resources import sets_dir
from generator.core.settings import check_choice
from generator.games.authoring_support import authoring_support
from generator.schema.set_files import ART, NAME
from generator.schema.svg_rules import lint
from generator.web.backend import zip_file
from generator.web.studio import files
from generator.web.studio.files import Drafts, RefusedError, Stage, Workspace

MAX_TITLE = 60  # characters
_SCHEMA_LINE = re.compile(r"# yaml-language-server:.*\n")  # its path holds only where it stood
_TITLE = re.compile(r"^title:.*\n(?:[ }].*\n)*", re.MULTILINE)  # on one line, or on several


def duplicate(
    workspace: Workspace, drafts: Drafts, game: str, name: str, new_name: str, title: str
) -> str:
    """Copy a set to another name in the same folder, or a shipped set into the sets folder; the new
    path. A title takes the place of those in all languages; "" keeps them. Its own art lies beside
    both. Raises GeneratorError, OSError."""
    check_choice("game", game, games.names())
    catalogue = games.game(game).catalogue
    if not NAME.fullmatch(new_name):
        raise RefusedError("The name of a set must be of a-z, 0-9 and _, a letter first.")
    if len(title) > MAX_TITLE:
        raise RefusedError(f"title: expected at most {MAX_TITLE} characters")
    reserved = {catalogue.common, *dict(catalogue.others)}
    if new_name in reserved or new_name in catalogue.available([workspace.folder]):
        raise RefusedError(f"There is already a set, or another file, of the name {new_name}.")
    path, text = _path_and_text(workspace, drafts, game, name)
    text = _SCHEMA_LINE.sub("", text, count=1)
    if title:
        line = f"title: {{en: {json.dumps(title, ensure_ascii=False)}}}\n"
        text = _TITLE.sub(lambda _: line, text, count=1)
    new_path = Path(path).with_name(f"{new_name}.yaml").as_posix()
    workspace.add(new_path, text.encode())
    return new_path


def _path_and_text(workspace: Workspace, drafts: Drafts, game: str, name: str) -> tuple[str, str]:
    """The path in the sets folder that a set has, or would have, and its text with its edits."""
    texts = drafts.texts()
    for path in (f"{game}/{name}.yaml", f"{name}.yaml"):
        file = workspace.place(path)
        if path in texts:
            return path, texts[path]
        if file.is_file() and (kind := files.kind_of_file(file)) and kind.game == game:
            return path, workspace.read(path).text
    path = f"{game}/{name}.yaml"
    if name not in games.game(game).catalogue.shipped:
        raise files.not_found(path)
    return path, workspace.read(f"{files.SHIPPED}{path}").text


def zipped(stage: Stage, path: str) -> bytes:
    """A set with its edits, the art beside it, and the own common file of its game beside it.
    Raises RefusedError, OSError."""
    file = stage.file(path)
    kind, members = files.kind_of_file(file), [file]
    game = kind.game if kind else ""
    common = games.game(game).catalogue.common if game else ""
    if common and not file.is_relative_to(sets_dir()):
        members.append(file.parent / f"{common}.yaml")
    members += sorted((file.parent / ART).rglob("*.*"))
    return zip_file(
        {
            f"{game or 'sets'}/{member.relative_to(file.parent).as_posix()}": member.read_bytes()
            for member in members
            if member.is_file()
        }
    )


MAX_PICTURE = 12_000_000  # bytes
PICTURES = (".svg", ".png", ".jpg", ".jpeg")
_MAX_DRAWING = 500_000  # bytes of an SVG; 160 segments need 10,000
_BEGINNINGS = {".png": b"\x89PNG\r\n\x1a\n", ".jpg": b"\xff\xd8\xff"}
_SYMBOL = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <title>{title}</title>
  <polygon points="{points}" fill="none" stroke="currentColor" stroke-width="8"/>
</svg>
"""


def store_picture(
    workspace: Workspace, stage: Stage, path: str, key: str, file_name: str, content: bytes
) -> tuple[str, list[Diagnostic], str]:
    """Store a picture for a new type of a set: its path, what is wrong with it, and the YAML of the
    type. Texts are "" where an error keeps it from being printed. Raises RefusedError, OSError."""
    kind = files.kind_of_file(stage.file(path))
    new_type = authoring_support(kind.game).new_type(key) if kind and kind.game else None
    if files.is_shipped(path) or new_type is None:
        raise RefusedError(f"{path}: expected a set of your own, of a game whose types have art")
    if not NAME.fullmatch(key):
        raise RefusedError("The name of a type must be of a-z, 0-9 and _, a letter first.")
    suffix = Path(file_name).suffix.lower().replace(".jpeg", ".jpg")
    art_path = f"{new_type.picture}{suffix}"
    problems = list(_picture_problems(art_path, content))
    if any(problem.severity == "error" for problem in problems):
        return "", problems, ""
    place = Path(path).with_name(ART).as_posix()
    workspace.add(f"{place}/{art_path}", content)
    symbol = f"{place}/{new_type.symbol}.svg"
    if not workspace.place(symbol).exists():
        workspace.add(symbol, stand_in_symbol(key).encode())
        message = "this is a stand-in for the symbol that players draw; replace it by your own"
        problems.append(Diagnostic(symbol, 1, 1, "", message, code="art", severity="warning"))
    return f"{place}/{art_path}", problems, new_type.snippet


def _picture_problems(art_path: str, content: bytes) -> Iterator[Diagnostic]:
    """What is wrong with a picture; errors keep it from being printed."""
    from generator.pdf.bitmap import read_image

    suffix = Path(art_path).suffix
    if suffix == ".svg" and len(content) > _MAX_DRAWING:
        raise RefusedError(f"This is too large, expected at most {_MAX_DRAWING:,} bytes.", 413)
    # A library that knows many formats reads bitmaps; only two of them are meant.
    beginning = _BEGINNINGS.get(suffix)
    if suffix != ".svg" and not (beginning and content.startswith(beginning)):
        message = "not a picture that can be read, expected SVG, PNG or JPEG"
        yield Diagnostic(art_path, 1, 1, "", message, code="art")
        return
    with TemporaryDirectory() as folder:
        file = Path(folder).resolve() / art_path  # its folder says which rules hold
        file.parent.mkdir(parents=True)
        file.write_bytes(content)
        if suffix == ".svg":
            yield from (replace(problem, file=art_path) for problem in lint(file))
            return
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
