"""What the page asks of the generator: sheets with the bytes of the command line, and choices."""

import json
import re
import shlex
from contextlib import closing
from pathlib import Path

import pypdfium2
import pytest
from support import DATA
from typer.testing import CliRunner
from web.queries import query

from generator import games
from generator.cli.app import app
from generator.core.errors import GameIdError, OptionError, SeedError
from generator.core.resources import cache_dir
from generator.languages import languages, load_language
from generator.web import in_worker
from generator.web.backend import print_sheet
from generator.web.catalogue import catalogue

FRONTEND = Path(__file__).parents[2] / "generator/web/frontend/src"
SHEETS = [(name, sheet) for name in games.names() for sheet in ("", *games.game(name).sheet_names)]
UNUSED_WORDS = {"name"}  # the languages' own names are a list of their own


@pytest.mark.parametrize(("game", "sheet"), SHEETS)
def test_the_command_of_a_sheet_prints_the_same_bytes(game, sheet, tmp_path):
    looks = {"paper": "letter", "ink": "low", "language": "fr"}
    printed = print_sheet(query(game, sheet=sheet, **looks))
    program, *words = shlex.split(printed.facts["command"])
    file = tmp_path / "again.pdf"
    result = CliRunner().invoke(app, [*words, "--output", str(file)])
    assert (program, result.exit_code) == ("board-generator", 0), result.output
    assert file.read_bytes() == printed.content


@pytest.mark.parametrize(("game", "sheet"), SHEETS)
def test_files_have_the_names_of_the_command_line(game, sheet, tmp_path):
    facts = print_sheet(query(game, sheet=sheet)).facts
    _, *words = shlex.split(facts["command"])
    CliRunner().invoke(app, [*words, "--output", str(tmp_path)])
    assert (tmp_path / facts["fileName"]).is_file()


def test_without_a_seed_a_vetted_game_is_printed_where_there_is_one():
    assert print_sheet(query()).facts["playtested"]
    assert print_sheet(query("metals", sets=["wilds"])).facts["playtested"]
    assert not print_sheet(query(sets=["base"], seed="oak")).facts["playtested"]


def test_a_seed_prints_its_first_board():
    facts = print_sheet(query(seed="Grandma’s 70th!")).facts
    assert facts["id"].split(".")[4] == "grandmas-70th"
    assert "--no-playtest" in facts["command"]


def test_an_id_prints_the_same_sheet_with_its_result():
    first = print_sheet(query())
    again = print_sheet(query(id=first.facts["id"], sets=["expert"], size="small", players=2))
    assert again.content == first.content
    assert again.facts["playtested"]
    assert again.facts["command"] == first.facts["command"]


def test_all_sheets_of_a_board_have_its_sets():
    facts = print_sheet(query(sheet="", sets=["base", "advanced"])).facts
    assert facts["fileName"].startswith("all.magnetmen.regular.base+advanced.4.")


def test_all_of_a_board_has_no_pages_for_designers():
    content = print_sheet(query(sheet="", sets=["base", "advanced"])).content
    with closing(pypdfium2.PdfDocument(content)) as pdf:
        texts = [page.get_textpage().get_text_range() for page in pdf]
    say = load_language("en").say
    assert sum(say("magnetmen.tables.players")[:30] in text for text in texts) == 2
    assert not any(say("magnetmen.tables.design") in text for text in texts)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"game": "chess"}, OptionError, "game 'chess': expected discs, magnetmen, metals, quads"),
        ({"sheet": "cover"}, OptionError, "sheet 'cover': expected boards, inventories"),
        ({"paper": "a5"}, OptionError, "paper 'a5'"),
        ({"ink": "gold"}, OptionError, "ink 'gold'"),
        ({"language": "xx"}, OptionError, "language 'xx'"),
        ({"size": "tiny"}, OptionError, "size 'tiny'"),
        ({"seed": "???"}, SeedError, "at least one letter"),
        ({"id": "nonsense"}, GameIdError, "is not a game ID"),
        ({"id": "quads.regular.classic.2.fixed.1-gcpu"}, OptionError, "game of the ID 'quads'"),
        ({"id": "magnetmen.regular.base.4.oak.1-aaaa-bbbb"}, GameIdError, "version 1"),
    ],
)
def test_what_is_wrong_with_a_query_is_said(changes, error, message):
    wrong = {**query(), **changes}
    with pytest.raises(error, match=re.escape(message)):
        print_sheet(wrong)
    text, content = in_worker.print_sheet(json.dumps(wrong))
    assert message in json.loads(text)["error"]
    assert content == b""


def test_a_worker_gets_facts_and_pdf():
    text, content = in_worker.print_sheet(json.dumps(query(seed="oak")))
    assert (json.loads(text), content) == tuple(print_sheet(query(seed="oak")))


def test_nothing_is_written_to_a_disk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    print_sheet(query(sheet=""))
    assert not list(tmp_path.iterdir())
    assert not cache_dir().is_relative_to(tmp_path)


@pytest.mark.parametrize("code", languages())
def test_every_choice_has_a_title(code):
    choices = catalogue(code)
    listed = [choices["languages"], choices["inks"], choices["papers"], choices["games"]]
    for game in choices["games"]:
        listed += [game["sets"], game["sizes"], game["sheets"]]
        assert all(choice["about"] for choice in game["sets"]), game["name"]
    assert all(choice["title"] for choices in listed for choice in choices)


def test_own_sets_can_be_chosen_also_with_mistakes(tmp_path):
    (tmp_path / "magnetmen").mkdir()
    (tmp_path / "magnetmen" / "garden.yaml").write_text("game: magnetmen\ntitle: {en: [}\n")
    (tmp_path / "magnetmen" / "boards.yaml").write_text("nonsense")
    (magnetmen,) = (
        game for game in catalogue("en", [tmp_path])["games"] if game["name"] == "magnetmen"
    )
    assert [choice["title"] for choice in magnetmen["sets"]][-1] == "garden"
    assert magnetmen["players"] == [2, 3, 4]


def test_only_sets_with_something_random_have_other_sheets():
    by_name = {game["name"]: game for game in catalogue("en")["games"]}
    fixed = {
        f"{name}/{choice['name']}"
        for name, game in by_name.items()
        for choice in game["sets"]
        if not choice["isRandom"]
    }
    assert fixed == {"metals/classic", "quads/classic", "quads/apart"}


def test_the_page_uses_all_of_its_words():
    sources = "".join(path.read_text() for path in FRONTEND.glob("*.ts"))
    used = set(re.findall(r"\bwords\.(\w+)|say\(\"(\w+)\"\)", sources))
    words = {word for pair in used for word in pair if word}
    words |= {
        word for word in load_language("en").section("page")["words"] if f'"{word}"' in sources
    }
    assert words == {*load_language("en").section("page")["words"]} - UNUSED_WORDS


def test_sets_of_a_folder_are_printed():
    facts = print_sheet(query(sets=["example"], seed="oak"), [DATA / "sets"]).facts
    assert ".example." in facts["id"]
