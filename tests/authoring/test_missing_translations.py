"""Warnings about missing translations; tests/mistakes/warnings has what is said of them."""

from generator.authoring.validate import missing_translations
from generator.games import game


def test_proper_names_need_no_translation():
    assert not list(missing_translations(game("metals"), game("metals").load(("classic",), ())))
