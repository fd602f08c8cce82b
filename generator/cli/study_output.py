"""What stats and playtest do with their figures: tables or JSON, CSV, a report with charts."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli import options

if TYPE_CHECKING:
    from generator.analysis.report import Publication, Report

Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="All figures as CSV.")]
HtmlReport = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE", help="A report with charts, to open in a browser."),
]
AsJson = Annotated[bool, typer.Option("--json", help="All figures as JSON instead of tables.")]


def check_report(report: Path | None) -> None:
    """Ends the run before long work, if a report could not be written behind it."""
    if report is None:
        return
    if report.suffix.lower() != ".html":
        options.wrong_usage(f"--report {str(report)!r}: expected the name of an .html file")
    options.require("vl_convert", "--report", "report")


def publish(
    publication: "Publication", csv: Path | None, report: Path | None, as_json: bool
) -> None:
    """Write the files that have a path; print tables or JSON, then the paths of the files."""
    paths = _write(publication, csv, report)
    if as_json:
        from generator.analysis.report import as_json as json_text

        typer.echo(json_text(publication.data))
    else:
        from rich.console import Console

        from generator.analysis import console

        console.show(
            publication.report,
            Console(width=None if sys.stdout.isatty() else console.DEFAULT_WIDTH),
        )
    for path in paths:
        typer.echo(path, err=as_json)


def _write(publication: "Publication", csv: Path | None, report: Path | None) -> list[Path]:
    """The paths of the files, which are written once all of them are complete."""
    from generator.core.files import write_atomically

    contents: list[tuple[Path, bytes]] = []
    if csv is not None:
        from generator.analysis.report import as_csv

        contents.append((csv, as_csv(publication.records, publication.columns).encode()))
    if report is not None:
        from generator.analysis.html_report import as_html

        contents.append((report, as_html(publication.report)))
    return [write_atomically(*content) for content in contents]


def write_report(report: "Report", path: Path) -> Path:
    """Write a report alone."""
    from generator.analysis.html_report import as_html
    from generator.core.files import write_atomically

    return write_atomically(path, as_html(report))
