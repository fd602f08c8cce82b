"""Figures against counting anew on the rolled values, and against what is expected."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from analysis.counted import SETS_DIR, results, sample_request
from short_run import first
from support import definition

from generator.analysis.sampling import sample
from generator.core.errors import OptionError
from generator.core.progress import Silent
from generator.core.workers import local
from generator.games.magnetmen.roll import roll
from generator.games.magnetmen.statistics import board_statistics
from generator.games.parts import open_sampler, statistics_of


def boards(sets=("base",), size="regular", seeds=300):
    return [roll(definition(*sets), size, 4, f"x-{number}") for number in range(1, seeds + 1)]


def seen(found, measure):
    return {(row.subject, row.detail): row for row in found.of(measure)}


def grid(board):
    columns = board.size.columns
    return [board.squares[at : at + columns] for at in range(0, len(board.squares), columns)]


def test_types_and_squares_are_counted_as_they_lie_on_the_boards():
    found, rolled = results(), boards()
    on, squares = Counter(), Counter()
    for board in rolled:
        for number, kind in enumerate(board.types):
            on[kind.piece.key] += 1
            squares[kind.piece.key] += board.squares.count(number)
    for (subject, _), row in seen(found, "boards").items():
        assert row.value == on[subject.removeprefix("base/")] / 300
    for (subject, _), row in seen(found, "squares").items():
        key = subject.removeprefix("base/")
        assert row.value == pytest.approx(squares[key] / on[key])
        assert row.cases == on[key]


def test_pairs_of_types_are_counted():
    together = Counter()
    for board in boards():
        keys = [f"base/{kind.piece.key}" for kind in board.types]
        together.update(" + ".join(pair) for pair in combinations(keys, 2))
    for (subject, _), row in seen(results(), "pair").items():
        assert row.value == together[subject] / 300


def test_equal_neighbours_are_counted():
    pairs = Counter()
    for board in boards():
        lines = grid(board)
        for line in (*lines, *zip(*lines, strict=True)):
            for one, other in pairwise(line):
                pairs[board.types[one].piece.key] += one == other
    for (subject, _), row in seen(results(), "neighbours").items():
        assert row.value * row.cases == pytest.approx(pairs[subject.removeprefix("base/")])


def test_a_shuffled_board_has_as_many_neighbours_as_a_random_fill():
    """The fill on two squares of each type avoids nothing: a group of two is allowed."""
    whole = definition("base")
    only = whole.sets[0]
    pieces = {}
    for key, piece in list(only.types.items())[:5]:
        pieces[key] = piece.model_copy(update={"min": None, "max": None, "frequency": 1.0})
        pieces[key]._key = key
    pieces["explorer"] = pieces.pop("elderly_man").model_copy(update={"min": 2, "max": 2})
    pieces["explorer"]._key = "explorer"
    chosen = only.model_copy(update={"types": pieces, "alone": None})
    chosen._key = "base"
    shaped = replace(whole, sets=(chosen,))
    count, sums = board_statistics.counting(shaped), Counter()
    for number in range(1500):
        sums.update(count(roll(shaped, "regular", 4, f"y-{number}")))
    rows = board_statistics.estimate(shaped, "regular", sums, 1500)
    (row,) = [r for r in rows if r.measure == "neighbours" and r.subject == "base/explorer"]
    assert row.expected == pytest.approx(112 / (64 * 63 / 2))
    assert row.low < row.expected < row.high


@pytest.mark.parametrize(
    ("sets", "size"), first(1, [(("base",), "small"), (("advanced", "expert"), "huge"),
                                (("base", "advanced", "expert"), "regular")])
)  # fmt: skip
def test_nothing_stands_out_in_the_shipped_sets(sets, size):
    found = results(sets=sets, size=size, seeds=400)
    assert {row.measure for row in found.estimates if row.flag} <= {"full"}
    shares = [row for row in found.estimates if row.deviation is not None]
    assert shares
    assert all(0 <= row.low <= row.value <= row.high <= 1 for row in found.of("boards"))


def test_types_that_always_have_as_many_squares_as_they_may_stand_out():
    found = results(sets=("expert",), size="huge", seeds=200)
    rows = {row.subject: row for row in found.of("full")}
    assert rows["expert/pilot"].detail == "its max, 7"
    assert rows["expert/pilot"].flag == "always"
    assert rows["expert/hairdresser"].detail == "the largest share, 48"
    assert rows["expert/hairdresser"].flag == ""
    assert all(abs(row.value - row.expected) < 0.1 for row in rows.values())


def test_rolled_numbers_of_powers_are_told_apart():
    found = results(sets=("example",), seeds=400, sets_dirs=(SETS_DIR,))
    powers = [row for row in found.of("power") if row.subject == "example/trumpeter"]
    assert [row.detail for row in powers] == ["+1 ★", "+2 ★"]
    assert [row.expected for row in powers] == [0.5, 0.5]
    for subject in {row.subject for row in found.of("power")}:
        rows = found.of("power", subject)
        assert sum(row.value for row in rows) == pytest.approx(1)
        assert sum(row.expected for row in rows) == pytest.approx(1)
    never = [row for row in found.estimates if row.flag == "never"]
    assert [row.expected for row in never] == [0.0]  # the one that is switched off


def rows_without_a_baby(seeds):
    whole = definition("base")
    sums = Counter()
    count = board_statistics.counting(whole)
    for board in boards(seeds=seeds):
        if "baby" not in [kind.piece.key for kind in board.types]:
            sums.update(count(board))
    return {r.subject: r for r in board_statistics.estimate(whole, "regular", sums, seeds)
            if r.measure == "boards"}  # fmt: skip


def test_a_type_that_is_almost_never_there_is_flagged():
    rows = rows_without_a_baby(100)
    assert rows["base/baby"].flag == "never"
    assert rows["base/athlete"].flag == ""


def test_of_a_few_boards_nothing_is_called_never():
    """Of three boards many types are on none, and of theirs no power is rolled."""
    assert rows_without_a_baby(20)["base/baby"].flag == ""
    found = results(sets=("base", "advanced", "expert"), seeds=3)
    assert any(row.cases == 0 for row in found.of("power"))
    assert not any(row.flag for row in found.estimates)
    assert all(row.low is None for row in found.of("squares"))


@pytest.mark.slow
def test_any_number_of_processes_gives_the_same_figures():
    request = sample_request(sets=("base", "expert"), seeds=300)
    alone = sample(request, open_sampler, lambda: local(1), Silent())
    shared = sample(request, open_sampler, lambda: local(2), Silent())
    assert alone.estimates == shared.estimates


@pytest.mark.parametrize("game", ["discs", "metals", "quads"])
def test_other_games_have_no_statistics(game):
    with pytest.raises(OptionError, match=f"no statistics of {game}, only of magnetmen"):
        statistics_of(game)


def test_every_measure_that_terminals_show_is_there():
    found = {row.measure for row in results(sets=("expert",), size="small", seeds=8).estimates}
    assert set(statistics_of("magnetmen").measures) <= found
