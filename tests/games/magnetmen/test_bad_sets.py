"""Files as designers get them wrong, and the line each of them prints.

Every row is an edit of GOOD and the exact line that follows, without the "mine.yaml:" at its
beginning. A message says what is wrong, what was expected and, where one can know, what to do;
whoever changes one should read it with the eyes of somebody who designs games, not programs.
"""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.definitions.markup import PICTURES
from generator.definitions.problems import BadDefinitions
from generator.games.magnetmen.definition import load_definition
from generator.layout.text import INLINE_ART

GOOD = """\
game: magnetmen
title: {en: Mine}
alone: {types: [2, 2]}
types:
  baker:
    name: {en: Bread Baker}
    plural: {en: Bread Bakers}
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

# What many rows replace.
TITLE = "title: {en: Mine}"
ODDS = "frequency: 2.5"
FLAT = "- flat: {points: 3}"
IF = "{at_least: 3, points: 5, else: -5}"
NAME = "name: {en: Mad King}"
POWER = "- on_take:\n          - retire"

EDITS = [
    # keys, level by level
    ("game: magnetmen\n", "",
     "1:1: game: the key 'game' is missing, expected magnetmen"),
    ("game: magnetmen", "games: magnetmen",
     "1:1: games: unknown key 'games', did you mean 'game'?"),
    (TITLE, "title: {en: Mine}\nauthor: me",
     "3:1: author: unknown key 'author', expected one of: game, title, rules, alone, types"),
    ("{types: [2, 2]}", "{types: [2, 2], allways: [king]}",
     "3:24: alone.allways: unknown key 'allways', did you mean 'always'?"),
    (ODDS, "frequncy: 2.5",
     "8:5: types.baker.frequncy: unknown key 'frequncy', did you mean 'frequency'?"),
    (ODDS, "Frequency: 2.5",
     "8:5: types.baker.Frequency: unknown key 'Frequency', did you mean 'frequency'?"),
    ("max: 20", "colour: red",
     "10:5: types.baker.colour: unknown key 'colour', expected one of: name, plural, frequency, "
     "min, max, art, powers"),
    ("min: 2", "minimum: 2",
     "9:5: types.baker.minimum: unknown key 'minimum', did you mean 'min'?"),
    ("    name: {en: Mad King}\n", "",
     "19:3: types.king.name: the key 'name' is missing, expected a text for each language, {en: "
     "...}"),
    ("weight: 2", "wieght: 2",
     "12:9: types.baker.powers[0].wieght: unknown key 'wieght', did you mean 'weight'?"),
    ("score:\n          - flat", "scores:\n          - flat",
     "13:9: types.baker.powers[0].scores: unknown key 'scores', did you mean 'score'?"),
    (FLAT, "- flat: {point: 3}",
     "14:20: types.baker.powers[0].score[0].flat.point: unknown key 'point', did you mean "
     "'points'?"),
    (FLAT, "- flat: {points: 3, icons: 2}",
     "14:31: types.baker.powers[0].score[0].flat.icons: unknown key 'icons', expected only "
     "points"),
    ("{per_player: 2}", "{per_players: 2}",
     "16:21: types.baker.powers[0].gate[0].limit.per_players: unknown key 'per_players', did you "
     "mean 'per_player'?"),
    (FLAT, "- flat: {points: {range: [1, 4], stop: 2}}",
     "14:44: types.baker.powers[0].score[0].flat.points.stop: unknown key 'stop', did you mean "
     "'step'?"),
    ("- retire", "- retire: {when: now}",
     "23:22: types.king.powers[0].on_take[0].retire.when: unknown key 'when', expected none here"),
    (POWER, "- repel:\n          - ignore: {until: 2, icon: open}",
     "23:32: types.king.powers[0].repel[0].ignore.icon: unknown key 'icon', did you mean "
     "'icons'?"),
    (ODDS, "frequency: 2.5\n    frequency: 3",
     "9:5: types.baker.frequency: this key is given twice, first in line 8; keep one"),
    ("  king:", "  baker:",
     "19:3: types.baker: this key is given twice, first in line 5; keep one"),
    ("name: {en: Bread Baker}", "name: {en: Bread Baker, en: Baker}",
     "6:29: types.baker.name.en: this key is given twice, first in line 6; keep one"),
    ("  baker:", "  Bread Baker:",
     "5:3: types.'Bread Baker': expected a name of at most 40 letters a-z, digits and '_', a "
     "letter first, found 'Bread Baker'; write bread_baker"),
    ("  baker:", "  3:",
     "5:3: types: expected a name before the ':', found 3; to use it as a name put it in quotes"),
    (NAME, "<<: {en: Mad King}",
     "20:5: types.king.'<<': merge keys (<<) are not known here, write the entries out"),
    ("max: 20", "max:20",
     "10:5: expected 'key: value', found no ': ' in this line"),
    # texts
    (TITLE, "title: Mine",
     "2:8: title: expected a text for each language, {en: ...}, found 'Mine'; write {en: Mine}"),
    (TITLE, "title: {EN: Mine}",
     "2:9: title.EN: expected a language code of two letters a-z, such as en or fr, found 'EN'; "
     "write en"),
    (TITLE, "title: {english: Mine}",
     "2:9: title.english: expected a language code of two letters a-z, such as en or fr, found "
     "'english'"),
    (TITLE, "title: {en:Mine}",
     "2:9: title.'en:Mine': expected a language code of two letters a-z, such as en or fr, found "
     "'en:Mine'; put a space behind the ':'"),
    (TITLE, "title: {en: 3}",
     "2:13: title.en: expected text, found 3; put it in quotes: '3'"),
    (TITLE, "title: {en: ''}",
     "2:13: title.en: expected at least 1 letter, found an empty text"),
    (TITLE, "title: {en: ' '}",
     "2:13: title.en: expected some text, found only spaces"),
    (TITLE, "title: {en:}",
     "2:9: title.en: expected text, found nothing"),
    (TITLE, "title: {}",
     "2:8: title: expected a text for each language, {en: ...}, found no keys"),
    (NAME, "name: {en: [Mad King]}",
     "20:16: types.king.name.en: expected text, found a list of 1"),
    (NAME, "name: {en: Mad **King}",
     "20:16: types.king.name.en: a '**' has no partner, put one before and one behind the bold "
     "words"),
    (NAME, "name: {en: Bread Baker}",
     "20:16: types.king.name.en: mine.yaml:5 has this name too, give one of them another"),
    (POWER, "- text: Bold move",
     "22:15: types.king.powers[0].text: expected a text for each language, {en: ...}, found "
     "'Bold move'; write {en: Bold move}"),
    (POWER, "- text: {en: 'A **bold move'}",
     "22:20: types.king.powers[0].text.en: a '**' has no partner, put one before and one behind "
     "the bold words"),
    (POWER, "- text: {en: 'Worth 3 [pionts]'}",
     "22:20: types.king.powers[0].text.en: there is no picture [pionts], did you mean 'points'?"),
    (POWER, "- text: {en: 'Worth 3 [points'}",
     "22:20: types.king.powers[0].text.en: a '[' or ']' has no partner, add it"),
    ("- retire", "- retire\n        text: {en: Retire}",
     "22:9: types.king.powers[0]: expected either a text or the parts of a power, not both"),
    # numbers and odds
    (ODDS, "frequency: often",
     "8:16: types.baker.frequency: expected a number, found 'often'"),
    (ODDS, "frequency: 0",
     "8:16: types.baker.frequency: expected at least 0.001, found 0"),
    (ODDS, "frequency: 2,5",
     "8:16: types.baker.frequency: expected a number, found '2,5'; write 2.5"),
    (ODDS, "frequency: .5",
     "8:16: types.baker.frequency: expected a number, found '.5'; write 0.5"),
    (ODDS, "frequency: 1_000",
     "8:16: types.baker.frequency: expected a number, found '1_000'; write 1000"),
    (ODDS, "frequency:",
     "8:5: types.baker.frequency: expected a number, found nothing"),
    ("min: 2", "min: two",
     "9:10: types.baker.min: expected a whole number, found 'two'"),
    ("min: 2", "min: 2.5",
     "9:10: types.baker.min: expected a whole number, found 2.5"),
    ("min: 2", "min: '2'",
     "9:10: types.baker.min: expected a whole number, found '2'; write 2 without quotes"),
    ("min: 2", "min: 0",
     "9:10: types.baker.min: expected at least 1, found 0"),
    ("min: 2", "min: 21",
     "9:10: types.baker.min: expected at most the max, 20, found 21"),
    ("min: 2\n    max: 20", "min: 37",
     "9:10: types.baker.min: expected at most 36, the squares of the small board"),
    ("min: 2\n    max: 20", "min: 36",
     "3:16: alone.types: any 2 types need 37 squares, the small board has 36; lower a min, or "
     "have fewer types on a board"),
    ("max: 20", "max: 1000",
     "10:10: types.baker.max: expected at most 900, found 1000"),
    ("max: 20", "max: 0",
     "10:10: types.baker.max: expected at least 1, found 0"),
    (NAME, "name: {en: Mad King}\n    max: 1",
     "3:16: alone.types: any 2 types fill at most 21 squares, the small board has 36; raise a "
     "max, or have more types on a board"),
    ("weight: 2", "weight: -2",
     "12:17: types.baker.powers[0].weight: expected at least 0, found -2"),
    ("weight: 2", "weight: 20%",
     "12:17: types.baker.powers[0].weight: expected a number, found '20%'; write 20"),
    (POWER, "- weight: 0\n        on_take:\n          - retire",
     "22:7: types.king.powers: all powers are switched off, give one a weight above 0"),
    # how many types
    ("[2, 2]", "2",
     "3:16: alone.types: expected a list of 2, found 2"),
    ("[2, 2]", "2-2",
     "3:16: alone.types: expected a list of 2, found '2-2'; write [2, 2]"),
    ("[2, 2]", "[2]",
     "3:9: alone.types[1]: entry 2 is missing, expected a whole number"),
    ("[2, 2]", "[1, 2, 2]",
     "3:16: alone.types: expected at most 2 entries, found a list of 3"),
    ("[2, 2]", "[2, 1]",
     "3:16: alone.types: expected the fewest, then the most, found 2, 1"),
    ("[2, 2]", "[0, 2]",
     "3:17: alone.types[0]: expected at least 1, found 0"),
    ("[2, 2]", "[2, 99]",
     "3:20: alone.types[1]: expected at most 24, found 99"),
    ("[2, 2]", "[2, 3]",
     "3:20: alone.types[1]: expected at most 2, all types of this set, found 3; add types"),
    ("alone: {types: [2, 2]}\n", "",
     "3:1: types: a board has up to 7 types, this set only 2; add types, choose another set with "
     "it, or say how many with 'alone: {types: [1, 2]}'"),
    ("{types: [2, 2]}", "{types: [2, 2], always: king}",
     "3:32: alone.always: expected a list, found 'king'; put it in brackets: [king]"),
    ("{types: [2, 2]}", "{types: [2, 2], always: [kings]}",
     "3:33: alone.always[0]: this set has no type 'kings', did you mean 'king'?"),
    ("{types: [2, 2]}", "{types: [1, 2], always: [king, baker]}",
     "3:17: alone.types[0]: expected at least 2, so many types are always on the board, found 1"),
    ("{types: [2, 2]}", "{always: [king]}",
     "3:1: alone.types: the key 'types' is missing, expected a list of 2"),
    # drawings, rules, game
    ("max: 20", "art: bakre",
     "10:10: types.baker.art: there is no drawing magnetmen/bakre.svg and no "
     "magnetmen/symbols/bakre.svg, did you mean 'baker'?"),
    ("max: 20", "art: baker.svg",
     "10:10: types.baker.art: expected a name of at most 40 letters a-z, digits and '_', a "
     "letter first, found 'baker.svg'; write baker"),
    ("  king:", "  kaiser:",
     "19:3: types.kaiser: there is no drawing magnetmen/kaiser.svg and no "
     "magnetmen/symbols/kaiser.svg; add it, or use that of another type with 'art: NAME'"),
    (TITLE, "title: {en: Mine}\nrules: advance",
     "3:8: rules: 'advance' is not known here, did you mean 'advanced'?"),
    (TITLE, "title: {en: Mine}\nrules: expert",
     "3:8: rules: 'expert' is not known here, expected one of: basic, advanced"),
    ("game: magnetmen", "game: magnetman",
     "1:7: game: 'magnetman' is not known here, did you mean 'magnetmen'?"),
    ("game: magnetmen", "game: 3",
     "1:7: game: expected magnetmen, found 3"),
    # kinds of power
    (POWER, "[]",
     "22:7: types.king.powers: expected at least 1 entry, found an empty list"),
    (POWER, "",
     "21:5: types.king.powers: expected a list, found nothing"),
    (POWER, "on_take:\n        - retire",
     "22:7: types.king.powers: expected a list, found the key on_take; begin each entry with '- "
     "'"),
    (POWER, "- retire",
     "22:9: types.king.powers[0]: expected 'key: value' lines, found 'retire'"),
    (POWER, "- {}",
     "22:9: types.king.powers[0]: expected at least one of: score, gate, repel, on_take, text"),
    (FLAT, "- flatt: {points: 3}",
     "14:13: types.baker.powers[0].score[0].flatt: unknown kind of power 'flatt', did you mean "
     "'flat'?"),
    (FLAT, "- bonus: {points: 3}",
     "14:13: types.baker.powers[0].score[0].bonus: unknown kind of power 'bonus', expected one "
     "of: flat, for_each, same_as, if"),
    (FLAT, "- limit: {per_player: 2}",
     "14:13: types.baker.powers[0].score[0].limit: limit does not belong in score, move it to "
     "gate"),
    (FLAT, "- retire",
     "14:13: types.baker.powers[0].score[0]: retire does not belong in score, move it to on_take"),
    ("- retire", "- flat: {points: 1}",
     "23:13: types.king.powers[0].on_take[0].flat: flat does not belong in on_take, move it to "
     "score"),
    (FLAT, "- flat",
     "14:13: types.baker.powers[0].score[0]: expected its parameters, '- flat: {points: ...}', "
     "found none"),
    (FLAT, "- flat:",
     "14:13: types.baker.powers[0].score[0].flat: expected its parameters, '- flat: {points: "
     "...}', found none"),
    (FLAT, "- flat: {}",
     "14:13: types.baker.powers[0].score[0].flat.points: the key 'points' is missing, expected a "
     "whole number, {choice: ...} or {range: ...}"),
    (FLAT, "- flat: 3",
     "14:19: types.baker.powers[0].score[0].flat: expected {points: ...}, found 3; write "
     "{points: 3}"),
    (FLAT, "- 3",
     "14:13: types.baker.powers[0].score[0]: expected one kind of power with its parameters, "
     "such as '- flat: {...}', found 3"),
    ("          - flat: {points: 3}", "          flat: {points: 3}",
     "14:11: types.baker.powers[0].score: expected a list, found the key flat; begin each entry "
     "with '- '"),
    (FLAT, "- flat:\n            points: 3",
     "14:13: types.baker.powers[0].score[0]: expected one kind of power with its parameters, "
     "such as '- flat: {...}', found the keys flat, points; begin each kind of power with '- ' "
     "and indent its parameters below it"),
    (FLAT, "- flat: {points: 3}\n            retire:",
     "14:13: types.baker.powers[0].score[0]: expected one kind of power with its parameters, "
     "such as '- flat: {...}', found the keys flat, retire; begin each kind of power with '- ' "
     "and indent its parameters below it"),
    (POWER, "- on_take: retire",
     "22:18: types.king.powers[0].on_take: expected a list, found 'retire'; put it in brackets: "
     "[retire]"),
    ("- retire", "- retire: 3",
     "23:21: types.king.powers[0].on_take[0].retire: expected nothing, found 3"),
    # parameters
    (FLAT, "- flat: {points: three}",
     "14:28: types.baker.powers[0].score[0].flat.points: expected a whole number, {choice: [1, "
     "2]} or {range: [1, 4]}, found 'three'"),
    (FLAT, "- flat: {points: '3'}",
     "14:28: types.baker.powers[0].score[0].flat.points: expected a whole number, {choice: [1, "
     "2]} or {range: [1, 4]}, found '3'; write 3 without quotes"),
    (FLAT, "- flat: {points: −3}",
     "14:28: types.baker.powers[0].score[0].flat.points: expected a whole number, {choice: [1, "
     "2]} or {range: [1, 4]}, found '−3'; write -3"),
    (FLAT, "- flat: {points: 2.5}",
     "14:28: types.baker.powers[0].score[0].flat.points: expected a whole number, {choice: [1, "
     "2]} or {range: [1, 4]}, found 2.5"),
    (FLAT, "- flat: {points: 4000}",
     "14:28: types.baker.powers[0].score[0].flat.points: expected a whole number from -999 to "
     "999, found 4000"),
    (FLAT, "- flat: {points:3}",
     "14:20: types.baker.powers[0].score[0].flat.'points:3': unknown key 'points:3'; put a space "
     "behind the ':'"),
    (FLAT, "- flat: {points: [1, 2]}",
     "14:28: types.baker.powers[0].score[0].flat.points: expected a whole number, {choice: [1, "
     "2]} or {range: [1, 4]}, found a list of 2; write {choice: [1, 2]}"),
    (FLAT, "- flat: {points: {choice: [1]}}",
     "14:37: types.baker.powers[0].score[0].flat.points.choice: expected at least 2 entries, "
     "found a list of 1"),
    (FLAT, "- flat: {points: {choice: 1}}",
     "14:37: types.baker.powers[0].score[0].flat.points.choice: expected a list, found 1; put it "
     "in brackets: [1]"),
    (FLAT, "- flat: {points: {choice: [1, two]}}",
     "14:41: types.baker.powers[0].score[0].flat.points.choice[1]: expected a whole number, "
     "found 'two'"),
    (FLAT, "- flat: {points: {chioce: [1, 2]}}",
     "14:28: types.baker.powers[0].score[0].flat.points: expected a whole number, {choice: [1, "
     "2]} or {range: [1, 4]}, found the key chioce, did you mean 'choice'?"),
    (FLAT, "- flat: {points: {range: [4, 1]}}",
     "14:36: types.baker.powers[0].score[0].flat.points.range: range must go from low to high, "
     "not from 4 to 1"),
    (FLAT, "- flat: {points: {range: 1-4}}",
     "14:36: types.baker.powers[0].score[0].flat.points.range: expected a list of 2, found "
     "'1-4'; write [1, 4]"),
    (FLAT, "- flat: {points: {range: [1, 4, 6]}}",
     "14:36: types.baker.powers[0].score[0].flat.points.range: expected at most 2 entries, found "
     "a list of 3"),
    (FLAT, "- flat: {points: {range: [1, 4], step: 0}}",
     "14:50: types.baker.powers[0].score[0].flat.points.step: expected at least 1, found 0"),
    (FLAT, "- flat: {points: {range: [1, 4], choice: [1, 2]}}",
     "14:29: types.baker.powers[0].score[0].flat.points.range: 'range' does not go together with "
     "the other keys here, leave one out"),
    ("{per_player: 2}", "{per_player: 0}",
     "16:33: types.baker.powers[0].gate[0].limit.per_player: expected a whole number from 1 to "
     "99, found 0"),
    (IF, "{points: 5, else: -5}",
     "18:17: types.baker.powers[1].score[0].if: expected one condition: have: most, have: least, "
     "exactly or at_least"),
    (IF, "{at_least: 3, exactly: 2, points: 5}",
     "18:17: types.baker.powers[1].score[0].if: expected one condition: have: most, have: least, "
     "exactly or at_least"),
    (IF, "{have: many, points: 5}",
     "18:24: types.baker.powers[1].score[0].if.have: 'many' is not known here, expected one of: "
     "most, least"),
    (IF, "{have: most, else: 5}",
     "18:13: types.baker.powers[1].score[0].if.points: the key 'points' is missing, expected a "
     "whole number, {choice: ...} or {range: ...}"),
    (IF, "{at_least: 3, points: 5, otherwise: -5}",
     "18:42: types.baker.powers[1].score[0].if.otherwise: unknown key 'otherwise', expected one "
     "of: have, exactly, at_least, points, else"),
    ("- retire", "- destroy: {where: bord}",
     "23:30: types.king.powers[0].on_take[0].destroy.where: 'bord' is not known here, did you "
     "mean 'board'?"),
    ("- retire", "- destroy: {optional: yes}",
     "23:33: types.king.powers[0].on_take[0].destroy.optional: expected true or false, found "
     "'yes'; write true"),
    ("- retire", "- gain: {who: me}",
     "23:25: types.king.powers[0].on_take[0].gain.who: 'me' is not known here, expected one of: "
     "you, leaders, last"),
    (POWER, "- repel:\n          - ignore: {until: 2, from: 3}",
     "23:21: types.king.powers[0].repel[0].ignore: expected until or from, not both"),
    (POWER, "- gate:\n          - needs_adjacent",
     "23:13: types.king.powers[0].gate[0]: expected its parameters, '- needs_adjacent: "
     "{crossed_out: ...}', found none"),
    # what is no YAML, or too much of it
    ("max: 20", "\tmax: 20",
     "10:5: a tab stands here, indent and separate with ordinary spaces only"),
    ("    max: 20", "     max: 20",
     "10:9: a ':' cannot stand here, put a text that contains ': ' in quotes, or line this key "
     "up with its neighbours"),
    ("    max: 20", "   max: 20",
     "10:4: this line is not lined up with the ones it belongs to, indent it exactly like its "
     "neighbours (the block begins at line 5, column 3)"),
    ("    max: 20", "    - max: 20",
     "10:5: 'key: value' lines and '- ' entries are mixed at one level, begin every line of the "
     "block from line 6, column 5 the same way"),
    ("max: 20", "max 20",
     "10:5: expected 'key: value', found no ': ' in this line"),
    (FLAT, "- flat: points: 3",
     "14:25: a ':' cannot stand here, put a text that contains ': ' in quotes, or line this key "
     "up with its neighbours"),
    ("name: {en: Bread Baker}", "name: {en: Bread: Baker}",
     "6:21: expected ',' or '}' inside the block that opens with '{' at line 6, column 11, found "
     "':'; close it with '}', or put a text that contains ': ' in quotes"),
    ("name: {en: Bread Baker}", "name: {en: Bread Baker",
     "7:11: expected ',' or '}' inside the block that opens with '{' at line 6, column 11, found "
     "':'; close it with '}', or put a text that contains ': ' in quotes"),
    (NAME, "name: {en: 'Mad King}",
     "20:16: the quote that opens here is never closed, add the closing quote"),
    (NAME, "name: {en: @King}",
     "20:16: a value cannot begin with '@', put the text in quotes"),
    (NAME, "name: !!str King",
     "20:11: types.king.name: the tag '!!str' is not known here, leave it out; put a text that "
     "begins with '!' in quotes"),
    (NAME, "name: *king",
     "20:11: types.king.name: *king stands for a value marked &king further up, found none; put "
     "a text that begins with '*' in quotes"),
    (NAME, "name: &king {en: *king}",
     "20:22: types.king.name.en: *king stands inside the value that it repeats"),
    (NAME, "name: {en: Mad King}\n---",
     "21:1: a second document begins here, put it in a file of its own"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def in_tmp_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def lines(text, *others, names=("mine",)):
    """What loading says, line by line, with mine.yaml, other1.yaml, ... in the folder."""
    Path("mine.yaml").write_text(text, encoding="utf-8")
    for number, other in enumerate(others, start=1):
        Path(f"other{number}.yaml").write_text(other, encoding="utf-8")
    with pytest.raises(BadDefinitions) as bad:
        load_definition(list(names), [Path(".")])
    return str(bad.value).splitlines()


def test_the_file_that_is_edited_is_good():
    Path("mine.yaml").write_text(GOOD)
    load_definition(["mine"], [Path(".")])


@pytest.mark.parametrize("old, new, line", EDITS, ids=[row[1] or "nothing" for row in EDITS])
def test_edits(old, new, line):
    assert GOOD.count(old) == 1
    assert lines(GOOD.replace(old, new)) == [f"mine.yaml:{line}"]


EXPLOSION = "\n".join(
    ["l0: &l0 [1, 2, 3, 4, 5, 6, 7, 8, 9]"]
    + [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 9)]
)
FILES = {
    "empty": ("", "1:1: the file is empty, expected 'key: value' lines"),
    "comment": ("# soon\n", "1:1: the file is empty, expected 'key: value' lines"),
    "list": ("- baker\n- king\n", "1:1: expected 'key: value' lines, found a list of 2"),
    "text": ("baker", "1:1: expected 'key: value' lines, found 'baker'"),
    "explosion": (
        EXPLOSION,
        "5:15: l4[1]: with this *l3 written out the file has more than 20,000 values",
    ),
    "huge": (
        "[" * 10_000_000,
        "1:1: this file is bigger than 1,000,000 bytes, expected a YAML file of a few pages",
    ),
}


@pytest.mark.parametrize("text, line", FILES.values(), ids=FILES)
def test_files(text, line):
    assert lines(text) == [f"mine.yaml:{line}"]


def test_deep_nesting():
    (line,) = lines("[" * 500_000)
    assert line.startswith("mine.yaml:1:42: [0][0][0]")
    assert line.endswith("[0]: nested deeper than 40 levels")


def test_not_utf8():
    Path("mine.yaml").write_bytes(GOOD.replace("Baker", "Boulangère").encode("latin-1"))
    with pytest.raises(BadDefinitions) as bad:
        load_definition(["mine"], [Path(".")])
    message = "this file is not UTF-8, save it again with the encoding UTF-8"
    assert str(bad.value) == f"mine.yaml:6:29: {message}"


def test_all_mistakes_at_once():
    text = GOOD.replace("min: 2", "min: two").replace("weight: 2", "wieght: 2")
    text = text.replace(FLAT, "- flatt: 3").replace("retire", "retired") + "extra: 1\n"
    other = GOOD.replace("points: 3", "points: many").replace("king:", "king: 3\n  queen:")
    assert lines(text, other, names=["mine", "other1", "zoo"]) == [
        "mine.yaml:9:10: types.baker.min: expected a whole number, found 'two'",
        "mine.yaml:12:9: types.baker.powers[0].wieght: unknown key 'wieght', did you mean "
        "'weight'?",
        "mine.yaml:14:13: types.baker.powers[0].score[0].flatt: unknown kind of power 'flatt', "
        "did you mean 'flat'?",
        "mine.yaml:23:13: types.king.powers[0].on_take[0]: unknown kind of power 'retired', did "
        "you mean 'retire'?",
        "mine.yaml:24:1: extra: unknown key 'extra', expected one of: game, title, rules, alone, "
        "types",
        "other1.yaml:14:28: types.baker.powers[0].score[0].flat.points: expected a whole number, "
        "{choice: [1, 2]} or {range: [1, 4]}, found 'many'",
        "other1.yaml:19:9: types.king: expected 'key: value' lines, found 3",
        "set 'zoo': there is no set of this name, expected one of: "
        "base, advanced, expert, mine, other1",
    ]


# Sets against each other, and the names that are asked for


OTHER = """\
game: magnetmen
title: {en: Other}
types:
  bread_baker:
    name: {en: Bread baker}
    art: doctor
    powers: [{on_take: [retire]}]
  king:
    name: {en: King of Other}
    powers: [{on_take: [retire]}]
"""
BOARDS = """\
game: magnetmen
sizes:
  tiny: {title: {en: Tiny}, columns: 3, rows: 3, slots: 6}
types: [2, 4]
players: [2, 3]
"""


def test_types_of_one_name_in_two_sets():
    Path("boards.yaml").write_text(BOARDS)
    assert lines(GOOD, OTHER, names=["mine", "other1"]) == [
        "other1.yaml:5:16: types.bread_baker.name.en: mine.yaml:5 has this name too, "
        "give one of them another",
        "other1.yaml:8:3: types.king: mine.yaml:19 has a type of this name too, "
        "give one of them another",
    ]


def test_too_few_types_in_two_sets():
    other = OTHER.replace("Bread baker", "Doctor").replace("king", "judge")
    assert lines(GOOD, other, names=["mine", "other1"]) == [
        "other1.yaml:3:1: types: a board has up to 7 types, mine and other1 have only 4; add types"
    ]


@pytest.mark.parametrize(
    "name, line",
    [
        ("expart", "set 'expart': there is no set of this name, did you mean 'expert'?"),
        (
            "zoo",
            "set 'zoo': there is no set of this name, expected one of: "
            "base, advanced, expert, mine",
        ),
        (
            "My Set",
            "set 'My Set': the name of a set must be of a-z, 0-9 and _, a letter first",
        ),
        (
            "../mine",
            "set '../mine': the name of a set must be of a-z, 0-9 and _, a letter first",
        ),
    ],
)
def test_names_of_sets(name, line):
    assert lines(GOOD, names=[name]) == [line]


@pytest.mark.parametrize(
    "old, new, line",
    [
        (
            "columns: 3",
            "colums: 3",
            "3:29: sizes.tiny.colums: unknown key 'colums', did you mean 'columns'?",
        ),
        ("columns: 3", "columns: 1", "3:38: sizes.tiny.columns: expected at least 2, found 1"),
        ("rows: 3", "rows: 300", "3:47: sizes.tiny.rows: expected at most 30, found 300"),
        ("slots: 6", "slots: six", "3:57: sizes.tiny.slots: expected a whole number, found 'six'"),
        ("players: [2, 3]", "players: [1]", "5:11: players[0]: expected at least 2, found 1"),
        ("players: [2, 3]", "players: 2-4", "5:10: players: expected a list, found '2-4'"),
        ("players: [2, 3]", "", "1:1: players: the key 'players' is missing, expected a list"),
        (
            "{title: {en: Tiny}, columns: 3, rows: 3, slots: 6}",
            "3x3",
            "3:9: sizes.tiny: expected 'key: value' lines, found '3x3'",
        ),
    ],
)
def test_boards(old, new, line):
    Path("boards.yaml").write_text(BOARDS.replace(old, new))
    assert lines(GOOD) == [f"boards.yaml:{line}"]


def test_pictures_of_the_markup():
    assert set(INLINE_ART) == PICTURES


WORDS = st.sampled_from(
    ["", "~", "x", "3", "-3", "2.5", "true", "[]", "{}", "[1, 2]", "{en: X}", "{choice: [1, x]}",
     "{range: [3, 1]}", "- x", "flat", "retire", "score:", "'", ": ", "*x", "&x ", "!x", "\n", "  "]
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(GOOD)), st.integers(0, 12), WORDS), max_size=4))
def test_any_slip_is_a_problem_or_none(tmp_path_factory, slips):
    text = GOOD
    for place, length, word in slips:
        text = text[:place] + word + text[place + length :]
    folder = tmp_path_factory.getbasetemp()
    (folder / "slip.yaml").write_text(text, encoding="utf-8")
    try:
        load_definition(["slip"], [folder])
    except BadDefinitions as bad:
        assert len(str(bad).splitlines()) == len(bad.problems) > 0
