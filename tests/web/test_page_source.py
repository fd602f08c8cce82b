"""What the page's TypeScript repeats of the generator: the options of making."""

import re
from pathlib import Path

from generator.core.settings import NUMBERS, Settings
from generator.web.backend import OPTIONS

SOURCE = Path(__file__).parents[2] / "generator/web/frontend/src"


def test_the_page_has_the_usual_values_of_the_options_of_making():
    words = (SOURCE / "choices.ts").read_text(encoding="utf-8")
    (record,) = re.findall(r"USUAL_MAKING: Making = \{(.*?)\};", words, re.DOTALL)
    usual = dict(re.findall(r'(\w+): "(.*?)"', record))
    settings = Settings()
    expected = {name: getattr(settings, name) or "" for name in OPTIONS}
    numbers = {name: f"{getattr(settings, name):g}" for name in NUMBERS}
    assert usual == {**expected, **numbers}


def test_the_page_has_the_bounds_of_numbers():
    words = (SOURCE / "making_settings.ts").read_text(encoding="utf-8")
    bounds = re.findall(r"^  (\w+): \{ min: ([\d.]+), max: ([\d.]+),", words, re.MULTILINE)
    expected = {name: (bound.least, bound.most) for name, bound in NUMBERS.items()}
    assert {name: (float(least), float(most)) for name, least, most in bounds} == expected
