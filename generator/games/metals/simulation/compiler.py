"""Compile the kernel of Metals with numba (the extra `fast`).

numba has no types to check, and what it compiles has none of Python's: hence the Anys here.
"""

from collections.abc import Callable
from typing import Any

from numba import carray  # type: ignore[attr-defined]  # missing in its stubs

from generator.games.metals.simulation.engine import GameState, GameTables
from generator.games.metals.simulation.players import KERNEL
from generator.simulation.compiler import (
    NUMBER,
    NUMBERS,
    jit_functions,
    object_code,
    record_pointer,
)
from generator.simulation.kernel import ObjectCode


def compile_kernel() -> dict[str, ObjectCode]:
    functions = jit_functions(KERNEL.modules)
    tables, state = record_pointer(GameTables), record_pointer(GameState)
    types = (tables, state, state, state, *NUMBERS * 2, NUMBER, NUMBER, *NUMBERS * 2)
    return {"run_games": object_code(_run_games_entry(functions["run_games"]), types)}


def _run_games_entry(run_games: Callable[..., None]) -> Callable[..., None]:
    """The entry function: each record is a pointer, each array a pointer and a length."""

    def entry(
        tables: Any, state: Any, trial: Any, reply: Any, seats: Any, n_seats: Any,
        seed: Any, n_seed: Any, first: Any, games: Any, results: Any, n_results: Any,
        trace: Any, n_trace: Any,
    ) -> None:  # fmt: skip
        run_games(
            carray(tables, 1)[0], carray(state, 1)[0], carray(trial, 1)[0], carray(reply, 1)[0],
            carray(seats, n_seats), carray(seed, n_seed), first, games,
            carray(results, n_results), carray(trace, n_trace),
        )  # fmt: skip

    return entry
