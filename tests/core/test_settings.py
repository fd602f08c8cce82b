"""Settings as plain data: copied, sent to other processes, stored, printed as options."""

import pickle
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.core.paper import PAPERS
from generator.core.settings import (
    BACKS,
    CARD_THICKNESS,
    FLIPS,
    GAPS,
    MARKS,
    OVERLAP,
    OVERLAPS,
    SCALES,
    THICKNESSES,
    TILES,
    Settings,
    with_making,
)
from generator.languages import languages
from generator.layout.theme import INK_MODES

_MM = st.floats(-20, 20)
_MARGINS = st.tuples(*[st.floats(0, 20)] * 4)
_FITTED_PAPERS = st.builds(
    lambda paper, margins, scale: paper._replace(margins=margins, scale=scale),
    st.sampled_from([*PAPERS.values()]), _MARGINS, st.floats(0.9, 1.1),
)  # fmt: skip
PLAIN = st.builds(
    Settings,
    st.sampled_from([*PAPERS.values()]),
    st.sampled_from([*INK_MODES]),
    st.sampled_from(languages()),
    st.booleans(),
    st.sampled_from(FLIPS),
)


def within(bounds):
    return st.floats(bounds.least, bounds.most).map(lambda value: round(value, bounds.decimals))


WITH_CUTS = st.builds(
    lambda plain, marks, gap, backs, thickness: replace(
        plain, marks=marks, gap=gap, backs=backs, flip=plain.flip if backs == "duplex" else "long",
        thickness=thickness,
    ),
    PLAIN, st.sampled_from(MARKS), within(GAPS), st.sampled_from(BACKS),
    st.just(CARD_THICKNESS) | within(THICKNESSES),
)  # fmt: skip
WITH_TILES = st.builds(
    lambda plain, tile, overlap, scale: replace(plain, tile=tile, overlap=overlap, scale=scale),
    WITH_CUTS, st.sampled_from([PAPERS[name] for name in TILES]), within(OVERLAPS), within(SCALES),
)  # fmt: skip
ANY = WITH_CUTS | WITH_TILES | st.builds(
    Settings, _FITTED_PAPERS, st.sampled_from([*INK_MODES]), st.sampled_from(languages()),
    st.booleans(), st.sampled_from(FLIPS), st.tuples(_MM, _MM), st.just(True),
)  # fmt: skip


def test_settings_are_frozen():
    with pytest.raises(FrozenInstanceError):
        Settings().ink = "low"


@given(ANY)
def test_settings_can_be_sent_to_other_processes(settings):
    copy = pickle.loads(pickle.dumps(settings))
    assert copy == settings
    assert hash(copy) == hash(settings)


@given(WITH_CUTS | WITH_TILES, WITH_CUTS | WITH_TILES)
def test_two_settings_have_two_file_suffixes(one, other):
    assert (one.file_suffix() == other.file_suffix()) is (one == other)


@pytest.mark.parametrize(
    ("settings", "words", "suffix"),
    [
        (Settings(), "--paper a4 --ink full --language en", ""),
        (
            Settings(PAPERS["letter"], "low", "fr", rules=False, flip="short", fitted=True),
            "--paper letter --ink low --language fr --flip short --no-rules",
            ".letter.low.fr.norules.short.printer",
        ),
        (
            Settings(marks="silhouette", gap=1.25),
            "--paper a4 --ink full --language en --marks silhouette --gap 1.25",
            ".silhouette.gap1.25",
        ),
        (
            Settings(thickness=2.5),
            "--paper a4 --ink full --language en --thickness 2.5",
            ".thick2.5",
        ),
        (
            Settings(PAPERS["a3"], tile=PAPERS["letter"]),
            "--paper a3 --ink full --language en --tile letter",
            ".a3.tiles-letter",
        ),
        (
            Settings(tile=PAPERS["a4"], overlap=7.5, scale=1.414),
            "--paper a4 --ink full --language en --tile a4 --overlap 7.5 --scale 1.414",
            ".tiles-a4.overlap7.5.scale1.414",
        ),
        (
            Settings(backs="gutterfold", flip="short"),  # which has no effect then
            "--paper a4 --ink full --language en --backs gutterfold",
            ".gutterfold",
        ),
        (
            Settings(backs="none", marks="none"),
            "--paper a4 --ink full --language en --backs none --marks none",
            ".nobacks.none",
        ),
    ],
)
def test_settings_as_words(settings, words, suffix):
    assert settings.words() == words.split()
    assert settings.look_words() == words.split()[: len(settings.look_words())]
    assert len(settings.look_words()) >= 6
    assert settings.file_suffix() == suffix
    assert settings.tinted is (settings.ink != "low")


@given(WITH_TILES)
def test_what_is_not_tiled_is_whole_on_the_paper_of_the_tiles(settings):
    assert settings.printed_paper == settings.untiled.paper == settings.tile
    assert settings.untiled.tile is None
    assert (settings.untiled.overlap, settings.untiled.scale) == (OVERLAP, 1)
    assert settings.untiled.untiled == settings.untiled


def test_options_become_settings():
    options = {"backs": "None", "tile": "letter", "scale": 1.41421, "thickness": 2.5}
    expected = Settings(backs="none", tile=PAPERS["letter"], scale=1.414, thickness=2.5)
    assert with_making(Settings(), options) == expected
    assert with_making(expected, {"tile": ""}).tile is None
