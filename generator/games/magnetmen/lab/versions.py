"""The older version of sets that a workshop compares with.

Input: what is typed, the sets. Output: the folders in which the older version is found.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from generator.games.base import BadOption
from generator.games.magnetmen.definition import CATALOGUE


@contextmanager
def older(against: str, sets: Sequence[str], folders: Sequence[Path]) -> Iterator[tuple[Path, ...]]:
    """A folder with the sets, before the usual ones. Raises BadOption."""
    folder = Path(against).expanduser()
    if not folder.is_dir():
        raise BadOption(f"--against {against!r}: expected a folder with older sets")
    if not any((place / f"{name}.yaml").is_file()
               for place in (folder / CATALOGUE.game, folder) for name in sets):  # fmt: skip
        named = ", ".join(f"{name}.yaml" for name in sets)
        raise BadOption(f"--against {against!r}: this folder has no {named}")
    yield (folder.absolute(), *folders)
