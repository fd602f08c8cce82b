"""What the commands share: options, the requests that they make, explained mistakes."""

import copy
import inspect
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from generator import games
from generator.core import errors, workers
from generator.core.files import Output
from generator.core.game_id import GameId, parse
from generator.core.request import SEARCHES, Request, SeedRange
from generator.core.seeds import canonical_seed, made_up_seed
from generator.core.settings import EVERYWHERE, OPTIONS, Settings, check_choice
from generator.core.workers import StartWorkers

if TYPE_CHECKING:
    from generator.games.base import Game
    from generator.printing.printer import Printer as Profile

NO_PRINTER = "none"
GAME_NAMES = f"{', '.join(games.names()[:-1])} or {games.names()[-1]}"
DEFAULT_GAME = "magnetmen"
WHAT, LOOK, WHERE = "What", "How it looks", "Where"  # the groups of the help


class Number(click.ParamType[float]):
    name = "number"

    def __init__(self, least: float, most: float | None = None, kind: type = int):
        self.least, self.most, self.kind = least, most, kind

    def convert(self, value: Any, _parameter: Any, _context: Any) -> Any:
        try:
            number = self.kind(value)
        except ValueError:
            words = "a whole number" if self.kind is int else "a number"
            self.fail(f"expected {words}, found {value or 'nothing'}")
        if number < self.least:
            self.fail(f"expected at least {self.least:,}, found {value}")
        if self.most is not None and not number <= self.most:  # nor NaN
            self.fail(f"expected at most {self.most:,}, found {value}")
        return number


class Option(click.Option):
    """An option that the help shows in a group, with its default if it has one; a flag if it has
    neither a metavar nor two names with a slash."""

    def __init__(
        self,
        names: str,
        metavar: str,
        about: str,
        default: Any = None,
        kind: Any = None,
        group: str = WHAT,
        multiple: bool = False,
    ):
        self.group = group
        more = {} if multiple or default is None else {"default": default}
        super().__init__(
            names.split(),
            metavar=metavar or None,
            help=about,
            type=kind,
            multiple=multiple,
            is_flag=None if metavar else True,
            show_default=bool(default),
            **more,
        )

    def copy(self, about: str = "", **changes: Any) -> "Option":
        other = copy.copy(self)
        vars(other).update(changes, help=about or self.help)
        if "default" in changes:
            other.show_default = bool(other.default)
        return other


SETTINGS = {
    name: Option(
        f"--{name}/--no-{name}" if isinstance(each.default, bool) else f"--{name}",
        each.metavar,
        each.help,
        f"{each.default:g}" if isinstance(each.default, float) else each.default,
        group=LOOK,
    )
    for name, each in OPTIONS.items()
}
"""The options of settings; their texts are read together, see settings below."""
LOOK_OPTIONS = tuple(SETTINGS[name] for name in EVERYWHERE)
PLAYERS, MANY = Number(1), Number(1, 100_000)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)

SETS = Option("--set sets", "NAME", "A set to use; repeat for more.", multiple=True)
SIZE = Option("--size", "NAME", "A size; basic or factions for Metals.")
PLAYER_COUNT = Option("--players", "N", "How many players.", kind=PLAYERS)
SEED = Option("--seed", "TEXT", "Same seed, same sheet. [default: made up]")
COUNT = Option("--count", "N", "How many, each from a seed of its own, in one PDF.", 1, MANY)
SHEET = Option("--sheet", "NAME", "One sheet only. [default: each, and one file of all]", "")
ID = Option("--id game_ids", "GAME-ID", "Print the game with this ID again.", multiple=True)
PLAYTEST_HELP = "Print the board or map of a seed that plays best."
PLAYTEST = Option("--playtest/--no-playtest", "", PLAYTEST_HELP, True)
SEARCH_HELP = "How long to look for it: quick (2 s), usual (3 s) or thorough (20 s)."
SEARCH = Option("--search", "NAME", SEARCH_HELP, "usual")
CUT_HELP = "Write cut files too: svg or dxf; repeat for both."
CUT = Option("--cut", "FORMAT", CUT_HELP, multiple=True, group=LOOK)
Place = partial(Option, group=WHERE)
PRINTER = Place("--printer", "FILE", "A printer's profile, or none. [default: printer.yaml]")
OUTPUT = Place("--output", "FILE-or-FOLDER", "A .pdf file, or the folder for it.", "output", Path)
FOLDER = OUTPUT.copy(metavar="FOLDER", about="The folder for the files.")
SETS_DIR = Place("--sets-dir", "FOLDER", "Your own sets; they win over shipped ones.", kind=Path)
PLACES = (PRINTER, OUTPUT, SETS_DIR)
JOBS = Option("--jobs", "N", "Processes. [default: one a core]", kind=Number(1))
SCHEDULER = Option("--scheduler", "ADDRESS", "Work on this Dask cluster.")
QUIET = Option("--quiet", "", "Print failures and paths only.")
GAME = click.Argument(["game"], metavar="[GAME]", help=f"{GAME_NAMES}.", default=DEFAULT_GAME)


class Command(click.Command):
    """A command that explains mistakes, with its options in groups. Its function gets `settings` in
    place of the options that make them, and `sets_dirs`, absolute folders, for --sets-dir."""

    def __init__(self, name: str, function: Callable[..., None], parameters: Any, about: str):
        super().__init__(name, params=[*parameters], callback=function, help=about)
        self.details = about
        self.takes = inspect.signature(function).parameters

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        typed = Counter(word.partition("=")[0] for word in args)
        for option in self.params:
            is_once = isinstance(option, click.Option) and not (option.multiple or option.is_flag)
            if is_once and sum(typed[name] for name in option.opts) > 1:
                wrong_usage(f"{option.opts[0]} is there more than once")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        values = ctx.params
        try:
            if "settings" in self.takes:
                looks = {name: values.pop(name) for name in OPTIONS if name in values}
                values["settings"] = settings(values.pop("printer", NO_PRINTER), **looks)
            if "sets_dir" in values and "sets_dir" not in self.takes:
                folder = values.pop("sets_dir")
                if folder and not folder.is_dir():
                    wrong_usage(f"--sets-dir {str(folder)!r}: no such folder")
                # As other processes find it.
                values["sets_dirs"] = (folder.absolute(),) if folder else ()
            return super().invoke(ctx)
        except (errors.OptionError, errors.SeedError) as error:
            wrong_usage(str(error))
        except errors.EXPECTED_ERRORS as error:
            if isinstance(error, OSError) and error.strerror:
                failed(": ".join(map(str, filter(None, (error.filename, error.strerror)))))
            failed(str(error))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            # Arguments have a section of their own.
            is_option = isinstance(parameter, click.Option)
            if is_option and (record := parameter.get_help_record(ctx)):
                groups.setdefault(getattr(parameter, "group", WHAT), []).append(record)
        for group in (WHAT, LOOK, WHERE):
            if records := groups.get(group):
                with formatter.section(group if len(groups) > 1 else "Options"):
                    formatter.write_dl(records)


def command(*parameters: click.Parameter) -> Callable[[Callable[..., None]], Command]:
    """Makes a command of a function with these parameters. app.py has its name and what it does;
    its docstring is what else its help says."""
    return lambda function: Command("", function, parameters, inspect.getdoc(function) or "")


def settings(printer: str | None = NO_PRINTER, **values: str | float | bool) -> Settings:
    """How the sheets shall look: options of core/settings.py by their names. printer is a profile's
    file, or None for the usual one."""
    from generator.languages import load_language

    plain = Settings().with_options(values, "--")
    load_language(plain.language_code)  # so that a broken file of wording is reported at once
    for option in plain.idle_options():
        wrong_usage(f"--{option.name} needs --{option.needs}")
    return fitted(plain, profile(printer))


def fitted(plain: Settings, profile: "Profile | None") -> Settings:
    if profile is None:
        return plain
    offset, paper = profile.unscaled_back_offset, profile.adapt(plain.printed_paper)
    whole = replace(plain, back_offset=offset, fitted=True)
    return replace(whole, tile=paper) if plain.tile else replace(whole, paper=paper)


def profile(printer: str | None, quiet: bool = False) -> "Profile | None":
    """The profile in a file, or in the usual one if there is one."""
    file = Path(printer or "printer.yaml")  # in the folder where the program is run
    if printer == NO_PRINTER or (printer is None and not file.is_file()):
        return None
    from generator.printing.printer import read

    if not file.is_file():
        wrong_usage(f"--printer {printer!r}: no such file")
    result = read(file)
    if not quiet:
        click.echo(f"fitted to {file} (--printer none leaves it out)", err=True)
    return result


one_of = check_choice


def request(game: "Game", sheet: str, values: Mapping[str, Any]) -> Request:
    """What to roll, from the values of a command's options (Any: of any type); an ID stands for all
    of it. Of a sheet that needs no roll, the seed picks the examples."""
    sets, seed, sets_dirs = tuple(values["sets"] or ()), values.get("seed"), values["sets_dirs"]
    if sheet in game.definition_sheets:
        seed = canonical_seed(seed) if seed and sheet == game.rules_sheet else ""
        sets = sets or game.catalogue.shipped
        return Request(game.name, sets, "", 0, (seed,), sheet, sets_dirs=sets_dirs)
    playtest = bool(values.get("playtest")) and game.playtest is not None
    if texts := values.get("game_ids"):
        # Naming something that an ID says already is a slip.
        for option in click.get_current_context().command.params:
            name = option.name or ""
            if name in ("sets", "size", "players", "form", "seed", "count") and is_typed(name):
                wrong_usage(f"{option.opts[0]} cannot be combined with --id, which already says it")
        if is_typed("search"):
            wrong_usage("--search cannot be combined with --id, whose board is not searched for")
        first, *others = ids = [parsed_id(text) for text in texts]
        if first.game != game.name:
            wrong_usage(f"--id {texts[0]!r} is of the game {first.game!r}, expected {game.name}")
        for game_id in others:
            if replace(game_id, seed=first.seed) != first:
                wrong_usage(f"--id '{game_id}': expected an ID like {first} but for its seed")
        one = Request.of_game_id(first, sheet, playtest, sets_dirs)
        return replace(one, game_ids=tuple(ids), seeds=tuple(each.seed for each in ids))
    search, count = values.get("search", "usual").lower(), values.get("count", 1)
    check_choice("--search", search, SEARCHES)
    if is_typed("search") and not playtest:
        wrong_usage("--search needs the playtest, which chooses the board")
    seed = made_up_seed() if seed is None else canonical_seed(seed)
    size = (values.get("size") or game.default_size).lower()
    players = values.get("players") or game.default_players
    seeds = (seed,) if count == 1 else SeedRange(seed, 1, count)
    case = sets or game.default_sets, size, players, seeds, sheet
    return Request(game.name, *case, playtest=playtest, sets_dirs=sets_dirs, search=search)


def parsed_id(text: str) -> GameId:
    try:
        game_id = parse(text)
    except (errors.GameIdError, errors.SeedError) as error:
        wrong_usage(str(error))
    is_known = game_id.game in games.names()
    if "+" in game_id.seed and is_known and games.game(game_id.game).playtest is None:
        wrong_usage(f"{text!r} is not an ID of {game_id.game}, whose seeds have no '+'")
    return game_id


def checked_output(output: Path, cut_formats: Sequence[str] = ()) -> Output:
    """A PDF's name or a folder; anything else is a slip, not a wish for an odd folder."""
    try:
        output = output.expanduser()
    except RuntimeError:
        wrong_usage(f"--output {str(output)!r}: there is no such home folder")
    if output.suffix and output.suffix.lower() != ".pdf" and not output.is_dir():
        wrong_usage(f"--output {str(output)!r}: expected the name of a .pdf file, or a folder")
    return Output.at(output, tuple(cut_formats))


def checked_folder(output: Path, why: str) -> Path:
    place = checked_output(output)
    if place.file_name or output.is_file():
        wrong_usage(f"--output {str(output)!r}: expected a folder, {why}")
    return place.folder


@contextmanager
def stoppable(advice: str) -> Iterator[None]:
    """Ctrl-C and kill end in one line, which says how to go on."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except KeyboardInterrupt:
        failed(f"stopped; {advice}")
    finally:
        signal.signal(signal.SIGTERM, before)


def prepare_playtest(game: str, quiet: bool = False, slow: str = "") -> None:
    """What the user should know before programs play a game, and what they need, prepared once
    before several processes would. `slow` replaces the notice where numba is missing."""
    if programs := games.game(game).programs:
        from generator.play import kernel

        tell = (lambda notice: None) if quiet else partial(click.echo, err=True)
        kernel.prepare(programs.engine(), tell, slow)


def worker_starter(jobs: int | None, scheduler: str | None = None) -> Callable[[int], StartWorkers]:
    """Starts workers for so many tasks: on a cluster, or as many processes as --jobs says."""
    if scheduler is None:
        return lambda tasks: partial(workers.local, max(1, min(jobs or workers.cores(), tasks)))
    if jobs is not None:
        wrong_usage("--jobs cannot be combined with --scheduler, whose workers count")
    require("distributed", "--scheduler", "cluster")
    return lambda tasks: partial(workers.connect, scheduler)


def require(package: str, option: str, extra: str) -> None:
    """Ends the run unless the package that an option needs is installed; extra brings it."""
    if find_spec(package) is None:
        failed(f"{option} needs {package}: pip install '.[{extra}]' in the project's folder")


def failed(message: str) -> NoReturn:
    """Something in the files or the request does not work."""
    click.echo(message, err=True)
    raise click.exceptions.Exit(1)


def wrong_usage(message: str) -> NoReturn:
    """The command was not typed as it can be."""
    click.echo(f"Error: {message}", err=True)
    raise click.exceptions.Exit(2)


def is_typed(name: str) -> bool:
    source = click.get_current_context().get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
