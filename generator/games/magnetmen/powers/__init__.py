"""Powers of types as data: primitives.py has their kinds, power.py what is made of them."""

from generator.games.magnetmen.powers.power import PARTS, Power
from generator.games.magnetmen.powers.primitives import Primitive

__all__ = ["PARTS", "Power", "Primitive"]
