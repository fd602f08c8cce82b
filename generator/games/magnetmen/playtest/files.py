"""The files of a workshop: the report as a PDF, and all figures as CSV.

Input: Findings, settings, where to put them. Output: their paths.
"""

from pathlib import Path

from generator.core.files import write_atomically
from generator.core.output import Output
from generator.core.settings import Settings
from generator.games.magnetmen.playtest import export
from generator.games.magnetmen.playtest.findings import Findings
from generator.games.magnetmen.playtest.report import report
from generator.games.magnetmen.playtest.study import changed
from generator.languages import load_language
from generator.layout.report import report_pages
from generator.pdf.document import Contents, Document
from generator.pdf.document import document as make_document


def files(
    findings: Findings, settings: Settings, csv: Path | None, output: Output | None
) -> list[Path]:
    """Written only when all are made. Raises TextOverflowError, ArtError, OSError."""
    contents: list[tuple[Path, bytes]] = []
    if csv is not None:
        contents.append((csv, export.as_csv(findings).encode()))
    if output is not None:
        made = document(findings, settings, output)
        contents.append((made.path, made.content))
    return [write_atomically(*each) for each in contents]


def document(findings: Findings, settings: Settings, output: Output) -> Document:
    """The report, ready to be written."""
    asked = findings.found.played.asked
    sizes, players = (dict.fromkeys(each) for each in zip(*asked.cases, strict=True))
    parts = ("playtest", "+".join(sizes), "+".join(asked.sets), "+".join(map(str, players)))
    name = ".".join((*parts, asked.seed, f"x{asked.rolls}")) + settings.file_suffix()
    pages = report_pages(report(findings, load_language(settings.language_code)), settings.paper)
    path = output.path(name)
    title = f"Playtest magnetmen {'+'.join(asked.sets)}"
    record = {"command": _command(findings, settings), "games": []}
    art_dirs = findings.found.played.definition.art_dirs
    return make_document(pages, Contents(title, record, art_dirs=art_dirs), settings, path)


def _command(findings: Findings, settings: Settings) -> list[str]:
    """The words that print it again, after `board-generator`."""
    played = findings.found.played
    asked = played.asked
    sizes, players = (dict.fromkeys(each) for each in zip(*asked.cases, strict=True))
    who = played.player
    words = ["playtest"]
    for option, values in (
        ("--set", asked.sets),
        ("--size", sizes),
        ("--players", map(str, players)),
        ("--option", (f"{name}={value}".lower() for name, value in changed(asked.options).items())),
    ):
        words += [word for value in values for word in (option, value)]
    words += ["--rolls", str(asked.rolls), "--games", str(asked.games), "--seed", asked.seed]
    words += ["--player", f"{who.candidates}x{who.playouts}" if who.searches else who.kind]
    words += ["--against", findings.against] if findings.against else []
    words += ["--output", "output", "--paper", settings.paper.name, "--ink", settings.ink]
    return [*words, "--language", settings.language_code]
