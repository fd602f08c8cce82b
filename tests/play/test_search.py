"""The best board of a seed: which is chosen, by which games, and by which it is judged."""

import shutil
from dataclasses import replace
from functools import lru_cache
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from play.scripted import QUICK as QUICK_ONE
from play.scripted import ROUNDS, STRONG, board, goals, programs
from short_run import first
from support import DATA

from generator import games
from generator.core.errors import RollError
from generator.core.files import writable
from generator.core.resources import cache_dir
from generator.games.magnetmen.roll import candidate
from generator.play import search
from generator.play.goals import Judge
from generator.play.search import (
    MAX_GAMES,
    MIN_GAMES,
    PART_GAMES,
    BoardGames,
    Options,
    find_best,
    judge_board,
)
from generator.play.series import Match

QUICK = DATA / "quick"
ALL = {(roll, layout) for roll in range(2) for layout in range(3)}
OF_SQUARES = {"left": [0, 0.1]}


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """Compiled code stays where it is; results are cached in a folder of their own."""
    monkeypatch.setattr("generator.play.search.cache_dir", lambda: tmp_path)
    return tmp_path


def choose(made, of=None, report=lambda share: None, may_stop=False):
    """The choice among scripted boards."""
    of = of or goals(OF_SQUARES)
    first = made.roll(None, "small", 2, "s")
    return find_best(made, first, of, of.search.usual, report, may_stop)


def test_the_board_with_the_least_penalty_is_chosen_before_the_others_of_the_last_round():
    choice = choose(programs(lambda roll, layout: {"unused": 90 - 30 * roll - 10 * layout}))
    found = [each.candidate for each in (choice.board, *choice.runners_up)]
    assert found == [(1, 2), (1, 1), (1, 0)]


def test_a_board_is_as_bad_as_its_worst_seat_among_any_judges_also_of_rounds_before():
    """Quick players find all boards fair; the strong one of the panel finds one so."""
    made = programs(lambda *each: {"wins": {"monte_carlo": 5 if each == (1, 1) else 9}})
    rounds = [{"boards": 6, "judges": "panel", "effort": 100}]
    assert choose(made, goals({"seat_deviation": [0, 0.01]}, rounds)).board.candidate == (1, 1)
    # In the last round only the strong one plays, who finds the fairest board a bit less fair.
    of_best, of_others = {"greedy": 5, "monte_carlo": 6}, {"greedy": 9, "monte_carlo": 5}
    made = programs(lambda *each: {"wins": of_best if each == (0, 2) else of_others})
    rounds = [ROUNDS[0], ROUNDS[1] | {"effort": 100}]
    of = goals({"seat_deviation": [0, 0.2]}, rounds, panel={"basic": [STRONG]})
    assert choose(made, of).board.candidate == (0, 2)


def test_each_round_plays_new_games_on_fewer_boards():
    seen = {}
    made = programs(lambda roll, layout: {"games": seen.setdefault((roll, layout), [])})
    choose(made)
    numbers = {
        key: [number for kind, seed, part in games if "quick" in seed for number in part]
        for key, games in seen.items()
    }
    assert len(numbers) == 6
    assert all(sorted(each) == [*range(len(each))] for each in numbers.values())
    assert sum(any(kind == "monte_carlo" for kind, *_ in games) for games in seen.values()) == 3
    assert len({len(each) for each in numbers.values()}) == 2
    # a small effort is played on few boards
    rounds = [{"boards": 6, "judges": "panel", "effort": 1}]
    choice = choose(programs(lambda roll, layout: {}), goals(OF_SQUARES, rounds))
    assert len(choice.runners_up) == search.MIN_BOARDS - 1


def test_where_most_boards_are_compared_the_first_scout_may_play_alone():
    seen = {}
    made = programs(lambda roll, layout: {"games": seen.setdefault((roll, layout), [])})
    rounds = [{"boards": 6, "judges": "scout", "effort": 9}, ROUNDS[0] | {"boards": 2}]
    choose(made, goals(OF_SQUARES, rounds, scouts={"basic": [QUICK_ONE, STRONG]}))
    kinds = [{kind for kind, seed, _ in games if "choice" in seed} for games in seen.values()]
    assert sorted(map(len, kinds)) == [1, 1, 1, 1, 2, 2]


def test_hopeless_rolls_are_set_aside_but_something_is_printed():
    """A roll is hopeless by half of its layouts, even if one layout would be the best."""
    lucky = programs(lambda roll, layout: {"unused": (50, 50, 10)[layout] if roll == 0 else 30})
    hopeless = {"hopeless": {"left": [0, 0.4]}}
    assert choose(lucky).board.candidate == (0, 2)
    assert choose(lucky, goals(OF_SQUARES, **hopeless)).board.candidate[0] == 1
    worse = programs(lambda roll, layout: {"unused": 90 - roll})
    assert choose(worse).board.candidate[0] == 1
    assert choose(worse, goals(OF_SQUARES, **hopeless)).board.candidate[0] == 0


def test_rolls_that_fail_or_that_nobody_can_play_are_passed_over():
    made = programs(lambda roll, layout: {"unused": 50 - 10 * roll})

    def failing(number_of_failure):
        def candidates(*roll):
            if roll[4] == number_of_failure:
                raise RollError("no room")
            return made.candidates(*roll)

        return replace(made, candidates=candidates)

    assert choose(made).board.candidate[0] == 1
    assert choose(failing(1)).board.candidate[0] == 0
    unplayable = replace(made, why_not=lambda board: "free text" if board.candidate[0] else "")
    assert choose(unplayable).board.candidate[0] == 0
    with pytest.raises(RollError, match="no room"):
        choose(failing(0))


def stopping_after(count):
    def report(share):
        nonlocal count
        count -= 1
        if count == -1:
            raise KeyboardInterrupt

    return report


BETTER_LATER = programs(lambda roll, layout: {"unused": 50 - 20 * roll - layout})


def test_a_search_that_is_stopped_takes_the_best_so_far(monkeypatch):
    """Before any game, after four boards of the first round, in the last round."""
    serial = SimpleNamespace(map=map, shutdown=lambda **options: None)
    monkeypatch.setattr(search, "ThreadPoolExecutor", lambda cores: serial)
    every = []
    choose(BETTER_LATER, report=every.append)
    assert every == sorted(every) and 0 < every[0] < 0.2 and every[-1] == pytest.approx(1)
    for count, best in ((0, (0, 0)), (4, (1, 1)), (len(every) - 2, (1, 2))):
        choice = choose(BETTER_LATER, report=stopping_after(count), may_stop=True)
        assert choice.stopped and choice.board.candidate == best
    with pytest.raises(KeyboardInterrupt):  # of several boards, all are stopped at once
        choose(BETTER_LATER, report=stopping_after(1))


CARELESS = Judge(name="careless", kind="greedy", errors=25)
SEARCHING = Judge(name="quick", kind="monte_carlo", candidates=2, playouts=1)
TREE = Judge(name="strong", kind="tree_search", candidates=4, playouts=20)
JUDGES = (SEARCHING, CARELESS, TREE)
SCRIPTED = programs(lambda roll, layout: {})


def test_better_players_play_fewer_games_and_all_of_an_effort_is_used():
    played = BoardGames(SCRIPTED, board(), "choice")
    of_judges = played.games_for(JUDGES, 60)
    assert MIN_GAMES < of_judges[TREE] < of_judges[SEARCHING] < of_judges[CARELESS] < MAX_GAMES
    used = sum(of_judges[judge] * played.cost(judge) for judge in JUDGES)
    costs = sum(map(played.cost, JUDGES))
    assert 60 - costs < used <= 60
    for effort, games_of_each in ((0.001, MIN_GAMES), (10**6, MAX_GAMES)):
        assert {*played.games_for(JUDGES, effort).values()} == {games_of_each}


def test_however_the_games_of_a_judge_are_split_they_are_the_same():
    split, whole = (BoardGames(SCRIPTED, board(wins={"greedy": 7}), "choice") for _ in range(2))
    for count in (3, PART_GAMES + 5, 7):
        for task in reversed([*split.tasks(CARELESS, count)]):
            assert not split.is_judged([CARELESS])
            task()
    for task in whole.tasks(CARELESS, PART_GAMES + 15):
        task()
    assert split.seat_shares(CARELESS) == whole.seat_shares(CARELESS)
    assert split.is_judged([CARELESS]) and not split.is_judged([CARELESS, TREE])


def test_the_games_of_a_result_had_no_part_in_the_choice():
    seen = []
    made = programs(lambda roll, layout: {"games": seen})
    chosen = choose(made).board
    searched = {seed for _, seed, _ in seen}
    for name in ("fresh", "tried"):
        seen.clear()
        judge_board(made, chosen, goals(OF_SQUARES), lambda share: None, name)
        new = {seed for _, seed, _ in seen} - {f"{chosen.game_id} length"}
        assert len(new) == 2 and not searched & new
        searched |= new


def test_a_result_says_how_everybody_on_the_panel_fared_and_what_falls_short():
    one = board(unused=40, wins={"greedy": 5, "monte_carlo": 8})
    limits = {"left": [0, 0.3], "seat_deviation": [0, 0.1], "turns": [10, 40]}
    of = goals(limits, minutes={"start": 2, "turn": 1}, hints={"left": 0.35, "minutes": 25})
    shares = []
    result = judge_board(SCRIPTED, one, of, shares.append)
    assert [each.judge for each in result.panel] == ["quick", "strong"]
    assert [each.player for each in result.panel] == ["greedy, 20% errors", "monte_carlo 2x2"]
    assert result.figures["turns"].value == 20 and result.figures["left"].value == 0.4
    assert result.figures["seat_deviation"].value < 0.1 < result.furthest.deviation.value
    assert result.furthest.judge == "strong"
    assert [missed.figure for missed in result.missed] == ["left", "seat_deviation"]
    assert (result.minutes, result.hints) == (20, (("left", 0.4, 0, 0.35),))
    assert result.penalty > 2 and shares[-1] == 1.0
    fair = judge_board(SCRIPTED, board(unused=40), of, shares.append)
    assert fair.penalty < result.penalty and len(fair.missed) == 1


CASES = {"magnetmen": ("base", "small"), "metals": ("wilds", "basic")}
both = pytest.mark.parametrize("game", first(1, CASES))


@lru_cache
def loaded(game, name):
    return games.game(game).load((name,))


def played(game, seed="s", folder=QUICK, name="", **options):
    """What is printed of a seed."""
    sets, size = CASES[game]
    definition, made = loaded(game, name or sets), games.game(game).playtest
    return search.play(made, definition, size, 2, seed, [folder], Options(**options))


@both
def test_boards_of_a_seed_are_layouts_of_rolls_and_each_may_be_the_best(game):
    chosen = [played(game, f"s{number}").game_id.seed for number in range(16)]
    assert [seed.partition("+")[0] for seed in chosen] == [f"s{number}" for number in range(16)]
    if game == "magnetmen":
        found = {candidate(seed)[1:3] for seed in chosen}
        assert found <= ALL and len(found) > 3 and len({roll for roll, _ in found}) == 2
    else:
        assert {seed.partition("+")[2] for seed in chosen} == {"", "1", "2"}


def cache_files():
    return sorted(search.cache_dir().glob("play/*/*"))


@both
def test_a_result_is_the_same_however_the_board_was_chosen_and_nobody_plays_again(
    game, monkeypatch
):
    prepared, made = [], games.game(game).playtest
    first = played(game, prepare=lambda: prepared.append(1))
    assert prepared and len(cache_files()) == 2
    again = judge_board(made, first, made.load_goals([QUICK]), lambda share: None)
    assert first.playtest_result == again
    monkeypatch.setattr(Match, "play", None)
    assert played(game, prepare=None) == first
    assert played(game, first.game_id.seed, is_final=True, prepare=None) == first


def test_a_spoilt_file_is_as_good_as_none_and_other_goals_are_another_question(
    own_cache, tmp_path_factory
):
    """And the result is the same with the cache and without, to its last digit."""
    first = played("metals")
    text = (QUICK / "metals" / "play.yaml").read_text("utf-8").replace("fresh: 1", "fresh: 3")
    folder = tmp_path_factory.mktemp("more")
    (folder / "play.yaml").write_text(text, "utf-8")
    many = played("metals", folder=folder).playtest_result
    assert many.panel[0].games > 1.5 * first.playtest_result.panel[0].games
    for text in (None, b"", b"\xff"):
        for file in cache_files():
            file.unlink() if text is None else file.write_bytes(text)
        assert played("metals") == first
    shutil.rmtree(own_cache / "play")
    (own_cache / "play").write_text("a file, no folder")
    assert played("metals") == first


def test_a_search_that_was_stopped_says_so_and_is_made_again():
    assert played("metals", report=stopping_after(1), may_stop=True).playtest_result.stopped
    assert len(cache_files()) == 1  # the result, but not the choice
    assert not played("metals").playtest_result.stopped


def test_where_nothing_is_random_or_nobody_can_play_there_is_no_result(monkeypatch):
    monkeypatch.setattr(Match, "play", None)
    drawn = played("metals", name="classic")
    assert drawn.playtest_result is None and drawn.game_id.seed == "fixed"
    monkeypatch.setattr(search.Programs, "load_goals", lambda *given: goals(OF_SQUARES))
    made = programs(lambda roll, layout: {}, why_not=lambda board: "free text")
    assert search.play(made, None, "small", 2, "s").playtest_result is None


def test_without_a_home_folder_nothing_is_cached(monkeypatch):
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr("pathlib.Path.home", Mock(side_effect=RuntimeError("no home")))
    with pytest.raises(OSError, match="cannot be written"):
        writable(cache_dir())
