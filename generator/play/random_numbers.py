"""Random numbers for kernels: Marsaglia's xorshift128, seeded with words of 32 bits.

Input: the state of a game, whose `random` is the generator's state of four words. Output: a number,
and that state changed. Products and shifts stay within 63 bits, or only their low 32 bits are kept,
so that Python's and a machine's integers give the same numbers. Part of every kernel.
"""

from typing import Protocol

Numbers = list[int]

WORD_MASK = 0xFFFFFFFF


class Chance(Protocol):
    """The state of a game with random numbers."""

    @property
    def random(self) -> Numbers:
        """The state of the generator: four words of 32 bits."""


def seed_rng(state: Chance, seed: Numbers, number: int) -> None:
    """Seed the generator for a game by its number and a seed of four words."""
    for index in range(4):
        state.random[index] = mix_bits(seed[index] + mix_bits(number * 4 + index + 1) & WORD_MASK)
    state.random[0] |= 1  # a state of zeros would never change


def mix_bits(word: int) -> int:
    """Make every bit of a word depend on all others (the finalizer of MurmurHash3)."""
    word = (word ^ word >> 16) * 0x85EBCA6B & WORD_MASK
    word = (word ^ word >> 13) * 0xC2B2AE35 & WORD_MASK
    return word ^ word >> 16


def random_below(state: Chance, end: int) -> int:
    """A whole number from 0 to end - 1, all practically equally likely, since end is far below
    2 ** 32."""
    random = state.random
    word = random[0] ^ random[0] << 11 & WORD_MASK
    last = random[3]
    random[0] = random[1]
    random[1] = random[2]
    random[2] = last
    random[3] = last ^ last >> 19 ^ word ^ word >> 8
    return random[3] * end >> 32
