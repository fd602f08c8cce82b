"""All that can be rolled for a type."""

from collections import Counter

import pytest
from support import definition

from generator.core.seeds import Stream
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.statistics import outcomes as o
from generator.schema.fields import Choice, Range


def piece(*powers):
    kind = definition("base").sets[0].types["guitarist"]
    return kind.model_copy(update={"powers": tuple(Power.model_validate(each) for each in powers)})


def flat(points):
    return {"flat": {"points": points}}


def own(points):
    return {"for_each": {"what": "own", "points": points}}


def test_variants_have_their_odds():
    kind = piece({"weight": 3, "score": [flat(1)]}, {"weight": 1, "score": [flat(2)]},
                 {"weight": 0, "score": [flat(3)]})  # fmt: skip
    assert [each.chance for each in o.outcomes(kind).values()] == [0.75, 0.25, 0.0]


def test_open_numbers_come_out_in_every_way():
    open_numbers = own(Choice(choice=(1, 2, 2))), flat(Range(range=(1, 2)))
    kind = piece({"score": list(open_numbers)}, {"score": [flat(9)]})
    found = [each.chance for each in o.outcomes(kind).values()]
    assert found == pytest.approx([1 / 12, 1 / 12, 1 / 6, 1 / 6, 1 / 2])
    assert {each.variant_chance for each in o.outcomes(kind).values()} == {0.5}


def test_the_same_power_twice_is_one_outcome():
    kind = piece({"score": [flat(1)]}, {"score": [flat(Choice(choice=(1, 2)))]})
    assert sorted(each.chance for each in o.outcomes(kind).values()) == [0.25, 0.75]


def test_rolls_come_out_as_often_as_they_should():
    kind = piece({"score": [own(Choice(choice=(1, 2, 2))), flat(Range(range=(1, 3)))]})
    (variant,) = kind.powers
    rolled = Counter(o.power_key(variant.rolled(Stream("s", str(n)))) for n in range(3000))
    known = o.outcomes(kind)
    assert set(rolled) == set(known)
    for key, each in known.items():
        assert rolled[key] / 3000 == pytest.approx(each.chance, abs=0.03)


def test_of_very_many_outcomes_the_first_are_told_apart():
    found = o.outcomes(piece({"score": [flat(Range(range=(1, 900)))]}))
    assert len(found) == o.MAX_OUTCOMES
    assert sum(each.chance for each in found.values()) == pytest.approx(o.MAX_OUTCOMES / 900)
