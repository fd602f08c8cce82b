"""What the page asks of the generator, in a browser's worker or the server of the studio: choices,
sheets and files. Nothing is written to a disk."""

import json
import shlex
import shutil
from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil, floor, log10
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from generator import games
from generator.core.errors import EXPECTED_ERRORS, DefinitionError, OptionError, RollError
from generator.core.files import CUT_FORMATS, Output, zip_file
from generator.core.game_id import GameId, parse
from generator.core.request import Request
from generator.core.seeds import FIXED, MAX_SEED, canonical_seed, made_up_seed
from generator.core.settings import EVERYWHERE, LOOKS, OPTIONS, Option, Settings, check_choice
from generator.games.base import Game
from generator.languages import Language, languages, load_language, localized
from generator.pdf.document import Document
from generator.printing import rolling, sheets
from generator.printing.rolling import Job
from generator.printing.sheets import sheet_command

MAKING = ("backs", "marks", "gap", "thickness", "tile", "overlap", "scale")  # of making a sheet
KINDS = ("cut", "pieces", "table")  # of files beside a sheet
BOOKLETS = ("booklet", "booklet-of-all")  # rules of the game, of all games, to fold
READING = "reading"  # rules of the game, for a screen: the pages of its booklet one by one
OWN_SETS = Path("/own-sets")  # of visitors, in their browsers: a folder GAME.NAME for each
EXAMPLE_SEED = "example"  # of the positions on rules sheets, as on the command line


class Message(BaseModel):
    """What the page sends: JSON, whose values are of these types and not converted to them."""

    model_config = ConfigDict(strict=True, frozen=True)


M = TypeVar("M", bound=Message)


def parsed(model: type[M], text: str | bytes) -> M:
    """The message of a JSON text. Raises OptionError."""
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        problems = error.errors(include_url=False, include_input=False)
        words = [": ".join((*map(str, each["loc"]), each["msg"])) for each in problems]
        raise OptionError("; ".join(words)) from None


class Query(Message):
    """What to print. The sheet "" is all sheets of the game as one PDF. An ID takes the place of
    sets, size, players and seed. The seed is as typed; "" stands for a vetted game where there is
    one, else for a made-up seed. making has values of MAKING, those that are not the usual ones.
    files is one of KINDS, for a ZIP (all but cut files need PDFium), and url where the pictures of
    a virtual table will be. shown: IDs of which none is picked again."""

    game: str
    sheet: str
    sets: Annotated[tuple[str, ...], Field(min_length=1)]
    size: str
    players: Annotated[int, Field(ge=1, le=100)]
    id: str
    seed: str
    paper: str
    ink: str
    language: str
    rules: bool = True
    making: dict[str, str] = {}
    files: str = ""
    url: str = ""
    shown: tuple[str, ...] = ()


class Printed(NamedTuple):
    """A PDF or a ZIP, and what the page says of it: `fileName`, and the `command` that prints the
    same bytes; of a PDF also `id` ("" for a sheet that needs no roll), `warnings`, in how many
    games it was `playtested`, the word for a `remark` on that, the sheets of `paper` it takes (0
    for booklets, which say so themselves), and whether it `isTwoSided`. Any: JSON."""

    facts: dict[str, Any]
    content: bytes


def print_sheet(query: Query, sets_dirs: Sequence[Path] = (), plays: bool = False) -> Printed:
    """The sheet of a query. With `plays`, boards that are not vetted are playtested. Raises
    GeneratorError for whatever is wrong with the query or the sets."""
    check_choice("game", query.game, games.names())
    game, sheet, settings = games.game(query.game), query.sheet, _settings(query)
    check_choice("sheet", sheet, ("", *game.sheet_names, *game.extra_sheets, *BOOKLETS, READING))
    folders = tuple(sets_dirs)
    facts: dict[str, Any] = {"id": "", "playtested": 0, "remark": "", "paper": 0}
    found: Sequence[str] = ()
    sets = parse(query.id).sets if query.id else query.sets
    if sheet in (*BOOKLETS, READING):
        requests = sheets.usual_requests(EXAMPLE_SEED, folders)
        if sheet != BOOKLETS[1]:
            requests = sheets.usual_requests(EXAMPLE_SEED, folders, game.name)
            requests = [replace(requests[0], sets=game.catalogue.canonical(sets))]
        made = sheets.booklet_document(requests, settings, Output(Path()), sheet != READING)
    elif sheet in game.definition_sheets:
        request = Request(game.name, sets, "", 0, (EXAMPLE_SEED,), sheet, sets_dirs=folders)
        job = Job.of(request, settings)
        made, paper = _document(job, [])
        facts |= paper
    else:
        job, rolled = _roll(query, settings, folders, plays)
        made, paper = _document(job, [rolled])
        found = rolling.warnings(job, [rolled], bool(query.seed))
        result = getattr(rolled, "playtest_result", None)
        played, its_id = result.games if result else 0, rolled.game_id
        remark = _remark(query, its_id, played > 0)
        facts = {"id": str(its_id), "playtested": played, "remark": remark} | paper
    warnings = list(dict.fromkeys((*found, *made.warnings)))
    facts |= {"fileName": made.path.name, "command": _command(made.command), "warnings": warnings}
    return Printed(facts, made.content)


def _remark(query: Query, game_id: GameId, is_vetted: bool) -> str:
    """The word for how a sheet came about; "" where programs do not choose among sheets."""
    if game_id.seed == FIXED:
        return "fixed"
    if is_vetted:
        return "vetted"
    if not games.game(query.game).playtest:
        return ""
    # Where nobody asked for this one, all vetted sheets of its sets, size and players were shown.
    case, *_ = str(game_id).partition(f".{game_id.seed}.")
    was_shown = any(each.startswith(f"{case}.") for each in query.shown)
    return "all_shown" if was_shown and not (query.id or query.seed) else "first"


def _document(job: Job, rolled: Sequence[Any]) -> tuple[Document, dict[str, Any]]:
    """A PDF, and the paper that it takes. Any: of the game's type, JSON."""
    job = job._replace(settings=job.effective_settings)
    pages = sheets.pages(job, rolled)
    has_backs = any(piece.is_back for page in pages for piece in page.pieces)
    is_two_sided = has_backs and job.settings.is_duplex
    paper = {"paper": ceil(len(pages) / (1 + is_two_sided)), "isTwoSided": is_two_sided}
    return sheets.document(job, rolled, pages), paper


def _settings(query: Query) -> Settings:
    values = {name: getattr(query, name) for name in (*LOOKS, "rules")}
    settings = Settings().with_options(values | query.making)
    return settings if settings.tile else settings.untiled


def _command(words: Sequence[str]) -> str:
    return shlex.join(("board-generator", *words))


def _roll(
    query: Query, settings: Settings, sets_dirs: tuple[Path, ...], plays: bool
) -> tuple[Job, Any]:
    """The job of a query, and what it rolls. Any: of the game's type. Raises as print_sheet."""
    if query.id:
        game_id = parse(query.id)
        check_choice("game of the ID", game_id.game, (query.game,))
        request = Request.of_game_id(game_id, query.sheet)
    else:
        seed = canonical_seed(query.seed) if query.seed else made_up_seed()
        form = query.sets, query.size, query.players
        request = Request(query.game, *form, (seed,), query.sheet)
    is_played = plays and games.game(query.game).playtest is not None
    job = Job.of(replace(request, sets_dirs=sets_dirs, playtest=is_played), settings)
    if not (query.id or query.seed):
        job = rolling.picked(job, query.shown)
    (rolled,) = rolling.rolls(job, tells_vetted=True)
    is_played |= getattr(rolled, "playtest_result", None) is not None  # or vetted
    return job._replace(request=replace(job.request, playtest=is_played)), rolled


def print_files(query: Query, sets_dirs: Sequence[Path] = (), plays: bool = False) -> Printed:
    """The files of a query. Raises GeneratorError for whatever is wrong with the query or the sets,
    CutError if nothing is cut out of the sheet."""
    check_choice("game", query.game, games.names())
    check_choice("sheet", query.sheet, ("", *games.game(query.game).named_sheets))
    check_choice("files", query.files, KINDS)
    job, rolled = _roll(query, _settings(query), tuple(sets_dirs), plays)
    ids, looks, name = [rolled.game_id], job.settings.untiled, job.game.name
    if query.files == "cut":
        job = job._replace(settings=job.effective_settings)
        documents = sheets.cut_file_documents(job, rolled, CUT_FORMATS)
        files = {each.path.name: each.content for each in documents}
        words = sheet_command(job, ids)
        words += [word for name in CUT_FORMATS for word in ("--cut", name)]
        stem = sheets.stem(job, ids)
    elif query.files == "pieces":
        # Imported here, as below: PDFium is loaded only for pictures.
        from generator.printing.pictures import piece_files

        looks = looks.only(())
        files = piece_files(job._replace(settings=looks), rolled)
        of_sheet = ["--sheet", job.sheet] if job.sheet else []
        words = ["pieces", name, "--id", str(rolled.game_id), *of_sheet, *looks.words()]
        stem = sheets.stem(job._replace(settings=looks), ids)
    else:
        from generator.printing.tabletop import SCHEMES, table_files

        if not query.url.startswith(SCHEMES):
            expected = f"expected an address that begins with {SCHEMES[1]}"
            raise OptionError(f"url {query.url!r}: {expected}")
        looks = looks.only(("rules",))
        files = table_files(job._replace(settings=looks), rolled, query.url)
        words = ["table", name, "--id", str(rolled.game_id), "--url", query.url, *looks.words()]
        words += ["--no-playtest"] if job.game.playtest and not job.request.playtest else []
        stem = f"{rolled.game_id}{looks.file_suffix()}"
    facts = {"fileName": f"{query.files}.{stem}.zip", "command": _command(words)}
    return Printed(facts, zip_file(files))


def answer(call: str, query: str) -> tuple[str, bytes]:
    """What frontend/src/worker.ts gets for a query as JSON text: what is said of the result as JSON
    text, or an `error` that the user can mend, with its class as `kind`; and the PDF or the ZIP. To
    "open" sets, the query is a file's name and content in base64, to "forget" one its folder."""
    try:
        if call == "open":
            from generator.web.studio.files import opened  # here: few have sets of their own

            file_name, encoded = json.loads(query)
            return json.dumps(opened(file_name, b64decode(encoded), OWN_SETS)), b""
        if call == "forget":
            shutil.rmtree(OWN_SETS / json.loads(query), ignore_errors=True)
            return "{}", b""
        asked = parsed(Query, query)
        sets = parse(asked.id).sets if asked.id else asked.sets
        own = [place for name in sets if (place := OWN_SETS / f"{asked.game}.{name}").is_dir()]
        facts, content = {"sheet": print_sheet, "files": print_files}[call](asked, own)
        facts["command"] += " --sets-dir mine" if own else ""
    except EXPECTED_ERRORS as error:
        text = str(error).replace(f"{OWN_SETS}/", "")
        return json.dumps({"error": text, "kind": type(error).__name__}), b""
    return json.dumps(facts), content


def catalogue(language_code: str, sets_dirs: Sequence[Path] = ()) -> dict[str, Any]:
    """All that can be chosen on the page, and its words, in a language. Any: JSON."""
    language = load_language(language_code)
    words: Mapping[str, str] = language.section("page")["words"]
    # The page opens with the first: a game whose sets can be combined has most to choose.
    names = sorted(games.names(), key=lambda name: games.game(name).single_set)
    own_names = {code: load_language(code).say("page.words.name") for code in languages()}
    return {
        "language": language_code,
        "words": {name: language.typeset(text) for name, text in words.items()},
        "languages": [_choice(*pair) for pair in own_names.items()],
        "options": {name: _option(OPTIONS[name], language) for name in ("ink", "paper", *MAKING)},
        "seedLength": MAX_SEED,
        "games": [_game(games.game(name), language, tuple(sets_dirs)) for name in names],
    }


def _choice(name: str, title: str, about: str = "") -> dict[str, str]:
    return {"name": name, "title": title, "about": about}


def _option(option: Option, language: Language) -> dict[str, Any]:
    """An option as the form has it; all values are texts. Any: JSON."""
    names = list(option.choices or ())
    if names and option.default not in names:
        names.insert(0, "")  # none of them
    titles, limits = f"page.{option.name.removesuffix('s')}s", None
    if option.bounds:
        least, most = option.bounds[:2]
        step = 10 ** floor(log10((most - least) / 50))  # of the arrows beside the number
        limits = {"min": least, "max": most, "step": step}
    return {
        "usual": option.default if option.choices else f"{option.default:g}",
        "choices": [_choice(name, language.say(f"{titles}.{name or 'none'}")) for name in names],
        "limits": limits,
        "needs": option.needs,
    }


def usable_options(game: Game) -> dict[str, list[str]]:
    """The options that each sheet of a game can use; "" is all of them, in one PDF."""
    return {
        sheet: [name for name in MAKING if name in (*EVERYWHERE, *game.options(sheet))]
        for sheet in ("", *game.sheet_names, *game.extra_sheets)
    }


def files_of_sheets(game: Game) -> dict[str, list[str]]:
    """What is saved beside the PDF of each sheet of a game, as KINDS names it."""
    pieces = {sheet for sheet, options in usable_options(game).items() if "marks" in options}
    rolled = [sheet for sheet in ("", *game.sheet_names) if sheet not in game.definition_sheets]
    kinds = {sheet: [*(["cut", "pieces"] if sheet in pieces else []), "table"] for sheet in rolled}
    return kinds | {sheet: ["cut"] for sheet in game.extra_sheets}


def _game(game: Game, language: Language, sets_dirs: tuple[Path, ...]) -> dict[str, Any]:
    wording = language.section(game.name)["page"]
    definition = _definition(game, game.default_sets, sets_dirs)
    about = f"{language.say(f'{game.name}.page.about')}\n{_needs(game, definition, language)}"
    combinations = game.combinations(definition)
    sizes = list(dict.fromkeys(size for size, _ in combinations))
    # Boxes and booklets are there for several games.
    sheet_names = {**language.section("page")["sheets"], **wording["sheets"]}
    sheets = [*game.sheet_names, *game.extra_sheets, *BOOKLETS]
    sets = game.catalogue.available(sets_dirs)
    return {
        **_choice(game.name, language.say(f"{game.name}.name"), about),
        "sets": [_set(game, name, language, sets_dirs) for name in sets],
        "defaultSets": list(game.default_sets),
        "singleSet": game.single_set,
        "sizes": [_choice(size, wording.get("sizes", {}).get(size, size)) for size in sizes],
        "defaultSize": game.default_size,
        "players": sorted({players for _, players in combinations}),
        "defaultPlayers": game.default_players,
        "sheets": [_choice(sheet, language.typeset(sheet_names[sheet])) for sheet in sheets],
        "firstSheet": game.rolled_sheets[0],
        "isBundle": game.is_bundle,
        "unrolledSheets": [*game.definition_sheets, *BOOKLETS],
        "sheetsWithRules": [  # "" is all sheets of the game
            sheet for sheet in ("", *game.sheet_names) if "rules" in game.options(sheet)
        ],
        "making": usable_options(game),
        "files": files_of_sheets(game),
    }


def _needs(game: Game, definition: Any, language: Language) -> str:
    """For whom a game is, how long it takes, what it needs; minutes as rules sheets have them."""
    goals, minutes = game.playtest and game.playtest.load_goals(), ""
    if goals and goals.minutes:
        first, last = goals.minutes_range(definition.rules)
        minutes = language.say("numbers.to", first=first, last=last)
    return language.say(f"{game.name}.page.needs", minutes=minutes)


def _set(game: Game, name: str, language: Language, sets_dirs: tuple[Path, ...]) -> dict[str, Any]:
    """A set; `isRandom` says whether seeds make a difference. Of a set with mistakes, only its name
    is known."""
    try:
        definition = _definition(game, (name,), sets_dirs)
        random = game.is_random(definition)
    except (DefinitionError, RollError):
        return {**_choice(name, name), "isRandom": True}
    title = localized(definition.sets[0].title, language.code)
    about = language.section(game.name)["page"].get("sets", {}).get(name, "")
    return {**_choice(name, title, about), "isRandom": random}


def _definition(game: Game, sets: Sequence[str], sets_dirs: tuple[Path, ...]) -> Any:
    """A definition; where the designer's files have mistakes, that of the shipped files."""
    try:
        return game.load(sets, sets_dirs)
    except DefinitionError:
        return game.load(sets, ())
