"""A thousand boards in one PDF: against other ways to draw the same pages, and against the least
there is to do.

Ours are rolled, laid out, checked, drawn and written. The other ways are given finished pages.
Few pages are drawn by them, and their time is scaled up. All of it is time of one processor in
one process, so that what else the machine does matters little.
"""

import os
import re
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import chdir
from pathlib import Path
from time import process_time

from benchmarks.naive import naive
from generator.core.files import write_atomically
from generator.core.paper import PAPERS
from generator.core.process import set_up
from generator.core.settings import Settings
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.load import load_definition
from generator.games.magnetmen.roll import roll
from generator.games.magnetmen.sheets import board_sheet
from generator.layout.page import Page
from generator.pdf.document import Contents, document
from generator.pdf.objects import COMPRESSION_LEVEL

COUNT = 1000
FILES = 200
LONG = 10_000
NAIVE = 15
PEER = 3
SETS = ("base", "advanced", "expert")
SETTINGS = Settings(PAPERS["a4"], "full", "en")
# Of all streams in our files, only those of pages, and the tables of the fonts' characters, have no
# entries of their own; pages begin with a scale.
_CONTENT = re.compile(rb"obj\n<<  /Filter /FlateDecode /Length (\d+) >>\nstream\n")
_NUMBER = re.compile(r"(?<![/\w(.-])-?\d*\.\d+")


def measure() -> Iterator[tuple[str, str]]:
    """Rows of (what, figure)."""
    yield from _long_document()  # first: a child's peak is never below its parent's at its start
    definition = load_definition(SETS)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "many.pdf"
        ours = _seconds(lambda: _write(_pages(definition, COUNT), path)) / COUNT
        files = _seconds(lambda: _separate(definition, folder)) / FILES
        finished = list(_pages(definition, NAIVE))
        plain = _seconds(lambda: naive(finished)) / NAIVE
        yield f"pages a second, all steps, {COUNT} pages", f"{1 / ours:.0f}"
        yield "files of one page a second, all steps", f"{1 / files:.0f}"
        yield "faster than drawn naively with ReportLab (aim: 20)", f"{plain / ours:.0f} x"
        yield "faster than drawn with protograf", _against_protograf(finished[:PEER], folder, ours)
        yield "slower than formatting, compressing, writing the same", _against_floor(path, ours)
        yield f"bytes a page, {COUNT} pages", f"{path.stat().st_size // COUNT}"
        yield "bytes a page drawn naively", f"{len(naive(finished)) // NAIVE}"


def long_document(path: Path) -> None:
    """Ten thousand boards in one PDF; tells pages a second, bytes a page, peak of memory in MB."""
    import resource  # here: Windows has none

    set_up()
    definition = load_definition(SETS)
    seconds = _seconds(lambda: _write(_pages(definition, LONG), path))
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    print(round(LONG / seconds), path.stat().st_size // LONG, peak // 10**6)


def _long_document() -> Iterator[tuple[str, str]]:
    """In a process of its own, because the peak is that of a process."""
    with tempfile.TemporaryDirectory() as folder:
        call = "import sys; from pathlib import Path; from benchmarks.many import long_document; "
        call += "long_document(Path(sys.argv[1]))"
        command = [sys.executable, "-c", call, str(Path(folder) / "long.pdf")]
        process = subprocess.run(command, check=True, capture_output=True, text=True)
    speed, size, peak = process.stdout.split()
    yield f"pages a second, all steps, {LONG} pages", speed
    yield f"bytes a page, {LONG} pages", size
    yield f"peak memory, {LONG} pages", f"{peak} MB"


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def _pages(definition: MagnetmenDefinition, count: int) -> Iterator[Page]:
    for n in range(count):
        yield board_sheet.page(roll(definition, "regular", 4, f"bench-{n}"), SETTINGS)


def _write(pages: Iterable[Page], path: Path) -> None:
    """Checked, drawn and written."""
    contents = Contents("bench", {"command": [], "games": []})
    write_atomically(path, document(pages, contents, SETTINGS, path).content)


def _separate(definition: MagnetmenDefinition, folder: Path) -> None:
    for n, page in enumerate(_pages(definition, FILES)):
        _write([page], folder / f"{n}.pdf")


def _against_protograf(pages: list[Page], folder: Path, ours: float) -> str:
    try:
        from benchmarks.peer import draw
    except ImportError as error:
        return f"not installed, or not with what it needs ({error})"

    with chdir(folder), open(os.devnull, "w") as nowhere:
        stdout, sys.stdout = sys.stdout, nowhere
        try:
            theirs = _seconds(lambda: draw(pages, Path("peer.pdf"))) / len(pages)
        finally:
            sys.stdout = stdout
    return f"{theirs / ours:.0f} x"


def _against_floor(path: Path, ours: float) -> str:
    """The contents of the pages of a file as patterns with numbers to fill in."""
    contents = [text.replace("%", "%%") for text in _contents(path.read_bytes())]
    jobs = [
        (_NUMBER.sub("%.2f", text), tuple(float(number) for number in _NUMBER.findall(text)))
        for text in contents
    ]

    def floor() -> None:
        parts = [
            zlib.compress((text % numbers).encode("ascii"), COMPRESSION_LEVEL)
            for text, numbers in jobs
        ]
        (path.parent / "floor.bin").write_bytes(b"".join(parts))

    return f"{ours / (_seconds(floor) / COUNT):.1f} x"


def _contents(file: bytes) -> Iterator[str]:
    for match in _CONTENT.finditer(file):
        data = zlib.decompress(file[match.end() : match.end() + int(match[1])])
        if data.partition(b"\n")[0].endswith(b" cm"):
            yield data.decode("ascii")
