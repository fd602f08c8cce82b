"""Write the findings of a study to files: the report as a PDF, all numbers as CSV.

Input: Findings, settings, where to write. Output: paths.
"""

from collections.abc import Iterable
from pathlib import Path

from generator.core.files import write_atomically
from generator.core.output import Output
from generator.core.settings import Settings
from generator.games.magnetmen.playtest import export
from generator.games.magnetmen.playtest.findings import Findings
from generator.games.magnetmen.playtest.report import report
from generator.games.magnetmen.playtest.study import changed_readings
from generator.languages import load_language
from generator.layout.report import report_pages
from generator.pdf.document import Contents, Document
from generator.pdf.document import document as make_document


def write_files(
    findings: Findings, settings: Settings, csv: Path | None, output: Output | None
) -> list[Path]:
    """Write the files that have a path, once all of them are complete.

    Raises TextOverflowError, ArtError, OSError.
    """
    contents: list[tuple[Path, bytes]] = []
    if csv is not None:
        contents.append((csv, export.as_csv(findings).encode()))
    if output is not None:
        pdf = document(findings, settings, output)
        contents.append((pdf.path, pdf.content))
    return [write_atomically(*each) for each in contents]


def document(findings: Findings, settings: Settings, output: Output) -> Document:
    """The report, ready to be written."""
    study = findings.summary.sample.study
    sizes, players = (dict.fromkeys(each) for each in zip(*study.cases, strict=True))
    parts = ("playtest", "+".join(sizes), "+".join(study.sets), "+".join(map(str, players)))
    name = ".".join((*parts, study.seed, f"x{study.rolls}")) + settings.file_suffix()
    pages = report_pages(report(findings, load_language(settings.language_code)), settings.paper)
    path = output.path(name)
    title = f"Playtest magnetmen {'+'.join(study.sets)}"
    record = {"command": _command(findings, settings), "games": []}
    art_dirs = findings.summary.sample.definition.art_dirs
    return make_document(pages, Contents(title, record, art_dirs=art_dirs), settings, path)


def _command(findings: Findings, settings: Settings) -> list[str]:
    """The words after `board-generator` that print the report again."""
    study, player = findings.summary.sample.study, findings.summary.sample.player
    readings = changed_readings(study.options).items()
    repeated: tuple[tuple[str, Iterable[str]], ...] = (
        ("--set", study.sets),
        ("--size", dict.fromkeys(case.size for case in study.cases)),
        ("--players", dict.fromkeys(str(case.players) for case in study.cases)),
        ("--option", (f"{name}={value}".lower() for name, value in readings)),
    )
    words = ["playtest"]
    for option, values in repeated:
        words += [word for value in values for word in (option, value)]
    words += ["--rolls", str(study.rolls), "--games", str(study.games), "--seed", study.seed]
    words += ["--player"]
    words += [f"{player.candidates}x{player.playouts}" if player.searches else player.kind]
    words += ["--against", findings.baseline_name] if findings.baseline_name else []
    words += ["--output", "output", "--paper", settings.paper.name, "--ink", settings.ink]
    return [*words, "--language", settings.language_code]
