"""What a PDF made here says of itself.

Input: a file. Output: text for people: game IDs, what was rolled, the command that prints the
same bytes again. It is read from the file alone, so it works when the sets are gone.
"""

import json
import re
import shlex
from pathlib import Path

import pikepdf

from generator.draw.record import RECORD

_BOLD = re.compile(r"\*\*(.+?)\*\*")


class NotOurs(ValueError):
    """The file is no PDF, or was not made by this program."""


def record(file: Path) -> tuple[str, dict]:
    """The title and the record of a PDF. Raises NotOurs, OSError."""
    try:
        with pikepdf.open(file) as pdf:
            title = str(pdf.docinfo.get("/Title", ""))
            private = pdf.Root.PieceInfo[f"/{RECORD}"].Private
            return title, json.loads(private.read_bytes())
    except pikepdf.PdfError as error:
        raise NotOurs(f"{file}: not a PDF that can be read: {error}") from None
    except (AttributeError, KeyError, ValueError):
        raise NotOurs(f"{file}: not made by board-generator, it holds no record") from None


def description(file: Path) -> str:
    """What is in the file, line by line. Raises NotOurs, OSError."""
    title, found = record(file)
    lines = [title]
    for game in found["games"]:
        lines += ["", game["id"]]
        lines += [_type_line(*each) for each in game["types"]]
    if found["command"]:
        lines += ["", "print it again:", "  board-generator " + shlex.join(found["command"])]
    return "\n".join(lines)


def _type_line(name: str, count: int, power: str) -> str:
    plain = _BOLD.sub(r"\1", power).replace("\u00a0[points]", "").replace("[points]", "points")
    return f"  {count:3} × {name}: {plain}"
