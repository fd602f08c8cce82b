"""The commands as people type them: the files that they write, and those that they leave alone.

tests/mistakes/usage has what they print.
"""

import sys
from pathlib import Path

import pikepdf
import pytest
from commands import QUICK, output_lines, played_lines, run, run_played
from short_run import first
from support import DATA

from generator import games
from generator.pdf import document

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")
ALL_GAMES = [games.game(name) for name in games.names()]
BUNDLES = [game for game in ALL_GAMES if game.is_bundle]
SLOW = pytest.mark.slow
BACKS = [  # of what can have them
    pytest.param(game, backs, id=f"{game.name}-{backs}", marks=marks)
    for game in BUNDLES
    for backs, marks in {"duplex": (), "gutterfold": SLOW, "none": SLOW}.items()
    if backs == "duplex" or "backs" in game.options("")
]
LOOKS = ["--language", "fr", "--ink", "low", "--paper", "letter"]
MAP = ["metals", "--sheet", "map"]
WILDS = [*MAP, "--set", "wilds"]


def number_of_pages(path) -> int:
    with pikepdf.open(path) as document:
        return len(document.pages)


def shown_command(path: str) -> list[str]:
    """The command that prints a PDF again, as `inspect` shows it."""
    return output_lines("inspect", path)[-1].split()[1:]


COMMANDS = [
    ["boards", "--set", "advanced", "--set", "base", "--players", "3", "--size", "big"],
    ["batch", "--size", "small", "--count", "2", "--no-rules", "--jobs", "1", *LOOKS],
    ["rules"],
    ["proof", "pocket", "--game", "discs"],
]
for game in BUNDLES:
    COMMANDS += [[game.name, *LOOKS], [game.name, "--sheet", game.rolled_sheets[0], *LOOKS]]
BACKED = [game.name for game in BUNDLES if "backs" in game.options("")]
COMMANDS += [[name, "--backs", "gutterfold", "--flip", "short"] for name in BACKED]
COMMANDS += [["boards", "--seed", "x", "--count", "2", "--no-rules"], ["legends", "--set", "base"]]


@pytest.mark.parametrize("words", first(3, COMMANDS), ids=" ".join)
def test_the_command_that_inspect_shows_prints_the_same_bytes(words):
    *_, path = (line for line in output_lines(*words) if line.endswith(".pdf"))
    again = shown_command(path)
    assert "--flip" not in again, "it has no effect here"
    output_lines(*again, "--output", "again.pdf")
    assert Path("again.pdf").read_bytes() == Path(path).read_bytes()


def test_inspect_shows_what_was_rolled():
    game_id, path = output_lines("boards", "--seed", "x", "--language", "fr")
    shown = "\n".join(output_lines("inspect", path))
    assert game_id in shown and "× base/explorer: 0. Quand vous prenez cette case" in shown
    with pikepdf.open(path) as pdf:
        assert game_id in str(pdf.docinfo.Title) and len(pdf.pages) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="all names are texts on this system")
def test_inspect_reads_a_file_whose_name_is_no_text():
    Path(output_lines("boards")[1]).rename("board\udcff.pdf")
    output_lines("inspect", "board\udcff.pdf")


def test_without_a_seed_one_is_made_up_and_shown():
    seeds = {output_lines("boards")[0].split(".")[4] for _ in range(2)}
    assert [len(seed) for seed in seeds] == [6, 6]


def test_an_id_may_name_the_sets_in_another_order():
    game_id, path = output_lines("boards", "--set", "base", "--set", "advanced", "--seed", "x")
    reordered = game_id.replace("base+advanced", "advanced+base")
    assert output_lines("boards", "--id", reordered, "--output", "o.pdf")[0] == game_id
    assert Path("o.pdf").read_bytes() == Path(path).read_bytes()


def test_an_id_with_a_slip_or_of_changed_sets_says_so():
    *head, boards, base = output_lines("boards", "--seed", "x")[0].split("-")
    changed = run("boards", "--id", "-".join((*head, boards, "aaaa" if base != "aaaa" else "bbbb")))
    assert (changed.exit_code, "set base has changed" in changed.stderr) == (1, True)
    assert "boards.yaml" not in changed.stderr and "did you mean" not in changed.stderr
    slip = f"{'a' if boards[0] != 'a' else 'b'}{boards[1:]}"
    result = run("boards", "--id", "-".join((*head, slip, base)))
    near = f"only one character differs, did you mean {'-'.join((*head, boards, base))}?"
    assert (result.exit_code, near in result.stderr) == (1, True)


def test_a_failure_while_writing_leaves_nothing_behind(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError("disk full")

    Path("board.pdf").write_bytes(b"old")
    monkeypatch.setattr("os.replace", fail)
    result = run("boards", "--output", "board.pdf")
    assert (result.exit_code, "disk full" in result.stderr) == (1, True)
    assert {item.name: item.read_bytes() for item in tmp_path.iterdir()} == {"board.pdf": b"old"}


def test_a_run_that_fails_at_its_last_document_writes_none(monkeypatch):
    def contents():
        return {path: path.read_bytes() for path in Path("o").iterdir()}

    output_lines("quads", "--output", "o")
    before, made = contents(), iter([b"new"])
    monkeypatch.setattr(document, "pdf", lambda *_: next(made, None) or Path("no").read_bytes())
    assert run("quads", "--output", "o").exit_code == 1
    assert contents() == before


def test_a_set_with_own_pictures_prints_and_warns_of_coarse_ones(tmp_path):
    from PIL import Image

    (tmp_path / "assets" / "magnetmen" / "symbols").mkdir(parents=True)
    example = (DATA / "sets" / "magnetmen" / "example.yaml").read_text("utf-8")
    variant = example.replace("art: guitarist", "art: trumpet")
    (tmp_path / "example.yaml").write_text(variant, "utf-8")
    Image.new("RGB", (40, 40), "teal").save("assets/magnetmen/trumpet.png")
    Image.new("L", (900, 900), 0).save("assets/magnetmen/symbols/trumpet.jpg")
    result = run("legends", "--set", "example", "--sets-dir", ".", "--output", "o.pdf")
    assert result.exit_code == 0, result.stderr
    assert "trumpet.png: 46 dpi where it is printed" in result.stderr
    assert "symbols" not in result.stderr


def test_several_are_pages_of_one_file_and_each_can_be_printed_alone():
    *ids, path = output_lines("boards", "--seed", "x", "--count", "3", "--output", "three.pdf")
    assert [game_id.split(".")[4] for game_id in ids] == ["x-1", "x-2", "x-3"]
    assert (path, number_of_pages(path)) == ("three.pdf", 3)
    assert output_lines("boards", "--id", ids[1])[0] == ids[1]


def test_many_maps_have_one_set_of_tokens():
    words = ["metals", "--set", "wilds", "--seed", "x", "--no-playtest", "--output"]
    many = number_of_pages(output_lines(*words, "many.pdf", "--count", "3")[-1])
    # Three maps, a blank back either way.
    assert many == number_of_pages(output_lines(*words, "one.pdf")[-1]) + 2


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_every_sheet_has_a_command(game):
    prints = {command.sheet or command.name for command in game.commands}
    sheets = {game.name} if game.is_bundle else {*game.sheet_names} - {game.rules_sheet}
    for sheet in sheets:
        assert sheet in prints, f"games/{game.name}/__init__.py: add a Command for {sheet}"


@pytest.mark.parametrize(("game", "backs"), BACKS)
def test_a_bundle_is_each_sheet_and_one_file_of_all(game, backs, tmp_path):
    """Each begins on a new leaf, where backs are printed behind fronts."""
    options = [] if backs == "duplex" else ["--backs", backs]
    game_id, *paths = output_lines(game.name, *options)
    suffix = f".backs-{backs}" if options else ""
    with_backs = {sheet: suffix * ("backs" in game.options(sheet)) for sheet in game.rolled_sheets}
    own = [f"output/{sheet}.{game_id}{end}.pdf" for sheet, end in with_backs.items()]
    assert paths == [*own, f"output/{game_id}{suffix}.pdf"]
    *counts, whole = map(number_of_pages, paths)
    blank = sum(count % 2 for count in counts[:-1]) if backs == "duplex" else 0
    assert whole == sum(counts) + blank
    (tmp_path / "one").mkdir()
    assert output_lines(game.name, "--output", "one/game.pdf")[-1] == "one/game.pdf"
    assert [item.name for item in Path("one").iterdir()] == ["game.pdf"]


@pytest.mark.slow
def test_everything_in_one_go():
    paths = [Path(line) for line in output_lines("all", "--seed", "sunday") if "/" in line]
    assert sorted(paths) == sorted(Path("output").iterdir())
    parts = [path.name.split(".") for path in paths]
    for game in ALL_GAMES:
        for sheet in game.sheet_names:
            assert any(each[:2] == [sheet, game.name] or each[0] == game.name for each in parts)


def test_the_map_of_a_seed_is_chosen_by_play_and_its_id_prints_it_again():
    ids = [played_lines(*WILDS, "--seed", f"s{n}", "--output", f"{n}.pdf")[0] for n in range(4)]
    seeds = [game_id.split(".")[4] for game_id in ids]
    assert [seed.partition("+")[0] for seed in seeds] == ["s0", "s1", "s2", "s3"]
    assert any("+" in seed for seed in seeds)
    assert played_lines(*MAP, "--id", ids[0], "--output", "again.pdf")[0] == ids[0]
    assert Path("again.pdf").read_bytes() == Path("0.pdf").read_bytes()
    inspected = run("inspect", "0.pdf").stdout
    assert "games of careless players (greedy, 25% errors):" in inspected
    assert "seat 1 wins" in inspected
    plain = output_lines(*WILDS, *QUICK, "--seed", "s0", "--output", "plain.pdf")
    assert plain[0].split(".")[4] == "s0"
    assert "seat 1 wins" not in run("inspect", "plain.pdf").stdout


def test_players_read_nothing_of_their_chances():
    """The pages of a map that was played are those of the same map that was not."""
    game_id = played_lines(*WILDS, "--seed", "s", "--output", "played.pdf")[0]
    output_lines(*MAP, *QUICK, "--id", game_id, "--output", "plain.pdf")
    with pikepdf.open("played.pdf") as played, pikepdf.open("plain.pdf") as plain:
        for one, other in zip(played.pages, plain.pages, strict=True):
            assert one.Contents.read_bytes() == other.Contents.read_bytes()


@pytest.mark.parametrize("words", [MAP, ["batch", *MAP, "--count", "1"]], ids=" ".join)
def test_nobody_plays_on_a_drawn_map(words, monkeypatch):
    monkeypatch.setattr("generator.play.series.Match.play", None)
    result = run_played(*words)
    assert result.exit_code == 0, result.stderr
    assert "compiling" not in result.stderr and "playtested" not in result.stderr


def test_a_package_that_is_missing_is_named(monkeypatch):
    monkeypatch.setattr("generator.cli.options.find_spec", lambda name: None)
    batch = "batch --scheduler x", "--scheduler needs distributed", "cluster"
    for words, needs, extra in (batch, ("studio", "studio needs starlette", "studio")):
        result = run(*words.split())
        expected = f"{needs}: pip install '.[{extra}]' in the project's folder\n"
        assert (result.exit_code, result.output) == (1, expected)


def test_the_version_is_printed():
    assert output_lines("--version")[0].startswith("board-generator ")
