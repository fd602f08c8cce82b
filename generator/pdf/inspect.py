"""The description of a PDF that this program made, from the file alone."""

import json
import shlex
from pathlib import Path
from typing import Any

import pikepdf

from generator.core.errors import ForeignPdfError
from generator.pdf.file import RECORD


# Any: the record is whatever JSON holds.
def record(file: Path) -> tuple[str, dict[str, Any]]:
    """The title and the record of a PDF. Raises ForeignPdfError, OSError."""
    try:
        # Opened as a stream: pikepdf cannot open a file name that is not UTF-8.
        with file.open("rb") as stream, pikepdf.open(stream) as pdf:
            title = str(pdf.docinfo.get("/Title", ""))
            private = pdf.Root.PieceInfo[f"/{RECORD}"].Private
            content = json.loads(private.read_bytes())
            printer = {"printer": content["printer"]} if "printer" in content else {}
            return title, {"games": content["games"], "command": content["command"], **printer}
    except pikepdf.PdfError as error:
        reason = str(error).removeprefix(f"stream {stream}: ")
        raise ForeignPdfError(f"{file}: not a PDF that can be read ({reason})") from None
    except (AttributeError, KeyError, TypeError, ValueError):
        raise ForeignPdfError(f"{file}: not made by board-generator, it holds no record") from None


def description(file: Path) -> str:
    """The contents of the file, line by line. Raises ForeignPdfError, OSError."""
    title, content = record(file)
    lines = [title]
    for game in content["games"]:
        lines += ["", game["id"]]
        lines += [f"  {line}" for line in game["told"]]
        lines += [f"  {line}" for line in game.get("played", {}).get("told", ())]
    if "printer" in content:
        lines += ["", "fitted to a printer:", *(f"  {line}" for line in content["printer"])]
    command = "  board-generator " + shlex.join(content["command"])
    lines += ["", "print it again (own sets need their --sets-dir besides):", command]
    return "\n".join(lines)
