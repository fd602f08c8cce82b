"""The report of a workshop.

Input: Findings, a language. Output: a Report: what stands out, each case with its distributions,
seats, skill and types, how it was measured.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from generator import __version__
from generator.desk.stats.outcomes import outcomes
from generator.games.magnetmen.lab.asked import Case, changed
from generator.games.magnetmen.lab.charts import Words, bars, dots, histogram, told_of
from generator.games.magnetmen.lab.compared import Difference
from generator.games.magnetmen.lab.findings import Findings
from generator.games.magnetmen.lab.measured import ALL, FIGURES, Key
from generator.games.magnetmen.lab.rows import Row, Workshop
from generator.games.magnetmen.lab.trials import plain
from generator.games.magnetmen.lab.versions import USUAL
from generator.languages import Language, language, localized
from generator.layout.plot import Chart
from generator.layout.report import Beside, Block, Heading, Paragraph, Report, Table

_COLUMNS = 3  # of small charts
_OF_POWERS = ("pick_ratio", "icon_points", "share", "owners")
_OF_OTHERS = ("missed", "length")  # boards with a type against others


def report(findings: Findings, chosen: Language) -> Report:
    """All of it. Raises TextTooLong for the name of a type that no chart has room for."""
    told = _Told(findings, Words(chosen))
    return Report(told.words("title"), told.subtitle(), tuple(told.blocks()))


class _Told:
    """The parts of the report."""

    def __init__(self, findings: Findings, words: Words):
        self.findings, self.found, self.words = findings, findings.found, words
        self.versions = [each for each in (findings.old, self.found) if each is not None]
        self.definition = self.found.played.definition
        code = words.language.code
        self.names = {
            f"{chosen.key}/{piece.key}": piece.printed_name(code)
            for workshop in self.versions
            for chosen in workshop.played.definition.sets
            for piece in chosen.pieces
        }
        self.sentences = dict(self._sentences())

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

    def _sentences(self) -> Iterator[tuple[tuple[str, str], str]]:
        """The powers of each type in the report's language, by their English sentences."""
        english = language("en")
        for chosen in self.definition.sets:
            for piece in chosen.pieces:
                for outcome in outcomes(piece).values():
                    words = plain(outcome.power.sentence(piece, english))
                    sentence = outcome.power.sentence(piece, self.words.language)
                    yield (f"{chosen.key}/{piece.key}", words), sentence

    def _case_name(self, case: Case) -> str:
        size = self.definition.boards.sizes[case.size].title
        title = localized(size, self.words.language.code)
        return self.words("case", size=title, players=case.players)

    def _name(self, key: Key) -> str:
        return self.names.get(key.subject, key.subject)

    def _sentence(self, key: Key) -> str:
        return self.sentences.get((key.subject, key.power), key.power)

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
        name = f"**{self._name(row.key)}**"
        if row.key.power:
            name += f": {self._sentence(row.key)}"
        return self._case_name(row.case), name, self._why(row), flags

    def _why(self, row: Row) -> str:
        """The number that a flag stands for; of a trap also what makes it one."""
        rows = [row]
        if "trap" in row.flags:
            rows.append(self.found.row(row.case, row.key._replace(measure="owners")))
        return ", ".join(
            self.words(f"flags.why.{each.key.measure}", value=self.words.interval(each))
            for each in rows
        )

    def _differences(self) -> Iterator[Block]:
        words = self.words
        marked = [each for each in self.findings.differences if each.marked]
        tested = sum(each.p is not None for each in self.findings.differences)
        yield Heading(words("compared.title"))
        yield Paragraph(words("compared.note"))
        if not marked:
            yield Paragraph(words("compared.none", tested=tested))
            return
        yield Paragraph(words("compared.found", count=len(marked), tested=tested))
        titles = tuple(
            words(key) for key in ("board", "compared.what", "old", "new", "compared.change")
        )
        yield Table(titles, tuple(map(self._difference, marked)), "llrrr")

    def _difference(self, each: Difference) -> tuple[str, ...]:
        words, measure = self.words, each.key.measure
        row = Row(each.case, each.key, each.difference, each.low, each.high, 0)
        values = (words.number(measure, value) for value in (each.old, each.new))
        return self._case_name(each.case), self._what(each.key), *values, words.interval(row)

    def _what(self, key: Key) -> str:
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
        sentence = f", {self._sentence(key)}" if key.power else ""
        return f"**{self._name(key)}**{sentence}: {words(f'measure.{key.measure}')}"

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
            return [(self._name(key), key._replace(measure=measure)) for key in of_both]

        def title(measure: str) -> str:
            text = words(f"measure.{measure}")
            return text[:1].upper() + text[1:]

        yield Beside((
            dots(self.findings, case, labelled("pick_ratio"), words, title("pick_ratio"), 1.0),
            bars(self.findings, case, labelled("share"), words, title("share")),
        ))  # fmt: skip
        # Between charts, as a table can be divided where a page ends.
        yield self._table(case, list(_kinds(self.found, case)), _OF_OTHERS, ("type",))
        yield Beside((
            bars(self.findings, case, labelled("icon_points"), words, title("icon_points")),
            dots(self.findings, case, labelled("owners"), words, title("owners"), 1.0),
        ))  # fmt: skip

    def _unknown(self, versions: Iterable[Iterable[Row | None]]) -> Iterator[Block]:
        """What a dash means, where there is any."""
        if any(row is None or row.vague for rows in versions for row in rows):
            yield Paragraph(self.words("unknown"))

    def _powers(self, case: Case) -> Iterator[Block]:
        keys = [row.key for row in self.found.of(case, "boards") if row.key.power]
        if keys:
            yield Heading(self.words("powers", case=self._case_name(case)))
            yield Paragraph(self.words("powers_note"))
            yield from self._unknown([_rows(self.found, case, keys, _OF_POWERS)])
            yield self._table(case, keys, _OF_POWERS, ("type", "power"))

    def _table(
        self, case: Case, keys: Sequence[Key], measures: Sequence[str], heads: tuple[str, ...]
    ) -> Table:
        """A row for each type or power: on how many boards it is, its numbers, its flags."""
        words = self.words
        columns = (words(f"column.{measure}") for measure in measures)
        titles = (*map(words, heads), words("boards"), *columns, words("flags.flag"))
        rows = []
        for key in keys:
            of_key = [self.found.row(case, key._replace(measure=measure)) for measure in measures]
            names = (f"**{self._name(key)}**", self._sentence(key))[: len(heads)]
            there = self.found.row(case, key._replace(measure="boards"))
            count = str(round(there.value * self.found.cases[case].boards))
            rows.append((*names, count, *map(words.around, of_key), self._all_flags(case, key)))
        return Table(titles, tuple(rows), "l" * len(heads) + "r" * (1 + len(measures)) + "l")

    def _all_flags(self, case: Case, key: Key) -> str:
        rows = (self.found.row(case, key._replace(measure=measure))
                for measure in (*_OF_POWERS, *_OF_OTHERS))  # fmt: skip
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
    return (row.key for row in workshop.of(case, "boards") if not row.key.power)


def _rows(
    workshop: Workshop, case: Case, keys: Iterable[Key], measures: Iterable[str]
) -> Iterator[Row | None]:
    """The rows of types or powers, by all measures."""
    wanted = product(keys, measures)
    return (workshop.row(case, key._replace(measure=measure)) for key, measure in wanted)
