"""The rules of Magnetmen a second time: slow, and as close to the printed rules as possible.

Written from docs/readings.md with tuples, lists and recursion. Players are numbered from 0 in turn
order, clockwise; squares row by row.
"""

from collections.abc import Generator
from functools import cache
from typing import Literal, NamedTuple

from generator.games.magnetmen import primitives as p
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.roll import Board, RolledType


class Inventory(NamedTuple):
    """A player's icons: the type of each, and the square it came from, or None. A slot stays used
    when its icon is destroyed (reading 10). Who is out takes no more turns (reading 7)."""

    icons: tuple[tuple[int, int | None], ...] = ()
    used: int = 0
    out: bool = False

    def count(self, kind: int) -> int:
        return sum(kind == other for other, _ in self.icons)


class Position(NamedTuple):
    """A moment of a game. `squares` are indexes into `types`; `states` "open", "crossed_out" or
    "destroyed"; `taken_by` the players who took each square, in order."""

    types: tuple[RolledType, ...]
    columns: int
    squares: tuple[int, ...]
    slots: int
    advanced: bool
    states: tuple[str, ...]
    taken_by: tuple[tuple[int, ...], ...]
    inventories: tuple[Inventory, ...]

    def power_of(self, square: int) -> Power:
        return self.types[self.squares[square]].power

    def adjacent(self, square: int) -> list[int]:
        """The squares that share a side with this one (reading 5)."""
        near = around(square, self.columns, len(self.squares))
        return near[0, 1] + near[1, 0]

    def is_used_up(self, square: int) -> bool:
        """A crossed-out Police square can be taken again; the last taking destroys it."""
        if self.states[square] == "crossed_out":
            return self.power_of(square).find(p.Capacity) is None
        return self.states[square] == "destroyed"

    def collected(self, player: int, kind: int) -> int:
        """How many icons of a type a player took from squares, destroyed since or not."""
        takers = zip(self.taken_by, self.squares, strict=True)
        return sum(of_square.count(player) for of_square, other in takers if other == kind)

    def with_inventory(self, player: int, inventory: Inventory) -> "Position":
        return self._replace(inventories=put(self.inventories, player, inventory))

    def with_icon(self, player: int, kind: int, square: int | None = None) -> "Position":
        """With one more icon in a slot; a full inventory takes no more turns (facts: Rules)."""
        icons, used, out = self.inventories[player]
        out = out or used + 1 >= self.slots
        return self.with_inventory(player, Inventory((*icons, (kind, square)), used + 1, out))

    def taken(self, player: int, square: int) -> "Position":
        """The position after a player took a square and drew its icon. Does not ask may_take, for a
        Pilot's second square ignores all rules."""
        assert not self.is_used_up(square)
        kind, power = self.squares[square], self.power_of(square)
        takers, capacity = (*self.taken_by[square], player), power.find(p.Capacity)
        is_last = capacity is not None and len(takers) >= p.fixed(capacity.times)
        after = self._replace(
            states=put(self.states, square, "destroyed" if is_last else "crossed_out"),
            taken_by=put(self.taken_by, square, takers),
        ).with_icon(player, kind, square)
        # Four of a kind count what was collected (readings 12 and 15).
        if power.find(p.Retire) or (self.advanced and after.collected(player, kind) >= 4):
            after = after.with_inventory(player, after.inventories[player]._replace(out=True))
        return after

    def destroyed(self, square: int) -> "Position":
        """Icons taken from the square stay in the inventories."""
        assert self.states[square] != "destroyed"
        return self._replace(states=put(self.states, square, "destroyed"))

    def scratched(self, owner: int, kind: int, square: int | None) -> "Position":
        """Without an icon of a player: one of this square, if it matters where they came from."""
        icons, used, out = self.inventories[owner]
        matters = scores_neighbours(self.types[kind].power)
        alike = [icon for icon in icons if icon[0] == kind and (icon[1] == square or not matters)]
        at = icons.index(alike[0])
        return self.with_inventory(owner, Inventory((*icons[:at], *icons[at + 1 :]), used, out))


def put(values: tuple, index: int, value) -> tuple:
    return (*values[:index], value, *values[index + 1 :])


def start(board: Board) -> Position:
    size = board.size
    return fresh(
        board.types, size.columns, board.squares, board.players, size.slots, board.advanced
    )


def fresh(types, columns, squares, players, slots, advanced) -> Position:
    """A position in which nothing has happened yet."""
    states, takers = ("open",) * len(squares), ((),) * len(squares)
    empty = (Inventory(),) * players
    return Position(types, columns, squares, slots, advanced, states, takers, empty)


@cache
def around(square: int, columns: int, cells: int) -> dict[tuple[int, int], list[int]]:
    """The squares beside one, above and below it, and diagonally next to it, by how far they are
    away: down or up, and right or left."""
    found = {(0, 1): [], (1, 0): [], (1, 1): []}
    for other in range(cells):
        down = abs(other // columns - square // columns)
        right = abs(other % columns - square % columns)
        if (down, right) in found:
            found[down, right].append(other)
    return found


# How many icons of a type a player must have for it to repel in each direction (facts: Rules).
REPEL = {"repel_side": (1, (0, 1)), "repel_above": (2, (1, 0)), "repel_diagonal": (3, (1, 1))}


def may_take(position: Position, player: int, square: int, asks: bool = True) -> set[str]:
    """Why a player can't take a square, in the words of examples.why_closed; empty when allowed.
    asks: whether gates count that ask for a neighbour, who is asked without them (reading 9)."""
    if position.inventories[player].out:
        return {"out"}
    if position.is_used_up(square):
        return {"destroyed" if position.states[square] == "destroyed" else "used"}
    whys = {"power"} if is_barred(position, player, square, asks) else set()
    inventory = position.inventories[player]
    # All visible icons repel, crossed out or not, but never destroyed ones (reading 2). The type
    # of the square itself may ignore some of them (Astronaut, Doctor).
    repelling = position.power_of(square).repelling(inventory.count(position.squares[square]))
    near = around(square, position.columns, len(position.squares))
    for why, (needed, away) in REPEL.items():
        for other in near[away]:
            is_owned = inventory.count(position.squares[other]) >= needed
            if is_owned and position.states[other] in repelling:
                whys.add(why)
    return whys


def is_barred(position: Position, player: int, square: int, asks: bool) -> bool:
    """Whether powers keep a player from taking a square that is not used up."""
    adjacent, players = position.adjacent(square), len(position.inventories)
    for other in adjacent:  # a Singer, a King; a destroyed one is on the board for no rule
        takers, on_take = position.taken_by[other], position.power_of(other).on_take
        closed_to = {one.to for one in on_take if isinstance(one, p.CloseAdjacent)}
        closes = "everyone" in closed_to or (closed_to and player in takers)
        if takers and closes and position.states[other] != "destroyed":
            return True
    for gate in position.power_of(square).gate:
        match gate:
            case p.NeedsAdjacent():
                is_some = any(position.states[other] == "crossed_out" for other in adjacent)
                is_open = is_some == (gate.crossed_out == "some")
            case p.Limit():  # squares taken, also those destroyed since, but no icons gained
                taken = position.collected(player, position.squares[square])
                is_open = taken < p.fixed(gate.per_player)
            case p.NeighbourCanTake():
                neighbour = (player + (1 if gate.side == "left" else -1)) % players
                is_open = not asks or not may_take(position, neighbour, square, asks=False)
            case p.Capacity() | p.Immune():
                is_open = True
            case _:
                raise LookupError(f"oracle.py, is_barred: add what {gate.name} bars")
        if not is_open:
            return True
    return False


def takeable(position: Position, player: int) -> list[int]:
    squares = range(len(position.squares))
    return [square for square in squares if not may_take(position, player, square)]


def destroyable_by_power(position: Position) -> list[int]:
    """The squares that a power such as the Explorer's may destroy, whoever uses it: open or
    crossed-out ones (reading 3)."""
    left = [square for square, state in enumerate(position.states) if state != "destroyed"]
    return [square for square in left if not position.power_of(square).find(p.Immune)]


def destroyable(position: Position, player: int) -> list[int]:
    """The squares that a player may destroy instead of taking one: unused ones (facts: Advanced
    rules). Repel does not matter."""
    if not position.advanced or position.inventories[player].out:
        return []
    return [at for at in destroyable_by_power(position) if position.states[at] == "open"]


class Action(NamedTuple):
    """An action that a player chooses. `pass` gives up a turn, or the rest of a power that says "up
    to". `gain` adds an icon of a `kind` (an index into the types). `scratch` destroys an icon of
    that kind in the inventory of `owner`: the one from `square`, if that matters."""

    do: Literal["take", "destroy", "pass", "gain", "scratch"]
    square: int | None = None
    kind: int | None = None
    owner: int | None = None


Deciding = Generator[tuple[int, frozenset[Action]], Action, None]
PASS = Action("pass")
OVER = -1, frozenset[Action]()


def after(position: Position, player: int, action: Action) -> Position:
    """The position after an action and before what follows it."""
    do, square, kind, owner = action
    match do:
        case "take":
            return position.taken(player, square)
        case "destroy":
            return position.destroyed(square)
        case "gain":
            return position.with_icon(player, kind)
        case "scratch":
            return position.scratched(owner, kind, square)
    return position


class SlowGame:
    """A game from a position on, in which a player is to move if possible. As a coroutine it yields
    who decides among what, and is sent the decision."""

    def __init__(self, position: Position, player: int = 0):
        self.position = position
        self.within_turn = False  # whether the decision is a step of a power
        self.players = range(len(position.inventories))
        self._deciding = self._run(player)
        self._decision = next(self._deciding, OVER)

    def decider(self) -> int:
        """The player who decides; -1 at the end."""
        return self._decision[0]

    def legal(self) -> frozenset[Action]:
        return self._decision[1]

    def apply(self, action: Action) -> None:
        assert action in self.legal()
        try:
            self._decision = self._deciding.send(action)
        except StopIteration:
            self._decision = OVER

    def standings(self) -> list[int]:
        return [score(self.position, player) for player in self.players]

    def winners(self) -> set[int]:
        scores = self.standings()
        return {player for player in self.players if scores[player] == max(scores)}

    def margin_after(self, action: Action) -> int:
        """What the decider is ahead by after an action and before what follows it."""
        then = after(self.position, self.decider(), action)
        scores = [score(then, player) for player in self.players]
        return scores.pop(self.decider()) - max(scores)

    def _run(self, player: int) -> Deciding:
        waiting = 0
        while waiting < len(self.players):
            before = self.position
            yield from self._turn(player)
            waiting = waiting + 1 if self.position is before else 0
            player = (player + 1) % len(self.players)

    def _turn(self, player: int) -> Deciding:
        takes = {Action("take", square) for square in takeable(self.position, player)}
        breaks = {Action("destroy", square) for square in destroyable(self.position, player)}
        if takes or breaks:
            stop = set() if takes else {PASS}  # who can collect may not pass
            action = yield player, frozenset(takes | breaks | stop)
            yield from self._carry_out(player, action)

    def _carry_out(self, player: int, action: Action) -> Deciding:
        self.position = after(self.position, player, action)
        if action.do != "take":
            return
        steps = [
            (step, self._who(step, player))  # compared before any of the steps
            for step in self.position.power_of(action.square).on_take
            if not isinstance(step, p.CloseAdjacent | p.Retire)
        ]
        steps.sort(key=lambda each: isinstance(each[0], p.TakeAgain))
        for step, who in steps:
            for one in who:
                yield from self._step(step, one, action.square)

    def _step(self, step, player: int, square: int) -> Deciding:
        for _ in range(step.count):
            choices = self.choices(step, player, square)
            if not choices:
                return
            self.within_turn = True
            stop = {PASS} if getattr(step, "optional", False) else set()
            action = yield player, frozenset(choices | stop)
            self.within_turn = False
            if action == PASS:
                return
            yield from self._carry_out(player, action)

    def _who(self, step, player: int) -> list[int]:
        """In turn order from the player who took the square."""
        order = [(player + seat) % len(self.players) for seat in self.players]
        scores = self.standings()
        match getattr(step, "who", "you"):
            case "leaders":
                return [one for one in order if scores[one] == max(scores)]
            case "last":
                return [one for one in order if scores[one] == min(scores)]
        return [player]

    def choices(self, step, player: int, square: int) -> set[Action]:
        position, inventory = self.position, self.position.inventories[player]
        has_room = inventory.used < position.slots
        match step:
            case p.TakeAgain():
                more = self._more(step, player, square) if has_room else ()
                return {Action("take", one) for one in more}
            case p.Gain():
                kinds = range(len(position.types) if has_room else 0)
                return {Action("gain", kind=kind) for kind in kinds}
            case p.Destroy(where="board"):
                return {Action("destroy", one) for one in destroyable_by_power(position)}
            case p.Destroy():
                owners = [player] if step.where == "own_inventory" else self.players
                return {action for owner in owners for action in self._scratchable(owner)}
        raise LookupError(f"oracle.py, SlowGame.choices: add the choices of {step.name}")

    def _more(self, step: p.TakeAgain, player: int, square: int) -> list[int]:
        """A player who is out may still do this, with a free slot: it is the same turn."""
        squares, columns = self.position.squares, self.position.columns
        inventory = self.position.inventories[player]._replace(out=False)
        still_in, result = self.position.with_inventory(player, inventory), []
        for other in range(len(squares)):
            whys = may_take(still_in, player, other)
            if step.ignoring == "all_rules":
                whys &= {"used", "destroyed"}
            elif step.ignoring == "repel":
                whys -= REPEL.keys()
            in_line = other % columns == square % columns or other // columns == square // columns
            is_there = in_line or step.where == "anywhere"
            is_same = step.not_this_type and squares[other] == squares[square]
            if is_there and not whys and not is_same:
                result.append(other)
        return result

    def _scratchable(self, owner: int) -> list[Action]:
        """Icons worth the squares beside theirs differ by square, others are alike."""
        result = []
        for kind, square in self.position.inventories[owner].icons:
            power = self.position.types[kind].power
            if not power.find(p.Immune):
                origin = square if scores_neighbours(power) else None
                result.append(Action("scratch", origin, kind, owner))
        return result


def scores_neighbours(power: Power) -> bool:
    return any(getattr(one, "what", "") == "adjacent_crossed_out" for one in power.score)


def score(position: Position, player: int) -> int:
    totals: dict[int, int] = {}
    icons = position.inventories[player].icons
    for kind, square in icons:
        totals[kind] = totals.get(kind, 0) + worth(position, player, kind, square)
    powers = {kind: position.types[kind].power for kind in totals}
    plain = [totals[kind] for kind in totals if not powers[kind].find(p.SameAs)]
    result = sum(totals.values())
    for kind, _ in icons:
        for one in powers[kind].score:
            if isinstance(one, p.SameAs) and plain:
                result += min(plain) if one.type == "lowest" else max(plain)
    return result


def worth(position: Position, player: int, kind: int, square: int | None) -> int:
    """The points of one icon, same_as aside."""
    points, counts = 0, [inventory.count(kind) for inventory in position.inventories]
    own = counts[player]
    for one in position.types[kind].power.score:
        match one:
            case p.Flat():
                points += one.points
            case p.If():  # ties count (reading 1)
                holds = own == one.exactly or own >= (one.at_least or 1000)
                if one.have:
                    holds = own == (max(counts) if one.have == "most" else min(counts))
                points += one.points if holds else one.otherwise
            case p.ForEach():
                number = own if one.what == "own" else counted(position, one.what, kind, square)
                points += one.points * number
            case p.SameAs():
                pass
            case _:
                raise LookupError(f"oracle.py, worth: add what {one.name} is worth")
    return points


def counted(position: Position, what: str, kind: int, square: int | None) -> int:
    states, columns = position.states, position.columns
    cells = len(states)
    lines = [range(first, first + columns) for first in range(0, cells, columns)]
    lines += [range(first, cells, columns) for first in range(columns)]
    match what:
        case "open_square" | "crossed_out_square":
            state = what.removesuffix("_square")
            mine = [at for at in range(cells) if position.squares[at] == kind]
            return sum(states[at] == state for at in mine)
        case "crossed_out_line":
            return sum(all(states[at] != "open" for at in line) for line in lines)
        case "intact_line":
            return sum(all(states[at] != "destroyed" for at in line) for line in lines)
        case "adjacent_crossed_out":
            if square is None or states[square] == "destroyed":
                return 0  # that icon is no longer on the board for any rule
            return sum(states[at] == "crossed_out" for at in position.adjacent(square))
    raise LookupError(f"oracle.py, counted: add how {what} is counted")
