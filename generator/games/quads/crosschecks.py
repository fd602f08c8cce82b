"""Check a Quads set against the fonts and the art there is.

Input: the file of a set, the folders with its own art. Output: diagnostics at their places. The
models in definition.py check the values by themselves.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.core.diagnostics import Diagnostic
from generator.games.quads.definition import ChosenSetup, QuadsSet
from generator.games.quads.pieces import OWN_SHAPES, PLAYERS, Mark, shape_of
from generator.games.quads.rules import Setup
from generator.schema.set_checks import (
    SetText,
    Translations,
    art_problems,
    duplicate_names,
    missing_glyphs,
)
from generator.schema.set_files import SetFile


def problems(file: SetFile[QuadsSet], art_folders: Sequence[Path]) -> list[Diagnostic]:
    """Every problem of a set. `art_folders` hold the set's own art."""
    triangles = [mark.art for mark in Mark]
    names: dict[str, Translations] = {player: file.content.owner(player).name for player in PLAYERS}
    return [
        *duplicate_names(file, "owners", names),
        *missing_glyphs(file, printed_texts(file.content)),
        *art_problems(triangles, art_folders, bitmaps=False),
        *_setup_problems(file),
    ]


def _setup_problems(file: SetFile[QuadsSet]) -> Iterator[Diagnostic]:
    """Setups that cannot be played, or that the set has no use for."""
    quads_set = file.content
    if quads_set.setups and quads_set.neutrals != "marked":
        message = f"expected 'neutrals: marked' with setups, found {quads_set.neutrals}"
        yield file.source.problem(("setups",), message, key=True)
    for index, setup in enumerate(quads_set.setups):
        messages = {
            "marked": _wrong_squares(quads_set, setup),
            "shapes": _wrong_shapes(quads_set, setup),
        }
        for key, message in messages.items():
            if message:
                yield file.source.problem(("setups", index, key), message)


def _wrong_squares(quads_set: QuadsSet, setup: ChosenSetup) -> str:
    """The message for squares that the neutral pieces cannot lie on; "" for others."""
    last = f"{chr(ord('a') + quads_set.board - 1)}{quads_set.board}"
    if outside := [name for name in setup.marked if name[0] > last[0] or name[1] > last[1]]:
        return f"expected squares from a1 to {last}, found {', '.join(outside)}"
    if not Setup(quads_set.board).may_be_marked(*setup.squares(quads_set.board)):
        squares = ", ".join(setup.marked)
        return f"expected squares that are neither adjacent nor opposite, found {squares}"
    return ""


def _wrong_shapes(quads_set: QuadsSet, setup: ChosenSetup) -> str:
    """The message for shapes that players cannot have; "" for others."""
    number, keys = quads_set.hand_size, (setup.shapes or "").split()
    if not keys and number < len(OWN_SHAPES):
        return f"expected the {number} shapes that players have, found no key 'shapes'"
    if unknown := [key for key in keys if shape_of(key) not in OWN_SHAPES]:
        return f"expected shapes with one to three solid sides, found {', '.join(unknown)}"
    shapes = [shape_of(key) for key in keys]
    if repeated := [key for key in keys if shapes.count(shape_of(key)) > 1]:
        return f"expected different shapes, found the same: {', '.join(repeated)}"
    if len(setup.sides) != number:
        return f"expected {number} shapes, found {len(setup.sides)}"
    return ""


def printed_texts(quads_set: QuadsSet) -> Iterator[SetText]:
    """Every printed text of a set, as the file has it."""
    yield SetText(("title",), quads_set.title, ("title",))
    for player in PLAYERS:
        yield SetText(("owners", player, "name"), quads_set.owner(player).name, ("title",))
