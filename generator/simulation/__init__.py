"""What programs need to play games, in either of two ways.

play.py has a contract of rules in plain Python, with players. A game of
which thousands are played has a kernel instead (kernel.py), which numba can compile.
"""
