"""Numbers as content streams write them.

Input: a float. Output: text with no more characters than it needs.
"""


def number(value: float) -> str:
    """A coordinate with two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
