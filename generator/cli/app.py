"""The command line: commands with their options; options.py reads them, printing/ prints.

Exit codes: 0 done, 1 something in the files or the request does not work, 2 wrong usage. Standard
output ends with the game ID and, on the last line, the path of the PDF; messages about mistakes go
to standard error. A command is imported when it is called, and imports what only it uses.
"""

import os
import re
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn, TextIO, cast

import click

from generator import __version__
from generator.cli import games
from generator.core.errors import WordingError

COMMANDS = {
    "rules": ("sheets:rules", "Print the illustrated rules of a game."),
    "all": ("sheets:everything", "Print every sheet of every game, one seed for all."),
    "batch": ("batch:batch", "Print many variants, with a manifest that lists them."),
    "reprint": ("batch:reprint", "Find stale variants of a batch and print them again."),
    "pieces": ("pictures:pieces", "Save a picture of each piece to cut out, front and back."),
    "table": ("pictures:table", "Save a game for Tabletop Simulator: boards, decks, tiles, dice."),
    "stats": ("studies:stats", "Roll a set thousands of times and report frequencies."),
    "playtest": ("studies:playtest", "Let programs play many boards, and report what happens."),
    "studio": ("web:studio", "Edit sets in your browser, and see their sheets change."),
    "vetted": ("studies:vetted", "Find what plays best, to print where no --seed is given."),
    "schema": ("designers:schema", "Write JSON Schemas, so that editors help to write sets."),
    "site": ("web:site", "Write the page that draws sheets in a browser, as static files."),
    "watch": ("designers:watch", "Print sheets again whenever a set or a picture is saved."),
    "proof": ("designers:proof", "Print what could go wrong with a set on paper."),
    "validate": ("designers:validate", "List every mistake in sets, and what is odd."),
    "diff": ("designers:diff", "Compare two versions of a set, or of all sets in two folders."),
    "calibrate": ("pictures:calibrate", "Print what shows a printer's faults; save a profile."),
    "inspect": ("pictures:inspect", "Show what a PDF holds, and the command that prints it again."),
}
"""The commands that are not those of games: "module:function" in this folder, imported when it is
called, and what the command does."""


class Program(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The command that is typed; its module is imported for that. Any: click's own."""
        name, found, rest = super().resolve_command(ctx, args)
        if name in COMMANDS:
            place, summary = COMMANDS[name]
            module, function = place.split(":")
            found = getattr(import_module(f"generator.cli.{module}"), function)
            found.name, found.help = name, f"{summary}\n\n{found.details}"
        return name, found, rest


_SUMMARIES = {name: click.Command(name, help=summary) for name, (_, summary) in COMMANDS.items()}


@click.group("board-generator", cls=Program, commands={**games.commands(), **_SUMMARIES})
@click.version_option(__version__, message="board-generator %(version)s", help="Print the version.")
def app() -> None:
    """Prints boards of small paper games from YAML sets, as PDF."""


# All but tabs and line ends. A terminal obeys them: they could move its cursor or set its title.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class SafeStream:
    """Standard output or error. A terminal gets control characters as Python escapes; failures are
    ignored if they may be: a closed terminal, or a `head` that has read enough, ends no work."""

    def __init__(self, stream: TextIO, ignored: tuple[type[Exception], ...] = ()):
        self._stream, self._ignored, self._escapes = stream, ignored, stream.isatty()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    @property
    def unescaped(self) -> "SafeStream":
        """The same for what controls the terminal on purpose, such as a progress bar."""
        other = SafeStream(self._stream, self._ignored)
        other._escapes = False
        return other

    def write(self, text: str) -> int:
        if self._escapes:
            text = _CONTROL.sub(lambda match: ascii(match[0])[1:-1], text)
        with suppress(*self._ignored):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(*self._ignored):
            self._stream.flush()


def main() -> NoReturn:
    # Who starts the program may have closed them (`2>&-`); that must not end a run either.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    # Names and texts may hold what a terminal cannot show; that must not end a run.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.stdout = cast(TextIO, SafeStream(sys.stdout, (BrokenPipeError,)))
    sys.stderr = cast(TextIO, SafeStream(sys.stderr, (OSError,)))
    code: Any = 0
    try:
        app(prog_name="board-generator")
    except SystemExit as leaving:
        code = leaving.code
    except OSError as error:  # those of files are explained before; this is standard output's
        sys.stderr.write(f"nothing can be told: {error.strerror or error}\n")
        code = 1
    except WordingError as error:
        sys.stderr.write(f"{error}\n")
        code = 1
    if "multiprocessing.forkserver" in sys.modules:
        sys.exit(code)  # in order, which removes the folder of the sockets
    # Taking the interpreter down in order would be a seventh of the time of a board.
    try:
        sys.stdout.flush()
    except OSError:  # a full disk, or nobody reads on
        os._exit(1)
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)
