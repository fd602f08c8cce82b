"""What the commands for designers ask Magnetmen; how often types and powers are rolled."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from generator.analysis.intervals import counted_mean, share_estimate
from generator.analysis.stats import Key, Measure, Row, Statistics, Sums
from generator.core.diagnostics import Diagnostic, quoted
from generator.core.errors import OptionError, RollError
from generator.core.seeds import Stream
from generator.core.settings import Settings
from generator.games.authoring_support import LONG_SEED, AuthoringSupport, file_kind
from generator.games.magnetmen import definition as d
from generator.games.magnetmen.definition import MagnetmenDefinition, PieceType, fillable
from generator.games.magnetmen.playtest import MagnetmenGoals
from generator.games.magnetmen.primitives import PARTS
from generator.games.magnetmen.roll import Board, RolledType, roll, roll_types
from generator.languages import Language, load_language
from generator.layout.text import without_markup
from generator.schema.reference import FileKind, Node, resolved, table, yaml_on_a_line
from generator.schema.set_checks import Place, PrintedText
from generator.schema.set_files import SetDefinition

_LEGEND_WIDTH = 80.0  # mm, roughly: which power is the longest hardly depends on it
_NEW_TYPE = """\
  {key}:
    name: {{en: {name}}}
    powers:
      - score:
          - flat: {{points: 1}}
"""

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
    counters: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for (measure, name, value), number in sums.items():
        counters[measure, name][value] += number
    english, on_boards, squares, powers = load_language("en"), [], [], []
    for _, piece, name in definition.possible:
        found, rolled = counters["squares", name], counters["power", name]
        total = found.total()
        on_boards.append(Row("boards", name, "", share_estimate(total, boards), boards))
        squares.append(Row("squares", name, "", counted_mean(found), total))
        for index, power in enumerate(piece.powers if len(piece.powers) > 1 else ()):
            text = without_markup(power.sentence(piece, english))
            share = share_estimate(rolled[index], rolled.total())
            powers.append(Row("power", name, text, share, rolled.total()))
    types = [
        Row("types", "all", str(types), share_estimate(found, boards), boards)
        for types, found in sorted(counters["types", ""].items())
    ]
    return types + on_boards + squares + powers


STATISTICS = Statistics(
    count,
    estimate,
    lambda sets: {each.name: each.piece.name_for(load_language("en")) for each in sets.possible},
    MEASURES,
)


def squares_on_boards(
    definition: MagnetmenDefinition, size: str, boards: int
) -> dict[str, Counter[int]]:
    """How many boards have how many squares of each type, by SET/TYPE. Raises RollError."""
    squares = definition.boards.sizes[size].squares
    found = {each.name: Counter[int]() for each in definition.possible}
    for number in range(boards):
        for kind in roll_types(definition, squares, f"odds-{number}"):
            found[kind.name][kind.count] += 1
    return found


def odds_warnings(definition: MagnetmenDefinition) -> Iterator[Diagnostic]:
    sizes = definition.boards.sizes
    can_be_rolled = (size for size in sizes if fillable(definition, sizes[size].squares))
    usual, *others = sorted(can_be_rolled, key=lambda size: size != "regular")
    numbers = {usual: BOARDS} | dict.fromkeys(others, FEWER_BOARDS)
    rolled: dict[str, dict[str, Counter[int]]] = {}
    with suppress(RollError):  # what rolls the set reports it
        rolled = {size: squares_on_boards(definition, size, numbers[size]) for size in numbers}
    for set_name, piece, name in definition.possible:
        file = next(file for file in definition.files[1:] if file.content.key == set_name)
        place = Place(file, ("types", piece.key), key=True)
        for number, power in enumerate(piece.powers):
            share = power.weight / sum(each.weight for each in piece.powers)
            if share < RARE_VARIANT:
                message = "no roll picks this power, its weight is 0"
                if share:
                    message = f"picked for only {share:.1%} of the boards that have the type"
                weight = Place(file, (*place.loc, "powers", number, "weight"))
                yield weight.warning(message, "rare" if share else "unreachable")
        found = {size: each[name] for size, each in rolled.items()}
        if rolled:
            total = sum(each.total() for each in rolled[usual].values())
            yield from _rare(place, piece, found, total / BOARDS / len(definition.possible))
        yield from _full(definition, place, piece, found)


def _rare(
    place: Place, piece: PieceType, found: dict[str, Counter[int]], fair: float
) -> Iterator[Diagnostic]:
    """The standard size comes first. fair: the share of its boards that types have in the mean."""
    usual = next(iter(found.values()))
    share, mean = usual.total() / BOARDS, counted_mean(usual).value
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
    """Of a type whose frequency has no effect: it has its max, or the largest share if less."""
    full: dict[bool, list[str]] = {True: [], False: []}  # the sizes on which it has its max, or not
    for size, found in rolled.items():
        squares = definition.boards.sizes[size].squares
        least, most = piece.room(squares, definition.boards.most_of_a_type(squares))
        often = sum(boards for count, boards in found.items() if count >= most)
        if least < most and found and often >= ALWAYS_FULL * found.total():
            full[most == piece.max].append(size)
    for is_max, sizes in full.items():
        everywhere = len(sizes) == len(definition.boards.sizes)
        on = "whatever the size of the board" if everywhere else f"on {', '.join(sizes)} boards"
        if is_max:  # which is what the max is for, unless more than the usual share is asked for
            if everywhere and piece.frequency > 1:
                words = f"nearly always on {piece.max} squares, its max, {on}: its frequency has"
                yield Place(place.file, (*place.loc, "max")).warning(f"{words} no effect", "full")
        elif sizes:
            share = f"{definition.boards.largest_share:.0%}"
            words = f"nearly always has the largest share, {share}, {on}"
            yield place.warning(f"{words}; lower its frequency, or set a max", "full")


class MagnetmenAuthoring(AuthoringSupport):
    tightest_rolls = 4
    interchangeable_art = ("magnetmen", "magnetmen/symbols")

    def fullest_rolls(self, definition: MagnetmenDefinition, settings: Settings) -> Iterator[Board]:
        """The boards with the longest legends. First come those that leave them the least room: the
        size with the longest title, and the one with most slots for each number of players."""
        language, numbers = load_language(settings.language_code), definition.boards.players
        fullest = fullest_boards(definition, language)
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
        yield from odds_warnings(definition)
        first: dict[str, str] = {}  # the type with each symbol
        for file in definition.files[1:]:
            for key, piece in file.content.types.items():
                if (other := first.setdefault(piece.art, key)) != key:
                    place = Place(file, ("types", key, "art"), key=True)
                    yield place.warning(f"{other} has the same symbol", "alike")
                written = file.source.data["types"][key].get("plural") or {}
                for code in (code for code in piece.name if code not in written):
                    language = load_language(code)
                    plural = piece.name_for(language, None)
                    said = any(plural in each.sentence(piece, language) for each in piece.powers)
                    if said and not language.regular_plural(piece.name[code]):
                        place = Place(file, ("types", key, "name", code))
                        message = f"no plural in {code}, a power says {quoted(plural)}; add it"
                        yield place.warning(message, "plural")

    def is_playable_alone(self, game_set: SetDefinition) -> bool:
        return isinstance(game_set, d.MagnetmenSet) and game_set.alone is not None

    def legend(
        self, definition: MagnetmenDefinition, size: str, language: Language
    ) -> Iterator[dict[str, Any]]:
        """Raises OptionError for an unknown size."""
        if size not in definition.boards.sizes:
            raise OptionError(f"size {size!r}: expected {', '.join(definition.boards.sizes)}")
        rolled: dict[str, Counter[int]] = {}
        with suppress(RollError):
            rolled = squares_on_boards(definition, size, BOARDS)
        for set_name, piece, name in definition.possible:
            odds = zip(piece.powers, piece.percent, strict=True)
            variants = [{"text": p.sentence(piece, language), "odds": share} for p, share in odds]
            presence = squares = None
            if rolled:
                presence = round(100 * rolled[name].total() / BOARDS, 1)
                squares = round(counted_mean(rolled[name]).value, 1) if rolled[name] else None
            of_type = {"name": piece.name_for(language), "frequency": piece.frequency}
            found = {"variants": variants, "presence": presence, "squares": squares}
            yield {"set": set_name, **of_type, **found}

    def is_on(self, rolled: Board, of_set: str, type: str, power: int | None) -> bool:
        found = {each.name: each.variant for each in rolled.types}.get(f"{of_set}/{type}")
        return found is not None and power in (None, found)

    def new_type(self, key: str) -> tuple[str, str, str]:
        snippet = _NEW_TYPE.format(key=key, name=key.replace("_", " ").title())
        return f"magnetmen/{key}", f"magnetmen/symbols/{key}", snippet


SUPPORT = MagnetmenAuthoring(d.printed_texts)


def fullest_boards(definition: MagnetmenDefinition, language: Language) -> dict[str, Board]:
    """In each size as many types as can be, those always there, then those with long powers."""
    from generator.games.magnetmen.sheets import legend

    def row_height(kind: RolledType) -> float:
        entries = legend.entries((kind,), language)
        try:
            return legend.lay_out(entries, _LEGEND_WIDTH, tightest, "sky", language).height
        except ValueError:  # a word is too long for the column: the sheet will report it
            return 1000.0

    tightest = legend.LegendSize(8.0, 10.0)  # text in points and portrait in mm
    always, fullest = definition.types_on_board()[2], {}
    variants = [
        RolledType(set_name, piece, power.rolled(Stream(LONG_SEED, piece.key)), 1, number)
        for set_name, piece, _ in definition.possible
        for number, power in enumerate(piece.powers)
        if power.weight
    ]
    variants.sort(key=lambda kind: (kind.piece.key not in always, -row_height(kind)))
    for size, board_size in definition.boards.sizes.items():
        squares = board_size.squares
        if not (numbers := fillable(definition, squares)):
            continue
        board = roll(definition, size, max(definition.boards.players), LONG_SEED)
        types: dict[str, RolledType] = {}
        used_squares = 0
        for kind in variants:
            used = used_squares + kind.piece.room(squares)[0]
            others = numbers[-1] - len(types) - 1  # each takes a square at least
            if kind.name not in types and others >= 0 and used + others <= squares:
                types[kind.name], used_squares = kind, used
        kinds = tuple(number % len(types) for number in range(squares))
        fullest[size] = replace(board, types=tuple(types.values()), squares=kinds)
    return fullest


def kinds_of_power(schema: Node) -> str:
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
    """Lines of YAML with its uses in the shipped sets, once where only numbers differ."""
    uses: list[dict[str, Any]] = []  # Any: as in YAML
    for piece in d.load_definition(d.CATALOGUE.shipped).pieces:
        for primitive in (one for power in piece.powers for one in power.primitives()):
            if primitive.name != key:
                continue
            parameters = primitive.model_dump(mode="json", by_alias=True, exclude_unset=True)[key]
            use = {name: type(value) is int or value for name, value in parameters.items()}
            if use not in uses:
                uses.append(use)
                english = load_language("en")
                text = primitive.clause(piece, english)
                plain = text.replace("**", "").replace("[points]", "points")
                yield f"  # {piece.name_for(english)}: “{plain}”".replace("\u00a0", " ")
                yield f"  - {key}: {yaml_on_a_line(parameters)}".removesuffix(": {}")


FILE_KINDS = (
    FileKind(
        "magnetmen",
        d.MagnetmenSet,
        "Magnetmen set",
        "`sets/magnetmen/NAME.yaml`: types, and what they can do.",
        (Path(__file__).parent / "reference_example.yaml",),
        game="magnetmen",
        notes={"": kinds_of_power},
    ),
    file_kind(
        "magnetmen-boards", d.Boards, "Magnetmen boards", "the boards there are, for every set."
    ),
    file_kind("magnetmen-play", MagnetmenGoals, "Magnetmen goals"),
)
