"""Where the files that come with the program are: art and sets.

Output: folders. In an installed wheel they lie in generator/_data, in a checkout at the top
of the repository.
"""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def assets_dir() -> Path:
    """The folder of the shipped art, one folder a game."""
    return _shipped("assets")


def sets_dir() -> Path:
    """The folder of the shipped sets, one folder a game."""
    return _shipped("sets")


def _shipped(name: str) -> Path:
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
