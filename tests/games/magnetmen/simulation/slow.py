"""A second implementation of Magnetmen: slow, and as close to the printed rules as possible.

What may be taken is asked of rules.py square by square; all else is written from the facts and
docs/readings.md with sets, lists and recursion. It knows the default readings only. Kinds of power
that it does not know it plays as the kinds of known_kinds.py that have the same effects.
"""

from collections.abc import Generator
from dataclasses import replace

from games.magnetmen.simulation.known_kinds import in_known_kinds
from games.magnetmen.simulation.states import Action
from positions import takeable

from generator.games.magnetmen.primitives import (
    CloseAdjacent,
    Destroy,
    Flat,
    ForEach,
    Gain,
    If,
    Immune,
    Retire,
    SameAs,
    TakeAgain,
)
from generator.games.magnetmen.rules import (
    Inventory,
    Position,
    destroyable,
    destroyable_by_power,
    may_take,
)

Decision = tuple[int, frozenset[Action]]
Deciding = Generator[Decision, Action, None]
PASS = Action("pass")


class SlowGame:
    """A position, and the icons each player has as (type, square it came from or None)."""

    def __init__(self, position: Position):
        self.position = position
        self.players = range(len(position.inventories))
        self.icons: list[list[tuple[int, int | None]]] = [[] for _ in self.players]

    # The game, as a coroutine: it yields who decides among what, and is sent the decision.

    def run(self) -> Deciding:
        player, waiting = 0, 0
        while waiting < len(self.players):
            before = self.position
            yield from self.turn(player)
            waiting = waiting + 1 if self.position is before else 0
            player = (player + 1) % len(self.players)

    def turn(self, player: int) -> Deciding:
        takes = {Action("take", square) for square in takeable(self.position, player)}
        breaks = {Action("destroy", square) for square in destroyable(self.position, player)}
        if not takes and not breaks:
            return
        passing = set() if takes else {PASS}
        action = yield player, frozenset(takes | breaks | passing)
        if action.do == "take":
            yield from self.take(player, action.square)
        elif action.do == "destroy":
            self.position = self.position.destroyed(action.square)

    def take(self, player: int, square: int) -> Deciding:
        self.position = self.position.taken(player, square)
        self.icons[player].append((self.position.squares[square], square))
        steps = [
            (step, self.who(step, player))
            for step in in_known_kinds(self.position.power_of(square).on_take)
            if not isinstance(step, CloseAdjacent | Retire)  # which rules.py knows
        ]
        for step, who in steps:
            for one in who:
                yield from self.step(step, one, square)

    def step(self, step, player: int, square: int) -> Deciding:
        for _ in range(step.count):
            choices = self.choices(step, player, square)
            if not choices:
                return
            optional = getattr(step, "optional", False)
            action = yield player, frozenset(choices | ({PASS} if optional else set()))
            if action == PASS:
                return
            yield from self.carry_out(player, action)

    def carry_out(self, player: int, action: Action) -> Deciding:
        if action.do == "take":
            yield from self.take(player, action.square)
        elif action.do == "destroy":
            self.position = self.position.destroyed(action.square)
        elif action.do == "gain":
            self.icons[player].append((action.kind, None))
            self.put(player, self.inventory(player).with_icon(action.kind))
            self.close_if_full(player)
        else:
            self.scratch(action)

    def who(self, step, player: int) -> list[int]:
        """In turn order from the player who took the square."""
        order = [(player + seat) % len(self.players) for seat in self.players]
        scores = [self.score(one) for one in self.players]
        match getattr(step, "who", "you"):
            case "leaders":
                return [one for one in order if scores[one] == max(scores)]
            case "last":
                return [one for one in order if scores[one] == min(scores)]
        return [player]

    def choices(self, step, player: int, square: int) -> set[Action]:
        match step:
            case TakeAgain():
                return {Action("take", one) for one in self.more(step, player, square)}
            case Gain() if self.inventory(player).used < self.position.slots:
                return {Action("gain", kind=kind) for kind in range(len(self.position.types))}
            case Destroy(where="board"):
                return {Action("destroy", one) for one in destroyable_by_power(self.position)}
            case Destroy(where="inventories"):
                return {action for one in self.players for action in self.scratchable(one)}
            case Destroy(where="own_inventory"):
                return set(self.scratchable(player))
            case Gain():
                return set()
        raise LookupError(f"slow.py, SlowGame.choices: add the choices of {step.name}")

    def more(self, step: TakeAgain, player: int, square: int) -> set[int]:
        """A player who is out may still do this, with a free slot: it is the same turn."""
        inventory = self.inventory(player)
        if inventory.used >= self.position.slots:
            return set()
        still_in = self.replaced(player, Inventory(inventory.counts, inventory.used))
        columns, result = self.position.columns, set()
        for other in range(len(self.position.states)):
            kinds = set(may_take(still_in, player, other))
            if step.ignoring == "repel":
                kinds = {kind for kind in kinds if not kind.startswith("repel")}
            if step.ignoring == "all_rules":
                kinds = {"used"} if self.position.is_used_up(other) else set()
            in_line = other % columns == square % columns or other // columns == square // columns
            same = self.position.squares[other] == self.position.squares[square]
            if (
                not kinds
                and (in_line or step.where == "anywhere")
                and not (same and step.not_this_type)
            ):
                result.add(other)
        return result

    def scratchable(self, owner: int) -> list[Action]:
        """Icons worth the squares beside theirs differ by square, others are alike."""
        result = []
        for kind, square in self.icons[owner]:
            power = self.position.types[kind].power
            if not power.find(Immune):
                origin = square if self.scores_neighbours(kind) else None
                result.append(Action("scratch", origin, kind, owner))
        return result

    def scratch(self, action: Action) -> None:
        icons = self.icons[action.owner]
        icons.remove(next(
            icon for icon in icons
            if icon[0] == action.kind and action.square in (None, icon[1])
            and (action.square is not None or not self.rooted(icon))
        ))  # fmt: skip
        inventory = self.inventory(action.owner)
        counts = list(inventory.counts)
        counts[action.kind] -= 1
        self.put(action.owner, Inventory(tuple(counts), inventory.used, inventory.out))

    def rooted(self, icon: tuple[int, int | None]) -> bool:
        return self.scores_neighbours(icon[0]) and icon[1] is not None

    def scores_neighbours(self, kind: int) -> bool:
        scores = in_known_kinds(self.position.types[kind].power.score)
        return any(getattr(one, "what", "") == "adjacent_crossed_out" for one in scores)

    def close_if_full(self, player: int) -> None:
        """Facts: a full inventory takes no more turns; an icon gained does (reading 15)."""
        inventory = self.inventory(player)
        if inventory.used >= self.position.slots:
            out = inventory.out or "inventory_full"
            self.put(player, Inventory(inventory.counts, inventory.used, out))

    def inventory(self, player: int) -> Inventory:
        return self.position.inventories[player]

    def put(self, player: int, inventory: Inventory) -> None:
        self.position = self.replaced(player, inventory)

    def replaced(self, player: int, inventory: Inventory) -> Position:
        inventories = list(self.position.inventories)
        inventories[player] = inventory
        return replace(self.position, inventories=tuple(inventories))

    # Scores

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.score(player) for player in self.players)

    def score(self, player: int) -> int:
        totals: dict[int, int] = {}
        for kind, square in self.icons[player]:
            totals[kind] = totals.get(kind, 0) + self.worth(player, kind, square)
        powers = {kind: self.position.types[kind].power for kind in totals}
        plain = [totals[kind] for kind in totals if not powers[kind].find(SameAs)]
        result = sum(totals.values())
        for kind, _ in self.icons[player]:
            for one in in_known_kinds(powers[kind].score):
                if isinstance(one, SameAs) and plain:
                    result += min(plain) if one.type == "lowest" else max(plain)
        return result

    def worth(self, player: int, kind: int, square: int | None) -> int:
        """One icon, same_as aside."""
        points = 0
        for one in in_known_kinds(self.position.types[kind].power.score):
            if isinstance(one, Flat):
                points += one.points
            elif isinstance(one, If):
                points += one.points if self.holds(one, player, kind) else one.otherwise
            elif isinstance(one, ForEach):
                points += one.points * self.counted(one.what, player, kind, square)
            elif not isinstance(one, SameAs):
                raise LookupError(f"slow.py, SlowGame.worth: add what {one.name} is worth")
        return points

    def holds(self, one: If, player: int, kind: int) -> bool:
        have = [sum(icon[0] == kind for icon in icons) for icons in self.icons]
        if one.have:
            return have[player] == (max(have) if one.have == "most" else min(have))
        return have[player] == one.exactly or have[player] >= (one.at_least or 1000)

    def counted(self, what: str, player: int, kind: int, square: int | None) -> int:
        states, columns = self.position.states, self.position.columns
        cells = range(len(states))
        rows = [
            {at for at in cells if at // columns == row} for row in range(len(cells) // columns)
        ]
        lines = rows + [{at for at in cells if at % columns == column} for column in range(columns)]
        match what:
            case "own":
                return sum(icon[0] == kind for icon in self.icons[player])
            case "open_square" | "crossed_out_square":
                state = what.removesuffix("_square")
                mine = [at for at in cells if self.position.squares[at] == kind]
                return sum(states[at] == state for at in mine)
            case "crossed_out_line":
                return sum(all(states[at] != "open" for at in line) for line in lines)
            case "intact_line":
                return sum(all(states[at] != "destroyed" for at in line) for line in lines)
        if what != "adjacent_crossed_out":
            raise LookupError(f"slow.py, SlowGame.counted: add how {what} is counted")
        if square is None or states[square] == "destroyed":
            return 0  # that icon is no longer on the board for any rule
        return sum(states[at] == "crossed_out" for at in self.position.adjacent(square))
