"""What the rules say because of the chosen sets: notes on powers, an example of a score."""

from collections.abc import Iterator

from generator.games.magnetmen.definition import MagnetmenDefinition, PieceType
from generator.games.magnetmen.primitives import Flat, ForEach, If, Limit, Retire
from generator.languages import Language, localized

# The notes in their order: "others" is always there, each of the rest if a power needs it.
NOTES = (
    "others",
    "adjacent",
    "ignore",  # reading 11
    "most_least",
    "same_as",
    "any_square",
    "capacity",  # reading 8
    "again",  # reading 14
    "gone",
    "own_square",  # reading 13
    "slots",  # readings 10 and 12
    "gain",  # reading 15
    "neighbour",
    "lead",  # reading 16
)
OF_FOUR = ("slots", "gain")  # notes with a sentence on four of a type, for the advanced rules


def power_notes(definition: MagnetmenDefinition, language: Language) -> Iterator[str]:
    """The notes that the sets' powers need."""
    powers = (power for piece in definition.pieces for power in piece.likely)
    needed = frozenset(("others",)).union(*(power.notes for power in powers))
    for key in NOTES:
        if key in needed:
            text = language.say(f"magnetmen.rules.cases.{key}")
            if key in OF_FOUR and definition.rules == "advanced":
                text += " " + language.say(f"magnetmen.rules.cases.{key}_four")
            yield text


def scoring(definition: MagnetmenDefinition, language: Language) -> str:
    """How icons score by the legend, with an example if a type has a simple score."""
    text = language.say("magnetmen.rules.end.score")
    examples = [example for piece in definition.pieces if (example := _simple_score(piece))]
    if not examples:
        return text
    _, piece, count, points = min(examples, key=lambda example: example[0])
    names, total = piece.name_for(language, count), count * points
    numbers = {"number": count, "names": names, "each": points, "total": total}
    return f"{text} {language.say('magnetmen.rules.end.worth', **numbers)}"


def _simple_score(piece: PieceType) -> tuple[int, PieceType, int, int] | None:
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
    advanced = [each for each in definition.sets if each.rules == "advanced"]
    titles = [localized(each.title, language.code) for each in advanced]
    if len(titles) in (0, len(definition.sets)):
        return ""
    *first, last = titles
    return language.say("numbers.or", first=", ".join(first), last=last) if first else last
