"""The models of a Quads set: the sizes of board, pieces and cards, and the players' colours.

Input: YAML data. Output: frozen models; a QuadsDefinition holds one set. load.py reads the files.
The pieces do not depend on the set: they follow from the rules, see pieces.py.
"""

from dataclasses import dataclass, field
from functools import cached_property
from math import floor, isqrt
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from generator.core.game_id import digest
from generator.core.paper import MARGIN, PAPERS
from generator.games.quads.pieces import PIECES, Player
from generator.layout import theme
from generator.schema.fields import Definition, PaletteColour
from generator.schema.markup import LocalizedMarkup
from generator.schema.set_files import Catalogue, SetDefinition, SetFile

CATALOGUE = Catalogue("quads", ("classic",))

PRINTABLE_WIDTH_MM = PAPERS["a4"].width - 2 * MARGIN  # the most a board may measure
MAX_LIGHTNESS = 0.9  # from 0 to 1, of a colour that still shows on white paper
MIN_CONTRAST = 0.3  # in lightness, between the players' colours

_SIDE = isqrt(len(PIECES))


def _takes_all_pieces(board: int) -> int:
    if board != _SIDE:
        squares = f"its {_SIDE**2} squares take all the pieces there are"
        raise ValueError(f"expected {_SIDE}: {squares}, found {board}")
    return board


def _lightness(colour: str) -> float:
    """The lightness of a colour in grey, from 0 to 1."""
    rgb = theme.ink_colour(colour, "fill", "grey")
    assert rgb, "only low ink leaves colours out"
    return rgb[0]


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
    """The other one; in grey the colour must be much darker."""

    @model_validator(mode="after")
    def _are_distinct(self) -> "Owners":
        light, dark = _lightness(self.light.colour), _lightness(self.dark.colour)
        if light > MAX_LIGHTNESS:
            words = f"expected a colour that shows on white paper, found {self.light.colour}"
            raise PydanticCustomError("too_light", words, {"loc": ("light", "colour")})
        if dark > light - MIN_CONTRAST:
            words = (
                f"expected a colour much darker than {self.light.colour}, the light player's, to "
                f"be told apart in grey, found {self.dark.colour}"
            )
            raise PydanticCustomError("too_much_alike", words, {"loc": ("dark", "colour")})
        return self


class Card(Definition):
    """The finished size of a reference card in mm."""

    width: Annotated[float, Field(ge=50, le=120, allow_inf_nan=False)]
    """In mm."""

    height: Annotated[float, Field(ge=76, le=170, allow_inf_nan=False)]
    """In mm; wide cards, whose pictures are larger, must be higher."""


class QuadsSet(SetDefinition):
    """A set: sizes and colours. Which pieces there are follows from the rules."""

    game: Literal["quads"]

    board: Annotated[
        int, AfterValidator(_takes_all_pieces), Field(json_schema_extra={"enum": [_SIDE]})
    ]
    """Squares along an edge: as many as take all the pieces there are."""

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
    def _board_fits_paper(self) -> "QuadsSet":
        largest = floor((PRINTABLE_WIDTH_MM - 2 * self.frame) / self.board * 10) / 10
        if self.square > largest:
            words = (
                f"expected at most {largest:g}, so that the board with its frame fits the "
                f"{PRINTABLE_WIDTH_MM:g} mm that A4 has to print on, found {self.square:g}"
            )
            raise PydanticCustomError("board_too_large", words, {"loc": ("square",)})
        return self

    def owner(self, player: Player) -> OwnerStyle:
        """The name and colour of a player."""
        return self.owners.light if player == "light" else self.owners.dark

    @property
    def piece(self) -> float:
        """The side of a piece."""
        return self.square - self.clearance

    @property
    def whole(self) -> float:
        """The side of the board with its frame."""
        return self.board * self.square + 2 * self.frame


@dataclass(frozen=True)
class QuadsDefinition:
    """One set. `art_dirs` are the folders with its own art, searched before the shipped art;
    `files` holds the file it was read from."""

    sets: tuple[QuadsSet]
    art_dirs: tuple[Path, ...] = ()
    files: tuple[SetFile[QuadsSet], ...] = field(default=(), compare=False, repr=False)

    @property
    def quads_set(self) -> QuadsSet:
        """The only set."""
        return self.sets[0]

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """The digests that the game ID contains."""
        return (digest(self.quads_set),)
