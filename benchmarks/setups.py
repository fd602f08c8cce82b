"""Find setups of Quads that are fair among programs, for the key `setups` of a set.

python -m benchmarks.setups lots
python -m benchmarks.setups small --count 32

Rolls setups that the set allows; images of one another count once. Each player of PANEL plays
against itself, in rounds. A setup is dropped when the share of games that the first player wins,
of all rounds so far, is more than a limit and a standard error away from one half; after the last
round, more than the limit. Prints the others as lines of YAML, with these shares. They flatter the
setups, which were chosen by them: `--games N` measures those that a set lists, and the published
game with and without the framed board, by so many new games of each player.
"""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from generator.games.quads.definition import QuadsDefinition, QuadsSet, load_definition
from generator.games.quads.pieces import OWN_SHAPES, SYMMETRIES, Setup, square_name
from generator.games.quads.pieces import PLAYERS as SEATS
from generator.games.quads.playtest import PROGRAMS, match_of
from generator.games.quads.roll import roll
from generator.play.engine import WIN_PARTS

# The games of each round, and by how much the share may differ from one half.
QUICK, SLOW = ((100, 200, 400), 0.08), ((40, 120, 240), 0.05)
PANEL = {"careless": QUICK, "greedy": QUICK, "two_ply": QUICK, "monte_carlo": SLOW}
PANEL["tree_search"] = SLOW
ROLLS = 4000  # at most; enough to meet every setup of lots
BATCH = 32  # setups that are played at once


class Verdict(NamedTuple):
    """A setup, and the share of games that the first player wins among each player's."""

    setup: Setup
    shares: dict[str, float]
    is_fair: bool


def main() -> None:
    """Print the fair setups of a set."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("set", help="the name of a set")
    parser.add_argument("--sets-dir", type=Path, default=[], action="append", help="as elsewhere")
    parser.add_argument("--count", type=int, default=1000, help="how many setups to find at most")
    parser.add_argument("--games", type=int, help="measure the listed setups instead")
    arguments = parser.parse_args()
    quads_set = load_definition((arguments.set,), arguments.sets_dir).only
    if quads_set.neutrals != "marked" and not arguments.games:
        parser.error(f"set {arguments.set}: expected 'neutrals: marked'")
    setups, fair_count, count = _setups(quads_set), 0, 0
    with ProcessPoolExecutor() as pool:
        if arguments.games:
            start = roll(QuadsDefinition((quads_set,)), "regular", 2, "").setup
            listed = [each.setup(quads_set.board) for each in quads_set.setups]
            for verdict in pool.map(
                partial(_measured, arguments.games),
                listed or [start, replace(start, is_framed=True)],
            ):
                print(_line(verdict), flush=True)
            return
        while fair_count < arguments.count and (batch := list(islice(setups, BATCH))):
            fair = [verdict for verdict in pool.map(_verdict, batch) if verdict.is_fair]
            fair = fair[: arguments.count - fair_count]
            for verdict in fair:
                print(_line(verdict), flush=True)
            fair_count, count = fair_count + len(fair), count + len(batch)
            print(f"{fair_count} of {count} setups are fair", file=sys.stderr, flush=True)


def _setups(quads_set: QuadsSet) -> Iterator[Setup]:
    """Setups that a set allows, none an image of another."""
    definition = QuadsDefinition((quads_set.model_copy(update={"setups": ()}),))
    known: set[Setup] = set()
    for number in range(ROLLS):
        setup = roll(definition, "regular", 2, f"setup-{number}").setup
        if setup not in known:
            known |= {symmetry.image(setup) for symmetry in SYMMETRIES}
            yield setup


def _measured(games: int, setup: Setup) -> Verdict:
    shares = {name: _wins(setup, name, games, f"{name}, new games") / games for name in PANEL}
    return Verdict(setup, shares, True)


def _verdict(setup: Setup) -> Verdict:
    shares: dict[str, float] = {}
    for name, (rounds, limit) in PANEL.items():
        wins, games = 0.0, 0
        for count in rounds:
            wins += _wins(setup, name, count, f"{name}, games from {games}")
            games += count
            slack = 0.5 / games**0.5 if games < sum(rounds) else 0.0
            if abs(wins / games - 0.5) > limit + slack:
                return Verdict(setup, {}, False)
        shares[name] = wins / games
    return Verdict(setup, shares, True)


def _wins(setup: Setup, name: str, games: int, seed: str) -> float:
    """How many games of a player against itself the first player wins."""
    players = (PROGRAMS.players[name],) * len(SEATS)
    played = match_of(setup).play(players, f"{_yaml(setup)} {seed}", games)
    return float(sum(game.shares[0] for game in played)) / WIN_PARTS


def _line(verdict: Verdict) -> str:
    """A line of YAML with the shares in percent, in the order of PANEL."""
    percents = ", ".join(f"{100 * share:.0f}" for share in verdict.shares.values())
    return f"- {_yaml(verdict.setup)}  # {percents}"


def _yaml(setup: Setup) -> str:
    squares = ", ".join(square_name(square, setup.side) for square in setup.marked)
    keys = " ".join("".join(shape) for shape in setup.shapes)
    shapes = f', shapes: "{keys}"' if len(setup.shapes) < len(OWN_SHAPES) else ""
    return f"{{marked: [{squares}]{shapes}}}"


if __name__ == "__main__":
    main()
