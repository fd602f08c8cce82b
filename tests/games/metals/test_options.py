"""Texts follow the options: what is printed says nothing of what is not."""

import re
from dataclasses import replace

import pytest
from games.metals.sheet_pages import game, words
from short_run import cases
from support import settings

from generator.core.settings import BACKS, MARKS
from generator.games.metals import GAME
from generator.games.metals.definition import FORMS
from generator.languages import languages, load_language

OF_BACKS = {
    "de": r"Rückseite|beidseitig|[Ww]ende",
    "en": r"\bbacks\b|both sides|turn(ed)? (over|the Metal token|its token)",
    "fr": r"verso|retournez|[Rr]etourné ",
    "nl": r"[Aa]chterkanten|Achterkant van|dubbelzijdig|[Oo]mgekeerd|keer (de|zijn)",
}
OF_FACTIONS = {"de": "Fraktion", "en": "[Ff]action", "fr": "[Ff]action", "nl": "[Ff]actie"}
MAP_AND_CARD = {
    "de": ("Spielplan", "[Kk]arte"),
    "fr": ("plateau", r"\b[Cc]artes?\b"),
    "nl": ("speelbord", "[Kk]aart"),
}
SHAPES = {  # of blue, of red
    "de": ("runde Marker, durchgezogene Linien", "Marker mit Zähnen, gestrichelte Linien"),
    "en": ("round markers, plain lines", "markers with teeth, dashed lines"),
    "fr": ("marqueurs ronds, traits pleins", "marqueurs à dents, tirets"),
    "nl": ("ronde markers, doorgetrokken lijnen", "markers met tanden, stippellijnen"),
}


def texts(sheet: str, form: str, code: str, **looks) -> str:
    """The words of a sheet."""
    return words(GAME.pages(sheet, game(form=form), replace(settings(code=code), **looks)))


@pytest.mark.parametrize(
    ("backs", "marks", "form", "code"), cases(BACKS, MARKS, FORMS, languages(), together=2)
)
def test_cut_sheets_say_what_holds_for_them(backs, marks, form, code):
    say = load_language(code).say
    for sheet in GAME.piece_sheets:
        said = texts(sheet, form, code, backs=backs, marks=marks)
        if sheet == "cards":
            assert bool(re.search(OF_FACTIONS[code], said)) == (form == "factions")
        if backs == "none":
            assert not re.search(OF_BACKS[code], said)
        if marks == "lines":
            note = re.sub(r"\s+", " ", say("sheet.making.cut.line_markers").replace("**", ""))
            assert (note in said) == (sheet == "tokens")


@pytest.mark.parametrize(("form", "backs", "code"), cases(FORMS, BACKS, languages(), together=1))
def test_rules_cards_and_box_say_what_holds_for_them(form, backs, code):
    target = game().definition.figures.target
    other = target.basic if form == "factions" else target.factions
    for sheet in ("rules", "cards", "box"):
        said = texts(sheet, form, code, backs=backs)
        assert f" {game(form=form).target} " in said
        assert f" {other} " not in said
        assert sheet == "box" or form == "factions" or not re.search(OF_FACTIONS[code], said)
        if sheet == "rules":
            assert bool(re.search(OF_BACKS[code], said)) == (backs != "none")


@pytest.mark.parametrize("code", MAP_AND_CARD)
def test_a_map_is_never_called_a_card(code):
    a_map, a_card = MAP_AND_CARD[code]
    said = texts("rules", "factions", code)
    assert a_map in said
    for sheet in ("rules", "map", "tokens"):
        assert not re.search(a_card, texts(sheet, "factions", code)), sheet
    page = load_language(code).section("metals")["page"]
    of_maps = (page["about"], page["sheets"]["map"], *page["sets"].values())
    assert not any(re.search(a_card, text) for text in of_maps)


@pytest.mark.parametrize("ink", ["grey", "low"])
@pytest.mark.parametrize("code", languages())
def test_the_rules_tell_the_players_apart_in_words(code, ink):
    said = texts("rules", "basic", code, ink=ink)
    assert all(shapes in said for shapes in SHAPES[code])
