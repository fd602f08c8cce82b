"""Checks that all games share: the characters of texts, the art of a set."""

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
    find_art_file,
    missing_glyphs,
)
from generator.schema.set_files import SetFile

TEXT = """\
title: {en: Omega Ω, fr: Dé 🎲}
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


@pytest.mark.parametrize("roles", [("title",), ("text", "title"), ("title", "text")])
def test_every_font_of_a_text_needs_its_characters(file, roles):
    text = SetText(("title",), file.content["title"], roles)
    assert [problem.key for problem in missing_glyphs(file, [text])] == ["title.en", "title.fr"]


def test_a_font_that_has_a_character_says_nothing_of_it(file):
    text = SetText(("title",), {"en": file.content["title"]["en"]}, ("text", "bold"))
    assert not list(missing_glyphs(file, [text]))


def test_texts_of_shipped_sets_are_left_to_the_tests(file):
    shipped_file = SetFile(sets_dir() / "any" / "mine.yaml", file.source, file.content)
    text = SetText(("title",), file.content["title"], ("title",))
    assert not list(missing_glyphs(shipped_file, [text]))


def test_art_is_looked_for_in_own_folders_first(own):
    shipped_folder = assets_dir() / "discs"
    assert find_art_file("discs/star", [own]) == own / "discs" / "star.png"
    assert find_art_file("discs/foot", [own]) == shipped_folder / "foot.svg"
    assert find_art_file("discs/photos", [own]) is None
    names = {path.stem for path in shipped_folder.glob("*.svg")} | {"bent"}
    assert drawing_names("discs", [own], (".svg",)) == names
    assert drawing_names("discs", [own]) == names | {"photo"}


def test_shipped_drawings_are_left_to_the_tests(own, monkeypatch):
    monkeypatch.setattr("generator.core.resources.assets_dir", lambda: own)
    assert not list(art_problems(["discs/bent"], [own.parent / "none"]))


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
