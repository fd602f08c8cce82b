"""Values of any PDF, which may hold anything anywhere.

Input: objects from pikepdf. Output: numbers and entries; errors for what cannot be read.
"""

import math
from decimal import Decimal
from typing import Any

import pikepdf

# What pikepdf and Python raise for values of a wrong type or outside all bounds.
BROKEN_VALUE = (
    pikepdf.PdfError, ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError,
    ValueError,
)  # fmt: skip
_MAX_NUMBER = 1e12
_MAX_PAGE_TREE_DEPTH = 64


def number(value: object) -> float:
    """A finite number. Raises TypeError or ValueError."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise TypeError(f"{type(value).__name__} where a number belongs")
    result = float(value)
    if not math.isfinite(result) or abs(result) > _MAX_NUMBER:
        raise ValueError("a number out of range")
    return result


# Any: pikepdf's objects are typed as Object, which has no type for what it holds.
def inherited(page: pikepdf.Object, key: str) -> Any:
    """An entry of a page or of its nearest ancestor that has it (7.7.3.4), or None."""
    node: Any = page
    for _ in range(_MAX_PAGE_TREE_DEPTH):
        if not isinstance(node, pikepdf.Dictionary):
            return None
        if key in node:
            return node[key]
        node = node.get("/Parent")
    return None
