"""Texts of a set that do not fit a sheet: on which sheets, papers and boards, in which languages.

In a language that no text of the sets is in, that is a warning, because nobody will print it.
Sheets are laid out with rolls that make them as full as they can get: each sheet first where it is
tightest, and in all cases only if something is wrong there.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from generator.core.diagnostics import Diagnostic, Severity
from generator.core.errors import PieceTooLargeError, RollError, TextOverflowError
from generator.core.paper import PAPERS
from generator.core.resources import sets_dir
from generator.core.settings import Settings
from generator.games.authoring_support import authoring_support
from generator.games.base import Game
from generator.languages import languages, load_language
from generator.schema.set_checks import Place, place_of
from generator.schema.set_files import GameDefinition

_TIGHT_PAPERS = ("a4-letter-safe", "letter")  # what fits these fits all; the first is the smallest

Form = tuple[str, int]
"""A size and a number of players."""
_NO_FORM = ("", 0)  # of a sheet that shows no roll


class _Case(NamedTuple):
    """A sheet that is laid out: its name, language, paper, and the size and players of its roll;
    why this cannot be done, if so, by how much it is too high, and what to do."""

    sheet: str
    code: str
    paper: str
    form: Form
    problem: Diagnostic | None = None
    overflow_mm: float = 0.0
    advice: str = ""


def check_text_fit(game: Game, definition: GameDefinition) -> Iterator[Diagnostic]:
    """What does not fit."""
    support = authoring_support(game.name)
    texts = [text for text in support.translatable_texts(definition) if not text.proper_name]
    own = [text for text in texts if not text.place.file.path.is_relative_to(sets_dir())]
    codes = {code for text in own or texts for code in text.translations} or {*languages()}
    misfits: dict[tuple[Diagnostic, Severity], list[_Case]] = {}
    forms: dict[str, set[Form]] = {}
    for case in _cases(game, definition):
        forms.setdefault(case.sheet, set()).add(case.form)
        if case.problem:
            severity: Severity = "error" if case.code in codes else "warning"
            misfits.setdefault((case.problem, severity), []).append(case)
    for (problem, severity), cases in misfits.items():
        overflow_mm, advice = max(case.overflow_mm for case in cases), cases[0].advice
        message = problem.message + (f", by up to {overflow_mm:.1f} mm" if overflow_mm else "")
        by_sheet: dict[str, list[_Case]] = {}
        for case in cases:
            by_sheet.setdefault(case.sheet, []).append(case)
        sheets = "; ".join(_in_words(of_sheet, forms) for of_sheet in by_sheet.values())
        message = f"{message}: {sheets}; {advice}" if advice else f"{message}: {sheets}"
        yield replace(problem, message=message, severity=severity)


def _in_words(cases: Sequence[_Case], forms: Mapping[str, set[Form]]) -> str:
    """Cases of a sheet in words, such as "boards (small for 2) in fr on a4, letter". Forms are
    listed only where they are not all forms of the sheet."""
    own_forms, sheet = dict.fromkeys(case.form for case in cases), cases[0].sheet
    form_names = ", ".join(f"{size} for {players}" for size, players in own_forms)
    only = f" ({form_names})" if set(own_forms) != forms[sheet] else ""
    codes = ", ".join(dict.fromkeys(case.code for case in cases))
    papers = ", ".join(dict.fromkeys(case.paper for case in cases))
    return f"{sheet}{only} in {codes} on {papers}"


def _cases(game: Game, definition: GameDefinition) -> Iterator[_Case]:
    """The case of every sheet."""
    support, smallest = authoring_support(game.name), _TIGHT_PAPERS[0]
    try:
        fullest = {
            code: list(support.fullest_rolls(definition, Settings(PAPERS[smallest], "full", code)))
            for code in languages()
        }
    except RollError as error:
        for code in languages():
            problem = error.problem or _title_place(definition).error(str(error), "no-roll")
            yield _Case("every sheet", code, "every paper", _NO_FORM, problem)
        return
    for sheet in game.rolled_sheets:
        lay_out = partial(_laid_out, game, sheet, definition)
        count = 1 if sheet in game.shared_sheets else None
        rolls = {code: values[:count] for code, values in fullest.items()}
        # Where it is tightest: in the first language all rolls, in the others the tightest ones.
        tight = [
            lay_out(rolled, smallest, code)
            for number, (code, values) in enumerate(rolls.items())
            for rolled in (values[: support.tightest_rolls] if number else values)
        ]
        if not any(case.problem for case in tight):
            yield from tight
            continue
        for code, values in rolls.items():
            yield from (lay_out(rolled, paper, code) for paper in PAPERS for rolled in values)
    for sheet in game.definition_sheets:
        if sheet != game.rules_sheet:  # of texts of ours; only its examples would take time
            lay_out = partial(_laid_out, game, sheet, definition, None)
            yield from (lay_out(paper, code) for code in languages() for paper in _TIGHT_PAPERS)


def _laid_out(
    game: Game, sheet: str, definition: GameDefinition, rolled: Any, paper: str, code: str
) -> _Case:
    """A sheet of a roll, or of the whole definition if the roll is None. Any: of any game."""
    form = (rolled.game_id.size, rolled.game_id.players) if rolled is not None else _NO_FORM
    case = _Case(sheet, code, paper, form)
    try:
        settings = Settings(PAPERS[paper], "full", code)
        game.pages(sheet, definition if rolled is None else rolled, settings)
        return case
    except (PieceTooLargeError, TextOverflowError) as error:
        language = load_language(code)
        texts = authoring_support(game.name).printed_texts(definition, rolled, language)
        place = place_of(error, definition, texts, language)
        message, kind = str(error), "does-not-fit"
        if isinstance(error, TextOverflowError):
            case = case._replace(overflow_mm=error.over, advice=error.advice)
            if place is None or place.loc != error.key:
                message = "does not fit, shorten it" if place else f"too much text: {error}"
                message, kind = error.summary or message, "text-too-long"
        return case._replace(problem=(place or _title_place(definition)).error(message, kind))


def _title_place(definition: GameDefinition) -> Place:
    """The place of problems that no single key causes: the title of the last own file."""
    own = [file for file in definition.files if not file.path.is_relative_to(sets_dir())]
    file = (own or definition.files)[-1]
    return Place(file, ("title",) if "title" in file.source.data else ())
