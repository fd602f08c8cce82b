"""What numbers, types and powers are called, and how values are written: in a terminal and in the
report alike.

Input: Findings, a language. Output: text.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from generator.games.magnetmen.definition import PieceType
from generator.games.magnetmen.playtest.comparison import Difference
from generator.games.magnetmen.playtest.edits import Edit
from generator.games.magnetmen.playtest.findings import Findings
from generator.games.magnetmen.playtest.measures import ALL, DIFFERENCES, IN_PERCENT, OTHER, Key
from generator.games.magnetmen.playtest.rows import Row
from generator.games.magnetmen.playtest.trials import plain
from generator.games.magnetmen.statistics.outcomes import outcomes
from generator.languages import Language, load_language
from generator.layout.axes import NOTHING, Axis, number
from generator.schema.naming import differing_parts, value_text


@dataclass(frozen=True, slots=True)
class Words:
    """The wording of playtests in a language."""

    language: Language

    def __call__(self, key: str, **params: object) -> str:
        return self.language.say(f"playtest.{key}", **params)

    @property
    def point(self) -> str:
        """The decimal sign."""
        return self.language.say("numbers.decimal")

    def title(self, measure: str) -> str:
        """The name of a number of types, as a title."""
        text = self(f"measure.{measure}")
        return text[:1].upper() + text[1:]

    def number(self, measure: str, value: float | None) -> str:
        """A value, in percent where it is a share."""
        if value is None:
            return NOTHING
        if measure in IN_PERCENT:
            return self.language.percent(number(100 * value, 0, self.point))
        return number(value, 2, self.point)

    def signed(self, measure: str, value: float) -> str:
        """A difference: what is more has a plus."""
        return "+" * (value > 0) + self.number(measure, value)

    def value(self, row: Row | None) -> str:
        """A value alone."""
        return self.number(row.key.measure, row.value) if row else NOTHING

    def interval(self, row: Row | None) -> str:
        """A value with its interval."""
        if row is None:
            return NOTHING
        if row.low is None:
            return self("few")
        value = self.number(row.key.measure, row.value)
        return f"{value} ({self.ends(row.key.measure, row.low, row.high)})"

    def ends(self, measure: str, low: float, high: float) -> str:
        """The ends of an interval."""
        texts = (_bare(self.number(measure, end)) for end in (low, high))
        return self("to", **dict(zip(("low", "high"), texts, strict=True)))

    def around(self, row: Row | None, brief: bool = False) -> str:
        """The same, shorter: by how much the value may be off, for intervals around it. Brief: the
        value alone."""
        if row is None:
            return NOTHING
        if row.few:
            return self("few")
        measure = row.key.measure
        mark = "*" if measure.endswith(OTHER) else ""
        write = self.signed if measure in DIFFERENCES else self.number
        value = write(measure, row.value)
        if brief:
            return value + mark
        off = self.number(measure, row.high - row.value)
        return f"{_bare(value)}\u00a0±\u00a0{off}{mark}"

    def both(self, old: str | None, new: str) -> str:
        """What is told of the older version, if there is one, and of the newer."""
        return new if old is None else self("both", old=old, new=new)

    def axis(self, measure: str, title: str) -> Axis:
        """The axis of a measure."""
        ends = (0.0, 100.0) if measure in ("seat", "ladder") else (None, None)
        return Axis(title, *ends, decimals=0 if measure in IN_PERCENT else 2, point=self.point)


def _bare(text: str) -> str:
    """A number without the sign behind it."""
    return text.removesuffix("%").removesuffix("\u00a0")


class Names:
    """What the types and powers of some findings are called, in a language; types by their keys
    where `keys` says so."""

    def __init__(self, findings: Findings, words: Words, keys: bool = False):
        self.words, self.keys = words, keys
        versions = (findings.found, *([findings.old] if findings.old else []))
        # Of a type that both versions have, the newer one's.
        self._pieces: dict[str, list[PieceType]] = {}
        for each in versions:
            for chosen in each.played.definition.sets:
                for piece in chosen.pieces:
                    self._pieces.setdefault(f"{chosen.key}/{piece.key}", []).append(piece)

    def type(self, key: Key) -> str:
        """The name of a type."""
        pieces = self._pieces.get(key.subject)
        if self.keys or not pieces:
            return key.subject
        return pieces[0].printed_name(self.words.language.code)

    def power(self, key: Key) -> str:
        """Such as "second power"; with the numbers that were rolled, if these are meant."""
        name = self.words("nth_power", count=key.variant)
        return f"{name} ({plain(self.sentence(key))})" if key.power else name

    def full(self, key: Key) -> str:
        """The name of a type, or of one of its powers."""
        return f"{self.type(key)}, {self.power(key)}" if key.variant else self.type(key)

    def sentence(self, key: Key, gone: bool = False) -> str:
        """What a power says, as markup; of one that is gone in the older version's words."""
        if key.power:
            return self._rolled.get((key.subject, key.power), key.power)
        piece = self._pieces[key.subject][-1 if gone else 0]
        return piece.powers[key.variant - 1].sentence(piece, self.words.language)

    def part(self, key: Key) -> str:
        """A power's text without what its type's other powers say, too."""
        if key.power:
            return plain(self.sentence(key))
        count = len(self._pieces[key.subject][0].powers)
        keys = [key._replace(variant=number) for number in range(1, count + 1)]
        return differing_parts([plain(self.sentence(each)) for each in keys])[key.variant - 1]

    def _others(self, key: Key) -> int:
        """How many powers a power is compared with; 1 where it is not."""
        if not key.measure.endswith(OTHER):
            return 1
        return max(1, len(self._pieces[key.subject][0].powers) - 1)

    def what(self, key: Key) -> str:
        """A number in words."""
        words = self.words
        if key.measure == "seat":
            return words("seat", number=key.subject)
        if key.measure == "goal":
            name = words("goals.all") if key.subject == ALL else words(f"figure.{key.subject}")
            return words("goals.of", name=name)
        if key.measure == "ladder":
            return f"{words('ladder.title')}: {words(f'ladder.{key.subject}')}"
        if not key.subject:
            return words(f"figure.{key.measure}")
        return words(f"measure.{key.measure}")

    def why(self, row: Row, owners: Row | None) -> str:
        """The number that flags stand for; of a trap also what makes it one, the wins of owners."""
        rows = [row, owners] if "trap" in row.flags else [row]
        return ", ".join(
            self.words(
                f"flags.why.{each.key.measure}",
                value=self.words.interval(each),
                count=self._others(row.key),
            )
            for each in rows
        )

    def edit(self, edit: Edit) -> tuple[str, str, str]:
        """What was edited, before and after."""
        texts = []
        for value, word in ((edit.old, "removed"), (edit.new, "added")):
            inside = isinstance(value, dict | list)
            whole = self.words(f"compared.{word}") if inside else value_text(value)
            texts.append(NOTHING if value is None else whole)
        if isinstance(edit.old, dict | list):
            texts = [NOTHING, texts[0]]
        return edit.what, texts[0], texts[1]

    def changed(self, each: Difference) -> tuple[str, str, str, str, str]:
        """A number before and after, the difference with its interval, whether it is chance."""
        words, name = self.words, each.key.measure
        difference = "" if each.difference is None else words.signed(name, each.difference)
        if each.low is not None:
            difference += f" ({words.ends(name, each.low, each.high)})"
        chance = words(f"compared.verdict.{each.verdict}") if each.verdict else ""
        values = (words.number(name, value) for value in (each.old, each.new))
        return self.what(each.key), *values, difference, chance

    def concerned(self, each: Difference) -> str:
        """The type or the power that a difference is of; "" for a board."""
        if not each.key.of_type:
            return ""
        name = self.full(each.key)
        return f"{name}: {self.words('compared.removed')}" if each.gone else name

    @cached_property
    def _rolled(self) -> dict[tuple[str, str], str]:
        return dict(self._outcomes())

    def _outcomes(self) -> Iterator[tuple[tuple[str, str], str]]:
        """Powers with rolled numbers in the language, by type and English sentence."""
        english = load_language("en")
        for subject, pieces in self._pieces.items():
            for piece in pieces:
                for outcome in outcomes(piece).values():
                    sentence = plain(outcome.power.sentence(piece, english))
                    yield (subject, sentence), outcome.power.sentence(piece, self.words.language)
