"""What the desk asks of each game; a module a game, called like it."""

from importlib import import_module

from generator.authoring.checks import Desk


def desk(name: str) -> Desk:
    """The answers of a game."""
    return import_module(f"generator.games.{name}.authoring").DESK
