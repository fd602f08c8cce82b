"""The functions of kernels, to be called one by one."""

from types import SimpleNamespace
from typing import Any

from generator.play.kernel import Source, python_kernel


def names_of(source: Source) -> dict[str, Any]:
    """All names of a kernel that is not compiled. Replacing a function replaces it for others."""
    return python_kernel(source).play_games.__globals__


def functions_of(source: Source) -> SimpleNamespace:
    return SimpleNamespace(**names_of(source))
