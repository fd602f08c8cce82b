"""An image of a board plays like the board: every game on it has the same actions and results."""

import random
from functools import partial

import pytest
from games.magnetmen.simulation.small_games import often_taking
from games.magnetmen.simulation.states import Game
from play.agreement import play_beside
from short_run import budget
from support import SHIPPED, rolled

from generator import games
from generator.core.game_id import GameId, image_of, image_seed, parse, split_image
from generator.games.magnetmen.playtest import PROGRAMS as MAGNETMEN
from generator.games.metals.map import FACINGS
from generator.games.metals.playtest import PROGRAMS as METALS
from generator.play.kernel import python_kernel


class ImageGame:
    """A game on an image of a board, for play_beside: `action_of` says what a number of its engine
    is on the board."""

    def __init__(self, match, action_of):
        self.engine, self.tables = match.engine, match.tables
        self.state = python_kernel(match.engine).record(match.start)
        self.engine.start_game(self.tables, self.state, match.start)
        self.action_of, self.players = action_of, range(match.tables.players)

    def numbers(self):
        count = self.engine.list_actions(self.tables, self.state)
        return {self.action_of(number): number for number in self.state.actions[:count]}

    def decider(self):
        return self.engine.decider(self.tables, self.state)

    def legal(self):
        return self.numbers()

    def apply(self, action):
        self.engine.apply(self.tables, self.state, self.numbers()[action])

    def standings(self):
        return [self.engine.standing(self.tables, self.state, each) for each in self.players]

    def winners(self):
        shares = [self.engine.outcome(self.tables, self.state, each) for each in self.players]
        return [player for player in self.players if shares[player]]


@pytest.mark.parametrize("image", MAGNETMEN.images)
@pytest.mark.parametrize("sets", [("base",), SHIPPED], ids="+".join)
def test_a_game_of_magnetmen(sets, image):
    for number in range(budget(40)):
        one = rolled(f"game-{number}", sets, "small", 2 + number % 3)
        other = rolled(f"game-{number}+{image}", sets, "small", 2 + number % 3)
        assert one.squares != other.squares and one.types == other.types
        game, its_image = Game(one), Game(other)
        squares = image_of(range(len(one.squares)), one.size.columns, image)

        def action_of(action, its_image=its_image, squares=squares):
            found = its_image.action(action)
            return found if found.square is None else found._replace(square=squares[found.square])

        beside = ImageGame(its_image.match, action_of)
        play_beside(game.match, beside, game.action, number, partial(often_taking, game))


def test_a_game_of_metals():
    definition = games.game("metals").load(["wilds"])
    for number in range(budget(40)):
        form = ("basic", "factions")[number % 2]
        one, other = (METALS.roll(definition, form, 2, f"{number}{end}") for end in ("", "+h"))
        spaces = image_of(range(len(one.map)), one.map.columns, "h")

        def action_of(action, spaces=spaces):
            (metal, goal), facing = divmod(action // 4, len(spaces)), FACINGS[action % 4]
            facing = {"east": "west", "west": "east"}.get(facing, facing)
            return (metal * len(spaces) + spaces[goal]) * 4 + FACINGS.index(facing)

        match, its_match = METALS.match(one), METALS.match(other)
        play_beside(match, ImageGame(its_match, action_of), lambda number: number, number)


@pytest.mark.parametrize("seed", ["oak", "oak+7", "oak-2+123"])
@pytest.mark.parametrize("image", ["", *MAGNETMEN.images])
def test_the_seed_of_an_image_is_read_back_and_is_in_an_id(seed, image):
    of_image = image_seed(seed, image)
    assert split_image(of_image) == (seed, image)
    name = GameId("magnetmen", "small", ("base",), 2, of_image, "2-aaaa-bbbb")
    assert parse(str(name)) == name


def test_two_mirrors_make_half_a_turn():
    cells = random.Random(1).choices(range(9), k=12)
    mirrored = image_of(image_of(cells, 4, "h"), 4, "v")
    assert mirrored == image_of(cells, 4, "r") == tuple(reversed(cells))
    assert image_of(cells, 4, "h")[:4] == tuple(reversed(cells[:4]))
