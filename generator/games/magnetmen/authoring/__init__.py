"""What `validate` looks at in Magnetmen sets."""

from generator.games.magnetmen.authoring.checks import DESK

__all__ = ["DESK"]
