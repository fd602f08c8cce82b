"""Proofs as files.

Input: settings, the user's folders, for the proof of a set also a game and names of sets. Output:
a PDF on disk and a Report, whose warnings tell what does not fit.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.authoring.proof import art, frame, pictures, translations
from generator.authoring.proof.content import Printed, faces, printed, sides, texts
from generator.authoring.text_places import located
from generator.core.errors import TextOverflowError
from generator.core.output import Output
from generator.core.resources import find_art
from generator.core.settings import Settings
from generator.games.base import Game
from generator.languages import languages, load_language
from generator.layout.page import Page
from generator.pdf.document import Contents, Report, document, write

# Folders of art of which any piece may be printed where another is: the roll says which.
_BY_CHANCE = ("magnetmen", "magnetmen/symbols")


def art_proof(settings: Settings, sets_dirs: Sequence[Path], output: Output) -> Report:
    """Contact sheets of all art, the user's own first. Raises ArtError, OSError."""
    folders = tuple(art.own_art(sets_dirs))
    pages = art.pages(folders, settings)
    title = load_language(settings.language_code).say("proof.title")
    path = output.path("proof.art" + settings.file_suffix())
    contents = Contents(title, _record(["art"], settings), art_dirs=folders)
    return write([document(pages, contents, settings, path)])


def set_proof(
    game: Game, sets: Sequence[str], settings: Settings, sets_dirs: Sequence[Path], output: Output
) -> Report:
    """What could go wrong on paper with sets that are played together. Raises DefinitionError,
    TextOverflowError, ArtError, OSError."""
    definition = game.load(sets, sets_dirs)
    keys = [chosen.key for chosen in definition.sets]
    path = output.path(".".join(("proof", game.name, "+".join(keys))) + settings.file_suffix())
    pages, problems = set_pages(game, definition, settings)
    title = f"Proof {game.name} {'+'.join(keys)}"
    record = _record([*keys, "--game", game.name], settings)
    contents = Contents(title, record, art_dirs=definition.art_dirs)
    made = document(pages, contents, settings, path)
    return write([made], warnings=tuple(f"does not fit: {problem}" for problem in problems))


def set_pages(game: Game, definition: Any, settings: Settings) -> tuple[list[Page], list[str]]:
    """The pages of a set's proof, and words for what does not fit on the set's sheets. Raises
    DefinitionError for a text that fits no page of the proof."""
    try:
        return _set_pages(game, definition, settings)
    except TextOverflowError as error:
        # The names of the set stand there in all languages.
        codes = dict.fromkeys((settings.language_code, *languages()))
        places = (
            located(error, game.name, definition, None, load_language(code)) for code in codes
        )
        raise next(filter(None, places), error) from None


def _set_pages(game: Game, definition: Any, settings: Settings) -> tuple[list[Page], list[str]]:
    own, problems = game.proof_pages(definition, settings)
    every = printed(game, definition, settings)
    title = frame.title(game.name, definition.sets, settings)
    shown = _sides(game, [*own, *every.every()], definition.art_dirs)
    pages = [*own, *pictures.pages(title, shown, settings)]
    if game.is_bundle:
        pages += pictures.face_pages(title, faces(every.every()), settings)
    pages += translations.pages(title, definition, _least(every), settings)
    return pages, [*problems, *every.problems]


def _least(every: Printed) -> Mapping[str, Mapping[str, float]]:
    return {code: texts(pages) for code, pages in every.pages.items()}


def _sides(game: Game, pages: Sequence[Page], art_dirs: Sequence[Path]) -> pictures.Sides:
    """The sides that the game's own art is printed with, but for white, which shows on no paper."""
    found = sides(pages)
    keys = [key for key in found if key[0].startswith(f"{game.name}/") and key[1] != "white"]
    alike: dict[str, set[float]] = {}
    for key in keys:
        alike.setdefault(_alike(key[0]), set()).update(found[key])
    return {_seen(key, art_dirs): alike[_alike(key[0])] for key in keys}


def _seen(key: pictures.Key, art_dirs: Sequence[Path]) -> pictures.Key:
    """Art without a place for a colour looks the same in all of them."""
    name, colour = key
    file = find_art(name, art_dirs)
    return name, (colour if b"currentColor" in file.read_bytes() else "ink")


def _alike(name: str) -> str:
    """What is the same for art that is printed at the same sizes: its name, whatever the colour;
    its folder, where chance decides."""
    folder = name.rpartition("/")[0]
    return folder if folder in _BY_CHANCE else name


def _record(words: Sequence[str], settings: Settings) -> dict:
    looks = ["--paper", settings.paper.name, "--language", settings.language_code]
    return {"command": ["proof", *words, *looks], "games": []}
