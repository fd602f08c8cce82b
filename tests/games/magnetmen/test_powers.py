"""Kinds of power: their effect on taking, their wording, their mistakes."""

import itertools
import os
import re
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest
from fontpkg_lato import __file__ as lato
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from reportlab.pdfbase.ttfonts import TTFont
from support import DATA

from generator.core.seeds import Stream
from generator.games.magnetmen.definition import CATALOGUE, PieceType, load_definition
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import PARTS, Limit
from generator.languages import languages, load_language
from generator.schema.fields import possible

TESTS = Path(__file__).parents[2]
GOLDEN = TESTS / "golden" / "powers.txt"
KINDS = [(part, kind) for part, kinds in PARTS.items() for kind in kinds]


def definitions():
    """Each shipped set, then the example, as golden sections."""
    for name in (*CATALOGUE.shipped, "example"):
        yield name, load_definition([name], [TESTS / "data" / "sets"])


def pieces() -> dict[str, PieceType]:
    return {piece.key: piece for piece in load_definition(CATALOGUE.shipped).pieces}


def power(**parts) -> Power:
    return Power.model_validate(parts)


BAKER = PieceType.model_validate(
    {"name": {"en": "Baker", "fr": "Boulanger"}, "powers": [{"score": [{"flat": {"points": 1}}]}]}
)


def sentence(code: str, **parts) -> str:
    """A Baker's power in words, with ~ for a no-break space."""
    return with_tildes(power(**parts).sentence(BAKER, load_language(code)))


NOTHING = "**0**~[points]. "  # in front of a power that scores nothing


def with_tildes(text: str) -> str:
    return text.replace("\u00a0", "~")


# What was published, as data


def flat(points: int) -> list:
    return [{"flat": {"points": points}}]


# What it means for taking

OPEN, CROSSED_OUT = "open", "crossed_out"


@pytest.mark.parametrize(
    ("key", "variant", "repelling"),
    [
        ("guitarist", 0, [{OPEN, CROSSED_OUT}] * 5),
        ("astronaut", 0, [{OPEN}] * 5),
        ("astronaut", 1, [{CROSSED_OUT}] * 5),
        ("doctor", 0, [set(), set(), set(), {OPEN, CROSSED_OUT}, {OPEN, CROSSED_OUT}]),
        ("doctor", 1, [{OPEN, CROSSED_OUT}] * 3 + [set(), set()]),
    ],
)
def test_which_icons_repel_by_how_many_a_player_owns(key, variant, repelling):
    variant_power = pieces()[key].powers[variant]
    assert [variant_power.repelling(own) for own in range(5)] == repelling


def test_several_ignores_add_up():
    free_power = power(repel=[{"ignore": {"icons": "open"}}, {"ignore": {"icons": "crossed_out"}}])
    assert free_power.repelling(1) == frozenset()


# How it reads


def golden() -> str:
    lines = ["Every power as it is printed, ~ is a no-break space. Made by",
             "UPDATE_GOLDEN=1 python -m pytest tests/games/magnetmen/test_powers.py"]  # fmt: skip
    for name, definition in definitions():
        lines += ["", f"== {name} =="]
        for piece in definition.pieces:
            lines += ["", f"{piece.key}: {' / '.join(piece.name.values())}"]
            for one in piece.powers:
                lines.append(f"  weight {one.weight:g}")
                lines += [
                    f"    {code}  {with_tildes(one.sentence(piece, load_language(code)))}"
                    for code in languages()
                ]
    return "\n".join(lines) + "\n"


def test_every_sentence():
    text = golden()
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8"), "UPDATE_GOLDEN=1 make test writes it anew"


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (4, "**+4**~[points]"),
        (-15, "**−15**~[points]"),
        (0, "**0**~[points]"),
        ({"choice": [2, 1]}, "**+1** or **+2**~[points]"),
        ({"choice": [5, 1, 2, 2]}, "**+1**, **+2** or **+5**~[points]"),
        ({"choice": [-1, 1]}, "**−1** or **+1**~[points]"),
        ({"range": [1, 4]}, "**+1** to **+4**~[points]"),
        ({"range": [1, 2]}, "**+1** or **+2**~[points]"),
        ({"range": [-6, -2], "step": 2}, "**−6**, **−4** or **−2**~[points]"),
    ],
)
def test_numbers_of_points(points, text):
    assert sentence("en", score=[{"flat": {"points": points}}]) == text


def test_open_numbers_in_french():
    many, few = {"range": [1, 4]}, {"choice": [1, 2]}
    assert sentence("fr", score=[{"flat": {"points": many}}]) == "**+1** à~**+4**~[points]"
    assert sentence("fr", score=[{"flat": {"points": few}}]) == "**+1** ou **+2**~[points]"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "**+1**~[points]. Also **+2**~[points] for each Baker you have. "
               "Also the total of your lowest-scoring other type. Can’t be destroyed."),
        ("fr", "**+1**~[points]. Et aussi **+2**~[points] par Boulanger que vous avez. "
               "Et aussi le total de votre autre type le plus faible. Indestructible."),
        ("nl", "**+1**~[points]. En ook **+2**~[points] per Baker in je verzameling. "
               "En ook het totaal van je andere soort met de minste punten. "
               "Kan niet vernietigd worden."),
        ("de", "**+1**~[points]. Dazu **+2**~[points] je Baker in deiner Sammlung. "
               "Dazu die Summe deiner schwächsten anderen Art. Unzerstörbar."),
    ],
)  # fmt: skip
def test_several_scores_come_on_top_of_each_other(code, text):
    scores = [*flat(1), {"for_each": {"what": "own", "points": 2}}, {"same_as": {"type": "lowest"}}]
    assert sentence(code, score=scores, gate=["immune"]) == text


@pytest.mark.parametrize(
    ("number", "en", "fr"),
    [
        (1, "**1** Baker", "**1** Boulanger"),
        (2, "**2** Bakers", "**2** Boulangers"),
        ({"choice": [1, 2]}, "**1** or **2** Bakers", "**1** ou **2** Boulangers"),
    ],
)
def test_names_agree_with_numbers(number, en, fr):
    limit = {"gate": [{"limit": {"per_player": number}}]}
    assert sentence("en", **limit) == f"{NOTHING}You can take at most {en}."
    assert sentence("fr", **limit) == f"{NOTHING}Prenez {fr} au maximum."
    exactly = {"score": [{"if": {"exactly": number, "points": 1}}]}
    assert f"exactly {en}, otherwise **0**~[points]." in sentence("en", **exactly)
    assert f"exactement {fr}, sinon **0**~[points]." in sentence("fr", **exactly)
    ignore = {"repel": [{"ignore": {"until": number}}]}
    assert sentence("en", **ignore).endswith(f"until you have {en}.")
    assert sentence("fr", **ignore).endswith(f"moins de {fr}.")


@pytest.mark.parametrize(
    ("times", "en", "fr"),
    [
        (
            1,
            "Each Baker square is destroyed as soon as it is taken.",
            "Chaque case Boulanger est détruite dès qu’elle est prise.",
        ),
        (
            2,
            "Each Baker square can be taken **twice**: first cross it out, then destroy it.",
            "Chaque case Boulanger peut être prise **2** fois~: barrez-la, puis détruisez-la.",
        ),
        (
            3,
            "Each Baker square can be taken **3** times, then it is destroyed.",
            "Chaque case Boulanger peut être prise **3** fois, puis elle est détruite.",
        ),
        (
            {"choice": [1, 2]},
            "Each Baker square can be taken **1** or **2** times, then it is destroyed.",
            "Chaque case Boulanger peut être prise **1** ou **2** fois, puis elle est détruite.",
        ),
    ],
)
def test_capacity_in_words(times, en, fr):
    assert sentence("en", gate=[{"capacity": {"times": times}}]) == f"{NOTHING}{en}"
    assert sentence("fr", gate=[{"capacity": {"times": times}}]) == f"{NOTHING}{fr}"


@pytest.mark.parametrize(
    ("code", "plain", "both"),
    [
        ("en", "square this turn, but no Bakers.",
         "square this turn, but no Bakers, ignoring Repel."),
        ("nl", "vakje, maar geen Bakers.",
         "vakje, maar geen Bakers, en negeer daarbij de Afstoting."),
        ("de", "Feld, aber keine Bakers.",
         "Feld, aber keine Bakers, und ignoriere dabei die Abstoßung."),
    ],
)  # fmt: skip
def test_what_may_not_be_taken_again_stands_between_commas(code, plain, both):
    again = {"not_this_type": True}
    assert sentence(code, on_take=[{"take_again": again}]).endswith(plain)
    again["ignoring"] = "repel"
    assert sentence(code, on_take=[{"take_again": again}]).endswith(both)


def test_french_elision():
    athlete = PieceType.model_validate(
        {"name": {"fr": "Athlète"}, "powers": [{"score": [{"flat": {"points": 1}}]}]}
    )
    most = power(score=[{"if": {"have": "most", "points": 1}}])
    assert "le plus d’Athlètes (" in most.sentence(athlete, load_language("fr"))
    assert "le plus de Boulangers (" in most.sentence(BAKER, load_language("fr"))


def test_free_text():
    free_power = power(text={"en": "It's **odd**", "fr": "C'est **+1** [points] !"})
    assert not free_power.simulated
    assert free_power.sentence(BAKER, load_language("en")) == "It’s **odd**"
    assert free_power.sentence(BAKER, load_language("fr")) == "C’est **+1**\u00a0[points]\u00a0!"
    german = power(text={"de": "Nur deutsch"})
    assert german.sentence(BAKER, load_language("fr")) == "Nur deutsch"


# Every kind, with every choice of its parameters, in every language


def values_of(annotation, default) -> list:
    """Some values for a parameter: all names of a list, several numbers, left out."""
    options = get_args(annotation) if get_origin(annotation) not in (Literal, None) else ()
    inner = next((option for option in options if option is not type(None)), annotation)
    values = [default] if type(None) in options else []
    if get_origin(inner) is Literal:
        return [*values, *get_args(inner)]
    if inner is bool:
        return [False, True]
    return [*values, 1, 2, 3, {"choice": [1, 2]}, {"range": [1, 5]}]


def every(kind) -> list:
    """Primitives of a kind with all combinations of parameters that it accepts."""
    fields = kind.model_fields
    names = [field.alias or name for name, field in fields.items()]
    values = [values_of(field.annotation, None) for field in fields.values()]
    result = []
    for combination in itertools.product(*values):
        try:
            result.append(kind.model_validate(dict(zip(names, combination, strict=True))))
        except ValidationError:
            continue
    return result


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize(("part", "kind"), KINDS, ids=lambda value: getattr(value, "name", ""))
def test_every_kind_has_wording_and_glyphs(part, kind, code):
    variants = every(kind)
    assert variants
    for one in variants:
        single_power = Power.model_construct(**{part: (one,)})
        text = single_power.sentence(BAKER, load_language(code))
        assert re.fullmatch(r"[A-ZÀÉÊ*].*[.\]]", text, re.DOTALL), text
        assert not re.search(r"[{}]|  |None|'|\.\.| [,.]|\*\*\*", text), text
        plain = text.replace("**", "").replace("[points]", "")
        assert not set(plain.replace("[", "").replace("]", "")) - GLYPHS
    has_numbers = any("Choice" in str(field.annotation) for field in kind.model_fields.values())
    assert any(one.is_open() for one in variants) == has_numbers


def lato_glyphs() -> set[str]:
    path = Path(lato).parent / "files" / "Lato-Regular.ttf"
    return {chr(code) for code in TTFont("Lato", str(path)).face.charToGlyph}


GLYPHS = lato_glyphs()


def test_names_of_kinds_are_unique():
    names = [kind.name for _, kind in KINDS]
    assert len(names) == len(set(names))


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
