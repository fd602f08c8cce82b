"""`python -m generator` and the console command `board-generator`."""

from typing import NoReturn

from generator.core.workers import set_up


def main() -> NoReturn:
    """Run the command line and leave the process."""
    set_up()
    from generator.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
