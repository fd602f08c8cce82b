"""PDF documents of any pages: drawn, checked, ready to be written; what they say of themselves."""

import json
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from generator.core.diagnostics import Diagnostic
from generator.core.errors import ForeignPdfError, PageCheckError
from generator.core.files import write_atomically
from generator.core.game_id import GameId
from generator.core.resources import find_art
from generator.core.settings import Settings
from generator.layout.checks import LayoutChecker
from generator.layout.page import Page
from generator.pdf.drawing import pdf
from generator.pdf.file import RECORD, About

_PAGES_PER_STEP = 64  # a processor that repeats one step is quicker by a tenth


@dataclass(frozen=True, slots=True)
class Document:
    """A PDF, or a file beside it, that is ready to be written; the command that prints it again."""

    path: Path
    content: bytes
    warnings: tuple[str, ...] = ()
    command: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What was printed; for a run of several games, why some are missing."""

    game_ids: tuple[GameId, ...]
    paths: tuple[Path, ...]
    warnings: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()


def document(
    pages: Iterable[Page],
    about: About,
    settings: Settings,
    path: Path,
    art_dirs: Sequence[Path] = (),
    check: bool = True,
) -> Document:
    """The PDF of the pages, which are checked on their way unless the caller does that. The subject
    goes on with how the pages look. Raises PageCheckError, ArtError, or as the layout."""
    tiles = f" on tiles of {settings.tile.name}" if settings.tile else ""
    looks = f"{settings.paper.name}{tiles}, {settings.ink} ink, {settings.language_code}"
    record = dict(about.record)
    if printer := printer_words(settings):
        record["printer"] = printer
    about = about._replace(subject=f"{about.subject}{looks}", record=record)
    if art_dirs:
        pages = list(pages)  # they are looked at twice
    faults: list[Diagnostic] = []
    checked = _checked(iter(pages), faults) if check else pages
    content = pdf(checked, about, settings.ink, partial(find_art, folders=art_dirs))
    if faults:
        raise PageCheckError(faults)
    if not art_dirs:
        return Document(path, content)
    from generator.pdf.bitmap import bitmap_warnings  # needs Pillow; few have own art

    return Document(path, content, tuple(bitmap_warnings(pages, art_dirs)))


def printer_words(settings: Settings) -> list[str]:
    """What a printer's profile changed; [] if there was none."""
    if not settings.fitted:
        return []
    paper = settings.printed_paper
    offset = [distance * paper.scale for distance in settings.back_offset]
    margins = ", ".join(f"{margin * paper.scale:g}" for margin in paper.margins)
    return [
        f"drawn {paper.scale:.4f} times as large",
        f"margins {margins} mm (left, top, right, bottom)",
        f"backs moved {offset[0]:g} mm to the right, {offset[1]:g} mm down",
    ]


def _checked(pages: Iterator[Page], faults: list[Diagnostic]) -> Iterator[Page]:
    """The pages, checked on their way. They are not kept: there may be ten thousand."""
    checker = LayoutChecker()
    while batch := list(islice(pages, _PAGES_PER_STEP)):
        faults += [fault for page in batch for fault in checker.check(page)]
        yield from batch


def write(
    documents: Sequence[Document], game_ids: tuple[GameId, ...] = (), warnings: tuple[str, ...] = ()
) -> Report:
    """Write all documents; none of them is touched before all of them are drawn. Raises OSError."""
    paths = tuple(write_atomically(each.path, each.content) for each in documents)
    of_documents = (warning for each in documents for warning in each.warnings)
    return Report(game_ids, paths, tuple(dict.fromkeys((*warnings, *of_documents))))


# Any: the record is whatever JSON holds.
def record(file: Path) -> tuple[str, dict[str, Any]]:
    """The title and the record of a PDF. Raises ForeignPdfError, OSError."""
    import pikepdf  # here, because it is slow to import and few runs need it

    try:
        # Opened as a stream: pikepdf cannot open a file name that is not UTF-8.
        with file.open("rb") as stream, pikepdf.open(stream) as pdf:
            title = str(pdf.docinfo.get("/Title", ""))
            content = json.loads(pdf.Root.PieceInfo[f"/{RECORD}"].Private.read_bytes())
            return title, {"games": content["games"], "command": content["command"], **content}
    except pikepdf.PasswordError:
        raise ForeignPdfError(f"{file}: this PDF has a password, remove it first") from None
    except pikepdf.PdfError as error:  # which names the stream, and where in it
        reason = re.sub(r"^stream <.*?>( \(.*?\))?: ", "", str(error))
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
    if is_fitted := "printer" in content:
        lines += ["", "fitted to a printer:", *(f"  {line}" for line in content["printer"])]
    command = "  board-generator " + shlex.join(content["command"])
    besides = "own sets need their --sets-dir besides" + ", the printer its --printer" * is_fitted
    lines += ["", f"print it again ({besides}):", command]
    return "\n".join(lines)
