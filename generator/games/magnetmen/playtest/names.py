"""What the report of a study calls figures, measures, flags, types and powers, in English."""

from generator.analysis.intervals import FEW, FEW_ALIKE
from generator.analysis.report import UNKNOWN, Number
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
from generator.games.magnetmen.playtest.summary import PlayEstimate
from generator.games.magnetmen.simulation.figure_names import FIGURE_NAMES, MEASURE_NAMES, REASONS
from generator.games.magnetmen.statistics.outcomes import printed_type_names
from generator.languages import load_language
from generator.layout.text import without_markup
from generator.schema.naming import differing_parts, value_text

PLAYER_NOTES = {
    "greedy": "How often one greedy player wins against random ones.",
    "searching": "How often one searching player wins against greedy ones.",
}
PLAYER_NAMES = {"greedy": "Greedy", "searching": "Searching"}
FLAG_NAMES = {
    "dominant": "dominant",
    "useless": "hardly ever taken",
    "trap": "a trap",
    "breaking": "spoils games",
    "uneven": "powers differ",
}
VERDICT_NAMES = {
    "same": "the same", "more": "more than chance", "within": "within chance",
    "few": "too few boards", "": "",
}  # fmt: skip
_ORDINALS = {1: "first power", 2: "second power", 3: "third power"}


HOW_TO_READ = (
    "Programs played these boards. Histograms show on how many boards a figure has a value; dots "
    "are means over boards. Whiskers and brackets are 95% confidence intervals: more boards narrow "
    "them, more games on each board hardly do. A dashed line in a histogram is a goal; one between "
    "dots is what chance would give."
)
TOO_FEW_NOTE = (
    f"Too few: too few boards to tell, which are fewer than {FEW}, fewer than {FEW_ALIKE} that all "
    f"say the same, or so few that the interval is wide. A dash ({UNKNOWN}): nothing to measure or "
    "to compare with."
)
PANEL_NOTE = (
    "Each member of the panel in play.yaml plays against its like, an eighth of the games on each "
    "board. Seats that win alike among all of them are balanced whoever plays."
)
TYPES_NOTE = (
    "Taken and owners win: 1 is as often as by chance. Goals missed and game length: boards with "
    "the type against boards without it."
)
OTHER_POWERS_NOTE = (
    "An asterisk (*): the type is on (nearly) every board, so its power is compared with boards on "
    "which it has another power."
)
COMPARISON_NOTE = (
    "Both versions were rolled from the same seeds and played with the same random numbers, so "
    "each board is compared with its counterpart. A difference is more than chance where p < 0.05 "
    "in a paired t-test with Holm’s correction: the numbers of what was edited are corrected among "
    "themselves, all others among themselves. Intervals are those of each number alone."
)
METHOD_NOTE = (
    "Intervals: Student’s for means over boards, the delta method’s for ratios, Wilson’s for "
    "shares of boards. The boards are as they were rolled; none was picked because it plays well. "
    "Only programs played: no figure is claimed for people. docs/readings.md says how the rules "
    "are read."
)


def form(measure: str) -> str:
    """The format of the values of a measure."""
    if measure in DIFFERENCES:
        return "+.0%"
    return ".0%" if measure in IN_PERCENT else ",.2f"


def number(estimate: PlayEstimate) -> Number:
    """An estimate as a cell."""
    mark = "*" if estimate.key.measure.endswith(OTHER) else ""
    return Number(
        estimate.value, form(estimate.key.measure), estimate.low, estimate.high,
        estimate.is_vague, mark,
    )  # fmt: skip


def measure_name(key: MeasureKey) -> str:
    """What a number measures."""
    if key.measure == "seat":
        return f"Seat {key.subject}"
    if key.measure == "goal":
        name = "all goals" if key.subject == ALL_GOALS else FIGURE_NAMES[key.subject]
        return f"Boards that meet the goal: {name}"
    if key.measure == "panel":
        member, seat = key.subject.split()
        return f"Seat {seat} among {member} players"
    if key.measure == "ladder":
        return f"Skill: {PLAYER_NAMES[key.subject]}"
    return MEASURE_NAMES[key.measure] if key.subject else FIGURE_NAMES[key.measure]


class Labels:
    """The names of the types and powers of some findings."""

    def __init__(self, findings: Findings):
        summaries = (findings.summary, *([findings.baseline] if findings.baseline else []))
        # The newer version of a type comes first.
        self._pieces: dict[str, list[PieceType]] = {}
        self._names: dict[str, str] = {}
        for summary in summaries:
            definition = summary.sample.definition
            self._names = printed_type_names(definition) | self._names
            for magnetmen_set in definition.sets:
                for piece in magnetmen_set.pieces:
                    subject = f"{magnetmen_set.key}/{piece.key}"
                    self._pieces.setdefault(subject, []).append(piece)
        self._english = load_language("en")

    def type(self, key: MeasureKey) -> str:
        """The name of a type."""
        return self._names.get(key.subject, key.subject)

    def power(self, key: MeasureKey) -> str:
        """The name of a type with the number of its power."""
        return f"{self.type(key)} {key.variant}"

    def full(self, key: MeasureKey) -> str:
        """The name of a type, or of one of its powers."""
        if not key.variant:
            return self.type(key)
        power = _ORDINALS.get(key.variant, f"power no. {key.variant}")
        return f"{self.type(key)}, {power} ({self.distinctive_part(key)})"

    def sentence(self, key: MeasureKey, removed: bool = False) -> str:
        """The sentence of a power; of a removed one as the older version has it."""
        if key.power:
            return key.power
        piece = self._pieces[key.subject][-1 if removed else 0]
        return without_markup(piece.powers[key.variant - 1].sentence(piece, self._english))

    def distinctive_part(self, key: MeasureKey) -> str:
        """The part of a power's sentence that the other powers of its type do not share."""
        if key.power or key.subject not in self._pieces:
            return key.power
        powers = self._pieces[key.subject][0].powers
        if key.variant > len(powers):  # removed
            return self.sentence(key, removed=True)
        keys = [key._replace(variant=number + 1) for number in range(len(powers))]
        return differing_parts([self.sentence(power_key) for power_key in keys])[key.variant - 1]

    def reason(self, measure: str, value: str, key: MeasureKey) -> str:
        """A value in words, as the reason for a flag."""
        pieces = self._pieces.get(key.subject)
        others = len(pieces[0].powers) - 1 if pieces else 1
        return REASONS[measure].format(value, "power" if others == 1 else "powers")


def edit_texts(edit: Edit) -> tuple[str, str, str]:
    """What was edited, before and after."""
    before, after = _edited(edit.old, "removed"), _edited(edit.new, "added")
    if isinstance(edit.old, dict | list):
        before, after = UNKNOWN, before
    return edit.what, before, after


def _edited(value: object, change: str) -> str:
    """A value; of a mapping or a list only what happened to it."""
    if value is None:
        return UNKNOWN
    return change if isinstance(value, dict | list) else value_text(value)
