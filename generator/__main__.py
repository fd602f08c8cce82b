"""`python -m generator` and the console command `board-generator`."""

from generator.cli import main

if __name__ == "__main__":
    main()
