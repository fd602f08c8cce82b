"""What the rules say because of the chosen sets: notes on powers, an example of a score."""

from collections.abc import Iterator

from generator.games.magnetmen.definition import MagnetmenDefinition, PieceType
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.powers.primitives import Flat, ForEach, If, Limit, Retire
from generator.languages import Language, localized

COUNTED_SQUARES = {f"for_each.{what}_square" for what in ("open", "crossed_out")}
BESIDE = "for_each.adjacent_crossed_out"
WHO = {f"{what}.{who}" for what in ("destroy", "gain") for who in ("leaders", "last")}
# The notes, each with the subjects of powers that need it; a note with None is always there.
NOTES: dict[str, set[str] | None] = {
    "others": None,
    "adjacent": {"adjacent"},
    "ignore": {"ignore"},  # reading 11
    "most_least": {"if.most", "if.least"},
    "same_as": {"same_as"},
    "any_square": {"destroy.board"},
    "capacity": {"capacity"},  # reading 8
    "again": {"take_again"},  # reading 14
    "gone": {"needs_adjacent", BESIDE, *COUNTED_SQUARES},
    "own_square": {BESIDE},  # reading 13
    "slots": {"destroyed_icon"},  # readings 10 and 12
    "gain": {"gain"},  # reading 15
    "neighbour": {"neighbour_can_take"},
    "lead": WHO,  # reading 16
}
OF_FOUR = ("slots", "gain")  # notes with a sentence on four of a type, for the advanced rules


def _subjects(power: Power) -> Iterator[str]:
    """What a power is about: the names of its primitives, alone and with each of their words, and
    the terms that the legend explains as well."""
    for primitive in power.primitives():
        yield primitive.name
        yield from primitive.terms
        yield from (f"{primitive.name}.{word}" for _, word in primitive if isinstance(word, str))


def power_notes(definition: MagnetmenDefinition, language: Language) -> Iterator[str]:
    """The notes that the sets' powers need."""
    powers = (power for piece in definition.pieces for power in piece.powers if power.weight)
    subjects = {subject for power in powers for subject in _subjects(power)}
    for key, of_note in NOTES.items():
        if of_note is None or of_note & subjects:
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
