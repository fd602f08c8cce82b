"""Compile the rules engines of all games: `python -m generator.games.compile_ahead`.

`make test` runs this first.
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
