"""Numbers as the legend prints them: bold, with a real minus, alternatives spelled out.

Input: numbers of a power, fixed or still open. Output: text in the legend's markup.
"""

from typing import TYPE_CHECKING

from generator.languages import Language
from generator.schema.fields import Choice, Range, possible

if TYPE_CHECKING:
    from generator.games.magnetmen.definition import PieceType

Open = int | Choice | Range

MINUS = "\u2212"
NO_BREAK = "\u00a0"


def points(number: Open, language: Language) -> str:
    """A number of points: **+4** and its symbol, kept on one line."""
    return _spelled(number, language, signed) + NO_BREAK + "[points]"


def amount(number: Open, language: Language) -> str:
    """A number of things: **3**."""
    return _spelled(number, language, str)


def signed(value: int) -> str:
    """+4, −4 or 0."""
    return f"{'+' if value > 0 else MINUS if value < 0 else ''}{abs(value)}"


def how_many(number: Open) -> int:
    """The count that decides between singular and plural: the largest there can be."""
    return max(possible(number), key=abs)


def counted(number: Open, piece: "PieceType", language: Language) -> dict[str, object]:
    """The parameters count, number and names of a wording such as "{number} {names}"."""
    count = how_many(number)
    names = piece.named(language, count)
    return {"count": count, "number": amount(number, language), "names": names}


def _spelled(number: Open, language: Language, show) -> str:
    texts = [f"**{show(value)}**" for value in possible(number)]
    if len(texts) == 1:
        return texts[0]
    even = isinstance(number, Range) and number.step == 1 and len(texts) > 2
    word = "numbers.to" if even else "numbers.or"
    first = texts[0] if even else ", ".join(texts[:-1])
    return language.say(word, first=first, last=texts[-1])
