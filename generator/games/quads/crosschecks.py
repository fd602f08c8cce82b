"""Check a Quads set against the rules, the fonts and the art.

Input: the file of a set, the folders with its own art. Output: diagnostics at their places. The
models in definition.py check values by themselves; checks here name every wrong setup.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.core.diagnostics import Diagnostic
from generator.games.quads.definition import ListedSetup, QuadsSet
from generator.games.quads.pieces import OWN_SHAPES, PLAYERS, Mark, shape_of
from generator.games.quads.rules import Setup, square_name
from generator.games.quads.symmetry import first_image
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
    first_images: dict[Setup, int] = {}
    for index, listed in enumerate(quads_set.setups):
        messages = {
            "marked": _wrong_squares(quads_set, listed),
            "shapes": _wrong_shapes(quads_set, listed),
        }
        for key, message in messages.items():
            if message:
                yield file.source.problem(("setups", index, key), message)
        if not any(messages.values()):
            first = first_images.setdefault(first_image(quads_set.listed_setup(listed)), index)
            if first != index:
                message = f"expected another setup: setups[{first}] is the same, turned or mirrored"
                yield file.source.problem(("setups", index), message)


def _wrong_squares(quads_set: QuadsSet, listed: ListedSetup) -> str:
    """The message for squares that the neutral pieces cannot lie on; "" for others."""
    last = square_name(quads_set.board**2 - 1, quads_set.board)
    squares = ", ".join(listed.marked)
    if outside := [name for name in listed.marked if name[0] > last[0] or name[1] > last[1]]:
        return f"expected squares from a1 to {last}, found {', '.join(outside)}"
    if len(set(listed.marked)) == 1:
        return f"expected two squares, found {squares}"
    if not Setup(quads_set.board).may_be_marked(*listed.squares(quads_set.board)):
        return f"expected squares that are neither adjacent nor opposite, found {squares}"
    return ""


def _wrong_shapes(quads_set: QuadsSet, listed: ListedSetup) -> str:
    """The message for shapes that players cannot have; "" for others."""
    number, keys = quads_set.hand_size, (listed.shapes or "").split()
    shapes = [shape_of(key) for key in keys]
    if not keys and number < len(OWN_SHAPES):
        return f"expected the {number} shapes that players have, found no key 'shapes'"
    unknown = [key for key, shape in zip(keys, shapes, strict=True) if shape not in OWN_SHAPES]
    if unknown:
        return f"expected shapes with one to three solid sides, found {', '.join(unknown)}"
    repeated = [key for key, shape in zip(keys, shapes, strict=True) if shapes.count(shape) > 1]
    if repeated:
        return f"expected different shapes, found the same: {', '.join(repeated)}"
    if keys and len(keys) != number:
        return f"expected {number} shapes, found {len(keys)}"
    return ""


def printed_texts(quads_set: QuadsSet) -> Iterator[SetText]:
    """Every printed text of a set, as the file has it."""
    yield SetText(("title",), quads_set.title, ("title",))
    for player in PLAYERS:
        yield SetText(("owners", player, "name"), quads_set.owner(player).name, ("title",))
