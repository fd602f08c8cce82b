"""What the commands for designers ask Magnetmen.

Names and powers, boards as full as they can get, odds, portraits and symbols; how two boards
compare.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from generator.core.diagnostics import Diagnostic
from generator.core.seeds import Stream
from generator.core.settings import Settings
from generator.games.authoring_support import LONG_SEED, ArtGroup, AuthoringSupport, Likeness
from generator.games.base import AnyGame
from generator.games.magnetmen import crosschecks
from generator.games.magnetmen.authoring import conditions, odds
from generator.games.magnetmen.definition import Boards, MagnetmenDefinition, MagnetmenSet
from generator.games.magnetmen.definition import PieceType as Type
from generator.games.magnetmen.roll import Board, RolledType, roll
from generator.languages import Language, load_language, localized
from generator.layout.page import Page
from generator.schema.set_files import SetDefinition, SetFile
from generator.schema.set_texts import Place, PrintedText, TranslatableText

_FULL = (8.0, 10.0)  # text in points and portrait in mm where a legend is at its tightest
_WIDTH = 80.0  # mm, about that of a legend: which power is the longest hardly depends on it


def _sets(definition: MagnetmenDefinition) -> Iterator[SetFile[MagnetmenSet]]:
    for file in definition.files:
        if isinstance(file.chosen, MagnetmenSet):
            yield file


def _localized(definition: MagnetmenDefinition) -> Iterator[TranslatableText]:
    for file in definition.files:
        if isinstance(file.chosen, Boards):
            for key, size in file.chosen.sizes.items():
                yield TranslatableText(size.title, Place(file, ("sizes", key, "title")))
            continue
        for loc, wording, _ in crosschecks.printed(file.chosen):
            if wording and loc[-1] == "plural":  # those that are regular are no less translated
                wording = file.chosen.types[loc[1]].plural
            if wording:
                yield TranslatableText(wording, Place(file, loc))


def _printed(
    definition: MagnetmenDefinition, board: Board | None, language: Language
) -> Iterator[PrintedText]:
    code = language.code
    for kind in board.types if board else ():
        file = next(each for each in _sets(definition) if each.chosen.key == kind.set_name)
        place = Place(file, ("types", kind.piece.key, "powers", kind.variant))
        yield PrintedText(kind.sentence(language), place)
    for text in _localized(definition):
        yield PrintedText(localized(text.translations, code), text.place)
    for file in _sets(definition):
        for key, piece in file.chosen.types.items():
            for number, power in enumerate(piece.powers):
                place = Place(file, ("types", key, "powers", number))
                yield PrintedText(power.sentence(piece, language), place)


def _crowded(definition: MagnetmenDefinition, settings: Settings) -> Iterator[Board]:
    """The board with the longest legend there can be, in each size that can be rolled and for each
    number of players, under the longest seed. First come the size with the longest title, and that
    with most slots for each number of players, which leave legends the least room."""
    boards, code = definition.boards, settings.language_code
    sizes = {
        size: board for size, board in boards.sizes.items() if definition.fillable(board.squares)
    }
    rolled = {
        size: _fullest(definition, size, load_language(settings.language_code)) for size in sizes
    }
    most = max(boards.players)
    titled = max(sizes, key=lambda size: len(localized(sizes[size].title, code)))
    slotted = max(sizes, key=lambda size: sizes[size].slots)
    forms = {(titled, most): None, **dict.fromkeys(product((slotted,), boards.players))}
    forms |= dict.fromkeys(product(sizes, boards.players))
    for size, players in forms:
        board = rolled[size]
        game_id = replace(board.game_id, players=players)
        yield replace(board, game_id=game_id, players=players)


def _fullest(definition: MagnetmenDefinition, size: str, language: Language) -> Board:
    board = roll(definition, size, max(definition.boards.players), LONG_SEED)
    types = _longest(definition, board.size.squares, language)
    squares = tuple(number % len(types) for number in range(len(board.squares)))
    return replace(board, types=types, squares=squares)


def _longest(
    definition: MagnetmenDefinition, squares: int, language: Language
) -> tuple[RolledType, ...]:
    """As many types as a board of so many squares may have, those with the longest powers; and
    those always on it."""
    from generator.games.magnetmen.sheets import legend

    most, always = definition.fillable(squares)[-1], definition.types_on_board()[2]

    def room(kind: RolledType) -> float:
        entry = legend.entry(kind, language)
        try:
            return legend.table((entry,), _WIDTH, *_FULL, "sky", language).height
        except ValueError:  # a word too long for the column: the sheet will say so
            return 1000.0

    def longest(name: str, piece: Type) -> RolledType:
        powers = [power.rolled(Stream(LONG_SEED, piece.key)) for power in piece.powers]
        kinds = [RolledType(name, piece, power, 1, n) for n, power in enumerate(powers)]
        return max((kind for kind in kinds if kind.power.weight), key=room)

    kinds = [
        longest(each.key, piece)
        for each in definition.sets
        for piece in each.pieces
        if piece.room(squares)[0] <= squares
    ]
    kinds.sort(key=lambda kind: (kind.piece.key not in always, -room(kind)))
    taken: list[RolledType] = []
    used = 0  # squares
    for kind in kinds:
        least = kind.piece.room(squares)[0]
        if len(taken) < most and used + least + most - len(taken) - 1 <= squares:
            taken.append(kind)
            used += least
    return tuple(taken)


def _pictures(definition: MagnetmenDefinition) -> Iterator[ArtGroup]:
    """Limits and sizes are those that the shipped art keeps, with a sixth to spare."""
    places: dict[str, tuple[Place, ...]] = {}
    for file in _sets(definition):
        for key, piece in file.chosen.types.items():
            asked = ("art",) if "art" in file.source.data["types"][key] else ()
            place = Place(file, ("types", key, *asked), key=not asked)
            places[piece.art] = (*places.get(piece.art, ()), place)
    symbols = {f"magnetmen/symbols/{art}": there for art, there in places.items()}
    yield ArtGroup("symbol", symbols, 6, 16)
    portraits = {f"magnetmen/{art}": there for art, there in places.items()}
    yield ArtGroup("portrait", portraits, 15, 21, written_on=True)


class MagnetmenAuthoring(AuthoringSupport[MagnetmenDefinition, Board]):
    """See AuthoringSupport."""

    tightest_rolls = 4
    has_comparison_page = True
    interchangeable_art = ("magnetmen", "magnetmen/symbols")

    def translatable_texts(self, definition: MagnetmenDefinition) -> Iterator[TranslatableText]:
        return _localized(definition)

    def fullest_rolls(self, definition: MagnetmenDefinition, settings: Settings) -> Iterator[Board]:
        return _crowded(definition, settings)

    def printed_texts(
        self, definition: MagnetmenDefinition, rolled: Board | None, language: Language
    ) -> Iterator[PrintedText]:
        return _printed(definition, rolled, language)

    def art_groups(self, definition: MagnetmenDefinition) -> Iterator[ArtGroup]:
        return _pictures(definition)

    def warnings(self, definition: MagnetmenDefinition) -> Iterator[Diagnostic]:
        yield from odds.warnings(definition)
        yield from conditions.warnings(definition)

    def is_playable_alone(self, chosen: SetDefinition) -> bool:
        return isinstance(chosen, MagnetmenSet) and chosen.alone is not None

    def odds_by_place(self, definition: MagnetmenDefinition) -> Mapping[Sequence[str | int], float]:
        """The odds of each variant of a type's power."""
        shares: dict[Sequence[str | int], float] = {}
        for piece in definition.pieces:
            total = sum(power.weight for power in piece.powers)
            for number, power in enumerate(piece.powers):
                share = round(100 * power.weight / total, 1)
                shares["types", piece.key, "powers", number] = share
        return shares

    def likeness(self, game: AnyGame, old: Board, new: Board) -> Likeness:
        """Whether both boards have the same types on the same squares, and with the same powers."""
        if _type_keys(old) != _type_keys(new):
            return "other"
        powers = [[kind.power for kind in board.types] for board in (old, new)]
        return "same" if powers[0] == powers[1] else "powers"

    def mean_squares(self, rolls: Sequence[Board]) -> Mapping[str, float]:
        """Over all boards, those that lack a type count as 0."""
        counts: Counter[str] = Counter()
        for board in rolls:
            for kind in board.types:
                counts[kind.piece.key] += kind.count
        return {key: round(count / len(rolls), 2) for key, count in counts.items()}

    def comparison_page(
        self, old: Board, new: Board, labels: tuple[str, str], seed: str, settings: Settings
    ) -> Page:
        from generator.games.magnetmen.sheets import comparison_sheet

        return comparison_sheet.page(old, new, labels, seed, settings)


def _type_keys(board: Board) -> tuple[int, tuple[str, ...]]:
    """The columns of a board, and the key of the type on each of its squares."""
    return board.size.columns, tuple(board.types[kind].piece.key for kind in board.squares)


SUPPORT = MagnetmenAuthoring()
