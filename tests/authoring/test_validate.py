"""The command `validate`: shipped sets are in order; it agrees with what can be printed.

tests/mistakes has the messages.
"""

import re

import pytest
from authoring.sets import GARDEN, edited, loaded, write
from commands import run, typed
from short_run import first
from support import DATA

from generator.authoring.validate import missing_translations, validate
from generator.core.resources import sets_dir
from generator.games import game
from generator.games.magnetmen.authoring import odds_warnings


@pytest.mark.parametrize("folder", first(1, ["discs", ""]))
def test_shipped_sets_have_no_mistakes_but_long_legends(folder):
    """Those of a game; of all where no folder is named."""
    found = validate([sets_dir() / folder] if folder else (), ())
    assert {(each.severity, each.code) for each in found} <= {("warning", "small-text")}


@pytest.mark.slow
def test_the_example_set_prints_in_every_language():
    codes = {each.code for each in validate([DATA / "sets"], ())}
    assert codes.isdisjoint({"text-too-long", "does-not-fit", "no-roll"})


def test_a_set_in_order(tmp_path):
    assert not list(validate([write(tmp_path, garden=GARDEN)], ()))
    assert not list(odds_warnings(loaded(tmp_path)))
    # proper names need no translation
    assert not list(missing_translations(game("metals"), game("metals").load(("classic",), ())))


def test_links_to_what_is_gone(in_an_empty_folder, tmp_path):
    (tmp_path / "assets").mkdir()
    for name in ("garden.yaml", "assets/owl.svg"):
        (tmp_path / name).symlink_to(tmp_path / "gone")
    assert [str(each) for each in validate([tmp_path], ())] == [
        "garden.yaml:1:1: there is no such file",
        "assets/owl.svg:1:1: this file cannot be read: No such file or directory",
    ]


AT_LEAST = [(f"art: {name}", f"art: {name}\n    min: 30") for name in ("painter", "baker")]
TWO = edited(("types: [3, 4]", "types: [2, 2]"), *AT_LEAST)
TWO = TWO[: TWO.index("  owl:")]
LONELY = TWO.replace("alone:\n  types: [2, 2]\n", "").replace("    min: 30\n", "")
SAME = re.sub(r"flat: .*|for_each: .*", "same_as: {type: lowest}", GARDEN)


@pytest.mark.parametrize(
    ("text", "size", "is_printed", "exit_code"),
    [
        (GARDEN, "small", True, 0),
        (TWO, "regular", True, 0),
        (TWO, "small", False, 0),
        (LONELY, "regular", False, 0),
        (SAME, "regular", False, 1),
    ],
)
def test_validate_and_boards_agree(tmp_path, text, size, is_printed, exit_code):
    """What `boards` refuses, `validate` reports in the same words."""
    write(tmp_path, garden=text)
    checked = typed("validate", str(tmp_path / "garden.yaml"))
    words = ["--set", "garden", "--sets-dir", str(tmp_path), "--size", size]
    result = run("boards", *words, "--output", str(tmp_path / "x.pdf"))
    assert (result.exit_code, checked.exit_code) == (not is_printed, exit_code), result.stderr
    assert is_printed or result.stderr.strip() in checked.stdout.replace("warning: ", "")
