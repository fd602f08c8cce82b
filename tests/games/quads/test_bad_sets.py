"""Set files with the mistakes of designers, and the line that each prints."""

from pathlib import Path

import pytest

from generator.core.errors import DefinitionError
from generator.games.quads.load import load_definition

GOOD = """\
game: quads
title: {en: Mine}
board: 6
square: 30
clearance: 0.5
frame: 9
owners:
  light: {name: {en: Sun}, colour: amber}
  dark: {name: {en: Moon}, colour: navy}
card: {width: 63, height: 88}
"""

EDITS = [
    ("game: quads", "game: chess",
     "1:7: game: 'chess' is not known here, expected only quads"),
    ("board: 6", "board: 8",
     "3:8: board: expected at most 7, found 8"),
    ("board: 6", "board: six",
     "3:8: board: expected a whole number, found 'six'"),
    ("board: 6\n", "",
     "1:1: board: the key 'board' is missing, expected a whole number"),
    ("board: 6", "board: 5\npieces: 12",
     "4:9: pieces: expected at most 11, so that the 25 squares have room for both players' pieces "
     "and the neutral ones, found 12"),
    ("board: 6", "board: 7\npieces: 18",
     "4:9: pieces: expected at most 17, found 18"),
    ("board: 6", "board: 6\npeices: 12",
     "4:1: peices: unknown key 'peices', did you mean 'pieces'?"),
    ("board: 6", "board: 6\nneutrals: marks",
     "4:11: neutrals: 'marks' is not known here, did you mean 'marked'?"),
    ("board: 6", "board: 6\nneutrals: centre",
     "4:11: neutrals: 'centre' is not known here, expected one of: anywhere, not_opposite, "
     "marked"),
    ("board: 6", "board: 6\nsetups:\n- {marked: [a1, c3]}",
     "4:1: setups: expected 'neutrals: marked' with setups, found anywhere"),
    ("board: 6", "board: 6\nneutrals: marked\nsetups:\n- {marked: [a1, k3]}",
     "6:17: setups[0].marked[1]: expected a square such as c2, found 'k3'"),
    ("board: 6", "board: 6\nneutrals: marked\nsetups:\n- {marked: [a1, g6]}",
     "6:12: setups[0].marked: expected squares from a1 to f6, found g6"),
    ("board: 6", "board: 6\nneutrals: marked\nsetups:\n- {marked: [b2, c2]}",
     "6:12: setups[0].marked: expected squares that are neither adjacent nor opposite, found b2, "
     "c2"),
    ("board: 6", "board: 6\nneutrals: marked\nsetups:\n- {marked: [a1, f6]}",
     "6:12: setups[0].marked: expected squares that are neither adjacent nor opposite, found a1, "
     "f6"),
    ("board: 6", "board: 6\nneutrals: marked\nsetups:\n- {marked: [a1, c3], shapes: '##=?'}",
     "6:30: setups[0].shapes: expected shapes such as '##== #=|=', found '##=?'"),
    ("board: 6", "board: 6\nneutrals: marked\nsetups:\n- {marked: [a1, c3], shapes: '##== ===='}",
     "6:30: setups[0].shapes: expected shapes with one to three solid sides, found ===="),
    ("board: 6", "board: 6\npieces: 5\nneutrals: marked\nsetups:\n- {marked: [a1, c3]}",
     "7:3: setups[0].shapes: expected the 5 shapes that players have, found no key 'shapes'"),
    ("board: 6", "board: 6\npieces: 5\nneutrals: marked\nsetups:\n"
     "- {marked: [a1, c3], shapes: '##== #==# ###= ###| ##|| #|||'}",
     "7:30: setups[0].shapes: expected different shapes, found the same: ##==, #==#"),
    ("board: 6", "board: 6\npieces: 5\nneutrals: marked\nsetups:\n"
     "- {marked: [a1, c3], shapes: '##== ###= ###|'}",
     "7:30: setups[0].shapes: expected 5 shapes, found 3"),
    ("board: 6", "board: 6\nneutrals: marked\nsetups:\n- {marked: [b2, b2]}",
     "6:12: setups[0].marked: expected two squares, found b2, b2"),
    ("board: 6", "board: 6\nneutrals: marked\nsetups:\n- marked: a1 c3",
     "6:11: setups[0].marked: expected a list of 2, found 'a1 c3'"),
    ("board: 6", "board: 6\nneutrals: marked\nsetups:\n- marked: [a1, c2]\n- marked: [b3, a1]",
     "7:3: setups[1]: expected another setup: setups[0] is the same, turned or mirrored"),
    ("square: 30", "square: 31.5",
     "4:9: square: expected at most 30.3, so that the board with its frame fits the 200 mm that "
     "A4 has to print on, found 31.5"),
    ("frame: 9", "frame: 20",
     "4:9: square: expected at most 26.6, so that the board with its frame fits the 200 mm that "
     "A4 has to print on, found 30"),
    ("square: 30", "square: 12",
     "4:9: square: expected at least 20, found 12"),
    ("square: 30", "squares: 30",
     "4:1: squares: unknown key 'squares', did you mean 'square'?"),
    ("clearance: 0.5", "clearance: 5",
     "5:12: clearance: expected at most 2, found 5"),
    ("frame: 9", "frame: 2",
     "6:8: frame: expected at least 4, found 2"),
    ("colour: amber", "colour: ambre",
     "8:36: owners.light.colour: there is no colour 'ambre', did you mean 'amber'?"),
    ("colour: amber", "colour: white",
     "8:36: owners.light.colour: expected a colour that shows on white paper, found white"),
    ("colour: navy", "colour: coral",
     "9:36: owners.dark.colour: expected a colour much darker than amber, the light player's, to "
     "be told apart in grey, found coral"),
    ("name: {en: Sun}, ", "",
     "8:3: owners.light.name: the key 'name' is missing, expected a text for each language, "
     "{en: ...}"),
    ("{en: Moon}", "{en: sun}",
     "9:21: owners.dark.name.en: light has this name too, give one of them another"),
    ("{en: Moon}", "{en: '月'}",
     "9:21: owners.dark.name.en: no font here has '月' (U+6708), use other characters"),
    ("{en: Mine}", "{en: '矿'}",
     "2:13: title.en: no font here has '矿' (U+77FF), use other characters"),
    ("  dark:", "  drak:",
     "9:3: owners.drak: unknown key 'drak', did you mean 'dark'?"),
    ("width: 63", "width: 30",
     "10:15: card.width: expected at least 50, found 30"),
    ("height: 88", "height: 300",
     "10:27: card.height: expected at most 170, found 300"),
]  # fmt: skip


def lines(text):
    """The messages of loading, line by line."""
    Path("mine.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(DefinitionError) as bad:
        load_definition(["mine"], [Path(".")])
    return str(bad.value).splitlines()


@pytest.fixture(autouse=True)
def in_tmp_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_the_file_that_is_edited_is_good():
    Path("mine.yaml").write_text(GOOD, encoding="utf-8")
    assert load_definition(["mine"], [Path(".")]).quads_set.key == "mine"


@pytest.mark.parametrize("old, new, line", EDITS, ids=[row[1] or "nothing" for row in EDITS])
def test_edits(old, new, line):
    assert GOOD.count(old) == 1
    assert lines(GOOD.replace(old, new)) == [f"mine.yaml:{line}"]


def test_triangles_of_ones_own_are_checked():
    Path("assets/quads").mkdir(parents=True)
    Path("assets/quads/solid.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\n'
        '  <title>Solid</title>\n  <path d="M0 0 L100 0 L50 50 Z" fill="#123456"/>\n</svg>\n'
    )
    (line,) = lines(GOOD)
    assert line.startswith("assets/quads/solid.svg:3:")
    assert "#123456" in line


def test_bitmaps_are_no_triangles():
    Path("assets/quads").mkdir(parents=True)
    Path("assets/quads/solid.jpg").write_bytes(b"\xff\xd8\xff")
    assert lines(GOOD) == ["assets/quads/solid.jpg: expected an SVG: its colour comes from the set"]
