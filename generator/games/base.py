"""The contract between a game and the rest of the program.

A game turns set files into a definition, a definition and a seed into a rolled value, and
either of them into pages. build.py calls these and knows nothing else about a game.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.core.settings import Settings
from generator.languages import Language
from generator.layout.page import Page
from generator.schema.set_files import Catalogue


@dataclass(frozen=True, slots=True)
class Playtest:
    """How a game is tried by programs that play it, before it is printed.

    play(definition, size, players, seed, folders, chosen, tell, games) gives the best value of a
    seed, with what playing it showed, or the seed's very value if it is chosen; tell is told which
    share of the work is done; games names those that are played, others for another name.
    advice(value, chosen) are lines for who prints it: what plays badly. goal_penalty(value) says
    how far it is from its goals, less is better; figures(value) are its numbers by name.
    """

    play: Callable[..., Any]
    advice: Callable[[Any, bool], list[str]]
    goal_penalty: Callable[[Any], float]
    figures: Callable[[Any], dict[str, float | str]]


@dataclass(frozen=True, slots=True)
class Game:
    """One game: how its definition is read and rolled, and the sheets it has.

    load(set names, folders) gives a definition with art_dirs, or raises DefinitionError.
    check_options(definition, size, players) raises OptionError, naming what there is, and
    DefinitionError where the sets leave no way to roll for that size.
    roll(definition, size, players, seed) gives a value with a game_id and its definition; where
    nothing is random the seed in its game_id is FIXED.
    summary(rolled, language) is what `inspect` tells of it: its id, and lines of text (told);
    what playing it showed (played), again as lines (told), and as data.
    rolled_sheets and definition_sheets turn such values and Settings into pages.
    options(size, players) gives the words of the command line that ask for these.
    catalogue says where its sets are; standard are those used when none is named. With one_set
    a game is played with one set at a time.
    once names the rolled sheets that are the same for every roll of a definition: a run of many
    prints them once. The sheets of a bundled game are printed together, by a command of the
    game's name, the one with the rules is called rules_sheet; otherwise each has a command.
    size and players are what is rolled when nothing else is asked for; forms(definition) are all
    that can be asked for, if there are more. playtest is None where no program can play the game.
    odd(rolled) are lines for who prints it: what players will stumble over;
    odd_definition(definition) those for who prints a sheet of a whole definition.
    proof(definition, settings) gives pages that only the proof of this game's sets has, and words
    for what does not fit.
    """

    name: str
    load: Callable[[Sequence[str], Sequence[Path]], Any]
    check_options: Callable[[Any, str, int], None]
    roll: Callable[[Any, str, int, str], Any]
    summary: Callable[[Any, Language], dict]
    rolled_sheets: Mapping[str, Callable[[Any, Settings], list[Page]]]
    definition_sheets: Mapping[str, Callable[..., list[Page]]]
    options: Callable[[str, int], list[str]]
    catalogue: Catalogue
    standard: tuple[str, ...]
    one_set: bool = False
    once: frozenset[str] = frozenset()
    bundled: bool = False
    rules_sheet: str = "rules"
    size: str = "regular"
    players: int = 4
    playtest: Playtest | None = None
    forms: Callable[[Any], Iterable[tuple[str, int]]] | None = None
    odd: Callable[[Any], Iterable[str]] = lambda rolled: ()
    odd_definition: Callable[[Any], Iterable[str]] = lambda definition: ()
    proof: Callable[[Any, Settings], tuple[list[Page], list[str]]] | None = None
