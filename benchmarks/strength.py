"""How often the strong player of the panel wins among quick ones.

python -m benchmarks.strength

For each choice of sets and number of players: one strong player among players monte_carlo 8x8, in
each seat equally often, on one regular board of each seed, as rolled. The interval takes games as
the units.
"""

from generator.analysis.intervals import share_estimate
from generator.games.magnetmen.definition import load_definition
from generator.games.magnetmen.match import match_of
from generator.games.magnetmen.playtest import PROGRAMS
from generator.games.magnetmen.roll import roll
from generator.play.engine import WIN_PARTS
from generator.play.series import MONTE_CARLO, Match, Player

SEEDS = 24
GAMES = 12  # on each board
USUAL = MONTE_CARLO


def main() -> None:
    """Print a line for each case."""
    for sets in (("base",), ("base", "advanced", "expert")):
        for players in (2, 3, 4):
            print(_line(sets, players), flush=True)


def _line(sets: tuple[str, ...], players: int) -> str:
    definition, goals = load_definition(sets), PROGRAMS.load_goals()
    wins, games = 0.0, 0
    for number in range(SEEDS):
        board = roll(definition, "regular", players, f"strength-{number}")
        strong = goals.judges("panel", PROGRAMS.rules(board))[-1].player
        wins += _wins(match_of(board), strong, f"strength {number}")
        games += GAMES // players * players
    share = share_estimate(wins, games)
    percents = [f"{100 * value:.0f}" for value in share]
    return (
        f"{' + '.join(sets)}, {players} players: {strong} wins {percents[0]}% "
        f"({percents[1]} to {percents[2]}) of {games} games; by chance {100 / players:.0f}%"
    )


def _wins(match: Match, strong: Player, seed: str) -> float:
    """The wins of a strong player among usual ones, in each seat equally often; a tie is shared
    out."""
    players, wins = match.tables.players, 0.0
    for seat in range(players):
        seats = [strong if other == seat else USUAL for other in range(players)]
        shares = match.observe(seats, f"{seed} {seat}", GAMES // players).shares
        wins += sum(share[seat] for share in shares) / WIN_PARTS
    return wins


if __name__ == "__main__":
    main()
