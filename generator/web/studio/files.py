"""The files of the sets folder as the studio sees them, their edited texts, the drafts, and sets.
A path is written as magnetmen/assets/magnetmen/painter.svg or shipped/magnetmen/base.yaml: folders
and names of a-z, 0-9 and _, so that it cannot lead elsewhere. Links are refused."""

import io
import json
import re
import shutil
import threading
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from math import cos, pi, sin
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from generator import games
from generator.authoring.validate import find_input_files, kind_of, load_sets, own_groups, role_of
from generator.core.diagnostics import Diagnostic, display_path
from generator.core.errors import ArtError, DefinitionError, GeneratorError
from generator.core.files import write_atomically, zip_file
from generator.core.resources import ART_SUFFIXES, BITMAP_SUFFIXES, file_signature, sets_dir
from generator.core.settings import check_choice
from generator.core.yaml_source import MAX_BYTES, read_source
from generator.games.authoring_support import authoring_support
from generator.languages import languages, localized
from generator.schema.reference import FileKind
from generator.schema.set_files import ART, NAME, SetAt, name_rule
from generator.schema.svg_rules import lint

SHIPPED = "shipped/"  # in front of the paths of shipped files
DRAFTS = ".drafts"  # the folder of drafts in the sets folder
MAX_TEXT = MAX_BYTES
_MAX_PATH = 200  # characters
_NAME = "[a-z0-9_]{1,60}"
_YAML = re.compile(rf"(?:({_NAME})/)?{_NAME}\.yaml")
_SUFFIXES = "|".join(re.escape(suffix) for suffix in ART_SUFFIXES)
_ART = re.compile(rf"(?:({_NAME})/)?{ART}/(?:{_NAME}/){{0,3}}{_NAME}(?:{_SUFFIXES})")


class RefusedError(GeneratorError):
    """A request that cannot be met. `status` is that of HTTP. Into the answer go the message, the
    `problems` in files, if there are any, and `data`."""

    def __init__(self, message: str, status: int = 400, problems: Sequence[Diagnostic] = ()):
        super().__init__(message, status, problems)  # all that another process is handed
        self.status, self.problems = status, problems
        self.data: dict[str, object] = {}

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class StudioFile:
    """A file as the page lists it; `game` is "" where it is unknown."""

    path: str
    game: str
    name: str
    kind: str  # set, common, other or art
    shipped: bool


class FileText(NamedTuple):
    """The text of a file, and the signature of what was read."""

    text: str
    signature: str


class Workspace:
    """A sets folder, which may be missing until something is saved."""

    def __init__(self, folder: Path):
        self.folder = folder  # absolute, without links
        self.lock = threading.RLock()  # a write, and the look before it at what is there

    def place(self, path: str) -> Path:
        """The file of a path in the sets folder, which need not exist. Raises RefusedError."""
        match = len(path) <= _MAX_PATH and (_YAML.fullmatch(path) or _ART.fullmatch(path))
        if not match or match[1] not in (None, *games.names()):
            rule = f"NAME {name_rule(Path(path).stem)}"
            raise RefusedError(f"{path!r}: expected GAME/NAME.yaml; {rule}")
        file = self.folder / path
        inside = [part for part in (file, *file.parents) if self.folder in part.parents]
        is_outside = not file.resolve().is_relative_to(self.folder)
        if is_outside or any(part.is_symlink() for part in inside):
            raise RefusedError(f"{path}: this is a link; the studio follows none")
        return file

    def read(self, path: str) -> FileText:
        """A file of the sets folder, or a shipped one. Raises RefusedError, OSError."""
        if not is_shipped(path):
            return _text(self.place(path), path)
        name = path.removeprefix(SHIPPED)
        match = len(path) <= _MAX_PATH and _YAML.fullmatch(name)
        if not match or match[1] not in games.names():
            raise not_found(path)
        return _text(sets_dir() / name, path)

    def write(self, path: str, text: str, signature: str) -> str:
        """Replace the file that has a signature, or make one ("" for none); the new signature.
        Raises RefusedError, with the text and signature of the file if it is another by now."""
        file = self.writable_place(path, text)
        with self.lock:
            _check_unchanged(file, path, signature)
            write_atomically(file, text.encode())
            return signature_of(file)

    def remove(self, path: str, signature: str) -> None:
        """Delete the file that has a signature, "" for one that is not there any more. Raises
        RefusedError, with the text and signature of the file if it is another by now."""
        file = self.writable_place(path, "")
        with self.lock:
            _check_unchanged(file, path, signature)
            file.unlink(missing_ok=True)

    def writable_place(self, path: str, text: str) -> Path:
        """The file of a path that may get this text. Raises RefusedError."""
        if is_shipped(path):
            raise RefusedError(f"{path}: built-in files are read-only; duplicate the set")
        file = self.place(path)
        _check_text(file, path, len(text.encode()))
        return file

    def add(self, path: str, content: bytes) -> None:
        """Make a file, which may exist if it has the same content. Raises RefusedError, OSError."""
        file = self.place(path)
        with self.lock:
            if file.exists() and signature_of(file) != sha256(content).hexdigest()[:20]:
                raise RefusedError(f"{path}: there is already a file of this name")
            write_atomically(file, content)

    def files(self) -> list[StudioFile]:
        own = [path for path in self.paths() if not path.endswith(BITMAP_SUFFIXES)]
        files = [_recognized(path, self.folder / path) for path in own]
        for game in games.names():
            for file in sorted((sets_dir() / game).glob("*.yaml")):
                files.append(_recognized(f"{SHIPPED}{game}/{file.name}", file))
        return files

    def paths(self) -> Iterator[str]:
        """The paths of the files in the sets folder that the studio can open."""
        for place in (self.folder, *(self.folder / game for game in games.names())):
            for file in sorted([*place.glob("*.yaml"), *(place / ART).rglob("*.*")]):
                path = file.relative_to(self.folder).as_posix()
                try:
                    if self.place(path).is_file():
                        yield path
                except RefusedError:
                    continue  # a link, or a name that no command finds


def is_shipped(path: str) -> bool:
    return path.startswith(SHIPPED)


def not_found(what: str) -> RefusedError:
    return RefusedError(f"{what}: there is no such file", 404)


def kind_of_file(file: Path) -> FileKind | None:
    """The kind of a YAML file, by its folder and name alone where it cannot be read."""
    try:
        return kind_of(file, read_source(file).data)
    except DefinitionError:
        return kind_of(file, {})


def signature_of(file: Path) -> str:
    """A value that is another for every content of a file; "" where there is none."""
    try:
        return sha256(file.read_bytes()).hexdigest()[:20] if file.is_file() else ""
    except OSError:  # it was deleted meanwhile
        return ""


def _text(file: Path, path: str) -> FileText:
    if not file.is_file():
        raise not_found(path)
    _check_text(file, path, file.stat().st_size)
    content = file.read_bytes()
    try:
        return FileText(content.decode(), sha256(content).hexdigest()[:20])
    except UnicodeDecodeError:
        raise RefusedError(f"{path}: this is no UTF-8 text") from None


def _check_unchanged(file: Path, path: str, signature: str) -> None:
    if signature_of(file) != signature:
        refusal = RefusedError(f"{path}: the file has changed on disk", 409)
        now = _text(file, path) if file.is_file() else FileText("", "")
        refusal.data = now._asdict()
        raise refusal


def _check_text(file: Path, path: str, size: int) -> None:
    if file.suffix not in (".yaml", ".svg"):
        raise RefusedError(f"{path}: this is a picture, no text")
    if size > MAX_TEXT:
        raise RefusedError(f"{path}: too large, expected at most {MAX_TEXT:,} bytes", 413)


def _recognized(path: str, file: Path) -> StudioFile:
    game = next((part for part in path.split("/")[:-1] if part in games.names()), "")
    if file.suffix != ".yaml":
        return StudioFile(path, game, file.name, "art", is_shipped(path))
    kind = _kind(file, file_signature(file))
    role = "other"
    if kind and kind.game:
        game, role = kind.game, role_of(kind)
    return StudioFile(path, game, file.stem, role, is_shipped(path))


@lru_cache(maxsize=500)
def _kind(file: Path, _: tuple[int, ...]) -> FileKind | None:
    return kind_of_file(file)


class Drafts:
    """Edited texts that are not saved yet. They lie in the sets folder, so that no edit is lost
    when the browser or the studio is closed. Their folder is read like any other: it may come with
    the sets of a stranger."""

    def __init__(self, workspace: Workspace):
        self._workspace = workspace
        self._files = Workspace(workspace.folder / DRAFTS)
        self._bases_file = self._files.folder / "signatures.json"

    def put(self, path: str, text: str) -> None:
        """Keep an edited text. Raises RefusedError, OSError."""
        file = self._workspace.writable_place(path, text)
        draft = self._files.place(path)
        with self._workspace.lock:
            if not draft.is_file():
                write_atomically(self._files.folder / ".gitignore", b"*\n", lasting=False)
                self._write_bases({**self._bases(), path: signature_of(file)})
            write_atomically(draft, text.encode(), lasting=False)

    def drop(self, path: str) -> None:
        """Forget a draft, if there is one; without any, nothing is left of their folder. Raises
        RefusedError, OSError."""
        draft = self._files.place(path)
        with self._workspace.lock:
            draft.unlink(missing_ok=True)
            if bases := {path: self._bases().get(path, "") for path in self._files.paths()}:
                self._write_bases(bases)
            elif self._files.folder.is_dir():
                shutil.rmtree(self._files.folder)

    def texts(self) -> dict[str, str]:
        with self._workspace.lock:
            paths = (path for path in self._files.paths() if not path.endswith(BITMAP_SUFFIXES))
            return {path: self._files.read(path).text for path in paths}

    def base(self, path: str) -> str | None:
        """The signature of the file when its draft was begun; None without a draft."""
        with self._workspace.lock:
            has_draft = not is_shipped(path) and self._files.place(path).is_file()
            return self._bases().get(path, "") if has_draft else None

    def _bases(self) -> dict[str, str]:
        """The signatures by path; none where the file is damaged."""
        try:
            bases = json.loads(self._bases_file.read_bytes())
            return {str(path): str(signature) for path, signature in bases.items()}
        except (OSError, ValueError, AttributeError, RecursionError):
            return {}

    def _write_bases(self, bases: dict[str, str]) -> None:
        write_atomically(self._bases_file, json.dumps(bases).encode(), lasting=False)


class Stage:
    """A temporary copy of the sets folder in which drafts, if there are any, take the place of the
    files. The generator reads it: so no part of it knows about drafts, and own art is found beside
    a set."""

    def __init__(self, workspace: Workspace, drafts: Drafts | None, folder: Path):
        self._workspace, self._drafts, self.folder = workspace, drafts, folder
        self._copied: dict[str, tuple[int, ...] | str] = {}

    def update(self) -> tuple[Path, ...]:
        """The sets folders for the generator, up to date: what has changed since the last time is
        written, what is there no more is deleted."""
        with self._workspace.lock:
            self.folder.mkdir(parents=True, exist_ok=True)
            original, paths = self._workspace.folder, self._workspace.paths()
            sources: dict[str, tuple[int, ...] | str] = {}
            sources.update((path, file_signature(original / path)) for path in paths)
            sources.update(self._drafts.texts() if self._drafts else {})
            for path in self._copied.keys() - sources.keys():
                (self.folder / path).unlink(missing_ok=True)
            for path, source in sources.items():
                if self._copied.get(path) != source:
                    is_draft = isinstance(source, str)
                    content = str(source).encode() if is_draft else (original / path).read_bytes()
                    write_atomically(self.folder / path, content, lasting=False)
            self._copied = sources
        return (self.folder,)

    def file(self, path: str) -> Path:
        """The file of a path, up to date: in the stage, or shipped. Raises RefusedError."""
        if is_shipped(path):
            self._workspace.read(path)
            return sets_dir() / path.removeprefix(SHIPPED)
        self._workspace.place(path)
        (folder,) = self.update()
        if not (folder / path).is_file():
            raise not_found(path)
        return folder / path

    def relabel(self, text: str) -> str:
        """A message in which files have the paths that the page knows."""
        labels = {self.folder: "", self._workspace.folder: "", sets_dir(): SHIPPED}
        for folder, label in labels.items():
            for name in {display_path(folder), str(folder), str(folder.resolve())}:
                # Not within another path: a folder may be called assets here and sets there.
                text = re.sub(rf"(?<![\w./-]){re.escape(name)}/", label, text)
        return text


# Sets as a whole: copies, downloads and the way back, and new types from pictures.

MAX_TITLE = 60  # characters
_SCHEMA_LINE = re.compile(r"# yaml-language-server:.*\n")  # its path holds only where it stood
_TITLE = re.compile(r"^title:.*\n(?:[ }].*\n)*", re.MULTILINE)  # on one line, or on several


def duplicate(
    workspace: Workspace, drafts: Drafts, game: str, name: str, new_name: str, title: str
) -> str:
    """Copy a set to another name in the same folder, or a shipped set into the sets folder, or make
    an empty set (of the name ""); the new path. A title takes the place of that in each language;
    "" keeps them. Its own art lies beside both. Raises GeneratorError, OSError."""
    check_choice("game", game, games.names())
    catalogue = games.game(game).catalogue
    if not NAME.fullmatch(new_name):
        raise RefusedError(f"The name of a set {name_rule(new_name)}.")
    if len(title) > MAX_TITLE:
        raise RefusedError(f"title: expected at most {MAX_TITLE} characters")
    reserved = {catalogue.common, *catalogue.others}
    if new_name in reserved or new_name in catalogue.available([workspace.folder]):
        raise RefusedError(f"There is already a set, or another file, of the name {new_name}.")
    path, text = f"{game}/{new_name}.yaml", f"title: {{en: {new_name}}}\ngame: {game}\n"
    if name:
        path, text = _path_and_text(workspace, drafts, game, name)
    text = _SCHEMA_LINE.sub("", text, count=1)
    if title:
        codes = sorted(languages(), key=lambda code: code != "en")
        titles = (f"{code}: {json.dumps(title, ensure_ascii=False)}" for code in codes)
        line = f"title: {{{', '.join(titles)}}}\n"
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
        if file.is_file() and (kind := kind_of_file(file)) and kind.game == game:
            return path, workspace.read(path).text
    path = f"{game}/{name}.yaml"
    if name not in games.game(game).catalogue.shipped:
        raise not_found(path)
    return path, workspace.read(f"{SHIPPED}{path}").text


def zipped(stage: Stage, path: str) -> bytes:
    """A set with its edits, the art beside it, and the own common file of its game beside it.
    Raises RefusedError, OSError."""
    file = stage.file(path)
    kind, members = kind_of_file(file), [file]
    game = kind.game if kind else ""
    common = games.game(game).catalogue.common if game else ""
    if common and not file.is_relative_to(sets_dir()):
        members.append(file.parent / f"{common}.yaml")
    members += sorted((file.parent / ART).rglob("*.*"))
    files = {each.relative_to(file.parent).as_posix(): each for each in members if each.is_file()}
    return zip_file({f"{game or 'sets'}/{name}": each.read_bytes() for name, each in files.items()})


_MAX_MEMBERS, _MAX_BYTES = 200, 5_000_000  # of a ZIP, which anybody may have made
_MEMBER = re.compile(rf"(?!.*__MACOSX/)([^.][^/]*/)*[^./][^/]*(\.ya?ml|{_SUFFIXES})")


def opened(file_name: str, content: bytes, folder: Path) -> dict[str, Any]:
    """Keep the sets of a YAML file, or of a ZIP as `zipped` makes it, each in a folder GAME.NAME
    with all that is beside it: the OwnSet of frontend/src/backend.ts for each (Any: JSON). Raises
    RefusedError with all mistakes, OSError."""
    with TemporaryDirectory() as temporary:
        workspace, members = Workspace(Path(temporary).resolve()), _members(file_name, content)
        for path, member in members.items():
            if not path.endswith(BITMAP_SUFFIXES):  # browsers have no Pillow
                workspace.add(path, member)
        files, problems = find_input_files([workspace.folder])
        sets: dict[str, Any] = {}
        for group in own_groups(files, ()):
            definition, found = load_sets(group)
            problems += found
            game, name = group.game, group.sets[0]
            if definition and isinstance(name, SetAt):
                if name in game.catalogue.shipped:
                    raise RefusedError(f"{name}: a built-in set has this name, give it another")
                (own,) = (each for each in definition.sets if each.key == name)
                titles = {code: localized(own.title, code) for code in languages()}
                together = {"sets": [each.key for each in definition.sets], "titles": titles}
                facts = {"game": game.name, "name": own.key, **together}
                sets[f"{game.name}.{name}"] = {**facts, "isRandom": game.is_random(definition)}
        told = [str(problem) for problem in problems if problem.severity == "error" or not sets]
        if told or not sets:
            bitmaps = [path for path in members if path.endswith(BITMAP_SUFFIXES)]
            told += [f"{path}: this page draws SVG, no PNG or JPEG" for path in bitmaps]
            told = told or [f"{file_name}: there is no set in this file"]
            raise RefusedError(Stage(workspace, None, workspace.folder).relabel("\n".join(told)))
        for home in sets:
            shutil.rmtree(folder / home, ignore_errors=True)
            shutil.copytree(workspace.folder, folder / home)
    return sets


def _members(file_name: str, content: bytes) -> dict[str, bytes]:
    """The files of a ZIP, without a folder that all lie in, or the file. Raises RefusedError."""
    too_large = RefusedError(f"{file_name}: too large, expected at most 200 files of 5 MB in all")
    if len(content) > _MAX_BYTES:
        raise too_large
    if not content.startswith(b"PK"):
        return {re.sub(r" ?\(\d+\)", "", file_name): content}  # of a second download
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        entries = [each for each in archive.infolist() if _MEMBER.fullmatch(each.filename)]
        size = sum(entry.file_size for entry in entries)
        is_too_large = len(entries) > _MAX_MEMBERS or size > _MAX_BYTES
        files = {each.filename: archive.read(each) for each in entries if not is_too_large}
    except Exception:  # zipfile and its decompressors tell of damage in many ways
        raise RefusedError(f"{file_name}: this is no ZIP that can be read") from None
    if is_too_large:
        raise too_large
    tops = {name.partition("/")[0] for name in files}
    is_wrapped = len(tops) == 1 and not tops & {*games.names(), *files}
    return {name.partition("/")[2] if is_wrapped else name: files[name] for name in files}


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
    kind = kind_of_file(stage.file(path))
    new_type = authoring_support(kind.game).new_type(key) if kind and kind.game else None
    if is_shipped(path) or new_type is None:
        raise RefusedError(f"{path}: expected a set of your own, of a game whose types have art")
    if not NAME.fullmatch(key):
        raise RefusedError("The name of a type must be of a-z, 0-9 and _, a letter first.")
    suffix = Path(file_name).suffix.lower().replace(".jpeg", ".jpg")
    picture, symbol_name, snippet = new_type
    art_path = f"{picture}{suffix}"
    problems = list(_picture_problems(art_path, content))
    if any(problem.severity == "error" for problem in problems):
        return "", problems, ""
    place = Path(path).with_name(ART).as_posix()
    workspace.add(f"{place}/{art_path}", content)
    symbol = f"{place}/{symbol_name}.svg"
    if not workspace.place(symbol).exists():
        workspace.add(symbol, stand_in_symbol(key).encode())
        message = "this is a stand-in for the symbol that players draw; replace it by your own"
        problems.append(Diagnostic(symbol, 1, 1, "", message, code="art", severity="warning"))
    return f"{place}/{art_path}", problems, snippet


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
