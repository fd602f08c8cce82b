"""How the values of SVG attributes are written: numbers, paths, points, transforms, choices.

Input: the name of an attribute and its value. Output: what is wrong with the value, if anything.
svg_rules.py checks colours and widths of lines, which depend on the piece.
"""

import re

from generator.core.diagnostics import quoted, suggestion

_CHOICES = {
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel"),
    "fill-rule": ("nonzero", "evenodd"),
}
_NON_NEGATIVE = {"width", "height", "r", "rx", "ry", "stroke-width"}
_UNCHECKED = {"id", "fill", "stroke"}

# The quantifiers are possessive (such as ++), so that a long wrong text is refused in one pass.
_NUMBER = r"[+-]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?+[0-9]{1,2}+)?+"
_GAP = r"[ \t\r\n]*+,?+[ \t\r\n]*+"
_ONE = rf"(?:{_NUMBER}{_GAP})"
_TWO, _THREE, _FOUR, _SIX = (f"(?:{_ONE * count})" for count in (2, 3, 4, 6))
_FLAG = rf"[01]{_GAP}"

_MOVE = rf"[Mm]{_GAP}{_TWO}++"
_COMMANDS = "|".join(
    [
        rf"[MmLlTt]{_GAP}{_TWO}++",
        rf"[HhVv]{_GAP}{_ONE}++",
        rf"[Cc]{_GAP}{_SIX}++",
        rf"[SsQq]{_GAP}{_FOUR}++",
        rf"[Aa]{_GAP}(?:{_THREE}{_FLAG}{_FLAG}{_TWO})++",
        rf"[Zz]{_GAP}",
    ]
)
_TRANSFORMS = "|".join(
    [
        rf"(?:translate|scale)\({_GAP}{_ONE}{{1,2}}+\)",
        rf"rotate\({_GAP}{_ONE}{_TWO}?+\)",
        rf"skew[XY]\({_GAP}{_ONE}\)",
        rf"matrix\({_GAP}{_SIX}\)",
    ]
)
_LISTS = {
    "d": (re.compile(rf"{_GAP}{_MOVE}(?:{_COMMANDS})*+"), "M10 10 L90 90"),
    "points": (re.compile(rf"{_GAP}{_TWO}{{2,}}+"), "10,10 90,10 50,90"),
    "transform": (re.compile(rf"{_GAP}(?:(?:{_TRANSFORMS}){_GAP})*+"), "rotate(45 50 50)"),
}
_LONE_NUMBER = re.compile(rf"[ \t\r\n]*+({_NUMBER})[ \t\r\n]*+")


def value_problem(attribute: str, value: str) -> str | None:
    """What is wrong with an attribute's value; None if nothing is."""
    if attribute in _UNCHECKED:
        return None
    if attribute == "viewBox":
        is_right = re.split(r"[\s,]+", value.strip()) == ["0", "0", "100", "100"]
        return None if is_right else f"expected '0 0 100 100', found {quoted(value)}"
    if choices := _CHOICES.get(attribute):
        message = f"{quoted(value)} is not known here{suggestion(value, choices)}"
        return None if value in choices else message
    if attribute in _LISTS:
        return _list_problem(attribute, value)
    return _number_problem(attribute, value)


def _list_problem(attribute: str, value: str) -> str | None:
    pattern, example = _LISTS[attribute]
    match = pattern.match(value)
    rest = value[match.end() :] if match else value
    if match and not rest:
        return None
    if not value.strip():
        return f"expected something like {quoted(example)}, found nothing"
    return f"cannot be read from {quoted(rest)} on, expected something like {quoted(example)}"


def _number_problem(attribute: str, value: str) -> str | None:
    match = _LONE_NUMBER.fullmatch(value)
    if not match:
        return f"expected a number without a unit, found {quoted(value)}"
    if attribute in _NON_NEGATIVE and float(match[1]) < 0:
        return f"expected a number that is not negative, found {value.strip()}"
    return None
