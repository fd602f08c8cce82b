"""Statistics as a PDF.

Input: Results, settings, where to put it. Output: a PDF, ready to be written.
"""

from generator import games
from generator.analysis.results import Results
from generator.core.output import Output
from generator.core.request import Request
from generator.core.settings import Settings
from generator.games.sampling import statistics_of
from generator.languages import load_language
from generator.layout.report import report_pages
from generator.pdf.document import Contents, Document
from generator.pdf.document import document as make_document


def document(request: Request, results: Results, settings: Settings, output: Output) -> Document:
    """The report. Raises TextOverflowError, ArtError, OSError."""
    report = statistics_of(request.game).report(results, load_language(settings.language_code))
    pages = report_pages(report, settings.paper)
    names = "+".join(loaded.key for loaded in results.definition.sets)
    parts = ("stats", request.game, request.size, names, request.master_seed, f"x{request.count}")
    path = output.path(".".join(parts) + settings.file_suffix())
    title = f"Statistics {request.game} {names}"
    record = {"command": _command(request, results, settings), "games": []}
    contents = Contents(title, record, art_dirs=results.definition.art_dirs)
    return make_document(pages, contents, settings, path)


def _command(request: Request, results: Results, settings: Settings) -> list[str]:
    """The arguments that print it again, after `board-generator`."""
    sets = [loaded.key for loaded in results.definition.sets]
    words = ["stats", *sets, "--game", request.game]
    words += games.game(request.game).size_words(request.size, request.players)
    words += ["--seed", request.master_seed, "--seeds", str(request.count), "--output", "output"]
    words += ["--paper", settings.paper.name, "--ink", settings.ink]
    return [*words, "--language", settings.language_code]
