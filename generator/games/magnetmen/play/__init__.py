"""Magnetmen as a program plays it: a rules engine, and players who use it.

game.py is the way in: a Game is a rolled board and how its rules are read, a State a moment of it.
players.py plays whole games. Powers and options are lowered (lowering.py) to the numbers of
facts.py, which one kernel of plain functions works on: legal.py, scoring.py, turns.py, bots.py,
matches.py. compiled.py has the same functions as machine code where numba is installed.
"""
