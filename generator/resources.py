"""Where the files that come with the program are: art and sets.

Output: folders. In an installed wheel they lie in generator/_data, in a checkout at the top
of the repository.
"""

from collections.abc import Iterable
from pathlib import Path

_PACKAGE = Path(__file__).parent


def assets_dir() -> Path:
    """The folder of the shipped art, one folder a game."""
    return _shipped("assets")


def sets_dir() -> Path:
    """The folder of the shipped sets, one folder a game."""
    return _shipped("sets")


def find_art(name: str, folders: Iterable[Path] = ()) -> Path:
    """The SVG of an art name such as "magnetmen/baker": the first of the folders that has it,
    else the shipped one. Raises FileNotFoundError."""
    for folder in (*folders, assets_dir()):
        if (path := folder / f"{name}.svg").is_file():
            return path
    raise FileNotFoundError(f"there is no art {name}.svg")


def _shipped(name: str) -> Path:
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
