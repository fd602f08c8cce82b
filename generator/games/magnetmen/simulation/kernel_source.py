"""What the kernel of Magnetmen is compiled from."""

from generator.games.magnetmen.powers import effects
from generator.games.magnetmen.simulation import (
    bots,
    kernel_data,
    legal_moves,
    matches,
    monte_carlo,
    observations,
    scoring,
    square_changes,
    tree_search,
    turns,
)
from generator.simulation import random_numbers
from generator.simulation.kernel_source import KernelSource

KERNEL = KernelSource(
    (
        kernel_data, effects, legal_moves, scoring, square_changes, turns, random_numbers, bots,
        monte_carlo, tree_search, matches, observations,
    ),
    "generator.games.magnetmen.simulation.compiler",
    subject="board",
    seconds=40,
)  # fmt: skip
