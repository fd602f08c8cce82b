"""What can be chosen on the page: games, sets, sizes, sheets, and the words for them."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator import games
from generator.core.errors import DefinitionError, RollError
from generator.core.paper import PAPERS
from generator.core.settings import BACKS, INK_MODES, MARKS, TILES
from generator.games.base import Game
from generator.languages import Language, languages, load_language, localized
from generator.web.backend import BOOKLETS, files_of_sheets, usable_options


def catalogue(language_code: str, sets_dirs: Sequence[Path] = ()) -> dict[str, Any]:
    """All choices and words of the page in a language. Any: JSON."""
    language = load_language(language_code)

    def choices(kind: str, names: Iterable[str]) -> list[dict[str, str]]:
        return [_choice(name, language.say(f"page.{kind}.{name or 'none'}")) for name in names]

    # The page opens with the first: a game whose sets can be combined has most to choose.
    names = sorted(games.names(), key=lambda name: games.game(name).single_set)
    own_names = {code: load_language(code).say("page.words.name") for code in languages()}
    return {
        "language": language_code,
        "words": {name: language.typeset(text) for name, text in _page(language, "words").items()},
        "languages": [_choice(*pair) for pair in own_names.items()],
        "inks": choices("inks", INK_MODES),
        "papers": choices("papers", PAPERS),
        "backs": choices("backs", BACKS),
        "tiles": choices("tiles", ("", *TILES)),
        "marks": choices("marks", MARKS),
        "games": [_game(games.game(name), language, tuple(sets_dirs)) for name in names],
    }


def _page(language: Language, section: str) -> Mapping[str, Any]:
    wording: Mapping[str, Any] = language.section("page")[section]
    return wording


def _choice(name: str, title: str, about: str = "") -> dict[str, str]:
    return {"name": name, "title": title, "about": about}


def _game(game: Game, language: Language, sets_dirs: tuple[Path, ...]) -> dict[str, Any]:
    name = game.name
    wording = language.section(name)["page"]
    combinations = game.combinations(_definition(game, game.default_sets, sets_dirs))
    sizes = list(dict.fromkeys(size for size, _ in combinations))
    # Boxes and booklets are there for several games.
    sheet_names = {**_page(language, "sheets"), **wording["sheets"]}
    sheets = [*game.sheet_names, *game.extra_sheets, *BOOKLETS]
    return {
        **_choice(name, language.say(f"{name}.name"), language.say(f"{name}.page.about")),
        "sets": [
            _set(game, each, language, sets_dirs) for each in game.catalogue.available(sets_dirs)
        ],
        "defaultSets": list(game.default_sets),
        "singleSet": game.single_set,
        "sizes": [_choice(size, wording.get("sizes", {}).get(size, size)) for size in sizes],
        "defaultSize": game.default_size,
        "players": sorted({players for _, players in combinations}),
        "defaultPlayers": game.default_players,
        "sheets": [_choice(sheet, language.typeset(sheet_names[sheet])) for sheet in sheets],
        "firstSheet": game.rolled_sheets[0],
        "isBundle": game.is_bundle,
        "unrolledSheets": [*game.definition_sheets, *BOOKLETS],
        "sheetsWithRules": [  # "" is all sheets of the game
            sheet for sheet in ("", *game.sheet_names) if "rules" in game.options(sheet)
        ],
        "making": usable_options(name),
        "files": files_of_sheets(name),
    }


def _set(game: Game, name: str, language: Language, sets_dirs: tuple[Path, ...]) -> dict[str, Any]:
    """A set; `isRandom` says whether seeds make a difference. Of a set with mistakes, only its name
    is known."""
    try:
        definition = _definition(game, (name,), sets_dirs)
        random = game.is_random(definition)
    except (DefinitionError, RollError):
        return {**_choice(name, name), "isRandom": True}
    title = localized(definition.sets[0].title, language.code)
    about = language.section(game.name)["page"].get("sets", {}).get(name, "")
    return {**_choice(name, title, about), "isRandom": random}


def _definition(game: Game, sets: Sequence[str], sets_dirs: tuple[Path, ...]) -> Any:
    """A definition; where the designer's files have mistakes, that of the shipped files."""
    try:
        return game.load(sets, sets_dirs)
    except DefinitionError:
        return game.load(sets, ())
