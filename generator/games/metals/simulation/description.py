"""Describe the playtest result of a map in lines of text for a terminal."""

from collections.abc import Iterator

from generator.games.metals.map_result import MapResult, MissedGoal, PlayerResult
from generator.games.metals.roll import MetalsGame

_NAMES = {
    "first_player": "the first player wins",
    "draws": "draws",
    "turns": "turns",
    "lead_changes": "lead changes",
    "decided": "the winner stays ahead after",
    "spaces": "spaces used",
}
_UNITS = {
    "first_player": " of games", "draws": " of games", "decided": " of the game", "spaces": "",
}  # fmt: skip
_COUNTS = {"turns": 1, "lead_changes": 2}  # figures that are no shares, with their decimals


def describe_result(result: MapResult) -> Iterator[str]:
    """All figures of a map, a line each."""
    yield "programs played this map, each against itself; figures with 95% intervals:"
    for player in result.players:
        yield f"  {player.player}, {player.games} games:"
        yield from (f"    {line}" for line in _figures(player))
    if not result.missed_goals:
        yield "  all goals are met"
    yield from (f"  misses a goal: {_missed(goal)}" for goal in result.missed_goals)


def _figures(player: PlayerResult) -> Iterator[str]:
    for name, (value, low, high) in player.estimates.items():
        ends = f"{_number(name, low)} to {_number(name, high)}"
        yield f"{_NAMES[name]}: {_value(name, value)} ({ends}){_UNITS.get(name, '')}"


def _value(name: str, value: float) -> str:
    return _number(name, value) + ("" if name in _COUNTS else "%")


def _number(name: str, value: float) -> str:
    return f"{value:z.{_COUNTS[name]}f}" if name in _COUNTS else f"{100 * value:z.0f}"


def _missed(goal: MissedGoal) -> str:
    ends = [_value(goal.name, end) for end in (goal.low, goal.high) if end is not None]
    wanted = " to ".join(ends) if len(ends) == 2 else f"at least {ends[0]}"
    value = _value(goal.name, goal.value)
    if value in ends and goal.name not in _COUNTS:  # it would look like a goal that is met
        value = f"{100 * goal.value:.1f}%"
    return f"{_NAMES[goal.name]}: {value} among {goal.player} players, hoped for {wanted}"


def advice(game: MetalsGame, is_final: bool = False) -> list[str]:
    """Warnings for whoever prints a map: the goals it misses. With `is_final`, the map was
    requested, and is not called the best of those tried."""
    result = game.playtest_result
    if result is None or not result.missed_goals:
        return []
    best = "" if is_final else "the best of the maps tried, but "
    lines = [f"  {_missed(goal)}" for goal in result.missed_goals]
    return [f"{best}it plays less well than hoped:", *lines]
