"""Kinds of power: their effect on taking, their wording, numbers left open."""

import itertools
import re
from collections.abc import Iterator
from typing import Literal, get_args, get_origin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from support import DATA, GOLDEN, assert_golden

from generator.core.seeds import Stream
from generator.games.magnetmen.definition import CATALOGUE, PieceType, load_definition
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import PARTS, Limit
from generator.languages import languages, load_language
from generator.layout.text import Style, wrap
from generator.schema.fields import possible

ENGLISH = load_language("en")
SHOWN = [*CATALOGUE.shipped, "example"]
FLAT = [{"flat": {"points": 1}}]
BAKER = {"name": {"en": "Baker", "fr": "Boulanger"}, "powers": [{"score": FLAT}]}
BAKER = PieceType.model_validate(BAKER)
ATHLETE = PieceType.model_validate({"name": {"fr": "Athlète"}, "powers": [{"score": FLAT}]})

# What the shipped powers do not say: numbers left open, numbers and names that agree, scores on top
# of each other, capacities, what may not be taken again, French elision, free text.
NUMBERS = [0, *({"choice": numbers} for numbers in ([2, 1], [5, 1, 2, 2], [-1, 1]))]
NUMBERS += [{"range": [1, 4]}, {"range": [1, 2]}, {"range": [-6, -2], "step": 2}]
COUNTS = [1, 2, 3, {"choice": [1, 2]}]
LOWEST = {"same_as": {"type": "lowest"}}
MADE_UP = [
    *({"score": [{"flat": {"points": number}}]} for number in NUMBERS),
    {"score": [*FLAT, {"for_each": {"what": "own", "points": 2}}, LOWEST], "gate": ["immune"]},
    *({"gate": [{"limit": {"per_player": count}}]} for count in COUNTS),
    *({"score": [{"if": {"exactly": count, "points": 1}}]} for count in COUNTS),
    *({"repel": [{"ignore": {"until": count}}]} for count in COUNTS),
    *({"gate": [{"capacity": {"times": count}}]} for count in COUNTS),
    {"on_take": [{"take_again": {"not_this_type": True}}, {"destroy": {"optional": True}}]},
    {"on_take": [{"take_again": {"not_this_type": True, "ignoring": "repel"}}]},
    {"score": [{"if": {"have": "most", "points": 1}}]},
    {"text": {"en": "It's **odd**", "fr": "C'est **+1** [points] !"}},
    {"text": {"de": "Nur deutsch"}},
]


def golden() -> Iterator[str]:
    yield "Every power as it is printed, ~ is a no-break space. Made by"
    yield "UPDATE_GOLDEN=1 python -m pytest tests/games/magnetmen/test_powers.py"
    for name in SHOWN:
        yield f"\n== {name} =="
        for piece in load_definition([name], [DATA / "sets"]).pieces:
            yield f"\n{piece.key}: {' / '.join(piece.name.values())}"
            for power in piece.powers:
                yield f"  weight {power.weight:g}"
                yield from sentences(piece, power)
    yield "\n== made up =="
    for parts in MADE_UP:
        yield f"\n{parts}"
        for piece in (BAKER, ATHLETE) if "most" in str(parts) else (BAKER,):
            yield from sentences(piece, Power.model_validate(parts))


def sentences(piece: PieceType, power: Power) -> Iterator[str]:
    for code in languages():
        text = power.sentence(piece, load_language(code))
        yield f"    {code}  {text}".replace("\u00a0", "~")


def test_every_sentence():
    assert_golden("\n".join(golden()) + "\n", GOLDEN / "powers.txt")


# Every kind, with every choice of its parameters, in every language


def values_of(annotation) -> list:
    """Some values for a parameter: all names of a list, several numbers, left out."""
    options = get_args(annotation) if get_origin(annotation) not in (Literal, None) else ()
    inner = next((option for option in options if option is not type(None)), annotation)
    values = [None] if type(None) in options else []
    if get_origin(inner) is Literal:
        return [*values, *get_args(inner)]
    if inner is bool:
        return [False, True]
    return [*values, 1, 2, 3, {"choice": [1, 2]}, {"range": [1, 5]}]


def every(kind) -> Iterator:
    """Primitives of a kind with all combinations of parameters that it accepts."""
    fields = kind.model_fields
    names = [field.alias or name for name, field in fields.items()]
    values = [values_of(field.annotation) for field in fields.values()]
    for combination in itertools.product(*values):
        try:
            yield kind.model_validate(dict(zip(names, combination, strict=True)))
        except ValidationError:
            continue


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize(
    ("part", "kind"), [(part, kind) for part, kinds in PARTS.items() for kind in kinds]
)
def test_every_kind_has_wording_and_glyphs(part, kind, code):
    variants = list(every(kind))
    for one in variants:
        text = Power.model_construct(**{part: (one,)}).sentence(BAKER, load_language(code))
        assert re.fullmatch(r"[A-ZÀÉÊ*].*[.\]]", text, re.DOTALL), text
        assert not re.search(r"[{}]|  |None|'|\.\.| [,.]|\*\*\*", text), text
        wrap(text, 200, Style(9))  # raises an error for a missing glyph
    has_numbers = any("Choice" in str(field.annotation) for field in kind.model_fields.values())
    assert any(one.is_open() for one in variants) == has_numbers


# Numbers left open

OPEN_NUMBERS = st.one_of(
    st.integers(1, 99),
    st.lists(st.integers(1, 99), min_size=2, max_size=6).map(lambda values: {"choice": values}),
    st.tuples(st.integers(1, 49), st.integers(50, 99), st.integers(1, 9)).map(
        lambda ends: {"range": list(ends[:2]), "step": ends[2]}
    ),
)


@given(OPEN_NUMBERS, OPEN_NUMBERS, st.text(max_size=8))
def test_the_roll_picks_a_value_that_was_left_open(first, second, seed):
    condition = {"if": {"exactly": second, "points": 1, "else": first}}
    destroy = {"destroy": {"count": second}}
    score = [{"flat": {"points": first}}, condition]
    power = Power.model_validate({"score": score, "on_take": [destroy]})
    rolled = power.rolled(Stream(seed, "power"))
    assert not rolled.is_open
    assert rolled == power.rolled(Stream(seed, "power"))
    for before, after in zip(power.primitives(), rolled.primitives(), strict=True):
        for name, value in before:
            if name in ("points", "exactly", "otherwise", "count"):
                assert getattr(after, name) in possible(value)
    number = rolled.score[0].points
    assert rolled.sentence(BAKER, ENGLISH).startswith(f"**+{number}**\u00a0[points]. ")


def test_a_fixed_power_is_not_rolled():
    power, stream = BAKER.common, Stream("a", "b")
    assert power.rolled(stream) is power
    assert stream.random() == Stream("a", "b").random()


# Data in and out


def test_a_dump_is_what_was_read():
    for piece in load_definition(SHOWN, [DATA / "sets"]).pieces:
        for power in piece.powers:
            data = power.model_dump(by_alias=True, exclude_defaults=True)
            assert Power.model_validate(data) == power


def test_kinds_differ_in_a_dump_and_may_be_objects():
    names = ("destroy", "take_again", "gain")
    dumps = [Power.model_validate({"on_take": [{name: {}}]}).model_dump() for name in names]
    assert dumps[0] != dumps[1] != dumps[2]
    limit = Limit(per_player=2)
    assert Power(gate=(limit,)).gate == (limit,)
    with pytest.raises(ValidationError, match="does not belong in score"):
        Power(score=(limit,))
