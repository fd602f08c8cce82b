"""Object code of the kernel's entry functions: compiler.py makes it, machine_code.py loads it."""

from types import ModuleType
from typing import NamedTuple

from generator.games.magnetmen.powers import effects
from generator.games.magnetmen.simulation import (
    bots,
    kernel_data,
    legal_moves,
    matches,
    monte_carlo,
    observations,
    random_numbers,
    scoring,
    square_changes,
    tree_search,
    turns,
)

KERNEL_MODULES: tuple[ModuleType, ...] = (
    kernel_data, effects, legal_moves, scoring, square_changes, turns, random_numbers, bots,
    monte_carlo, tree_search, matches, observations,
)  # fmt: skip
"""The modules whose functions and constants are compiled together."""


class ObjectCode(NamedTuple):
    """Machine code of one function: its symbol, and an object file for the linker."""

    symbol: str
    content: bytes
