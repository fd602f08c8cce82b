"""What the commands for designers ask Magnetmen."""

from collections.abc import Iterator
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
    fillable,
)
from generator.games.magnetmen.load import load_definition, printed_texts
from generator.games.magnetmen.playtest import MagnetmenGoals
from generator.games.magnetmen.primitives import PARTS
from generator.games.magnetmen.roll import Board, RolledType, roll
from generator.languages import Language, load_language
from generator.schema.reference import FileKind, Node, resolved, table, yaml_on_a_line
from generator.schema.set_checks import Place, PrintedText, TranslatableText
from generator.schema.set_files import SetDefinition

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


class MagnetmenAuthoring(AuthoringSupport):
    tightest_rolls = 4
    interchangeable_art = ("magnetmen", "magnetmen/symbols")

    def translatable_texts(self, definition: MagnetmenDefinition) -> Iterator[TranslatableText]:
        boards, *files = definition.files
        for key, size in definition.boards.sizes.items():
            yield TranslatableText(size.title, Place(boards, ("sizes", key, "title")))
        for file in files:
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
        language, numbers = load_language(settings.language_code), definition.boards.players
        fullest = {
            key: fullest_board(definition, key, language)
            for key, size in definition.boards.sizes.items()
            if fillable(definition, size.squares)
        }
        longest_title = max(fullest, key=lambda key: len(fullest[key].subtitle(language)[1]))
        most_slots = max(fullest, key=lambda key: fullest[key].size.slots)
        forms = [(longest_title, max(numbers)), *product((most_slots,), numbers)]
        for key, players in dict.fromkeys((*forms, *product(fullest, numbers))):
            game_id = replace(fullest[key].game_id, players=players)
            yield replace(fullest[key], game_id=game_id, players=players)

    def printed_texts(
        self, definition: MagnetmenDefinition, rolled: Board | None, language: Language
    ) -> Iterator[PrintedText]:
        files = {file.content.key: file for file in definition.files[1:]}
        for kind in rolled.types if rolled else ():
            loc = ("types", kind.piece.key, "powers", kind.variant)
            yield PrintedText(kind.sentence(language), Place(files[kind.set_name], loc))
        yield from super().printed_texts(definition, rolled, language)
        for each in definition.possible:
            for number, power in enumerate(each.piece.powers):
                place = Place(files[each.set_name], ("types", each.piece.key, "powers", number))
                yield PrintedText(power.sentence(each.piece, language), place)

    def warnings(self, definition: MagnetmenDefinition) -> Iterator[Diagnostic]:
        yield from odds.warnings(definition)
        first: dict[str, str] = {}  # the type with each symbol
        for file in definition.files[1:]:
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
        """Every type, set by set, with its chances as counted on some boards. Raises OptionError
        for an unknown size."""
        if size not in definition.boards.sizes:
            raise OptionError(f"size {size!r}: expected {', '.join(definition.boards.sizes)}")
        try:
            rolled = odds.squares_on_boards(definition, size, odds.BOARDS)
        except RollError:
            rolled = {}
        for set_name, piece, name in definition.possible:
            total = sum(power.weight for power in piece.powers)
            variants = tuple(
                LegendVariant(power.sentence(piece, language), round(100 * power.weight / total, 1))
                for power in piece.powers
            )
            presence = squares = None
            if rolled:
                presence = round(100 * rolled[name].total() / odds.BOARDS, 1)
                squares = round(odds.mean_squares(rolled[name]), 1) if rolled[name] else None
            printed_name = piece.printed_name(language.code)
            yield LegendType(set_name, printed_name, piece.frequency, variants, presence, squares)

    def new_type(self, key: str) -> NewType:
        snippet = _NEW_TYPE.format(key=key, name=key.replace("_", " ").title())
        return NewType(f"magnetmen/{key}", f"magnetmen/symbols/{key}", snippet)


SUPPORT = MagnetmenAuthoring()


def fullest_board(definition: MagnetmenDefinition, size: str, language: Language) -> Board:
    """A board of a size with the longest legend: as many types as it may have, those that are
    always on it, then those with the longest powers."""
    from generator.games.magnetmen.sheets import legend

    def row_height(kind: RolledType) -> float:
        """The height in mm of a type's row in a legend at its tightest."""
        tightest = legend.LegendSize(*_TIGHTEST_LEGEND)
        try:
            return legend.lay_out(
                legend.entries((kind,), language), _LEGEND_WIDTH, tightest, "sky", language
            ).height
        except ValueError:  # a word is too long for the column: the sheet will report it
            return _UNPRINTABLE_HEIGHT

    board = roll(definition, size, max(definition.boards.players), LONG_SEED)
    squares, always = board.size.squares, definition.types_on_board()[2]
    variants = [
        RolledType(set_name, piece, power.rolled(Stream(LONG_SEED, piece.key)), 1, number)
        for set_name, piece, _ in definition.possible
        for number, power in enumerate(piece.powers)
        if power.weight
    ]
    variants.sort(key=lambda kind: (kind.piece.key not in always, -row_height(kind)))
    types: dict[str, RolledType] = {}
    used_squares, max_types = 0, fillable(definition, squares)[-1]
    for kind in variants:
        used = used_squares + kind.piece.room(squares)[0]
        others = max_types - len(types) - 1  # each takes a square at least
        if kind.name not in types and others >= 0 and used + others <= squares:
            types[kind.name], used_squares = kind, used
    kinds = tuple(number % len(types) for number in range(squares))
    return replace(board, types=tuple(types.values()), squares=kinds)


def kinds_of_power(schema: Node) -> str:
    """A section for each part of a power, with all its kinds."""
    parts, sections = schema["$defs"]["Power"]["properties"], []
    for part in PARTS:
        entry = parts[part]["items"]
        sections += [f"### `{part}`", parts[part]["description"]]
        for key, reference in entry.get("anyOf", [entry])[0]["properties"].items():
            kind = resolved(schema, reference)
            sections += [f"#### `{key}`", kind["description"]]
            if kind["properties"]:
                sections.append(table(schema, kind, "parameter"))
            if "required" not in kind:
                sections.append(f"Without parameters it is just `- {key}`.")
            if examples := list(_examples(key)):
                sections.append("\n".join(["```yaml", f"{part}:", *examples, "```"]))
    return "\n\n".join(sections)


def _examples(key: str) -> Iterator[str]:
    """Lines of YAML with the uses of a kind of power in the shipped sets.

    Uses that differ only in their numbers appear once.
    """
    uses: list[dict[str, Any]] = []  # Any: as in YAML
    for piece in load_definition(CATALOGUE.shipped).pieces:
        for primitive in (one for power in piece.powers for one in power.primitives()):
            if primitive.name != key:
                continue
            dumped = primitive.model_dump(mode="json", by_alias=True, exclude_unset=True)
            parameters = dumped[key]
            use = {name: type(value) is int or value for name, value in parameters.items()}
            if use not in uses:
                uses.append(use)
                text = primitive.clause(piece, load_language("en"))
                plain = text.replace("**", "").replace("[points]", "points")
                yield f"  # {piece.printed_name('en')}: “{plain}”".replace("\u00a0", " ")
                yield f"  - {key}: {yaml_on_a_line(parameters)}".removesuffix(": {}")


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
