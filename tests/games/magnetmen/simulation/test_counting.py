"""Scores that are updated by change, computed anew after every action, for any powers.

Also what greedy players find out by looking at one square of each class, looking at every one.
"""

import random
from itertools import product
from typing import get_args

import pytest
from games.magnetmen.simulation.boards import MADE_UP, made_up, often_taking
from games.magnetmen.simulation.states import Game, State
from positions import fresh, type_called
from short_run import seeds

from generator.games.magnetmen import primitives
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import What
from generator.games.magnetmen.roll import RolledType
from generator.games.magnetmen.simulation import engine, greedy
from generator.games.magnetmen.simulation.game import effect_of
from generator.games.magnetmen.simulation.kernel_data import (
    CROSSED,
    DECIDER,
    DESTROYS,
    FREE,
    TAKES,
    GameState,
)

PUBLISHED = (
    "actress A", "baby A", "elderly_man A", "explorer A", "hairdresser A", "hairdresser B",
    "painter A", "photographer A", "pilot A", "police A", "taxi_driver A",
)  # fmt: skip
SIZES = ((1, 6), (7, 1), (2, 5), (3, 3), (5, 4), (6, 5))
UPDATED = {primitives.Basis.OWN_SQUARES, primitives.Basis.LINES, primitives.Basis.NEIGHBOURS}
BEST = 0.5  # of all decisions are compared: looking at every square takes its time
PLACES = ("board", "board", "inventories", "own_inventory")


def any_power(chance: random.Random) -> Power:
    """A power that counts what becomes of squares, and may change it."""
    counting = [
        {"for_each": {"what": chance.choice(get_args(What)), "points": chance.choice((-3, 1, 2))}}
        for _ in range(chance.randint(1, 3))
    ]
    own = [
        {"if": {"have": chance.choice(("most", "least")), "points": 4, "else": -3}},
        {"same_as": {"type": chance.choice(("lowest", "highest"))}},
    ]
    destroys = {
        "where": chance.choice(PLACES),
        "count": chance.randint(1, 2),
        "who": chance.choice(("you", "leaders", "last")),
    }
    parts = {
        "score": counting + chance.sample(own, chance.choice((0, 0, 1))),
        "gate": [{"capacity": {"times": 2}}] * chance.choice((0, 1)),
        "on_take": [{"destroy": destroys}] * chance.choice((0, 1)),
    }
    return Power.model_validate({name: part for name, part in parts.items() if part})


def any_game(number: int) -> Game:
    """A game on a random board; some squares may be taken or destroyed already."""
    chance = random.Random(number)
    piece = type_called("made up").piece
    types = [RolledType("", piece, any_power(chance), 0) for _ in range(chance.randint(1, 3))]
    types += map(type_called, chance.sample(PUBLISHED, chance.randint(1, 2)))
    types.append(made_up(number % len(MADE_UP)))
    columns, rows = chance.choice(SIZES)
    squares = tuple(chance.randrange(len(types)) for _ in range(columns * rows))
    position = fresh(tuple(types), columns, squares, chance.randint(2, 4), 7, chance.random() < 0.5)
    for square in chance.sample(range(len(squares)), chance.choice((0, 0, 4))):
        hit = chance.random() < 0.3
        position = position.destroyed(square) if hit else position.taken(0, square)
    return Game(position)


class Anew:
    """The scores of a state, computed from its squares and the icons of each player."""

    def __init__(self, game: Game, kernel_state: GameState):
        self.tables, self.kernel_state = game.tables, kernel_state
        self.kinds, self.columns = game.position.squares, game.position.columns
        self.cells, self.players = range(len(self.kinds)), range(self.tables.players)
        self.effects = [effect_of(one.power) for one in game.position.types]
        free, crossed = kernel_state.masks[FREE], kernel_state.masks[CROSSED]
        self.crossed = {at for at in self.cells if crossed >> at & 1}
        self.unused = {at for at in self.cells if free >> at & 1} - self.crossed
        self.gone = {at for at in self.cells if not (free | crossed) >> at & 1}
        self.grown = [self.beside(*each) for each in self.each]
        self.board = [self.worth_of_board(kind) for kind in range(self.tables.types)]
        self.points = [self.worth(*each) for each in self.each]

    @property
    def each(self):
        return product(self.players, range(self.tables.types))

    def own(self, player: int, kind: int) -> int:
        return self.kernel_state.counts[player * self.tables.types + kind]

    def worth_of_board(self, kind: int) -> int:
        mine = {at for at in self.cells if self.kinds[at] == kind}
        lines = [{*self.cells[at : at + self.columns]} for at in self.cells[:: self.columns]]
        lines += [{*self.cells[at :: self.columns]} for at in range(self.columns)]
        filled = {*self.cells} - self.unused
        counts = {
            primitives.OPEN_SQUARE: len(mine & self.unused),
            primitives.CROSSED_SQUARE: len(mine & self.crossed),
            primitives.CROSSED_LINE: sum(line <= filled for line in lines),
            primitives.INTACT_LINE: sum(not line & self.gone for line in lines),
        }
        return sum(one.points * counts.get(one.what, 0) for one in self.effects[kind].scores)

    def beside(self, player: int, kind: int) -> int:
        points_each = sum(
            one.points for one in self.effects[kind].scores if one.what == primitives.ADJACENT
        )
        squares = [at for at in self.cells if points_each and self.kinds[at] == kind]
        squares = [at for at in squares if at not in self.gone]
        icons = self.kernel_state.origins[player * len(self.cells) :]
        return sum(
            points_each * icons[at] * sum(self.near(at, one) for one in self.crossed)
            for at in squares
            if icons[at]
        )

    def near(self, one: int, other: int) -> bool:
        row, column = (
            abs(a - b) for a, b in zip(divmod(one, self.columns), divmod(other, self.columns),
                                       strict=True)
        )  # fmt: skip
        return row + column == 1

    def worth(self, player: int, kind: int) -> int:
        """All icons of a type, but for same_as."""
        own = self.own(player, kind)
        points = own * self.board[kind] + self.grown[player * self.tables.types + kind]
        for one in self.effects[kind].scores:
            if one.basis is primitives.Basis.OWN_ICONS:
                points += own * one.worth(own)
            elif one.what in (primitives.MOST, primitives.LEAST):
                points += own * (one.points if self.holds(one, player, kind) else one.otherwise)
            elif one.basis not in UPDATED:
                pytest.fail(f"test_counting.py, Anew.worth: add the points of the score {one.what}")
        return points

    def holds(self, one: primitives.Score, player: int, kind: int) -> bool:
        sign = 1 if one.what == primitives.MOST else -1
        ahead = [sign * (self.own(player, kind) - self.own(other, kind)) for other in self.players
                 if other != player]  # fmt: skip
        return all(lead >= 0 for lead in ahead)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(map(self.score, self.players))

    def score(self, player: int) -> int:
        types = self.tables.types
        points = self.points[player * types : (player + 1) * types]
        points_to_compare = [
            points[kind]
            for kind, effect in enumerate(self.effects)
            if self.own(player, kind) and not effect.lowest and not effect.highest
        ]
        low, high = (
            (min(points_to_compare), max(points_to_compare)) if points_to_compare else (0, 0)
        )
        same = [
            self.own(player, kind) * (effect.lowest * low + effect.highest * high)
            for kind, effect in enumerate(self.effects)
        ]
        return sum(points) + sum(same)

    def margin(self, player: int) -> int:
        scores = [*self.scores]
        return scores.pop(player) - max(scores)


def assert_counted(state: State) -> None:
    anew = Anew(state.game, state.kernel_state)
    assert state.scores == anew.scores
    assert state.kernel_state.board_points == anew.board
    assert state.kernel_state.neighbour_totals == anew.grown
    assert state.kernel_state.points == anew.points


def margin_after(state: State, number: int) -> int:
    """The margin after an action, before its effects."""
    tables, kernel_state = state.game.tables, state.copy().kernel_state
    player = kernel_state.turn[DECIDER]
    if number < tables.squares:
        engine.mark_taking(tables, kernel_state, player, number)
    elif number != 2 * tables.squares:
        engine.carry_out(tables, kernel_state, player, number)
    return Anew(state.game, kernel_state).margin(player)


def assert_best(state: State, monkeypatch) -> None:
    """All squares that are equally good are chosen among, and no others."""
    tables, kernel_state, offer = state.game.tables, state.kernel_state, []
    monkeypatch.setattr(greedy, "random_square", lambda _, mask: offer.append(mask) or 0)
    greedy.greedy_action(tables, kernel_state, state.game.start())
    values = {
        number: margin_after(state, number)
        for number in kernel_state.actions[: engine.list_actions(tables, kernel_state)]
    }
    best = [number for number, value in values.items() if value == max(values.values())]
    takes = [number for number in best if number < tables.squares]
    breaks = [number - tables.squares for number in best if number > tables.squares - 1]
    best_actions = takes or ([] if 2 * tables.squares in best else breaks)
    best_squares = [at for mask in offer for at in range(tables.squares) if mask >> at & 1]
    assert best_squares == best_actions, (
        "greedy.py: see action_value, and the classes of best_squares"
    )


@seeds(400)
def test_counts_and_classes(number):
    state, chance = any_game(number).state(), random.Random(number)
    assert_counted(state)
    while not state.is_over:
        squares = state.kernel_state.masks[TAKES] | state.kernel_state.masks[DESTROYS]
        if squares and chance.random() < BEST:
            with pytest.MonkeyPatch.context() as monkeypatch:
                assert_best(state, monkeypatch)
        state.apply(often_taking(state, chance))
        assert_counted(state)
