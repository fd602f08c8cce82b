"""Figures against counting anew on the rolled values."""

from collections import Counter

import pytest
from analysis.counted import SETS_DIR, results, sample_request
from short_run import first
from support import definition

from generator.analysis.stats import sample
from generator.core.errors import OptionError
from generator.core.progress import Silent
from generator.core.workers import local
from generator.games.magnetmen import statistics
from generator.games.magnetmen.roll import roll
from generator.games.sampling import open_sampler, statistics_of


def boards(sets=("base",), size="regular", seeds=300):
    return [roll(definition(*sets), size, 4, f"x-{number}") for number in range(1, seeds + 1)]


def seen(found, measure):
    return {(row.subject, row.detail): row for row in found.of(measure)}


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


@pytest.mark.parametrize(
    ("sets", "size"), first(1, [(("base",), "small"), (("advanced", "expert"), "huge"),
                                (("base", "advanced", "expert"), "regular")])
)  # fmt: skip
def test_nothing_stands_out_in_the_shipped_sets(sets, size):
    found = results(sets=sets, size=size, seeds=400)
    assert {row.measure for row in found.estimates if row.flag} <= {"full"}
    assert all(0 <= row.low <= row.value <= row.high <= 1 for row in found.of("boards"))


def test_types_that_always_have_as_many_squares_as_they_may_stand_out():
    found = results(sets=("expert",), size="huge", seeds=200)
    rows = {row.subject: row for row in found.of("full")}
    assert rows["expert/pilot"].detail == "its max, 7"
    assert rows["expert/pilot"].flag == "always"
    assert rows["expert/hairdresser"].detail == "the largest share, 48"
    assert rows["expert/hairdresser"].flag == ""


def test_powers_are_counted_as_they_are_rolled():
    found = results(sets=("example",), seeds=400, sets_dirs=(SETS_DIR,))
    for subject in {row.subject for row in found.of("power")}:
        assert sum(row.value for row in found.of("power", subject)) == pytest.approx(1)
    (never,) = [row for row in found.estimates if row.flag == "never"]
    assert never.measure == "power"  # the one that is switched off


def rows_without_a_baby(seeds):
    whole = definition("base")
    sums = Counter()
    count = statistics.counting(whole)
    for board in boards(seeds=seeds):
        if "baby" not in [kind.piece.key for kind in board.types]:
            sums.update(count(board))
    return {r.subject: r for r in statistics.estimate(whole, "regular", sums, seeds)
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
