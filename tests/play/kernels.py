"""The functions of players.py, bound to a game's engine, to be called one by one."""

from types import SimpleNamespace
from typing import Any

from generator.play.kernel import python_kernel
from generator.play.players import Engine


def names_of(engine: Engine[Any, Any]) -> dict[str, Any]:
    """All names of players.py in a kernel that is not compiled, and `engine`. Replacing a function
    replaces it for others."""
    return python_kernel(engine).play_games.__globals__


def functions_of(engine: Engine[Any, Any]) -> SimpleNamespace:
    return SimpleNamespace(**names_of(engine))
