"""The rules engine made ready: compiled once, so that later runs find it on disk.

Input: nothing. Output: what to tell people who wait; with `python -m` of this module the machine
code, which the Makefile asks for when it installs. Nothing happens where numba is missing.
"""

import os
from importlib.util import find_spec

SLOW = (
    "playing the board to judge it; this takes minutes, because numba is not installed\n"
    "(pip install numba makes it seconds, --no-playtest leaves it out)"
)
ONCE = "preparing the rules engine (once; half a minute or so)"


def notice() -> str:
    """What to tell before boards are playtested; "" where it takes seconds."""
    if not find_spec("numba"):
        return SLOW
    from generator.games.magnetmen.play import compiled

    return "" if os.path.isdir(compiled.cache_folder()) else ONCE


def prepare() -> None:
    """Compiles the engine for later runs."""
    from generator.games.magnetmen.definition import load_definition
    from generator.games.magnetmen.play.game import Game
    from generator.games.magnetmen.play.players import GREEDY, watched
    from generator.games.magnetmen.roll import roll

    board = roll(load_definition(("base",)), "small", 2, "prepare")
    watched(Game(board), [GREEDY, GREEDY], "prepare", 1)


if __name__ == "__main__":
    if told := notice():
        print(told, flush=True)
    if find_spec("numba"):
        prepare()
