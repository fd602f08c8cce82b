"""The kinds of power: their parameters, their wording, what the engine knows of their effects."""

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Protocol, Self, get_args

import pydantic
from pydantic import ConfigDict, Field, model_serializer, model_validator

from generator.core.seeds import Stream
from generator.languages import Language
from generator.schema import fields
from generator.schema.fields import Between, Choice, Definition, Number, Range, possible


class NamedType(Protocol):
    """The type that a clause is about: a PieceType, whose module imports this one."""

    def name_for(self, language: Language, count: int | None = 1) -> str: ...


Open = int | Choice | Range

NO_BREAK = "\u00a0"

# What the engine knows an effect by. Scores, what an icon is worth points for: things counted, as
# in What; always; for a condition that holds.
OWN, OPEN_SQUARE, CROSSED_SQUARE, CROSSED_LINE, INTACT_LINE, ADJACENT = range(6)
ALWAYS, MOST, LEAST, EXACTLY, AT_LEAST = range(6, 11)

# What the worth of an icon depends on, and what counts it. A score in none of these sets is counted
# like BY_INVENTORIES.
BY_OWN_ICONS = {ALWAYS, OWN, EXACTLY, AT_LEAST}  # how many of its type its owner has: Score.worth
BY_INVENTORIES = {MOST, LEAST}  # how many of its type the players have: engine.points_of_type
BY_OWN_SQUARES = {OPEN_SQUARE, CROSSED_SQUARE}  # squares of its type: engine.update_board_points
BY_LINES = {CROSSED_LINE, INTACT_LINE}  # rows and columns: the same function

# Steps: what a player decides after a taking; who does so, as in Who; what a further taking
# ignores, as in Ignoring.
BREAK_SQUARE, SCRATCH_ANY, SCRATCH_OWN, TAKE_AGAIN, GAIN = range(5)
YOU, LEADERS, LAST = range(3)
BOUND, NO_REPEL, NO_RULES = range(3)

# Marks of the squares of a type. Those of which engine.barred_squares closes some come first: they
# can only be taken with some, or no adjacent square crossed out; once crossed out, they close
# adjacent squares to all, or to their taker. The others: they can only be taken if the neighbour on
# the left, or right could; they cannot be destroyed; taking one is the player's last turn.
NEEDS_SOME, NEEDS_NONE, CLOSES_ALL, CLOSES_OWN, ASKS_LEFT, ASKS_RIGHT, IMMUNE, RETIRES = range(8)

# Amounts, by their first index in GameTables.amounts, which has a number for each type: squares
# each player may take, 0 for no limit; takings of a square, 0 for one; how many times icons score
# the total of the lowest, or the highest other type.
MAX_TYPES = 24  # on a board
LIMIT, CAPACITY, LOWEST, HIGHEST = range(0, 4 * MAX_TYPES, MAX_TYPES)


class Score(NamedTuple):
    """`points` for each thing counted; for a condition, `points` if it holds, else `otherwise`.
    `number` is the number of icons that EXACTLY and AT_LEAST require."""

    what: int
    points: int
    otherwise: int = 0
    number: int = 0

    def worth(self, own: int) -> int:
        """The points of one icon for an owner of `own` of its type, of the scores BY_OWN_ICONS."""
        if self.what == OWN:
            return self.points * own
        holds = self.what == ALWAYS or own == self.number
        holds |= self.what == AT_LEAST and own > self.number
        return self.points if holds else self.otherwise


class Step(NamedTuple):
    """A decision that follows a taking: `who` does it, up to or exactly `times` times. `line`,
    `ignoring` and `no_same` (not the type of the square itself) restrict a further taking."""

    what: int
    times: int
    optional: bool = False
    who: int = YOU
    line: bool = False
    ignoring: int = BOUND
    no_same: bool = False


class Mark(NamedTuple):
    mark: int  # see NEEDS_SOME


class Amount(NamedTuple):
    first: int  # see LIMIT
    number: int


Effect = Score | Step | Mark | Amount


def fixed(number: Open) -> int:
    """A number that the roll has fixed. Raises ValueError for one that is still open."""
    if not isinstance(number, int):
        raise ValueError(f"{number!r} has not been rolled")
    return number


def signed(value: int) -> str:
    """A number with its sign: +4, −4 or 0."""
    return f"{value:+}".replace("-", "\u2212") if value else "0"


def _spelled(number: Open, language: Language, write: Callable[[int], str]) -> str:
    """Every possible value: "**1** or **2**", "**1** to **4**"."""
    texts = [f"**{write(value)}**" for value in possible(number)]
    if len(texts) == 1:
        return texts[0]
    if isinstance(number, Range) and number.step == 1 and len(texts) > 2:
        return language.say("numbers.to", first=texts[0], last=texts[-1])
    return language.say("numbers.or", first=", ".join(texts[:-1]), last=texts[-1])


class Primitive(Definition):
    """A kind of power. Fields are the parameters in YAML.

    name: its key in YAML, and its section of wording in generator/languages. picks: the field whose
    value picks a text of this section; "" if the section is one text. once: what a power may say
    only once: more would contradict it, or be void. always_noted: its notes, whatever the
    parameters. marks: the mark of its squares, for each choice of the field `picks`.
    """

    name: ClassVar[str]
    picks: ClassVar[str] = ""
    once: ClassVar[str] = ""
    always_noted: ClassVar[tuple[str, ...]] = ()
    marks: ClassVar[tuple[int, ...]] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What its clause leaves to notes: terms that a board explains (wording: legend.notes) or
        draws, and cases that rules sheets explain (rules.cases)."""
        return self.always_noted

    def clause(self, piece: NamedType, language: Language) -> str:
        """Its wording in the legend, without a full stop; `piece` is the type that has it."""
        return self.say(self._picked, piece, language)

    @property
    def _picked(self) -> str:
        return getattr(self, self.picks) if self.picks else ""

    def say(self, key: str, piece: NamedType, language: Language, **more: object) -> str:
        """A text of its section ("" is the section itself). It may name `points` and `otherwise`;
        `number`, another number of the parameters, which picks its plural form; `name`, that of the
        type; `names`, that in this number, or the plural."""
        params: dict[str, object] = {"name": piece.name_for(language)}
        params["names"] = piece.name_for(language, None)
        for field_name, value in self:
            if field_name in ("points", "otherwise"):
                params[field_name] = f"{_spelled(value, language, signed)}{NO_BREAK}[points]"
            elif isinstance(value, Open) and not isinstance(value, bool):
                *others, count = possible(value)
                params["count"] = max(3, count) if others else count  # "1 or 2 times", not "twice"
                params["number"] = _spelled(value, language, str)
                params["names"] = piece.name_for(language, count)
        section = f"magnetmen.powers.{self.name}{key and '.'}{key}"
        return language.say(section, **{**params, **more})

    def effect(self) -> Effect | None:
        """Once its numbers are fixed; None for what Repel overlooks, see Power.repelling."""
        if not self.marks:
            return None
        choices = get_args(type(self).model_fields[self.picks].annotation) if self.picks else ("",)
        return Mark(self.marks[choices.index(self._picked)])

    def clash(self, earlier: "Primitive") -> str:
        """Why a power that has an earlier one cannot have this one too; "" if it can."""
        if not self.once or self.once != earlier.once:
            return ""
        if self.name == earlier.name:
            return f"{self.name} is given twice in this power, keep one"
        return f"{earlier.name} and {self.name} both say {self.once}, keep one"

    def is_open(self) -> bool:
        return any(isinstance(value, Choice | Range) for _, value in self)

    def rolled(self, stream: Stream) -> Self:
        """With every number drawn from the stream, in the order of the fields."""
        is_open = (Choice, Range)
        numbers = {name: value.roll(stream) for name, value in self if isinstance(value, is_open)}
        return self.model_copy(update=numbers) if numbers else self

    @model_serializer(mode="wrap")
    def _keyed(self, parameters: pydantic.SerializerFunctionWrapHandler) -> dict[str, Any]:
        """As in YAML, under its name: parameters alone do not identify the kind."""
        return {self.name: parameters(self)}


# The bounds keep a typing slip (40 for 4 is fine, 4000 is not) from breaking a printed legend.
Points = Annotated[Number, Between(-999, 999)]
Count = Annotated[Number, Between(1, 99)]
Who = Literal["you", "leaders", "last"]
"""The player who took the square, or all with the most or the least points after it (readings 1
and 10)."""


class Flat(Primitive):
    """Each icon is worth a fixed number of points."""

    name = "flat"
    points: Points
    """What each icon is worth; a minus takes points away."""

    def effect(self) -> Score:
        return Score(ALWAYS, fixed(self.points))


What = Literal[
    "own",
    "open_square",
    "crossed_out_square",
    "crossed_out_line",
    "intact_line",
    "adjacent_crossed_out",
]


class ForEach(Primitive):
    """Each icon is worth some points for each of `what` at the end of the game."""

    name = "for_each"
    picks = "what"
    what: What
    """What is counted.

    - own: icons of this type the owner has (four of them are worth 4 each, reading 4).
    - open_square: squares of this type neither crossed out nor destroyed.
    - crossed_out_square: squares of this type crossed out.
    - crossed_out_line: rows and columns with no unused square left; destroyed ones count as filled
      (reading 8).
    - intact_line: rows and columns without a destroyed square.
    - adjacent_crossed_out: crossed-out squares beside the one the icon came from.
    """

    points: Points = 1
    """What each icon is worth for each of them."""

    @property
    def notes(self) -> tuple[str, ...]:
        if self.what == "adjacent_crossed_out":
            return ("adjacent", "gone", "own_square")
        return ("gone",) if self.what in ("open_square", "crossed_out_square") else ()

    def effect(self) -> Score:
        return Score(get_args(What).index(self.what), fixed(self.points))


class SameAs(Primitive):
    """Each icon is worth the total of the owner's lowest or highest scoring other type.

    Types that have a same_as themselves are left out of the comparison; an owner of no other
    type gets 0 (reading 4).
    """

    name = "same_as"
    picks = "type"
    always_noted = ("same_as",)
    type: Literal["lowest", "highest"]
    """Which of the owner's other types sets the value: the one with the lowest or the highest
    total."""

    def effect(self) -> Amount:
        return Amount(LOWEST if self.type == "lowest" else HIGHEST, 1)


class If(Primitive):
    """Each icon is worth `points` if its owner has the most or the least icons of the type of
    all players, or exactly or at least some number of them; otherwise it is worth `else`.

    Ties count for most and least, and having none counts as zero (reading 1).
    """

    model_config = ConfigDict(json_schema_extra=fields.exactly_one(("have", "exactly", "at_least")))

    name = "if"
    have: Literal["most", "least"] | None = None
    """Holds for an owner who has the most or the least of all players; ties count.

    - most: nobody has more.
    - least: nobody has fewer; none at all counts, too.
    """

    exactly: Count | None = None
    """Holds for an owner of exactly so many."""

    at_least: Count | None = None
    """Holds for an owner of at least so many."""

    points: Points
    """What each icon is worth if the condition holds."""

    otherwise: Points = Field(0, alias="else")
    """What each icon is worth if not."""

    @model_validator(mode="after")
    def _one_condition(self) -> Self:
        if [self.have, self.exactly, self.at_least].count(None) != 2:
            raise ValueError("expected one condition: have: most, have: least, exactly or at_least")
        return self

    @property
    def notes(self) -> tuple[str, ...]:
        return ("most_least",) if self.have else ()

    @property
    def _picked(self) -> str:
        return self.have or ("exactly" if self.exactly is not None else "at_least")

    def effect(self) -> Score:
        whats = {"most": MOST, "least": LEAST, "exactly": EXACTLY, "at_least": AT_LEAST}
        number = fixed(self.exactly or self.at_least or 0)
        return Score(whats[self._picked], fixed(self.points), fixed(self.otherwise), number)


class NeedsAdjacent(Primitive):
    """A square may be taken only if some, or none, of the adjacent ones is crossed out.

    Adjacent is orthogonal (reading 5).
    """

    name = "needs_adjacent"
    picks = "crossed_out"
    marks = (NEEDS_SOME, NEEDS_NONE)
    once = "what must be adjacent"
    always_noted = ("adjacent", "gone")
    crossed_out: Literal["some", "none"]
    """What it takes.

    - some: at least one of the adjacent squares is crossed out.
    - none: not one of them is.
    """


class NeighbourCanTake(Primitive):
    """A square may be taken only if the player on one side could take it.

    Asked of the neighbour as if the type had no such power; a player who is out cannot
    (reading 9).
    """

    name = "neighbour_can_take"
    picks = "side"
    marks = (ASKS_LEFT, ASKS_RIGHT)
    always_noted = ("neighbour",)
    side: Literal["left", "right"]
    """The neighbour who is asked: the next player (left) or the one before (right)."""


class Limit(Primitive):
    """Each player may take at most so many squares of this type."""

    name = "limit"
    once = "how many squares a player may take"
    per_player: Count
    """How many squares each player may take."""

    def effect(self) -> Amount:
        return Amount(LIMIT, fixed(self.per_player))


class Capacity(Primitive):
    """A square of this type can be taken so many times, and is destroyed by the last one.

    Until then it counts as crossed out, from the first taking on (reading 8).
    """

    name = "capacity"
    once = "when its squares are destroyed"
    always_noted = ("destroyed_square", "capacity")
    times: Count
    """How often a square can be taken."""

    def effect(self) -> Amount:
        return Amount(CAPACITY, fixed(self.times))


class Immune(Primitive):
    """Nobody can destroy a square or an icon of this type. Not together with `capacity`."""

    name = "immune"
    marks = (IMMUNE,)
    once = Capacity.once


Icons = Literal["open", "crossed_out"]

ICONS: frozenset[Icons] = frozenset(("open", "crossed_out"))


class Ignore(Primitive):
    """Repel overlooks `icons` around a square of this type for a player who wants to take it.

    With `until: 3` only while that player has fewer than 3 icons of this type; with `from: 3`
    only as soon as the player has 3. Of several, only one may hold at a time.
    """

    model_config = ConfigDict(json_schema_extra={"not": {"required": ["until", "from"]}})

    name = "ignore"
    always_noted = ("ignore",)
    icons: Literal["all", "open", "crossed_out"] = "all"
    """Which icons around the square Repel overlooks.

    - all: every icon.
    - open: those not crossed out.
    - crossed_out: those crossed out.
    """

    until: Count | None = None
    """Only while the player has fewer than so many of the type; not together with `from`."""

    from_: Count | None = Field(None, alias="from")
    """Only as soon as the player has so many of the type."""

    @model_validator(mode="after")
    def _one_end(self) -> Self:
        if self.until is not None and self.from_ is not None:
            raise ValueError("expected until or from, not both")
        return self

    def clash(self, earlier: Primitive) -> str:
        pairs = ((self, earlier), (earlier, self)) if isinstance(earlier, Ignore) else ()
        if any(possible(a.until or 100)[-1] <= possible(b.from_ or 0)[0] for a, b in pairs):
            return ""
        return "two of ignore hold at once, let one end (until) where the other begins (from)"

    def ignored(self, own: int) -> frozenset[Icons]:
        """The icons that Repel overlooks for a player who has `own` icons of the type."""
        if not fixed(self.from_ or 0) <= own < fixed(self.until or 100):
            return frozenset()
        return ICONS if self.icons == "all" else frozenset((self.icons,))

    def clause(self, piece: NamedType, language: Language) -> str:
        key = "until" if self.until is not None else "from" if self.from_ is not None else ""
        when = self.say(key, piece, language) if key else ""
        return self.say(self.icons, piece, language, when=when)


class CloseAdjacent(Primitive):
    """Squares adjacent to a crossed-out one of this type are closed, to everyone or only to
    the player who took it. Adjacent is orthogonal (reading 5)."""

    name = "close_adjacent"
    picks = "to"
    marks = (CLOSES_ALL, CLOSES_OWN)
    always_noted = ("adjacent",)
    to: Literal["everyone", "you"]
    """Who can't take the adjacent squares any more.

    - everyone: no player can.
    - you: the player who took the square.
    """


Destroyed = Literal["board", "inventories", "own_inventory"]


class Destroy(Primitive):
    """When a square is taken, `who` destroys `count` things (with `optional` up to so many):
    squares of the board, open or crossed out (reading 3), icons in any inventories, or icons
    in one's own. The slot of an icon destroyed in an inventory stays used (reading 10).
    """

    name = "destroy"
    count: Count = 1
    """How many things are destroyed."""

    optional: bool = False
    """Whether it can be fewer, or none."""

    where: Destroyed = "board"
    """What is destroyed.

    - board: squares, open or crossed out.
    - inventories: icons in any inventories.
    - own_inventory: icons in the inventory of who destroys.
    """

    who: Who = "you"
    """Who destroys.

    - you: the player who took the square.
    - leaders: whoever has the most points after the taking.
    - last: whoever has the least points after the taking.
    """

    @property
    def notes(self) -> tuple[str, ...]:
        is_square = self.where == "board"
        what = ("destroyed_square", "any_square") if is_square else ("destroyed_icon", "slots")
        return what if self.who == "you" else (*what, "lead")

    def clause(self, piece: NamedType, language: Language) -> str:
        whose = "yours" if self.who == "you" else "theirs"
        where = whose if self.where == "own_inventory" else self.where
        how = "up_to" if self.optional else "all"
        what = self.say(f"{where}.{how}", piece, language)
        return self.say(f"{self.who}.{how}", piece, language, what=what)

    def effect(self) -> Step:
        what, who = get_args(Destroyed).index(self.where), get_args(Who).index(self.who)
        return Step(what, fixed(self.count), self.optional, who)


Ignoring = Literal["nothing", "repel", "all_rules"]


class TakeAgain(Primitive):
    """The player who took the square takes `count` more this turn (with `optional` up to so
    many), from anywhere or from the same row or column, not bound by Repel or by any rule of
    taking when `ignoring` says so, and no other of this type when `not_this_type`. Done last.

    Firefighter A takes three squares with itself, so its count is 2 (reading 6).
    """

    name = "take_again"
    always_noted = ("again",)
    count: Count = 1
    """How many more squares are taken."""

    optional: bool = False
    """Whether it can be fewer, or none."""

    where: Literal["anywhere", "same_line"] = "anywhere"
    """Where they are taken.

    - anywhere: on the whole board.
    - same_line: in the row or the column of the first square.
    """

    ignoring: Ignoring = "nothing"
    """What does not bind the player.

    - nothing: all rules hold.
    - repel: Repel does not count.
    - all_rules: any open square can be taken.
    """

    not_this_type: bool = False
    """Whether another square of this type is out of the question."""

    def clause(self, piece: NamedType, language: Language) -> str:
        keys = {
            "free": "free" if self.ignoring == "all_rules" else "",
            "where": f"where.{self.where}",
            "but": "not_this_type" if self.not_this_type else "",
            "ignoring": f"ignoring.{self.ignoring}",
        }
        parts = {part: key and self.say(key, piece, language) for part, key in keys.items()}
        return self.say("up_to" if self.optional else "all", piece, language, **parts)

    def effect(self) -> Step:
        is_line, ignoring = self.where == "same_line", get_args(Ignoring).index(self.ignoring)
        no_same, times = self.not_this_type, fixed(self.count)
        return Step(TAKE_AGAIN, times, self.optional, YOU, is_line, ignoring, no_same)


class Gain(Primitive):
    """When a square is taken, `who` adds `count` icons of any type to their inventory."""

    name = "gain"
    picks = "who"
    count: Count = 1
    """How many icons are added."""

    who: Who = "you"
    """Who adds them.

    - you: the player who took the square.
    - leaders: whoever has the most points after the taking.
    - last: whoever has the least points after the taking.
    """

    @property
    def notes(self) -> tuple[str, ...]:
        return ("gain",) if self.who == "you" else ("gain", "lead")

    def effect(self) -> Step:
        return Step(GAIN, fixed(self.count), who=get_args(Who).index(self.who))


class Retire(Primitive):
    """The player who takes a square of this type takes no turn after this one."""

    name = "retire"
    marks = (RETIRES,)
    once = "whose turns end"


PARTS: dict[str, tuple[type[Primitive], ...]] = {
    "score": (Flat, ForEach, SameAs, If),
    "gate": (NeedsAdjacent, NeighbourCanTake, Limit, Capacity, Immune),
    "repel": (Ignore,),
    "on_take": (CloseAdjacent, Destroy, TakeAgain, Gain, Retire),
}
