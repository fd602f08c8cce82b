"""Compile the rules engine ahead of its first use, so that later runs find it in the cache.

`python -m` of this module does so; `make test` runs it first. Without numba it does nothing.
"""

from importlib.util import find_spec

_SLOW = (
    "playing the board to judge it; this takes minutes, because numba is not installed\n"
    "(pip install numba makes it seconds, --no-playtest leaves it out)"
)
_ONCE = "compiling the rules engine (once, about 40 s)"


def notice() -> str:
    """A notice for people who wait for a playtest; "" if it takes seconds."""
    if not find_spec("numba"):
        return _SLOW
    from generator.games.magnetmen.simulation import machine_code

    return "" if machine_code.is_cached() else _ONCE


def prepare() -> None:
    """Compile the engine for later runs, if that can be done and has not been done."""
    if notice() == _ONCE:
        from generator.games.magnetmen.simulation import machine_code

        machine_code.kernel()


if __name__ == "__main__":
    if message := notice():
        print(message, flush=True)
    prepare()
