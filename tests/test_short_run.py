"""The short run leaves out cases, but no pair of values."""

import itertools

import pytest
from short_run import cases, first, seeds

AXES = (("a4", "letter", "a3"), ("en", "fr"), (True, False), range(4))


@pytest.mark.parametrize("together", [1, 2])
def test_the_whole_run_brings_all_pairs_together_and_extremes_are_in_the_short_run(together):
    extreme = ("a3", "fr", False, 3)
    every = cases(*AXES, together=together, always=[extreme])
    values = [each.values for each in every]
    short = [each.values for each in every if not each.marks]
    assert values[0] == short[0] == extreme
    assert len(values) == len({*values}) < len(list(itertools.product(*AXES)))
    for number, chosen in ((together, short), (2, values)):
        for axes in itertools.combinations(range(len(AXES)), number):
            seen = {tuple(case[axis] for axis in axes) for case in chosen}
            assert seen == {*itertools.product(*(AXES[axis] for axis in axes))}
    assert len(short) <= (5, 15)[together - 1]  # the two longest axes have 4 values, 12 pairs


def test_the_first_values_are_in_the_short_run():
    values = first(2, "abc")
    assert values == ["a", "b", pytest.param("c", marks=pytest.mark.slow)]


def test_a_seed_that_fails_is_named():
    @seeds(20)
    def fails(seed):
        assert seed != 11

    fails(0)
    with pytest.raises(AssertionError) as failure:
        fails(4)
    assert failure.value.__notes__ == ["with the seed 11"]
