"""What holds in every game, checked along random plays of oracle.py."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from games.metals.oracle import (
    Assault,
    Deploy,
    Position,
    SpaceReward,
    Step,
    apply,
    attacks,
    legal_actions,
    winner,
)
from games.metals.pictures import shipped_definition
from hypothesis import given
from hypothesis import strategies as st

from generator.core.seeds import Stream
from generator.games.metals.map import FACINGS, Map
from generator.games.metals.roll import roll

TURNS = 80


def start(seed: str) -> Position:
    """The beginning of a game on a rolled map, with up to 5 Metals a player."""
    stream = Stream(seed, "start")
    form = stream.choice(("basic", "factions"))
    game = roll(shipped_definition(stream.choice(("classic", "wilds"))), form, 2, seed)
    names = list(shipped_definition().figures.factions)
    pools = [[stream.choice(names) for _ in range(3 + stream.below(3))] for _ in range(2)]
    return Position.start(game, pools, stream.below(2))


@cache
def plays(seed: str) -> list[tuple[Position, Step]]:
    """Each position of a random play, with what follows."""
    stream, position, steps = Stream(seed, "play"), start(seed), []
    while (actions := legal_actions(position)) and len(steps) < TURNS:
        step = apply(position, stream.choice(actions))
        steps.append((position, step))
        position = step[0]
    return steps


SEEDS = st.integers(0, 99).map("play-{}".format)  # few, so that tests share the plays


@given(SEEDS)
def test_metals_stay_on_the_map_one_to_a_space_and_three_to_a_player(seed):
    for _, (after, _) in plays(seed):
        spaces = [metal.space for metal in after.metals if metal.space is not None]
        assert len(set(spaces)) == len(spaces)
        assert all(0 <= space < len(after.map) for space in spaces)
        assert max(Counter(m.player for m in after.metals if m.space is not None).values()) <= 3


@given(SEEDS)
def test_metals_are_never_lost_nor_made(seed):
    for before, (after, events) in plays(seed):
        owners = [[(metal.player, metal.faction) for metal in p.metals] for p in (before, after)]
        assert owners[0] == owners[1]
        defeated_metals = {
            one.target for one in events if isinstance(one, Assault) and one.defeated
        }
        came = {one.metal for one in events if isinstance(one, Deploy)}
        for index, (old, new) in enumerate(zip(before.metals, after.metals, strict=True)):
            assert (old.space is None) == (new.space is None) or index in defeated_metals | came
            assert new.space is not None or (not new.damaged and new.facing == "north")


@given(SEEDS)
def test_scores_rise_by_what_the_events_say(seed):
    for before, (after, events) in plays(seed):
        gains = sum(one.gain for one in events if isinstance(one, Assault))
        points = sum(one.points for one in events if isinstance(one, SpaceReward))
        rise = [new - old for old, new in zip(before.scores, after.scores, strict=True)]
        assert rise[before.active] == points >= 0
        assert rise[before.opponent] == gains >= 0
        assert before.factions or not gains


@given(SEEDS)
def test_a_play_ends_with_a_winner_and_not_before(seed):
    steps = plays(seed)
    assert all(winner(before) is None for before, _ in steps)
    after = steps[-1][1][0]
    assert winner(after) in ((0, 1) if len(steps) < TURNS else (0, 1, None))
    assert (legal_actions(after) == ()) == (winner(after) is not None)


@given(SEEDS)
def test_nobody_on_a_city_is_damaged_at_the_end_of_a_turn_of_theirs(seed):
    """So it makes no difference whose Metals recover (reading 10)."""
    for before, (after, _) in plays(seed):
        if winner(after) is None:
            assert not any(
                metal.damaged and after.map.spaces[metal.space] == "city"
                for metal in after.metals
                if metal.space is not None and metal.player == before.active
            )


def other_side(position: Position) -> Position:
    """The position from the other side: the map turned, the players swapped."""
    grid = position.map
    metals = tuple(
        replace(
            metal,
            player=1 - metal.player,
            space=None if metal.space is None else grid.half_turn(metal.space),
            facing=_back(metal.facing) if metal.space is not None else metal.facing,
        )
        for metal in position.metals
    )
    return replace(
        position,
        map=Map(grid.columns, grid.rows, grid.spaces[::-1]),
        metals=metals,
        scores=position.scores[::-1],
        active=1 - position.active,
    )


def _back(facing: str) -> str:
    return FACINGS[(FACINGS.index(facing) + 2) % 4]


@given(SEEDS)
def test_both_players_play_the_same_game(seed):
    """Turning the table round changes nothing but the names of spaces and players."""
    for before, (after, events) in plays(seed):
        action = events[0]
        same = replace(
            action, space=before.map.half_turn(action.space), facing=_back(action.facing)
        )
        result, _ = apply(other_side(before), same)
        assert result == other_side(after)


@given(SEEDS)
def test_the_order_of_the_metals_changes_nothing(seed):
    """All assaults of a phase happen at once (reading 4)."""
    for before, _ in plays(seed):
        last = len(before.metals) - 1
        back = replace(before, metals=before.metals[::-1])
        there = {(one.attacker, one.target, one.defeated, one.gain) for one in attacks(before)}
        here = {
            (last - one.attacker, last - one.target, one.defeated, one.gain)
            for one in attacks(back)
        }
        assert here == there


@pytest.mark.parametrize("form", ["basic", "factions"])
def test_random_plays_see_everything_there_is(form):
    """So the properties above are not empty."""
    counts = Counter()
    for seed in map("play-{}".format, range(100)):
        if bool(start(seed).factions) != (form == "factions"):
            continue
        for _, (after, events) in plays(seed):
            counts["won"] += winner(after) is not None
            for one in events:
                counts[type(one).__name__] += 1
                counts["defeated"] += isinstance(one, Assault) and one.defeated
                counts["gain"] += isinstance(one, Assault) and one.gain
                counts["recovered"] += isinstance(one, SpaceReward) and one.recovered
    expected = {"won", "Deploy", "Move", "Assault", "SpaceReward", "defeated", "recovered"}
    assert {name for name, count in counts.items() if count} == expected | (
        {"gain"} if form == "factions" else set()
    )
