"""Sets: the shipped ones, and what one of your own may have."""

from pathlib import Path

import pytest

from generator.core.errors import DefinitionError
from generator.core.resources import find_art, sets_dir
from generator.games.discs.definition import CATALOGUE, art_name, load_definition
from generator.languages import languages
from generator.layout.text import missing_characters

GOOD = """\
game: discs
title: {en: Mine}
discs: 20
symbols: 3
shapes:
  arrow: {name: {en: arrow}}
  star: {name: {en: star}}
  foot: {name: {en: foot}}
colours:
  red: {name: {en: red}, colour: red}
  green: {name: {en: green}, colour: green}
  blue: {name: {en: blue}, colour: blue}
  purple: {name: {en: purple}, colour: violet}
diameter: 30
"""


@pytest.fixture(autouse=True)
def in_tmp_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def load_mine(text: str) -> None:
    Path("mine.yaml").write_text(text, encoding="utf-8")
    load_definition(["mine"], [Path(".")])


def test_as_many_discs_as_there_are():
    load_mine(GOOD.replace("discs: 20", "discs: 24"))
    with pytest.raises(DefinitionError):
        load_mine(GOOD.replace("discs: 20", "discs: 25"))


def test_own_drawings_are_used():
    drawing = Path("assets/discs/heart.svg")
    drawing.parent.mkdir(parents=True)
    drawing.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\n  <title>Heart</title>\n'
        '  <path d="M50 90 L10 40 L90 40 Z" fill="currentColor"/>\n</svg>\n'
    )
    load_mine(GOOD.replace("  star:", "  heart:"))


@pytest.mark.parametrize("name", CATALOGUE.shipped)
def test_shipped_sets(name):
    """As published: 36 discs of three symbols, five shapes, five colours; all of it drawn, and
    named in every language with letters the fonts have."""
    disc_set = load_definition([name]).only
    assert (disc_set.key, disc_set.discs, disc_set.symbols) == (name, 36, 3)
    assert list(disc_set.shapes) == ["arrow", "star", "puzzle", "flower", "foot"]
    assert list(disc_set.colours) == ["red", "green", "yellow", "blue", "purple"]
    for section in ("shapes", "colours"):
        for key, kind in getattr(disc_set, section).items():
            assert find_art(art_name(section, key)).is_file()
            assert kind.name.keys() == set(languages())
            assert not missing_characters("bold", "".join(kind.name.values()))


def test_every_shipped_file_is_listed():
    assert {path.stem for path in (sets_dir() / "discs").glob("*.yaml")} == set(CATALOGUE.shipped)


def test_sizes_of_the_shipped_sets():
    classic, pocket = (load_definition([name]).only for name in CATALOGUE.shipped)
    assert (classic.diameter, classic.die) == (40, 25)
    assert (pocket.diameter, pocket.die) == (25, 20)
    assert (classic.card.width, classic.card.height) == (63, 88)
