"""What engines and players share: constants, the records of a game, random numbers.

Random numbers are Marsaglia's xorshift128, seeded with words of 32 bits. Products and shifts stay
within 63 bits, or only their low 32 bits are kept, so that Python's and a machine's integers give
the same numbers. Part of every kernel.
"""

from typing import Protocol

Numbers = list[int]

MAX_PLAYERS = 4
WIN_PARTS = 12  # a win shared by up to four players is a whole number of parts
BEYOND_VALUES = 1 << 40  # more than any value of a state
WORD_MASK = 0xFFFFFFFF


class Tables(Protocol):
    """All that does not change in a game. None has more actions than the most."""

    @property
    def players(self) -> int: ...

    @property
    def max_actions(self) -> int: ...


class State(Protocol):
    """All that changes in a game, and scratch: the legal actions, after list_actions; numbers, as
    many; the state of the random numbers, four words of 32 bits."""

    @property
    def actions(self) -> Numbers: ...

    @property
    def values(self) -> Numbers: ...

    @property
    def random(self) -> Numbers: ...


def seed_rng(state: State, seed: Numbers, number: int) -> None:
    """Seed the generator for a game by its number and a seed of four words."""
    for index in range(4):
        state.random[index] = mix_bits(seed[index] + mix_bits(number * 4 + index + 1) & WORD_MASK)
    state.random[0] |= 1  # a state of zeros would never change


def mix_bits(word: int) -> int:
    """Make every bit of a word depend on all others (the finalizer of MurmurHash3)."""
    word = (word ^ word >> 16) * 0x85EBCA6B & WORD_MASK
    word = (word ^ word >> 13) * 0xC2B2AE35 & WORD_MASK
    return word ^ word >> 16


def random_below(state: State, end: int) -> int:
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
