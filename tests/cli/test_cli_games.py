"""The commands of the games whose sheets are printed together, and the one for everything."""

from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner
from support import DATA, at_once

from generator import games
from generator.cli.app import app

RUNNER = CliRunner()
SHEETS = {
    name: list(games.game(name).rolled_sheets)
    for name in games.names()
    if games.game(name).is_bundle
}


def run(*words: str):
    return RUNNER.invoke(app, at_once(*words), prog_name="board-generator")


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def output_lines(*words: str) -> list[str]:
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()


@pytest.mark.parametrize("name", games.names())
def test_every_sheet_has_a_command(name):
    game = games.game(name)
    prints = {command.sheet or command.name for command in games.game(name).commands}
    sheets = {name} if game.is_bundle else {*game.sheet_names} - {game.rules_sheet}
    for sheet in sheets:
        assert sheet in prints, f"games/{name}/__init__.py: add a Command for {sheet}"


@pytest.mark.parametrize("name", SHEETS)
def test_each_sheet_and_one_file_of_all(name, tmp_path):
    game_id, *paths = output_lines(name)
    assert game_id.startswith(f"{name}.")
    expected = [f"output/{sheet}.{game_id}.pdf" for sheet in SHEETS[name]]
    assert paths == [*expected, f"output/{game_id}.pdf"]
    counts = []
    for path in paths:
        with pikepdf.open(tmp_path / path) as document:
            counts.append(len(document.pages))
            assert game_id in str(document.docinfo.Title)
            assert game_id in str(document.docinfo.Subject)
    blank = sum(count % 2 for count in counts[:-2])  # each sheet begins on a new leaf
    assert sum(counts[:-1]) + blank == counts[-1]


@pytest.mark.parametrize("name", SHEETS)
def test_a_file_gets_all_sheets_and_nothing_else_is_written(name, tmp_path):
    path = output_lines(name, "--output", "game.pdf")[-1]
    assert path == "game.pdf"
    assert [item.name for item in tmp_path.iterdir()] == ["game.pdf"]


@pytest.mark.parametrize("name", SHEETS)
def test_what_inspect_says_prints_the_same_bytes(name, tmp_path):
    options = ["--language", "fr", "--ink", "low", "--paper", "letter"]
    if "flip" in games.game(name).options(""):
        options += ["--flip", "short"]
    sheet = SHEETS[name][0]
    for words in ([], ["--sheet", sheet]):
        path = output_lines(name, *options, *words, "--output", "one.pdf")[-1]
        last = run("inspect", path).stdout.splitlines()[-1].strip()
        output_lines(*last.split()[1:], "--output", "again.pdf")
        assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "again.pdf").read_bytes()


def test_factions_are_in_the_id(tmp_path):
    game_id = output_lines("metals", "--factions", "--sheet", "map")[0]
    assert game_id.startswith("metals.factions.classic.2.fixed.")
    assert (
        output_lines("metals", "--id", game_id, "--sheet", "map", "--output", "b.pdf")[0] == game_id
    )


def test_many_maps_with_one_set_of_tokens(tmp_path):
    *ids, path = output_lines(
        "metals", "--set", "wilds", "--seed", "x", "--count", "3", "--no-playtest",
        "--output", "o.pdf",
    )  # fmt: skip
    assert [game_id.split(".")[4] for game_id in ids] == ["x-1", "x-2", "x-3"]
    words = ("--seed", "x", "--no-playtest", "--output", "one.pdf")
    one = output_lines("metals", "--set", "wilds", *words)[-1]
    with pikepdf.open(tmp_path / path) as many, pikepdf.open(tmp_path / one) as single:
        assert len(many.pages) == len(single.pages) + 2  # three maps, a blank back either way


MAP = ["metals", "--sheet", "map", "--sets-dir", str(DATA / "quick")]
WILDS = [*MAP, "--set", "wilds"]


def playtested(*words: str) -> str:
    """The game ID that a command prints."""
    result = RUNNER.invoke(app, [*MAP, *words])
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()[0]


def test_the_map_of_a_seed_is_chosen_by_play_and_its_id_prints_it_again(tmp_path):
    ids = [
        playtested("--set", "wilds", "--seed", f"s{n}", "--output", f"{n}.pdf") for n in range(4)
    ]
    seeds = [game_id.split(".")[4] for game_id in ids]
    assert [seed.partition("+")[0] for seed in seeds] == ["s0", "s1", "s2", "s3"]
    assert any("+" in seed for seed in seeds)
    assert playtested("--id", ids[0], "--output", "again.pdf") == ids[0]
    assert (tmp_path / "again.pdf").read_bytes() == (tmp_path / "0.pdf").read_bytes()
    inspected = RUNNER.invoke(app, ["inspect", "0.pdf"]).stdout
    assert "games of careless players (greedy, 25% errors):" in inspected
    assert "seat 1 wins" in inspected
    plain = output_lines(*WILDS, "--seed", "s0", "--output", "plain.pdf")
    assert plain[0].split(".")[4] == "s0"
    assert "seat 1 wins" not in RUNNER.invoke(app, ["inspect", "plain.pdf"]).stdout


def test_players_read_nothing_of_their_chances(tmp_path):
    """The pages of a map that was played are those of the same map that was not."""
    game_id = playtested("--set", "wilds", "--seed", "s", "--output", "played.pdf")
    output_lines(*MAP, "--id", game_id, "--output", "plain.pdf")
    with pikepdf.open("played.pdf") as played, pikepdf.open("plain.pdf") as plain:
        for one, other in zip(played.pages, plain.pages, strict=True):
            assert one.Contents.read_bytes() == other.Contents.read_bytes()


def test_nobody_plays_on_a_drawn_map(monkeypatch):
    monkeypatch.setattr("generator.play.series.Match.play", None)
    result = RUNNER.invoke(app, ["metals", "--sheet", "map"])
    assert result.exit_code == 0 and "compiling" not in result.stderr
    assert "playtested" not in result.stderr


def test_a_seed_for_nothing_is_reported():
    result = run("metals", "--seed", "sunday", "--sheet", "map")
    assert result.exit_code == 0
    assert "--seed changes nothing: nothing is random in the set classic\n" in result.stderr
    assert not run("metals", "--sheet", "map").stderr
    assert not run("rules", "metals").stderr


def test_everything_in_one_go(tmp_path):
    paths = [
        Path(line) for line in output_lines("all", "--seed", "sunday") if line.endswith(".pdf")
    ]
    assert all(path.is_file() for path in paths)
    assert sorted(paths) == sorted(Path("output").iterdir())
    name_parts = [path.name.split(".") for path in paths]
    for name in games.names():
        game = games.game(name)
        for sheet in game.sheet_names:
            assert any(words[:2] == [sheet, name] or words[0] == name for words in name_parts), (
                sheet
            )
    again = [Path(line) for line in output_lines("all", "--seed", "sunday", "--output", "b")[::-1]]
    assert (tmp_path / again[0]).read_bytes() == (tmp_path / paths[-1]).read_bytes()


@pytest.mark.parametrize("name", SHEETS)
def test_a_failing_run_leaves_all_files_alone(name, tmp_path, monkeypatch):
    """The last of several documents cannot be drawn: none is written."""
    from generator.pdf import document

    output_lines(name, "--output", "o")
    before = {path: path.read_bytes() for path in Path("o").iterdir()}
    calls = []

    def pdf(*arguments):
        calls.append(arguments)
        if len(calls) > 1:
            raise OSError("no")
        return b"new"

    monkeypatch.setattr(document, "pdf", pdf)
    assert run(name, "--output", "o").exit_code == 1
    assert {path: path.read_bytes() for path in Path("o").iterdir()} == before


@pytest.mark.parametrize("backs", ["gutterfold", "none"])
@pytest.mark.parametrize("name", [name for name in SHEETS if games.game(name).piece_sheets])
def test_without_backs_behind_fronts_no_page_of_all_sheets_is_blank(name, backs, tmp_path):
    game_id, *paths = output_lines(name, "--backs", backs, "--flip", "short")
    with_backs = [sheet for sheet in SHEETS[name] if "backs" in games.game(name).options(sheet)]
    with_suffix = [path for path in paths if path.endswith(f"{game_id}.backs-{backs}.pdf")]
    assert len(with_suffix) == len(with_backs) + 1, "and all in one"
    counts = []
    for path in paths:
        with pikepdf.open(tmp_path / path) as document:
            counts.append(len(document.pages))
    assert sum(counts[:-1]) == counts[-1]
    command = run("inspect", paths[-1]).stdout.splitlines()[-1].split()
    assert f"--backs {backs}" in " ".join(command)
    assert "--flip" not in command  # it has no effect
    output_lines(*command[1:], "--output", "again.pdf")
    assert (tmp_path / "again.pdf").read_bytes() == (tmp_path / paths[-1]).read_bytes()


def test_a_batch_without_backs_behind_fronts_has_no_blank_pages(tmp_path):
    words = ("batch", "quads", "--seed", "x", "--count", "2", "--set", "lots", "--pdfs", "both")
    pages = {}
    for backs in ("duplex", "gutterfold"):
        output_lines(*words, "--backs", backs, "--output", backs, "--jobs", "1")
        pages[backs] = {}
        for path in (tmp_path / backs).glob("*.pdf"):
            with pypdfium2.PdfDocument(path) as document:
                blank = [not page.get_textpage().count_chars() for page in document]
                pages[backs][path.name] = any(blank)
    assert len(pages["gutterfold"]) == 3
    assert all(pages["duplex"].values())
    assert not any(pages["gutterfold"].values())
