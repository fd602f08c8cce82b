"""When something of a type is out of the ordinary: a part of play.yaml.

Input: YAML. Output: Flags, from where on the workshop (lab/) marks a type, or a variant of its
power. A limit is passed where the whole interval lies beyond it, so what is uncertain has no mark.
"""

from typing import Annotated

from pydantic import Field

from generator.schema.fields import Definition

_Factor = Annotated[float, Field(ge=0, le=100)]
_Share = Annotated[float, Field(ge=0, le=1)]


class Dominant(Definition):
    """What is too good: one of these is enough."""

    pick_ratio: _Factor
    """It is taken more than so many times as often as by chance."""

    share: _Share
    """It brings more than this part of winners' points."""


class Useless(Definition):
    """What hardly anybody takes."""

    pick_ratio: _Factor
    """It is taken less than so many times as often as by chance."""


class Trap(Definition):
    """What is taken, but does not help: both together."""

    pick_ratio: _Factor
    """It is taken more than so many times as often as by chance."""

    owners: _Factor
    """Its owners win less than so many times as often as anybody."""


class Breaking(Definition):
    """What spoils the game for all: one of these is enough. Powers of a type that is always there
    are compared with each other by the same limits, and marked as uneven."""

    missed: _Share
    """Boards that have it miss more of the goals than boards without the type, by so large a share
    of all goals."""

    length: Annotated[float, Field(ge=1, le=10)]
    """Games are more than so many times as long as on boards without the type, or as short."""


class Flags(Definition):
    """From where on a type, or a variant of its power, is out of the ordinary."""

    dominant: Dominant
    """What is too good."""

    useless: Useless
    """What hardly anybody takes."""

    trap: Trap
    """What is taken, but does not help."""

    breaking: Breaking
    """What spoils the game for all."""
