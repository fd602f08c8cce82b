"""A set in a folder of its own, under any name, so that nothing else is in its way.

Input: a set's content, and what lies beside it. Output: a temporary folder to load it from as from
--sets-dir, and problems told of the file it was taken from.
"""

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from generator.core.diagnostics import Diagnostic
from generator.core.errors import DefinitionError

ART = "assets"  # the folder beside a set with its own art


class Staged(NamedTuple):
    """A staged set: its folder for --sets-dir, and the path that messages shall name instead."""

    folder: Path
    game: str
    name: str
    label: str

    def told(self, problem: Diagnostic) -> Diagnostic:
        """A problem as one of the file that was staged."""
        return replace(problem, file=self._told(problem.file), message=self._told(problem.message))

    @contextmanager
    def telling(self) -> Iterator[None]:
        """DefinitionError raised inside are told of the file that was staged."""
        try:
            yield
        except DefinitionError as bad:
            raise DefinitionError(map(self.told, bad.problems)) from None

    def _told(self, text: str) -> str:
        place = (self.folder / self.game).as_posix()
        beside, slash, _ = self.label.rpartition("/")
        text = text.replace(f"{place}/{self.name}.yaml", self.label)
        return text.replace(f"{place}/", beside + slash)


@contextmanager
def staged(
    game: str, name: str, content: bytes, beside: Mapping[str, bytes], label: str
) -> Iterator[Staged]:
    """A set as NAME of a game; `beside` are other files by their paths from its folder."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder).resolve() / game
        for path, each in {**beside, f"{name}.yaml": content}.items():
            target = place / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(each)
        yield Staged(place.parent, game, name, label)


def art_beside(path: Path) -> dict[str, bytes]:
    """The own art of the set in a file."""
    folder = path.parent
    files = (each for each in (folder / ART).rglob("*") if each.is_file())
    return {each.relative_to(folder).as_posix(): each.read_bytes() for each in files}
