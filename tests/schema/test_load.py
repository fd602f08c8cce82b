"""Data against a model: every mistake at its place, none that only follows from another one."""

import json
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from generator.core.errors import DefinitionError
from generator.core.yaml_source import read_source
from generator.schema import words as messages
from generator.schema.fields import Definition, Key, LocalizedText, Number, Weight
from generator.schema.set_files import check, load_all


class Flat(Definition):
    kind: Literal["flat"]
    points: Number


class Many(Definition):
    kind: Literal["many"]
    points: Number
    quantity: Literal["own", "squares"] = "own"


class Power(Definition):
    weight: Weight = 1
    score: Annotated[
        tuple[Annotated[Flat | Many, Field(discriminator="kind")], ...], Field(strict=False)
    ] = ()
    who: Literal["owner", "everyone"] = "owner"


class PieceType(Definition):
    name: LocalizedText
    frequency: Annotated[float, Field(gt=0, lt=100)] = 1
    squares: Annotated[tuple[int, int], Field(strict=False)] = (1, 9)
    secret: bool = False
    symbol: Annotated[str, Field(max_length=2)] = "x"
    near: str = ""
    powers: Annotated[tuple[Power, ...], Field(strict=False, min_length=1, max_length=3)]

    @field_validator("squares")
    @classmethod
    def _in_order(cls, squares: tuple[int, int]) -> tuple[int, int]:
        if squares[0] > squares[1]:
            raise ValueError(f"the fewest come first, found {squares[0]}, {squares[1]}")
        return squares


class Game(Definition):
    types: Annotated[dict[Key, PieceType], Field(min_length=1)]
    rounds: Annotated[int, Field(ge=1, le=20)] = 1

    @model_validator(mode="after")
    def _near_is_known(self) -> "Game":
        """Reports several mistakes at once, with the contexts that load.py knows."""
        wrong = [
            InitErrorDetails(
                type=PydanticCustomError(
                    "no_such_type",
                    "there is no type '{found}'",
                    {"loc": ("types", key, "near"), "found": one.near, "allowed": [*self.types]},
                ),
                loc=(),
                input=self,
            )
            for key, one in self.types.items()
            if one.near and one.near not in self.types
        ]
        if wrong:
            raise ValidationError.from_exception_data("Game", wrong)
        return self


@pytest.fixture(autouse=True)
def in_tmp_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


GOOD = """\
types:
  baker:
    name: {en: Baker, nl: Baker}
    powers:
      - {weight: 2, score: [{kind: flat, points: +3}]}
"""


def read(model, path):
    """The two steps of every loader in the program."""
    return check(model, read_source(path))


def lines(text, model=Game):
    Path("set.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(DefinitionError) as bad:
        read(model, Path("set.yaml"))
    return str(bad.value).splitlines()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("frequency: 0", "6:16: types.baker.frequency: expected more than 0, found 0"),
        ("frequency: 100.5", "6:16: types.baker.frequency: expected less than 100, found 100.5"),
        ("symbol: abc", "6:13: types.baker.symbol: expected at most 2 letters, found 'abc'"),
        ("squares: [3, 1]", "6:14: types.baker.squares: the fewest come first, found 3, 1"),
    ],
)
def test_what_no_game_has(text, line):
    """tests/mistakes/values has the other messages."""
    assert lines(f"{GOOD}    {text}\n") == [f"set.yaml:{line}"]


def test_the_tag_of_a_branch_is_no_part_of_the_key():
    key = "types.baker.powers[0].score[0]"
    assert lines(GOOD.replace("+3", "three"))[0].startswith(f"set.yaml:5:50: {key}.points: ")
    assert lines(GOOD.replace("flat", "falt")) == [
        f"set.yaml:5:29: {key}: 'falt' is not known here, did you mean 'flat'?"
    ]


def test_a_good_file():
    Path("set.yaml").write_text(GOOD)
    game = read(Game, Path("set.yaml"))
    assert game.types["baker"].powers[0].score[0].points == 3


def test_the_patterns_of_the_shared_fields_have_words():
    schema = str(Game.model_json_schema())
    for pattern in messages._PATTERNS:
        assert repr(pattern) in schema


def test_all_mistakes_at_once_and_no_echo_of_them():
    text = GOOD.replace("weight: 2", "weight: x").replace("en: Baker", "en: 3") + "rounds: 0\n"
    assert [line.split(": ")[1] for line in lines(text)] == [
        "types.baker.name.en",
        "types.baker.powers[0].weight",  # not: too few powers
        "rounds",
    ]


def test_several_from_one_validator_each_at_its_place():
    other = GOOD.partition("\n")[2].replace("baker", "judge")
    text = GOOD + "    near: jugde\n" + other + "    near: nobody_we_know\n"
    assert lines(text) == [
        "set.yaml:6:11: types.baker.near: there is no type 'jugde', did you mean 'judge'?",
        "set.yaml:11:11: types.judge.near: there is no type 'nobody_we_know', "
        "expected one of: baker, judge",
    ]


class OwnWords(Definition):
    """A validator that raises an error depending on the name of the field."""

    value: Any = None
    entry: Any = None
    key: Any = None
    odd: bytes = b""

    @field_validator("value", "entry", "key")
    @classmethod
    def _refuse(cls, value: Any, info: Any) -> Any:
        context = {"entry": {"loc": (1,)}, "key": {"loc": ("x", "[key]")}}
        raise PydanticCustomError("ours", "expected better", context.get(info.field_name))


def test_where_a_validator_says_it_is():
    assert lines("value: 3\nentry: [a, b]\nkey: {x: 1}\nodd: 3", OwnWords) == [
        "set.yaml:1:8: value: expected better, found 3",
        "set.yaml:2:12: entry[1]: expected better, found a list of 2",
        "set.yaml:3:7: key.x: expected better, found the key x",
        "set.yaml:4:6: odd: expected a valid bytes, found 3",  # pydantic's words, for once
    ]


def test_load_all_collects_from_all_files():
    Path("one.yaml").write_text("types: 3")
    Path("two.yaml").write_text(GOOD)
    Path("three.yaml").write_text("a: 'x")
    paths = [Path("one.yaml"), Path("two.yaml"), Path("three.yaml")]
    with pytest.raises(DefinitionError) as bad:
        load_all(partial(read, Game, path) for path in paths)
    assert [problem.file for problem in bad.value.problems] == ["one.yaml", "three.yaml"]
    assert len(load_all([partial(read, Game, paths[1])] * 2)) == 2


VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-9, 9),
        st.floats(allow_nan=False, allow_infinity=False, width=16).map(lambda x: round(x, 2)),
        st.sampled_from(["flat", "many", "own", "x", "", "Ünï", "a\nb"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                ["types", "baker", "name", "en", "powers", "score", "kind", "points", "choice",
                 "range", "step", "weight", "who", "rounds", "squares", "near", "X y"]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=25,
)  # fmt: skip


@given(st.dictionaries(st.sampled_from(["types", "rounds"]), VALUES), VALUES, VALUES)
def test_any_data_is_checked_or_refused(tmp_path_factory, data, baker, score):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    power = {"types": {"baker": {"name": {"en": "x"}, "powers": [{"score": [score]}]}}}
    for one in (data, {"types": {"baker": baker}}, power):
        path.write_text(json.dumps(one), encoding="utf-8")
        source = read_source(path)
        assert source.data == one
        try:
            check(Game, source)
        except DefinitionError as bad:
            assert len(str(bad).splitlines()) == len(bad.problems) > 0
