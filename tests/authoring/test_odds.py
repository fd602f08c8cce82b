"""Warnings about conditions, numbers and odds."""

import re

import pytest
from authoring.own_sets import loaded, messages_of
from authoring.sets import GARDEN, edited, write

from generator.authoring.constant_numbers import constant_numbers
from generator.authoring.validate import validate
from generator.games import game
from generator.games.magnetmen.authoring import conditions
from generator.games.magnetmen.authoring.odds import _missed_sum, warnings

pytestmark = pytest.mark.usefixtures("four_languages")


REGULAR = """game: magnetmen
sizes: {regular: {title: {en: All}, columns: 8, rows: 8, slots: 9}}
types: [3, 4]
players: [2]
"""


def powers(*weights) -> str:
    entries = "".join(
        f"      - weight: {weight}\n        score:\n          - flat: {{points: {number}}}\n"
        for number, weight in enumerate(weights, 1)
    )
    return re.sub(r"    powers:\n.*?(?=  beekeeper)", f"    powers:\n{entries}", GARDEN, flags=re.S)


# Conditions and numbers ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("power", "code"),
    [
        ("score: [{if: {at_least: 21, points: 1}}]",
         "score[0].if.at_least: never holds: no board has more than 20 slots"),
        ("score: [{if: {exactly: {range: [19, 22]}, points: 1}}]",
         "score[0].if.exactly: where it comes out as 21 to 22, it never holds: no board has more "
         "than 20 slots"),
        ("score: [{if: {at_least: 1, points: 1}}]",
         "score[0].if.at_least: always holds: who scores for an icon has one"),
        ("score: [{if: {have: most, points: 2, else: 2}}]",
         "score[0].if: the points are the same whether the condition holds or not"),
        ("gate: [{limit: {per_player: 20}}]",
         "gate[0].limit.per_player: limits nobody: no board has more than 20 slots"),
        ("gate: [{needs_adjacent: {crossed_out: some}}, {needs_adjacent: {crossed_out: none}}]",
         "gate: nobody can ever take it: some and none of the adjacent squares"),
        ("gate: [{neighbour_can_take: {side: left}}, {neighbour_can_take: {side: left}}]",
         "gate[1]: this is said twice in this power"),
        ("repel: [{ignore: {until: 20}}]",
         "repel[0].ignore.until: always holds: no board has more than 20 slots"),
        ("repel: [{ignore: {from: {choice: [1, 20]}}}]",
         "repel[0].ignore.from: where it comes out as 20, it never holds: no board has more than "
         "20 slots"),
        ("score: [{if: {at_least: 20, points: 1}}]", None),
        ("gate: [{limit: {per_player: 19}}]", None),
        ("score: [{flat: {points: 1}}, {flat: {points: 1}}]", None),
        ("repel: [{ignore: {until: 1}}]", None),
    ],
)  # fmt: skip
def test_a_condition_that_always_or_never_holds(tmp_path, power, code):
    text = edited(("score:\n          - same_as: {type: lowest}", power))
    expected = [f"types.toad.powers[0].{code}"] if code else []
    assert messages_of(conditions.warnings(loaded(tmp_path, text))) == expected


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("{range: [1, 4], step: 9}", "this is always 1: a step of 9 leads past 4"),
        ("{range: [1, 4], step: 2}", "this is never 4: in steps of 2 from 1 it ends at 3"),
        ("{choice: [2, 2]}", "this is always 2"),
        ("{range: [1, 4], step: 3}", None),
        ("{range: [1, 4]}", None),
        ("{choice: [2, 2, 3]}", None),
    ],
)
def test_a_number_that_leaves_the_roll_no_choice(tmp_path, number, words):
    definition = loaded(tmp_path, edited(("points: 2", f"points: {number}")))
    place = "types.gardener.powers[0].score[0].flat.points"
    assert messages_of(constant_numbers("magnetmen", definition)) == (
        [f"{place}: {words}"] if words else []
    )


def test_conditions_and_numbers_are_among_what_validate_reports(tmp_path):
    power = "gate: [{limit: {per_player: {choice: [30, 30]}}}]"
    text = edited(("score:\n          - same_as: {type: lowest}", power))
    codes = {diagnostic.code for diagnostic in validate([write(tmp_path, own=text)], ())}
    assert codes == {"condition", "number"}


# Odds ---------------------------------------------------------------------------------------


def test_a_set_in_order_is_not_odd(tmp_path):
    assert not list(warnings(loaded(tmp_path)))


def test_a_power_that_is_switched_off_or_hardly_ever_picked(tmp_path):
    assert messages_of(warnings(loaded(tmp_path, powers(1000, 0, 3)))) == [
        "types.gardener.powers[1].weight: no roll picks this power, its weight is 0",
        "types.gardener.powers[2].weight: picked for only 0.3% of the boards that have the type",
    ]


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        (
            [("types: [3, 4]", "types: [2, 3]\n  always: [gardener, beekeeper, owl]"),
             ("[2, 3]", "[3, 3]")],
            "types.toad: never on a board: 3 types are always on it, and no more fit",
        ),
        (
            [("  toad:\n", "  toad:\n    min: 34\n"), ("types: [3, 4]", "types: [3, 3]"),
             *((f"  {name}:\n", f"  {name}:\n    min: 2\n")
               for name in ("gardener", "beekeeper", "owl"))],
            "types.toad: never on a small board: its min and max leave no way to fill one",
        ),
        (
            [("  toad:\n", "  toad:\n    frequency: 0.001\n"), ("types: [3, 4]", "types: [4, 4]")],
            "types.toad: on 1.0 squares in the mean of the boards that have it; raise its "
            "frequency, or set a min",
        ),
    ],
)  # fmt: skip
def test_a_type_that_is_never_or_hardly_seen(tmp_path, edits, message):
    assert messages_of(warnings(loaded(tmp_path, edited(*edits)))) == [message]


@pytest.mark.parametrize(
    ("edits", "place"),
    [
        ([("types: [3, 4]", "types: [2, 3]")], "alone.types"),
        ([("alone:\n  types: [3, 4]\n", "")], "types"),
    ],
)
def test_a_number_of_types_that_leaves_no_way_to_fill_a_board(tmp_path, edits, place):
    names = ("gardener", "beekeeper", "owl", "toad")
    edits = [*edits, *((f"  {name}:\n", f"  {name}:\n    max: 30\n") for name in names)]
    boards = """game: magnetmen
sizes: {regular: {title: {en: All}, columns: 8, rows: 8, slots: 9}}
types: [2, 3]
players: [2]
"""
    write(tmp_path, boards=boards)
    assert messages_of(warnings(loaded(tmp_path, edited(*edits)))) == [
        f"{place}: no regular board can be filled with 2 types: there are always 3"
    ]


def test_a_size_that_has_no_room_for_the_types_of_a_shipped_set(tmp_path):
    boards = """game: magnetmen
sizes: {tiny: {title: {en: All}, columns: 3, rows: 3, slots: 9}}
types: [5, 6]
players: [2]
"""
    definition = game("magnetmen").load(("base",), (write(tmp_path, boards=boards),))
    words = "no tiny board can be filled with 6 types: there are always 5"
    assert f"sizes.tiny: {words}" in messages_of(warnings(definition))


def test_a_rare_type(tmp_path):
    """The toad, on one square at most, needs the owl: the moles leave squares over."""
    mole = "\n    max: 25\n    art: baker\n    powers: [{score: [{flat: {points: 1}}]}]\n"
    moles = "".join(
        f"  mole{number}:\n    name: {{en: Mole {number}, fr: Taupe {number}}}{mole}"
        for number in range(15)
    )
    text = edited(("types: [3, 4]", "types: [3, 3]"), ("  toad:\n", "  toad:\n    max: 1\n"))
    garden, owl = text.index("  gardener:"), text.index("  owl:")
    write(tmp_path, boards=REGULAR)
    loaded_set = loaded(tmp_path, text[:garden] + text[owl:] + moles)
    (message,) = messages_of(
        diagnostic for diagnostic in warnings(loaded_set) if diagnostic.code == "rare"
    )
    assert re.fullmatch(
        r"types.toad: on only [234]\.\d% of the boards, the others on 18% in the mean", message
    )


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        (
            [("  toad:\n", "  toad:\n    max: 5\n")],
            "types.toad.max: nearly always on 5 squares, its max, whatever the size of the board: "
            "its frequency has no effect",
        ),
        (
            [("  toad:\n", "  toad:\n    max: 14\n"), ("types: [3, 4]", "types: [4, 4]")],
            "types.toad.max: nearly always on 14 squares, its max, on regular, big and huge "
            "boards: its frequency has no effect",
        ),
        (
            [("  toad:\n", "  toad:\n    frequency: 5\n")],
            "types.toad: nearly always has the largest share, 40%, whatever the size of the board; "
            "lower its frequency, or set a max",
        ),
        ([("  toad:\n", "  toad:\n    min: 5\n    max: 5\n")], None),
    ],
)
def test_a_type_that_always_has_as_many_squares_as_it_may(tmp_path, edits, message):
    expected = [message] if message else []
    assert messages_of(warnings(loaded(tmp_path, edited(*edits)))) == expected


def test_a_largest_share_that_no_choice_of_types_keeps_to(tmp_path):
    write(tmp_path, boards=f"{REGULAR}largest_share: 0.3\n")
    diagnostics = [
        diagnostic for diagnostic in warnings(loaded(tmp_path)) if "no choice" in diagnostic.message
    ]
    assert messages_of(diagnostics) == [
        "alone.types: no choice of 3 types keeps to the largest share, 30%, on a regular board; "
        "raise a max, or have more types on a board"
    ]


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ((60, 35), "look like percentages but add up to 95"),
        ((0.5, 0.3, 0.25), "look like shares of 1 but add up to 1.05"),
        ((60, 40), ""),
        ((33, 33, 33), ""),
        ((0.333, 0.333, 0.333), ""),
        ((2, 1), ""),
        ((0.5, 0.25), ""),
        ((60, None), ""),
        ((60, 0, 35), ""),
        ((100, 1), ""),
        ((95,), ""),
    ],
)
def test_odds_that_look_like_shares_of_a_whole(written, message):
    assert _missed_sum(written).startswith(message)
    assert bool(_missed_sum(written)) == bool(message)


def test_sums_are_reported_at_the_list(tmp_path):
    diagnostics = list(warnings(loaded(tmp_path, powers(60, 35))))
    assert [
        (diagnostic.line, diagnostic.column, diagnostic.key, diagnostic.code)
        for diagnostic in diagnostics
    ] == [(10, 5, "types.gardener.powers", "sum")]
