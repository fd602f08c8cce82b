"""Sets: the shipped ones, and the line that each mistake in one of them prints."""

from pathlib import Path

import pytest

from generator.core.errors import DefinitionError
from generator.core.resources import find_art, sets_dir
from generator.games.discs.crosschecks import art_name
from generator.games.discs.definition import CATALOGUE
from generator.games.discs.load import load_definition
from generator.languages import languages
from generator.layout import fonts

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
MORE_SHAPES = "".join(f"  {key}: {{name: {{en: {key}}}}}\n" for key in ("flower", "puzzle", "x"))

EDITS = [
    ("discs: 20", "discs: 24", None),  # as many as there are
    ("discs: 20", "discs: 25", "3:8: discs: expected at most 24, found 25: with 3 of 3 shapes and "
     "of 4 colours there are no more different discs"),
    ("symbols: 3", "symbols: 4", "4:10: symbols: expected at most 3, found 4: each symbol of a "
     "disc has its own shape and colour, with 3 shapes and 4 colours"),
    ("symbols: 3", "symbols: 0", "4:10: symbols: expected at least 1, found 0"),
    ("diameter: 30", "diameter: 24", "14:11: diameter: expected at least 24.8, found 24: with so "
     "many symbols the marks of the colours would be under 3 mm"),
    ("diameter: 30", "die: 50", "14:6: die: expected at most 40, found 50"),
    ("diameter: 30", "card: {width: 40}", "14:15: card.width: expected at least 57, found 40"),
    ("diameter: 30", "radius: 30", "14:1: radius: unknown key 'radius', expected one of: game, "
     "title, discs, symbols, shapes, colours, diameter, die, card"),
    ("colour: violet", "colour: violett", "13:40: colours.purple.colour: there is no colour "
     "'violett', did you mean 'violet'?"),
    ("colour: violet", "colour: white", "13:40: colours.purple.colour: this is the colour of the "
     "dice's white faces, choose another"),
    ("colour: violet", "colour: red", "13:40: colours.purple.colour: red has this colour too, "
     "give one of them another"),
    ("{en: star}", "{en: Arrow}", "7:21: shapes.star.name.en: arrow has this name too, give one "
     "of them another"),
    ("{en: star}", '{en: "\u2605"}', "7:21: shapes.star.name.en: no font here has '\u2605' "
     "(U+2605), use other characters"),
    ("  star:", "  stars:", "7:3: shapes.stars: there is no drawing discs/stars.svg, did you mean "
     "'star'?"),
    ("  green:", "  teal:", "11:3: colours.teal: there is no drawing discs/marks/teal.svg; add it "
     "beside the set"),
    ("  star:", "  wild:", "7:3: shapes.wild: this is the white face of the dice, choose another "
     "name"),
    ("  star:", "  wild_shapes:", "7:3: shapes.wild_shapes: this is the white face of the dice, "
     "choose another name"),
    ("colours:\n", MORE_SHAPES + "colours:\n", "6:3: shapes: expected at most 5, found 6: a die "
     "has 6 faces, one of them white"),
    ("game: discs", "game: disc", "1:7: game: 'disc' is not known here, did you mean 'discs'?"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def in_tmp_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def lines(text: str) -> list[str]:
    """The messages of loading a set, line by line."""
    Path("mine.yaml").write_text(text, encoding="utf-8")
    try:
        load_definition(["mine"], [Path(".")])
    except DefinitionError as bad:
        return str(bad).splitlines()
    return []


@pytest.mark.parametrize(
    ("old", "new", "line"), EDITS, ids=[f"{row[0].strip()}-{row[1].strip()[:20]}" for row in EDITS]
)
def test_edits(old, new, line):
    assert GOOD.count(old) == 1
    expected = [f"mine.yaml:{line}"] if line else []
    assert lines(GOOD.replace(old, new)) == expected


def test_all_mistakes_at_once():
    text = GOOD.replace("discs: 20", "discs: 99").replace("diameter: 30", "diameter: 20")
    assert [line.split(": expected")[0] for line in lines(text)] == [
        "mine.yaml:3:8: discs",
        "mine.yaml:14:11: diameter",
    ]


def test_own_drawings_are_used_and_checked():
    text = GOOD.replace("  star:", "  heart:")
    drawing = Path("assets/discs/heart.svg")
    drawing.parent.mkdir(parents=True)
    drawing.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\n  <title>Heart</title>\n'
        '  <path d="M50 90 L10 40 L90 40 Z" fill="currentColor"/>\n</svg>\n'
    )
    assert lines(text) == []
    drawing.write_text(drawing.read_text().replace("currentColor", "#123456"))
    (line,) = lines(text)
    assert line.startswith("assets/discs/heart.svg:3:")


@pytest.mark.parametrize(
    ("kind", "art"),
    [("star", "star"), ("star", "heart"), ("red", "marks/red"), ("red", "marks/scarlet")],
)
def test_bitmaps_are_no_shapes_or_marks(kind, art):
    """Whether there is a shipped drawing of the name or not."""
    bitmap = Path(f"assets/discs/{art}.png")
    bitmap.parent.mkdir(parents=True)
    bitmap.write_bytes(b"\x89PNG\r\n\x1a\n")
    text = GOOD.replace(f"  {kind}:", f"  {bitmap.stem}:")
    assert lines(text) == [f"{bitmap}: expected an SVG: its colour comes from the set"]


def test_one_set_at_a_time():
    with pytest.raises(DefinitionError, match="sets classic, pocket: this game is played with"):
        load_definition(["pocket", "classic"])


@pytest.mark.parametrize("name", CATALOGUE.shipped)
def test_shipped_sets(name):
    """As published: 36 discs of three symbols, five shapes, five colours; all of it drawn, and
    named in every language with letters the fonts have."""
    disc_set = load_definition([name]).disc_set
    assert (disc_set.key, disc_set.discs, disc_set.symbols) == (
        name,
        36,
        3,
    )
    assert list(disc_set.shapes) == ["arrow", "star", "puzzle", "flower", "foot"]
    assert list(disc_set.colours) == ["red", "green", "yellow", "blue", "purple"]
    for section in ("shapes", "colours"):
        for key, kind in getattr(disc_set, section).items():
            assert find_art(art_name(section, key)).is_file()
            assert kind.name.keys() == set(languages())
            assert not fonts.missing("bold", "".join(kind.name.values()))


def test_every_shipped_file_is_listed():
    assert {path.stem for path in (sets_dir() / "discs").glob("*.yaml")} == set(CATALOGUE.shipped)


def test_sizes_of_the_shipped_sets():
    classic, pocket = (load_definition([name]).disc_set for name in CATALOGUE.shipped)
    assert (classic.diameter, classic.die) == (40, 25)
    assert (pocket.diameter, pocket.die) == (25, 20)
    assert (classic.card.width, classic.card.height) == (63, 88)


def test_a_name_is_printed_in_the_language():
    shape = load_definition(["classic"]).disc_set.shapes["arrow"]
    assert [shape.printed_name(code) for code in ("en", "fr", "xx")] == ["arrow", "flèche", "arrow"]
