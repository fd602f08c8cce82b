"""Wrapping, fitting, the markup."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.core.errors import MissingGlyphError, TextOverflowError
from generator.languages import languages, load_language
from generator.layout.page import Text
from generator.layout.text import FONTS, Style, fitted_line, line, text_width, wrap, wrap_id

STYLE = Style(9.5)
LETTERS = st.text(st.characters(codec="latin-1", categories=("L", "N")), min_size=1, max_size=9)
WORDS = st.lists(LETTERS, min_size=1, max_size=30)


def texts(block):
    return [item.text for item in block.items(0, 0) if isinstance(item, Text)]


@given(WORDS, st.floats(40, 120))
def test_wrapped_lines_fit_and_lose_nothing(words, width):
    block = wrap(" ".join(words), width, STYLE)
    for pieces in block.lines:
        assert pieces[-1].x + pieces[-1].width <= width + 1e-6
    assert " ".join(texts(block)).split() == words


IF_SO = "**+4**\u00a0[points] if so, otherwise **−4**\u00a0[points]."
STAR = "shared/points"


@pytest.mark.parametrize(
    ("markup", "runs"),
    [
        (IF_SO, ["*+4", "\u00a0", STAR, "if so, otherwise", "*−4", "\u00a0", STAR, "."]),
        ("**+4 [points]**", ["*+4", STAR]),
        ("see [other] there", ["see [other] there"]),
    ],
)
def test_markup_is_bold_text_and_pictures_inside_a_line(markup, runs):
    (line,) = wrap(markup, 200, STYLE).lines
    assert [f"{'*' * (run.font == 'bold')}{run.text or run.art}" for run in line] == runs


def test_a_no_break_space_holds_number_and_symbol_together():
    narrow = text_width("text", "otherwise", 9.5) + 1
    lines = wrap("otherwise **−4**\u00a0[points].", narrow, STYLE).lines
    assert [[bool(run.art) for run in runs] for runs in lines] == [
        [False],
        [False, False, True, False],
    ]


@given(st.floats(20, 60))
def test_fitted_lines_shrink_only_as_far_as_needed(width):
    text = "Chauffeur de taxi"
    try:
        block = fitted_line(text, width, Style(12))
    except TextOverflowError:
        assert line(text, Style(9)).width > width
        return
    assert block.width <= width + 1e-6
    assert 9 <= block.style.size <= 12
    if block.style.size < 12:
        assert line(text, Style(block.style.size + 0.25)).width > width


@pytest.mark.parametrize("width", range(30, 100, 5))
def test_a_game_id_can_be_typed_from_its_lines(width):
    """No line begins or ends with a hyphen, groups stay whole, and the lines make up the ID."""
    game_id = "magnetmen.regular.base+advanced.4.a-rainy-day+204.1-kc9u-v7n3-p5j8"
    rows = [run.text for (run,) in wrap_id(game_id, width, STYLE).lines]
    assert "".join(rows) == game_id
    assert all(row[0] in ".+" for row in rows[1:])
    assert not any(row[-1] in ".+" or "-" in (row[0], row[-1]) for row in rows)
    for group in re.split(r"[-.+]", game_id):
        assert any(group in row for row in rows)
    assert width < 35 or any("1-kc9u-v7n3-p5j8" in row for row in rows)
    assert len(rows) > 1 or width > 60


def test_a_word_of_an_id_wider_than_the_line_is_broken_inside():
    game_id = f"sunday-{'w' * 30}.1-kc9u"
    block = wrap_id(game_id, 30, STYLE)
    lines = [run.text for (run,) in block.lines]
    assert "".join(lines) == game_id
    assert block.width <= 30
    assert not any(row.endswith("-") for row in lines)


@pytest.mark.parametrize("code", languages())
def test_a_last_line_is_no_stub(code):
    """It takes words from the line above."""
    for key in ("take", "repel"):
        text = load_language(code).say(f"magnetmen.board.{key}")
        for width in range(40, 110):
            last = wrap(text, width, STYLE).lines[-1][-1]
            assert last.x + last.width >= 0.2 * width


def test_what_no_line_can_show_is_refused():
    with pytest.raises(TextOverflowError, match="a word is wider"):
        wrap("Donaudampfschifffahrt", 10, STYLE)
    with pytest.raises(MissingGlyphError, match=r"'★' \(U\+2605\)"):
        wrap("three ★ stars", 100, STYLE)


@pytest.mark.parametrize("role", FONTS)
def test_every_font_has_the_letters_of_western_and_central_europe(role):
    letters = "ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆàâäçéèêëîïôöùûüÿœæßñÑåøÅØąćęłńśźżčďěňřšťůžőű"
    assert text_width(role, letters + "0123456789–—’“”«»·×…\u00a0", 10) > 0
