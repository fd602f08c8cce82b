"""Whole random games, decision by decision, against a second implementation (oracle.py)."""

import random
from functools import partial
from typing import get_args

import pytest
from games.magnetmen.oracle import REPEL, SlowGame, around, fresh, may_take
from games.magnetmen.simulation.boards import MADE_UP, random_position
from games.magnetmen.simulation.small_games import often_taking
from games.magnetmen.simulation.states import Game
from play.agreement import play_beside
from positions import published_powers, type_called, with_power
from short_run import first, seeds
from support import SHIPPED, rolled

from generator.games.magnetmen import engine, examples, match
from generator.games.magnetmen.primitives import AT_LEAST, Score, What
from generator.games.magnetmen.sheets.board_sheet import CLOSED

GAMES = 600
VALUED = 70
"""The functions that players find by their names: the game's, else the defaults of play/."""
PUBLISHED = sorted(published_powers())
SIZES = ((3, 4), (4, 5), (5, 6), (11, 12))  # the last is the first with two words of squares


def play(game: Game, seed: int, oracle: SlowGame | None = None, **more) -> int:
    oracle = oracle or SlowGame(game.position)
    choose = partial(often_taking, game)
    return play_beside(game.match, oracle, game.action, seed, choose, **more)


@pytest.mark.parametrize("part", first(1, range(GAMES // 40)))
def test_an_independent_player_meets_no_difference(part):
    for number in range(part, GAMES, GAMES // 40):
        play(Game(random_position(number)), number)


@pytest.mark.parametrize("sets", [("base",), ("base", "advanced"), SHIPPED])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rolled_boards(sets, players):
    play(Game(rolled(f"slow {players}", sets, "small", players)), players)


@pytest.mark.parametrize("name", PUBLISHED)
def test_each_published_variant(name):
    types = (type_called(name), type_called("athlete A"), type_called("explorer A"))
    squares = tuple(random.Random(name).choices(range(3), k=20))
    play(Game(fresh(types, 5, squares, 3, 6, True)), 1)


# Why squares are closed


@seeds(70)
def test_reasons_are_those_of_the_rules(number):
    """A free square may be closed for several reasons."""
    game = Game(random_position(number))
    oracle = SlowGame(game.position)

    def compare(state, numbers) -> None:
        for player in range(game.tables.players):
            closed = examples.why_closed(game.tables, state, player)
            for square in range(game.tables.squares):
                whys = {why for why, mask in closed.items() if mask >> square & 1}
                assert whys == may_take(oracle.position, player, square)

    play_beside(game.match, oracle, game.action, number, visit=compare)


@pytest.mark.parametrize(("own", "key"), list(enumerate(CLOSED, 1)))
def test_pictures_of_repel_show_what_the_rules_close(own, key):
    repels = [kind for kind, (needed, _) in enumerate(REPEL.values()) if needed <= own]
    ways = list(around(4, 3, 9).values())
    squares = {square for kind in repels for square in ways[kind]}
    assert squares == {(1 + down) * 3 + 1 + right for right, down in CLOSED[key]}


# What greedy players make of actions


def any_power(chance: random.Random) -> dict:
    """A power that counts what becomes of squares, and may change it."""
    counting = [
        {"for_each": {"what": chance.choice(get_args(What)), "points": chance.choice((-3, 1, 2))}}
        for _ in range(chance.randint(1, 3))
    ]
    own = [
        {"if": {"have": chance.choice(("most", "least")), "points": 4, "else": -3}},
        {"if": {chance.choice(("exactly", "at_least")): 2, "points": 3, "else": 1}},
        {"same_as": {"type": chance.choice(("lowest", "highest"))}},
    ]
    destroys = {
        "where": chance.choice(("board", "board", "inventories", "own_inventory")),
        "count": chance.randint(1, 2),
        "who": chance.choice(("you", "leaders", "last")),
    }
    parts = {
        "score": counting + chance.sample(own, chance.choice((0, 0, 1))),
        "gate": [{"capacity": {"times": 2}}] * chance.choice((0, 1)),
        "on_take": [{"destroy": destroys}] * chance.choice((0, 1)),
    }
    return {name: part for name, part in parts.items() if part}


def any_game(number: int) -> Game:
    """A game on a random board; some squares may be taken or destroyed already."""
    chance = random.Random(number)
    types = [with_power(any_power(chance)) for _ in range(chance.randint(1, 3))]
    types += map(type_called, chance.sample(PUBLISHED, chance.randint(1, 2)))
    types.append(with_power(MADE_UP[number % len(MADE_UP)]))
    columns, rows = chance.choice(SIZES)
    squares = tuple(chance.randrange(len(types)) for _ in range(columns * rows))
    position = fresh(tuple(types), columns, squares, chance.randint(2, 4), 7, chance.random() < 0.5)
    for square in chance.sample(range(len(squares)), chance.choice((0, 0, 4))):
        hit = chance.random() < 0.3
        position = position.destroyed(square) if hit else position.taken(0, square)
    return Game(position)


@seeds(VALUED)
def test_values_of_actions_are_those_worked_out_from_scratch(number):
    """Of every action, at some decisions. All that are best are chosen among, and no others;
    looking at actions changes nothing."""
    game, chance = any_game(number), random.Random(number)
    tables, oracle = game.tables, SlowGame(game.position)

    def compare(state, numbers) -> None:
        if chance.random() < 0.85:
            return
        before, player = lasting(state), oracle.decider()
        best_other = match.baseline(tables, state, player)
        values = {one: oracle.margin_after(game.action(one)) for one in numbers}
        for one, value in values.items():
            found = match.action_value(tables, state, state, player, one, best_other)
            assert found == value, f"match.py: see action_value of {game.action(one)}"
            assert lasting(state) == before
        best = [one for one, value in values.items() if value == max(values.values())]
        with pytest.MonkeyPatch.context() as monkeypatch:
            offer: list[int] = []
            monkeypatch.setattr(match, "random_square", lambda _, mask: offer.append(mask) or 0)
            choice = match.greedy_action(tables, state, state)
        if max(numbers) > 2 * tables.squares:
            assert choice in best
            return
        takes = [one for one in best if one < tables.squares]
        stop = 2 * tables.squares in best
        breaks = [one - tables.squares for one in best if one >= tables.squares]
        offered = [at for mask in offer for at in range(tables.squares) if mask >> at & 1]
        assert offered == (takes or ([] if stop else breaks)), (
            "match.py: see the classes of classify_squares"
        )

    play(game, number, oracle, visit=compare)


def lasting(state: engine.GameState) -> dict[str, list[int]]:
    """The parts of a state that looking at an action must not change: all but scratch."""
    copy = {name: list(numbers) for name, numbers in state._asdict().items()}
    del copy["masks"][engine.SPLIT :], copy["turn"][engine.STALE], copy["scores"]
    del copy["actions"], copy["random"]
    return copy


def test_every_score_is_in_such_games():
    seen = {
        score.what
        for number in range(0, VALUED, 7)
        for kind in any_game(number).position.types
        for score in kind.power.effects(Score)
    }
    assert seen == {*range(AT_LEAST + 1)}
