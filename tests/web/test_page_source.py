"""What the page's TypeScript repeats of the generator: the options of making."""

import re
from pathlib import Path

from generator.core import settings
from generator.web.backend import OPTIONS

SOURCE = Path(__file__).parents[2] / "generator/web/frontend/src"


def test_the_page_has_the_usual_values_of_the_options_of_making():
    words = (SOURCE / "choices.ts").read_text(encoding="utf-8")
    (record,) = re.findall(r"USUAL_MAKING: Making = \{(.*?)\};", words, re.DOTALL)
    usual = dict(re.findall(r'(\w+): "(.*?)"', record))
    values = settings.USUAL.values()
    texts = {name: str(value) for name, value in values.items()}
    assert usual == {name: texts[name].removesuffix(".0") for name in OPTIONS}


def test_the_page_has_the_bounds_of_numbers():
    words = (SOURCE / "making_settings.ts").read_text(encoding="utf-8")
    bounds = re.findall(r"^  (\w+): \{ min: ([\d.]+), max: ([\d.]+),", words, re.MULTILINE)
    expected = {
        name: option.bounds[:2] for name, option in settings.OPTIONS.items() if option.bounds
    }
    assert {name: (float(least), float(most)) for name, least, most in bounds} == expected
