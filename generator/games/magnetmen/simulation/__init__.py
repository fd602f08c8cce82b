"""Magnetmen as a program plays it: a rules engine, and players who use it.

game.py is the way in: a Game is a board and how its rules are read, a State a moment of it.
players.py plays whole games and watches them, text.py writes them down, figures.py says what they
tell of a board. Powers and options are lowered (records.py, lowering.py) to the numbers of
facts.py. On these works one kernel of plain functions: legal.py, scoring.py, turns.py, chance.py,
bots.py, matches.py, observing.py. compiled.py has the same functions as machine code where numba
is installed.
"""
