"""Settings as plain data: copied, sent to other processes, printed as options."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.core.paper import PAPERS
from generator.core.settings import EVERYWHERE, LOOKS, OPTIONS, USUAL, Settings


def values_of(option):
    if option.bounds:
        return st.just(option.default) | st.floats(*option.bounds[:2])
    return st.sampled_from([option.default, *(option.choices or (True, False))])


def settings_with(names):
    values = st.fixed_dictionaries({name: values_of(OPTIONS[name]) for name in names})
    return values.map(Settings().with_options)


ANY = settings_with(OPTIONS)
UNTILED = settings_with([name for name in OPTIONS if name not in ("tile", "overlap", "scale")])


@given(ANY, ANY)
def test_two_settings_have_two_file_suffixes(one, other):
    assert (one.file_suffix() == other.file_suffix()) is (one.values() == other.values())


@given(ANY)
def test_the_words_of_settings_make_the_same_settings(settings):
    words, values = settings.words(), {}
    for word, following in zip(words, [*words[1:], "--"], strict=True):
        if word.startswith("--"):
            name = word.removeprefix("--no-").removeprefix("--")
            is_switch = following.startswith("--")
            values[name] = not word.startswith("--no-") if is_switch else following
    assert Settings().with_options(values).values() == settings.values()
    assert {*LOOKS} <= {*values}


@pytest.mark.parametrize(
    ("settings", "words", "suffix"),
    [
        (Settings(), "--paper a4 --ink full --language en", ""),
        (
            Settings(PAPERS["letter"], "low", "fr", rules=False, flip="short", fitted=True),
            "--paper letter --ink low --language fr --no-rules --flip short",
            ".letter.low.fr.norules.short.printer",
        ),
        (
            Settings(gap=1.25, thickness=2.5, tile=PAPERS["a4"], scale=1.414),
            "--paper a4 --ink full --language en --gap 1.25 --thickness 2.5 --tile a4 "
            "--scale 1.414",
            ".gap1.25.thick2.5.tiles-a4.scale1.414",
        ),
        (
            Settings(backs="gutterfold", flip="short", overlap=5),  # which have no effect then
            "--paper a4 --ink full --language en --backs gutterfold",
            ".backs-gutterfold",
        ),
    ],
)
def test_settings_as_words(settings, words, suffix):
    assert settings.words() == words.split()
    assert settings.file_suffix() == suffix


@given(ANY, st.sets(st.sampled_from([*OPTIONS])))
def test_only_some_options_are_kept(settings, names):
    names |= {"backs"} if "flip" in names else set()  # which says whether it has an effect
    whole = settings.untiled
    assert settings.printed_paper == whole.paper == whole.printed_paper
    assert (whole.tile, whole.overlap, whole.scale) == (None, USUAL.overlap, 1)
    kept, usual = settings.only(names).values(), USUAL.values()
    for name in OPTIONS:
        assert kept[name] in ((settings.values()[name], usual[name]))
        assert name in {*names, *EVERYWHERE} or kept[name] == usual[name]


def test_options_become_settings():
    options = {"backs": "None", "tile": "letter", "scale": "1.41421", "thickness": 2.5}
    expected = Settings(backs="none", tile=PAPERS["letter"], scale=1.414, thickness=2.5)
    assert Settings().with_options(options) == expected
    assert expected.with_options({"tile": ""}).tile is None
