"""The reports: sound pages, in every language, for sets of any kind."""

import pytest
from analysis.counted import SETS_DIR, results
from support import assert_percent_signs, assert_sound

from generator.core.paper import PAPERS
from generator.games.sampling import statistics_of
from generator.languages import languages, load_language
from generator.layout.page import Text, flatten
from generator.layout.report import report_pages

CASES = {
    "base": ("magnetmen", ("base",), "regular", 300),
    "all": ("magnetmen", ("base", "advanced", "expert"), "regular", 400),
    "small": ("magnetmen", ("base",), "small", 100),
    "few": ("magnetmen", ("base",), "small", 1),
    "example": ("magnetmen", ("example",), "regular", 400, (SETS_DIR,)),
    "wilds": ("metals", ("wilds",), "basic", 200),
    "rolled": ("metals", ("example",), "basic", 40, (SETS_DIR,)),
    "discs": ("discs", ("classic",), "regular", 8),
}


def pages(name, code="en", paper="a4"):
    found = results(*CASES[name])
    report = statistics_of(CASES[name][0]).report(found, load_language(code))
    return report_pages(report, PAPERS[paper])


def texts(found):
    return [
        each.item.text for page in found for each in flatten(page) if isinstance(each.item, Text)
    ]


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", CASES)
def test_pages_are_sound(name, code):
    found = pages(name, code)
    for page in found:
        assert_sound(page)
    assert_percent_signs(found, code)


@pytest.mark.parametrize("paper", sorted(set(PAPERS) - {"a4"}))
def test_on_any_paper(paper):
    for name in ("all", "wilds"):
        for page in pages(name, "fr", paper):
            assert_sound(page)


def test_what_stands_out_is_in_the_report():
    told = texts(pages("example"))
    assert "never rolled" in told
    assert "nearly always" in texts(pages("base"))  # the Athletes, of whom there are 8 at most
    assert "Nothing: everything turns up, and all that can be worked out is as expected." in texts(
        pages("small")
    )


def test_every_type_is_in_the_report():
    told = " ".join(texts(pages("all", "fr")))
    for piece in results(*CASES["all"]).definition.pieces:
        assert piece.printed_name("fr") in told


def test_a_dash_is_explained_where_there_is_one():
    explained = "A dash (–): never rolled, or too many choices to work out what to expect."
    assert {"–", explained} <= set(texts(pages("few")))
    assert not {"–", explained} & set(texts(pages("base")))


def test_how_many_maps_differ_is_not_among_what_stands_out():
    told = texts(pages("wilds"))
    (maps,) = (text for text in told if text.endswith("different maps were found in 200 rolls."))
    assert told.index(maps) == told.index("Where the spaces are") + 1
