"""The statistics of the disc race: symbols, what is on one disc together, how many discs match.

What is counted for each seed: how many of all discs match each throw of the dice (a symbol; a shape
or a colour, if the other die is white); how many show two shapes, or two colours, together; and the
throws of one race. Any two symbols are on the same number of discs, give or take one, whatever the
seed: balance.py has the proof.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product
from math import comb

from generator.analysis import estimates
from generator.analysis.results import Key, Measure, RollEstimate, Statistics, Sums
from generator.analysis.statistics_report import interval_chart, pair_map
from generator.games.discs.definition import FACES, DiscsDefinition, DiscSet
from generator.games.discs.roll import DiscGame
from generator.games.discs.throws import match_chance, race
from generator.languages import localized

SIDES = "shape", "colour"

_MATCHES = "Discs that match a throw of the two dice, on average, while all discs are in the middle"
_FORM = ",.2f"
_RACE = (
    "A race for each seed, in which players find every disc that matches. Among so many discs in "
    "the middle, a throw matches none:"
)
_PARTS = 4  # of the discs: shares of throws are told by how many lie in the middle
_RACE_NAMES = {
    "throws": "throws until the last disc is taken",
    "misses": "of these, throws that no disc matches",
}

MEASURES = {
    "symbol": Measure("A shape and a colour", "throw", form=_FORM, charts=pair_map, note=_MATCHES),
    "shape": Measure(
        "A shape, and white for the colour", "throw", form=_FORM, charts=interval_chart
    ),
    "colour": Measure(
        "A colour, and white for the shape", "throw", form=_FORM, charts=interval_chart
    ),
    "two shapes": Measure(
        "Discs that show two shapes together", "shapes", form=_FORM, charts=interval_chart
    ),
    "two colours": Measure(
        "Discs that show two colours together", "colours", form=_FORM, charts=interval_chart
    ),
    "race": Measure("A race", "in a race", form=",.1f"),
    "no match": Measure("Throws that no disc matches", "discs in the middle", note=_RACE),
    "match": Measure(
        "The chance that a throw matches a disc",
        "chance",
        is_exact=True,
        note="It is the same for every disc, whatever the others are.",
    ),
}


def is_deterministic(definition: DiscsDefinition) -> bool:
    """Never: the discs are rolled."""
    return False


def counting(definition: DiscsDefinition) -> Callable[[DiscGame], Iterator[Key]]:
    """The function that counts the discs of a game."""
    disc_set = definition.disc_set
    sides = tuple(disc_set.shapes), tuple(disc_set.colours)

    def count(game: DiscGame) -> Iterator[Key]:
        discs = [disc.symbols for disc in game.discs]
        symbol_counts: Counter[tuple[str, str]] = Counter(
            symbol for disc in discs for symbol in disc
        )
        for symbol in product(*sides):
            yield "symbol", symbol, symbol_counts[symbol]
        for side, name in enumerate(SIDES):
            kinds_of_discs = [frozenset(symbol[side] for symbol in disc) for disc in discs]
            kind_counts = Counter(kind for kinds in kinds_of_discs for kind in kinds)
            pair_counts = Counter(
                pair for kinds in kinds_of_discs for pair in combinations(sorted(kinds), 2)
            )
            for kind in sides[side]:
                yield name, kind, kind_counts[kind]
            for pair in combinations(sorted(sides[side]), 2):
                yield f"two {name}s", pair, pair_counts[pair]
        yield from _count_race(game)

    return count


def _count_race(game: DiscGame) -> Iterator[Key]:
    """Each throw of a race by the part of the discs in the middle, and the numbers of throws."""
    throws = list(race(game))
    for throw in throws:
        part = (throw.middle * _PARTS - 1) // len(game.discs)
        yield "no match", part, int(not throw.matching)
    yield "race", "throws", len(throws)
    yield "race", "misses", sum(not throw.matching for throw in throws)


def estimate(definition: DiscsDefinition, size: str, sums: Sums, seeds: int) -> list[RollEstimate]:
    """All estimates; there is one size."""
    disc_set = definition.disc_set
    kinds = {"shape": tuple(disc_set.shapes), "colour": tuple(disc_set.colours)}
    discs, symbols = disc_set.discs, disc_set.symbols
    discs_per_symbol = discs * symbols / len(kinds["shape"]) / len(kinds["colour"])
    result = [
        _mean("symbol", symbol, sums, ("symbol", symbol), discs_per_symbol)
        for symbol in product(*kinds.values())
    ]
    for name, keys in kinds.items():
        share = discs * symbols / len(keys)
        result += [_mean(name, (key,), sums, (name, key), share) for key in keys]
    for name, keys in kinds.items():
        pair = f"two {name}s"
        chance = discs * comb(symbols, 2) / comb(len(keys), 2)
        for two in combinations(sorted(keys), 2):
            result.append(_mean(pair, two, sums, (pair, two), chance))
    return [*result, *_race_estimates(disc_set, sums)]


def _race_estimates(disc_set: DiscSet, sums: Sums) -> Iterator[RollEstimate]:
    for name in _RACE_NAMES:
        yield _mean("race", (name,), sums, ("race", name), None)
    for part in reversed(range(_PARTS)):
        least, most = (disc_set.discs * end // _PARTS for end in (part, part + 1))
        misses, others = (sums["no match", part, is_missed] for is_missed in (1, 0))
        if most > least:
            names = f"{least + 1} to {most}", ""
            yield estimates.share("no match", names, misses, misses + others, None)
    chance = float(match_chance(disc_set))
    yield RollEstimate("match", "any disc", "", chance, None, None, None, None, FACES**2)


def _mean(
    measure: str, names: tuple[str, ...], sums: Sums, key: Key, expected: float | None
) -> RollEstimate:
    """The mean of the last parts of all keys that begin with `key`."""
    values = {counted[-1]: count for counted, count in sums.items() if counted[:-1] == key}
    return estimates.mean(measure, (" + ".join(names), ""), values, expected)


def _names(definition: DiscsDefinition) -> dict[str, str]:
    """The English names of shapes and colours, and of what is counted in a race."""
    kinds = {**definition.disc_set.shapes, **definition.disc_set.colours}
    return {key: localized(kind.name, "en") for key, kind in kinds.items()} | _RACE_NAMES


STATISTICS = Statistics(is_deterministic, counting, estimate, _names, MEASURES, seeds=1000)
