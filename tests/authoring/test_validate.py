"""The command `validate`: which files it checks, as what, and what it reports."""

import json
import re

import pytest
from authoring.sets import GARDEN, edited, write
from short_run import first
from support import DATA
from typer.testing import CliRunner

from generator.authoring.validate import validate
from generator.cli.app import app
from generator.core.resources import sets_dir


def messages_of(*paths, sets_dirs=(), codes=None) -> list[str]:
    """The problems of files, without the paths of their folders; only those of some codes."""
    folder = paths[0] if paths[0].is_dir() else paths[0].parent
    diagnostics = [
        diagnostic
        for diagnostic in validate(paths, sets_dirs)
        if codes is None or diagnostic.code in codes
    ]
    return [str(diagnostic).replace(f"{folder}/", "") for diagnostic in diagnostics]


@pytest.mark.parametrize("folder", first(1, ["discs", "metals", "magnetmen", ""]))
def test_shipped_sets_have_no_mistakes_but_long_legends_and_types_always_at_their_max(folder):
    """Those of some games; of all where no folder is named."""
    diagnostics = list(validate([sets_dir() / folder] if folder else (), ()))
    untranslated = [
        f"{diagnostic.file}: {diagnostic.message}"
        for diagnostic in diagnostics
        if diagnostic.code == "translation"
    ]
    assert not untranslated, "add these texts to the shipped sets"
    assert {(diagnostic.severity, diagnostic.code) for diagnostic in diagnostics} <= {
        ("warning", "small-text"),
        ("warning", "full"),
    }
    base = [diagnostic for diagnostic in diagnostics if "base.yaml" in diagnostic.file]
    expected = [("full", "types.athlete.max")] if folder in ("", "magnetmen") else []
    assert [(diagnostic.code, diagnostic.key) for diagnostic in base] == expected


@pytest.mark.slow
def test_the_example_set_prints_in_every_language():
    messages = messages_of(DATA / "sets", codes={"text-too-long", "does-not-fit", "no-roll"})
    assert not messages


@pytest.mark.usefixtures("four_languages")
def test_a_set_in_order(tmp_path):
    assert not messages_of(write(tmp_path, garden=GARDEN))


def test_all_mistakes_of_all_files(tmp_path):
    """A file that is not YAML hides no mistake of others, and boards hide none of a set's art."""
    write(
        tmp_path,
        boards="game: magnetmen\nsizes: [\n",
        garden=edited(("art: painter", "art: paintr")),
        orchard=edited(("weight: 3", "wieght: 3")),
        race="game: discs\ntitle: {en: Race}\ndiscs: many\n",
        printer="ruler: 500\n",
        jobs="jobs:\n  - game: magnetmen\n    seeds: [a]\n    sizes: [vast]\n",
    )
    art = tmp_path / "assets" / "magnetmen" / "owl.svg"
    art.parent.mkdir(parents=True)
    art.write_text(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><title>x</title></svg>"
    )
    messages = messages_of(tmp_path)
    assert messages == [
        "boards.yaml:3:1: the file ends inside brackets, add the closing ']' or '}'",
        "garden.yaml:9:10: types.gardener.art: there is no drawing magnetmen/paintr.svg and no "
        "magnetmen/symbols/paintr.svg, did you mean 'painter'?",
        "orchard.yaml:11:9: types.gardener.powers[0].wieght: unknown key 'wieght', did you mean "
        "'weight'?",
        "race.yaml:1:1: colours: the key 'colours' is missing, expected 'key: value' lines",
        "race.yaml:1:1: shapes: the key 'shapes' is missing, expected 'key: value' lines",
        "race.yaml:1:1: symbols: the key 'symbols' is missing, expected a whole number",
        "race.yaml:3:8: discs: expected a whole number, found 'many'",
        "assets/magnetmen/owl.svg:1:41: svg.viewBox: expected '0 0 100 100', found '0 0 9 9'",
        "jobs.yaml:4:13: jobs[0].sizes[0]: 'vast': expected small, regular, big, huge",
        "printer.yaml:1:8: ruler: expected at most 110, found 500",
    ]


def test_links_to_what_is_gone(tmp_path):
    (tmp_path / "assets").mkdir()
    for name in ("garden.yaml", "assets/owl.svg"):
        (tmp_path / name).symlink_to(tmp_path / "gone")
    assert messages_of(tmp_path) == [
        "garden.yaml:1:1: there is no such file",
        "assets/owl.svg:1:1: this file cannot be read: No such file or directory",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GARDEN.replace("game: magnetmen\n", ""), "expected magnetmen"),
        ("title: {en: Race}\ndiscs: 36\nsymbols: 3\nshapes: {}\n", "expected discs"),
        ("title: {en: Map}\nmap: {}\n", "expected metals"),
        ("title: {en: Q}\nboard: 6\nsquare: 30\nframe: 9\n", "expected quads"),
    ],
)
def test_a_set_that_does_not_say_its_game_is_known_by_its_keys(tmp_path, text, message):
    messages = messages_of(write(tmp_path, own=text))
    assert any(line.startswith("own.yaml:1:1: game: ") and message in line for line in messages)


def test_the_folder_says_the_game_too(tmp_path):
    folder = tmp_path / "quads"
    folder.mkdir()
    assert any("expected quads" in line for line in messages_of(write(folder, own="frame: 9\n")))


def test_a_file_of_an_unknown_game(tmp_path):
    """An error if the file was named, a warning if it was found in a folder."""
    file = write(tmp_path, other="colour: red\n") / "other.yaml"
    words = "this is no file of board-generator as far as its keys tell"
    assert messages_of(tmp_path) == [f"other.yaml:1:1: warning: {words}"]
    (message,) = messages_of(file)
    assert message.startswith(f"other.yaml:1:1: {words}; a set begins with 'game: ' and one of")


def test_files_that_no_command_finds(tmp_path):
    """They are checked nevertheless."""
    (tmp_path / "My Garden.yaml").write_text(edited(("art:", "atr:")))
    (tmp_path / "orchard.yml").write_text(GARDEN)
    (tmp_path / "magnetmen").mkdir()
    write(tmp_path, twin=GARDEN)
    write(tmp_path / "magnetmen", twin=GARDEN)
    why = "no command finds this file, "
    messages = messages_of(tmp_path)
    assert (
        f"My Garden.yaml:1:1: {why}its name must be of a-z, 0-9 and _, a letter first" in messages
    )
    assert any(
        line.startswith("My Garden.yaml:9:5: types.gardener.atr: unknown") for line in messages
    )
    assert f"orchard.yml:1:1: {why}its name must end in .yaml, not .yml" in messages
    twin = "magnetmen/twin.yaml has the same name and comes first"
    assert any(
        line.startswith(f"twin.yaml:1:1: warning: {why}") and twin in line for line in messages
    )


def test_boards_under_another_name(tmp_path):
    boards = "game: magnetmen\nsizes: {}\ntypes: [1, 2]\nplayers: [2]\n"
    messages = messages_of(write(tmp_path, tables=boards))
    assert messages == [
        "tables.yaml:1:1: no command finds this file, it must be called boards.yaml"
    ]


def test_a_set_that_needs_company(tmp_path):
    lonely = edited(("alone:\n  types: [3, 4]\n", ""))
    (message,) = messages_of(write(tmp_path, garden=lonely), codes={"set", "not-alone"})
    assert message.startswith(
        "garden.yaml:4:1: warning: types: a board has up to 7 types, this set"
    )
    assert message.endswith("(it can be printed together with base)")
    both = messages_of(write(tmp_path, garden=lonely.replace("painter", "paintr")))
    assert [" warning: " in line for line in both] == [False, True]


def test_a_set_that_says_how_it_is_alone_must_be_printable_alone(tmp_path):
    (message,) = messages_of(write(tmp_path, garden=edited(("[3, 4]", "[3, 5]"))))
    assert message == (
        "garden.yaml:5:14: alone.types[1]: expected at most 4, all types of this set, found 5; add "
        "types"
    )


TWO = edited(("types: [3, 4]", "types: [2, 2]"), ("art: painter", "art: painter\n    min: 30"),
             ("art: baker", "art: baker\n    min: 30"))  # fmt: skip
TWO = TWO[: TWO.index("  owl:")]
LONELY = TWO.replace("alone:\n  types: [2, 2]\n", "").replace("    min: 30\n", "")
SAME = re.sub(r"flat: .*|for_each: .*", "same_as: {type: lowest}", GARDEN)
NOT_SMALL = (
    "can be printed: regular, big, huge for 2, 3, 4 players; cannot be printed: small for 2, 3, 4 "
    "players"
)


@pytest.mark.parametrize(
    ("text", "size", "printed", "verdict"),
    [
        (GARDEN, "small", True, "can be printed: small, regular, big, huge for 2, 3, 4 players"),
        (TWO, "regular", True, NOT_SMALL),
        (TWO, "small", False, NOT_SMALL),
        (LONELY, "regular", False, "can be printed only together with other sets, such as base"),
        (SAME, "regular", False, ""),
    ],
)
def test_validate_and_boards_agree(tmp_path, text, size, printed, verdict):
    """What `boards` refuses, `validate` reports in the same words."""
    write(tmp_path, garden=text)
    checked = CliRunner().invoke(app, ["validate", str(tmp_path / "garden.yaml")])
    words = ["boards", "--no-playtest", "--set", "garden", "--sets-dir", str(tmp_path),
             "--size", size, "--output", str(tmp_path / "x.pdf")]  # fmt: skip
    result = CliRunner().invoke(app, words)
    assert result.exit_code == (not printed), result.stderr
    assert checked.exit_code == (not verdict)
    assert verdict == "" or f"garden.yaml: {verdict}\n" in checked.stderr
    if not printed:
        assert result.stderr.strip() in checked.stdout.replace("warning: ", "")


def test_json_has_the_span_of_a_key_and_of_a_value(tmp_path):
    write(tmp_path, garden=edited(("weight: 3", "wieght: 3"), ("points: 2", "points: two")))
    result = CliRunner().invoke(app, ["validate", str(tmp_path), "--json"])
    assert result.exit_code == 1
    first, second = json.loads(result.stdout)
    assert (first["line"], first["column"], first["end"]) == (11, 9, {"line": 11, "column": 15})
    assert first["code"] == "unknown-key"
    assert first["severity"] == "error"
    assert first["key"] == "types.gardener.powers[0].wieght"
    assert first["file"].endswith("/garden.yaml")
    assert (second["line"], second["column"], second["end"]) == (13, 28, {"line": 13, "column": 31})
    assert second["code"] == "value"


@pytest.mark.usefixtures("four_languages")
def test_exit_codes(tmp_path):
    run = CliRunner().invoke
    write(tmp_path, garden=edited(("{en: Owl, fr: Chouette,", "{en: Owl,")))
    warned = run(app, ["validate", str(tmp_path / "garden.yaml")])
    assert warned.exit_code == 0
    place = tmp_path / "garden.yaml"
    assert warned.stderr == (
        f"{place}: can be printed: small, regular, big, huge for 2, 3, 4 players\n"
        "0 errors, 1 warning\n"
    )
    assert "warning: types.owl.name: no text in fr" in warned.stdout
    assert run(app, ["validate", str(tmp_path / "none.yaml")]).exit_code == 2
