"""What the commands for designers ask Magnetmen."""

from generator.games.magnetmen.authoring.support import SUPPORT
from generator.games.magnetmen.file_kinds import FILE_KINDS

__all__ = ["FILE_KINDS", "SUPPORT"]
