"""Warnings about odds. tests/mistakes/warnings has what is said of them."""

from authoring.own_sets import loaded

from generator.games.magnetmen.authoring import odds_warnings as warnings


def test_a_set_in_order_is_not_odd(tmp_path):
    assert not list(warnings(loaded(tmp_path)))
