"""The statistics of rolled Metals maps: sizes, numbers and places of spaces, distances, balance.

Counted for each map: its size; for each kind of space how many there are and how near each other;
which places have it; how far the nearest space with points is from each of the corners where Metals
land; and the map itself. A map is the same after half a turn, so opposite corners are alike: what
is compared is a corner and its neighbour.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

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
    """What is counted of a map."""
    kinds = tuple(_rules(definition).spaces.kinds())

    def count(game: MetalsGame) -> Iterator[Key]:
        board = game.map
        yield "size", (board.columns, board.rows)
        yield "map", (board.columns, board.spaces)
        for kind in kinds:
            places = [at for at, space in enumerate(board.spaces) if space == kind]
            yield "count", kind, len(places)
            for at in places:
                yield "place", kind, (board.columns, board.rows), at
            if len(places) > 1:
                yield "apart", kind, min(board.steps(*pair) for pair in combinations(places, 2))
        near = [_nearest(board, corner) for corner in board.corners[:2]]
        for corner, steps in zip(("left", "right"), near, strict=True):
            yield "nearest", corner, steps
        yield "balance", abs(near[0] - near[1])

    return count


def _nearest(board: Map, corner: int) -> int:
    points = [at for at in range(len(board)) if board.points(at)]
    return min(board.steps(corner, at) for at in points)


def _rules(definition: MetalsDefinition) -> RolledMap:
    rules = definition.sets[0].map.rolled
    assert rules is not None, "only rolled maps are counted"
    return rules


def rows(definition: MetalsDefinition, size: str, sums: Sums, seeds: int) -> list[Estimate]:
    """All figures; whether factions are played changes nothing on a map."""
    rules = _rules(definition)
    spread = rules.spaces.kinds()
    return [
        *_sizes(rules, sums, seeds),
        *(row for kind, each in spread.items() for row in _counts(kind, each.count, sums, seeds)),
        *(row for kind in spread for row in _shares("apart", kind, sums, ("apart", kind))),
        *(row for kind in spread for row in _places(kind, sums)),
        *(
            row
            for corner in ("left", "right")
            for row in _shares("nearest", f"top {corner} corner", sums, ("nearest", corner))
        ),
        *_shares("balance", "all", sums, ("balance",)),
        _maps(sums, seeds),
    ]


def _chances(number: int | Choice | Range) -> dict[int, float]:
    """How likely each value of a number is."""
    values = number.choice if isinstance(number, Choice) else possible(number)
    return {value: values.count(value) / len(values) for value in sorted(values)}


def _sizes(rules: RolledMap, sums: Sums, seeds: int) -> Iterator[Estimate]:
    for columns, likely in _chances(rules.columns).items():
        for height, as_likely in _chances(rules.rows).items():
            names = "all", f"{columns} x {height}"
            count = sums["size", (columns, height)]
            yield estimates.share("size", names, count, seeds, likely * as_likely)


def _counts(kind: str, number: Any, sums: Sums, seeds: int) -> Iterator[Estimate]:
    for value, likely in _chances(number).items():
        count = sums["count", kind, value]
        yield estimates.share("count", (kind, str(value)), count, seeds, likely)


def _shares(measure: str, subject: str, sums: Sums, key: Key) -> Iterator[Estimate]:
    """The shares of the values that come last in keys which begin so."""
    found = {each[-1]: count for each, count in sums.items() if each[:-1] == key}
    for value in sorted(found):
        names = subject, str(value)
        yield estimates.share(measure, names, found[value], sum(found.values()), None)


def _places(kind: str, sums: Sums) -> Iterator[Estimate]:
    """How often each place has the kind; of the maps of its size. Places are counted from 1, from
    the top left."""
    sizes = sorted(key[1] for key in sums if key[0] == "size")
    for columns, height in sizes:
        of = sums["size", (columns, height)]
        for at in range(columns * height):
            place = f"column {at % columns + 1} row {at // columns + 1} of {columns} x {height}"
            count = sums["place", kind, (columns, height), at]
            yield estimates.share("place", (kind, place), count, of, None)


def _maps(sums: Sums, seeds: int) -> Estimate:
    different = float(len([key for key in sums if key[0] == "map"]))
    return Estimate("maps", "all", "", different, None, None, None, None, seeds)


def _report(results: Results, language: Language) -> Report:
    from generator.games.metals.statistics_report import report

    return report(results, language)


STATISTICS = Statistics(is_deterministic, counting, rows, _report, MEASURES)
