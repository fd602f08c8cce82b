"""What is expected, against going through every choice of types as the roll makes it."""

from dataclasses import replace
from itertools import combinations

import pytest
from support import definition

from generator.games.magnetmen.definition import Alone
from generator.games.magnetmen.roll import Possible, _draw, _fills, roll_types
from generator.games.magnetmen.statistics import chances
from generator.games.magnetmen.statistics.chances import Chances


def small(*sizes: int, types=(3, 4), always=(), bounds=None, share=1.0):
    """The first types of the shipped sets, so many of each; with bounds by their place, and a
    largest share."""
    whole = definition(*("base", "advanced", "expert")[: len(sizes)])
    sets, at = [], 0
    for chosen, size in zip(whole.sets, sizes, strict=True):
        kinds = {}
        for key in list(chosen.types)[:size]:
            low, high = (bounds or {}).get(at, (None, None))
            piece = chosen.types[key].model_copy(update={"min": low, "max": high})
            piece._key = key
            kinds[key], at = piece, at + 1
        alone = Alone(types=types, always=always)
        copy = chosen.model_copy(update={"types": kinds, "alone": alone})
        copy._key = chosen.key
        sets.append(copy)
    boards = whole.boards.model_copy(update={"types": types, "largest_share": share})
    return replace(whole, sets=tuple(sets), boards=boards)


def every_choice(chosen, squares):
    """Each choice of types that a roll may come to, with its chance."""
    candidates = [
        Possible(each.key, key, piece, f"{each.key}/{key}")
        for each in chosen.sets
        for key, piece in each.types.items()
    ]
    fewest, most, always = chosen.types_on_board()
    numbers = [min(number, len(candidates)) for number in range(fewest, most + 1)]
    for number in numbers:
        usual = [at for at, each in enumerate(candidates) if each.key not in always]
        fixed = [at for at, each in enumerate(candidates) if each.key in always]
        if number < len(fixed):
            pool, fixed = fixed, []
        else:
            pool = usual
        every = [sorted((*fixed, *more)) for more in combinations(pool, number - len(fixed))]
        for limit in (chosen.boards.most_of_a_type(squares), squares):
            found = [
                choice
                for choice in every
                if _fills([candidates[at] for at in choice], squares, len(chosen.sets), limit)
            ]
            if found:
                break
        for choice in found:
            yield choice, 1 / len(found) / len(numbers)


CASES = {
    "one set": small(6),
    "types always there": small(6, always=("guitarist", "baby")),
    "more always there than fit": small(6, always=tuple(definition("base").sets[0].types)[:5]),
    "two sets": small(4, 3),
    "three sets": small(3, 2, 2, types=(4, 5)),
    "fewer types than wanted": small(2, types=(2, 9)),
    "minima": small(6, bounds={0: (20, None), 1: (18, None), 3: (12, 14)}),
    "maxima": small(6, bounds={n: (None, 4 * n + 3) for n in range(5)}),
    "two sets with bounds": small(4, 4, bounds={0: (20, None), 5: (20, 30), 6: (None, 1)}),
    "a largest share": small(6, bounds={n: (None, 2 * n + 1) for n in range(5)}, share=0.6),
    "a share for some numbers only": small(6, bounds=dict.fromkeys(range(5), (None, 9)), share=0.3),
    "a share that nothing keeps to": small(4, 4, share=0.1),
    "a share that minima forbid": small(
        4, types=(2, 2), bounds={0: (36, None), 1: (None, 3)}, share=0.4
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_chances_are_those_of_all_choices(name):
    chosen = CASES[name]
    found = Chances(chosen, 36)
    choices = list(every_choice(chosen, 36))
    types = range(len(chosen.pieces))
    for wanted in (*((at,) for at in types), *combinations(types, 2)):
        likely = sum(chance for choice, chance in choices if set(wanted) <= set(choice))
        assert found.together(*wanted) == pytest.approx(likely)


@pytest.mark.parametrize("name", CASES)
def test_expected_squares_are_those_of_all_choices(name):
    chosen = CASES[name]
    found = Chances(chosen, 36)
    likely, total = [0.0] * len(chosen.pieces), [0.0] * len(chosen.pieces)
    for choice, chance in every_choice(chosen, 36):
        for at, share in zip(choice, found.shares(choice), strict=True):
            likely[at] += chance
            total[at] += chance * share
    if not all(likely):
        assert found.expected_squares() is None
        return
    means = [each.mean for each in found.expected_squares()]
    assert means == pytest.approx([a / b for a, b in zip(total, likely, strict=True)])


def test_all_choices_have_the_chance_one():
    for chosen in CASES.values():
        assert sum(chance for _, chance in every_choice(chosen, 36)) == pytest.approx(1)
        on_board = sum(Chances(chosen, 36).together(at) for at in range(len(chosen.pieces)))
        numbers = Chances(chosen, 36).numbers
        assert on_board == pytest.approx(sum(n * likely for n, likely in numbers.items()))


def test_always_is_as_the_roll_has_it():
    """The brute force above draws from those that are always there when there are too many."""
    chosen = CASES["more always there than fit"]
    (only,) = chosen.sets
    candidates = [
        Possible(only.key, key, piece, f"{only.key}/{key}") for key, piece in only.types.items()
    ]
    for seed in range(50):
        drawn = _draw(candidates, 3, frozenset(only.alone.always), str(seed))
        assert {each.key for each in drawn} <= set(only.alone.always)


def test_what_would_take_too_long_is_not_counted(monkeypatch):
    monkeypatch.setattr(chances, "MAX_COUNTING_STEPS", 100)
    monkeypatch.setattr(chances, "MAX_CHOICES", 10)
    found = Chances(CASES["minima"], 36)
    assert found.together(0) is not None
    assert found.together(0, 1) is None
    assert found.expected_squares() is None
    assert Chances(CASES["one set"], 36).together(0, 1) is not None


@pytest.mark.parametrize(("sets", "squares"), [(("base",), 64), (("expert",), 121)])
def test_how_likely_a_type_is_full_is_what_rolls_show(sets, squares):
    """The shipped maxima and the largest share both bind on these boards."""
    chosen, rolls = definition(*sets), 2000
    limit = chosen.boards.most_of_a_type(squares)
    seen: dict[str, list[bool]] = {}
    for number in range(rolls):
        for kind in roll_types(chosen, squares, f"full-{number}"):
            full = kind.count == min(kind.piece.max or squares, limit)
            seen.setdefault(kind.piece.key, []).append(full)
    known = Chances(chosen, squares).expected_squares()
    for piece, each in zip(chosen.pieces, known, strict=True):
        share = sum(seen[piece.key]) / len(seen[piece.key])
        assert share == pytest.approx(each.full, abs=0.05)
    assert {round(each.full) for each in known} == {0, 1}


def test_rounding_is_the_variance_of_a_rounded_share():
    assert chances.rounding_variance(7.0) == 0
    assert chances.rounding_variance(7.5) == 0.25
    assert chances.rounding_variance(7.1) == pytest.approx(0.09)
