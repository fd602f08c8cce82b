"""The contract between a game and the desk: which texts, odds and pictures of its sets to look at.

Each function yields plain values that know where in a file they stand.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.core.diagnostics import Diagnostic
from generator.core.settings import Settings
from generator.core.yaml_source import Loc
from generator.languages import Language, localized
from generator.schema.set_checks import Wording
from generator.schema.set_files import SetFile

LONG_SEED = "the-longest-seed-that-is-allowed"


class Place(NamedTuple):
    """A key or a value in a file."""

    file: SetFile
    loc: Loc
    key: bool = False

    def warning(self, message: str, code: str) -> Diagnostic:
        return self.file.source.problem(self.loc, message, self.key, code, "warning")

    def error(self, message: str, code: str) -> Diagnostic:
        return self.file.source.problem(self.loc, message, self.key, code)


class Printed(NamedTuple):
    """A text as layouts are given it (markup), and the key that it comes from."""

    text: str
    place: Place


class Localized(NamedTuple):
    """A text that a file has by language. A proper name is the same in all of them."""

    wording: Wording
    place: Place
    proper: bool = False


class Pictures(NamedTuple):
    """Art that players must tell apart: names with the places that ask for them, in a colour, at
    its least printed size in mm; `limit` is the least difference in grey, `eye` what is seen of
    it, see pdf/art_similarity.py. Those that are written on must not be dark, see
    pdf/pen_contrast.py."""

    what: str
    places: Mapping[str, tuple[Place, ...]]
    side: float
    limit: float
    colour: str = "ink"
    eye: float = 0.6  # mm, across a table
    written_on: bool = False


@dataclass(frozen=True, slots=True)
class Desk:
    """The answers of one game.

    localized(definition): texts by language. printed(definition, rolled, language): texts as they
    are printed; rolled may be None. crowded(definition, settings): rolled values with which sheets
    are as full as they get; texts that fit the first `tightest` of them fit all (None: each has
    texts of its own). odds(definition): warnings. pictures(definition): groups of art.
    """

    localized: Callable[[Any], Iterator[Localized]]
    printed: Callable[[Any, Any, Language], Iterator[Printed]]
    crowded: Callable[[Any, Settings], Iterator[Any]]
    pictures: Callable[[Any], Iterator[Pictures]]
    odds: Callable[[Any], Iterator[Diagnostic]]
    tightest: int | None = None


def no_odds(definition: Any) -> Iterator[Diagnostic]:
    """For games whose sets weigh nothing against each other."""
    return iter(())


def names(
    localized_texts: Callable[[Any], Iterator[Localized]],
) -> Callable[..., Iterator[Printed]]:
    """`printed` for games that print a set's texts as they stand in it."""

    def printed(definition: Any, rolled: Any, language: Language) -> Iterator[Printed]:
        for text in localized_texts(definition):
            yield Printed(localized(text.wording, language.code), text.place)

    return printed
