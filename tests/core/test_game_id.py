"""Game IDs: printed, typed again, compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import definition

from generator.core.errors import GameIdError
from generator.core.game_id import GameId, digest, explain_change, fingerprint, parse
from generator.games.magnetmen.definition import BoardSize, PieceType

ID = "magnetmen.regular.base+advanced.4.k7f3qa.1-9c2e-41ab-7tq3"
KEYS = st.from_regex(r"[a-z][a-z0-9_]{0,9}", fullmatch=True)


@pytest.mark.parametrize("typed", [ID.upper(), f"  {ID}\n", ID.replace(".4.", ". 4. ")])
def test_typing_is_forgiven(typed):
    marks = "1-9c2e-41ab-7tq3"
    game_id = GameId("magnetmen", "regular", ("base", "advanced"), 4, "k7f3qa", marks)
    assert parse(typed) == game_id
    assert str(game_id) == ID


@given(
    st.builds(
        GameId,
        st.just("magnetmen"),
        KEYS,
        st.lists(KEYS, min_size=1, max_size=4).map(tuple),
        st.integers(1, 99),
        st.from_regex(
            r"[a-z0-9]{1,16}(-[a-z0-9]{1,15})?([+][1-9][0-9]{0,4}(s[1-9])?[hvr]?)?", fullmatch=True
        ),
        st.from_regex(r"[0-9]{1,3}(-[a-z0-9]{4}){1,5}", fullmatch=True),
    )
)
def test_every_id_can_be_read_back(game_id):
    assert parse(str(game_id)) == game_id


SEEDS = ("+7", "a+", "a+0", "a+07", "a+1+2", "a+b", "a+s2", "a+7s", "a+7s0", "a+7hs2")
NO_IDS = ["", "x", "magnetmen", ID[:-2], ID + ".1", ID.replace("4", "four")]


@pytest.mark.parametrize("text", [*NO_IDS, *(ID.replace("k7f3qa", seed) for seed in SEEDS)])
def test_what_is_no_id_is_refused_with_an_example(text):
    with pytest.raises(GameIdError, match="expected one as printed"):
        parse(text)


def test_it_is_explained_what_has_changed():
    names = ["boards.yaml", "set base"]
    changed = explain_change("1-aaaa-bbbb", "1-aaaa-cccc", names)
    assert changed == "set base has changed (fingerprint then bbbb, now cccc)"
    assert "version 1 of the roll" in explain_change("1-aaaa", "2-aaaa", ["x"])
    assert "for boards.yaml, set base, found 3" in explain_change("1-a-b-c", "1-a-b", names)


def test_fingerprints_never_change():
    """Frozen: reading the same values must give the same fingerprint on every platform."""
    size = {"title": {"fr": "Petit é"}, "columns": 6, "rows": 6, "slots": 9}
    assert fingerprint(1, [digest(BoardSize.model_validate(size))]) == "1-pknm"
    base = definition("base").sets[0]
    assert digest(base) != digest(base.model_copy(update={"title": {"en": "Changed"}}))


def test_a_translation_changes_no_fingerprint():
    def digest_of(name, **more) -> str:
        text = more.pop("text", {"en": "Free"})
        return digest(PieceType(name=name, powers=[{"text": text}], **more))

    baker = digest_of({"en": "Baker"})
    translated = {"en": "Baker", "de": "Bäcker"}
    assert digest_of(translated) == baker
    assert digest_of(translated, plural={"de": "Bäcker"}) == baker
    assert digest_of({"de": "Bäcker", "en": "Baker"}, text={"en": "Free", "de": "Frei"}) == baker
    others = digest_of({"en": "Cook"}), digest_of({"en": "Baker"}, plural={"en": "Bakery"})
    assert baker not in (*others, digest_of({"en": "Baker"}, text={"en": "Freely"}))
    assert digest_of({"de": "Bäcker"}) != digest_of({"de": "Koch"})
