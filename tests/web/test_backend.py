"""What the page asks of the generator: sheets with the bytes of the command line, and choices."""

import io
import json
import re
import shlex
import zipfile
from contextlib import closing
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner
from short_run import first
from support import DATA
from web.queries import query, values

from generator import games
from generator.cli.app import app
from generator.core.errors import CutError, GameIdError, OptionError, SeedError, TileError
from generator.core.resources import cache_dir
from generator.core.settings import Settings
from generator.languages import languages, load_language
from generator.web.backend import (
    BOOKLETS,
    KINDS,
    MAKING,
    answer,
    catalogue,
    files_of_sheets,
    print_files,
    print_sheet,
    usable_options,
)

FRONTEND = Path(__file__).parents[2] / "generator/web/frontend/src"
BOXES = {"discs", "metals", "quads"}
ALL_SHEETS = [
    (name, sheet)
    for name in games.names()
    for sheet in ("", *games.game(name).sheet_names, *(["box"] if name in BOXES else []), *BOOKLETS)
]
EXAMPLES = [
    ("magnetmen", ""), ("metals", ""), ("quads", "cards"), ("discs", "discs"), ("metals", "box"),
    ("magnetmen", "booklet-of-all"), ("quads", "booklet"), ("magnetmen", "legends"),
]  # fmt: skip
SHEETS = first(len(EXAMPLES), dict.fromkeys([*EXAMPLES, *ALL_SHEETS]))


@pytest.mark.parametrize("is_made_otherwise", [False, True])
@pytest.mark.parametrize(("game", "sheet"), SHEETS)
def test_the_command_of_a_sheet_prints_the_same_bytes(game, sheet, is_made_otherwise, tmp_path):
    """Its options of making are those that have an effect, and the file has the same name."""
    making = {
        "backs": "gutterfold", "marks": "corners", "gap": "1.5", "thickness": "1", "tile": "letter",
        "overlap": "12", "scale": "1.7",
    }  # fmt: skip
    usable = usable_options(games.game(game)).get(sheet, []) if is_made_otherwise else []
    making = {name: making[name] for name in usable}
    looks = {} if is_made_otherwise else {"paper": "letter", "ink": "low", "language": "fr"}
    printed = print_sheet(query(game, sheet=sheet, making=making, **looks))
    program, *words = shlex.split(printed.facts["command"])
    assert {name for name in MAKING if f"--{name}" in words} == {*usable}
    result = CliRunner().invoke(app, [*words, "--output", str(tmp_path)])
    assert (program, result.exit_code) == ("board-generator", 0), result.output
    assert (tmp_path / printed.facts["fileName"]).read_bytes() == printed.content


@pytest.mark.parametrize("game", games.names())
def test_the_options_that_a_sheet_can_use_are_those_that_change_it(game):
    contract = games.game(game)
    definition = contract.load(contract.default_sets, ())
    rolled = contract.roll(definition, contract.default_size, contract.default_players, "any")
    changes = {"backs": "none", "marks": "frame", "gap": "9", "thickness": "1"}
    usable = usable_options(contract)
    for sheet in contract.named_sheets:
        usual = contract.pages(sheet, rolled, Settings())
        changed = {
            name
            for name, value in changes.items()
            if contract.pages(sheet, rolled, Settings().with_options({name: value})) != usual
        }
        expected = {*usable[sheet]} & {*changes}
        # Whether a box changes with gap and backs depends on how many cards there are.
        assert changed | ({"gap", "backs"} if sheet == "box" else set()) == expected, sheet
        assert sheet == "box" or changed <= {*usable[""]}
        assert ("tile" in usable[sheet]) == (sheet == contract.board_sheet), sheet


@pytest.mark.parametrize(
    ("kind", "game", "sheet"),
    [
        ("cut", "quads", "cards"), ("cut", "quads", ""), ("cut", "metals", "tokens"),
        ("cut", "discs", "dice"), ("cut", "quads", "box"), ("pieces", "quads", "pieces"),
        ("table", "discs", ""),
    ],
)  # fmt: skip
def test_files_are_those_of_the_command_line(kind, game, sheet, tmp_path):
    usable = usable_options(games.game(game))[sheet]
    making = {"backs": "gutterfold", "marks": "frame", "gap": "2"}
    making = {name: making[name] for name in usable if name in making}
    looks = {"ink": "low", "language": "de", "making": making, "url": "https://example.org/images"}
    printed = print_files(query(game, sheet=sheet, files=kind, **looks))
    _, *words = shlex.split(printed.facts["command"])
    result = CliRunner().invoke(app, [*words, "--output", str(tmp_path)])
    assert result.exit_code == 0, result.output
    paths = [path for path in tmp_path.rglob("*.*") if path.is_file() and path.suffix != ".pdf"]
    written = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in paths}
    assert unpacked(printed.content) == written
    assert printed.facts["fileName"].startswith(f"{kind}.")


def unpacked(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert {entry.date_time[0] for entry in archive.infolist()} == {1980}
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize(
    ("game", "changes", "error", "message"),
    [
        ("quads", {"sheet": "board", "files": "cut"}, CutError, "nothing is cut out of these"),
        ("magnetmen", {"sheet": "legends", "files": "cut"}, OptionError, "sheet 'legends'"),
        ("quads", {"files": "glue"}, OptionError, "files 'glue': expected cut"),
        ("quads", {"sheet": "board", "files": "pieces"}, CutError, "nothing is cut out of"),
        ("magnetmen", {"files": "table"}, OptionError, "url '': expected an address"),
        ("magnetmen", {"files": "table", "url": "C:\\x"}, OptionError, "begins with https"),
    ],
)
def test_files_that_a_sheet_does_not_have_are_refused(game, changes, error, message):
    with pytest.raises(error, match=re.escape(message)):
        print_files(query(game, **changes))
    text, content = answer("files", json.dumps(values(game, **changes)))
    assert (message in json.loads(text)["error"], content) == (True, b"")


def test_a_vetted_game_is_printed_where_there_is_one_and_of_a_seed_its_first_board():
    assert print_sheet(query()).facts["playtested"]
    assert print_sheet(query("metals", sets=["wilds"])).facts["playtested"]
    facts = print_sheet(query(seed="Grandma’s 70th!")).facts
    assert (facts["playtested"], facts["id"].split(".")[4]) == (False, "grandmas-70th")
    assert "--no-playtest" in facts["command"]


def test_an_id_prints_the_same_sheet_with_its_result():
    first = print_sheet(query())
    again = print_sheet(query(id=first.facts["id"], sets=["expert"], size="small", players=2))
    assert again.content == first.content
    assert again.facts["playtested"]
    assert again.facts["command"] == first.facts["command"]


def test_all_of_a_board_has_no_pages_for_designers():
    facts, content = print_sheet(query(sheet="", sets=["base", "advanced"]))
    assert facts["fileName"].startswith("all.magnetmen.regular.base+advanced.4.")
    with closing(pypdfium2.PdfDocument(content)) as pdf:
        texts = [page.get_textpage().get_text_range() for page in pdf]
    say = load_language("en").say
    assert sum(text.count(say("magnetmen.legend.power")) for text in texts) >= 3
    assert not any(say("magnetmen.tables.players")[:30] in text for text in texts)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"game": "chess"}, OptionError, f"game 'chess': expected {', '.join(games.names())}"),
        ({"sheet": "cover"}, OptionError, "sheet 'cover': expected boards, inventories"),
        ({"paper": "a5"}, OptionError, "paper 'a5'"),
        ({"making": {"gap": "60"}}, OptionError, "gap 60: expected 0 to 50 mm"),
        ({"making": {"tile": "a4", "overlap": "1"}}, OptionError, "overlap 1: expected 3 to 100"),
        ({"making": {"tile": "a4"}}, TileError, "the sheet is no larger than that"),
        ({"making": {"glue": "yes"}}, OptionError, "option 'glue': expected paper, ink"),
        ({"size": "tiny"}, OptionError, "size 'tiny'"),
        ({"seed": "???"}, SeedError, "at least one letter"),
        ({"id": "nonsense"}, GameIdError, "is not a game ID"),
        ({"id": "quads.regular.classic.2.fixed.1-gcpu"}, OptionError, "game of the ID 'quads'"),
        ({"id": "magnetmen.regular.base.4.oak.1-aaaa-bbbb"}, GameIdError, "version 1"),
    ],
)
def test_what_is_wrong_with_a_query_is_said(changes, error, message):
    with pytest.raises(error, match=re.escape(message)):
        print_sheet(query().model_copy(update=changes))
    text, content = answer("sheet", json.dumps({**values(), **changes}))
    said = json.loads(text)
    assert (message in said["error"], said["kind"], content) == (True, error.__name__, b"")


def test_a_worker_gets_facts_and_pdf():
    text, content = answer("sheet", json.dumps(values(seed="oak")))
    assert (json.loads(text), content) == tuple(print_sheet(query(seed="oak")))
    text, content = answer("sheet", json.dumps(values(players=None)))  # a link with nonsense in it
    assert "players: Input should be a valid integer" in json.loads(text)["error"]


def test_nothing_is_written_to_a_disk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    print_sheet(query(sheet=""))
    assert not list(tmp_path.iterdir())
    assert not cache_dir().is_relative_to(tmp_path)


@pytest.mark.parametrize("code", languages())
def test_every_choice_has_a_title(code):
    choices = catalogue(code)
    listed = [choices["languages"], choices["games"]]
    listed += [option["choices"] for option in choices["options"].values()]
    for game in choices["games"]:
        listed += [game["sets"], game["sizes"], game["sheets"]]
        assert all(choice["about"] for choice in game["sets"]), game["name"]
    assert all(choice["title"] for choices in listed for choice in choices)


def test_the_page_gets_the_values_the_limits_and_the_defaults_of_options():
    options = catalogue("en")["options"]
    assert {*options} == {"paper", "ink", *MAKING}
    usual = Settings().with_options({name: option["usual"] for name, option in options.items()})
    assert usual == Settings()
    for name, option in options.items():
        good = [choice["name"] for choice in option["choices"]]
        bad = ["x"]
        if limits := option["limits"]:
            good, bad = [limits["min"], limits["max"]], [limits["min"] - 0.1, limits["max"] + 0.1]
        for value in good:
            Settings().with_options({name: value})
        for value in bad:
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


def test_only_sets_with_something_random_have_other_sheets():
    sets = [(game["name"], each) for game in catalogue("en")["games"] for each in game["sets"]]
    fixed = {f"{name}/{each['name']}" for name, each in sets if not each["isRandom"]}
    assert fixed == {"metals/classic", "quads/classic", "quads/apart"}


@pytest.mark.parametrize("game", games.names())
def test_every_file_that_is_offered_for_a_sheet_can_be_made(game):
    for sheet, kinds in files_of_sheets(games.game(game)).items():
        assert ("table" in kinds) == (sheet != "box")
        cut = query(game, sheet=sheet, files="cut")
        if "cut" in kinds:
            assert print_files(cut).content
        else:
            with pytest.raises(CutError):
                print_files(cut)


def test_the_page_uses_all_of_its_words():
    sources = "".join(path.read_text() for path in FRONTEND.glob("*.ts"))
    known = {*load_language("en").section("page")["words"]} - {"name"}  # that of the language
    words = {*re.findall(r"\bwords\.(\w+)", sources), *re.findall(r"say\(\"(\w+)\"\)", sources)}
    words |= {word for word in known if f'"{word}"' in sources} | {*MAKING}
    assert words | {f"{kind}_{part}" for kind in KINDS for part in ("files", "hint")} == known


def test_sets_of_a_folder_are_printed():
    facts = print_sheet(query(sets=["example"], seed="oak"), [DATA / "sets"]).facts
    assert ".example." in facts["id"]
