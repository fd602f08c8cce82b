"""A set of bingo, which is a list of words, and the words that a seed puts on a board."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from generator.core.game_id import GameId, fingerprint
from generator.core.seeds import Stream
from generator.languages import localized
from generator.schema.fields import LocalizedMarkup
from generator.schema.set_checks import SetText
from generator.schema.set_files import Catalogue, SetDefinition, SingleSet

CATALOGUE = Catalogue("bingo", ("party",))
SIDE = 3  # squares
VERSION = 1  # raised whenever the same seed no longer gives the same words


class BingoSet(SetDefinition):
    """A set: what is on boards."""

    game: Literal["bingo"]

    words: Annotated[
        tuple[LocalizedMarkup, ...], Field(strict=False, min_length=SIDE**2, max_length=90)
    ]
    """What players wait for; a board has nine of them."""


@dataclass(frozen=True, slots=True)
class Bingo:
    """The words of a board, row by row, as indexes of the set's words."""

    game_id: GameId
    definition: SingleSet[BingoSet]
    squares: tuple[int, ...]

    def words(self, language_code: str) -> list[str]:
        words = self.definition.only.words
        return [localized(words[square], language_code) for square in self.squares]


def printed_texts(bingo_set: BingoSet) -> Iterator[SetText]:
    """Every printed text of a set, as the file has it."""
    for number, words in enumerate(bingo_set.words):
        yield SetText(("words", number), words, ("text",))


def load_definition(names: Sequence[str], folders: Sequence[Path] = ()) -> SingleSet[BingoSet]:
    """The set of this name. Raises DefinitionError."""
    return CATALOGUE.load_single(BingoSet, names, folders)


def roll(definition: SingleSet[BingoSet], size: str, players: int, seed: str) -> Bingo:
    """The board of a seed."""
    squares = Stream(seed, "words").shuffled(range(len(definition.only.words)))[: SIDE**2]
    marks = fingerprint(VERSION, definition.digests)
    game_id = GameId("bingo", size, (definition.only.key,), players, seed, marks)
    return Bingo(game_id, definition, tuple(squares))


def record(bingo: Bingo, language_code: str) -> dict[str, Any]:
    """What the PDF records of a board."""
    return {"id": str(bingo.game_id), "told": bingo.words(language_code)}
