"""The statistics of the disc race: symbols, what is on one disc together, how many discs match.

What is counted for each seed: how many of all discs match each throw of the dice (a symbol; a shape
or a colour, if the other die is white); and how many show two shapes, or two colours, together. Any
two symbols are on the same number of discs, give or take one, whatever the seed: balance.py has the
proof.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product
from math import comb

from generator.analysis import estimates
from generator.analysis.results import Key, Measure, RollEstimate, Statistics, Sums
from generator.analysis.statistics_report import interval_chart, pair_map
from generator.games.discs.definition import DiscsDefinition
from generator.games.discs.roll import DiscGame
from generator.languages import localized

SIDES = "shape", "colour"

_MATCHES = "Discs that match a throw of the two dice, on average, while all discs are in the middle"
_FORM = ",.2f"

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

    return count


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
    return result


def _mean(
    measure: str, names: tuple[str, ...], sums: Sums, key: Key, expected: float
) -> RollEstimate:
    """The mean of the last parts of all keys that begin with `key`."""
    values = {counted[-1]: count for counted, count in sums.items() if counted[:-1] == key}
    return estimates.mean(measure, (" + ".join(names), ""), values, expected)


def _names(definition: DiscsDefinition) -> dict[str, str]:
    """The English names of shapes and colours."""
    kinds = {**definition.disc_set.shapes, **definition.disc_set.colours}
    return {key: localized(kind.name, "en") for key, kind in kinds.items()}


STATISTICS = Statistics(is_deterministic, counting, estimate, _names, MEASURES, seeds=1000)
