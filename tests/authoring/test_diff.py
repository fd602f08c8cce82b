"""diff: what differs between two versions, where versions come from, both boards on one page."""

import json
import os
import subprocess

import pytest
from analysis.reports import all_charts, report_text
from authoring.sets import GARDEN, edited, write
from short_run import cases
from support import assert_sound, settings, wordiest_language
from typer.testing import CliRunner

from generator.authoring import diff, diff_report, revisions
from generator.authoring.revisions import on_disk
from generator.cli.app import app
from generator.core.errors import RevisionError
from generator.core.paper import PAPERS
from generator.core.resources import sets_dir
from generator.games.magnetmen.roll import roll
from generator.games.magnetmen.sheets import comparison_sheet
from generator.languages import languages
from generator.layout.page import Group, Rect
from generator.schema.value_changes import matched_entries

SEEDS = [f"diff-{number}" for number in range(1, 21)]


def compare(folder, old, new, seeds=SEEDS, size="regular") -> diff_report.SetDifference:
    write(folder, old=old, new=new)
    first, second = on_disk(folder / "old.yaml"), on_disk(folder / "new.yaml")
    with diff.loaded(first, second, ()) as sides:
        return diff_report.compare(sides, seeds, size)


def test_nothing_differs(tmp_path):
    difference = compare(tmp_path, GARDEN, f"# only a comment\n{GARDEN}")
    assert not difference.any
    assert len(difference.rolls.same) == len(SEEDS)


def test_a_power_that_reads_differently(tmp_path):
    """In every language, and the boards differ in powers only."""
    difference = compare(tmp_path, GARDEN, edited(("points: 2}", "points: 4}")))
    assert difference.texts == tuple(
        diff.TextChange("types.gardener.powers[0]", code, "+2 ★", "+4 ★") for code in languages()
    )
    assert difference.keys == (
        diff.KeyChange("types.gardener.powers[0].score[0].flat.points", 2, 4),
    )
    assert not difference.odds
    assert difference.rolls.powers
    assert difference.rolls.same
    assert not difference.rolls.other
    assert not difference.rolls.squares


def test_a_power_that_moved_is_the_same_power(tmp_path):
    new = edited(
        ("      - weight: 3\n        score:\n          - flat: {points: 2}\n", ""),
        ("          - flat: {points: 3}\n",
         "          - flat: {points: 3}\n      - weight: 3\n        score:\n"
         "          - flat: {points: 2}\n"),
    )  # fmt: skip
    difference = compare(tmp_path, GARDEN, new)
    assert not difference.texts
    assert not difference.keys
    assert not difference.odds


def test_variants_and_types_come_and_go(tmp_path):
    new = edited(
        ("      - weight: 1\n        score:\n          - flat: {points: 3}\n", ""),
        ("  owl:\n    name: {en: Owl, fr: Chouette", "  fox:\n    name: {en: Fox, fr: Renard"),
    )
    difference = compare(tmp_path, GARDEN, new)
    removals, came = [
        change for change in difference.keys if change.key in ("types.owl", "types.fox")
    ]
    assert removals.new is None
    assert came.old is None
    assert ("types.gardener.powers[1]", "en", "+3 ★", None) in difference.texts
    assert ("types.fox.name", "fr", None, "Renard") in difference.texts
    assert diff.KeyChange("types.gardener.powers[0]", 75, 100) in difference.odds
    assert diff.KeyChange("types.gardener.powers[1]", 25, None) in difference.odds
    means = {change.key: (change.old, change.new) for change in difference.rolls.squares}
    assert means["owl"][1] is None
    assert means["fox"][0] is None


def test_odds_and_counts_change_the_squares_in_the_mean(tmp_path):
    new = edited(
        ("  toad:\n", "  toad:\n    frequency: 3\n    max: 40\n"), ("weight: 3", "weight: 1")
    )
    difference = compare(tmp_path, GARDEN, new)
    assert ("types.toad.frequency", 1, 3) in difference.keys
    assert ("types.toad.max", None, 40) in difference.keys
    assert ("types.gardener.powers[0]", 75, 50) in difference.odds
    means = {squares.key: squares for squares in difference.rolls.squares}
    assert means["toad"].new > 1.3 * means["toad"].old
    assert means["owl"].new < means["owl"].old


def test_a_set_that_needs_company_is_compared_in_company(tmp_path):
    lonely = edited(("alone:\n  types: [3, 4]\n", ""))
    difference = compare(tmp_path, GARDEN, lonely.replace("points: 2}", "points: 4}"))
    assert [change.key for change in difference.texts] == ["types.gardener.powers[0]"] * len(
        languages()
    )
    assert any(change.key == "alone" for change in difference.keys)
    assert difference.rolls.seeds == len(SEEDS)


@pytest.mark.usefixtures("four_languages")
def test_other_games_key_by_key_with_their_texts(tmp_path):
    file = sets_dir() / "discs" / "classic.yaml"
    text = file.read_text(encoding="utf-8")
    new = text.replace("discs: 36\n", "discs: 30\n").replace("{en: star, fr", "{en: sun, fr")
    difference = compare(tmp_path, text, new, SEEDS[:3])
    assert difference.keys == (("discs", 36, 30),)
    assert difference.texts == (("shapes.star.name", "en", "star", "sun"),)
    assert len(difference.rolls.other) == 3


def test_the_factions_of_metals(tmp_path):
    """They are in a file that is not a set, and their conditions are printed in words."""
    text = (sets_dir() / "metals" / "figures.yaml").read_text(encoding="utf-8")
    new = text.replace("basic: 10", "basic: 12").replace("target_on: city}", "target_on: corner}")
    difference = compare(tmp_path, text, new, SEEDS[:2], "basic")
    assert ("target.basic", 10, 12) in difference.keys
    assert ("factions.dinorda.when.target_on", "city", "corner") in difference.keys
    assert {(change.key, change.language) for change in difference.texts} == {
        ("factions.dinorda.when", code) for code in languages()
    }
    assert difference.rolls is None  # the map is drawn


def test_a_game_without_chance(tmp_path):
    text = (sets_dir() / "quads" / "classic.yaml").read_text(encoding="utf-8")
    difference = compare(tmp_path, text, text.replace("clearance: 0.5", "clearance: 1"), SEEDS[:2])
    assert difference.keys == (("clearance", 0.5, 1.0),)
    assert difference.rolls is None


def test_the_report_for_people(tmp_path):
    difference = compare(tmp_path, GARDEN, edited(("points: 2}", "points: 4}")), SEEDS[:4])
    lines = diff_report.as_text(difference).splitlines()
    assert lines[3:8] == [
        "texts:",
        "  gardener, first power:",
        "    de - +2 ★",
        "    de + +4 ★",
        "    en - +2 ★",
    ]
    assert "  gardener, first power: score flat points: 2 -> 4" in lines
    assert any(line.startswith("  of 4 seeds ") for line in lines)


def test_keys_are_those_of_the_yaml(tmp_path):
    """`else`, not the name in the program."""
    power = "same_as: {type: lowest}"
    old, new = (edited((power, f"if: {{exactly: 1, points: 3, else: {n}}}")) for n in (-3, -5))
    (change,) = compare(tmp_path, old, new, SEEDS[:1]).keys
    assert change == ("types.toad.powers[0].score[0].if.else", -3, -5)


def test_what_differs_in_values_only_is_the_same_entry():
    flat, gate = {"flat": {"points": 1}}, {"limit": {"per_player": 1}}
    assert matched_entries([flat, gate], [{"limit": {"per_player": 2}}]) == [(1, 0), (0, None)]
    assert matched_entries([flat], [gate, flat]) == [(None, 0), (0, 1)]
    assert matched_entries([flat, gate], [gate, flat]) == [(1, 0), (0, 1)]


@pytest.mark.usefixtures("four_languages")
def test_the_report_for_programs(tmp_path):
    difference = compare(tmp_path, GARDEN, edited(("{en: Garden,", "{en: Harden,")), SEEDS[:2])
    data = json.loads(diff_report.as_json(difference))
    assert data["texts"] == [{"key": "title", "language": "en", "old": "Garden", "new": "Harden"}]
    assert data["boards"]["same"] == SEEDS[:2]
    assert data["keys"] == []


# Revisions ----------------------------------------------------------------------------------


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Two revisions of a set with its boards and a drawing, and a third version on disk."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    mine = tmp_path / "mine"
    (mine / "assets" / "magnetmen" / "symbols").mkdir(parents=True)
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    boards = (sets_dir() / "magnetmen" / "boards.yaml").read_text(encoding="utf-8")
    for points, columns in ((2, 8), (5, 7)):
        write(mine, garden=edited(("points: 2}", f"points: {points}}}")),
              boards=boards.replace("columns: 8", f"columns: {columns}"))  # fmt: skip
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-qm", "A version"], check=True)
    write(mine, garden=edited(("points: 2}", "points: 7}")))
    return mine


def run(*words):
    return CliRunner().invoke(app, ["diff", "--seeds", "5", *words])


@pytest.mark.parametrize(
    ("words", "points"),
    [
        (["HEAD~1:mine/garden.yaml"], (2, 7)),
        (["HEAD:./mine/garden.yaml"], (5, 7)),
        (["HEAD~1:mine/garden.yaml", "HEAD:mine/garden.yaml"], (2, 5)),
        (["HEAD", "--set", "garden", "--sets-dir", "mine"], (5, 7)),
        (["HEAD~1", "HEAD", "--set", "magnetmen/garden", "--sets-dir", "mine"], (2, 5)),
    ],
)
def test_revisions(repository, words, points):
    result = run(*words, "--json")
    assert result.exit_code == 0, result.stderr
    keys = {
        change["key"]: (change["old"], change["new"])
        for change in json.loads(result.stdout)["keys"]
    }
    assert keys.pop("types.gardener.powers[0].score[0].flat.points") == points
    assert ("sizes.regular.columns" in keys) == (points[0] == 2)  # the boards of that revision


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["HEAD~9:mine/garden.yaml"], "git: Not a valid object name HEAD~9\n"),
        (["HEAD:mine/none.yaml", "mine/garden.yaml"],
         "HEAD:mine/none.yaml: this revision has no such file\n"),
        (["mine/none.yaml"], "mine/none.yaml: no such file; expected FILE or REVISION:FILE\n"),
        (["--set", "garden", "--sets-dir", "mine", "--", "--output=x"],
         "--output=x: expected a revision of git, such as HEAD~1\n"),
    ],
)  # fmt: skip
def test_a_missing_revision_is_one_message(repository, words, message):
    result = run(*words)
    assert (result.exit_code, result.stderr) == (1, message)


def test_boards_of_another_size_for_other_players(tmp_path):
    boards = """game: magnetmen
sizes: {odd: {title: {en: Odd}, columns: 5, rows: 5, slots: 9}}
types: [3, 4]
players: [2, 3]
"""
    new = edited(("points: 2}", "points: 4}"))
    write(tmp_path, boards=boards, old=GARDEN, new=new)
    result = run(f"{tmp_path}/old.yaml", f"{tmp_path}/new.yaml")
    assert result.exit_code == 0
    assert "of 5 seeds" in result.stdout


def test_without_git_only_files_can_be_compared(repository, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(RevisionError, match="git is not installed"):
        revisions.parse_version("HEAD:mine/garden.yaml")
    assert revisions.parse_version("mine/garden.yaml").name == "garden"


# Both boards --------------------------------------------------------------------------------


def boards(folder, old, new, seed="sunday", size="regular"):
    write(folder, old=old, new=new)
    with diff.loaded(on_disk(folder / "old.yaml"), on_disk(folder / "new.yaml"), ()) as sides:
        return [roll(side.definition, size, 4, seed) for side in sides]


@pytest.mark.parametrize(
    ("paper", "code"),
    cases(PAPERS, languages(), together=1, always=[("a4-letter-safe", wordiest_language())]),
)
def test_the_sheet_is_sound(tmp_path, paper, code):
    game_set = (sets_dir() / "magnetmen" / "expert.yaml").read_text(encoding="utf-8")
    new = game_set.replace("points: 3", "points: 4")
    label = "HEAD~1:" + "a/very/long/path/to/the/folder/of/" * 4 + "garden.yaml"
    for size in ("small", "huge"):
        both = boards(tmp_path, game_set, new, size=size)
        assert_sound(
            comparison_sheet.page(*both, (label, "b"), "m" * 32, settings(paper, "full", code))
        )


def test_what_differs_is_marked(tmp_path):
    old, new = boards(tmp_path, GARDEN, edited(("  toad:\n", "  toad:\n    frequency: 3\n"),
                                               ("points: 1}", "points: 9}")))  # fmt: skip
    squares, same_shape = comparison_sheet.differing_squares(new, old)
    assert same_shape
    assert squares
    page = comparison_sheet.page(old, new, ("a", "b"), "sunday", settings())
    marks = [item for item in page.items if isinstance(item, Rect)]
    framed = [item for item in marks if item.stroke]
    assert len(framed) == 2 * len(squares)
    rows = [item for item in page.items if isinstance(item, Group) and item.name == "legend row"]
    bars = [item for item in marks if item.fill]
    types = [kind for kind in new.types if kind.piece.key == "beekeeper"]
    assert len(bars) == 2 * len(types)
    assert {bar.box.y for bar in bars} <= {row.box.y for row in rows}


def test_boards_of_two_shapes_have_no_square_in_common(tmp_path):
    old, _ = boards(tmp_path, GARDEN, GARDEN)
    _, new = boards(tmp_path, GARDEN, GARDEN, size="small")
    assert comparison_sheet.differing_squares(new, old) == ((), False)
    assert_sound(comparison_sheet.page(old, new, ("a", "b"), "sunday", settings()))


def test_the_sheet_is_printed(tmp_path):
    write(tmp_path, old=GARDEN, new=edited(("points: 2}", "points: 4}")))
    files = [str(tmp_path / f"{name}.yaml") for name in ("old", "new")]
    result = CliRunner().invoke(
        app, ["diff", *files, "--seeds", "2", "--sheet", "Sunday", "--output", str(tmp_path)]
    )
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines()[-1] == f"{tmp_path}/diff.new.regular.sunday.pdf"
    assert (tmp_path / "diff.new.regular.sunday.pdf").is_file()


def test_a_report_has_texts_keys_odds_and_mean_squares(tmp_path):
    difference = compare(
        tmp_path, GARDEN, edited(("points: 2}", "points: 4}"), ("weight: 3", "weight: 5"))
    )
    text = report_text(diff_report.as_report(difference))
    for part in ("Texts", "+2 ★", "+4 ★", "Keys", "Odds", "Boards", "Of 20 seeds"):
        assert part in text
    same = diff_report.as_report(compare(tmp_path, GARDEN, GARDEN))
    assert "Nothing differs." in report_text(same)
    frequent = compare(
        tmp_path, GARDEN, edited(("    art: painter\n", "    art: painter\n    frequency: 3\n"))
    )
    (chart,) = all_charts(diff_report.as_report(frequent))
    means = {(value["label"], value["version"]): value["value"]
             for value in chart.spec["data"]["values"]}  # fmt: skip
    for change in frequent.rolls.squares:
        assert means[change.key, "before"] == change.old
        assert means[change.key, "after"] == change.new
