"""The short run leaves out cases, but no pair of values."""

import itertools

import pytest
from short_run import cases, covering, first, seeds

AXES = (("a4", "letter", "a3"), ("en", "fr"), (True, False), range(4))


def test_every_pair_of_values_is_covered_by_few_cases():
    product = list(itertools.product(*AXES))
    chosen = covering(product, 2)
    for one, other in itertools.combinations(range(len(AXES)), 2):
        pairs = {(case[one], case[other]) for case in chosen}
        assert pairs == set(itertools.product(AXES[one], AXES[other]))
    assert set(chosen) <= set(product)
    assert 12 <= len(chosen) <= 14  # the two longest axes have 12 pairs


def test_every_value_is_covered_by_as_few_cases_as_the_longest_axis_has_values():
    chosen = covering(list(itertools.product(*AXES)), 1)
    assert [set(values) for values in zip(*chosen, strict=True)] == list(map(set, AXES))
    assert len(chosen) == 4


def test_no_case_is_lost_and_extremes_are_in_the_short_run():
    extreme = ("a3", "fr", False, 3)
    every = cases(*AXES, always=[extreme])
    assert [case.values for case in every] == list(itertools.product(*AXES))
    short = [case.values for case in every if not case.marks]
    assert extreme in short and len(short) < len(every) / 3


def test_the_whole_run_can_do_with_pairs_of_values():
    extreme = ("a3", "fr", False, 3)
    every = cases(*AXES, together=1, whole=2, always=[extreme])
    values = [case.values for case in every]
    assert len(values) == len(set(values)) < 18
    assert {(one, last) for one, *_, last in values} == set(itertools.product(AXES[0], AXES[3]))
    assert values[0] == extreme and not every[0].marks
    assert len([case for case in every if not case.marks]) < 6


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
