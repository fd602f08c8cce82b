"""The command `validate`: shipped sets are in order; it agrees with what can be printed."""

import re

import pytest
from authoring.sets import GARDEN, edited, loaded, write
from click.testing import CliRunner
from short_run import first
from support import DATA

from generator.authoring.validate import missing_translations, validate
from generator.cli.app import app
from generator.core import yaml_source
from generator.core.resources import sets_dir
from generator.games import game
from generator.games.magnetmen.authoring import odds_warnings


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
    yaml_source._parsed.cache_clear()
    assert not messages_of(write(tmp_path, garden=GARDEN))
    assert yaml_source._parsed.cache_info().misses == 2, "each file is parsed once, the boards too"
    assert not list(odds_warnings(loaded(tmp_path)))


def test_proper_names_need_no_translation():
    assert not list(missing_translations(game("metals"), game("metals").load(("classic",), ())))


def test_links_to_what_is_gone(tmp_path):
    (tmp_path / "assets").mkdir()
    for name in ("garden.yaml", "assets/owl.svg"):
        (tmp_path / name).symlink_to(tmp_path / "gone")
    assert messages_of(tmp_path) == [
        "garden.yaml:1:1: there is no such file",
        "assets/owl.svg:1:1: this file cannot be read: No such file or directory",
    ]


TWO = edited(("types: [3, 4]", "types: [2, 2]"), ("art: painter", "art: painter\n    min: 30"),
             ("art: baker", "art: baker\n    min: 30"))  # fmt: skip
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
    checked = CliRunner().invoke(app, ["validate", str(tmp_path / "garden.yaml")])
    words = ["boards", "--no-playtest", "--set", "garden", "--sets-dir", str(tmp_path)]
    words += ["--size", size, "--output", str(tmp_path / "x.pdf")]
    result = CliRunner().invoke(app, words)
    assert (result.exit_code, checked.exit_code) == (not is_printed, exit_code), result.stderr
    assert is_printed or result.stderr.strip() in checked.stdout.replace("warning: ", "")
