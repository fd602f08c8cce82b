"""The command `diff`; app.py puts it beside the others.

Input: two versions of a set, as typed. Output: what differs on standard output, as text or JSON;
behind it the paths of files: with --report a page with charts, with --sheet a PDF. Exit code 1 for
files that cannot be compared, 2 for wrong usage.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli import options
from generator.cli.options import Ink, LanguageCode, Output, PaperName, SetsDir
from generator.cli.study_output import HtmlReport, check_report, write_report

if TYPE_CHECKING:
    from generator.authoring.revisions import Version

Old = Annotated[
    str, typer.Argument(metavar="OLD", help="FILE or REVISION:FILE; with --set a REVISION.")
]
New = Annotated[
    str | None, typer.Argument(metavar="[NEW]", help="The same. [default: the file as it is now]")
]
OneSet = Annotated[
    str | None, typer.Option("--set", metavar="NAME", help="The set, or GAME/NAME, by its name.")
]
Seeds = Annotated[
    int, typer.Option(metavar="N", min=1, max=10_000, help="How many seeds to compare.")
]
Sheet = Annotated[
    str | None, typer.Option("--sheet", metavar="SEED", help="Print both boards of a seed.")
]
Size = Annotated[
    str | None, typer.Option(metavar="NAME", help="The size of the boards to compare.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def diff(
    old: Old, new: New = None, sets: OneSet = None, seeds: Seeds = 200, sheet: Sheet = None,
    size: Size = None, as_json: AsJson = False, report: HtmlReport = None,
    paper: PaperName = "a4", ink: Ink = "full", language: LanguageCode = "en",
    output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Compare two versions of a set: files, or revisions of git."""
    from generator import games
    from generator.authoring import diff as versions
    from generator.authoring import diff_report
    from generator.core.output import Output as OutputPlace
    from generator.games.parts import authoring_support

    check_report(report)
    folders, settings = options.folders(sets_dir), options.settings(paper, ink, language)
    seed = options.canonical(sheet) if sheet is not None else ""
    target = OutputPlace.at(options.checked_output(output))
    with _explained():
        first, second = _versions(old, new, sets, folders)
        game = games.game(second.game)
        if seed and not authoring_support(game.name).has_comparison_page:
            options.wrong_usage(f"--sheet: {game.name} has no boards to print side by side")
        with versions.loaded(first, second, folders) as pair:
            size = (size or versions.default_size(*pair)).lower()
            seed_list = [f"diff-{number}" for number in range(1, seeds + 1)]
            difference = diff_report.compare(pair, seed_list, size)
            as_words = diff_report.as_json if as_json else diff_report.as_text
            typer.echo(as_words(difference))
            if report is not None:
                typer.echo(write_report(diff_report.as_report(difference), report), err=as_json)
            if seed:
                from generator.authoring.comparison import print_comparison

                options.show_report(print_comparison(pair, seed, size, settings, target))


def _versions(
    old: str, new: str | None, set_name: str | None, folders: tuple[Path, ...]
) -> tuple["Version", "Version"]:
    from generator.authoring import revisions

    if set_name is not None:
        path = _path_of(set_name, folders)
        where, file = path.absolute().parent, f"./{path.name}"
        first = revisions.in_git(old, file, where)
        return first, revisions.in_git(new, file, where) if new else revisions.on_disk(path)
    first = revisions.parse_version(old)
    if new is not None:
        return first, revisions.parse_version(new)
    now = revisions.path_on_disk(old)
    if now is None:
        options.wrong_usage(f"{old} is compared with nothing, expected a second file")
    return first, revisions.on_disk(now)


@contextmanager
def _explained() -> Iterator[None]:
    """As options.explained, also for a version that is not there."""
    from generator.core.errors import RevisionError

    with options.explained():
        try:
            yield
        except RevisionError as error:
            options.failed(str(error))


def _path_of(name: str, folders: tuple[Path, ...]) -> Path:
    """The file of a set by its name or GAME/NAME, in whichever game there is one."""
    from generator import games

    game, _, key = name.rpartition("/")
    if game:
        options.one_of("--set", game, games.names())
    matches: dict[Path, str] = {}
    for each in games.names():
        catalogue = games.game(each).catalogue
        if game in ("", each) and key in catalogue.available(folders):
            matches.setdefault(catalogue.find(key, folders), f"{each}/{key}")
    if len(matches) > 1:
        choices = ", ".join(matches.values())
        options.wrong_usage(f"--set {name!r}: several games have one, expected one of {choices}")
    for path in matches:
        return path
    catalogue = games.game(game or options.DEFAULT_GAME).catalogue
    return catalogue.find(key, folders)  # raises, with near names
