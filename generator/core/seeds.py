"""Seeds, and a stream of random numbers of its own for each named thing: another type, variant or
sheet does not reshuffle the others."""

import random
import re
import unicodedata
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeVar

from generator.core.errors import SeedError

T = TypeVar("T")

MAX_SEED = 32
FIXED = "fixed"  # the seed in the ID of a game in which nothing is random
# Letters that are no letter with an accent, as they are spelled without a key for them.
_SPELLED = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no 0/o, 1/i/l: read off paper and typed


def canonical_seed(text: str) -> str:
    """The seed as it is printed: "Grandma's 70th!" and "grandmas-70th" are the same, so that what
    is read off a sheet gives the same sheet. Raises SeedError."""
    spelled = re.sub(r"['’‘`´]", "", text.lower()).translate(_SPELLED)
    letters = unicodedata.normalize("NFKD", spelled)  # each accent is a character of its own
    plain = "".join(each for each in letters if not unicodedata.combining(each))
    seed = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if not seed:
        raise SeedError(f"seed {text!r}: expected at least one letter a-z or digit")
    if len(seed) > MAX_SEED:
        raise SeedError(f"seed {text!r}: expected at most {MAX_SEED} letters and digits")
    return seed


def made_up_seed() -> str:
    """A fresh seed of six characters; the only unpredictable thing in the program."""
    return "".join(random.SystemRandom().choices(ALPHABET, k=6))


def derived_seed(seed: str, name: str) -> str:
    """A seed of six characters that follows from another seed and a name."""
    stream = Stream(seed, name)
    return "".join(stream.choice(ALPHABET) for _ in range(6))


class Stream:
    """Random numbers for one named thing under one seed."""

    def __init__(self, seed: str, name: str):
        digest = sha256(f"{seed}\n{name}".encode()).digest()
        self._random = random.Random(int.from_bytes(digest, "big"))

    def random(self) -> float:
        """A number from 0 up to, not including, 1."""
        return self._random.random()

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely. Raises ValueError if n < 1."""
        if n < 1:
            raise ValueError(f"nothing to choose from below {n}")
        bits = n.bit_length()
        while (number := self._random.getrandbits(bits)) >= n:
            pass
        return number

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def weighted(self, items: Sequence[T], weights: Sequence[float]) -> T:
        """One of the items, as likely as its share of the weights; never one of weight 0."""
        mark = self.random() * sum(weights)
        last = None
        for item, weight in zip(items, weights, strict=True):
            if weight > 0:
                last = item
                if mark < weight:
                    return item
                mark -= weight
        if last is None:
            raise ValueError("every weight is 0")
        return last

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in an order of which every one is equally likely (Fisher-Yates)."""
        result, draw = list(items), self._random.getrandbits
        for i in range(len(result) - 1, 0, -1):
            bits = (i + 1).bit_length()
            while (j := draw(bits)) > i:  # below(i + 1), which would take as long to call as to run
                pass
            result[i], result[j] = result[j], result[i]
        return result


def ranks(seed: str, names: Iterable[str]) -> list[int]:
    """A number from 0 to 2^48 - 1 for each name, for putting names in a random order in which a new
    one takes its place without moving the others."""
    start, number = f"{seed}\n".encode(), int.from_bytes
    return [number(sha256(start + name.encode()).digest()[:6], "big") for name in names]
