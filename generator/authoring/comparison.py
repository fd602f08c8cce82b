"""Two rolls of one seed side by side, by two versions of a set, as a PDF."""

from generator import games
from generator.authoring.diff import Versions, max_players
from generator.core.output import Output
from generator.core.settings import Settings
from generator.games.parts import authoring_support
from generator.pdf.document import Contents, Report, document, write


def print_comparison(
    versions: Versions, seed: str, size: str, settings: Settings, output: Output
) -> Report:
    """Print the page of a game that has one. Raises RollError, TextOverflowError, ArtError,
    OSError."""
    old, new = versions
    game = games.game(new.version.game)
    players = max_players(game, new.definition, size)
    old_roll, new_roll = (
        game.roll(version.definition, size, players, seed) for version in versions
    )
    labels = old.version.label, new.version.label
    support = authoring_support(game.name)
    page = support.comparison_page(old_roll, new_roll, labels, seed, settings)
    folders = (*new.definition.art_dirs, *old.definition.art_dirs)
    path = output.path(f"diff.{new.version.name}.{size}.{seed}{settings.file_suffix()}")
    title = f"Two boards of {new.version.name} {seed}"
    words = ["diff", *labels, "--sheet", seed, "--size", size]
    contents = Contents(title, {"command": words, "games": []}, art_dirs=folders)
    return write([document([page], contents, settings, path)])
