"""What a type can do, as data: a Power is made of primitives, one file each.

parts.py lists all of them, base.py says what one must bring along, power.py puts them together.
"""

from generator.games.magnetmen.powers.base import Primitive
from generator.games.magnetmen.powers.parts import PARTS
from generator.games.magnetmen.powers.power import Power

__all__ = ["PARTS", "Power", "Primitive"]
