"""diff: what differs between two versions of a set, or of the sets in two folders."""

from pathlib import Path

from authoring.sets import GARDEN, edited, write
from click.testing import CliRunner

from generator.authoring.diff import (
    FileDifference,
    KeyChange,
    TextChange,
    compare_files,
    matched_entries,
)
from generator.cli.app import app
from generator.core.resources import sets_dir
from generator.languages import languages


def compare(folder: Path, old: str, new: str) -> FileDifference:
    write(folder, old=old, new=new)
    return compare_files(folder / "old.yaml", folder / "new.yaml", ())


def run(*words):
    return CliRunner().invoke(app, ["diff", *map(str, words)])


def test_nothing_differs(tmp_path):
    difference = compare(tmp_path, GARDEN, f"# only a comment\n{GARDEN}")
    assert str(difference).splitlines()[2:] == ["nothing differs"]


def test_a_power_that_reads_differently_is_shown_in_every_language(tmp_path):
    difference = compare(tmp_path, GARDEN, edited(("points: 2}", "points: 4}")))
    assert difference.texts == tuple(
        TextChange("types.gardener.powers[0]", code, "+2 ★", "+4 ★") for code in languages()
    )
    assert difference.keys == (KeyChange("types.gardener.powers[0].score[0].flat.points", 2, 4),)
    lines = str(difference).splitlines()
    assert lines[3:8] == [
        "texts:",
        "  types.gardener.powers[0]:",
        "    de - +2 ★",
        "    de + +4 ★",
        "    en - +2 ★",
    ]
    assert "  types.gardener.powers[0].score[0].flat.points: 2 -> 4" in lines


def test_a_power_that_moved_is_the_same_power(tmp_path):
    new = edited(
        ("      - weight: 3\n        score:\n          - flat: {points: 2}\n", ""),
        ("          - flat: {points: 3}\n",
         "          - flat: {points: 3}\n      - weight: 3\n        score:\n"
         "          - flat: {points: 2}\n"),
    )  # fmt: skip
    assert compare(tmp_path, GARDEN, new)[2:] == ((), ())


def test_variants_and_types_come_and_go(tmp_path):
    new = edited(
        ("      - weight: 1\n        score:\n          - flat: {points: 3}\n", ""),
        ("  owl:\n    name: {en: Owl, fr: Chouette", "  fox:\n    name: {en: Fox, fr: Renard"),
    )
    difference = compare(tmp_path, GARDEN, new)
    keys = {change.key: change for change in difference.keys}
    assert keys["types.owl"].new is None
    assert keys["types.fox"].old is None
    assert ("types.gardener.powers[1]", "en", "+3 ★", None) in difference.texts
    assert ("types.fox.name", "fr", None, "Renard") in difference.texts


def test_a_set_that_needs_company_is_compared_in_company(tmp_path):
    lonely = edited(("alone:\n  types: [3, 4]\n", ""))
    difference = compare(tmp_path, GARDEN, lonely.replace("points: 2}", "points: 4}"))
    assert {change.key for change in difference.texts} == {"types.gardener.powers[0]"}
    assert any(change.key == "alone" for change in difference.keys)


def test_files_of_other_games_and_those_that_are_no_sets(tmp_path):
    text = (sets_dir() / "discs" / "classic.yaml").read_text(encoding="utf-8")
    new = text.replace("discs: 36\n", "discs: 30\n").replace("{en: star, fr", "{en: sun, fr")
    difference = compare(tmp_path, text, new)
    assert difference.keys == (("discs", 36, 30),)
    assert ("shapes.star.name", "en", "star", "sun") in difference.texts
    text = (sets_dir() / "metals" / "figures.yaml").read_text(encoding="utf-8")
    new = text.replace("basic: 10", "basic: 12").replace("target_on: city}", "target_on: corner}")
    difference = compare(tmp_path, text, new)
    assert ("target.basic", 10, 12) in difference.keys
    assert {(change.key, change.language) for change in difference.texts} == {
        ("factions.dinorda.when", code) for code in languages()
    }


def test_keys_are_those_of_the_yaml(tmp_path):
    """`else`, not the name in the program."""
    power = "same_as: {type: lowest}"
    old, new = (edited((power, f"if: {{exactly: 1, points: 3, else: {n}}}")) for n in (-3, -5))
    (change,) = compare(tmp_path, old, new).keys
    assert change == ("types.toad.powers[0].score[0].if.else", -3, -5)


def test_what_differs_in_values_only_is_the_same_entry():
    flat, gate = {"flat": {"points": 1}}, {"limit": {"per_player": 1}}
    assert matched_entries([flat, gate], [{"limit": {"per_player": 2}}]) == [(1, 0), (0, None)]
    assert matched_entries([flat], [gate, flat]) == [(None, 0), (0, 1)]
    assert matched_entries([flat, gate], [gate, flat]) == [(1, 0), (0, 1)]


def test_folders_are_compared_file_by_file(tmp_path):
    for name in ("before", "after"):
        (tmp_path / name / "magnetmen").mkdir(parents=True)
    before, after = tmp_path / "before", tmp_path / "after"
    write(before / "magnetmen", garden=GARDEN, meadow=GARDEN, gone=GARDEN)
    write(after / "magnetmen", garden=edited(("points: 2}", "points: 4}")), meadow=GARDEN)
    result = run(before, after)
    assert result.exit_code == 0, result.stderr
    assert "garden.yaml" in result.stdout
    assert "score[0].flat.points: 2 -> 4" in result.stdout
    assert "meadow" not in result.stdout
    assert result.stdout.endswith(f"only in {before}: magnetmen/gone.yaml\n")
    assert run(before, before).stdout == "nothing differs\n"
