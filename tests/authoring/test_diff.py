"""diff: what differs between two versions of a set, or of the sets in two folders."""

from pathlib import Path

import pytest
from authoring.sets import GARDEN, edited, write
from commands import typed

from generator.authoring.diff import differences
from generator.core.resources import sets_dir
from generator.languages import languages


def lines(folder: Path, old: str, new: str) -> list[str]:
    write(folder, old=old, new=new)
    return differences(folder / "old.yaml", folder / "new.yaml", ())


def test_a_power_that_reads_differently_is_shown_in_every_language(tmp_path):
    power = "types.gardener.powers[0]"
    assert lines(tmp_path, GARDEN, edited(("points: 2}", "points: 4}"))) == [
        *(f"- {power} {code}: +2 ★" for code in languages()),
        *(f"+ {power} {code}: +4 ★" for code in languages()),
        f"- {power}.score[0].flat.points: 2",
        f"+ {power}.score[0].flat.points: 4",
    ]


def test_powers_and_types_come_and_go(tmp_path):
    new = edited(
        ("      - weight: 3\n        score:\n          - flat: {points: 2}\n", ""),
        ("  owl:\n    name: {en: Owl, fr: Chouette", "  fox:\n    name: {en: Fox, fr: Renard"),
    )
    found = lines(tmp_path, f"# only a comment\n{GARDEN}", new)
    assert {*found} >= {
        "- types.gardener.powers[0] en: +2 ★",
        "- types.owl.name en: Owl",
        "+ types.fox.name en: Fox",
    }
    assert not [line for line in found if "points: 3" in line], "it only moves up"


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        ("discs/classic", "discs: 36\n", "discs: 30\n", "discs: 30"),
        ("discs/classic", "{en: star, fr", "{en: sun, fr", "shapes.star.name en: sun"),
        ("metals/figures", "basic: 10", "basic: 12", "target.basic: 12"),
        ("magnetmen/expert", "{en: Expert", "{en: Master", "title en: Master"),
    ],
)
def test_files_of_all_games_and_those_that_are_no_sets(tmp_path, file, old, new, found):
    text = (sets_dir() / f"{file}.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    assert f"+ {found}" in lines(tmp_path, text, text.replace(old, new))


def test_a_set_that_needs_company(tmp_path):
    lonely = edited(("alone:\n  types: [3, 4]\n", ""))
    found = lines(tmp_path, GARDEN, lonely.replace("points: 2}", "points: 4}"))
    names = {line.split()[1].split("[")[0] for line in found}
    assert names == {"types.gardener.powers", "alone.types"}


def test_folders_are_compared_file_by_file(tmp_path, monkeypatch):
    def run(*folders: Path) -> str:
        return typed("diff", *map(str, folders)).stdout

    before, after = tmp_path / "before", tmp_path / "after"
    for folder in (before, after):
        (folder / "magnetmen").mkdir(parents=True)
    write(before / "magnetmen", garden=GARDEN, meadow=GARDEN, gone=GARDEN)
    write(after / "magnetmen", garden=edited(("points: 2}", "points: 4}")), meadow=GARDEN)
    result = run(before, after)
    assert f"new: {after}/magnetmen/garden.yaml\n- types" in result
    assert "meadow" not in result
    assert result.endswith(f"\n\nonly in {before}: magnetmen/gone.yaml\n")
    assert run(before, before) == "nothing differs\n"
    monkeypatch.chdir(sets_dir())
    assert run(Path("magnetmen"), sets_dir() / "magnetmen") == "nothing differs\n"
