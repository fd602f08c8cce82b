"""Figures against counting anew on the rolled values."""

from collections import Counter

import pytest
from analysis.counted import SETS_DIR, results, sample_request
from support import definition

from generator.analysis.stats import sample
from generator.core.errors import OptionError
from generator.core.progress import Progress
from generator.core.workers import local
from generator.games.authoring_support import open_sampler, statistics_of
from generator.games.magnetmen.roll import roll


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
        assert row.estimate.value == on[subject.removeprefix("base/")] / 300
    for (subject, _), row in seen(found, "squares").items():
        key = subject.removeprefix("base/")
        assert row.estimate.value == pytest.approx(squares[key] / on[key])
        assert row.cases == on[key]


def test_powers_are_counted_as_they_are_rolled():
    found = results(sets=("example",), seeds=400, sets_dirs=(SETS_DIR,))
    shares = Counter()
    for row in found.of("power"):
        shares[row.subject] += row.estimate.value
    assert shares and all(total == pytest.approx(1) for total in shares.values())


def test_of_a_few_boards_means_have_no_interval():
    """Of three boards many types are on none, and of theirs no power is rolled."""
    found = results(sets=("base", "advanced", "expert"), seeds=3)
    assert any(row.cases == 0 for row in found.of("power"))
    assert all(row.estimate.is_vague for row in found.of("squares"))


@pytest.mark.slow
def test_any_number_of_processes_gives_the_same_figures():
    request = sample_request(sets=("base", "expert"), seeds=300)
    alone = sample(request, open_sampler, lambda: local(1), Progress())
    shared = sample(request, open_sampler, lambda: local(2), Progress())
    assert alone.rows == shared.rows


@pytest.mark.parametrize("game", ["discs", "metals", "quads"])
def test_other_games_have_no_statistics(game):
    with pytest.raises(OptionError, match=f"no statistics of {game}, only of magnetmen"):
        statistics_of(game)


def test_every_measure_that_terminals_show_is_there():
    found = {row.measure for row in results(sets=("expert",), size="small", seeds=8).rows}
    assert set(statistics_of("magnetmen").measures) <= found
