"""Small boards with any published powers, and with powers made up of their parts."""

import random
from importlib.util import find_spec

from games.magnetmen.oracle import Position, fresh
from positions import published_powers, type_called, with_power

NUMBA = bool(find_spec("numba"))
ENGINES = [False, True] if NUMBA else [False]
"""Whether the kernel is compiled: what can be tried here."""

BESIDE = {"for_each": {"what": "adjacent_crossed_out"}}
MADE_UP = [
    {"score": [BESIDE, {"flat": {"points": 1}}], "gate": [{"capacity": {"times": 3}}]},
    {"on_take": [{"gain": {"count": 2}}, {"destroy": {"count": 2, "where": "own_inventory"}}]},
    {
        "score": [{"same_as": {"type": "lowest"}}, {"same_as": {"type": "highest"}}],
        "gate": ["immune"],
        "on_take": [
            {"take_again": {"count": 2, "optional": True, "ignoring": "repel"}},
            {"destroy": {"count": 2, "optional": True, "who": "last"}},
        ],
    },
    {
        "score": [{"for_each": {"what": "own", "points": -1}}, {"if": {"exactly": 2, "points": 9}}],
        "gate": [{"limit": {"per_player": 2}}, {"capacity": {"times": 2}}],
        "repel": [{"ignore": {"icons": "open", "until": 1}}],
        "on_take": [{"close_adjacent": {"to": "you"}}, {"gain": {"who": "leaders"}}],
    },
]


def random_position(number: int) -> Position:
    """A small board of any published powers, and some made up of their parts."""
    chance = random.Random(number)
    types = [type_called(name) for name in chance.sample(sorted(published_powers()), 4)]
    types.append(with_power(MADE_UP[number % len(MADE_UP)]))
    columns, rows = chance.randint(3, 6), chance.randint(3, 6)
    squares = tuple(chance.randrange(5) for _ in range(columns * rows))
    players, slots = chance.randint(2, 4), chance.randint(4, 9)
    return fresh(tuple(types), columns, squares, players, slots, chance.random() < 0.7)
