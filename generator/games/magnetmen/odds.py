"""Odds and conditions of a Magnetmen set that are likely to be mistakes: warnings at their places.

- what no roll can reach: a variant of weight 0; a type that finds no place on a board of some size,
  because of the numbers of types, the types always on it, or minima and maxima; a number of types
  that no board of some size has room for;
- what is almost never seen: a type on fewer than RARE_BOARDS of the boards, unless that is a
  quarter of its fair share of them or more; a type on fewer than FEW_SQUARES squares in the mean
  where it might have more; a variant with odds under RARE_VARIANT;
- what is nearly always full: a type that has its max, or the largest share of a board if that is
  less, on ALWAYS_FULL of its boards of some size or more; a largest share that no choice of types
  keeps to on boards of some size;
- odds written as percentages or shares that miss 100 or 1: see `_missed_sum`.

How often a type is on a board, and on how many squares, is counted on boards of BOARDS fixed seeds
of the standard size, and of FEWER_BOARDS of the others.
"""

from collections.abc import Callable, Iterator, Sequence

from generator.core.diagnostics import Diagnostic
from generator.core.errors import RollError
from generator.core.resources import sets_dir
from generator.games.magnetmen.definition import (
    Boards,
    MagnetmenDefinition,
    MagnetmenSet,
    PieceType,
)
from generator.games.magnetmen.powers import Power, Primitive
from generator.games.magnetmen.powers.primitives import If, Ignore, Limit, NeedsAdjacent, Open
from generator.games.magnetmen.roll import RolledType, limit_on, roll_types, room
from generator.schema.fields import possible
from generator.schema.set_files import SetFile
from generator.schema.set_texts import Place

BOARDS = 400  # of the standard size
FEWER_BOARDS = 150  # of each other size, which only show what is always full
RARE_BOARDS = 0.05  # share of boards
FEW_SQUARES = 1.5  # in the mean
RARE_VARIANT = 0.02  # share of the boards that have the type
ALWAYS_FULL = 0.95  # share of the boards that have the type
_MAX_MISS = 0.1  # of the whole: odds this near to it are meant to add up to it


def warnings(definition: MagnetmenDefinition) -> Iterator[Diagnostic]:
    """Every warning, set by set."""
    yield from conditions(definition)
    unreachable = set()
    for place, message in _unreachable(definition):
        unreachable.add(place.loc)
        yield place.warning(message, "unreachable")
    yield from _numbers_of_types(definition)
    for file in _sets(definition):
        for key, piece in file.content.types.items():
            yield from _variants(Place(file, ("types", key, "powers")), piece)
        yield from _sums(file)
    yield from _small_share(definition)
    usual, *others = _fillable(definition)
    try:
        rolled = {usual: rolled_types(definition, usual, BOARDS)}
        rolled |= {size: rolled_types(definition, size, FEWER_BOARDS) for size in others}
    except RollError:
        return  # what rolls the set reports it
    for place, message in _rare(definition, rolled):
        if place.loc not in unreachable:
            yield place.warning(message, "rare")
    for place, message in _full(definition, rolled):
        yield place.warning(message, "full")


def _sets(definition: MagnetmenDefinition) -> Iterator[SetFile[MagnetmenSet]]:
    return (file for file in definition.files if isinstance(file.content, MagnetmenSet))


def _types(definition: MagnetmenDefinition) -> Iterator[tuple[Place, PieceType]]:
    for file in _sets(definition):
        for key, piece in file.content.types.items():
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
        never = [count for count in range(fewest, most + 1) if count not in possible]
        if never and possible:  # if none is possible, nothing can be printed
            message = f"no {size} board can be filled with {_listing(never)} types: "
            message += f"there are always {_listing(possible)}"
            yield _cause(definition, size).warning(message, "unreachable")


def _listing(numbers: Sequence[int]) -> str:
    return " or ".join(map(str, numbers))


def _cause(definition: MagnetmenDefinition, size: str) -> Place:
    """Where the numbers of types stand in the last own set, or else the size of the board."""
    own = [file for file in definition.files if not file.path.is_relative_to(sets_dir())]
    file = (own or definition.files)[-1]
    if isinstance(file.content, Boards):
        return Place(file, ("sizes", size), key=True)
    return Place(file, ("alone", "types") if file.content.alone else ("types",), key=True)


def _fits(definition: MagnetmenDefinition, piece: PieceType, count: int, squares: int) -> bool:
    """Whether a board with `count` types can have this one, together with the types that are always
    on it and with the others that have the smallest minima (or the largest maxima)."""
    always = definition.types_on_board()[2]
    limit = limit_on(definition, count, squares)
    fixed: list[tuple[int, int]] = []  # the fewest and the most squares of each type
    others: list[tuple[int, int]] = []
    for other in definition.pieces:
        rooms = fixed if other is piece or other.key in always else others
        rooms.append(room(other, squares, limit))
    free = count - len(fixed)
    if free < 0:
        return False
    least = sum(low for low, _ in fixed) + sum(sorted(low for low, _ in others)[:free])
    highest = sorted((high for _, high in others), reverse=True)[:free]
    return least <= squares <= sum(high for _, high in fixed) + sum(highest)


def _variants(place: Place, piece: PieceType) -> Iterator[Diagnostic]:
    total = sum(power.weight for power in piece.powers)
    for number, power in enumerate(piece.powers):
        weight = Place(place.file, (*place.loc, number, "weight"))
        if not power.weight:
            yield weight.warning("no roll picks this power, its weight is 0", "unreachable")
        elif power.weight / total < RARE_VARIANT:
            message = f"picked for only {power.weight / total:.1%} of the boards that have the type"
            yield weight.warning(message, "rare")


# What is almost never seen ------------------------------------------------------------------


RolledTypes = dict[tuple[str, str], list[RolledType]]
"""Each type, by its set and key, as it is on the boards of one size."""


def _fillable(definition: MagnetmenDefinition) -> list[str]:
    """The sizes of which boards can be filled, the standard size first."""
    sizes = definition.boards.sizes
    fillable = [size for size in sizes if definition.fillable(sizes[size].squares)]
    return sorted(fillable, key=lambda size: size != "regular")


def rolled_types(definition: MagnetmenDefinition, size: str, boards: int) -> RolledTypes:
    squares = definition.boards.sizes[size].squares
    types: RolledTypes = {}
    for number in range(boards):
        for kind in roll_types(definition, squares, f"odds-{number}"):
            types.setdefault((kind.set_name, kind.piece.key), []).append(kind)
    return types


def _rare(
    definition: MagnetmenDefinition, rolled: dict[str, RolledTypes]
) -> Iterator[tuple[Place, str]]:
    """Types that boards of the standard size hardly ever have, or on few squares."""
    kinds = next(iter(rolled.values()))
    fair = sum(map(len, kinds.values())) / BOARDS / len(definition.pieces)
    for place, piece in _types(definition):
        on_boards = kinds.get((place.file.content.key, piece.key), [])
        share = len(on_boards) / BOARDS
        mean = sum(kind.count for kind in on_boards) / max(1, len(on_boards))
        if share < RARE_BOARDS and share < fair / 4:
            yield place, f"on only {share:.1%} of the boards, the others on {fair:.0%} in the mean"
        elif mean < FEW_SQUARES and (piece.max is None or piece.max > 1):
            message = f"on {mean:.1f} squares in the mean of the boards that have it; "
            yield place, message + "raise its frequency, or set a min"


# What is nearly always full -----------------------------------------------------------------


def _full(
    definition: MagnetmenDefinition, rolled: dict[str, RolledTypes]
) -> Iterator[tuple[Place, str]]:
    """Types whose frequency makes no difference, with the sizes of board on which it does not."""
    sizes = {
        size: board.squares for size, board in definition.boards.sizes.items() if size in rolled
    }
    for place, piece in _types(definition):
        at_max: list[str] = []
        at_share: list[str] = []
        for size, squares in sizes.items():
            limit = definition.boards.most_of_a_type(squares)
            least, most = room(piece, squares, limit)
            on_boards = rolled[size].get((place.file.content.key, piece.key), [])
            full = sum(kind.count >= most for kind in on_boards)
            if least < most and on_boards and full >= ALWAYS_FULL * len(on_boards):
                (at_max if most == piece.max else at_share).append(size)
        if at_max:
            message = f"nearly always on {piece.max} squares, its max, {_on(at_max, definition)}"
            yield Place(place.file, (*place.loc, "max")), f"{message}: its frequency has no effect"
        if at_share:
            share = f"{definition.boards.largest_share:.0%}"
            message = f"nearly always has the largest share, {share}, {_on(at_share, definition)}"
            yield place, f"{message}; lower its frequency, or set a max"


def _on(sizes: list[str], definition: MagnetmenDefinition) -> str:
    """The sizes of board in words."""
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
            message = f"no choice of {types} types keeps to {share} on a {size} board; "
            message += "raise a max, or have more types on a board"
            yield _cause(definition, size).warning(message, "full")


# Odds written as shares ---------------------------------------------------------------------


def _sums(file: SetFile[MagnetmenSet]) -> Iterator[Diagnostic]:
    data = file.source.data["types"]
    written = [entry.get("frequency") for entry in data.values()]
    if words := _missed_sum(written):
        place = Place(file, ("types",), key=True)
        yield place.warning(f"the frequencies {words}", "sum")
    for key, entry in data.items():
        if words := _missed_sum([power.get("weight") for power in entry["powers"]]):
            place = Place(file, ("types", key, "powers"), key=True)
            yield place.warning(f"the weights {words}", "sum")


def _missed_sum(odds: Sequence[float | None]) -> str:
    """What is wrong with odds that look like percentages or shares of 1 but miss the whole; "" if
    nothing is.

    They look so if there are at least two, all are written down, each is less than the whole
    (shares: less than 1; percentages: 1 or more), and the sum is within a tenth of it. A difference
    that rounding explains is right: 33 + 33 + 33.
    """
    values = [value for value in odds if value]
    if len(values) < 2 or len(values) < len(odds):
        return ""
    whole = 1 if all(value < 1 for value in values) else 100
    total = sum(values)
    looks_like_shares = whole == 1 or all(1 <= value < whole for value in values)
    digits = max(len(f"{value:g}".partition(".")[2]) for value in values)
    rounding = 0.5 * 10**-digits * len(values)
    difference = abs(total - whole)
    is_near = max(rounding, 1e-9) <= difference <= _MAX_MISS * whole
    if not looks_like_shares or not is_near:
        return ""
    unit = "shares of 1" if whole == 1 else "percentages"
    return f"look like {unit} but add up to {total:g}; each counts relative to their sum"


_Messages = Iterator[tuple[tuple[str | int, ...], str]]
"""Keys inside a power, and a message about the value there."""


def conditions(definition: MagnetmenDefinition) -> Iterator[Diagnostic]:
    """A warning for each condition, or limit, that the slots of the largest board already decide;
    for a score that is the same whether its condition holds or not; for squares that nobody may
    ever take; for a gate or Repel that says the same thing twice."""
    max_slots = max(size.slots for size in definition.boards.sizes.values())
    for file in definition.files:
        types = file.content.types if isinstance(file.content, MagnetmenSet) else {}
        for key, piece in types.items():
            for number, power in enumerate(piece.powers):
                for loc, message in _power_messages(power, max_slots):
                    place = Place(file, ("types", key, "powers", number, *loc))
                    yield place.warning(message, "condition")


def _power_messages(power: Power, max_slots: int) -> _Messages:
    for part in ("score", "gate", "repel"):
        primitives = power.parts(part)
        for number, primitive in enumerate(primitives):
            for key, message in _primitive_messages(primitive, max_slots):
                yield (part, number, primitive.name, *key), message
            if part != "score" and primitive in primitives[:number]:
                yield (part, number), "this is said twice in this power"
    adjacent = {
        primitive.crossed_out for primitive in power.gate if isinstance(primitive, NeedsAdjacent)
    }
    if len(adjacent) > 1:
        yield ("gate",), "nobody can ever take it: some and none of the adjacent squares"


def _primitive_messages(primitive: Primitive, max_slots: int) -> _Messages:
    def all_slots(number: int) -> bool:
        return number >= max_slots

    reason = f"no board has more than {max_slots} slots"
    match primitive:
        case If():
            yield from _if_messages(primitive, max_slots, f"never holds: {reason}")
        case Limit():
            yield from _messages(primitive, "per_player", all_slots, f"limits nobody: {reason}")
        case Ignore():
            yield from _messages(primitive, "until", all_slots, f"always holds: {reason}")
            yield from _messages(primitive, "from", all_slots, f"never holds: {reason}")


def _if_messages(condition: If, max_slots: int, never: str) -> _Messages:
    for key in ("exactly", "at_least"):
        yield from _messages(condition, key, lambda number: number > max_slots, never)
    always = "always holds: who scores for an icon has one"
    yield from _messages(condition, "at_least", lambda number: number == 1, always)
    if condition.points == condition.otherwise:
        yield (), "the points are the same whether the condition holds or not"


def _messages(
    primitive: Primitive, key: str, test: Callable[[int], bool], message: str
) -> _Messages:
    """The message, if the test is true for a value that a roll can pick for a parameter; with these
    values, if there are others."""
    number: Open | None = getattr(primitive, key, None) or getattr(primitive, f"{key}_", None)
    values = possible(number) if number is not None else ()
    if matches := [value for value in values if test(value)]:
        listing = f"{matches[0]} to {matches[-1]}" if len(matches) > 1 else f"{matches[0]}"
        has_others = len(matches) < len(values)
        yield (key,), f"where it comes out as {listing}, it {message}" if has_others else message
