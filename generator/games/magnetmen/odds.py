"""How often a type, a power or a number of types is rolled: for `stats`, for legends of designers,
and as warnings where it is likely to be a mistake."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from generator.analysis.intervals import counted_mean, share_estimate
from generator.analysis.stats import Key, Measure, Row, Statistics, Sums
from generator.core.diagnostics import Diagnostic
from generator.core.errors import RollError
from generator.games.magnetmen.definition import MagnetmenDefinition, PieceType, fillable
from generator.games.magnetmen.roll import Board, roll_types
from generator.languages import load_language, localized
from generator.layout.text import without_markup
from generator.schema.set_checks import Place

BOARDS = 400  # rolled to find out, of the standard size
FEWER_BOARDS = 150  # of each other size, which only show what is always full
RARE_BOARDS = 0.05  # share of boards, where a type's fair share of them is four times as much
FEW_SQUARES = 1.5  # in the mean
RARE_VARIANT = 0.02  # share of the boards that have the type
ALWAYS_FULL = 0.95  # share of the boards that have the type

_MEAN = "The mean over boards that have the type."
_ROLLED = "How often each power of a type is rolled, on boards that have the type."
MEASURES = {
    "types": Measure("Types on a board", "", "types"),
    "boards": Measure("Boards with the type", "type"),
    "squares": Measure("Squares of the type", "type", "", ",.2f", _MEAN),
    "power": Measure("Powers", "type", "power", note=_ROLLED),
}


def count(board: Board) -> Iterator[Key]:
    """A measure, a type as SET/TYPE, and a number."""
    yield "types", "", len(board.types)
    for kind in board.types:
        yield "squares", kind.name, kind.count
        yield "power", kind.name, kind.variant


def estimate(definition: MagnetmenDefinition, sums: Sums, boards: int) -> list[Row]:
    """All estimates, measure by measure."""
    counters: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for (measure, name, value), number in sums.items():
        counters[measure, name][value] += number
    english = load_language("en")
    rows = [
        Row("types", "all", str(types), share_estimate(found, boards), boards)
        for types, found in sorted(counters["types", ""].items())
    ]
    for each in definition.possible:
        on_boards = counters["squares", each.name].total()
        rows.append(Row("boards", each.name, "", share_estimate(on_boards, boards), boards))
    for each in definition.possible:
        found = counters["squares", each.name]
        rows.append(Row("squares", each.name, "", counted_mean(found), found.total()))
    for each in definition.possible:
        found, powers = counters["power", each.name], each.piece.powers
        for index, power in enumerate(powers if len(powers) > 1 else ()):
            text = without_markup(power.sentence(each.piece, english))
            share = share_estimate(found[index], found.total())
            rows.append(Row("power", each.name, text, share, found.total()))
    return rows


def type_names(definition: MagnetmenDefinition) -> dict[str, str]:
    return {each.name: localized(each.piece.name, "en") for each in definition.possible}


STATISTICS = Statistics(count, estimate, type_names, MEASURES)


def squares_on_boards(
    definition: MagnetmenDefinition, size: str, boards: int
) -> dict[str, Counter[int]]:
    """How many boards of a size have how many squares of each type, by SET/TYPE. Raises
    RollError."""
    squares = definition.boards.sizes[size].squares
    found = {each.name: Counter[int]() for each in definition.possible}
    for number in range(boards):
        for kind in roll_types(definition, squares, f"odds-{number}"):
            found[kind.name][kind.count] += 1
    return found


def mean_squares(found: Counter[int]) -> float:
    """The mean over the boards that have any."""
    return sum(squares * boards for squares, boards in found.items()) / max(1, found.total())


def warnings(definition: MagnetmenDefinition) -> Iterator[Diagnostic]:
    """What no roll can reach, what is almost never seen, and what is nearly always full."""
    sizes = definition.boards.sizes
    usual, *others = sorted(
        (size for size in sizes if fillable(definition, sizes[size].squares)),
        key=lambda size: size != "regular",
    )
    try:
        rolled = {usual: squares_on_boards(definition, usual, BOARDS)}
        rolled |= {size: squares_on_boards(definition, size, FEWER_BOARDS) for size in others}
    except RollError:
        rolled = {}  # what rolls the set reports it
    for file in definition.files[1:]:
        for key, piece in file.content.types.items():
            place = Place(file, ("types", key), key=True)
            for number, power in enumerate(piece.powers):
                share = power.weight / sum(each.weight for each in piece.powers)
                if share < RARE_VARIANT:
                    message = "no roll picks this power, its weight is 0"
                    if share:
                        message = f"picked for only {share:.1%} of the boards that have the type"
                    weight = Place(file, ("types", key, "powers", number, "weight"))
                    yield weight.warning(message, "rare" if share else "unreachable")
            found = {size: each[f"{file.content.key}/{key}"] for size, each in rolled.items()}
            if rolled:
                total = sum(each.total() for each in rolled[usual].values())
                fair = total / BOARDS / len(definition.possible)
                yield from _rare(place, piece, found, fair)
            yield from _full(definition, place, piece, found)


def _rare(
    place: Place, piece: PieceType, found: dict[str, Counter[int]], fair: float
) -> Iterator[Diagnostic]:
    """A warning for a type that no board has, or hardly any of the standard size, which comes
    first; or that has few squares there. fair: the share of them that types have in the mean."""
    usual = next(iter(found.values()))
    share, mean = usual.total() / BOARDS, mean_squares(usual)
    if never := [size for size, boards in found.items() if not boards]:
        which = f"{' and '.join(never)} boards" if len(never) < len(found) else "boards"
        message = f"on none of the {which} rolled for this warning: see its min and max, and how "
        yield place.warning(f"{message}many types a board has", "unreachable")
    elif share < RARE_BOARDS and share < fair / 4:
        message = f"on only {share:.1%} of the boards, the others on {fair:.0%} in the mean"
        yield place.warning(message, "rare")
    elif mean < FEW_SQUARES and (piece.max is None or piece.max > 1):
        message = f"on {mean:.1f} squares in the mean of the boards that have it; "
        yield place.warning(f"{message}raise its frequency, or set a min", "rare")


def _full(
    definition: MagnetmenDefinition, place: Place, piece: PieceType, rolled: dict[str, Counter[int]]
) -> Iterator[Diagnostic]:
    """A warning for a type whose frequency makes no difference, with the sizes of board on which
    it does not: it has its max, or the largest share of a board if that is less."""
    sizes: dict[bool, list[str]] = {True: [], False: []}
    for size, found in rolled.items():
        squares = definition.boards.sizes[size].squares
        least, most = piece.room(squares, definition.boards.most_of_a_type(squares))
        full = sum(boards for count, boards in found.items() if count >= most)
        if least < most and found and full >= ALWAYS_FULL * found.total():
            sizes[most == piece.max].append(size)
    for is_max, names in sizes.items():
        if not names:
            continue
        where = f"on {', '.join(names)} boards"
        if len(names) == len(definition.boards.sizes):
            where = "whatever the size of the board"
        if is_max:
            words = f"nearly always on {piece.max} squares, its max, {where}: its frequency has no "
            yield Place(place.file, (*place.loc, "max")).warning(f"{words}effect", "full")
        else:
            words = f"nearly always has the largest share, {definition.boards.largest_share:.0%}, "
            words += f"{where}; lower its frequency, or set a max"
            yield place.warning(words, "full")
