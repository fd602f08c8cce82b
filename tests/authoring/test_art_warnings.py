"""Warnings about pictures. tests/mistakes/warnings has what is said of them."""

from generator.authoring.art_warnings import art_warnings
from generator.games import game


def test_shipped_pictures_of_other_games_are_told_apart():
    for name, set_name in (("metals", "classic"), ("discs", "classic"), ("quads", "classic")):
        assert not list(art_warnings(name, game(name).load((set_name,), ())))
