"""The types of Magnetmen sets with all variants of their powers, for designers.

Input: a definition and a size of board. Output: LegendTypes, with odds as the legend sheets have
them and the chances of types on a board.
"""

from collections.abc import Iterator

from generator.core.errors import OptionError
from generator.games.authoring_support import LegendType, LegendVariant
from generator.games.magnetmen.definition import MagnetmenDefinition, PieceType
from generator.games.magnetmen.statistics.chances import Chances
from generator.languages import Language


def legend_types(
    definition: MagnetmenDefinition, size: str, language: Language
) -> Iterator[LegendType]:
    """Every type, set by set. Raises OptionError for an unknown size."""
    sizes = definition.boards.sizes
    if size not in sizes:
        raise OptionError(f"size {size!r}: expected {', '.join(sizes)}")
    chances = Chances(definition, sizes[size].squares)
    squares = chances.expected_squares()
    index = 0
    for game_set in definition.sets:
        for piece in game_set.pieces:
            presence = chances.together(index)
            yield LegendType(
                game_set.key,
                piece.printed_name(language.code),
                piece.frequency,
                tuple(_variants(piece, language)),
                None if presence is None else round(100 * presence, 1),
                None if squares is None else round(squares[index].mean, 1),
            )
            index += 1


def _variants(piece: PieceType, language: Language) -> Iterator[LegendVariant]:
    total = sum(power.weight for power in piece.powers)
    for power in piece.powers:
        odds = round(100 * power.weight / total, 1)
        yield LegendVariant(power.sentence(piece, language), odds)
