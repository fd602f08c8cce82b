"""Compile the rules engines of all games: `python -m generator.games.compile_ahead`.

`make` runs this when it installs.
"""

from generator import games


def main() -> None:
    """Prepare the programs of every game that has some."""
    for name in games.names():
        if playtest := games.game(name).playtest:
            if message := playtest.notice():
                print(message, flush=True)
            playtest.prepare()


if __name__ == "__main__":
    main()
