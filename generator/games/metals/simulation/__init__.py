"""Metals between programs: a kernel that numba can compile, its players, and playtests of maps.

lowering.py turns a rolled game into tables of numbers (kernel_data.py). The kernel works on these:
turns.py has the rules, bots.py the players, matches.py whole games. players.py plays games with it,
compiled or not. map_search.py chooses the map of a seed by the goals of goals.py, and
result_cache.py caches that.
"""
