"""The looks of games: their drawings are there, their titles are easy to read where they lie."""

import pytest
from art_similarity import luminance

from generator.core.resources import find_art
from generator.layout import theme


@pytest.mark.parametrize("ink", ["full", "grey"])
@pytest.mark.parametrize("name", [*theme.LOOKS])
def test_titles_are_seen_on_bands_boxes_and_paper(name, ink):
    """With the contrast of 3 that WCAG 2.2 (1.4.3) asks for large text."""
    look, strong = theme.LOOKS[name], theme.hue_colour(name, "strong")
    ground, writing = look.ground or strong, "ink" if look.ground else "white"
    pairs = [(ground, writing), (strong, "white"), (strong, theme.hue_colour(name, "square"))]
    for pair in (*pairs, *([(ground, look.accent)] if ink == "full" else [])):
        darker, lighter = sorted(luminance(theme.ink_colour(each, "fill", ink)) for each in pair)
        assert (lighter + 0.05) / (darker + 0.05) >= 3, pair
    assert all(find_art(look.art + each).is_file() for each in ("logo", "pattern", "ornament"))
