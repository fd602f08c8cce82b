"""Which cases of a test are in the short run, `make test`; `make test-all` tries all of them.

The short run leaves out what is marked slow. The functions here mark most of many cases so.
"""

import functools
import heapq
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from hypothesis import settings

Case = tuple[Any, ...]
_PARTS = 7  # a prime: what goes by a seed modulo some number is in every part


def first(count: int, values: Iterable[Any]) -> list[Any]:
    """Values for parameters of a test, of which only the first few are in the short run."""
    return [value if index < count else _slow(value) for index, value in enumerate(values)]


def _slow(value: Any) -> Any:
    """A value; several, for several parameters, if it is a tuple."""
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.slow)


def cases(*axes: Iterable[Any], together: int = 2, always: Iterable[Case] = ()) -> list[Any]:
    """Combinations of the values of several parameters.

    They are those of `always`, and as many more as it takes for all pairs of values to come
    together once; in the short run for each value to be there once, if `together` is 1.
    """
    product = list(itertools.product(*axes))
    short = covering(product, together, list(always))
    return [
        pytest.param(*case, id=_name(case), marks=() if case in short else pytest.mark.slow)
        for case in covering(product, 2, short)
    ]


def covering(product: Sequence[Case], together: int, always: Iterable[Case] = ()) -> list[Case]:
    """Some of the cases, found greedily, that have all pairs of values that the product has."""
    bits = dict[Any, int]()

    def pairs(case: Case) -> int:
        """The pairs of a case: a bit for each."""
        each = itertools.combinations(enumerate(case), together)
        return sum(bits.setdefault(pair, 1 << len(bits)) for pair in each)

    chosen, pairs_of = list(always), [pairs(case) for case in product]
    missing = functools.reduce(lambda left, case: left & ~pairs(case), chosen, sum(bits.values()))
    ranked = [(-each.bit_count(), index) for index, each in enumerate(pairs_of)]  # at most
    while missing:
        most, index = ranked[0]
        new = (missing & pairs_of[index]).bit_count()
        if -new > most:
            heapq.heapreplace(ranked, (-new, index))
            continue
        chosen.append(product[index])
        missing &= ~pairs_of[index]
    return chosen


def _name(case: Case) -> str:
    values = (value if isinstance(value, tuple) else (value,) for value in case)
    return "-".join("+".join(map(str, value)) for value in values)


def budget(count: int) -> int:
    """How many of so many examples a test tries: all of them but in the short run."""
    return max(1, count * settings.default.max_examples // 100)


def seeds(count: int) -> Callable[[Callable[[int], None]], Callable[[int], None]]:
    """Make a test of one number a test of so many, of which the short run has a seventh."""

    def decorate(test: Callable[[int], None]) -> Callable[[int], None]:
        @pytest.mark.parametrize("part", first(1, range(_PARTS)))
        def test_part(part: int) -> None:
            for seed in range(part, count, _PARTS):
                try:
                    test(seed)
                except Exception as error:
                    error.add_note(f"with the seed {seed}")
                    raise

        test_part.__name__, test_part.__doc__ = test.__name__, test.__doc__
        return test_part

    return decorate
