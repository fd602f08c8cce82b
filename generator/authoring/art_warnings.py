"""Art of a set that players may mistake for other art, or on which a pen is not seen.

Input: a definition. Output: a warning for each pair that is too similar in grey at its smallest
printed size, and for each picture to write on that is too dark. The limits are those that tests
hold the shipped art to, see pdf/art_similarity.py and pdf/pen_contrast.py. So only the designers'
own art is checked, and the art that it is printed beside.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.core.diagnostics import Diagnostic
from generator.core.resources import assets_dir, find_art
from generator.games.authoring_support import ArtGroup
from generator.games.parts import authoring_support
from generator.schema.set_files import GameDefinition

_CONDITION = "greyscale"


def art_warnings(game: str, definition: GameDefinition) -> Iterator[Diagnostic]:
    """Every warning, group by group."""
    folders = definition.art_dirs
    for group in authoring_support(game).art_groups(definition):
        yield from _shared_art(group)
        if own := [name for name in group.places if _is_own(name, folders)]:
            yield from _too_similar(group, own, folders)
            if group.written_on:
                yield from _too_dark(group, own, folders)


def _is_own(name: str, folders: Sequence[Path]) -> bool:
    return not find_art(name, folders).is_relative_to(assets_dir())


def _shared_art(group: ArtGroup) -> Iterator[Diagnostic]:
    """Places that ask for the same art as one before."""
    for first, *others in group.places.values():
        for place in others:
            yield place.warning(f"{first.loc[1]} has the same {group.name}", "alike")


def _too_similar(
    group: ArtGroup, own: Sequence[str], folders: Sequence[Path]
) -> Iterator[Diagnostic]:
    # Imported here: it needs PDFium, and takes longer than all other checks.
    from generator.pdf.art_similarity import base_name, differences, single_pieces

    names = {base_name(name): name for name in group.places}
    pieces = single_pieces(names.values(), group.side, group.colour)
    own_names = [base_name(name) for name in own]
    for pair in differences(pieces, group.side, _CONDITION, group.blur_mm, folders, own_names):
        if pair.colour >= group.min_difference:
            return
        place, other = group.places[names[pair.other]][0], group.places[names[pair.one]][0]
        message = f"its {group.name} is too much like that of {other.loc[1]} in grey at "
        message += (
            f"{group.side:g} mm: {pair.colour:.1f}, expected {group.min_difference:g} or more"
        )
        yield place.warning(message, "alike")


def _too_dark(group: ArtGroup, own: Sequence[str], folders: Sequence[Path]) -> Iterator[Diagnostic]:
    # Imported here for the same reason.
    from generator.pdf.art_similarity import base_name
    from generator.pdf.pen_contrast import MAX_DARK_SHARE, dark_shares

    shares = dark_shares(own, group.side, folders=folders)
    for name in own:
        place, share = group.places[name][0], shares[base_name(name)]
        if share > MAX_DARK_SHARE:
            message = f"dark areas, on which a pen is hardly seen, cover {share:.0%} of its "
            message += f"{group.name} in grey, expected {MAX_DARK_SHARE:.0%} or less"
            yield place.warning(message, "dark")
