"""Sets as they leave the studio, or begin in it: a duplicate under another name, a zip."""

import json
import re

from generator import games
from generator.core.resources import sets_dir
from generator.schema.set_files import NAME
from generator.schema.staging import ART
from generator.web.studio.drafts import Drafts, Stage
from generator.web.studio.refusals import RefusedError, not_found
from generator.web.studio.workspace import Workspace, kind_of_file
from generator.web.zip_file import zip_file

_SCHEMA_LINE = re.compile(r"# yaml-language-server:.*\n")  # its path holds only where it stood
_TITLE = re.compile(r"^title:.*\n(?:[ }].*\n)*", re.MULTILINE)  # on one line, or on several
_MAX_TITLE = 60  # characters


def duplicate(
    workspace: Workspace, drafts: Drafts, game: str, name: str, new_name: str, title: str
) -> str:
    """Copy a set to another name in the same folder, or a shipped set into the sets folder; the new
    path. Its own art lies beside both. Raises RefusedError, OSError."""
    if game not in games.names():
        raise RefusedError(f"game {game!r}: expected {', '.join(games.names())}")
    catalogue = games.game(game).catalogue
    if not NAME.fullmatch(new_name):
        raise RefusedError("The name of a set must be of a-z, 0-9 and _, a letter first.")
    reserved = {catalogue.common, *dict(catalogue.others)}
    if new_name in reserved or new_name in catalogue.available([workspace.folder]):
        raise RefusedError(f"There is already a set, or another file, of the name {new_name}.")
    path, text = _text(workspace, drafts, game, name)
    folder = path.rpartition("/")[0]
    new_path = f"{folder}/{new_name}.yaml" if folder else f"{new_name}.yaml"
    text = _SCHEMA_LINE.sub("", text, count=1)
    workspace.add(new_path, (_with_title(text, title) if title else text).encode())
    return new_path


def _with_title(text: str, title: str) -> str:
    """The text of a set with an English title in place of its titles in all languages."""
    if len(title) > _MAX_TITLE:
        raise RefusedError(f"title: expected at most {_MAX_TITLE} characters")
    line = f"title: {{en: {json.dumps(title, ensure_ascii=False)}}}\n"
    return _TITLE.sub(lambda _: line, text, count=1)


def _text(workspace: Workspace, drafts: Drafts, game: str, name: str) -> tuple[str, str]:
    """The path in the sets folder that a set has, or would have, and its text with its edits."""
    catalogue, texts = games.game(game).catalogue, drafts.texts()
    for path in (f"{game}/{name}.yaml", f"{name}.yaml"):
        file = workspace.place(path)
        if path in texts:
            return path, texts[path]
        if file.is_file() and (kind := kind_of_file(file)) and kind.game == game:
            return path, workspace.read(path).text
    if name not in catalogue.shipped:
        raise not_found(f"{game}/{name}.yaml")
    return f"{game}/{name}.yaml", workspace.read(f"shipped/{game}/{name}.yaml").text


def zipped(stage: Stage, path: str) -> bytes:
    """A set with its edits, the art beside it, and the own common file of its game beside it.
    Raises RefusedError, OSError."""
    file = stage.file(path)
    if not file.is_file():
        raise not_found(path)
    kind = kind_of_file(file)
    game = kind.game if kind else ""
    files = [file]
    common = games.game(game).catalogue.common if game else ""
    if common and not file.is_relative_to(sets_dir()):
        files.append(file.parent / f"{common}.yaml")
    files += sorted((file.parent / ART).rglob("*.*"))
    top = game or "sets"
    return zip_file(
        {
            f"{top}/{member.relative_to(file.parent).as_posix()}": member.read_bytes()
            for member in files
            if member.is_file()
        }
    )
