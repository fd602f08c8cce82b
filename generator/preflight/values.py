"""What a content stream consists of: operators, and numbers as floats.

Input: streams and operands as pikepdf gives them. Output: instructions, floats, matrices; errors
for what is none of these.
"""

import math
import warnings
from collections.abc import Callable
from decimal import Decimal

import pikepdf

from generator.preflight.geometry import IDENTITY, LARGEST, Matrix


def instructions(stream) -> tuple[list, str]:
    """The instructions of a stream up to where it breaks off, and what is wrong with it ("" if
    nothing is). Raises PdfError or TypeError for what cannot be read at all."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = pikepdf.parse_content_stream(stream)
    return list(found), str(told[0].message) if told else ""


def number(value) -> float:
    """Raises TypeError or ValueError for what is no number, or none of any use."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise TypeError(f"{type(value).__name__} where a number belongs")
    result = float(value)
    if not math.isfinite(result) or abs(result) > LARGEST:
        raise ValueError("a number past all use")
    return result


def matrix_of(entry) -> Matrix:
    """The /Matrix of a form or a pattern. Raises TypeError or ValueError."""
    values = entry.get("/Matrix")
    if values is None:
        return IDENTITY
    a, b, c, d, e, f = (number(value) for value in values)
    return a, b, c, d, e, f


def numbers(handler: Callable) -> Callable:
    """An operator all of whose operands are numbers."""
    return lambda run, *operands: handler(run, *(number(value) for value in operands))
