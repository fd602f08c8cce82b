"""Powers as data: open numbers, reading and writing, mistakes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from support import DATA

from generator.core.seeds import Stream
from generator.games.magnetmen.definition import CATALOGUE, PieceType, load_definition
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import Limit
from generator.languages import load_language
from generator.schema.fields import possible


def power(**parts) -> Power:
    return Power.model_validate(parts)


BAKER = PieceType.model_validate(
    {"name": {"en": "Baker", "fr": "Boulanger"}, "powers": [{"score": [{"flat": {"points": 1}}]}]}
)


# Numbers left open


open_numbers = st.one_of(
    st.integers(1, 99),
    st.lists(st.integers(1, 99), min_size=2, max_size=6).map(lambda values: {"choice": values}),
    st.tuples(st.integers(1, 49), st.integers(50, 99), st.integers(1, 9)).map(
        lambda ends: {"range": list(ends[:2]), "step": ends[2]}
    ),
)


@given(open_numbers, open_numbers, st.text(max_size=8))
def test_the_roll_picks_a_value_that_was_left_open(first, second, seed):
    free_power = power(
        score=[
            {"flat": {"points": first}},
            {"if": {"exactly": second, "points": 1, "else": first}},
        ],
        on_take=[{"destroy": {"count": second}}],
    )
    rolled = free_power.rolled(Stream(seed, "power"))
    assert not rolled.is_open
    assert rolled == free_power.rolled(Stream(seed, "power"))
    for before, after in zip(free_power.primitives(), rolled.primitives(), strict=True):
        for name, value in before:
            if name in ("points", "exactly", "otherwise", "count"):
                assert getattr(after, name) in possible(value)
    number = rolled.score[0].points
    assert rolled.sentence(BAKER, load_language("en")).startswith(f"**+{number}**\u00a0[points]. ")


def test_a_fixed_power_is_not_rolled():
    pieces = {piece.key: piece for piece in load_definition(["advanced"]).pieces}
    king = pieces["king"].common
    stream = Stream("a", "b")
    assert king.rolled(stream) is king
    assert stream.random() == Stream("a", "b").random()


# Data in and out


def test_a_dump_is_what_was_read():
    for name in (*CATALOGUE.shipped, "example"):
        for piece in load_definition([name], [DATA / "sets"]).pieces:
            for one in piece.powers:
                data = one.model_dump(by_alias=True, exclude_defaults=True)
                assert Power.model_validate(data) == one


def test_kinds_differ_in_a_dump():
    dumps = [power(on_take=[{name: {}}]).model_dump() for name in ("destroy", "take_again", "gain")]
    assert dumps[0] != dumps[1] != dumps[2]


def test_kinds_may_be_objects():
    limit = Limit(per_player=2)
    assert power(gate=[limit]).gate == (limit,)
    with pytest.raises(ValidationError, match="does not belong in score"):
        power(score=[limit])
