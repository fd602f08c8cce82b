"""Every kind of file that designers write: those of each game, batch files, printer profiles."""

from pathlib import Path

from generator import games
from generator.batch.batch_file import BatchFile
from generator.games.parts import file_kinds
from generator.printing.printer import Printer
from generator.schema.file_kind import FileKind

_EXAMPLES = Path(__file__).parent / "examples"

BATCH = FileKind(
    "batch",
    BatchFile,
    "Batch file",
    "Any file, for `board-generator batch --from FILE`: what to print in one run.",
    (_EXAMPLES / "batch.yaml",),
)
PRINTER = FileKind(
    "printer",
    Printer,
    "Printer profile",
    "`printer.yaml`, which `board-generator calibrate` writes: what a printer does to a page.",
    (_EXAMPLES / "profile.yaml",),
)
FILE_KINDS = (*(kind for name in games.names() for kind in file_kinds(name)), BATCH, PRINTER)
