"""Warn of odds in a Magnetmen set that are likely to be mistakes.

Input: a MagnetmenDefinition. Output: a warning at its place for

- what no roll can reach: a variant of weight 0; a type that fits on no board of some size, because
  of the numbers of types, the types always on it, or minima and maxima; a number of types that no
  board of some size has room for;
- what is almost never rolled: a type on fewer than RARE_BOARDS of the boards, unless that is at
  least a quarter of its fair share; a type on fewer than FEW_SQUARES squares on average if it might
  have more; a variant with odds under RARE_VARIANT;
- what is nearly always full: a type that has its max, or the largest share of a board if that is
  less, on at least ALWAYS_FULL of its boards of some size; a largest share that no choice of types
  keeps to on boards of some size;
- odds written as percentages or shares that do not add up to 100 or 1: see `_sum_mistake`.

How often a type is on a board, and on how many squares, is counted on the boards of BOARDS fixed
seeds in the standard size, and of FEWER_BOARDS seeds in the other sizes.
"""

from collections.abc import Iterator, Sequence

from generator.core.diagnostics import Diagnostic
from generator.core.errors import RollError
from generator.core.resources import sets_dir
from generator.games.magnetmen.definition import (
    Boards,
    MagnetmenDefinition,
    MagnetmenSet,
    PieceType,
)
from generator.games.magnetmen.roll import RolledType, limit_on, roll_types, room
from generator.schema.set_files import SetFile
from generator.schema.set_texts import Place

BOARDS = 400
FEWER_BOARDS = 150  # of the other sizes, on which only full types are counted
RARE_BOARDS = 0.05
FEW_SQUARES = 1.5
RARE_VARIANT = 0.02
ALWAYS_FULL = 0.95
_MAX_ERROR = 0.1  # of the whole, for odds that were meant to add up to it


def warnings(definition: MagnetmenDefinition) -> Iterator[Diagnostic]:
    """Every warning, set by set."""
    unreachable = set()
    for place, message in _unreachable(definition):
        unreachable.add(place.loc)
        yield place.warning(message, "unreachable")
    yield from _numbers_of_types(definition)
    for file in _sets(definition):
        for key, piece in file.chosen.types.items():
            yield from _variants(Place(file, ("types", key, "powers")), piece)
        yield from _sums(file)
    yield from _small_share(definition)
    standard, *others = _fillable_sizes(definition)
    try:
        rolled = {standard: _rolled(definition, standard, BOARDS)}
        rolled |= {size: _rolled(definition, size, FEWER_BOARDS) for size in others}
    except RollError:
        return  # the roll reports it
    for place, message in _rare(definition, rolled):
        if place.loc not in unreachable:
            yield place.warning(message, "rare")
    for place, message in _full(definition, rolled):
        yield place.warning(message, "full")


def _sets(definition: MagnetmenDefinition) -> Iterator[SetFile[MagnetmenSet]]:
    return (file for file in definition.files if isinstance(file.chosen, MagnetmenSet))


def _types(definition: MagnetmenDefinition) -> Iterator[tuple[Place, PieceType]]:
    for file in _sets(definition):
        for key, piece in file.chosen.types.items():
            yield Place(file, ("types", key), key=True), piece


# What no roll can reach ---------------------------------------------------------------------


def _unreachable(definition: MagnetmenDefinition) -> Iterator[tuple[Place, str]]:
    fewest, most, always = definition.types_on_board()
    for place, piece in _types(definition):
        if len(always) >= most and piece.key not in always:
            yield place, f"never on a board: {len(always)} types are always on it, and no more fit"
            continue
        never = [
            size
            for size, board in definition.boards.sizes.items()
            if definition.fillable(board.squares)
            and not any(
                _fits(definition, piece, count, board.squares) for count in range(fewest, most + 1)
            )
        ]
        if len(never) == len(definition.boards.sizes):
            yield place, "never on a board: its min and max leave no way to fill one"
        elif never:
            names = " and ".join(never)
            yield place, f"never on a {names} board: its min and max leave no way to fill one"


def _numbers_of_types(definition: MagnetmenDefinition) -> Iterator[Diagnostic]:
    fewest, most, _ = definition.types_on_board()
    for size, board in definition.boards.sizes.items():
        possible = definition.fillable(board.squares)
        never = [number for number in range(fewest, most + 1) if number not in possible]
        if never and possible:  # without any, nothing can be printed
            words = f"no {size} board can be filled with {_listed(never)} types: there are always "
            words += _listed(possible)
            yield _blamed(definition, size).warning(words, "unreachable")


def _listed(numbers: Sequence[int]) -> str:
    return " or ".join(map(str, numbers))


def _blamed(definition: MagnetmenDefinition, size: str) -> Place:
    """The place of the numbers of types in the user's own set, or else of the size."""
    own = [file for file in definition.files if not file.path.is_relative_to(sets_dir())]
    file = (own or definition.files)[-1]
    if isinstance(file.chosen, Boards):
        return Place(file, ("sizes", size), key=True)
    return Place(file, ("alone", "types") if file.chosen.alone else ("types",), key=True)


def _fits(definition: MagnetmenDefinition, piece: PieceType, count: int, squares: int) -> bool:
    """Whether a board of `count` types may have this one.

    With it come the types that are always on the board, and the others with the smallest minima (or
    the largest maxima).
    """
    always = definition.types_on_board()[2]
    limit = limit_on(definition, count, squares)
    fixed = [p for p in definition.pieces if p is piece or p.key in always]
    others = [p for p in definition.pieces if p is not piece and p.key not in always]
    free = count - len(fixed)
    if free < 0:
        return False
    fixed_rooms = [room(p, squares, limit) for p in fixed]
    other_rooms = [room(p, squares, limit) for p in others]
    least = sum(low for low, _ in fixed_rooms) + sum(sorted(low for low, _ in other_rooms)[:free])
    highest = sorted((high for _, high in other_rooms), reverse=True)[:free]
    most = sum(high for _, high in fixed_rooms) + sum(highest)
    return least <= squares <= most


def _variants(place: Place, piece: PieceType) -> Iterator[Diagnostic]:
    total = sum(power.weight for power in piece.powers)
    for number, power in enumerate(piece.powers):
        here = Place(place.file, (*place.loc, number, "weight"))
        if not power.weight:
            yield here.warning("no roll picks this power, its weight is 0", "unreachable")
        elif power.weight / total < RARE_VARIANT:
            words = f"picked for only {power.weight / total:.1%} of the boards that have the type"
            yield here.warning(words, "rare")


# What is almost never rolled ----------------------------------------------------------------


_Key = tuple[str, str]  # the set and the key of a type
_Rolled = dict[_Key, list[RolledType]]  # the types as rolled on boards of one size


def _fillable_sizes(definition: MagnetmenDefinition) -> list[str]:
    """The sizes that can be filled, the standard size first."""
    sizes = definition.boards.sizes
    fillable = [size for size in sizes if definition.fillable(sizes[size].squares)]
    return sorted(fillable, key=lambda size: size != "regular")


def _rolled(definition: MagnetmenDefinition, size: str, boards: int) -> _Rolled:
    squares = definition.boards.sizes[size].squares
    rolled: _Rolled = {}
    for number in range(boards):
        for kind in roll_types(definition, squares, f"odds-{number}"):
            rolled.setdefault((kind.set_name, kind.piece.key), []).append(kind)
    return rolled


def _rare(
    definition: MagnetmenDefinition, rolled: dict[str, _Rolled]
) -> Iterator[tuple[Place, str]]:
    """Types that are rare, or have few squares, on boards of the standard size."""
    kinds = next(iter(rolled.values()))
    fair = sum(map(len, kinds.values())) / BOARDS / len(definition.pieces)
    for place, piece in _types(definition):
        occurrences = kinds.get((place.file.chosen.key, piece.key), [])
        share = len(occurrences) / BOARDS
        mean = sum(kind.count for kind in occurrences) / max(1, len(occurrences))
        if share < RARE_BOARDS and share < fair / 4:
            yield place, f"on only {share:.1%} of the boards, the others on {fair:.0%} in the mean"
        elif mean < FEW_SQUARES and (piece.max is None or piece.max > 1):
            words = f"on {mean:.1f} squares in the mean of the boards that have it; "
            yield place, words + "raise its frequency, or set a min"


# What is nearly always full -----------------------------------------------------------------


def _full(
    definition: MagnetmenDefinition, rolled: dict[str, _Rolled]
) -> Iterator[tuple[Place, str]]:
    """Types whose frequency makes no difference, with the sizes of those boards."""
    sizes = {
        size: board.squares for size, board in definition.boards.sizes.items() if size in rolled
    }
    for place, piece in _types(definition):
        at_max: list[str] = []
        at_share: list[str] = []
        for size, squares in sizes.items():
            limit = definition.boards.most_of_a_type(squares)
            least, most = room(piece, squares, limit)
            occurrences = rolled[size].get((place.file.chosen.key, piece.key), [])
            full = sum(kind.count >= most for kind in occurrences)
            if least < most and occurrences and full >= ALWAYS_FULL * len(occurrences):
                (at_max if most == piece.max else at_share).append(size)
        if at_max:
            words = f"nearly always on {piece.max} squares, its max, {_on(at_max, definition)}"
            yield Place(place.file, (*place.loc, "max")), f"{words}: its frequency has no effect"
        if at_share:
            share = f"{definition.boards.largest_share:.0%}"
            words = f"nearly always has the largest share, {share}, {_on(at_share, definition)}"
            yield place, f"{words}; lower its frequency, or set a max"


def _on(sizes: list[str], definition: MagnetmenDefinition) -> str:
    if len(sizes) == len(definition.boards.sizes):
        return "whatever the size of the board"
    *first, last = sizes
    return f"on {', '.join(first)} and {last} boards" if first else f"on {last} boards"


def _small_share(definition: MagnetmenDefinition) -> Iterator[Diagnostic]:
    fewest, most, _ = definition.types_on_board()
    share = f"the largest share, {definition.boards.largest_share:.0%},"
    for size, board in definition.boards.sizes.items():
        limit = definition.boards.most_of_a_type(board.squares)
        beyond = [
            str(types)
            for types in range(fewest, most + 1)
            if limit < board.squares == limit_on(definition, types, board.squares)
            and types in definition.fillable(board.squares)
        ]
        if beyond:
            types = " or ".join(beyond)
            words = f"no choice of {types} types keeps to {share} on a {size} board; "
            words += "raise a max, or have more types on a board"
            yield _blamed(definition, size).warning(words, "full")


# Odds written as shares ---------------------------------------------------------------------


def _sums(file: SetFile[MagnetmenSet]) -> Iterator[Diagnostic]:
    data = file.source.data["types"]
    frequencies = [entry.get("frequency") for entry in data.values()]
    if words := _sum_mistake(frequencies):
        place = Place(file, ("types",), key=True)
        yield place.warning(f"the frequencies {words}", "sum")
    for key, entry in data.items():
        if words := _sum_mistake([power.get("weight") for power in entry["powers"]]):
            place = Place(file, ("types", key, "powers"), key=True)
            yield place.warning(f"the weights {words}", "sum")


def _sum_mistake(values: Sequence[float | None]) -> str:
    """What is wrong with odds that look like percentages or shares of 1 but do not add up.

    Odds look like that if there are at least two, none is left out, each is less than the whole
    (shares below 1; percentages from 1), and the sum is within a tenth of it. An error that
    rounding explains is none: 33 + 33 + 33.
    """
    odds = [value for value in values if value]
    if len(odds) < 2 or len(odds) < len(values):
        return ""
    whole = 1 if all(value < 1 for value in odds) else 100
    total = sum(odds)
    look_alike = whole == 1 or all(1 <= value < whole for value in odds)
    digits = max(len(f"{value:g}".partition(".")[2]) for value in odds)
    rounding = 0.5 * 10**-digits * len(odds)
    error = abs(total - whole)
    if not look_alike or error > _MAX_ERROR * whole or error < max(rounding, 1e-9):
        return ""
    kind = "shares of 1" if whole == 1 else "percentages"
    return f"look like {kind} but add up to {total:g}; each counts relative to their sum"
