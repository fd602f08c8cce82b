"""An own set as the commands for designers load it, and their messages."""

from authoring.sets import GARDEN, write

from generator.games import game


def loaded(folder, text=GARDEN, name="magnetmen"):
    return game(name).load(("own",), (write(folder, own=text),))


def messages_of(diagnostics) -> list[str]:
    """Key and message of each problem."""
    return [f"{diagnostic.key}: {diagnostic.message}" for diagnostic in diagnostics]
