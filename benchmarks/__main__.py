"""`make bench`: runs every measurement and prints a table."""

from benchmarks import cold, many, play, watch
from generator.core.process import set_up


def main() -> None:
    set_up()  # as the program does
    print("one board from cold, whole processes")
    for name, value in cold.measure():
        print(f"  {name:58} {value}")
    print("a board that is watched, from saving its set until it is told of")
    for name, value in watch.measure():
        print(f"  {name:58} {value}")
    print("many boards in one PDF")
    for name, value in many.measure():
        print(f"  {name:58} {value}")
    print("games a second of the rules engine")
    for name, value in play.measure():
        print(f"  {name:58} {value}")


if __name__ == "__main__":
    main()
