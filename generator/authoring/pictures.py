"""Pictures of a set that players may mistake for each other, or on which a pen is not seen.

Input: a definition. Output: a warning for each pair that is too alike in grey at its least printed
size, and for each picture to write on that is too dark. The limits are those that tests hold the
shipped art to, see pdf/art_similarity.py and pdf/pen_contrast.py; so only the designers' own
pictures are looked at, and what they are beside.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from generator.authoring.checks import Pictures
from generator.authoring.games import desk
from generator.core.diagnostics import Diagnostic
from generator.core.resources import assets_dir, find_art

_CONDITION = "greyscale"


def warnings(game: str, definition: Any) -> Iterator[Diagnostic]:
    """Every warning, kind by kind."""
    folders = definition.art_dirs
    for kind in desk(game).pictures(definition):
        yield from _same(kind)
        if own := [name for name in kind.places if _is_own(name, folders)]:
            yield from _too_alike(kind, own, folders)
            if kind.written_on:
                yield from _too_dark(kind, own, folders)


def _is_own(name: str, folders: Sequence[Path]) -> bool:
    return not find_art(name, folders).is_relative_to(assets_dir())


def _same(kind: Pictures) -> Iterator[Diagnostic]:
    for places in kind.places.values():
        for place in places[1:]:
            other = places[0].loc[1]
            yield place.warning(f"{other} has the same {kind.what}", "alike")


def _too_alike(kind: Pictures, own: Sequence[str], folders: Sequence[Path]) -> Iterator[Diagnostic]:
    # Imported here: it needs PDFium, and takes longer than all other checks.
    from generator.pdf.art_similarity import base_name, differences, single_pieces

    names = {base_name(name): name for name in kind.places}
    pieces = single_pieces(names.values(), kind.side, kind.colour)
    among = [base_name(name) for name in own]
    for pair in differences(pieces, kind.side, _CONDITION, kind.eye, folders, among):
        if pair.colour >= kind.limit:
            return
        place, other = kind.places[names[pair.other]][0], kind.places[names[pair.one]][0]
        words = f"its {kind.what} is too much like that of {other.loc[1]} in grey at "
        words += f"{kind.side:g} mm: {pair.colour:.1f}, expected {kind.limit:g} or more"
        yield place.warning(words, "alike")


def _too_dark(kind: Pictures, own: Sequence[str], folders: Sequence[Path]) -> Iterator[Diagnostic]:
    # Imported here for the same reason.
    from generator.pdf.art_similarity import base_name
    from generator.pdf.pen_contrast import MAX_DARK_SHARE, dark_shares

    shares = dark_shares(own, kind.side, folders=folders)
    for name in own:
        places, share = kind.places[name], shares[base_name(name)]
        if share > MAX_DARK_SHARE:
            words = (
                f"dark areas, on which a pen is hardly seen, cover {share:.0%} of its {kind.what}"
            )
            words += f" in grey, expected {MAX_DARK_SHARE:.0%} or less"
            yield places[0].warning(words, "dark")
