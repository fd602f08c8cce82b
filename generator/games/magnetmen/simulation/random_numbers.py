"""Random numbers for the kernel: Marsaglia's xorshift128, seeded by words.

Input: a Moment, whose `random` is a state of four words of 32 bits. Output: that changed, a
number. No product or shift leaves 63 bits but where only its low 32 are kept, so that Python's
whole numbers and a machine's give the same. Part of the kernel, see legal_moves.py.
"""

from generator.games.magnetmen.simulation.tables import (
    GameState,
    Mask,
    Numbers,
    count,
    lowest,
    rest,
)

WORD = 0xFFFFFFFF


def sow(moment: GameState, seed: Numbers, number: int) -> None:
    """The state for the game of that number under a seed of four words."""
    for index in range(4):
        moment.random[index] = mixed(seed[index] + mixed(number * 4 + index + 1) & WORD)
    moment.random[0] |= 1  # all zero would stay so


def mixed(word: int) -> int:
    """The word with every bit depending on all others (the finish of MurmurHash3)."""
    word = (word ^ word >> 16) * 0x85EBCA6B & WORD
    word = (word ^ word >> 13) * 0xC2B2AE35 & WORD
    return word ^ word >> 16


def below(moment: GameState, end: int) -> int:
    """A whole number from 0 to end - 1; 2^32 is so much larger that all are equally likely."""
    random = moment.random
    word = random[0] ^ random[0] << 11 & WORD
    last = random[3]
    random[0] = random[1]
    random[1] = random[2]
    random[2] = last
    random[3] = last ^ last >> 19 ^ word ^ word >> 8
    return random[3] * end >> 32


def any_of(moment: GameState, mask: Mask) -> int:
    """A square of a mask that is not empty, each equally likely."""
    for _ in range(below(moment, count(mask))):
        mask = rest(mask)
    return lowest(mask)
