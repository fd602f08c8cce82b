"""A rules engine for Magnetmen, players who use it, and playtests of boards.

game.py has games and states in the manner of OpenSpiel. players.py plays and observes whole games,
notation.py writes them down, metrics.py computes the figures of a board from them. panel.py lets a
panel of players play on boards. board_search.py playtests boards and finds the best of a seed;
result_cache.py caches that.

game.py turns a rolled board into tables of numbers (kernel_data.py). The kernel works on these:
legal_moves.py, scoring.py, turns.py, square_changes.py, bots.py, monte_carlo.py, tree_search.py,
matches.py, observations.py. Its functions are plain Python that compiler.py can compile with numba;
generator/simulation/ has what kernels of all games share: random numbers, compiling, calling what
was compiled.
"""
