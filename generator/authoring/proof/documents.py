"""Proofs as files.

Input: settings, the user's folders; for the proof of a set also a game and names of sets. Output: a
PDF on disk and a Report, whose warnings name what does not fit.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.authoring.proof import art_overview, art_pages, translation_pages
from generator.authoring.proof.content import (
    ArtKey,
    PrintedSheets,
    art_sides,
    min_text_sizes,
    printed_sheets,
    small_pieces,
)
from generator.core.errors import TextOverflowError
from generator.core.output import Output
from generator.core.resources import find_art
from generator.core.settings import Settings
from generator.games.base import AnyGame
from generator.games.parts import authoring_support
from generator.languages import languages, load_language
from generator.layout import proof_page
from generator.layout.page import Page
from generator.pdf.document import Contents, Report, document, write
from generator.schema.set_files import GameDefinition
from generator.schema.set_texts import overflow_at_source


def art_proof(settings: Settings, sets_dirs: Sequence[Path], output: Output) -> Report:
    """Print an overview of all art, the user's own first. Raises ArtError, OSError."""
    folders = tuple(art_overview.own_art_folders(sets_dirs))
    pages = art_overview.pages(folders, settings)
    title = load_language(settings.language_code).say("proof.title")
    path = output.path("proof.art" + settings.file_suffix())
    contents = Contents(title, _record(["art"], settings), art_dirs=folders)
    return write([document(pages, contents, settings, path)])


def set_proof(
    game: AnyGame,
    sets: Sequence[str],
    settings: Settings,
    sets_dirs: Sequence[Path],
    output: Output,
) -> Report:
    """Print what could go wrong on paper with sets that are played together. Raises
    DefinitionError, TextOverflowError, ArtError, OSError."""
    definition = game.load(sets, sets_dirs)
    keys = [loaded.key for loaded in definition.sets]
    name = ".".join(("proof", game.name, "+".join(keys)))
    path = output.path(name + settings.file_suffix())
    pages, problems = set_pages(game, definition, settings)
    title = f"Proof {game.name} {'+'.join(keys)}"
    record = _record([*keys, "--game", game.name], settings)
    contents = Contents(title, record, art_dirs=definition.art_dirs)
    proof = document(pages, contents, settings, path)
    return write([proof], warnings=tuple(f"does not fit: {problem}" for problem in problems))


def set_pages(
    game: AnyGame, definition: GameDefinition, settings: Settings
) -> tuple[list[Page], list[str]]:
    """The pages of a set's proof, and messages about what does not fit on the set's sheets. Raises
    DefinitionError for a text that fits no page of the proof."""
    try:
        return _set_pages(game, definition, settings)
    except TextOverflowError as error:
        support = authoring_support(game.name)
        # The texts of the set stand there in all languages.
        for code in dict.fromkeys((settings.language_code, *languages())):
            language = load_language(code)
            texts = support.printed_texts(definition, None, language)
            if located := overflow_at_source(error, definition, texts, language):
                raise located from None
        raise


def _set_pages(
    game: AnyGame, definition: GameDefinition, settings: Settings
) -> tuple[list[Page], list[str]]:
    game_pages, problems = game.proof_pages(definition, settings)
    sheets = printed_sheets(game, definition, settings)
    titles = [loaded.title for loaded in definition.sets]
    title = proof_page.title(game.name, titles, settings)
    sides = _sides(game, [*game_pages, *sheets.all_pages()], definition.art_dirs)
    pages = [*game_pages, *art_pages.pages(title, sides, settings)]
    if game.is_bundle:
        pieces = small_pieces(sheets.all_pages())
        pages += art_pages.piece_pages(title, pieces, settings)
    pages += translation_pages.pages(title, definition, _min_text_sizes(sheets), settings)
    return pages, [*problems, *sheets.problems]


def _min_text_sizes(sheets: PrintedSheets) -> Mapping[str, Mapping[str, float]]:
    return {code: min_text_sizes(pages) for code, pages in sheets.pages.items()}


def _sides(game: AnyGame, pages: Iterable[Page], art_dirs: Sequence[Path]) -> art_pages.Sides:
    """The sides at which the game's own art is printed, without white art, which no paper shows."""
    sides = art_sides(pages)
    keys = [key for key in sides if key[0].startswith(f"{game.name}/") and key[1] != "white"]
    folders = authoring_support(game.name).interchangeable_art

    def group(name: str) -> str:
        """What art that is printed at the same sizes has in common: the name, whatever the colour;
        the folder, where the roll decides which piece is printed."""
        folder = name.rpartition("/")[0]
        return folder if folder in folders else name

    sides_by_group: dict[str, set[float]] = {}
    for key in keys:
        sides_by_group.setdefault(group(key[0]), set()).update(sides[key])
    return {_without_unused_colour(key, art_dirs): sides_by_group[group(key[0])] for key in keys}


def _without_unused_colour(key: ArtKey, art_dirs: Sequence[Path]) -> ArtKey:
    """The key with the colour "ink" for art that looks the same in any colour."""
    name, colour = key
    file = find_art(name, art_dirs)
    return name, (colour if b"currentColor" in file.read_bytes() else "ink")


def _record(words: Sequence[str], settings: Settings) -> dict[str, Any]:
    options = ["--paper", settings.paper.name, "--language", settings.language_code]
    return {"command": ["proof", *words, *options], "games": []}
