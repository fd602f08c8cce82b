"""What the commands for designers ask Magnetmen."""

from generator.games.magnetmen.authoring.support import SUPPORT

__all__ = ["SUPPORT"]
