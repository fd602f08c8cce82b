"""The report of a workshop.

Input: Findings, a language. Output: a Report: what stands out, each case with its distributions,
seats, skill and types, how it was measured.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from generator import __version__
from generator.games.magnetmen.playtest.charts import bars, dots, histogram, told_of
from generator.games.magnetmen.playtest.comparison import Difference
from generator.games.magnetmen.playtest.findings import Findings
from generator.games.magnetmen.playtest.measures import ALL, FIGURES, OTHER, Key
from generator.games.magnetmen.playtest.rows import Row, Workshop
from generator.games.magnetmen.playtest.study import Case, changed
from generator.games.magnetmen.playtest.versions import USUAL
from generator.games.magnetmen.playtest.wording import Names, Words
from generator.languages import Language, localized
from generator.layout.plot import Chart
from generator.layout.report import Beside, Block, Heading, Paragraph, Report, Table

_COLUMNS = 3  # of small charts
_OF_POWERS = ("pick_ratio", "icon_points", "share", "owners")
_OF_OTHERS = ("missed", "length")  # boards with a type against others


def report(findings: Findings, chosen: Language) -> Report:
    """All of it. Raises TextOverflowError for the name of a type that no chart has room for."""
    told = _Told(findings, Words(chosen))
    return Report(told.words("title"), told.subtitle(), tuple(told.blocks()))


class _Told:
    """The parts of the report."""

    def __init__(self, findings: Findings, words: Words):
        self.findings, self.found, self.words = findings, findings.found, words
        self.versions = [each for each in (findings.old, self.found) if each is not None]
        self.definition = self.found.played.definition
        self.names = Names(findings, words)

    def subtitle(self) -> str:
        asked, code = self.found.played.asked, self.words.language.code
        sets = " + ".join(localized(each.title, code) for each in self.definition.sets)
        return self.words("about", sets=sets, rolls=asked.rolls, games=asked.games)

    def blocks(self) -> Iterator[Block]:
        yield Paragraph(self.words("how"))
        yield from self._flags()
        if self.findings.old is not None:
            yield from self._differences()
        for case in self.found.cases:
            yield from self._case(case)
        yield from self._measured()

    def _case_name(self, case: Case) -> str:
        size = self.definition.boards.sizes[case.size].title
        title = localized(size, self.words.language.code)
        return self.words("case", size=title, players=case.players)

    # What stands out -----------------------------------------------------------------------

    def _flags(self) -> Iterator[Block]:
        words = self.words
        yield Heading(words("flags.title"))
        if not self.found.flagged:
            yield Paragraph(words("flags.none"))
            return
        yield Paragraph(words("flags.note"))
        titles = (words("board"), words("type"), words("flags.what"), words("flags.flag"))
        yield Table(titles, tuple(map(self._flagged, self.found.flagged)), "llll")

    def _flagged(self, row: Row) -> tuple[str, ...]:
        words = self.words
        flags = ", ".join(words(f"flags.{flag}") for flag in row.flags)
        name = f"**{self.names.full(row.key)}**"
        if row.key.of_power:
            name += f": {self.names.sentence(row.key)}"
        owners = self.found.row(row.case, row.key._replace(measure="owners"))
        return self._case_name(row.case), name, self.names.why(row, owners), flags

    def _differences(self) -> Iterator[Block]:
        words, findings = self.words, self.findings
        yield Heading(words("compared.title"))
        if findings.edits:
            titles = tuple(words(key) for key in ("compared.key", "old", "new"))
            yield Table(titles, tuple(map(self.names.edit, findings.edits)), "lll")
            yield Heading(words("compared.effect"))
            yield Paragraph(words("compared.note"))
            yield from self._compared(findings.effects, words("compared.absent"))
        else:
            yield Paragraph(words("compared.nothing"))
        if findings.edits or findings.moved:
            tested = len(findings.others)
            yield Heading(words("compared.moved"))
            if findings.moved:
                yield Paragraph(words("compared.found", count=len(findings.moved), tested=tested))
            yield from self._compared(findings.moved, words("compared.none", tested=tested))

    def _compared(self, differences: Sequence[Difference], nothing: str) -> Iterator[Block]:
        """A row for each difference; what several rows are of is named once."""
        if not differences:
            yield Paragraph(nothing)
            return
        words = self.words
        keys = ("compared.what", "old", "new", "compared.change", "compared.chance")
        titles = (words("board"), words("type"), *map(words, keys))
        rows, last = [], ("", "")
        for each in differences:
            head = self._case_name(each.case), self.names.concerned(each)
            name = f"**{head[1]}**" if head[1] else ""
            shown = ("", "") if head == last else (head[0], name)
            rows.append((*shown, *self.names.changed(each)))
            last = head
        yield Table(titles, tuple(rows), "lllrrrl")

    # A case ----------------------------------------------------------------------------------

    def _case(self, case: Case) -> Iterator[Block]:
        words = self.words
        yield Heading(self._case_name(case))
        boards = self.found.cases[case].boards
        old = self.findings.old
        if not boards or (old is not None and not old.cases[case].boards):
            yield Paragraph(words("unplayable"))
            return
        met = told_of(self.findings, case, Key("goal", ALL), words.interval, words)
        yield Paragraph(words("goals.share", count=boards, share=met))
        charts: list[Chart] = [histogram(self.findings, case, name, words) for name in FIGURES]
        yield Beside((*charts, *self._fairness(case)), _COLUMNS)
        yield from self._types(case)
        yield from self._powers(case)

    def _fairness(self, case: Case) -> Iterator[Chart]:
        words, fair = self.words, 1 / case.players
        seats = [(words("seat", number=row.key.subject), row.key)
                 for row in self.found.of(case, "seat")]  # fmt: skip
        yield dots(self.findings, case, seats, words, words("seats"), fair)
        rungs = [row.key for row in self.found.of(case, "ladder")]
        if rungs:
            named = [(words(f"ladder.{key.subject}"), key) for key in rungs]
            note = " ".join(words(f"note.ladder.{key.subject}") for key in rungs)
            yield dots(self.findings, case, named, words, words("ladder.title"), fair, note)

    def _types(self, case: Case) -> Iterator[Block]:
        words, measures = self.words, (*_OF_POWERS, *_OF_OTHERS)
        of_both = sorted({key for each in self.versions for key in _kinds(each, case)})
        yield Heading(words("types", case=self._case_name(case)))
        yield from self._unknown(_rows(each, case, of_both, measures) for each in self.versions)

        def labelled(measure: str) -> list[tuple[str, Key]]:
            return [(self.names.type(key), key._replace(measure=measure)) for key in of_both]

        taken = words.title("pick_ratio")
        yield Beside((
            dots(self.findings, case, labelled("pick_ratio"), words, taken, 1.0),
            bars(self.findings, case, labelled("share"), words, words.title("share")),
        ))  # fmt: skip
        # Between charts, as a table can be divided where a page ends.
        yield Paragraph(words("others_note"))
        yield self._table(case, list(_kinds(self.found, case)), _OF_OTHERS, flags=True)
        yield Beside((
            bars(self.findings, case, labelled("icon_points"), words, words.title("icon_points")),
            dots(self.findings, case, labelled("owners"), words, words.title("owners"), 1.0),
        ))  # fmt: skip

    def _unknown(self, versions: Iterable[Iterable[Row | None]]) -> Iterator[Block]:
        """What "too few" and a dash mean, where there are any."""
        if any(row is None or row.few for rows in versions for row in rows):
            yield Paragraph(self.words("unknown"))

    def _powers(self, case: Case) -> Iterator[Block]:
        """What each power says and brings; then how boards with it compare, and its flags."""
        keys = [row.key for row in self.found.of(case, "boards") if row.key.variant]
        if not keys:
            return
        words = self.words
        compared = [self.found.cell(case, key, name) for key in keys for name in _OF_OTHERS]
        yield Heading(words("powers", case=self._case_name(case)))
        yield Paragraph(words("powers_note"))
        yield from self._unknown([_rows(self.found, case, keys, _OF_POWERS), compared])
        yield self._table(case, keys, _OF_POWERS, ("power", self.names.sentence))
        if any(row is not None and row.key.measure.endswith(OTHER) for row in compared):
            yield Paragraph(words("other_powers_note"))
        yield self._table(case, keys, _OF_OTHERS, ("power", self.names.power), flags=True)

    def _table(
        self,
        case: Case,
        keys: Sequence[Key],
        measures: Sequence[str],
        power: tuple[str, Callable[[Key], str]] | None = None,
        flags: bool = False,
    ) -> Table:
        """A row for each type or power: on how many boards it is, its numbers, its flags."""
        words = self.words
        heads = [words("type"), *([words(power[0])] if power else [])]
        tails = [words("flags.flag")] if flags else []
        numbers = [words("boards"), *map(words.title, measures)]
        rows, last = [], ""
        for key in keys:
            name = self.names.type(key)
            cells = [f"**{name}**" if name != last else "", *([power[1](key)] if power else [])]
            there = self.found.row(case, key._replace(measure="boards"))
            cells.append(str(round(there.value * self.found.cases[case].boards)))
            cells += [words.around(self.found.cell(case, key, name)) for name in measures]
            rows.append((*cells, *([self._all_flags(case, key)] if flags else [])))
            last = name
        aligns = "l" * len(heads) + "r" * len(numbers) + "l" * len(tails)
        return Table((*heads, *numbers, *tails), tuple(rows), aligns)

    def _all_flags(self, case: Case, key: Key) -> str:
        rows = (self.found.cell(case, key, name) for name in (*_OF_POWERS, *_OF_OTHERS))
        flags = dict.fromkeys(flag for row in rows if row for flag in row.flags)
        return ", ".join(self.words(f"flags.{flag}") for flag in flags)

    # How it was measured -----------------------------------------------------------------------

    def _measured(self) -> Iterator[Block]:
        played, words = self.found.played, self.words
        asked = played.asked
        yield Heading(words("measured.title"))
        yield Paragraph(
            words(
                "measured.text",
                version=__version__,
                sets=", ".join(asked.sets),
                rolls=asked.rolls,
                seed=asked.seed,
                games=asked.games,
                player=played.player,
            )
        )
        yield Paragraph(words("measured.intervals"))
        if options := changed(asked.options):
            told = ", ".join(f"{name}={value}" for name, value in options.items())
            yield Paragraph(words("measured.options", options=told))
        if against := self.findings.against:
            key = "usual" if against == USUAL else "against"
            yield Paragraph(words(f"measured.{key}", old=against))
        for case, count in played.unplayable.items():
            if count:
                yield Paragraph(
                    words("measured.unplayable", case=self._case_name(case), count=count)
                )


def _kinds(workshop: Workshop, case: Case) -> Iterator[Key]:
    """The types of a case, without their powers."""
    return (row.key for row in workshop.of(case, "boards") if not row.key.variant)


def _rows(
    workshop: Workshop, case: Case, keys: Iterable[Key], measures: Iterable[str]
) -> Iterator[Row | None]:
    """The rows of types or powers, by all measures."""
    wanted = product(keys, measures)
    return (workshop.row(case, key._replace(measure=measure)) for key, measure in wanted)
