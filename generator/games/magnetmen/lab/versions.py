"""The older version of sets that a workshop compares with.

Input: what is typed, the sets. Output: the folders in which the older version is found.
"""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from generator.desk.revisions import NoVersion, in_git
from generator.games.base import BadOption
from generator.games.magnetmen.definition import CATALOGUE


@contextmanager
def older(against: str, sets: Sequence[str], folders: Sequence[Path]) -> Iterator[tuple[Path, ...]]:
    """A folder with the sets, or a revision of git that has the files they are read from; with
    the usual folders behind. Raises BadOption, BadDefinitions."""
    folder = Path(against).expanduser()
    if folder.is_dir():
        _check(against, folder, sets)
        yield (folder.absolute(), *folders)
        return
    with tempfile.TemporaryDirectory() as place:
        _unpack(against, sets, folders, Path(place).resolve())
        yield (Path(place).resolve(), *folders)


def _check(against: str, folder: Path, sets: Sequence[str]) -> None:
    """Without any of the sets, the new ones would be compared with themselves."""
    places = (folder / CATALOGUE.game, folder)
    if not any((place / f"{name}.yaml").is_file() for place in places for name in sets):
        named = ", ".join(f"{name}.yaml" for name in sets)
        raise BadOption(f"--against {against!r}: this folder has no {named}")


def _unpack(revision: str, sets: Sequence[str], folders: Sequence[Path], place: Path) -> None:
    """The sets as they were in a revision, with what lay beside them."""
    for name in sets:
        path = CATALOGUE.find(name, folders)
        try:
            version = in_git(revision, f"./{path.name}", path.absolute().parent)
        except NoVersion as error:
            words = "expected a folder with older sets, or a revision of git"
            raise BadOption(f"--against {revision!r}: {words}; {error}") from None
        for file, content in {**version.beside, f"{name}.yaml": version.content}.items():
            target = place / CATALOGUE.game / file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
