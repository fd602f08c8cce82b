"""What programs need to play games, in either of two ways.

rules.py is a contract of rules in plain Python, for which there are players and matches. A game of
which thousands are played has a kernel instead (kernel_source.py), which numba can compile.
"""
