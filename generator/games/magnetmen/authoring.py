"""What the commands for designers ask Magnetmen."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from generator.core.diagnostics import Diagnostic
from generator.core.errors import OptionError, RollError
from generator.core.resources import sets_dir
from generator.core.seeds import Stream
from generator.core.settings import Settings
from generator.games.authoring_support import (
    LONG_SEED,
    AuthoringSupport,
    LegendType,
    LegendVariant,
    NewType,
)
from generator.games.magnetmen import odds
from generator.games.magnetmen.definition import (
    CATALOGUE,
    Boards,
    MagnetmenDefinition,
    MagnetmenSet,
    PieceType,
)
from generator.games.magnetmen.load import load_definition, printed_texts
from generator.games.magnetmen.playtest import MagnetmenGoals
from generator.games.magnetmen.powers import PARTS, Primitive
from generator.games.magnetmen.roll import Board, RolledType, roll
from generator.languages import Language, load_language, localized
from generator.schema.reference import FileKind, Node, resolved, table, yaml_on_a_line
from generator.schema.set_files import SetDefinition, SetFile
from generator.schema.set_texts import Place, PrintedText, TranslatableText

_TIGHTEST_LEGEND = (8.0, 10.0)  # text in points and portrait in mm of the smallest legend
_LEGEND_WIDTH = 80.0  # mm, roughly: which power is the longest hardly depends on it
_NEW_TYPE = """\
  {key}:
    name: {{en: {name}}}
    powers:
      - score:
          - flat: {{points: 1}}
"""
_UNPRINTABLE_HEIGHT = 1000.0  # mm, of a row with a word wider than its column


class MagnetmenAuthoring(AuthoringSupport[MagnetmenDefinition, Board]):
    """See AuthoringSupport."""

    tightest_rolls = 4
    interchangeable_art = ("magnetmen", "magnetmen/symbols")

    def translatable_texts(self, definition: MagnetmenDefinition) -> Iterator[TranslatableText]:
        for file in definition.files:
            if isinstance(file.content, Boards):
                for key, size in file.content.sizes.items():
                    yield TranslatableText(size.title, Place(file, ("sizes", key, "title")))
                continue
            for loc, translations, _ in printed_texts(file.content):
                if translations and loc[-1] == "plural":  # regular plurals are translated, too
                    translations = file.content.types[loc[1]].plural
                if translations:
                    yield TranslatableText(translations, Place(file, loc))

    def fullest_rolls(self, definition: MagnetmenDefinition, settings: Settings) -> Iterator[Board]:
        """The board with the longest legend there can be, in each size that can be rolled and for
        each number of players, under the longest seed.

        First come those that leave legends the least room: the size with the longest title, and the
        size with most slots for each number of players.
        """
        boards, code = definition.boards, settings.language_code
        sizes = {
            key: size for key, size in boards.sizes.items() if definition.fillable(size.squares)
        }
        language = load_language(code)
        fullest = {size: fullest_board(definition, size, language) for size in sizes}
        longest_title = max(sizes, key=lambda size: len(localized(sizes[size].title, code)))
        most_slots = max(sizes, key=lambda size: sizes[size].slots)
        forms = {(longest_title, max(boards.players)): None}
        forms |= dict.fromkeys(product((most_slots,), boards.players))
        forms |= dict.fromkeys(product(sizes, boards.players))
        for size, players in forms:
            game_id = replace(fullest[size].game_id, players=players)
            yield replace(fullest[size], game_id=game_id, players=players)

    def printed_texts(
        self, definition: MagnetmenDefinition, rolled: Board | None, language: Language
    ) -> Iterator[PrintedText]:
        for kind in rolled.types if rolled else ():
            file = next(file for file in _sets(definition) if file.content.key == kind.set_name)
            place = Place(file, ("types", kind.piece.key, "powers", kind.variant))
            yield PrintedText(kind.sentence(language), place)
        yield from super().printed_texts(definition, rolled, language)
        for file in _sets(definition):
            for key, piece in file.content.types.items():
                for number, power in enumerate(piece.powers):
                    place = Place(file, ("types", key, "powers", number))
                    yield PrintedText(power.sentence(piece, language), place)

    def warnings(self, definition: MagnetmenDefinition) -> Iterator[Diagnostic]:
        yield from odds.warnings(definition)
        first: dict[str, str] = {}  # the type with each symbol
        for file in _sets(definition):
            for key, piece in file.content.types.items():
                if (other := first.setdefault(piece.art, key)) != key:
                    key_of_art = ("art",) if "art" in file.source.data["types"][key] else ()
                    place = Place(file, ("types", key, *key_of_art), key=not key_of_art)
                    yield place.warning(f"{other} has the same symbol", "alike")

    def is_playable_alone(self, game_set: SetDefinition) -> bool:
        return isinstance(game_set, MagnetmenSet) and game_set.alone is not None

    def legend(
        self, definition: MagnetmenDefinition, size: str, language: Language
    ) -> Iterator[LegendType]:
        return _legend_types(definition, size, language)

    def new_type(self, key: str) -> NewType:
        name = key.replace("_", " ").title()
        snippet = _NEW_TYPE.format(key=key, name=name)
        return NewType(f"magnetmen/{key}", f"magnetmen/symbols/{key}", snippet)


def _sets(definition: MagnetmenDefinition) -> Iterator[SetFile[MagnetmenSet]]:
    for file in definition.files:
        if isinstance(file.content, MagnetmenSet):
            yield file


def fullest_board(definition: MagnetmenDefinition, size: str, language: Language) -> Board:
    """A board of a size with the longest legend."""
    board = roll(definition, size, max(definition.boards.players), LONG_SEED)
    types = _longest_types(definition, board.size.squares, language)
    squares = tuple(number % len(types) for number in range(len(board.squares)))
    return replace(board, types=types, squares=squares)


def _longest_types(
    definition: MagnetmenDefinition, squares: int, language: Language
) -> tuple[RolledType, ...]:
    """As many types as a board with that many squares may have: those that are always on it, then
    those with the longest powers."""
    max_types, always = definition.fillable(squares)[-1], definition.types_on_board()[2]
    types = [
        _longest_variant(loaded.key, piece, language)
        for loaded in definition.sets
        for piece in loaded.pieces
        if piece.room(squares)[0] <= squares
    ]
    types.sort(key=lambda kind: (kind.piece.key not in always, -_row_height(kind, language)))
    selection: list[RolledType] = []
    used_squares = 0
    for kind in types:
        min_squares = kind.piece.room(squares)[0]
        others = max_types - len(selection) - 1  # each takes a square at least
        if len(selection) < max_types and used_squares + min_squares + others <= squares:
            selection.append(kind)
            used_squares += min_squares
    return tuple(selection)


def _longest_variant(set_name: str, piece: PieceType, language: Language) -> RolledType:
    """A type with the power that takes most room in a legend, among those that can be rolled."""
    powers = [power.rolled(Stream(LONG_SEED, piece.key)) for power in piece.powers]
    variants = [
        RolledType(set_name, piece, power, 1, number) for number, power in enumerate(powers)
    ]
    possible = (variant for variant in variants if variant.power.weight)
    return max(possible, key=lambda variant: _row_height(variant, language))


def _row_height(kind: RolledType, language: Language) -> float:
    """The height in mm of a type's row in a legend at its tightest."""
    from generator.games.magnetmen.sheets import legend

    entry, size = legend.entry(kind, language), legend.LegendSize(*_TIGHTEST_LEGEND)
    try:
        return legend.lay_out((entry,), _LEGEND_WIDTH, size, "sky", language).height
    except ValueError:  # a word is too long for the column: the sheet will report it
        return _UNPRINTABLE_HEIGHT


SUPPORT = MagnetmenAuthoring()


def _legend_types(
    definition: MagnetmenDefinition, size: str, language: Language
) -> Iterator[LegendType]:
    """Every type, set by set, with its chances as counted on some boards. Raises OptionError for an
    unknown size."""
    sizes = definition.boards.sizes
    if size not in sizes:
        raise OptionError(f"size {size!r}: expected {', '.join(sizes)}")
    try:
        rolled = odds.rolled_types(definition, size, odds.BOARDS)
    except RollError:
        rolled = {}
    for game_set in definition.sets:
        for piece in game_set.pieces:
            on_boards = rolled.get((game_set.key, piece.key), [])
            squares = sum(kind.count for kind in on_boards) / max(1, len(on_boards))
            yield LegendType(
                game_set.key,
                piece.printed_name(language.code),
                piece.frequency,
                tuple(_variants(piece, language)),
                round(100 * len(on_boards) / odds.BOARDS, 1) if rolled else None,
                round(squares, 1) if on_boards else None,
            )


def _variants(piece: PieceType, language: Language) -> Iterator[LegendVariant]:
    total = sum(power.weight for power in piece.powers)
    for power in piece.powers:
        odds = round(100 * power.weight / total, 1)
        yield LegendVariant(power.sentence(piece, language), odds)


def kinds_of_power(schema: Node) -> str:
    """A section for each part of a power, with all its kinds."""
    parts = schema["$defs"]["Power"]["properties"]
    return "\n\n".join(_part(schema, name, parts[name]) for name in PARTS)


def _part(schema: Node, name: str, part: Node) -> str:
    entry = part["items"]
    kinds = entry.get("anyOf", [entry])[0]["properties"]
    sections = [f"### `{name}`", part["description"]]
    for key, kind in kinds.items():
        sections.append(_kind(schema, name, key, resolved(schema, kind)))
    return "\n\n".join(sections)


def _kind(schema: Node, part: str, key: str, kind: Node) -> str:
    blocks = [f"#### `{key}`", kind["description"]]
    if kind["properties"]:
        blocks.append(table(schema, kind, "parameter"))
    if "required" not in kind:
        blocks.append(f"Without parameters it is just `- {key}`.")
    if examples := list(_examples(key)):
        blocks.append("\n".join(["```yaml", f"{part}:", *examples, "```"]))
    return "\n\n".join(blocks)


def _examples(key: str) -> Iterator[str]:
    """Lines of YAML with the uses of a kind of power in the shipped sets.

    Uses that differ only in their numbers appear once.
    """
    uses = []
    for piece in load_definition(CATALOGUE.shipped).pieces:
        for primitive in (one for power in piece.powers for one in power.primitives()):
            use = _without_numbers(_parameters(primitive))
            if primitive.name == key and use not in uses:
                uses.append(use)
                text = primitive.clause(piece, load_language("en"))
                plain = text.replace("**", "").replace("[points]", "points")
                yield f"  # {piece.printed_name('en')}: “{plain}”".replace("\u00a0", " ")
                yield f"  - {key}: {yaml_on_a_line(_parameters(primitive))}".removesuffix(": {}")


def _parameters(primitive: Primitive) -> dict[str, Any]:  # Any: as in YAML
    """The parameters of a power as the set file has them."""
    dumped = primitive.model_dump(mode="json", by_alias=True, exclude_unset=True)
    parameters: dict[str, Any] = dumped[primitive.name]
    return parameters


def _without_numbers(parameters: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: None if isinstance(value, int) and not isinstance(value, bool) else value
        for key, value in parameters.items()
    }


FILE_KINDS = (
    FileKind(
        "magnetmen",
        MagnetmenSet,
        "Magnetmen set",
        "`sets/magnetmen/NAME.yaml`: types, and what they can do.",
        (Path(__file__).parent / "reference_example.yaml",),
        game="magnetmen",
        notes={"": kinds_of_power},
    ),
    FileKind(
        "magnetmen-boards",
        Boards,
        "Magnetmen boards",
        "`sets/magnetmen/boards.yaml`: the boards there are, for every set.",
        (sets_dir() / "magnetmen" / "boards.yaml",),
        game="magnetmen",
    ),
    FileKind(
        "magnetmen-play",
        MagnetmenGoals,
        "Magnetmen goals",
        "`sets/magnetmen/play.yaml`: what a good board is, and how one is looked for.",
        (sets_dir() / "magnetmen" / "play.yaml",),
        game="magnetmen",
    ),
)
