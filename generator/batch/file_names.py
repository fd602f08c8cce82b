"""Names of files from a pattern such as "{paper}/{number:04}.{seed}".

Input: a pattern, a variant. Output: a path inside the folder of the batch. A pattern that could not
give one, or would lead out of the folder, raises FileNameError.
"""

import re
from pathlib import PurePath, PureWindowsPath
from string import Formatter
from typing import Any

from generator.core.diagnostics import quoted, suggestion
from generator.core.errors import FileNameError
from generator.core.game_id import GameId
from generator.core.settings import Settings

DEFAULT = "{name}"
_FIELDS = (
    "name", "number", "id", "game", "sheet", "size", "sets", "players", "seed", "paper", "ink",
    "language",
)  # fmt: skip
_SAMPLE = dict.fromkeys(_FIELDS, "x") | {"number": 1, "players": 2}
_ENDING = ".pdf"
_MAX_NAME_BYTES = (
    240  # of the 255 bytes that file systems take, some are for a file's unfinished state
)


def check_pattern(pattern: str) -> str:
    """The pattern, if it gives names. Raises FileNameError."""
    try:
        parts = list(Formatter().parse(pattern))
        for _, field, layout, _ in parts:
            if field is not None and field not in _FIELDS:
                raise FileNameError(f"there is no {{{field}}}{suggestion(field, _FIELDS)}")
            if re.search(r"[1-9]\d{3}", layout or ""):  # it would be made before it is refused
                raise FileNameError(
                    f"{quoted(layout or '')} is longer than {_MAX_NAME_BYTES} letters"
                )
        check_name(pattern.format(**_SAMPLE))
    except FileNameError as error:
        raise FileNameError(f"--pattern {quoted(pattern)}: {error}") from None
    except (ValueError, LookupError) as error:
        raise FileNameError(f"--pattern {quoted(pattern)}: {error}") from None
    return pattern


def check_name(name: str) -> str:
    """The name, if it is a path that stays in its folder. Raises FileNameError."""
    path = PurePath(name)
    odd = path.is_absolute() or PureWindowsPath(name).anchor or ".." in path.parts
    if odd or not path.name or name.endswith("/") or not name.isprintable():
        raise FileNameError(f"{quoted(name)} is no file in the folder of the batch")
    if any(len(part.encode()) > _MAX_NAME_BYTES for part in path.parts):
        raise FileNameError(f"{quoted(name)} is longer than {_MAX_NAME_BYTES} letters")
    return name


def file_name(
    pattern: str, number: int, game_id: GameId, sheet: str, settings: Settings, name: str
) -> str:
    """The file of a variant; name is what its file is called usually. Raises FileNameError."""
    values: dict[str, Any] = {
        "name": name,
        "number": number,
        "id": str(game_id),
        "game": game_id.game,
        "sheet": sheet or "all",
        "size": game_id.size,
        "sets": "+".join(game_id.sets),
        "players": game_id.players,
        "seed": game_id.seed,
        "paper": settings.paper.name,
        "ink": settings.ink,
        "language": settings.language_code,
    }
    return check_name(pattern.format(**values).removesuffix(_ENDING)) + _ENDING
