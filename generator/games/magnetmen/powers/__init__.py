"""Powers of types as data. A Power is made of primitives, one file each.

base.py has the base class of primitives, parts.py the list of them, power.py the Power, effects.py
the effects of primitives on the rules of play.
"""

from generator.games.magnetmen.powers.base import Primitive
from generator.games.magnetmen.powers.parts import PARTS
from generator.games.magnetmen.powers.power import Power

__all__ = ["PARTS", "Power", "Primitive"]
