"""What the kernel of Metals is compiled from."""

from generator.games.metals.simulation import bots, kernel_data, matches, turns
from generator.simulation import random_numbers
from generator.simulation.kernel import KernelSource

KERNEL = KernelSource(
    (kernel_data, random_numbers, turns, bots, matches),
    "generator.games.metals.simulation.compiler",
    subject="map",
    seconds=15,
)
