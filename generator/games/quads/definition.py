"""The models of a Quads set, and its file, checked against the rules, the fonts and the art."""

import re
from collections.abc import Iterator, Sequence
from math import floor
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from generator.core.diagnostics import Diagnostic
from generator.core.paper import MARGIN, PAPERS
from generator.games.quads import pieces
from generator.games.quads.pieces import OWN_SHAPES, PLAYERS, Mark, Player, Setup
from generator.schema import set_checks
from generator.schema.fields import Card, Definition, LocalizedMarkup, PaletteColour
from generator.schema.set_checks import SetText
from generator.schema.set_files import Catalogue, SetDefinition, SetFile, SingleSet

CATALOGUE = Catalogue("quads", ("classic", "apart", "lots", "small"))

PRINTABLE_WIDTH_MM = PAPERS["a4"].width - 2 * MARGIN  # the most a board may measure


class OwnerStyle(Definition):
    """The name of a player, and the colour of the solid triangles."""

    name: LocalizedMarkup
    """What the player is called, as printed."""

    colour: PaletteColour
    """The colour of the player's solid triangles."""


class Owners(Definition):
    """The two players."""

    light: OwnerStyle
    """The player who begins."""

    dark: OwnerStyle
    """The other one; a much darker colour is told apart in grey, too."""


def _written(pattern: str, example: str) -> AfterValidator:
    """A check that a text is written like an example."""

    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            words = f"expected {example}, found '{{found}}'"
            raise PydanticCustomError("written", words, {"found": text})
        return text

    return AfterValidator(check)


SquareName = Annotated[str, _written("[a-g][1-7]", "a square such as c2")]
ShapeKeys = Annotated[str, _written("[#=|]{4}( +[#=|]{4})*", "shapes such as '##== #=|='")]


class ListedSetup(Definition):
    """A setup of the list that the seed chooses from."""

    marked: Annotated[tuple[SquareName, SquareName], Field(strict=False)]
    """The squares of the neutral pieces, such as [a2, c4]; that of the piece with parallel lines
    comes first. The letter is the column, the number the row; a1 is at the top left."""

    shapes: ShapeKeys | None = None
    """The shapes of each player's own pieces, in quotes, such as "##== #=#=": a sign for each of
    the four sides, clockwise. `#` is solid, `=` has lines parallel to the side, a vertical bar has
    lines from the side to the middle. Required where players have fewer than 17 pieces."""

    def setup(self, board: int) -> Setup:
        """The setup, on a board with so many squares along an edge."""
        squares = ((int(name[1]) - 1) * board + ord(name[0]) - ord("a") for name in self.marked)
        shapes = tuple(sorted(map(pieces.shape_of, (self.shapes or "").split())))
        return Setup(board, shapes or OWN_SHAPES, tuple(squares))


class QuadsSet(SetDefinition):
    """A set: the board, the pieces, their sizes and colours."""

    game: Literal["quads"]

    board: Annotated[int, Field(ge=5, le=7)]
    """Squares along an edge; 6 in the published game."""

    pieces: Annotated[int, Field(ge=5, le=len(OWN_SHAPES))] | None = None
    """How many pieces each player has, of 17 shapes; both have the same, and if they are fewer
    than 17, the seed chooses them. Without it, as many as the board has room for."""

    neutrals: Literal["anywhere", "not_opposite", "marked"] = "anywhere"
    """Where the neutral pieces lie: `anywhere` that they are not adjacent, as in the published
    game; `not_opposite`, so that the second does not lie half a turn about the middle of the board
    from the first; `marked`, on squares that the seed chooses and the board shows."""

    setups: Annotated[
        tuple[ListedSetup, ...], Field(strict=False, min_length=1, max_length=1000)
    ] = ()
    """The setups that the seed chooses from, where neutral pieces are `marked`. It may turn or
    mirror the board and exchange the two kinds of lines, none of which changes a player's chances
    (except on the framed board, where exchanging lines does). Without this key, the seed chooses
    any squares and shapes, and some boards favour a player."""

    square: Annotated[float, Field(ge=20, allow_inf_nan=False)]
    """The side of a square, in mm; board and frame must fit A4."""

    clearance: Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)]
    """By how much a piece is smaller than a square, in mm: cut by hand, none rides on another."""

    frame: Annotated[float, Field(ge=4, le=20, allow_inf_nan=False)]
    """The width of the frame around the squares, in mm."""

    owners: Owners
    """The two players."""

    card: Card
    """The size of a reference card."""

    @model_validator(mode="after")
    def _fits(self) -> "QuadsSet":
        """The pieces must fit the board, and the board the paper."""
        largest = floor((PRINTABLE_WIDTH_MM - 2 * self.frame) / self.board * 10) / 10
        if self.hand_size > (most := self.most_pieces):
            key = "pieces"
            words = f"expected at most {most}, so that the {self.board**2} squares have room for "
            words += f"both players' pieces and the neutral ones, found {self.pieces}"
        elif self.square > largest:
            key = "square"
            words = f"expected at most {largest:g}, so that the board with its frame fits the "
            words += f"{PRINTABLE_WIDTH_MM:g} mm that A4 has to print on, found {self.square:g}"
        else:
            return self
        raise PydanticCustomError("too_large", words, {"loc": (key,)})

    def owner(self, player: Player) -> OwnerStyle:
        return self.owners.light if player == "light" else self.owners.dark

    @property
    def most_pieces(self) -> int:
        """How many each player can have so that the board has room for all."""
        return (self.board**2 - len(pieces.NEUTRALS)) // len(PLAYERS)

    @property
    def hand_size(self) -> int:
        return self.pieces or min(len(OWN_SHAPES), self.most_pieces)

    @property
    def is_lost_for_light(self) -> bool:
        """Whether dark wins by answering on the opposite square (docs/findings.md)."""
        is_symmetric = self.hand_size == len(OWN_SHAPES) and self.board % 2 == 0
        return is_symmetric and self.neutrals == "anywhere"

    @property
    def piece(self) -> float:
        return self.square - self.clearance

    @property
    def whole(self) -> float:
        """The side of the board with its frame."""
        return self.board * self.square + 2 * self.frame


QuadsDefinition = SingleSet[QuadsSet]


def _problems(file: SetFile[QuadsSet], art_folders: Sequence[Path]) -> Iterator[Diagnostic]:
    """Every problem of a set. `art_folders` hold the set's own art."""
    yield from set_checks.alike(file, "owners", dict(file.content.owners))
    yield from set_checks.unprintable(file, printed_texts(file.content))
    yield from set_checks.art_problems([mark.art for mark in Mark], art_folders, bitmaps=False)
    quads_set = file.content
    if quads_set.setups and quads_set.neutrals != "marked":
        message = f"expected 'neutrals: marked' with setups, found {quads_set.neutrals}"
        yield file.source.problem(("setups",), message, key=True)
    squares = [pieces.square_name(n, quads_set.board) for n in range(quads_set.board**2)]
    for index, listed in enumerate(quads_set.setups):
        setup, found = listed.setup(quads_set.board), ", ".join(listed.marked)
        if not ({*listed.marked} <= {*squares} and setup.may_be_marked(*setup.marked)):
            words = f"expected two squares from a1 to {squares[-1]} that are neither adjacent nor"
            message = f"{words} opposite, found {found}"
            yield file.source.problem(("setups", index, "marked"), message)
        shapes, number = {*setup.shapes}, quads_set.hand_size
        if not (len(shapes) == len(setup.shapes) == number and shapes <= {*OWN_SHAPES}):
            found = f"{len(setup.shapes)}: {listed.shapes}" if listed.shapes else "no key 'shapes'"
            words = f"expected {number} different shapes with one to three solid sides"
            yield file.source.problem(("setups", index, "shapes"), f"{words}, found {found}")


def printed_texts(quads_set: QuadsSet) -> Iterator[SetText]:
    """Every printed text of a set, as the file has it."""
    yield SetText(("title",), quads_set.title, ("text",))
    for player in PLAYERS:
        yield SetText(("owners", player, "name"), quads_set.owner(player).name, ("title",))


def load_definition(set_names: Sequence[str], folders: Sequence[Path] = ()) -> QuadsDefinition:
    """The set of this name. Raises DefinitionError, also for several names."""
    return CATALOGUE.load_single(QuadsSet, set_names, folders, _problems)
