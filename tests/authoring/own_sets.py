"""An own set as the commands for designers load it."""

from authoring.sets import GARDEN, write

from generator.games import game


def loaded(folder, text=GARDEN, name="magnetmen"):
    return game(name).load(("own",), (write(folder, own=text),))
