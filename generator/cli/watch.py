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

from generator.cli import options
from generator.cli.options import Flip, Ink, LanguageCode, PaperName, Printer, Rules, SetsDir

if TYPE_CHECKING:
    from generator.games.base import Game

Watched = Annotated[str, typer.Argument(metavar="GAME", help="magnetmen, metals, quads or discs.")]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME", help="A set to use; repeat for more."),
]
Size = Annotated[str | None, typer.Option(metavar="NAME", help="A size, or metals' factions.")]
Players = Annotated[int | None, typer.Option(metavar="N", min=1, help="How many players.")]
Seed = Annotated[
    str | None, typer.Option(metavar="TEXT", help="The seed to begin with. [default: made up]")
]
SheetNames = Annotated[
    list[str] | None,
    typer.Option("--sheet", metavar="NAME", help="A sheet to make; repeat for more."),
]
Folder = Annotated[Path, typer.Option(metavar="FOLDER", help="Where the sheets go.")]


def watch(
    context: typer.Context,
    game: Watched = "magnetmen", sets: Sets = None, size: Size = None, players: Players = None,
    seed: Seed = None, sheet: SheetNames = None, paper: PaperName = "a4", ink: Ink = "full",
    language: LanguageCode = "en", rules: Rules = True, flip: Flip = "long",
    printer: Printer = None, output: Folder = Path("output/watch"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Make sheets anew, as PDF and PNG, whenever a set or a picture is saved."""
    if find_spec("watchfiles") is None:
        options.failed("watch needs a package: pip install 'board-generator[watch]'")
    from generator import games

    _no_sheets((game, *context.args), games.NAMES)
    options.one_of("GAME", game, games.NAMES)
    looks = options.settings(paper, ink, language, rules=rules, flip=flip, printer=printer)
    chosen = games.game(game)
    names = tuple(dict.fromkeys(sheet or _usual(chosen)))
    for name in names:
        options.one_of("--sheet", name, (*chosen.rolled_sheets, *chosen.definition_sheets))
    if output.suffix.lower() == ".pdf":
        options.wrong_usage(f"--output {str(output)!r}: expected a folder, watch writes many files")
    asked = tuple(sets or chosen.standard), size, players, seed
    _watch(chosen, names, asked, looks, options.folders(sets_dir), options.checked_output(output))


def _no_sheets(words: Sequence[str], names: Sequence[str]) -> None:
    """Wrong usage where sheets stand without `--sheet`, or a word follows the game."""
    from generator.games import game

    of_game = words[0] if words[0] in names else "magnetmen"
    chosen = game(of_game)
    known = (*chosen.rolled_sheets, *chosen.definition_sheets)
    if sheets := [word for word in words if word in known]:
        typed = " ".join(f"--sheet {name}" for name in sheets)
        options.wrong_usage(f"sheets are named with --sheet: watch {of_game} {typed}")
    if len(words) > 1:
        options.wrong_usage(f"{words[1]!r}: expected options only behind the game")


def _usual(game: "Game") -> list[str]:
    """The sheets that the game's own command prints."""
    return list(game.rolled_sheets) if game.bundled else list(game.rolled_sheets)[:1]


def _watch(game: "Game", sheets: tuple[str, ...], asked, looks, sets_dirs, folder: Path) -> None:
    from generator.authoring.watch import run
    from generator.authoring.watch_keys import Keys
    from generator.authoring.watch_sheets import WatchedSheets, WatchRequest
    from generator.core.seeds import made_up_seed
    from generator.printing.rolling import Request

    sets, size, players, seed = asked
    seed = options.canonical(seed) if seed is not None else made_up_seed()
    request = Request(sets, (size or game.size).lower(), players or game.players, seed)
    stop = _interruptible()
    with options.explained():
        try:
            with Keys() as keys:
                watched = WatchRequest(game, sheets, request, looks, sets_dirs, folder)
                run(WatchedSheets(watched), keys, stop)
        except KeyboardInterrupt:
            typer.echo()  # behind the ^C


def _interruptible() -> Event:
    """Is set when somebody interrupts: the exception alone is lost where Python happens to clean up
    behind a library. A command to end is an interrupt, too: the terminal is put right first."""
    stop = Event()

    def interrupted(*_: object) -> None:
        stop.set()
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupted)
    return stop
