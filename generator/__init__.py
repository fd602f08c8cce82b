"""Printable boards, inventories and legends of small paper games, from YAML sets."""

__version__ = "0.2.0"
