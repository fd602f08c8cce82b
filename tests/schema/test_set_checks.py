"""Checks that all games share: names, the characters of texts, the art of a set."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from generator import games
from generator.core.resources import assets_dir, sets_dir
from generator.core.yaml_source import read_source
from generator.schema.set_checks import (
    SetText,
    art_problems,
    drawing_names,
    duplicate_names,
    find_art_file,
    missing_art,
    missing_glyphs,
)
from generator.schema.set_files import SetFile

TEXT = """\
title: {en: Omega Ω, fr: Dé 🎲}
kinds:
  sun: {name: {en: Sun, fr: Astre}}
  moon: {name: {en: Moon, fr: Lune}}
  star: {name: {en: SUN, fr: Moon}, art: moom}
"""


@pytest.fixture
def file(tmp_path, monkeypatch) -> SetFile:
    """A set of no particular game."""
    monkeypatch.chdir(tmp_path)
    path = Path("mine.yaml")
    path.write_text(TEXT, encoding="utf-8")
    return SetFile(path, source := read_source(path), source.data)


@pytest.fixture
def own(tmp_path) -> Path:
    """A folder of own art: a broken drawing, a bitmap, a bitmap named as a shipped drawing."""
    place = tmp_path / "assets" / "discs"
    place.mkdir(parents=True)
    (place / "bent.svg").write_text("<svg/>\n")
    for name in ("photo", "star"):
        Image.new("RGB", (60, 60)).save(place / f"{name}.png")
    return place.parent


def test_names_differ_in_each_language_whatever_their_case(file):
    names = {key: kind["name"] for key, kind in file.content["kinds"].items()}
    assert list(map(str, duplicate_names(file, "kinds", names))) == [
        "mine.yaml:5:21: kinds.star.name.en: sun has this name too, give one of them another"
    ]


@pytest.mark.parametrize("roles", [("title",), ("text", "title"), ("title", "text")])
def test_every_font_of_a_text_needs_its_characters(file, roles):
    text = SetText(("title",), file.content["title"], roles)
    assert list(map(str, missing_glyphs(file, [text]))) == [
        "mine.yaml:1:13: title.en: no font here has 'Ω' (U+03A9), use other characters",
        "mine.yaml:1:26: title.fr: no font here has '🎲' (U+1F3B2), use other characters",
    ]


def test_a_font_that_has_a_character_says_nothing_of_it(file):
    text = SetText(("title",), {"en": file.content["title"]["en"]}, ("text", "bold"))
    assert not list(missing_glyphs(file, [text]))


def test_texts_of_shipped_sets_are_left_to_the_tests(file):
    shipped_file = SetFile(sets_dir() / "any" / "mine.yaml", file.source, file.content)
    text = SetText(("title",), file.content["title"], ("title",))
    assert not list(missing_glyphs(shipped_file, [text]))


@pytest.mark.parametrize(
    "loc, names, known, key, line",
    [
        (("kinds", "star"), ["a/moom"], {"moon", "sun"}, True,
         "5:3: kinds.star: there is no drawing a/moom.svg, did you mean 'moon'?"),
        (("kinds", "star", "art"), ["a/moom", "a/b/moom"], {"moon"}, False,
         "5:42: kinds.star.art: there is no drawing a/moom.svg and no a/b/moom.svg, did you mean "
         "'moon'?"),
        (("kinds", "moon"), ["a/moon"], (), True,
         "4:3: kinds.moon: there is no drawing a/moon.svg; draw it"),
    ],
)  # fmt: skip
def test_missing_art(file, loc, names, known, key, line):
    diagnostics = missing_art(file, loc, names, known, "; draw it", key)
    assert str(diagnostics) == f"mine.yaml:{line}"


def test_art_is_looked_for_in_own_folders_first(own):
    shipped_folder = assets_dir() / "discs"
    assert find_art_file("discs/star", [own]) == own / "discs" / "star.png"
    assert find_art_file("discs/foot", [own]) == shipped_folder / "foot.svg"
    assert find_art_file("discs/photos", [own]) is None
    names = {path.stem for path in shipped_folder.glob("*.svg")} | {"bent"}
    assert drawing_names("discs", [own], (".svg",)) == names
    assert drawing_names("discs", [own]) == names | {"photo"}


@pytest.mark.parametrize("name", ["moom.webp", "moom.SVG"])
def test_a_picture_of_another_kind_is_reported_rather_than_a_near_name(file, own, name):
    (own / "discs" / name).touch()
    diagnostics = missing_art(
        file, ("kinds", "star"), ["discs/moom"], {"moon"}, "; draw it", True, [own]
    )
    assert str(diagnostics) == (
        "mine.yaml:5:3: kinds.star: there is no drawing discs/moom.svg; "
        f"assets/discs/{name} must end in .svg, .png or .jpg, save it as one of these"
    )


def test_own_drawings_keep_the_rules(own):
    names = ["discs/bent", "discs/photo", "discs/star", "discs/foot", "discs/none", "discs/bent"]
    (problem,) = art_problems(names, [own])
    assert problem.file.endswith("discs/bent.svg")
    assert not list(art_problems(names, []))


def test_own_bitmaps_can_be_read(own):
    star, web = own / "discs" / "star.png", own / "discs" / "web.png"
    assert not list(art_problems(["discs/star"], [own]))
    star.write_bytes(star.read_bytes()[:-40])
    web.write_text("<html>")
    assert list(map(str, art_problems(["discs/star", "discs/web"], [own]))) == [
        f"{star}: not a picture that can be read: image file is truncated",
        f"{web}: not a picture that can be read, expected PNG or JPEG",
    ]


def test_shipped_drawings_are_left_to_the_tests(own, monkeypatch):
    monkeypatch.setattr("generator.core.resources.assets_dir", lambda: own)
    assert not list(art_problems(["discs/bent"], [own.parent / "none"]))


def test_a_bitmap_is_refused_where_only_drawings_will_do(own):
    bent, *bitmaps = art_problems(["discs/bent", "discs/photo", "discs/star"], [own], bitmaps=False)
    assert bent.file.endswith("bent.svg")
    assert [str(problem).replace(f"{own}/", "") for problem in bitmaps] == [
        "discs/photo.png: expected an SVG: its colour comes from the set",
        "discs/star.png: expected an SVG: its colour comes from the set",
    ]


def test_shipped_sets_are_loaded_without_fonts_and_without_the_rules_for_art():
    """Either would delay each start of the program."""
    loads = "".join(
        "from generator.games import game\n"
        f"[game('{name}').load([each], ()) for each in game('{name}').catalogue.shipped]\n"
        for name in games.names()
    )
    modules = "{'generator.layout.fonts', 'generator.schema.svg_rules', 'difflib'}"
    script = f"{loads}import sys\nprint(sorted({modules} & sys.modules.keys()))"
    output = subprocess.check_output([sys.executable, "-c", script], text=True)
    assert output.strip() == "[]", "import sheets in functions: see game.py of quads"
