"""Texts of a set that do not fit a sheet: on which sheets, papers and boards, in which languages.

In a language that no text of the sets is in, that is a warning, because nobody will print it.

Sheets are laid out with rolls that make them as full as they can get: each sheet first where it is
tightest, and in all cases only if something is wrong there.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, NamedTuple, Protocol

from generator import games
from generator.authoring.input_files import SetGroup
from generator.core.diagnostics import Diagnostic, Severity, display_path
from generator.core.errors import DefinitionError, PieceTooLargeError, RollError, TextOverflowError
from generator.core.paper import PAPERS
from generator.core.resources import sets_dir
from generator.core.settings import Settings
from generator.games import game as find_game
from generator.games.authoring_support import authoring_support
from generator.games.base import Game
from generator.languages import languages, load_language
from generator.schema.set_files import GameDefinition
from generator.schema.set_texts import (
    Place,
    size_place,
    source_of,
)

_TIGHT_PAPERS = ("a4-letter-safe", "letter")  # what fits these fits all; the first is the smallest

Form = tuple[str, int]
"""A size and a number of players."""
_NO_FORM = ("", 0)  # of a sheet that shows no roll


class _Case(NamedTuple):
    """A sheet that is laid out: its name, language, paper, and the size and players of its roll."""

    sheet: str
    code: str
    paper: str
    form: Form


class _Misfit(NamedTuple):
    """Why a sheet cannot be laid out in a case; by how many mm it is too high, if it is; what to
    do."""

    problem: Diagnostic
    case: _Case
    overflow_mm: float = 0.0
    advice: str = ""


class _LayOut(Protocol):
    """Lay out a sheet for a roll of some game."""

    def __call__(self, rolled: Any, settings: Settings) -> _Case | _Misfit: ...


class FitReport(NamedTuple):
    """What does not fit; the forms for which some sheet does not fit in a
    language of the sets."""

    problems: tuple[Diagnostic, ...]
    unprinted: frozenset[Form]


def check_text_fit(name: str, definition: GameDefinition) -> FitReport:
    """Check how the texts of a game's definition fit the sheets."""
    misfits: dict[tuple[Diagnostic, Severity], list[_Misfit]] = {}
    forms: dict[str, set[Form]] = {}
    codes = _codes_of_texts(name, definition)
    for result in _sheets(find_game(name), definition):
        case = result.case if isinstance(result, _Misfit) else result
        forms.setdefault(case.sheet, set()).add(case.form)
        if isinstance(result, _Misfit):
            severity: Severity = "error" if case.code in codes else "warning"
            misfits.setdefault((result.problem, severity), []).append(result)
    problems = [
        replace(problem, message=_misfit_message(group, forms), severity=severity)
        for (problem, severity), group in misfits.items()
    ]
    errors = [group for (_, severity), group in misfits.items() if severity == "error"]
    return FitReport(
        tuple(problems), frozenset(misfit.case.form for group in errors for misfit in group)
    )


def _misfit_message(misfits: Sequence[_Misfit], forms: Mapping[str, set[Form]]) -> str:
    """The message for one problem that several sheets have."""
    overflow_mm, advice = max(misfit.overflow_mm for misfit in misfits), misfits[0].advice
    message = misfits[0].problem.message
    message += f", by up to {overflow_mm:.1f} mm" if overflow_mm else ""
    message += f": {_cases_in_words([misfit.case for misfit in misfits], forms)}"
    return f"{message}; {advice}" if advice else message


def _codes_of_texts(name: str, definition: GameDefinition) -> set[str]:
    """The languages that texts of the user's own sets are in, or those of the shipped ones."""
    support = authoring_support(name)
    texts = [text for text in support.translatable_texts(definition) if not text.proper_name]
    own = [text for text in texts if not text.place.file.path.is_relative_to(sets_dir())]
    return {code for text in own or texts for code in text.translations} or {*languages()}


# Sheets -------------------------------------------------------------------------------------


def _sheets(game: Game, definition: GameDefinition) -> Iterator[_Case | _Misfit]:
    """The case of every sheet, or why it cannot be laid out."""
    try:
        fullest = {code: _fullest_rolls(game, definition, code) for code in languages()}
    except RollError as error:
        for code in languages():
            problem = error.problem or _title_place(definition).error(str(error), "no-roll")
            yield _Misfit(problem, _Case("every sheet", code, "every paper", _NO_FORM))
        return
    for sheet in game.rolled_sheets:
        is_same_for_all = sheet in game.shared_sheets
        rolls = {
            code: values[:1] if is_same_for_all else values for code, values in fullest.items()
        }
        yield from _rolled_sheet(game, sheet, definition, rolls)
    for sheet in game.definition_sheets:
        # Rules have texts of ours; only their examples would take time.
        if sheet != game.rules_sheet:
            for code, paper in product(languages(), _TIGHT_PAPERS):
                settings = Settings(PAPERS[paper], "full", code)
                yield _laid_out(game, sheet, definition, rolled=None, settings=settings)


def _fullest_rolls(game: Game, definition: GameDefinition, code: str) -> list[Any]:
    settings = Settings(PAPERS[_TIGHT_PAPERS[0]], "full", code)
    return list(authoring_support(game.name).fullest_rolls(definition, settings))


def _rolled_sheet(
    game: Game, sheet: str, definition: GameDefinition, rolls: Mapping[str, Sequence[Any]]
) -> Iterator[_Case | _Misfit]:
    """A sheet where it is tightest; in all cases if something is wrong there. `rolls` has the
    rolled values by language."""
    lay_out = partial(_laid_out, game, sheet, definition)
    tight = list(_tightest(lay_out, rolls, authoring_support(game.name).tightest_rolls))
    if any(isinstance(result, _Misfit) for result in tight):
        yield from _in_all_cases(lay_out, rolls)
    else:
        yield from tight


def _tightest(
    lay_out: _LayOut, rolls: Mapping[str, Sequence[Any]], tightest: int | None
) -> Iterator[_Case | _Misfit]:
    """A sheet on the smallest paper: the tightest rolls in all languages, all other rolls in the
    first language only."""
    for number, (code, values) in enumerate(rolls.items()):
        settings = Settings(PAPERS[_TIGHT_PAPERS[0]], "full", code)
        for rolled in values[:tightest] if number else values:
            yield lay_out(rolled=rolled, settings=settings)


def _in_all_cases(
    lay_out: _LayOut, rolls: Mapping[str, Sequence[Any]]
) -> Iterator[_Case | _Misfit]:
    for (code, values), paper in product(rolls.items(), PAPERS.values()):
        for rolled in values:
            yield lay_out(rolled=rolled, settings=Settings(paper, "full", code))


def _laid_out(
    game: Game, sheet: str, definition: GameDefinition, rolled: Any, settings: Settings
) -> _Case | _Misfit:
    """A sheet of a roll, or of the whole definition if the roll is None."""
    form = (rolled.game_id.size, rolled.game_id.players) if rolled is not None else _NO_FORM
    case = _Case(sheet, settings.language_code, settings.paper.name, form)
    try:
        game.pages(sheet, definition if rolled is None else rolled, settings)
        return case
    except TextOverflowError as error:
        problem = _text_problem(error, game, definition, rolled, settings)
        return _Misfit(problem, case, error.over, error.advice)
    except PieceTooLargeError as error:
        place = size_place(error, definition) or _title_place(definition)
        return _Misfit(place.error(str(error), "does-not-fit"), case)


def _text_problem(
    error: TextOverflowError,
    game: Game,
    definition: GameDefinition,
    rolled: Any,
    settings: Settings,
) -> Diagnostic:
    """The problem at the place of the text that does not fit, or of the size of the cards."""
    if size := size_place(error, definition):
        return size.error(str(error), "does-not-fit")
    language = load_language(settings.language_code)
    texts = authoring_support(game.name).printed_texts(definition, rolled, language)
    source = source_of(error.text, texts, language)
    message = "does not fit, shorten it" if source else f"too much text: {error}"
    place = source.place if source else _title_place(definition)
    return place.error(error.summary or message, "text-too-long")


def _title_place(definition: GameDefinition) -> Place:
    """The title of the last own file, or of the last file: the place of problems that no single
    key causes."""
    own = [file for file in definition.files if not file.path.is_relative_to(sets_dir())]
    file = (own or definition.files)[-1]
    return Place(file, ("title",) if "title" in file.source.data else ())


# Cases in words -----------------------------------------------------------------------------


def _cases_in_words(cases: Sequence[_Case], forms: Mapping[str, set[Form]]) -> str:
    """Cases in words, such as "boards (small for 2) in fr on a4, letter". Forms are listed only
    where they are not all forms of the sheet."""
    by_sheet: dict[str, list[_Case]] = {}
    for case in cases:
        by_sheet.setdefault(case.sheet, []).append(case)
    return "; ".join(
        _sheet_in_words(sheet, of_sheet, forms[sheet]) for sheet, of_sheet in by_sheet.items()
    )


def _sheet_in_words(sheet: str, cases: Sequence[_Case], all_forms: set[Form]) -> str:
    codes_by_papers: dict[str, list[str]] = {}
    for code in dict.fromkeys(case.code for case in cases):
        papers = dict.fromkeys(case.paper for case in cases if case.code == code)
        codes_by_papers.setdefault(", ".join(papers), []).append(code)
    forms = dict.fromkeys(case.form for case in cases)
    form_names = ", ".join(f"{size} for {players}" for size, players in forms)
    only = f" ({form_names})" if set(forms) != all_forms else ""
    places = (f"in {', '.join(codes)} on {papers}" for papers, codes in codes_by_papers.items())
    return f"{sheet}{only} {' and '.join(places)}"


class Printability(NamedTuple):
    """The file of a set, and in words what of the set can be printed."""

    file: str
    words: str

    def __str__(self) -> str:
        return f"{self.file}: {self.words}"


def unprintable_forms(name: str, definition: GameDefinition) -> Iterator[Diagnostic]:
    """A warning for each size, or number of players, that the sets leave no way to roll."""
    game = games.game(name)
    problems: dict[Diagnostic, None] = {}
    for form in _forms(game, definition):
        problems |= dict.fromkeys(_form_problems(game, definition, form))
    return (replace(problem, severity="warning") for problem in problems)


def _form_problems(game: Game, definition: GameDefinition, form: Form) -> tuple[Diagnostic, ...]:
    """Why a form cannot be rolled; nothing if it can."""
    try:
        game.check_options(definition, *form)
    except DefinitionError as error:
        return error.problems
    return ()


def _forms(game: Game, definition: GameDefinition) -> list[Form]:
    return game.combinations(definition)


def printability(
    group: SetGroup, definition: GameDefinition, unprinted: frozenset[Form]
) -> Printability | None:
    """What can be printed of the set in a group's file; None for games with a single size.

    `unprinted` has the forms for which some sheet cannot be laid out.
    """
    forms = _forms(group.game, definition)
    if group.file is None or len(forms) < 2:
        return None
    file = display_path(group.file)
    if len(definition.sets) > len(group.sets):
        others = " and ".join(
            loaded.key for loaded in definition.sets if loaded.key not in group.sets
        )
        return Printability(file, f"can be printed only together with other sets, such as {others}")
    refused = [form for form in forms if _form_problems(group.game, definition, form)]
    by_result = {
        "can be printed": [form for form in forms if form not in unprinted and form not in refused],
        "not every board fits its sheet": [form for form in forms if form in unprinted],
        "cannot be printed": refused,
    }
    words = (f"{result}: {_forms_in_words(part)}" for result, part in by_result.items() if part)
    return Printability(file, "; ".join(words))


def _forms_in_words(forms: Sequence[Form]) -> str:
    """Forms in words, such as "small, regular for 2, 3, 4 players and huge for 2 players"."""
    players_by_size: dict[str, list[int]] = {}
    for size, players in forms:
        players_by_size.setdefault(size, []).append(players)
    sizes_by_players: dict[tuple[int, ...], list[str]] = {}
    for size, numbers in players_by_size.items():
        sizes_by_players.setdefault(tuple(numbers), []).append(size)
    return " and ".join(
        f"{', '.join(sizes)} for {', '.join(map(str, numbers))} players"
        for numbers, sizes in sizes_by_players.items()
    )
