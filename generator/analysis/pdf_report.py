"""Statistics as a PDF.

Input: Figures, settings, where to put it. Output: a PDF and its path.
"""

from pathlib import Path

from generator import games
from generator.analysis.collect import Asked, statistics
from generator.analysis.figures import Figures
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout.report import report_pages
from generator.printing import build


def document(asked: Asked, figures: Figures, settings: Settings, output: Path) -> build.Document:
    """The report, ready to be written. Raises TextOverflowError, ArtError, OSError."""
    report = statistics(asked.game).report(figures, load_language(settings.language_code))
    pages = report_pages(report, settings.paper)
    names = "+".join(chosen.key for chosen in figures.definition.sets)
    parts = ("stats", asked.game, asked.size, names, asked.seed, f"x{asked.seeds}")
    path = build.output_path(output, ".".join(parts) + build.non_default_suffix(settings))
    title = f"Statistics {asked.game} {names}"
    record = {"command": _command(asked, figures, settings), "games": []}
    art_dirs = figures.definition.art_dirs
    return build.document(pages, title, settings, art_dirs, path, record)


def _command(asked: Asked, figures: Figures, settings: Settings) -> list[str]:
    """The words that print it again, after `board-generator`."""
    sets = [chosen.key for chosen in figures.definition.sets]
    words = ["stats", *sets, "--game", asked.game]
    words += games.game(asked.game).options(asked.size, asked.players)
    words += ["--seed", asked.seed, "--seeds", str(asked.seeds), "--output", "output"]
    words += ["--paper", settings.paper.name, "--ink", settings.ink]
    return [*words, "--language", settings.language_code]
