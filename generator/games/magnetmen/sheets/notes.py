"""What a rules sheet says of the chosen sets: notes on what players ask, an example of a score.

Input: a definition, a language. Output: markup. A note is there for the powers that call for it,
and speaks of nothing that the sets do not have.
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

Needed = Callable[[Power], bool]


def _has(kind: type) -> Needed:
    return lambda power: bool(power.find(kind))


def _mentions(term: str) -> Needed:
    """Whether the wording of a power has a term that a board's legend explains too."""
    return lambda power: any(term in primitive.terms for primitive in power.primitives())


def _counts(*what: str) -> Needed:
    return lambda power: any(
        isinstance(one, ForEach) and one.what in what for one in power.primitives()
    )


def _destroys_squares(power: Power) -> bool:
    return any(isinstance(one, Destroy) and one.where == "board" for one in power.on_take)


def _compares(power: Power) -> bool:
    return any(isinstance(one, If) and one.have is not None for one in power.score)


def _asks_leaders_or_last(power: Power) -> bool:
    return any(getattr(one, "who", "you") != "you" for one in power.on_take)


_beside = _counts("adjacent_crossed_out")
_squares = _counts("open_square", "crossed_out_square", "adjacent_crossed_out")
_needs_adjacent = _has(NeedsAdjacent)

# Each note with a test of the powers that call for it; a note with None is always there.
_NOTES: tuple[tuple[str, Needed | None], ...] = (
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
_OF_FOUR = ("slots", "gain")  # what they mean for four of a type, under the advanced rules


def notes(definition: MagnetmenDefinition, language: Language) -> list[str]:
    """The notes that the sets' powers call for."""
    return list(_notes(definition, language))


def _notes(definition: MagnetmenDefinition, language: Language) -> Iterator[str]:
    powers = [power for piece in definition.pieces for power in piece.powers if power.weight]
    for key, needed in _NOTES:
        if needed is None or any(map(needed, powers)):
            text = language.say(f"magnetmen.rules.cases.{key}")
            if key in _OF_FOUR and definition.rules == "advanced":
                text += " " + language.say(f"magnetmen.rules.cases.{key}_four")
            yield text


def scoring(definition: MagnetmenDefinition, language: Language) -> str:
    """That the legend counts for each icon; with an example, where a type has a simple score."""
    say = language.say
    text = say("magnetmen.rules.end.score")
    examples = [example for piece in definition.pieces if (example := _worth(piece))]
    if not examples:
        return text
    _, piece, count, each = min(examples, key=lambda example: example[0])
    names = piece.name_for(language, count)
    return f"{text} " + say(
        "magnetmen.rules.end.worth", number=count, names=names, each=each, total=count * each
    )


def _worth(piece: PieceType) -> tuple[int, PieceType, int, int] | None:
    """How telling an example a type is (0 the most), it, how many of it, and what each is worth."""
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
    """The titles of the sets that bring the advanced rules where others of the definition do not,
    joined by "or"; "" where all do, or none."""
    titles = [
        localized(each.title, language.code) for each in definition.sets if each.rules == "advanced"
    ]
    if len(titles) in (0, len(definition.sets)):
        return ""
    *first, last = titles
    if not first:
        return last
    return language.say("numbers.or", first=", ".join(first), last=last)
