"""The words of a study's results: names of measures, types and powers, and values as text.

Input: Findings, a language. Output: text. The console and the report share it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from generator.games.magnetmen.definition import PieceType
from generator.games.magnetmen.playtest.edits import Edit
from generator.games.magnetmen.playtest.findings import Findings
from generator.games.magnetmen.playtest.measures import (
    ALL_GOALS,
    DIFFERENCES,
    IN_PERCENT,
    OTHER,
    MeasureKey,
)
from generator.games.magnetmen.playtest.paired_tests import Difference
from generator.games.magnetmen.playtest.summary import Estimate
from generator.games.magnetmen.playtest.trials import plain_text
from generator.games.magnetmen.statistics.outcomes import outcomes
from generator.languages import Language, load_language
from generator.layout.axes import NOTHING, Axis, number
from generator.schema.naming import differing_parts, value_text


@dataclass(frozen=True, slots=True)
class Wording:
    """The wording of playtests in a language."""

    language: Language

    def __call__(self, key: str, **params: object) -> str:
        return self.language.say(f"playtest.{key}", **params)

    @property
    def point(self) -> str:
        """The decimal sign."""
        return self.language.say("numbers.decimal")

    def title(self, measure: str) -> str:
        """The name of a measure of types, capitalized."""
        text = self(f"measure.{measure}")
        return text[:1].upper() + text[1:]

    def number(self, measure: str, value: float | None) -> str:
        """A value of a measure, in percent where it is a share."""
        if value is None:
            return NOTHING
        if measure in IN_PERCENT:
            return self.language.percent(number(100 * value, 0, self.point))
        return number(value, 2, self.point)

    def signed(self, measure: str, value: float) -> str:
        """A difference, with a plus sign if it is above 0."""
        return "+" * (value > 0) + self.number(measure, value)

    def value(self, estimate: Estimate | None) -> str:
        """The value of an estimate alone."""
        return self.number(estimate.key.measure, estimate.value) if estimate else NOTHING

    def interval(self, estimate: Estimate | None) -> str:
        """An estimate with its interval."""
        if estimate is None:
            return NOTHING
        if estimate.low is None or estimate.high is None:
            return self("few")
        value = self.number(estimate.key.measure, estimate.value)
        return f"{value} ({self.ends(estimate.key.measure, estimate.low, estimate.high)})"

    def ends(self, measure: str, low: float, high: float) -> str:
        """The ends of an interval."""
        low_text, high_text = (_without_percent(self.number(measure, end)) for end in (low, high))
        return self("to", low=low_text, high=high_text)

    def plus_minus(self, estimate: Estimate | None, brief: bool = False) -> str:
        """An estimate and half the width of its interval; if `brief` the value alone."""
        if estimate is None:
            return NOTHING
        if estimate.high is None or estimate.is_vague:
            return self("few")
        measure = estimate.key.measure
        mark = "*" if measure.endswith(OTHER) else ""
        write = self.signed if measure in DIFFERENCES else self.number
        value = write(measure, estimate.value)
        if brief:
            return value + mark
        half_width = self.number(measure, estimate.high - estimate.value)
        return f"{_without_percent(value)}\u00a0±\u00a0{half_width}{mark}"

    def both(self, old: str | None, new: str) -> str:
        """The texts of both versions, or that of the only one."""
        return new if old is None else self("both", old=old, new=new)

    def axis(self, measure: str, title: str) -> Axis:
        """The axis of a measure."""
        low, high = (0.0, 100.0) if measure in ("seat", "ladder") else (None, None)
        decimals = 0 if measure in IN_PERCENT else 2
        return Axis(title, low, high, decimals=decimals, point=self.point)


def _without_percent(text: str) -> str:
    return text.removesuffix("%").removesuffix("\u00a0")


class Labels:
    """The names of the types and powers of findings, in a language.

    With `use_keys` types are named by their keys (SET/TYPE).
    """

    def __init__(self, findings: Findings, wording: Wording, use_keys: bool = False):
        self.wording, self.use_keys = wording, use_keys
        summaries = (findings.summary, *([findings.baseline] if findings.baseline else []))
        # The newer version of a type comes first.
        self._pieces: dict[str, list[PieceType]] = {}
        for summary in summaries:
            for magnetmen_set in summary.sample.definition.sets:
                for piece in magnetmen_set.pieces:
                    subject = f"{magnetmen_set.key}/{piece.key}"
                    self._pieces.setdefault(subject, []).append(piece)

    def type(self, key: MeasureKey) -> str:
        """The name of a type."""
        pieces = self._pieces.get(key.subject)
        if self.use_keys or not pieces:
            return key.subject
        return pieces[0].printed_name(self.wording.language.code)

    def power(self, key: MeasureKey) -> str:
        """A power such as "second power", with its sentence if its numbers are rolled."""
        name = self.wording("nth_power", count=key.variant)
        return f"{name} ({plain_text(self.sentence(key))})" if key.power else name

    def full(self, key: MeasureKey) -> str:
        """The name of a type, or of one of its powers."""
        return f"{self.type(key)}, {self.power(key)}" if key.variant else self.type(key)

    def sentence(self, key: MeasureKey, removed: bool = False) -> str:
        """The sentence of a power, as markup; of a removed one in the older version's words."""
        if key.power:
            return self._rolled_sentences.get((key.subject, key.power), key.power)
        piece = self._pieces[key.subject][-1 if removed else 0]
        return piece.powers[key.variant - 1].sentence(piece, self.wording.language)

    def distinctive_part(self, key: MeasureKey) -> str:
        """The part of a power's sentence that the other powers of its type do not share."""
        if key.power:
            return plain_text(self.sentence(key))
        count = len(self._pieces[key.subject][0].powers)
        keys = [key._replace(variant=number) for number in range(1, count + 1)]
        sentences = [plain_text(self.sentence(power_key)) for power_key in keys]
        return differing_parts(sentences)[key.variant - 1]

    def _other_powers(self, key: MeasureKey) -> int:
        """How many powers a power is compared with; 1 where it is not."""
        if not key.measure.endswith(OTHER):
            return 1
        return max(1, len(self._pieces[key.subject][0].powers) - 1)

    def measure(self, key: MeasureKey) -> str:
        """What a number measures."""
        wording = self.wording
        if key.measure == "seat":
            return wording("seat", number=key.subject)
        if key.measure == "goal":
            all_goals = key.subject == ALL_GOALS
            name = wording("goals.all") if all_goals else wording(f"figure.{key.subject}")
            return wording("goals.of", name=name)
        if key.measure == "ladder":
            return f"{wording('ladder.title')}: {wording(f'ladder.{key.subject}')}"
        if not key.subject:
            return wording(f"figure.{key.measure}")
        return wording(f"measure.{key.measure}")

    def reason(self, flagged: Estimate, owners: Estimate | None) -> str:
        """The numbers behind flags: the flagged one, and for a trap also the wins of owners."""
        estimates = [flagged]
        if "trap" in flagged.flags and owners is not None:
            estimates.append(owners)
        return ", ".join(
            self.wording(
                f"flags.why.{estimate.key.measure}",
                value=self.wording.interval(estimate),
                count=self._other_powers(flagged.key),
            )
            for estimate in estimates
        )

    def edit(self, edit: Edit) -> tuple[str, str, str]:
        """What was edited, before and after."""
        before, after = self._edited(edit.old, "removed"), self._edited(edit.new, "added")
        if isinstance(edit.old, dict | list):
            before, after = NOTHING, before
        return edit.what, before, after

    def _edited(self, value: object, change: str) -> str:
        """A value; a mapping or a list only as what happened to it."""
        if value is None:
            return NOTHING
        if isinstance(value, dict | list):
            return self.wording(f"compared.{change}")
        return value_text(value)

    def difference(self, difference: Difference) -> tuple[str, str, str, str, str]:
        """The measure, both values, their difference with its interval, and the verdict."""
        wording, measure = self.wording, difference.key.measure
        change = "" if difference.change is None else wording.signed(measure, difference.change)
        if difference.low is not None and difference.high is not None:
            change += f" ({wording.ends(measure, difference.low, difference.high)})"
        verdict = difference.verdict
        return (
            self.measure(difference.key),
            wording.number(measure, difference.old),
            wording.number(measure, difference.new),
            change,
            wording(f"compared.verdict.{verdict}") if verdict else "",
        )

    def subject(self, difference: Difference) -> str:
        """The type or power that a difference is about; "" for a board."""
        if not difference.key.of_type:
            return ""
        name = self.full(difference.key)
        return f"{name}: {self.wording('compared.removed')}" if difference.removed else name

    @cached_property
    def _rolled_sentences(self) -> dict[tuple[str, str], str]:
        """Powers with rolled numbers in the language, by type and English sentence."""
        return dict(self._translations())

    def _translations(self) -> Iterator[tuple[tuple[str, str], str]]:
        english = load_language("en")
        for subject, pieces in self._pieces.items():
            for piece in pieces:
                for outcome in outcomes(piece).values():
                    sentence = plain_text(outcome.power.sentence(piece, english))
                    translation = outcome.power.sentence(piece, self.wording.language)
                    yield (subject, sentence), translation
