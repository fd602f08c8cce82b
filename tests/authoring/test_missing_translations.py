"""Warnings about texts that lack a translation."""

import re

import pytest
from authoring.own_sets import loaded, messages_of
from authoring.sets import GARDEN, edited, write
from support import LANGUAGE_CODES

from generator.authoring.missing_translations import missing_translations
from generator.authoring.validate import validate
from generator.games import game

pytestmark = pytest.mark.usefixtures("four_languages")


def test_a_missing_translation(tmp_path):
    text = edited(("{en: Owl, fr: Chouette, nl: Uil", "{en: Owl"), (" nl: Tuin,", ""))
    diagnostics = list(missing_translations("magnetmen", loaded(tmp_path, text)))
    assert [diagnostic.line for diagnostic in diagnostics] == [24, 2]
    assert messages_of(diagnostics) == [
        "types.owl.name: no text in fr, 'Owl' is printed there",
        "title: no text in nl, 'Garden' is printed there; 1 other text lacks it, too: 'Owl'",
    ]


def test_missing_translations_take_one_line_a_language(tmp_path):
    text = re.sub(r", fr: [^,}]+", "", GARDEN)
    (message,) = messages_of(missing_translations("magnetmen", loaded(tmp_path, text)))
    assert message == (
        "title: no text in fr, 'Garden' is printed there; 4 other texts lack it, too: 'Gardener', "
        "'Beekeeper', 'Owl', ..."
    )


def test_translations_that_one_text_lacks_are_all_reported(tmp_path):
    text = edited(("{en: Owl, fr: Chouette, nl: Uil", "{en: Owl"))
    messages = messages_of(validate([write(tmp_path, own=text)], ()))
    assert [line[:35] for line in messages] == [
        f"types.owl.name: no text in {code}, 'Owl'"[:35] for code in ("fr", "nl")
    ]


def test_an_unknown_language_is_one_mistake(tmp_path):
    """The other texts do not lack it."""
    text = edited(("{en: Owl,", "{xx: Búho, en: Owl,"), ("{en: Toad,", "{xx: Sapo, en: Toad,"))
    (diagnostic,) = validate([write(tmp_path, own=text)], ())
    assert (diagnostic.severity, diagnostic.line, diagnostic.key) == (
        "error",
        24,
        "types.owl.name.xx",
    )
    assert diagnostic.message == (
        f"expected a language that can be printed ({LANGUAGE_CODES}), found 'xx'; 2 texts here "
        "are in it"
    )


def test_a_set_in_one_language_is_reported_once(tmp_path):
    text = re.sub(r", fr: [^}]+", "", GARDEN)
    (message,) = messages_of(missing_translations("magnetmen", loaded(tmp_path, text)))
    assert message.startswith("title: all texts here are in en only, which is printed in ")


def test_proper_names_need_no_translation():
    assert not list(missing_translations("metals", game("metals").load(("classic",), ())))
