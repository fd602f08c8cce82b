"""The rules engine made ready: compiled once, so that later runs find it on disk.

Input: nothing. Output: what to tell people who wait; with `python -m` of this module the machine
code, which the Makefile asks for when it installs. Nothing happens where numba is missing.
"""

from importlib.util import find_spec

SLOW = (
    "playing the board to judge it; this takes minutes, because numba is not installed\n"
    "(pip install numba makes it seconds, --no-playtest leaves it out)"
)
ONCE = "compiling the rules engine (once, about 40 s)"


def notice() -> str:
    """What to tell before boards are playtested; "" where it takes seconds."""
    if not find_spec("numba"):
        return SLOW
    from generator.games.magnetmen.simulation import machine_code

    return "" if machine_code.is_cached() else ONCE


def prepare() -> None:
    """Compiles the engine for later runs."""
    from generator.games.magnetmen.simulation import machine_code

    machine_code.kernel()


if __name__ == "__main__":
    if told := notice():
        print(told, flush=True)
    if find_spec("numba"):
        prepare()
