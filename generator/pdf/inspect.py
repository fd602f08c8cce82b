"""What a PDF made here says of itself.

Input: a file. Output: text for people: game IDs, what was rolled, the command that prints the
same bytes again with the same sets. It is read from the file alone, so it works when the sets
are gone.
"""

import json
import shlex
from pathlib import Path

import pikepdf

from generator.core.errors import ForeignPdfError
from generator.pdf.record import RECORD


def record(file: Path) -> tuple[str, dict]:
    """The title and the record of a PDF. Raises ForeignPdfError, OSError."""
    try:
        # Opened here: pikepdf cannot open a name that is no UTF-8.
        with file.open("rb") as stream, pikepdf.open(stream) as pdf:
            title = str(pdf.docinfo.get("/Title", ""))
            private = pdf.Root.PieceInfo[f"/{RECORD}"].Private
            found = json.loads(private.read_bytes())
            return title, {
                key: found[key]
                for key in ("games", "command", "printer")
                if key != "printer" or key in found
            }
    except pikepdf.PdfError as error:
        reason = str(error).removeprefix(f"stream {stream}: ")
        raise ForeignPdfError(f"{file}: not a PDF that can be read ({reason})") from None
    except (AttributeError, KeyError, TypeError, ValueError):
        raise ForeignPdfError(f"{file}: not made by board-generator, it holds no record") from None


def description(file: Path) -> str:
    """What is in the file, line by line. Raises ForeignPdfError, OSError."""
    title, found = record(file)
    lines = [title]
    for game in found["games"]:
        lines += ["", game["id"]]
        lines += [f"  {told}" for told in game["told"]]
        lines += [f"  {told}" for told in game.get("played", {}).get("told", ())]
    if "printer" in found:
        lines += ["", "fitted to a printer:", *(f"  {told}" for told in found["printer"])]
    command = "  board-generator " + shlex.join(found["command"])
    lines += ["", "print it again (own sets need their --sets-dir besides):", command]
    return "\n".join(lines)
