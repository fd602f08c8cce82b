"""A set file with slips is loaded or refused. tests/mistakes has what is said of slips."""

from hypothesis import given
from hypothesis import strategies as st

from generator.core.errors import DefinitionError
from generator.games.magnetmen.definition import load_definition
from generator.layout.text import INLINE_ART
from generator.schema.fields import PICTURES

GOOD = """\
game: magnetmen
title: {en: Mine}
alone: {types: [2, 2]}
types:
  baker:
    name: {en: Bread Baker}
    frequency: 2.5
    min: 2
    max: 20
    powers:
      - weight: 2
        score:
          - flat: {points: 3}
        gate:
          - limit: {per_player: 2}
      - score:
          - if: {at_least: 3, points: 5, else: -5}
  king:
    name: {en: Mad King}
    powers:
      - on_take:
          - retire
"""
WORDS = st.sampled_from(
    ["", "~", "x", "3", "-3", "2.5", "true", "[]", "{}", "[1, 2]", "{en: X}", "{choice: [1, x]}",
     "{range: [3, 1]}", "- x", "flat", "retire", "score:", "'", ": ", "*x", "&x ", "!x", "\n", "  "]
)  # fmt: skip


def test_the_file_without_slips_is_good(tmp_path):
    (tmp_path / "mine.yaml").write_text(GOOD)
    load_definition(["mine"], [tmp_path])


@given(st.lists(st.tuples(st.integers(0, len(GOOD)), st.integers(0, 12), WORDS), max_size=4))
def test_any_slip_is_a_problem_or_none(tmp_path_factory, slips):
    text = GOOD
    for place, length, word in slips:
        text = text[:place] + word + text[place + length :]
    folder = tmp_path_factory.getbasetemp()
    (folder / "slip.yaml").write_text(text, encoding="utf-8")
    try:
        load_definition(["slip"], [folder])
    except DefinitionError as bad:
        assert len(str(bad).splitlines()) == len(bad.problems) > 0


def test_pictures_of_the_markup():
    assert set(INLINE_ART) == PICTURES
