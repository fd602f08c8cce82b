"""A set in a temporary folder of its own, under any name, apart from the other sets."""

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from generator.core.diagnostics import Diagnostic
from generator.core.errors import DefinitionError
from generator.core.yaml_source import read_source

ART = "assets"  # the folder beside a set with its own art
_UNREAD = "unread"  # the game and the name of a file whose game is not known yet


class StagedSet(NamedTuple):
    """A staged set: its folder for --sets-dir, its game and name, and the label by which messages
    name the original file."""

    folder: Path
    game: str
    name: str
    label: str

    def relabelled(self, problem: Diagnostic) -> Diagnostic:
        """A problem of the staged file as one of the original file."""
        file, message = self._relabelled(problem.file), self._relabelled(problem.message)
        return replace(problem, file=file, message=message)

    @contextmanager
    def naming_original(self) -> Iterator[None]:
        """A DefinitionError raised inside names the original file."""
        try:
            yield
        except DefinitionError as error:
            raise DefinitionError(map(self.relabelled, error.problems)) from None

    def _relabelled(self, text: str) -> str:
        folder = (self.folder / self.game).as_posix()
        original_folder, slash, _ = self.label.rpartition("/")
        text = text.replace(f"{folder}/{self.name}.yaml", self.label)
        return text.replace(f"{folder}/", original_folder + slash)


@contextmanager
def staged(
    game: str, name: str, content: bytes, beside: Mapping[str, bytes], label: str
) -> Iterator[StagedSet]:
    """Stage a set of a game under a name; `beside` has other files by their paths from its
    folder. The folder is deleted afterwards."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        for path, file_content in {**beside, f"{name}.yaml": content}.items():
            target = folder / game / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file_content)
        yield StagedSet(folder, game, name, label)


def yaml_data(content: bytes, label: str) -> dict[str, Any]:
    """The data of a YAML file from its content. Raises DefinitionError, which names the label."""
    with staged(_UNREAD, _UNREAD, content, {}, label) as stage, stage.naming_original():
        return read_source(stage.folder / _UNREAD / f"{_UNREAD}.yaml").data


def art_beside(path: Path) -> dict[str, bytes]:
    """The content of the own art of the set in a file, by its path from the set's folder."""
    folder = path.parent
    files = (file for file in (folder / ART).rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}
