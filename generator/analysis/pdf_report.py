"""Statistics as a PDF.

Input: Figures, settings, where to put it. Output: a PDF and its path.
"""

from generator import games
from generator.analysis.collect import Asked, statistics
from generator.analysis.figures import Figures
from generator.core.output import Output
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout.report import report_pages
from generator.pdf.document import Contents, Document
from generator.pdf.document import document as make_document


def document(asked: Asked, figures: Figures, settings: Settings, output: Output) -> Document:
    """The report, ready to be written. Raises TextOverflowError, ArtError, OSError."""
    report = statistics(asked.game).report(figures, load_language(settings.language_code))
    pages = report_pages(report, settings.paper)
    names = "+".join(chosen.key for chosen in figures.definition.sets)
    parts = ("stats", asked.game, asked.size, names, asked.seed, f"x{asked.seeds}")
    path = output.path(".".join(parts) + settings.file_suffix())
    title = f"Statistics {asked.game} {names}"
    record = {"command": _command(asked, figures, settings), "games": []}
    contents = Contents(title, record, art_dirs=figures.definition.art_dirs)
    return make_document(pages, contents, settings, path)


def _command(asked: Asked, figures: Figures, settings: Settings) -> list[str]:
    """The words that print it again, after `board-generator`."""
    sets = [chosen.key for chosen in figures.definition.sets]
    words = ["stats", *sets, "--game", asked.game]
    words += games.game(asked.game).options(asked.size, asked.players)
    words += ["--seed", asked.seed, "--seeds", str(asked.seeds), "--output", "output"]
    words += ["--paper", settings.paper.name, "--ink", settings.ink]
    return [*words, "--language", settings.language_code]
