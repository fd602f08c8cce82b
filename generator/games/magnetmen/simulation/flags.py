"""Limits beyond which a type is out of the ordinary: a part of play.yaml.

Input: YAML. Output: Flags, the limits beyond which playtests (playtest/) flag a type or a variant
of its power. Only estimates whose whole interval lies beyond a limit are flagged.
"""

from typing import Annotated

from pydantic import Field

from generator.schema.fields import Definition

_Factor = Annotated[float, Field(ge=0, le=100)]
_Share = Annotated[float, Field(ge=0, le=1)]


class Dominant(Definition):
    """What is too good: one of these is enough."""

    pick_ratio: _Factor
    """It is taken more than this many times as often as by chance."""

    share: _Share
    """It brings more than this share of winners' points."""


class Useless(Definition):
    """What hardly anybody takes."""

    pick_ratio: _Factor
    """It is taken less than this many times as often as by chance."""


class Trap(Definition):
    """What is taken, but does not help: both together."""

    pick_ratio: _Factor
    """It is taken more than this many times as often as by chance."""

    owners: _Factor
    """Its owners win less than this many times as often as an average player."""


class Breaking(Definition):
    """What spoils the game for all: one of these is enough. The powers of a type that is always on
    the board are compared with each other by the same limits, and flagged as uneven."""

    missed: _Share
    """Boards that have it miss more of the goals than boards without the type, by more than this
    share of all goals."""

    length: Annotated[float, Field(ge=1, le=10)]
    """Games are more than this many times as long, or as short, as on boards without the type."""


class Flags(Definition):
    """Limits beyond which a type, or a variant of its power, is out of the ordinary."""

    dominant: Dominant
    """What is too good."""

    useless: Useless
    """What hardly anybody takes."""

    trap: Trap
    """What is taken, but does not help."""

    breaking: Breaking
    """What spoils the game for all."""
