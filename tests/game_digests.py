"""Digests of games that programs play: the net for changes that must not change how they play.

    python tests/game_digests.py write games.json     # before
    python tests/game_digests.py compare games.json   # after; exit code 1 if a game differs

A thousand games for each game, set and kind of player, and twenty boards and maps that a search
finds, on two processes in some minutes. The file maps each case to the SHA-256 of the actions and
scores of its games, or to the ID of what was found.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path

GAMES, BOARDS = 1000, 4
SLOW_GAMES = 12  # of players that search in Python
ALL = ("base", "advanced", "expert")
MAGNETMEN_SETS = (("base",), ("advanced",), ("expert",), ALL)
MAGNETMEN_PLAYERS = {
    "random": ("random",),
    "greedy": ("greedy",),
    "careless": ("greedy", 8, 8, 25),
    "monte_carlo": ("monte_carlo", 3, 1),
    "tree_search": ("tree_search", 6, 6),
}
METALS_PLAYERS = ("random", "careless", "greedy", "two_ply", "monte_carlo")
QUADS_PLAYERS = {"random": GAMES, "greedy": GAMES, "two_ply": SLOW_GAMES}
SEEDS = ("net", "net-2", "net-3", "net-4")
SEARCHED = [
    *product(["magnetmen"], [("base",), ALL], (2, 4), SEEDS[:3]),
    *product(["metals"], [("wilds",), ("gorge",)], (2,), SEEDS),
]

Case = tuple[str, Callable[..., str], tuple[object, ...]]


def cases() -> Iterator[Case]:
    for sets, players, kind in product(MAGNETMEN_SETS, (2, 3, 4), MAGNETMEN_PLAYERS):
        yield f"magnetmen {'+'.join(sets)} {players} {kind}", magnetmen, (sets, players, kind)
    for name, factions, kind in product(
        ("classic", "wilds", "gorge"), (False, True), METALS_PLAYERS
    ):
        yield f"metals {name} {'factions ' * factions}{kind}", metals, (name, factions, kind)
    for name, kind in product(("classic", "lots", "small", "apart"), QUADS_PLAYERS):
        yield f"quads {name} {kind}", quads, (name, kind)
    for game, sets, players, seed in SEARCHED:
        yield (
            f"search {game} {'+'.join(sets)} {players} {seed}",
            searched,
            (game, sets, players, seed),
        )


def magnetmen(sets: tuple[str, ...], players: int, kind: str) -> str:
    from generator.games.magnetmen.definition import load_definition
    from generator.games.magnetmen.match import match_of
    from generator.games.magnetmen.roll import roll
    from generator.play.series import Player

    definition, player = load_definition(sets), Player(*MAGNETMEN_PLAYERS[kind])
    lines = []
    for number in range(BOARDS):
        size = ("small", "regular", "big", "huge")[number]
        board = roll(definition, size, players, f"games-{number}")
        for play in match_of(board).play([player] * players, "net", GAMES // BOARDS):
            lines.append(f"{board.game_id} {list(play.points)} {list(play.actions)}")
    return digest(lines)


def metals(name: str, factions: bool, kind: str) -> str:
    from generator.games.metals.definition import load_definition
    from generator.games.metals.playtest import PROGRAMS, match_of
    from generator.games.metals.roll import roll

    definition, player = load_definition([name]), PROGRAMS.players[kind]
    if player.searches:
        player = player._replace(candidates=3, playouts=1)
    lines = []
    for number in range(BOARDS):
        game = roll(definition, "factions" if factions else "basic", 2, f"games-{number}")
        for play in match_of(game).play([player] * 2, "net", GAMES // BOARDS):
            winner = play.shares.index(12) if 12 in play.shares else None
            lines.append(f"{game.game_id} {winner} {list(play.actions)}")
    return digest(lines)


def quads(name: str, kind: str) -> str:
    from generator.games.quads.definition import load_definition
    from generator.games.quads.playtest import match_of
    from generator.games.quads.roll import roll
    from generator.play.series import PLAYERS

    match = match_of(roll(load_definition([name]), "regular", 2, "games").setup)
    plays = match.play([PLAYERS[kind]] * 2, "net", QUADS_PLAYERS[kind])
    return digest([f"{list(play.shares)} {list(play.actions)}" for play in plays])


def searched(game: str, sets: tuple[str, ...], players: int, seed: str) -> str:
    from generator import games
    from generator.play.search import find_best

    contract = games.game(game)
    programs, definition = contract.playtest, contract.load(sets, ())
    assert programs
    size = contract.default_size
    goals, first = programs.load_goals(), contract.roll(definition, size, players, seed)
    search = goals.search.quick if game == "magnetmen" else goals.search.usual
    return str(find_best(programs, first, goals, search).board.game_id)


def digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _run(case: Case) -> str:
    _, function, arguments = case
    return function(*arguments)


def main(action: str, file: str) -> int:
    every = list(cases())
    with ProcessPoolExecutor() as pool:
        now = dict(zip([name for name, *_ in every], pool.map(_run, every), strict=True))
    if action == "write":
        Path(file).write_text(json.dumps(now, indent=0) + "\n", encoding="utf-8")
        print(f"{len(now)} cases")
        return 0
    before = json.loads(Path(file).read_text(encoding="utf-8"))
    differences = [name for name in before.keys() | now.keys() if before.get(name) != now.get(name)]
    print("\n".join(sorted(differences)))
    print(f"{len(differences)} of {len(now)} cases differ")
    return bool(differences)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
