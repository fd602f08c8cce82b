"""Warnings about pictures: two that are alike, and portraits that are too dark to write on."""

import re

import pytest
from authoring.own_sets import loaded, messages_of
from authoring.sets import edited
from PIL import Image

from generator.authoring.art_warnings import art_warnings
from generator.games import game

pytestmark = pytest.mark.usefixtures("four_languages")


def test_two_types_with_one_picture(tmp_path):
    text = edited(("art: baker", "art: painter"))
    diagnostics = list(art_warnings("magnetmen", loaded(tmp_path, text)))
    assert messages_of(diagnostics) == [
        "types.beekeeper.art: gardener has the same symbol",
        "types.beekeeper.art: gardener has the same portrait",
    ]
    assert (diagnostics[0].line, diagnostics[0].column) == (19, 10)


def test_two_symbols_that_are_almost_the_same(tmp_path):
    """An own symbol that is a shipped one with a dot, for a portrait that is another."""
    from generator.core.resources import find_art

    for name, dot in (("magnetmen/symbols/mole", '<circle cx="50" cy="50" r="3" fill='
                       '"currentColor"/>'), ("magnetmen/mole", "")):  # fmt: skip
        other = "magnetmen/symbols/pilot" if dot else "magnetmen/police"
        file = tmp_path / "assets" / f"{name}.svg"
        file.parent.mkdir(parents=True, exist_ok=True)
        drawing = find_art(other).read_text(encoding="utf-8")
        file.write_text(drawing.replace("</svg>", f"{dot}</svg>"), encoding="utf-8")
    text = edited(("art: singer", "art: mole"))
    (message,) = messages_of(art_warnings("magnetmen", loaded(tmp_path, text)))
    assert message.startswith(
        "types.toad.art: its symbol is too much like that of owl in grey at 6"
    )
    assert message.endswith("expected 16 or more")


def test_a_portrait_that_is_too_dark_to_write_on(tmp_path):
    """Nobody could see that it is crossed out. Its symbol, on which nobody writes, is as dark."""
    for name in ("magnetmen/night", "magnetmen/symbols/night"):
        file = tmp_path / "assets" / f"{name}.png"
        file.parent.mkdir(parents=True, exist_ok=True)
        picture = Image.new("RGB", (300, 300), "#2a3f8f")
        picture.paste("#ffffff", (60, 60, 180, 180))
        picture.save(file)
    text = edited(("art: singer", "art: night"))
    (message,) = messages_of(art_warnings("magnetmen", loaded(tmp_path, text)))
    assert re.fullmatch(
        r"types\.toad\.art: dark areas, on which a pen is hardly seen, cover 8\d% of its portrait "
        r"in grey, expected 8% or less",
        message,
    )


def test_shipped_pictures_of_other_games_are_told_apart():
    for name, set_name in (("metals", "classic"), ("discs", "classic"), ("quads", "classic")):
        assert not list(art_warnings(name, game(name).load((set_name,), ())))
