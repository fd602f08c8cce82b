"""Texts of a set that do not fit, or must be printed small.

Input: a definition. Output: an error for a text that does not fit a sheet, a warning for one that
must shrink below GOOD points: on which sheets, papers and boards, in which language. In a language
that no text of the sets is in, what does not fit is a warning, too: nobody will print it.

Sheets are laid out with what is rolled for them as crowded as it gets: each first where it is
tightest, and only where something is wrong there in all cases.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple

from generator.authoring.checks import Place, Printed
from generator.authoring.games import desk
from generator.authoring.text_places import card_of, longest_in, source_of, words
from generator.core.diagnostics import Diagnostic, Severity
from generator.core.errors import PieceTooLargeError, RollError, TextOverflowError
from generator.core.paper import PAPERS
from generator.core.resources import sets_dir
from generator.core.settings import Settings
from generator.games import game as game_named
from generator.games.base import Game
from generator.languages import Language, languages, load_language
from generator.layout.page import Group, Item, Page, Text

_TIGHT = ("a4-letter-safe", "letter")  # what fits these fits all; the first is the smallest
GOOD = 9.0  # points: smaller reads badly at arm's length


class _Case(NamedTuple):
    """A sheet that was laid out: its name, language, paper, and the size and players of what was
    rolled for it, if that matters."""

    sheet: str
    code: str
    paper: str
    board: tuple[str, int]


class _Misfit(NamedTuple):
    """What a sheet could not be laid out for, and in which case; by how many mm it is too high, if
    that is it; what to do."""

    problem: Diagnostic
    case: _Case
    over: float = 0.0
    advice: str = ""


class _Sheet(NamedTuple):
    """Pages that were laid out, and what for."""

    name: str
    settings: Settings
    rolled: Any
    pages: list[Page]

    @property
    def case(self) -> _Case:
        return _case(self.name, self.settings, self.rolled)


def _case(sheet: str, settings: Settings, rolled: Any) -> _Case:
    game_id = getattr(rolled, "game_id", None)
    board = (game_id.size, game_id.players) if game_id else ("", 0)
    return _Case(sheet, settings.language_code, settings.paper.name, board)


class Fit(NamedTuple):
    """What does not fit and what is small; for which sizes and players a sheet cannot be printed
    in each language of the sets, on every paper."""

    problems: tuple[Diagnostic, ...]
    unprinted: frozenset[tuple[str, int]]


def misfits(name: str, definition: Any) -> Iterator[Diagnostic]:
    """What does not fit, then what is small."""
    yield from examined(name, definition).problems


def examined(name: str, definition: Any) -> Fit:
    """How the texts of a definition fit the sheets."""
    failed: dict[tuple[Diagnostic, Severity], list[_Misfit]] = {}
    small: dict[tuple, tuple[Place, dict[_Case, float]]] = {}
    boards: dict[str, set[tuple[str, int]]] = {}
    spoken = _spoken(name, definition)
    for sheet in _sheets(game_named(name), definition):
        boards.setdefault(sheet.case.sheet, set()).add(sheet.case.board)
        if isinstance(sheet, _Misfit):
            severity = "error" if sheet.case.code in spoken else "warning"
            failed.setdefault((sheet.problem, severity), []).append(sheet)
            continue
        for place, size in _small_texts(name, definition, sheet):
            key = place.file.source.file, place.loc
            small.setdefault(key, (place, {}))[1][sheet.case] = size
    problems = [
        replace(each, message=_message(misfits, boards), severity=severity)
        for (each, severity), misfits in failed.items()
    ]
    for place, cases in small.values():
        words = f"printed in {min(cases.values()):g} points, under {GOOD:g}: "
        words += f"{_where([*cases], boards)}; shorten it"
        problems.append(place.warning(words, "small-text"))
    mistakes = (each for (_, severity), each in failed.items() if severity == "error")
    return Fit(tuple(problems), frozenset(one.case.board for each in mistakes for one in each))


def _message(misfits: Sequence[_Misfit], boards: Mapping[str, set[tuple[str, int]]]) -> str:
    over, advice = max(each.over for each in misfits), misfits[0].advice
    words = misfits[0].problem.message
    words += f", by up to {over:.1f} mm" if over else ""
    words += f": {_where([each.case for each in misfits], boards)}"
    return f"{words}; {advice}" if advice else words


def _spoken(name: str, definition: Any) -> set[str]:
    """The languages that texts of the user's own sets are in, or those of the shipped ones."""
    texts = [text for text in desk(name).localized(definition) if not text.proper]
    own = [text for text in texts if not text.place.file.path.is_relative_to(sets_dir())]
    return {code for text in own or texts for code in text.wording} or {*languages()}


_LaidOut = Iterator[_Sheet | _Misfit]


def _sheets(game: Game, definition: Any) -> _LaidOut:
    """Every sheet, or what keeps it from being laid out."""
    try:
        crowded = {code: _crowded(game, definition, code) for code in languages()}
    except RollError as error:
        for code in languages():
            problem = error.problem or _whole(definition).error(str(error), "no-roll")
            yield _Misfit(problem, _Case("every sheet", code, "every paper", ("", 0)))
        return
    for sheet, layout in game.rolled_sheets.items():
        given = game, sheet, layout, definition
        rolled = {
            code: each[:1] if sheet in game.shared_sheets else each
            for code, each in crowded.items()
        }
        tight = list(_tight(given, rolled))
        odd = any(isinstance(one, _Misfit) or any(_all_shrunk(one)) for one in tight)
        yield from _in_all_cases(given, rolled) if odd else tight
    for sheet, layout in game.definition_sheets.items():
        # Rules have texts of ours; only their examples would take time.
        if sheet != game.rules_sheet:
            for code, paper in product(languages(), _TIGHT):
                settings = Settings(PAPERS[paper], "full", code)
                yield _laid_out(game, sheet, layout, definition, None, settings)


def _crowded(game: Game, definition: Any, code: str) -> list[Any]:
    settings = Settings(PAPERS[_TIGHT[0]], "full", code)
    return list(desk(game.name).crowded(definition, settings))


def _tight(given: tuple, rolled: Mapping[str, Sequence[Any]]) -> _LaidOut:
    """A sheet where it is tightest, on the smallest paper: what leaves texts the least room in all
    languages, all else that was rolled in one."""
    tightest = desk(given[0].name).tightest
    for number, (code, values) in enumerate(rolled.items()):
        settings = Settings(PAPERS[_TIGHT[0]], "full", code)
        for value in values[:tightest] if number else values:
            yield _laid_out(*given, value, settings)


def _in_all_cases(given: tuple, rolled: Mapping[str, Sequence[Any]]) -> _LaidOut:
    for (code, values), paper in product(rolled.items(), PAPERS.values()):
        for value in values:
            yield _laid_out(*given, value, Settings(paper, "full", code))


def _laid_out(
    game: Game,
    sheet: str,
    layout: Callable[..., list[Page]],
    definition: Any,
    rolled: Any,
    settings: Settings,
) -> _Sheet | _Misfit:
    shown = definition if rolled is None else rolled
    case = _case(sheet, settings, rolled)
    try:
        return _Sheet(sheet, settings, rolled, list(layout(shown, settings)))
    except TextOverflowError as error:
        problem = _too_long(error, game, definition, rolled, load_language(settings.language_code))
        return _Misfit(problem, case, error.over, error.advice)
    except PieceTooLargeError as error:
        return _Misfit(_whole(definition).error(str(error), "does-not-fit"), case)


def _too_long(
    error: TextOverflowError, game: Game, definition: Any, rolled: Any, words_of: Language
) -> Diagnostic:
    if card := card_of(error, definition):
        return card.error(str(error), "does-not-fit")
    found = source_of(error.text, game.name, definition, rolled, words_of)
    words = "does not fit, shorten it" if found else f"too much text: {error}"
    words = error.summary or words
    return (found.place if found else _whole(definition)).error(words, "text-too-long")


def _whole(definition: Any) -> Place:
    """The last own file, or else the last one, where no single key is to blame: at its title."""
    own = [file for file in definition.files if not file.path.is_relative_to(sets_dir())]
    file = (own or definition.files)[-1]
    return Place(file, ("title",) if "title" in file.source.data else ())


def _small_texts(name: str, definition: Any, sheet: _Sheet) -> Iterator[tuple[Place, float]]:
    """Of texts that share a size on a page, the longest is to blame for it."""
    words_of = load_language(sheet.settings.language_code)
    shrunk = [list(_shrunk(page.items, words_of, page.paper.scale)) for page in sheet.pages]
    known = list(desk(name).printed(definition, sheet.rolled, words_of)) if any(shrunk) else []
    for texts in shrunk:
        blamed: dict[float, Printed] = {}
        for size, shown in texts:
            found = longest_in(shown, known, words_of)
            if found and (size not in blamed or len(found.text) > len(blamed[size].text)):
                blamed[size] = found
        for size, found in blamed.items():
            yield found.place, size


def _all_shrunk(sheet: _Sheet) -> Iterator[tuple[float, str]]:
    for page in sheet.pages:
        yield from _shrunk(
            page.items, load_language(sheet.settings.language_code), page.paper.scale
        )


def _shrunk(items: Sequence[Item], words_of: Language, scale: float) -> Iterator[tuple[float, str]]:
    """The words of each group, and of the page itself, that were made smaller than GOOD on paper,
    where everything is drawn so many times larger."""
    sizes: dict[float, list[str]] = {}
    for item in items:
        if isinstance(item, Group):
            yield from _shrunk(item.items, words_of, scale)
        elif isinstance(item, Text) and item.fitted and item.size * scale < GOOD:
            sizes.setdefault(item.size * scale, []).append(item.text)
    for size, texts in sizes.items():
        yield size, words(" ".join(texts), words_of)


def _where(cases: Sequence[_Case], boards: Mapping[str, set[tuple[str, int]]]) -> str:
    """Such as "boards (small for 2) in fr on a4, letter"; all boards there are go without
    saying."""
    sheets = {case.sheet: [each for each in cases if each.sheet == case.sheet] for case in cases}
    return "; ".join(_on_sheet(sheet, there, boards[sheet]) for sheet, there in sheets.items())


def _on_sheet(sheet: str, cases: Sequence[_Case], boards: set[tuple[str, int]]) -> str:
    papers: dict[str, list[str]] = {}
    for code in dict.fromkeys(case.code for case in cases):
        names = dict.fromkeys(case.paper for case in cases if case.code == code)
        papers.setdefault(", ".join(names), []).append(code)
    told = dict.fromkeys(case.board for case in cases)
    named = ", ".join(f"{size} for {players}" for size, players in told)
    only = f" ({named})" if set(told) != boards else ""
    places = (f"in {', '.join(codes)} on {names}" for names, codes in papers.items())
    return f"{sheet}{only} {' and '.join(places)}"
