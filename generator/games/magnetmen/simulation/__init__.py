"""Magnetmen as a program plays it: a rules engine, and players who use it.

game.py describes a game and its state, in the manner of OpenSpiel. players.py plays whole games and
records them, notation.py writes them down, metrics.py computes what they say about a board.
lowering.py turns a rolled board into tables of numbers (tables.py). One kernel of plain functions
works on these: legal_moves.py, scoring.py, turns.py, square_changes.py, bots.py, matches.py,
observations.py. machine_code.py has the same functions as machine code where numba is installed.
"""
