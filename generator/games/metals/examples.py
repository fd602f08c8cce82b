"""Positions that show the rules; the engine says what happens in them. Blue is the reader, whose
turn it is, except where attacks gain points."""

from dataclasses import dataclass, replace
from itertools import cycle
from typing import NamedTuple

from generator.games.metals import engine
from generator.games.metals.definition import Figures, Side
from generator.games.metals.engine import ACTIVE, FACINGS_COUNT, NONE, GameState, GameTables
from generator.games.metals.map import FACINGS, Facing, Ground, Map, Space, read_map

BLUE, RED = 0, 1
DRAWING = """
.....
C1..F
.F2F.
F..1C
.....
"""
MAP = read_map(DRAWING)

Place = tuple[int, int]  # the column and the row of a space
Window = tuple[int, int, int, int]  # the first column and row that are shown, the numbers of both


class Metal(NamedTuple):
    """A Metal on the map or, without a place, in the pool; its faction's key, "" for any."""

    player: int
    place: Place | None = None
    facing: Facing = "north"
    faction: str = ""
    damaged: bool = False


class Sight(NamedTuple):
    """How many spaces a Metal sees, the Metal on the last of them, on which side it attacks that,
    if it does, and for how many points."""

    reach: int
    metal: int | None = None
    side: Side | None = None
    gain: int = 0


@dataclass(frozen=True)
class Example:
    """A position of the engine. factions holds the keys of those of the Metals that are shown, by
    the engine's number of the Metal; deployed is the one that was deployed in this turn."""

    map: Map
    window: Window
    tables: GameTables
    state: GameState
    factions: dict[int, str]
    deployed: int = NONE

    @property
    def active(self) -> int:
        return self.state.turn[ACTIVE]

    @property
    def metals(self) -> dict[int, Metal]:
        metals = {}
        for number, faction in self.factions.items():
            space, facing = self.state.space[number], FACINGS[self.state.facing[number]]
            place = None if space == NONE else self.map.place(space)
            owner, damaged = number // self.tables.pool, bool(self.state.damaged[number])
            metals[number] = Metal(owner, place, facing, faction, damaged)
        return metals

    def ground(self, place: Place) -> Ground:
        return self.map.ground(self.map.index(*place))

    def on_map(self, player: int) -> list[int]:
        metals = self.metals.items()
        return [number for number, metal in metals if metal.player == player and metal.place]

    @property
    def placements(self) -> list[tuple[int, Place]]:
        """Where the active player may place which Metal, facing any way."""
        numbers = self.state.actions[: engine.list_actions(self.tables, self.state)]
        placed = dict.fromkeys(number // FACINGS_COUNT for number in numbers)
        pairs = (divmod(number, self.tables.spaces) for number in placed)
        return [(metal, self.map.place(space)) for metal, space in pairs]

    @property
    def sights(self) -> dict[int, Sight]:
        """What the opponent's Metals see and attack."""
        sights, (tables, state) = {}, (self.tables, self.state)
        for looking in self.on_map(1 - self.active):
            space, facing = state.space[looking], state.facing[looking]
            seen = engine.seen_metal(tables, state, looking)
            if seen == NONE:
                column, row = self.map.place(space)
                right, below = self.map.columns - 1 - column, self.map.rows - 1 - row
                sights[looking] = Sight((row, right, below, column)[facing])
                continue
            sights[looking] = Sight(self.map.steps(space, state.space[seen]), seen)
            if engine.attacked_metal(tables, state, looking, self.deployed) != NONE:
                side = engine.SIDES[facing - state.facing[seen]]
                gain = engine.gained_points(tables, state, looking, seen)
                sights[looking] = sights[looking]._replace(side=side, gain=gain)
        return sights

    @property
    def rewards(self) -> dict[int, tuple[int, bool]]:
        """The points that each Metal of the active player scores, and whether it recovers."""
        after, now = self._copy(), self.state
        engine.occupy(self.tables, after, self.active)
        return {
            metal: (self.tables.points[now.space[metal]], now.damaged[metal] > after.damaged[metal])
            for metal in self.on_map(self.active)
        }

    @property
    def after_assault(self) -> "Example":
        after = self._copy()
        engine.assault(self.tables, after, self.active, self.deployed)
        return replace(self, state=after)

    def after_action(self, metal: int, place: Place, facing: Facing) -> "Example":
        """The position before the assault that follows a legal action."""
        after, space = self._copy(), metal * self.tables.spaces + self.map.index(*place)
        number = space * FACINGS_COUNT + FACINGS.index(facing)
        return replace(self, state=after, deployed=engine.act(self.tables, after, number))

    def _copy(self) -> GameState:
        state = engine.empty_state()
        engine.copy_state(self.tables, state, self.state)
        return state


def cast(figures: Figures) -> tuple[str, ...]:
    """The factions of Metals in examples that are about no particular faction: but for one whose
    emblem looks like an arrow (a bow), and could be mistaken for a facing."""
    return tuple(key for key in figures.factions if key != "artemisia") or ("artemisia",)


def deploying(figures: Figures) -> Example:
    """A Metal in the pool, free corners, and an occupied one."""
    metals = [Metal(BLUE), Metal(RED, (4, 0), "west")]
    return example(figures, metals, (0, 0, MAP.columns, MAP.rows))


def moving(figures: Figures) -> tuple[Example, Example]:
    """A Metal with an enemy beside it, before a move and after it."""
    metals = [Metal(BLUE, (3, 1), "north"), Metal(RED, (2, 1), "south")]
    before = example(figures, metals, (2, 0, 3, 3))
    return before, before.after_action(0, (3, 2), "west")


def seeing(figures: Figures) -> Example:
    """Enemies that see the first of two Metals, past a Forest; a friend; nobody."""
    blue = [Metal(BLUE, (2, 2), "north"), Metal(BLUE, (4, 2), "west"), Metal(BLUE, (1, 3), "north")]
    red = [Metal(RED, (0, 2), "east"), Metal(RED, (4, 3), "west"), Metal(RED, (2, 3), "south")]
    return example(figures, blue + red, (0, 2, 5, 3))


def hits(figures: Figures) -> list[Example]:
    """A Metal that is hit; a damaged one that is hit; and, if there may be two enemies, one that is
    hit twice."""
    metal, enemy = Metal(BLUE, (1, 4), "north"), Metal(RED, (3, 4), "west")
    between = [Metal(BLUE, (2, 4), "north"), enemy, Metal(RED, (1, 4), "east")]
    casts = [[metal, enemy], [metal._replace(damaged=True), enemy], between]
    return [example(figures, metals, (1, 4, 3, 1)) for metals in casts[: figures.on_map + 1]]


def sparing(figures: Figures) -> tuple[Example, Example]:
    """A Metal in sight on a Forest, and a Metal in sight in the turn it is deployed."""
    in_forest = [Metal(BLUE, (4, 1), "north"), Metal(RED, (2, 1), "east")]
    landing = example(figures, [Metal(BLUE), Metal(RED, (2, 4), "east")], (2, 4, 3, 1))
    fresh = landing.after_action(0, (4, 4), "north")
    return example(figures, in_forest, (2, 1, 3, 1)), fresh


def occupying(figures: Figures) -> Example:
    """Metals on points, a damaged one on a City, and an enemy whose turn it is not."""
    on_points = [Metal(BLUE, (2, 2), "west"), Metal(BLUE, (1, 1), "east")]
    on_city, enemy = Metal(BLUE, (4, 3), damaged=True), Metal(RED, (3, 3), "south")
    metals = [on_points[0], on_city, on_points[1], enemy]
    return example(figures, metals, (0, 1, 5, 3))


def from_all_sides(figures: Figures) -> Example | None:
    """Metals in front of an enemy, beside it and behind it, all of a faction whose points depend on
    the side; None if there is no such faction."""
    keys = [key for key, faction in figures.factions.items() if faction.when.hit_from]
    if not keys:
        return None
    ways: dict[Place, Facing] = {(2, 0): "south", (3, 1): "west", (2, 2): "north"}
    attackers = [Metal(BLUE, place, facing, keys[0]) for place, facing in ways.items()]
    target = Metal(RED, (2, 1), "north", _other(figures, keys[0]))
    return example(figures, [*attackers, target], (1, 0, 3, 3))


def _other(figures: Figures, faction: str) -> str:
    return next((key for key in cast(figures) if key != faction), faction)


# Where the target of a duel faces, by the side on which it is hit.
_FACINGS: dict[Side, Facing] = {"front": "east", "side": "north", "rear": "west"}


def duel(figures: Figures, faction: str) -> Example:
    """The plainest attack that gains the points of a faction: two Metals in a row, a space apart,
    the attacker on the right. It is the top row if one of them stands on a corner."""
    when = figures.factions[faction].when
    target_on, attacker_on = when.target_on or "plain", when.attacker_on or "plain"
    facing, damaged = _FACINGS[(when.hit_from or ("front",))[0]], when.target_is == "damaged"
    row = 0 if "corner" in (target_on, attacker_on) else 1
    left = 2 if attacker_on == "corner" else 0 if target_on == "corner" else 1
    spaces: list[Space] = ["plain"] * len(MAP)
    for column, ground in ((left, target_on), (left + 2, attacker_on)):
        if ground != "corner":
            spaces[MAP.index(column, row)] = ground
    target = Metal(RED, (left, row), facing, _other(figures, faction), damaged)
    metals = [Metal(BLUE, (left + 2, row), "west", faction), target]
    board = replace(MAP, spaces=tuple(spaces))
    return example(figures, metals, (left, row, 3, 1), board)


def example(figures: Figures, metals: list[Metal], window: Window, board: Map = MAP) -> Example:
    """A position with these Metals, but for those that are too many. If they have factions, their
    powers count, and it is red's turn; else they get one each, and it is blue's."""
    powers = any(metal.faction for metal in metals)
    teams = [[one for one in metals if one.player == player] for player in (BLUE, RED)]
    pool = min(figures.on_map, max(map(len, teams)))
    tables = engine.game_tables(board, figures, powers)._replace(pool=pool)
    state, factions = engine.empty_state(), {}
    state.turn[ACTIVE] = RED if powers else BLUE
    names, keys = cycle(cast(figures)), list(figures.factions)
    for player, team in enumerate(teams):
        for number, metal in enumerate(team[:pool], player * pool):
            factions[number] = metal.faction or next(names)
            state.damaged[number] = int(metal.damaged)
            if powers:
                state.faction[number] = keys.index(metal.faction)
            if metal.place:
                state.space[number] = board.index(*metal.place)
                state.facing[number] = FACINGS.index(metal.facing)
                state.occupant[state.space[number]] = number
    return Example(board, window, tables, state, factions)
