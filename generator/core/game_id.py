"""Game IDs: what a sheet must say of itself so that it can be printed again.

    magnetmen.regular.base+advanced.4.k7f3qa.1-9c2e-41ab-7tq3
    game      size    sets          players seed   fingerprint

The fingerprint is the version of the roll and then four characters for each file of
definitions that went into it (the game's common file, then each set), so that a mismatch can
name the file that changed. All parts are lower case; dots separate them. Where play picks one of
the many boards of a seed, its number stands behind the seed: k7f3qa+7; k7f3qa+7s2 is that board
with two squares swapped. A letter at the end says that it is an image of such a board: k7f3qa+7h is
mirrored from left to right.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel

from generator.core.errors import GameIdError
from generator.core.seeds import ALPHABET, canonical_seed

_FORM = re.compile(  # game, size, sets, players, seed, fingerprint
    r"([a-z]+)\.([a-z0-9_]+)\.([a-z0-9_]+(?:\+[a-z0-9_]+)*)\.([0-9]{1,2})"
    r"\.([a-z0-9]+(?:-[a-z0-9]+)*"
    r"(?:\+(?:(?:[1-9][0-9]{0,4}|0(?=s))(?:s[1-9][0-9]{0,3})?[hvr]?|[hvr]))?)"
    r"\.([0-9]+(?:-[a-z0-9]{4})+)"
)


@dataclass(frozen=True, slots=True)
class GameId:
    """The parts of a game ID; str() gives its printed form."""

    game: str
    size: str
    sets: tuple[str, ...]
    players: int
    seed: str
    fingerprint: str

    def __str__(self) -> str:
        sets, players = "+".join(self.sets), str(self.players)
        return ".".join((self.game, self.size, sets, players, self.seed, self.fingerprint))


def parse(text: str) -> GameId:
    """The ID in a text, white space and upper case forgiven. Raises GameIdError,
    SeedError if its seed is too long."""
    match = _FORM.fullmatch(re.sub(r"\s+", "", text).lower())
    if not match:
        raise GameIdError(
            f"{text!r} is not a game ID; expected one as printed on a sheet, such as "
            "magnetmen.regular.base.4.k7f3qa.1-9c2e-41ab"
        )
    game, size, sets, players, seed, version = match.groups()
    canonical_seed(re.sub(r"(-[0-9]+)?(\+.*)?$", "", seed))  # without the numbers of later steps
    return GameId(game, size, tuple(sets.split("+")), int(players), seed, version)


Cell = TypeVar("Cell")
IMAGES = ("h", "v", "r")


def split_image(seed: str) -> tuple[str, str]:
    """The seed without the letter of an image, and that letter; "" if it has none."""
    base, _, number = seed.partition("+")
    if not number.endswith(IMAGES):
        return seed, ""
    return "+".join(filter(None, (base, number[:-1]))), number[-1]


def image_seed(seed: str, image: str) -> str:
    """The seed with the letter of an image; with "", as it is."""
    return seed + ("+" if image and "+" not in seed else "") + image


def image_of(cells: Sequence[Cell], columns: int, image: str) -> tuple[Cell, ...]:
    """Cells row by row, mirrored from left to right (h) or from top to bottom (v), or after half a
    turn (r)."""
    rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    if image in ("v", "r"):
        rows.reverse()
    return tuple(cell for row in rows for cell in (row[::-1] if image in ("h", "r") else row))


def fingerprint(version: int, digests: Sequence[str]) -> str:
    """The version of the roll, then the digest of each definition."""
    return "-".join((str(version), *digests))


def digest(part: BaseModel) -> str:
    """Four characters for a definition, from the values that were read, without defaults: comments,
    order of keys and spelling of numbers do not matter, nor options that come later, nor
    translations: of a text in several languages only the original counts."""
    text = json.dumps(
        part.model_dump(mode="json", exclude_defaults=True), sort_keys=True, ensure_ascii=False
    )
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    return "".join(ALPHABET[number // len(ALPHABET) ** i % len(ALPHABET)] for i in range(4))


def explain_change(then: str, now: str, names: Sequence[str]) -> str:
    """Which files differ between two fingerprints, in words; names are in their order."""
    version, *old = then.split("-")
    version_now, *new = now.split("-")
    if version != version_now:
        rolled = f"it was rolled by version {version} of the roll"
        return f"{rolled}, this program has version {version_now}"
    if len(old) != len(new):
        expected = f"expected {len(new)} groups of letters at its end, for {', '.join(names)}"
        return f"{expected}, found {len(old)}"
    return "; ".join(
        f"{name} has changed (fingerprint then {a}, now {b})"
        for name, a, b in zip(names, old, new, strict=True)
        if a != b
    )
