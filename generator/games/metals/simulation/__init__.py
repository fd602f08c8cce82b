"""Metals between programs: a kernel that numba can compile, its players, the search for maps."""
