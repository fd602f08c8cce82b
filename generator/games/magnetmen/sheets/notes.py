"""Texts of a rules sheet that depend on its sets: notes on questions of players, a score example.

Input: a definition, a language. Output: markup. Only the notes that the sets' powers need are
there.
"""

from collections.abc import Callable, Iterator

from generator.games.magnetmen.definition import MagnetmenDefinition, PieceType
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.powers.capacity import Capacity
from generator.games.magnetmen.powers.condition import If
from generator.games.magnetmen.powers.destroy import Destroy
from generator.games.magnetmen.powers.flat import Flat
from generator.games.magnetmen.powers.for_each import ForEach
from generator.games.magnetmen.powers.gain import Gain
from generator.games.magnetmen.powers.ignore import Ignore
from generator.games.magnetmen.powers.limit import Limit
from generator.games.magnetmen.powers.needs_adjacent import NeedsAdjacent
from generator.games.magnetmen.powers.neighbour_can_take import NeighbourCanTake
from generator.games.magnetmen.powers.retire import Retire
from generator.games.magnetmen.powers.take_again import TakeAgain
from generator.languages import Language, localized

PowerTest = Callable[[Power], bool]


def _has(kind: type) -> PowerTest:
    return lambda power: bool(power.find(kind))


def _mentions(term: str) -> PowerTest:
    """Whether a power's wording has a term, which the legend of a board explains too."""
    return lambda power: any(term in primitive.terms for primitive in power.primitives())


def _counts(*what: str) -> PowerTest:
    return lambda power: any(
        isinstance(primitive, ForEach) and primitive.what in what
        for primitive in power.primitives()
    )


def _destroys_squares(power: Power) -> bool:
    return any(
        isinstance(primitive, Destroy) and primitive.where == "board" for primitive in power.on_take
    )


def _compares(power: Power) -> bool:
    return any(
        isinstance(primitive, If) and primitive.have is not None for primitive in power.score
    )


def _asks_leaders_or_last(power: Power) -> bool:
    return any(getattr(primitive, "who", "you") != "you" for primitive in power.on_take)


_beside = _counts("adjacent_crossed_out")
_squares = _counts("open_square", "crossed_out_square", "adjacent_crossed_out")
_needs_adjacent = _has(NeedsAdjacent)

# The notes, each with a test for the powers that need it; a note with None is always there.
_NOTES: tuple[tuple[str, PowerTest | None], ...] = (
    ("others", None),
    ("adjacent", _mentions("adjacent")),
    ("ignore", _has(Ignore)),  # reading 11
    ("most_least", _compares),
    ("same_as", _mentions("same_as")),
    ("any_square", _destroys_squares),
    ("capacity", _has(Capacity)),  # reading 8
    ("again", _has(TakeAgain)),  # reading 14
    ("gone", lambda power: _squares(power) or _needs_adjacent(power)),
    ("own_square", _beside),  # reading 13
    ("slots", _mentions("destroyed_icon")),  # readings 10 and 12
    ("gain", _has(Gain)),  # reading 15
    ("neighbour", _has(NeighbourCanTake)),
    ("lead", _asks_leaders_or_last),  # reading 16
)
_OF_FOUR = ("slots", "gain")  # notes with a sentence on four of a type, for the advanced rules


def notes(definition: MagnetmenDefinition, language: Language) -> list[str]:
    """The notes that the sets' powers need."""
    return list(_notes(definition, language))


def _notes(definition: MagnetmenDefinition, language: Language) -> Iterator[str]:
    powers = [power for piece in definition.pieces for power in piece.powers if power.weight]
    for key, test in _NOTES:
        if test is None or any(map(test, powers)):
            text = language.say(f"magnetmen.rules.cases.{key}")
            if key in _OF_FOUR and definition.rules == "advanced":
                text += " " + language.say(f"magnetmen.rules.cases.{key}_four")
            yield text


def scoring(definition: MagnetmenDefinition, language: Language) -> str:
    """How icons score by the legend, with an example if a type has a simple score."""
    say = language.say
    text = say("magnetmen.rules.end.score")
    examples = [example for piece in definition.pieces if (example := _worth(piece))]
    if not examples:
        return text
    _, piece, count, points = min(examples, key=lambda example: example[0])
    names = piece.name_for(language, count)
    return f"{text} " + say(
        "magnetmen.rules.end.worth", number=count, names=names, each=points, total=count * points
    )


def _worth(piece: PieceType) -> tuple[int, PieceType, int, int] | None:
    """A type as an example: its rank (0 is the best), the type, a number of icons, what an icon is
    worth."""
    power, score = piece.common, piece.common.score
    if len(score) != 1 or power.is_open() or power.find(Retire) or power.find(Limit):
        return None
    match score[0]:
        case ForEach(what="own", points=int(points)) if points > 0:
            return 0, piece, 3, 3 * points
        case If(at_least=int(count), points=int(points)) if count > 1 and points > 0:
            return 1, piece, count, points
        case Flat(points=int(points)) if points > 0:
            return 2, piece, 2, points
    return None


def advanced_titles(definition: MagnetmenDefinition, language: Language) -> str:
    """The titles of the sets with the advanced rules, joined by "or"; "" if all sets of the
    definition have them, or none."""
    titles = [
        localized(game_set.title, language.code)
        for game_set in definition.sets
        if game_set.rules == "advanced"
    ]
    if len(titles) in (0, len(definition.sets)):
        return ""
    *first, last = titles
    if not first:
        return last
    return language.say("numbers.or", first=", ".join(first), last=last)
