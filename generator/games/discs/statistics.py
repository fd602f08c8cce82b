"""The statistics of the disc race: symbols, what is on one disc together, how many discs match.

Counted for each set of discs: how many of them match each throw of the dice, all in the middle
(those with a symbol; with a shape, where the other die is white; with a colour); and how many show
two shapes, or two colours, together. Each symbol is on as many discs as any other, or on one more,
whatever the seed: games/discs/balance.py has the proof.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product
from math import comb

from generator.analysis import estimates
from generator.analysis.results import Estimate, Key, Measure, Results, Statistics, Sums
from generator.games.discs.definition import DiscsDefinition
from generator.games.discs.roll import DiscGame
from generator.languages import Language
from generator.layout.report import Report

SIDES = "shape", "colour"

MEASURES = {
    "symbol": Measure("throw"),
    "shape": Measure("throw"),
    "colour": Measure("throw"),
    "two shapes": Measure("shapes"),
    "two colours": Measure("colours"),
}


def is_deterministic(definition: DiscsDefinition) -> bool:
    """Never: which discs there are is rolled."""
    return False


def counting(definition: DiscsDefinition) -> Callable[[DiscGame], Iterator[Key]]:
    """What is counted of the discs of a game."""
    chosen = definition.disc_set
    sides = tuple(chosen.shapes), tuple(chosen.colours)

    def count(game: DiscGame) -> Iterator[Key]:
        discs = [disc.symbols for disc in game.discs]
        on: Counter[tuple[str, str]] = Counter(symbol for disc in discs for symbol in disc)
        for symbol in product(*sides):
            yield "symbol", symbol, on[symbol]
        for side, name in enumerate(SIDES):
            kinds = [frozenset(symbol[side] for symbol in disc) for disc in discs]
            shown = Counter(kind for each in kinds for kind in each)
            together = Counter(pair for each in kinds for pair in combinations(sorted(each), 2))
            for kind in sides[side]:
                yield name, kind, shown[kind]
            for pair in combinations(sorted(sides[side]), 2):
                yield f"two {name}s", pair, together[pair]

    return count


def rows(definition: DiscsDefinition, size: str, sums: Sums, seeds: int) -> list[Estimate]:
    """All figures; there is one size."""
    chosen = definition.disc_set
    kinds = {"shape": tuple(chosen.shapes), "colour": tuple(chosen.colours)}
    discs, symbols = chosen.discs, chosen.symbols
    each = discs * symbols / len(kinds["shape"]) / len(kinds["colour"])
    found = [
        _mean("symbol", symbol, sums, ("symbol", symbol), each)
        for symbol in product(*kinds.values())
    ]
    for name, keys in kinds.items():
        share = discs * symbols / len(keys)
        found += [_mean(name, (key,), sums, (name, key), share) for key in keys]
    for name, keys in kinds.items():
        pair = f"two {name}s"
        chance = discs * comb(symbols, 2) / comb(len(keys), 2)
        for two in combinations(sorted(keys), 2):
            found.append(_mean(pair, two, sums, (pair, two), chance))
    return found


def _mean(measure: str, names: tuple[str, ...], sums: Sums, key: Key, expected: float) -> Estimate:
    """The mean of the values that come last in keys which begin so."""
    values = {each[-1]: count for each, count in sums.items() if each[:-1] == key}
    return estimates.mean(measure, (" + ".join(names), ""), values, expected)


def _report(results: Results, language: Language) -> Report:
    from generator.games.discs.statistics_report import report

    return report(results, language)


STATISTICS = Statistics(is_deterministic, counting, rows, _report, MEASURES, seeds=1000)
