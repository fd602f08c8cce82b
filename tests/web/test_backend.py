"""What the page asks of the generator: sheets with the bytes of the command line, and choices."""

import io
import json
import re
import shlex
import zipfile
from base64 import b64encode
from contextlib import closing
from pathlib import Path

import pypdfium2
import pytest
from commands import typed_lines
from short_run import first
from web.queries import query, values
from web.studio.studios import BASE, PICTURE, write

from generator import games
from generator.core.errors import CutError, OptionError
from generator.core.files import zip_file
from generator.core.resources import cache_dir, sets_dir
from generator.core.settings import Settings
from generator.languages import languages, load_language
from generator.play import vetted
from generator.web import backend
from generator.web.backend import BOOKLETS, MAKING, answer, catalogue, print_files, print_sheet
from generator.web.studio.files import Stage, Workspace, zipped

FRONTEND = Path(__file__).parents[2] / "generator/web/frontend/src"
GAMES = [games.game(name) for name in games.names()]
EXAMPLES = [("magnetmen", ""), ("metals", ""), ("quads", "cards"), ("discs", "discs")]
EXAMPLES += [("metals", "box"), ("magnetmen", "booklet-of-all"), ("quads", "booklet")]
EXAMPLES += [("magnetmen", "legends")]
ALL_SHEETS = [
    (game.name, sheet)
    for game in GAMES
    for sheet in ("", *game.sheet_names, *game.extra_sheets, *BOOKLETS)
]
SHEETS = dict.fromkeys([*EXAMPLES, *ALL_SHEETS])
# Every other sheet has options of making.
COMMANDS = [(*sheet, number % 2 == 0) for number, sheet in enumerate(SHEETS)]
VALUES = {"backs": "gutterfold", "marks": "corners", "gap": "1.5", "thickness": "1"}
VALUES |= {"tile": "letter", "overlap": "12", "scale": "1.7"}
FILES = ["cut/quads/cards", "cut/quads/box", "pieces/quads/pieces", "table/discs/", "cut/quads/"]
FILES += ["cut/metals/tokens", "cut/discs/dice"]


def usable(game: str, sheet: str) -> dict[str, str]:
    """Options of making that have an effect on a sheet."""
    return {name: VALUES[name] for name in backend.usable_options(games.game(game)).get(sheet, ())}


@pytest.mark.parametrize(("game", "sheet", "is_made_otherwise"), first(5, COMMANDS))
def test_the_command_of_a_sheet_prints_the_same_bytes(game, sheet, is_made_otherwise, tmp_path):
    """Its options of making are those that have an effect, and the file has the same name."""
    making = usable(game, sheet) if is_made_otherwise else {}
    looks = {} if is_made_otherwise else {"paper": "letter", "ink": "low", "language": "fr"}
    printed = print_sheet(query(game, sheet=sheet, making=making, **looks))
    program, *words = shlex.split(printed.facts["command"])
    assert {name for name in MAKING if f"--{name}" in words} == {*making}
    typed_lines(*words, "--output", str(tmp_path))
    assert program == "board-generator"
    assert (tmp_path / printed.facts["fileName"]).read_bytes() == printed.content


@pytest.mark.parametrize("game", first(2, GAMES), ids=lambda game: game.name)
def test_the_options_that_a_sheet_can_use_are_those_that_change_it(game):
    definition = game.load(game.default_sets, ())
    rolled = game.roll(definition, game.default_size, game.default_players, "any")
    changes = {"backs": "none", "marks": "frame", "gap": "9", "thickness": "1"}
    for sheet in game.named_sheets:
        pages = {
            name: game.pages(sheet, rolled, Settings().with_options({name: value}))
            for name, value in changes.items()
        }
        changed = {name for name in changes if pages[name] != game.pages(sheet, rolled, Settings())}
        # Whether a box changes with gap and backs depends on how many cards there are.
        changed |= {"gap", "backs"} if sheet == "box" else set()
        assert changed == usable(game.name, sheet).keys() & changes.keys(), sheet
        assert sheet == "box" or changed <= usable(game.name, "").keys()
        assert ("tile" in usable(game.name, sheet)) == (sheet == game.board_sheet), sheet


@pytest.mark.parametrize("files", first(1, FILES))
def test_files_are_those_of_the_command_line(files, tmp_path):
    kind, game, sheet = files.split("/")
    making = {name: value for name, value in usable(game, sheet).items() if name in MAKING[:3]}
    looks = {"ink": "low", "language": "de", "making": making, "url": "https://example.org/images"}
    printed = print_files(query(game, sheet=sheet, files=kind, **looks))
    typed_lines(*shlex.split(printed.facts["command"])[1:], "--output", str(tmp_path))
    paths = [path for path in tmp_path.rglob("*.*") if path.is_file() and path.suffix != ".pdf"]
    written = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in paths}
    with zipfile.ZipFile(io.BytesIO(printed.content)) as archive:
        assert {entry.date_time[0] for entry in archive.infolist()} == {1980}
        assert {name: archive.read(name) for name in archive.namelist()} == written
    assert printed.facts["fileName"].startswith(f"{kind}.")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_file_that_is_offered_for_a_sheet_can_be_made(game):
    for sheet, kinds in backend.files_of_sheets(game).items():
        assert ("table" in kinds) == (sheet != "box")
        cut = query(game.name, sheet=sheet, files="cut")
        if "cut" in kinds:
            assert print_files(cut).content
        else:
            with pytest.raises(CutError):
                print_files(cut)


def test_a_vetted_game_is_printed_where_there_is_one_and_of_a_seed_its_first_board():
    vetted = print_sheet(query())
    assert vetted.facts["playtested"]
    again = print_sheet(query(id=vetted.facts["id"], sets=["expert"], size="small", players=2))
    assert again == vetted
    facts = print_sheet(query(seed="Grandma’s 70th!")).facts
    assert (facts["playtested"], facts["id"].split(".")[4]) == (False, "grandmas-70th")
    assert "--no-playtest" in facts["command"]


def test_a_sheet_that_was_shown_is_not_picked_again_and_when_all_were_it_is_said(monkeypatch):
    games_of, shown, remarks = vetted.games_of, [], []
    monkeypatch.setattr(vetted, "games_of", lambda *of: games_of(*of)[:1])
    for _ in range(3):  # a map has two images
        facts = print_sheet(query("metals", sets=["wilds"], shown=shown)).facts
        shown.append(facts["id"])
        remarks.append(facts["remark"])
    assert remarks == ["vetted", "vetted", "all_shown"]
    assert len({*shown}) == 3


def test_all_of_a_board_has_no_pages_for_designers_and_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    facts, content = print_sheet(query(sheet="", sets=["base", "advanced"]))
    assert facts["fileName"].startswith("all.magnetmen.regular.base+advanced.4.")
    with closing(pypdfium2.PdfDocument(content)) as pdf:
        texts = [page.get_textpage().get_text_range() for page in pdf]
    say = load_language("en").say
    assert sum(text.count(say("magnetmen.legend.power")) for text in texts) >= 3
    assert not any(say("magnetmen.tables.players")[:30] in text for text in texts)
    assert not list(tmp_path.iterdir()) and not cache_dir().is_relative_to(tmp_path)


BOARD_OF_QUADS = {"game": "quads", "sheet": "board", "sets": ["classic"]}


@pytest.mark.parametrize(
    ("call", "changes", "error"),
    [
        ("sheet", {"game": "chess"}, f"OptionError: .*expected {', '.join(games.names())}"),
        ("sheet", {"sheet": "cover"}, "OptionError: sheet 'cover': expected boards, inventories"),
        ("sheet", {"language": "../en"}, "OptionError: language '../en': expected de, en"),
        ("sheet", {"sets": []}, "OptionError: sets: .*at least 1 item"),
        ("sheet", {"sets": ["../mine"]}, "DefinitionError: .*must be of a-z, 0-9 and _"),
        ("sheet", {"players": True}, "OptionError: players: Input should be a valid integer"),
        ("sheet", {"making": {"gap": 2}}, "OptionError: making: gap: .*a valid string"),
        ("sheet", {"making": {"tile": "a4"}}, "TileError: .*the sheet is no larger than that"),
        ("sheet", {"making": {"glue": "yes"}}, "OptionError: option 'glue': expected paper, ink"),
        ("sheet", {"seed": "???"}, "SeedError: .*at least one letter"),
        ("sheet", {"id": "quads.regular.classic.2.fixed.1-gcpu"}, "OptionError: game of the ID"),
        ("sheet", {"id": "magnetmen.regular.base.4.oak.1-aaaa-bbbb"}, "GameIdError: .*version 1"),
        ("files", {**BOARD_OF_QUADS, "files": "cut"}, "CutError: .*nothing is cut out of these"),
        ("files", {"files": "glue"}, "OptionError: files 'glue': expected cut"),
        ("files", {"files": "table"}, "OptionError: url '': expected an address"),
        ("files", {"files": "table", "url": "C:\\x"}, "OptionError: .*begins with https"),
    ],
)
def test_what_is_wrong_with_a_query_is_said(call, changes, error):
    sizes = {"size": "regular", "players": 2} if changes.get("game") == "quads" else {}
    text, content = answer(call, json.dumps({**values(), **sizes, **changes}))
    said = json.loads(text)
    assert re.match(error, f"{said['kind']}: {said['error']}") and content == b""


@pytest.mark.parametrize("code", first(1, languages()))
def test_every_choice_has_a_title(code):
    choices = catalogue(code)
    listed = [choices["languages"], choices["games"]]
    listed += [option["choices"] for option in choices["options"].values()]
    for game in choices["games"]:
        listed += [game["sets"], game["sizes"], game["sheets"]]
        assert all(choice["about"] for choice in game["sets"]), game["name"]
        assert " · " in game["about"].splitlines()[1]  # for whom it is, what it takes
    assert all(choice["title"] for choices in listed for choice in choices)


def test_the_page_gets_the_values_the_limits_and_the_defaults_of_options():
    options = catalogue("en")["options"]
    assert {*options} == {"paper", "ink", *MAKING}
    usual = Settings().with_options({name: option["usual"] for name, option in options.items()})
    assert usual == Settings()
    for name, option in options.items():
        for choice in option["choices"]:
            Settings().with_options({name: choice["name"]})
        if limits := option["limits"]:
            Settings().with_options({name: limits["min"]}).with_options({name: limits["max"]})
        for value in [limits["min"] - 0.1, limits["max"] + 0.1] if limits else ["x"]:
            with pytest.raises(OptionError):
                Settings().with_options({name: value})
    assert [name for name, option in options.items() if option["needs"]] == ["overlap", "scale"]


def test_own_sets_can_be_chosen_also_with_mistakes(tmp_path):
    (tmp_path / "magnetmen").mkdir()
    (tmp_path / "magnetmen" / "garden.yaml").write_text("game: magnetmen\ntitle: {en: [}\n")
    (tmp_path / "magnetmen" / "boards.yaml").write_text("nonsense")
    choices = catalogue("en", [tmp_path])["games"]
    (magnetmen,) = (game for game in choices if game["name"] == "magnetmen")
    assert [choice["title"] for choice in magnetmen["sets"]][-1] == "garden"
    assert magnetmen["players"] == [2, 3, 4]


RING = "magnetmen/assets/magnetmen/look/ring"
OWN = {"magnetmen/own.yaml": (BASE + "theme: {logo: ring}\n").encode()}


def open_sets(name, content):
    return answer("open", json.dumps([name, b64encode(content).decode()]))[0]


def test_a_zip_of_the_studio_is_opened_printed_and_taken_away(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(backend, "OWN_SETS", tmp_path / "own")
    for path, content in {**OWN, f"{RING}.svg": PICTURE}.items():
        write(tmp_path, path, content)
    stage = Stage(Workspace(tmp_path / "mine"), None, tmp_path / "stage")
    sets = json.loads(open_sets("own.zip", zipped(stage, *OWN)))
    assert sets["magnetmen.own"]["titles"]["de"] == "Basis"
    text, content = answer("sheet", json.dumps(values(sets=["own"])))
    typed_lines(*shlex.split(json.loads(text)["command"])[1:], "--output", "own.pdf")
    assert Path("own.pdf").read_bytes() == content
    answer("forget", json.dumps(*sets))
    assert not [*(tmp_path / "own").iterdir()]


COOK = b"""game: magnetmen
title: {en: Cook}
types: {cook: {name: {en: Cook}, art: baker, powers: [score: [flat: {points: 1}]]}}
"""
SEVERAL = {"my/magnetmen/cook.yaml": COOK, "my/.x.yaml": b"", "__MACOSX/my/x.yaml": b"", "a": b""}
SEVERAL |= {"my/pond.yaml": (sets_dir() / "quads/classic.yaml").read_bytes()}
WRONG = BASE.replace(" powers:", " pwers:", 2).encode()
OPENED = [
    ("my.zip", SEVERAL, r'n.cook": .*"sets": \["base", "cook"\].*"quads.pond": .*false'),
    ("a (1).yaml", BASE.encode(), '"magnetmen.a"'),
    ("a.yaml", WRONG, r'"a.yaml:\d+:5: types.*\\na.yaml:\d+:5: types'),
    ("base.yaml", BASE.encode(), "base: a built-in set has this name"),
    ("a.zip", b"PK\3\4", "this is no ZIP that can be read"),
    ("a.zip", {"a.txt": b"", "../a.yaml": WRONG}, "there is no set in this file"),
    ("a.zip", {"quads/My-A.yaml": b""}, "expected GAME/NAME.yaml; NAME must .* such as my_a"),
    ("a.zip", {"quads/a.yaml": bytes(6_000_000)}, "too large"),
    ("a.zip", {f"a{number}.yaml": b"" for number in range(201)}, "too large"),
    ("a.zip", {**OWN, f"{RING}.png": b""}, "own.yaml:.*no drawing .*ring.png: this page draws SVG"),
]


@pytest.mark.parametrize(("name", "files", "said"), OPENED)
def test_a_file_is_kept_or_its_mistakes_are_listed(name, files, said, tmp_path, monkeypatch):
    monkeypatch.setattr(backend, "OWN_SETS", tmp_path)
    text = open_sets(name, zip_file(files) if isinstance(files, dict) else files)
    assert re.search(said, text)
    assert ("error" in text) != any(tmp_path.iterdir())


def test_only_sets_with_something_random_have_other_sheets():
    sets = [(game["name"], each) for game in catalogue("en")["games"] for each in game["sets"]]
    fixed = {f"{name}/{each['name']}" for name, each in sets if not each["isRandom"]}
    assert fixed == {"metals/classic", "quads/classic", "quads/apart"}


def test_the_page_uses_all_of_its_words():
    sources = "".join(path.read_text() for path in FRONTEND.glob("*.ts"))
    known = {*load_language("en").section("page")["words"]} - {"name"}  # that of the language
    words = {*re.findall(r"\bwords\.(\w+)", sources), *re.findall(r"say\(\"(\w+)\"\)", sources)}
    sources += Path(backend.__file__).read_text("utf-8")
    words |= {word for word in known if f'"{word}"' in sources} | {*MAKING}
    assert words | {f"{of}_{part}" for of in backend.KINDS for part in ("files", "hint")} == known
