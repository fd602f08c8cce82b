"""The command `watch`; app.py puts it beside the others.

Input: options as typed. Output: sheets in a folder, made anew whenever what they show is saved;
a line for each time on standard output. Exit code 0 when the user leaves it, 1 when watchfiles is
not installed, 2 for wrong usage.
"""

import signal
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli import options, requests
from generator.cli.options import (
    Flip,
    Ink,
    LanguageCode,
    PaperName,
    Players,
    Printer,
    Rules,
    SetsDir,
    SetsToUse,
    Size,
)

if TYPE_CHECKING:
    from generator.core.request import Request
    from generator.core.settings import Settings
    from generator.games.base import AnyGame

Seed = Annotated[str | None, typer.Option(metavar="TEXT", help="The seed. [default: made up]")]
SheetNames = Annotated[
    list[str] | None,
    typer.Option("--sheet", metavar="NAME", help="A sheet to print; repeat for more."),
]
Folder = Annotated[Path, typer.Option(metavar="FOLDER", help="Where the sheets go.")]


def watch(
    context: typer.Context,
    game: options.GameName = options.DEFAULT_GAME, sets: SetsToUse = None, size: Size = None,
    players: Players = None,
    seed: Seed = None, sheet: SheetNames = None, paper: PaperName = "a4", ink: Ink = "full",
    language: LanguageCode = "en", rules: Rules = True, flip: Flip = "long",
    printer: Printer = None, output: Folder = Path("output/watch"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print sheets again whenever a set or a picture is saved."""
    if find_spec("watchfiles") is None:
        options.failed("watch needs a package: pip install 'board-generator[watch]'")
    from generator import games

    _no_sheets((game, *context.args), games.names())
    options.one_of("GAME", game, games.names())
    settings = options.settings(paper, ink, language, rules=rules, flip=flip, printer=printer)
    contract = games.game(game)
    names = tuple(dict.fromkeys(sheet or _default_sheets(contract)))
    for name in names:
        options.one_of("--sheet", name, contract.sheet_names)
    if output.suffix.lower() == ".pdf":
        options.wrong_usage(f"--output {str(output)!r}: expected a folder, watch writes many files")
    values = {"sets": sets, "size": size, "players": players, "seed": seed, "sets_dir": sets_dir}
    request = requests.request(context, contract, "", values)
    _watch(request, names, settings, options.checked_output(output))


def _no_sheets(words: Sequence[str], names: Sequence[str]) -> None:
    """Wrong usage where sheets stand without `--sheet`, or a word follows the game."""
    from generator.games import game

    of_game = words[0] if words[0] in names else options.DEFAULT_GAME
    known = game(of_game).sheet_names
    if sheets := [word for word in words if word in known]:
        words_with_option = " ".join(f"--sheet {name}" for name in sheets)
        options.wrong_usage(f"sheets are named with --sheet: watch {of_game} {words_with_option}")
    if len(words) > 1:
        options.wrong_usage(f"{words[1]!r}: expected options only behind the game")


def _default_sheets(game: "AnyGame") -> list[str]:
    """The sheets that the game's own command prints."""
    return list(game.rolled_sheets) if game.is_bundle else list(game.rolled_sheets)[:1]


def _watch(request: "Request", names: tuple[str, ...], settings: "Settings", folder: Path) -> None:
    from generator.authoring.watch import run

    stop = _interruptible()
    with options.explained():
        try:
            run(request, names, settings, folder, stop)
        except KeyboardInterrupt:
            typer.echo()  # behind the ^C


def _interruptible() -> Event:
    """Is set when somebody interrupts: the exception alone is lost where Python happens to clean up
    behind a library. A command to end is an interrupt, too."""
    stop = Event()

    def interrupted(*_: object) -> None:
        stop.set()
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupted)
    return stop
