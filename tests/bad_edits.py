"""Mistakes in a good set file, and the line that each prints: data for test_bad_sets.py.

A row is a piece of GOOD, what replaces it, and the exact line that follows, without the
"mine.yaml:" at its beginning. A message says what is wrong, what was expected and, where one can
know, what to do; whoever changes one should read it with the eyes of somebody who designs games,
not programs.
"""

from support import LANGUAGE_CODES

from generator.games.magnetmen.powers import PARTS

SCORES = ", ".join(kind.name for kind in PARTS["score"])
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
     "3:1: author: unknown key 'author', expected one of: game, title, rules, alone, "
     "estimated_odds, types"),
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
     f"2:9: title.EN: expected a language that can be printed ({LANGUAGE_CODES}), found 'EN'; "
     "write en"),
    (TITLE, "title: {english: Mine}",
     f"2:9: title.english: expected a language that can be printed ({LANGUAGE_CODES}), found "
     "'english'; write en"),
    (TITLE, "title: {xx: Mine}",
     f"2:9: title.xx: expected a language that can be printed ({LANGUAGE_CODES}), found 'xx'"),
    (TITLE, "title: {en:Mine}",
     f"2:9: title.'en:Mine': expected a language that can be printed ({LANGUAGE_CODES}), found "
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
    (POWER, "- text: {en: 'Worth 3 [Points]'}",
     "22:20: types.king.powers[0].text.en: there is no picture [Points], did you mean 'points'?"),
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
    ("min: 2\n    max: 20", "min: 122",
     "9:10: types.baker.min: expected at most 121, the squares of the largest board, huge"),
    ("min: 2\n    max: 20", "min: 121",
     "3:16: alone.types: no board can be printed: any 2 types need 122 squares, the huge board "
     "has 121; lower a min, or "
     "have fewer types on a board"),
    ("max: 20", "max: 1000",
     "10:10: types.baker.max: expected at most 900, found 1000"),
    ("max: 20", "max: 0",
     "10:10: types.baker.max: expected at least 1, found 0"),
    (NAME, "name: {en: Mad King}\n    max: 1",
     "3:16: alone.types: no board can be printed: any 2 types fill at most 21 squares, the "
     "small board has 36; raise a max, or have more types on a board"),
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
     f"of: {SCORES}"),
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
    (FLAT, "- flat: {points: {range: [1, 4000]}}",
     "14:28: types.baker.powers[0].score[0].flat.points: expected a whole number from -999 to "
     "999, found 4000"),
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
    ("- retire", "- destroy: 2",
     "23:22: types.king.powers[0].on_take[0].destroy: expected {count: ...}, found 2; write "
     "{count: 2}"),
    (POWER, "- repel:\n          - ignore: crossed_out",
     "23:21: types.king.powers[0].repel[0].ignore: expected {icons: ...}, found 'crossed_out'"),
    ("- retire", "- gain: {who: me}",
     "23:25: types.king.powers[0].on_take[0].gain.who: 'me' is not known here, expected one of: "
     "you, leaders, last"),
    (POWER, "- repel:\n          - ignore: {until: 2, from: 3}",
     "23:21: types.king.powers[0].repel[0].ignore: expected until or from, not both"),
    ("- limit: {per_player: 2}", "- limit: {per_player: 2}\n          - limit: {per_player: 3}",
     "17:13: types.baker.powers[0].gate[1]: limit is given twice in this power, keep one"),
    ("- retire", "- retire\n          - retire",
     "24:13: types.king.powers[0].on_take[1]: retire is given twice in this power, keep one"),
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
    (FLAT, "- flat: {points: 3}}",
     "14:30: a '}' is one too many here, delete it"),
    ("{per_player: 2}", "{per_player: 2},",
     "16:35: a ',' is one too many here, delete it"),
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
