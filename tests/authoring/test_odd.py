"""What is odd in sets: odds, translations, pictures, texts that are small or do not fit."""

import re

import pypdfium2
import pytest
from authoring.sets import GARDEN, edited, write
from PIL import Image
from support import LANGUAGE_CODES
from typer.testing import CliRunner

from generator.authoring import text_fit
from generator.authoring.art_warnings import art_warnings
from generator.authoring.constant_numbers import constant_numbers
from generator.authoring.missing_translations import missing_translations
from generator.authoring.text_fit import check_text_fit
from generator.authoring.validate import validate
from generator.cli.app import app
from generator.core.paper import PAPERS
from generator.core.resources import sets_dir
from generator.games import game
from generator.games.magnetmen.authoring import conditions
from generator.games.magnetmen.authoring.odds import _missed_sum, warnings

pytestmark = pytest.mark.usefixtures("four_languages")


def loaded(folder, text=GARDEN, name="magnetmen"):
    return game(name).load(("own",), (write(folder, own=text),))


def told(found) -> list[str]:
    """Key and message of each problem."""
    return [f"{each.key}: {each.message}" for each in found]


REGULAR = """game: magnetmen
sizes: {regular: {title: {en: All}, columns: 8, rows: 8, slots: 9}}
types: [3, 4]
players: [2]
"""


def powers(*weights) -> str:
    entries = "".join(
        f"      - weight: {weight}\n        score:\n          - flat: {{points: {number}}}\n"
        for number, weight in enumerate(weights, 1)
    )
    return re.sub(r"    powers:\n.*?(?=  beekeeper)", f"    powers:\n{entries}", GARDEN, flags=re.S)


# Conditions and numbers ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("power", "found"),
    [
        ("score: [{if: {at_least: 21, points: 1}}]",
         "score[0].if.at_least: never holds: no board has more than 20 slots"),
        ("score: [{if: {exactly: {range: [19, 22]}, points: 1}}]",
         "score[0].if.exactly: where it comes out as 21 to 22, it never holds: no board has more "
         "than 20 slots"),
        ("score: [{if: {at_least: 1, points: 1}}]",
         "score[0].if.at_least: always holds: who scores for an icon has one"),
        ("score: [{if: {have: most, points: 2, else: 2}}]",
         "score[0].if: the points are the same whether the condition holds or not"),
        ("gate: [{limit: {per_player: 20}}]",
         "gate[0].limit.per_player: limits nobody: no board has more than 20 slots"),
        ("gate: [{needs_adjacent: {crossed_out: some}}, {needs_adjacent: {crossed_out: none}}]",
         "gate: nobody can ever take it: some and none of the adjacent squares"),
        ("gate: [{neighbour_can_take: {side: left}}, {neighbour_can_take: {side: left}}]",
         "gate[1]: this is said twice in this power"),
        ("repel: [{ignore: {until: 20}}]",
         "repel[0].ignore.until: always holds: no board has more than 20 slots"),
        ("repel: [{ignore: {from: {choice: [1, 20]}}}]",
         "repel[0].ignore.from: where it comes out as 20, it never holds: no board has more than "
         "20 slots"),
        ("score: [{if: {at_least: 20, points: 1}}]", None),
        ("gate: [{limit: {per_player: 19}}]", None),
        ("score: [{flat: {points: 1}}, {flat: {points: 1}}]", None),
        ("repel: [{ignore: {until: 1}}]", None),
    ],
)  # fmt: skip
def test_a_condition_that_always_or_never_holds(tmp_path, power, found):
    text = edited(("score:\n          - same_as: {type: lowest}", power))
    expected = [f"types.toad.powers[0].{found}"] if found else []
    assert told(conditions.warnings(loaded(tmp_path, text))) == expected


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("{range: [1, 4], step: 9}", "this is always 1: a step of 9 leads past 4"),
        ("{range: [1, 4], step: 2}", "this is never 4: in steps of 2 from 1 it ends at 3"),
        ("{choice: [2, 2]}", "this is always 2"),
        ("{range: [1, 4], step: 3}", None),
        ("{range: [1, 4]}", None),
        ("{choice: [2, 2, 3]}", None),
    ],
)
def test_a_number_that_leaves_the_roll_no_choice(tmp_path, number, words):
    definition = loaded(tmp_path, edited(("points: 2", f"points: {number}")))
    place = "types.gardener.powers[0].score[0].flat.points"
    assert told(constant_numbers("magnetmen", definition)) == (
        [f"{place}: {words}"] if words else []
    )


def test_conditions_and_numbers_are_among_what_validate_tells(tmp_path):
    power = "gate: [{limit: {per_player: {choice: [30, 30]}}}]"
    text = edited(("score:\n          - same_as: {type: lowest}", power))
    found = {each.code for each in validate([write(tmp_path, own=text)], ())}
    assert found == {"condition", "number"}


# Odds ---------------------------------------------------------------------------------------


def test_a_set_in_order_is_not_odd(tmp_path):
    assert not list(warnings(loaded(tmp_path)))


def test_a_power_that_is_switched_off_or_hardly_ever_picked(tmp_path):
    assert told(warnings(loaded(tmp_path, powers(1000, 0, 3)))) == [
        "types.gardener.powers[1].weight: no roll picks this power, its weight is 0",
        "types.gardener.powers[2].weight: picked for only 0.3% of the boards that have the type",
    ]


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        (
            [("types: [3, 4]", "types: [2, 3]\n  always: [gardener, beekeeper, owl]"),
             ("[2, 3]", "[3, 3]")],
            "types.toad: never on a board: 3 types are always on it, and no more fit",
        ),
        (
            [("  toad:\n", "  toad:\n    min: 34\n"), ("types: [3, 4]", "types: [3, 3]"),
             *((f"  {name}:\n", f"  {name}:\n    min: 2\n")
               for name in ("gardener", "beekeeper", "owl"))],
            "types.toad: never on a small board: its min and max leave no way to fill one",
        ),
        (
            [("  toad:\n", "  toad:\n    frequency: 0.001\n"), ("types: [3, 4]", "types: [4, 4]")],
            "types.toad: on 1.0 squares in the mean of the boards that have it; raise its "
            "frequency, or set a min",
        ),
    ],
)  # fmt: skip
def test_a_type_that_is_never_or_hardly_seen(tmp_path, edits, message):
    assert told(warnings(loaded(tmp_path, edited(*edits)))) == [message]


@pytest.mark.parametrize(
    ("edits", "place"),
    [
        ([("types: [3, 4]", "types: [2, 3]")], "alone.types"),
        ([("alone:\n  types: [3, 4]\n", "")], "types"),
    ],
)
def test_a_number_of_types_that_leaves_no_way_to_fill_a_board(tmp_path, edits, place):
    names = ("gardener", "beekeeper", "owl", "toad")
    edits = [*edits, *((f"  {name}:\n", f"  {name}:\n    max: 30\n") for name in names)]
    boards = """game: magnetmen
sizes: {regular: {title: {en: All}, columns: 8, rows: 8, slots: 9}}
types: [2, 3]
players: [2]
"""
    write(tmp_path, boards=boards)
    assert told(warnings(loaded(tmp_path, edited(*edits)))) == [
        f"{place}: no regular board can be filled with 2 types: there are always 3"
    ]


def test_a_size_that_has_no_room_for_the_types_of_a_shipped_set(tmp_path):
    boards = """game: magnetmen
sizes: {tiny: {title: {en: All}, columns: 3, rows: 3, slots: 9}}
types: [5, 6]
players: [2]
"""
    definition = game("magnetmen").load(("base",), (write(tmp_path, boards=boards),))
    words = "no tiny board can be filled with 6 types: there are always 5"
    assert f"sizes.tiny: {words}" in told(warnings(definition))


def test_a_rare_type(tmp_path):
    """The toad, on one square at most, needs the owl: the moles leave squares over."""
    mole = "\n    max: 25\n    art: baker\n    powers: [{score: [{flat: {points: 1}}]}]\n"
    moles = "".join(
        f"  mole{number}:\n    name: {{en: Mole {number}, fr: Taupe {number}}}{mole}"
        for number in range(15)
    )
    text = edited(("types: [3, 4]", "types: [3, 3]"), ("  toad:\n", "  toad:\n    max: 1\n"))
    garden, owl = text.index("  gardener:"), text.index("  owl:")
    write(tmp_path, boards=REGULAR)
    loaded_set = loaded(tmp_path, text[:garden] + text[owl:] + moles)
    (found,) = told(each for each in warnings(loaded_set) if each.code == "rare")
    assert re.fullmatch(
        r"types.toad: on only [234]\.\d% of the boards, the others on 18% in the mean", found
    )


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        (
            [("  toad:\n", "  toad:\n    max: 5\n")],
            "types.toad.max: nearly always on 5 squares, its max, whatever the size of the board: "
            "its frequency has no effect",
        ),
        (
            [("  toad:\n", "  toad:\n    max: 14\n"), ("types: [3, 4]", "types: [4, 4]")],
            "types.toad.max: nearly always on 14 squares, its max, on regular, big and huge "
            "boards: its frequency has no effect",
        ),
        (
            [("  toad:\n", "  toad:\n    frequency: 5\n")],
            "types.toad: nearly always has the largest share, 40%, whatever the size of the board; "
            "lower its frequency, or set a max",
        ),
        ([("  toad:\n", "  toad:\n    min: 5\n    max: 5\n")], None),
    ],
)
def test_a_type_that_always_has_as_many_squares_as_it_may(tmp_path, edits, message):
    expected = [message] if message else []
    assert told(warnings(loaded(tmp_path, edited(*edits)))) == expected


def test_a_largest_share_that_no_choice_of_types_keeps_to(tmp_path):
    write(tmp_path, boards=f"{REGULAR}largest_share: 0.3\n")
    found = [each for each in warnings(loaded(tmp_path)) if "no choice" in each.message]
    assert told(found) == [
        "alone.types: no choice of 3 types keeps to the largest share, 30%, on a regular board; "
        "raise a max, or have more types on a board"
    ]


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ((60, 35), "look like percentages but add up to 95"),
        ((0.5, 0.3, 0.25), "look like shares of 1 but add up to 1.05"),
        ((60, 40), ""),
        ((33, 33, 33), ""),
        ((0.333, 0.333, 0.333), ""),
        ((2, 1), ""),
        ((0.5, 0.25), ""),
        ((60, None), ""),
        ((60, 0, 35), ""),
        ((100, 1), ""),
        ((95,), ""),
    ],
)
def test_odds_that_look_like_shares_of_a_whole(written, message):
    assert _missed_sum(written).startswith(message)
    assert bool(_missed_sum(written)) == bool(message)


def test_sums_are_told_at_the_list(tmp_path):
    found = list(warnings(loaded(tmp_path, powers(60, 35))))
    assert [(each.line, each.column, each.key, each.code) for each in found] == [
        (10, 5, "types.gardener.powers", "sum")
    ]


# Translations -------------------------------------------------------------------------------


def test_a_missing_translation(tmp_path):
    text = edited(("{en: Owl, fr: Chouette, nl: Uil", "{en: Owl"), (" nl: Tuin,", ""))
    found = list(missing_translations("magnetmen", loaded(tmp_path, text)))
    assert [each.line for each in found] == [24, 2]
    assert told(found) == [
        "types.owl.name: no text in fr, 'Owl' is printed there",
        "title: no text in nl, 'Garden' is printed there; 1 other text lacks it, too: 'Owl'",
    ]


def test_missing_translations_are_one_line_a_language(tmp_path):
    text = re.sub(r", fr: [^,}]+", "", GARDEN)
    (found,) = told(missing_translations("magnetmen", loaded(tmp_path, text)))
    assert found == (
        "title: no text in fr, 'Garden' is printed there; 4 other texts lack it, too: 'Gardener', "
        "'Beekeeper', 'Owl', ..."
    )


def test_translations_that_one_text_lacks_are_all_told(tmp_path):
    text = edited(("{en: Owl, fr: Chouette, nl: Uil", "{en: Owl"))
    found = told(validate([write(tmp_path, own=text)], ()))
    assert [line[:35] for line in found] == [
        f"types.owl.name: no text in {code}, 'Owl'"[:35] for code in ("fr", "nl")
    ]


def test_an_unknown_language_is_one_mistake(tmp_path):
    """The other texts do not lack it."""
    text = edited(("{en: Owl,", "{xx: Búho, en: Owl,"), ("{en: Toad,", "{xx: Sapo, en: Toad,"))
    (found,) = validate([write(tmp_path, own=text)], ())
    assert (found.severity, found.line, found.key) == ("error", 24, "types.owl.name.xx")
    assert found.message == (
        f"expected a language that can be printed ({LANGUAGE_CODES}), found 'xx'; 2 texts here "
        "are in it"
    )


def test_a_set_in_one_language_is_told_so_once(tmp_path):
    text = re.sub(r", fr: [^}]+", "", GARDEN)
    (found,) = told(missing_translations("magnetmen", loaded(tmp_path, text)))
    assert found.startswith("title: all texts here are in en only, which is printed in ")


def test_proper_names_need_no_translation():
    assert not list(missing_translations("metals", game("metals").load(("classic",), ())))


# Pictures -----------------------------------------------------------------------------------


def test_two_types_with_one_picture(tmp_path):
    text = edited(("art: baker", "art: painter"))
    found = list(art_warnings("magnetmen", loaded(tmp_path, text)))
    assert told(found) == [
        "types.beekeeper.art: gardener has the same symbol",
        "types.beekeeper.art: gardener has the same portrait",
    ]
    assert (found[0].line, found[0].column) == (19, 10)


def test_two_symbols_that_are_almost_the_same(tmp_path):
    """An own symbol that is a shipped one with a dot, for a portrait that is another."""
    from generator.core.resources import find_art

    for name, dot in (("magnetmen/symbols/mole", '<circle cx="50" cy="50" r="3" fill='
                       '"currentColor"/>'), ("magnetmen/mole", "")):  # fmt: skip
        other = "magnetmen/symbols/pilot" if dot else "magnetmen/police"
        file = tmp_path / "assets" / f"{name}.svg"
        file.parent.mkdir(parents=True, exist_ok=True)
        shipped = find_art(other).read_text(encoding="utf-8")
        file.write_text(shipped.replace("</svg>", f"{dot}</svg>"), encoding="utf-8")
    text = edited(("art: singer", "art: mole"))
    (found,) = told(art_warnings("magnetmen", loaded(tmp_path, text)))
    assert found.startswith("types.toad.art: its symbol is too much like that of owl in grey at 6")
    assert found.endswith("expected 16 or more")


def test_a_portrait_that_is_too_dark_to_write_on(tmp_path):
    """Crossing it out would not be seen. Its symbol, which nobody writes on, is as dark."""
    for name in ("magnetmen/night", "magnetmen/symbols/night"):
        file = tmp_path / "assets" / f"{name}.png"
        file.parent.mkdir(parents=True, exist_ok=True)
        picture = Image.new("RGB", (300, 300), "#2a3f8f")
        picture.paste("#ffffff", (60, 60, 180, 180))
        picture.save(file)
    text = edited(("art: singer", "art: night"))
    (found,) = told(art_warnings("magnetmen", loaded(tmp_path, text)))
    assert re.fullmatch(
        r"types\.toad\.art: dark areas, on which a pen is hardly seen, cover 8\d% of its portrait "
        r"in grey, expected 8% or less", found
    )  # fmt: skip


def test_shipped_pictures_of_other_games_are_told_apart():
    for name, chosen in (("metals", "classic"), ("discs", "classic"), ("quads", "classic")):
        assert not list(art_warnings(name, game(name).load((chosen,), ())))


# Texts --------------------------------------------------------------------------------------

WORDY = "A power in words, for as long as nobody stops it, and nobody does. "


def wordy(times: int) -> str:
    power = f'      - text: {{en: "{WORDY * times}", fr: Court., nl: Kort., de: Kurz.}}\n'
    return re.sub(r"(?<=powers:\n)      - score:\n          - same_as.*\n", power, GARDEN)


def test_a_text_that_does_not_fit_is_told_at_its_place(tmp_path):
    found, small = check_text_fit("magnetmen", loaded(tmp_path, wordy(34))).problems
    assert "inventories" in small.message  # which have a legend, for three players
    assert found.severity == "error"
    assert (found.line, found.key) == (33, "types.toad.powers[0]")
    assert found.message == (
        "too high: a legend of toad, gardener, beekeeper, owl, by up to 29.2 mm: boards in en on "
        "a4, letter, a3, a4-letter-safe; shorten this text, shorten the name, or have fewer "
        "'alone.types'"
    )


def test_what_does_not_fit_in_a_language_without_texts_is_a_warning(tmp_path):
    english = re.sub(r", (fr|nl|de): [^,}]+", "", wordy(34))
    found = list(check_text_fit("magnetmen", loaded(tmp_path, english)).problems)
    severities = {re.search(r"boards in (\w\w(?:, \w\w)*)", each.message)[1]: each.severity
                  for each in found if each.code == "text-too-long"}  # fmt: skip
    assert severities == {"en": "error", "de, fr, nl": "warning"}


def test_a_set_in_order_is_laid_out_only_where_it_is_tightest(tmp_path, monkeypatch):
    """So that looking at one file takes less than a second."""
    laid_out, original = [], text_fit._laid_out

    def counted(*given, **more):
        laid_out.append(given)
        return original(*given, **more)

    monkeypatch.setattr(text_fit, "_laid_out", counted)
    monkeypatch.setattr(
        "generator.pdf.art_similarity.appearances", lambda *given: pytest.fail("shipped art")
    )
    folder = write(tmp_path, own=GARDEN)
    assert not list(validate([folder], ()))
    assert len(laid_out) <= 64
    laid_out.clear()
    write(folder, own=wordy(24))
    assert list(validate([folder], ()))
    assert len(laid_out) > 192


def test_what_fits_the_tightest_paper_fits_all():
    tight = PAPERS[text_fit._TIGHT_PAPERS[0]].area
    for paper in PAPERS.values():
        assert tight.w <= paper.area.w and tight.h <= paper.area.h


def test_a_small_text_is_told_with_sheet_paper_and_language(tmp_path):
    (found,) = check_text_fit("magnetmen", loaded(tmp_path, wordy(24))).problems
    assert (found.severity, found.code) == ("warning", "small-text")
    assert found.key == "types.toad.powers[0]"
    assert re.fullmatch(
        r"printed in 8(\.\d+)? points, under 9: boards in en on .*letter.*; shorten it",
        found.message,
    )


def test_what_fits_in_some_cases_only_names_them(tmp_path):
    """The title stands in the sidebar with the size of the board and the players."""
    title = "A garden of a length that is just about too long for one line"
    text = edited(("{en: Garden, fr: Jardin, ", f'{{en: "{title}", fr: Jardin, '))
    (found,) = [each for each in check_text_fit("magnetmen", loaded(tmp_path, text)).problems
                if each.code == "small-text"]  # fmt: skip
    assert found.key == "title"


def test_a_name_of_another_game(tmp_path):
    text = (game("discs").catalogue.find("classic", ())).read_text(encoding="utf-8")
    long = "a puzzlepiecewhosenamegoesonandonandonwithoutanyspaceinit"
    text = text.replace("{en: puzzle piece,", f"{{en: {long},")
    found = list(check_text_fit("discs", loaded(tmp_path, text, "discs")).problems)
    assert {(each.key, each.severity) for each in found} == {("shapes.puzzle.name", "error")}


def test_a_word_that_is_too_wide_is_told_and_not_the_longest_text(tmp_path):
    wide = "      - text: {en: " + "W" * 35 + "}\n"
    text = re.sub(r"(?<=powers:\n)      - score:\n          - for_each.*\n", wide, GARDEN)
    text = text.replace("types: [3, 4]", "types: [4, 4]")
    boards = [each for each in check_text_fit("magnetmen", loaded(tmp_path, text)).problems
              if "boards" in each.message]  # fmt: skip
    assert {(each.key, each.severity) for each in boards} == {("types.owl.powers[0]", "error")}


def test_what_does_not_fit_is_told_of_the_own_file(tmp_path):
    catalogue = game("magnetmen").catalogue
    text = catalogue.find("boards").read_text(encoding="utf-8").replace("slots: 14", "slots: 60")
    definition = game("magnetmen").load(("base",), (write(tmp_path, boards=text),))
    found = [
        each
        for each in check_text_fit("magnetmen", definition).problems
        if each.code == "does-not-fit"
    ]
    assert {each.file for each in found} == {f"{tmp_path}/boards.yaml"}
    assert found[0].message.startswith("60 slots on a4 are 2.5 mm each, expected 4 mm or more")


def test_cards_too_small_for_the_rules_are_told_at_their_size(tmp_path):
    text = (sets_dir() / "quads" / "classic.yaml").read_text(encoding="utf-8")
    text = re.sub("card: .*", "card: {width: 100, height: 80}", text)
    found = {
        (each.key, each.code)
        for each in check_text_fit("quads", loaded(tmp_path, text, "quads")).problems
    }
    assert ("card", "does-not-fit") in found
    command = ["quads", "--set", "own", "--sets-dir", str(tmp_path), "--output", str(tmp_path)]
    message = CliRunner().invoke(app, command).stderr
    assert "own.yaml:17:7: card: too much text for a card of 100 x 80 mm: " in message


def test_a_build_names_the_place_too(tmp_path):
    write(tmp_path, own=wordy(34))
    words = ["boards", "--no-playtest", "--set", "own", "--sets-dir", str(tmp_path)]
    words += ["--seed", "b", "--output", str(tmp_path / "x.pdf")]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{tmp_path}/own.yaml:33:9: types.toad.powers[0]: the legend")
    assert re.search(r"is \d+\.\d mm too high at 8 pt; its rows in mm: toad 1\d\d, ", result.stderr)
    assert result.stderr.endswith(
        "; shorten this text, shorten the name, or have fewer 'alone.types'\n"
    )
    assert not (tmp_path / "x.pdf").exists()


def test_of_several_boards_those_that_do_not_fit_are_skipped(tmp_path):
    """As in a batch: the others are printed, and the command ends with 1."""
    write(tmp_path, own=wordy(34))
    words = ["--no-playtest", "--set", "own", "--sets-dir", str(tmp_path), "--seed", "c"]
    several = ["--count", "8", "--output", str(tmp_path / "x.pdf")]
    result = CliRunner().invoke(app, ["boards", *words, *several])
    *printed, path = result.stdout.split()
    skipped = [line for line in result.stderr.split("\n") if line.startswith("skipped: ")]
    assert result.exit_code == 1
    assert len(printed) + len(skipped) == 8 and printed and skipped
    assert result.stderr.endswith(f"{len(printed)} printed, {len(skipped)} skipped\n")
    assert all(
        re.match(rf"skipped: {tmp_path}/own.yaml:33:9: types.toad.powers\[0\]: the legend of "
                 r"magnetmen\.regular\.own\.4\.c-\d+\.", line) for line in skipped
    )  # fmt: skip
    reader = pypdfium2.PdfDocument(path)
    assert len(reader) == len(printed)
    batch = ["batch", *words, "--count", "8", "--output", str(tmp_path / "y.pdf")]
    rows = CliRunner().invoke(app, batch)
    assert rows.exit_code == 1
    assert f"{len(printed)} printed, {len(skipped)} failed" in rows.stderr
    assert str(skipped[0]).removeprefix("skipped: ") in rows.stderr


def test_several_boards_of_which_none_fits(tmp_path):
    write(tmp_path, own=wordy(34).replace("types: [3, 4]", "types: [4, 4]"))
    words = ["boards", "--no-playtest", "--set", "own", "--sets-dir", str(tmp_path), "--seed", "c"]
    words += ["--count", "3", "--output", str(tmp_path / "x.pdf")]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 1
    assert result.stderr.count("own.yaml:33:9") == 1
    assert not (tmp_path / "x.pdf").exists()
