"""Two versions of a set: what was edited, which powers are which, what an edit did."""

from dataclasses import replace

import pytest
from authoring.sets import GARDEN, edited, write
from games.magnetmen.playtest.studies import SHIPPED, SMALL, STUDY, kind, trial

from generator.games.magnetmen.load import load_definition
from generator.games.magnetmen.playtest.edits import EditTarget, edits, power_matches
from generator.games.magnetmen.playtest.measures import MeasureKey
from generator.games.magnetmen.playtest.paired_tests import compare
from generator.games.magnetmen.playtest.sample import Sample
from generator.games.magnetmen.playtest.summary import summarize
from generator.games.magnetmen.simulation.readings import Options
from generator.schema.value_changes import value_changes

MORE = "      - weight: 1\n        score:\n          - flat: {points: 3}\n"


@pytest.fixture
def version(tmp_path):
    """What would be played of a text as the set garden."""

    def sample_of(text, trials=(), boards=None, **options):
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        write(folder, garden=text, **({"boards": boards} if boards else {}))
        definition = load_definition(("garden",), (folder,))
        study = replace(STUDY, sets=("garden",), options=Options(**options))
        return Sample(study, definition, STUDY.player, {SMALL: tuple(trials)}, {SMALL: 0})

    return sample_of


def differences(old, new):
    summaries = [summarize(each, SHIPPED) for each in (old, new)]
    powers = power_matches(old.definition, new.definition)
    return compare(*summaries, edits(old, new), powers)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("points: 2}", "points: 5}"),
         ("gardener, first power: score flat points", 2, 5, EditTarget("garden/gardener", 1))),
        (("weight: 3", "weight: 2"),
         ("gardener, first power: weight", 3, 2, EditTarget("garden/gardener", 1))),
        (("  toad:\n", "  toad:\n    frequency: 1.5\n"),
         ("toad: frequency", 1, 1.5, EditTarget("garden/toad"))),
        (("  toad:\n", "  toad:\n    max: 9\n"), ("toad: max", None, 9, EditTarget("garden/toad"))),
        (("types: [3, 4]", "types: [3, 3]"), ("alone.types[1]", 4, 3, EditTarget())),
        (("rules: basic", "rules: advanced"), ("rules", "basic", "advanced", EditTarget())),
    ],
)  # fmt: skip
def test_what_was_edited(version, change, expected):
    assert edits(version(GARDEN), version(edited(change))) == (expected,)


def test_a_power_that_came_or_went(version):
    old, new = version(GARDEN), version(edited((MORE, "")))
    (gone,) = edits(old, new)
    assert (gone.what, gone.new) == ("gardener, second power", None)
    assert gone.target == EditTarget("garden/gardener", 2, removed=True)
    (came,) = edits(new, old)
    assert (came.what, came.old) == ("gardener, second power", None)
    assert came.target == EditTarget("garden/gardener", 2)


def test_a_power_before_others_renumbers_them(version):
    first = "    powers:\n      - weight: 3"
    new = version(edited((first, f"    powers:\n{MORE.replace('3}', '7}')}      - weight: 3")))
    numbers = power_matches(version(GARDEN).definition, new.definition)
    assert [numbers["garden/gardener", at] for at in (1, 2)] == [2, 3]
    assert [each.what for each in edits(version(GARDEN), new)] == ["gardener, first power"]


def test_types_that_came_or_went_or_moved(version):
    owl = GARDEN[GARDEN.index("  owl:") : GARDEN.index("  toad:")]
    few = GARDEN.replace("types: [3, 4]", "types: [2, 3]")
    (gone,) = edits(version(few), version(few.replace(owl, "")))
    assert (gone.what, gone.new, gone.target) == ("type owl", None, EditTarget("garden/owl"))
    (moved,) = edits(version(few), version(few.replace(owl, "") + owl))
    assert moved.what == "order of the types in garden"


def test_readings_of_the_rules(version):
    (edit,) = edits(version(GARDEN), version(GARDEN, ties=False))
    assert (edit.what, edit.old, edit.new) == ("reading of the rules, ties", True, False)


def test_nothing_that_is_played(version):
    """Comments, texts, drawings, boards of a size that is not played."""
    boards = """game: magnetmen
sizes:
  small: {title: {en: Small}, columns: 6, rows: 6, slots: 9}
  big: {title: {en: Big}, columns: 9, rows: 9, slots: 9}
types: [3, 4]
players: [2, 3]
"""
    new = edited(("{en: Gardener,", "{en: Farmer,"), ("art: painter", "art: judge"))
    other = boards.replace("rows: 9", "rows: 8").replace("[2, 3]", "[2]")
    assert not edits(version(GARDEN, boards=boards), version(f"# x\n{new}", boards=other))
    (edit,) = edits(
        version(GARDEN, boards=boards), version(GARDEN, boards=boards.replace("rows: 6", "rows: 5"))
    )
    assert (edit.what, edit.target) == ("sizes.small.rows", EditTarget())


def boards(points, turns=10.0, of="garden/gardener"):
    """Twelve boards with one of the gardener's powers and an owl, twelve with the other."""
    sums = {"PICKS": 8, "CHANCES": 8, "ICONS": 8, "OWNERS": 4, "OWNERS_WON": 12}
    return [
        trial(n, kind(of, str(n // 12), 1 + n // 12, POINTS=8 * points[n // 12], **sums),
              kind("garden/owl", POINTS=8, **sums), turns=turns + 0.1 * (n % 3))
        for n in range(24)
    ]  # fmt: skip


def test_what_was_edited_comes_with_all_its_numbers_and_no_other_power(version):
    old = version(GARDEN, boards((2, 3)))
    new = version(edited(("points: 2}", "points: 5}")), boards((5, 3)))
    found = differences(old, new)
    concerned = {(each.key.subject, each.key.variant) for each in found if each.edited}
    assert concerned == {("garden/gardener", 0), ("garden/gardener", 1)}
    points = next(e for e in found if e.key == MeasureKey("icon_points", "garden/gardener", 1))
    assert (points.old, points.new, points.change, points.verdict) == (2, 5, 3, "more")
    boards_of = next(e for e in found if e.key == MeasureKey("boards", "garden/gardener", 1))
    assert boards_of.verdict == "same"
    assert not any(each.is_significant for each in found if not each.edited)


def test_an_edit_is_told_also_where_nothing_moved(version):
    new = version(edited(("  toad:\n", "  toad:\n    frequency: 1.5\n")), boards((2, 3)))
    found = differences(version(GARDEN, boards((2, 3))), new)
    assert not any(each.is_significant for each in found)
    assert not any(each.edited for each in found)  # a toad is on none of these boards
    new = version(edited(("  owl:\n", "  owl:\n    frequency: 1.5\n")), boards((2, 3)))
    found = differences(version(GARDEN, boards((2, 3))), new)
    assert {each.key.subject for each in found if each.edited} == {"garden/owl"}


def test_powers_are_matched_by_what_they_were(version):
    """The first power is gone, so the second is the first now."""
    first = "      - weight: 3\n        score:\n          - flat: {points: 2}\n"
    old = version(GARDEN, boards((2, 3)))
    alone = [each._replace(types=tuple(k._replace(variant=1) for k in each.types))
             for each in boards((2, 3))[12:]]  # fmt: skip
    found = differences(old, version(edited((first, "")), alone))
    key = MeasureKey("icon_points", "garden/gardener", 1)
    kept, gone = (
        next(each for each in found if (each.key, each.removed) == (key, is_gone))
        for is_gone in (False, True)
    )
    assert (kept.old, kept.new, kept.edited) == (3, 3, False)
    assert (gone.old, gone.new, gone.verdict, gone.edited) == (2, None, "", True)


def test_an_edit_of_boards_is_told_by_their_figures(version):
    new = version(edited(("types: [3, 4]", "types: [3, 3]")), boards((2, 3), turns=12.0))
    found = differences(version(GARDEN, boards((2, 3))), new)
    assert {each.key.measure for each in found if each.edited} >= {"turns", "left", "seat", "goal"}
    assert not any(each.edited for each in found if each.key.of_type)


def test_few_boards_are_told_as_few(version):
    old, new = (version(text, boards(points)[:7]) for text, points in
                ((GARDEN, (2, 3)), (edited(("points: 2}", "points: 5}")), (5, 3))))  # fmt: skip
    points = next(
        e for e in differences(old, new) if e.key == MeasureKey("icon_points", "garden/gardener")
    )
    assert (points.change, points.low, points.verdict) == (3, None, "few")


def test_the_two_families_are_corrected_apart(version):
    """What was edited is not drowned by hundreds of other numbers."""
    old = version(GARDEN, boards((2, 3)))
    new = version(edited(("points: 2}", "points: 5}")), boards((5, 3), turns=10.5))
    found = differences(old, new)
    plain = compare(summarize(old, SHIPPED), summarize(new, SHIPPED))
    for each, alone in zip(found, plain, strict=True):
        assert each.p is None or each.p <= alone.p


def test_keys_of_edits_are_those_of_diff(version):
    old, new = version(GARDEN).definition, version(edited(("points: 2}", "points: 5}"))).definition
    (edit,) = value_changes(old, new)
    assert edit.path == ("types", "gardener", "powers", 0, "score", 0, "flat", "points")
