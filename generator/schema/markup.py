"""Texts that are printed, and the markup that they may hold: **bold**, [points].

A mistake in the markup would be printed as it stands, so it raises pydantic.ValidationError, which
load.py locates.
"""

import re
from typing import Annotated

from pydantic import AfterValidator, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from generator.schema.fields import LocalizedText

PICTURES = frozenset({"points"})
"""The pictures that can stand in a line of text."""


def _mistake(text: str) -> PydanticCustomError | None:
    """What is wrong with a text, if anything is."""
    if not text.strip():
        return PydanticCustomError("blank_text", "expected some text, found only spaces")
    if text.count("**") % 2:
        message = "a '**' has no partner, put one before and one behind the bold words"
        return PydanticCustomError("unbalanced_bold", message)
    outside = re.sub(r"\[[^][]*\]", "", text)
    if "[" in outside or "]" in outside:
        return PydanticCustomError("unbalanced_bracket", "a '[' or ']' has no partner, add it")
    for name in re.findall(r"\[([^][]*)\]", text):
        is_picture = re.fullmatch("[a-z_]+", name) or name.strip().lower() in PICTURES
        if is_picture and name not in PICTURES:
            context = {"found": name, "allowed": sorted(PICTURES)}
            return PydanticCustomError("unknown_picture", "there is no picture [{found}]", context)
    return None


def _checked(texts: dict[str, str]) -> dict[str, str]:
    mistakes = [
        InitErrorDetails(type=mistake, loc=(code,), input=text)
        for code, text in texts.items()
        if (mistake := _mistake(text))
    ]
    if mistakes:
        raise ValidationError.from_exception_data("LocalizedMarkup", mistakes)
    return {code: " ".join(text.split("\n")).strip() for code, text in texts.items()}


LocalizedMarkup = Annotated[LocalizedText, AfterValidator(_checked)]
"""A text per language whose markup is in order."""
