"""Sets: the shipped ones, and what one of your own may have."""

from pathlib import Path

import pytest

from generator.core.resources import find_art
from generator.games.discs.definition import CATALOGUE, art_name, load_definition
from generator.languages import languages
from generator.layout.text import missing_characters

GOOD = """\
game: discs
title: {en: Mine}
discs: 24
symbols: 3
shapes:
  arrow: {name: {en: arrow}}
  heart: {name: {en: heart}}
  foot: {name: {en: foot}}
colours:
  red: {name: {en: red}, colour: red}
  green: {name: {en: green}, colour: green}
  blue: {name: {en: blue}, colour: blue}
  purple: {name: {en: purple}, colour: violet}
diameter: 30
"""
HEART = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <title>Heart</title>
  <path d="M50 90 L10 40 L90 40 Z" fill="currentColor"/>
</svg>
"""


@pytest.mark.usefixtures("in_an_empty_folder")
def test_a_set_has_all_the_discs_there_are_with_drawings_of_its_own():
    drawing = Path("assets/discs/heart.svg")
    drawing.parent.mkdir(parents=True)
    drawing.write_text(HEART)
    Path("mine.yaml").write_text(GOOD, encoding="utf-8")
    assert load_definition(["mine"], [Path(".")]).only.discs == 24


@pytest.mark.parametrize(("name", "diameter", "die"), [("classic", 40, 25), ("pocket", 25, 20)])
def test_shipped_sets(name, diameter, die):
    """As published: 36 discs of three symbols, five shapes, five colours; all of it drawn, and
    named in every language with letters the fonts have."""
    assert CATALOGUE.available() == CATALOGUE.shipped == ("classic", "pocket")
    disc_set = load_definition([name]).only
    assert (disc_set.key, disc_set.discs, disc_set.symbols) == (name, 36, 3)
    size = disc_set.diameter, disc_set.die, *disc_set.card
    assert size == (diameter, die, ("width", 63), ("height", 88))
    assert list(disc_set.shapes) == ["arrow", "star", "puzzle", "flower", "foot"]
    assert list(disc_set.colours) == ["red", "green", "yellow", "blue", "purple"]
    for section in ("shapes", "colours"):
        for key, kind in getattr(disc_set, section).items():
            assert find_art(art_name(section, key)).is_file()
            assert kind.name.keys() == set(languages())
            assert not missing_characters("bold", "".join(kind.name.values()))
