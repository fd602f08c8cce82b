"""Statistics as a PDF.

Input: Figures, settings, where to put it. Output: a file on disk.
"""

from pathlib import Path

from generator import build, games
from generator.desk.stats.base import Figures
from generator.desk.stats.collect import Asked, statistics
from generator.games.base import Settings
from generator.layout.report import report_pages
from generator.press.files import write_atomically


def printed(asked: Asked, figures: Figures, settings: Settings, output: Path) -> Path:
    """Writes the report and tells where. Raises TextTooLong, BadArt, OSError."""
    report = statistics(asked.game).report(figures, settings.language)
    pages = report_pages(report, settings.paper)
    names = "+".join(chosen.key for chosen in figures.definition.sets)
    parts = ("stats", asked.game, asked.size, names, asked.seed, f"x{asked.seeds}")
    path = build.output_path(output, ".".join(parts) + build.unusual(settings))
    title = f"Statistics {asked.game} {names}"
    record = {"command": _command(asked, figures, settings), "games": []}
    art_dirs = figures.definition.art_dirs
    document = build.document(pages, title, settings, art_dirs, path, record)
    return write_atomically(document.path, document.content)


def _command(asked: Asked, figures: Figures, settings: Settings) -> list[str]:
    """The words that print it again, after `board-generator`."""
    sets = [chosen.key for chosen in figures.definition.sets]
    words = ["stats", *sets, "--game", asked.game]
    words += games.game(asked.game).options(asked.size, asked.players)
    words += ["--seed", asked.seed, "--seeds", str(asked.seeds), "--output", "output"]
    words += ["--paper", settings.paper.name, "--ink", settings.ink]
    return [*words, "--language", settings.language.code]
