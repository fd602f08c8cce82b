"""The statistics of rolled Metals maps: sizes, numbers and places of spaces, distances, balance.

What is counted for each map: its size; for each kind of space its number, the places that have it,
and how near to each other they are; how far the nearest space with points is from two corners; and
the map itself. A map is the same after half a turn, so opposite corners are alike, and a corner is
compared with its neighbour.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, groupby

from generator.analysis import estimates
from generator.analysis.charts import Square, heat_map
from generator.analysis.report import Chart
from generator.analysis.results import Key, Measure, RollEstimate, Statistics, Sums
from generator.analysis.statistics_report import histograms, interval_chart
from generator.games.metals.definition import MetalsDefinition
from generator.games.metals.map import Map
from generator.games.metals.map_rules import RolledMap
from generator.games.metals.roll import MetalsGame
from generator.schema.fields import Choice, Range, possible

NAMES = {
    "point_1": "1 point", "point_2": "2 points", "forest": "Forest", "city": "City",
}  # fmt: skip


def _place_maps(
    measure: Measure, estimates: Sequence[RollEstimate], name: Callable[[str], str]
) -> list[Chart]:
    """How often each place has a kind of space, as a map for each kind and size of map."""
    result = []
    for (kind, size), group in groupby(estimates, _kind_and_size):
        squares = [_square(estimate) for estimate in group]
        if any(square.value for square in squares):
            title = f"{name(kind)}, {size}"
            result.append(heat_map(title, squares, ("", ""), measure.form, is_map=True))
    return result


def _kind_and_size(estimate: RollEstimate) -> tuple[str, str]:
    return estimate.subject, estimate.detail.partition(" of ")[2]


def _square(estimate: RollEstimate) -> Square:
    _, column, _, row, *_ = estimate.detail.split()
    return Square(column, row, estimate.value)


MEASURES = {
    "place": Measure(
        "Where the spaces are", "kind", "place", charts=_place_maps, has_table=False,
        note="How often a place has a space of a kind. Every map looks the same after half a turn.",
    ),
    "maps": Measure("Different maps", "", form=",.0f", is_exact=True),
    "count": Measure(
        "How many spaces there are", "kind", "spaces", charts=interval_chart, is_complete=True
    ),
    "size": Measure("Sizes of maps", "", "columns x rows", is_complete=True),
    "apart": Measure(
        "How far apart", "kind", "steps", charts=histograms, has_table=False,
        note="Steps between the two nearest spaces of a kind, as a share of the maps.",
    ),
    "nearest": Measure(
        "From a corner to the nearest points", "from", "steps", charts=histograms, has_table=False,
        note="Steps from a corner, where Metals land, to the nearest space with points. Opposite "
        "corners are alike.",
    ),
    "balance": Measure(
        "How much further it is from one corner than from the next", "", "steps",
        charts=histograms,
    ),
}  # fmt: skip


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


def estimate(definition: MetalsDefinition, size: str, sums: Sums, seeds: int) -> list[RollEstimate]:
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


def _sizes(rules: RolledMap, sums: Sums, seeds: int) -> Iterator[RollEstimate]:
    for columns, columns_chance in _chances(rules.columns).items():
        for rows, rows_chance in _chances(rules.rows).items():
            names = "all", f"{columns} x {rows}"
            count = sums["size", (columns, rows)]
            yield estimates.share("size", names, count, seeds, columns_chance * rows_chance)


def _counts(
    kind: str, number: int | Choice | Range, sums: Sums, seeds: int
) -> Iterator[RollEstimate]:
    for value, chance in _chances(number).items():
        count = sums["count", kind, value]
        yield estimates.share("count", (kind, str(value)), count, seeds, chance)


def _shares(measure: str, subject: str, sums: Sums, key: Key) -> Iterator[RollEstimate]:
    """The shares of the last parts of all keys that begin with `key`."""
    values = {counted[-1]: count for counted, count in sums.items() if counted[:-1] == key}
    for value in sorted(values):
        names = subject, str(value)
        yield estimates.share(measure, names, values[value], sum(values.values()), None)


def _places(kind: str, sums: Sums) -> Iterator[RollEstimate]:
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


def _maps(sums: Sums, seeds: int) -> RollEstimate:
    """The number of different maps."""
    different = float(len([key for key in sums if key[0] == "map"]))
    return RollEstimate("maps", "all", "", different, None, None, None, None, seeds)


def _names(definition: MetalsDefinition) -> dict[str, str]:
    return NAMES


STATISTICS = Statistics(is_deterministic, counting, estimate, _names, MEASURES)
