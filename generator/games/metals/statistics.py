"""The statistics of rolled Metals maps: sizes, numbers and places of spaces, distances, balance.

What is counted for each map: its size; for each kind of space its number, the places that have it,
and how near to each other they are; how far the nearest space with points is from two corners; and
the map itself. A map is the same after half a turn, so opposite corners are alike, and a corner is
compared with its neighbour.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

from generator.analysis import estimates
from generator.analysis.results import Estimate, Key, Measure, Results, Statistics, Sums
from generator.games.metals.definition import MetalsDefinition
from generator.games.metals.map import Map
from generator.games.metals.map_rules import RolledMap
from generator.games.metals.roll import MetalsGame
from generator.languages import Language
from generator.layout.report import Report
from generator.schema.fields import Choice, Range, possible

MEASURES = {
    "size": Measure("", "columns x rows", share=True),
    "count": Measure("kind", "spaces", share=True),
    "apart": Measure("kind", "steps", share=True),
    "nearest": Measure("from", "steps", share=True),
    "balance": Measure("", "steps", share=True),
    "maps": Measure("", decimals=0, exact=True),
}


def is_deterministic(definition: MetalsDefinition) -> bool:
    """Whether the map is drawn by hand."""
    return definition.sets[0].map.rolled is None


def counting(definition: MetalsDefinition) -> Callable[[MetalsGame], Iterator[Key]]:
    """The function that counts a map."""
    kinds = tuple(_rules(definition).spaces.kinds())

    def count(game: MetalsGame) -> Iterator[Key]:
        board = game.map
        yield "size", (board.columns, board.rows)
        yield "map", (board.columns, board.spaces)
        for kind in kinds:
            places = [index for index, space in enumerate(board.spaces) if space == kind]
            yield "count", kind, len(places)
            for index in places:
                yield "place", kind, (board.columns, board.rows), index
            if len(places) > 1:
                yield "apart", kind, min(board.steps(*pair) for pair in combinations(places, 2))
        nearest = [_nearest(board, corner) for corner in board.corners[:2]]
        for corner, steps in zip(("left", "right"), nearest, strict=True):
            yield "nearest", corner, steps
        yield "balance", abs(nearest[0] - nearest[1])

    return count


def _nearest(board: Map, corner: int) -> int:
    """The steps from a corner to the nearest space with points."""
    with_points = [index for index in range(len(board)) if board.points(index)]
    return min(board.steps(corner, index) for index in with_points)


def _rules(definition: MetalsDefinition) -> RolledMap:
    rules = definition.sets[0].map.rolled
    assert rules is not None, "only rolled maps are counted"
    return rules


def estimate(definition: MetalsDefinition, size: str, sums: Sums, seeds: int) -> list[Estimate]:
    """All estimates. `size`, the form of the game, does not change the map."""
    rules = _rules(definition)
    spreads = rules.spaces.kinds()
    return [
        *_sizes(rules, sums, seeds),
        *(
            row
            for kind, spread in spreads.items()
            for row in _counts(kind, spread.count, sums, seeds)
        ),
        *(row for kind in spreads for row in _shares("apart", kind, sums, ("apart", kind))),
        *(row for kind in spreads for row in _places(kind, sums)),
        *(
            row
            for corner in ("left", "right")
            for row in _shares("nearest", f"top {corner} corner", sums, ("nearest", corner))
        ),
        *_shares("balance", "all", sums, ("balance",)),
        _maps(sums, seeds),
    ]


def _chances(number: int | Choice | Range) -> dict[int, float]:
    """The chance of each value of a number."""
    values = number.choice if isinstance(number, Choice) else possible(number)
    return {value: values.count(value) / len(values) for value in sorted(values)}


def _sizes(rules: RolledMap, sums: Sums, seeds: int) -> Iterator[Estimate]:
    for columns, columns_chance in _chances(rules.columns).items():
        for rows, rows_chance in _chances(rules.rows).items():
            names = "all", f"{columns} x {rows}"
            count = sums["size", (columns, rows)]
            yield estimates.share("size", names, count, seeds, columns_chance * rows_chance)


def _counts(kind: str, number: int | Choice | Range, sums: Sums, seeds: int) -> Iterator[Estimate]:
    for value, chance in _chances(number).items():
        count = sums["count", kind, value]
        yield estimates.share("count", (kind, str(value)), count, seeds, chance)


def _shares(measure: str, subject: str, sums: Sums, key: Key) -> Iterator[Estimate]:
    """The shares of the last parts of all keys that begin with `key`."""
    values = {counted[-1]: count for counted, count in sums.items() if counted[:-1] == key}
    for value in sorted(values):
        names = subject, str(value)
        yield estimates.share(measure, names, values[value], sum(values.values()), None)


def _places(kind: str, sums: Sums) -> Iterator[Estimate]:
    """How often each place has the kind, on maps of each size. Places count from 1, from the top
    left."""
    sizes = sorted(key[1] for key in sums if key[0] == "size")
    for columns, rows in sizes:
        maps = sums["size", (columns, rows)]
        for index in range(columns * rows):
            row, column = divmod(index, columns)
            place = f"column {column + 1} row {row + 1} of {columns} x {rows}"
            count = sums["place", kind, (columns, rows), index]
            yield estimates.share("place", (kind, place), count, maps, None)


def _maps(sums: Sums, seeds: int) -> Estimate:
    """The number of different maps."""
    different = float(len([key for key in sums if key[0] == "map"]))
    return Estimate("maps", "all", "", different, None, None, None, None, seeds)


def _report(results: Results, language: Language) -> Report:
    from generator.games.metals.statistics_report import report

    return report(results, language)


STATISTICS = Statistics(is_deterministic, counting, estimate, _report, MEASURES)
