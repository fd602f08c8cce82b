"""Format the numbers of powers for the legend: bold, with a minus sign, alternatives spelled out.

Input: numbers of a power, fixed or still open. Output: text in the legend's markup.
"""

from collections.abc import Callable

from generator.games.magnetmen.powers.base import NamedType
from generator.languages import Language
from generator.schema.fields import Choice, Range, possible

Open = int | Choice | Range

MINUS = "\u2212"
NO_BREAK = "\u00a0"


def points_text(number: Open, language: Language) -> str:
    """A number of points, such as **+4**, and the symbol of points, kept on one line."""
    return _spelled(number, language, signed) + NO_BREAK + "[points]"


def amount(number: Open, language: Language) -> str:
    """A number of things, such as **3**."""
    return _spelled(number, language, str)


def signed(value: int) -> str:
    """A number with its sign: +4, −4 or 0."""
    return f"{'+' if value > 0 else MINUS if value < 0 else ''}{abs(value)}"


def how_many(number: Open) -> int:
    """The count that decides between singular and plural: the largest possible value."""
    return max(possible(number), key=abs)


def counted(number: Open, piece: NamedType, language: Language) -> dict[str, object]:
    """The parameters count, number and names of a wording such as "{number} {names}"."""
    count = how_many(number)
    names = piece.name_for(language, count)
    return {"count": count, "number": amount(number, language), "names": names}


def _spelled(number: Open, language: Language, write: Callable[[int], str]) -> str:
    """Every possible value: "**1** or **2**", "**1** to **4**"."""
    texts = [f"**{write(value)}**" for value in possible(number)]
    if len(texts) == 1:
        return texts[0]
    is_series = isinstance(number, Range) and number.step == 1 and len(texts) > 2
    word = "numbers.to" if is_series else "numbers.or"
    first = texts[0] if is_series else ", ".join(texts[:-1])
    return language.say(word, first=first, last=texts[-1])
