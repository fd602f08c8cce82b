"""The best board of a seed, and its playtest result."""

import json
from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace

import pytest
from support import DATA, definition, rolled

from generator.analysis.intervals import Estimate
from generator.games.magnetmen.playtest_result import (
    PlaytestResult,
    SeatShares,
)
from generator.games.magnetmen.roll import candidate, roll
from generator.games.magnetmen.simulation import board_search, panel
from generator.games.magnetmen.simulation.board_search import (
    find_best_board,
    playtest_board,
    playtest_seed,
)
from generator.games.magnetmen.simulation.description import advice
from generator.games.magnetmen.simulation.goals import AT_LEAST, LIMITED, Round, load_goals
from generator.games.magnetmen.simulation.panel import MAX_GAMES, MIN_GAMES

QUICK = DATA / "quick"
GOALS = load_goals([QUICK])
HOPEFUL = GOALS.hopeless
HOPELESS = HOPEFUL.model_copy(update={"left": 0.0})
EASY = HOPEFUL.model_dump()
STAGES = (25, 50, 100, 200, 400)
EASIEST = {name: 0 if name in AT_LEAST else 1 for name in LIMITED}
EASY_GOAL = GOALS.goals[0].model_copy(update=EASIEST)
PERFECT = {name: Estimate(*[float(name in AT_LEAST)] * 3) for name in LIMITED}
ALL = [(roll, layout) for roll in range(2) for layout in range(3)]


def nobody(share: float) -> None:
    pass


def best_board(seed="s", goals=GOALS, tell=nobody):
    return find_best_board(
        definition("base"), "small", 2, seed, goals, goals.search.usual, tell
    ).board


def goals(**update):
    return GOALS.model_copy(update=update)


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """Compiled code stays where it is; playtest results are cached in a folder of their own."""
    monkeypatch.setattr("generator.play.cache.cache_dir", lambda: tmp_path)
    return tmp_path


class TestBest:
    def test_it_is_the_same_again(self):
        assert best_board().game_id == best_board().game_id

    def test_seeds_have_several_boards(self):
        candidates = [candidate(best_board(f"s{n}").game_id.seed) for n in range(12)]
        assert {one[1:] for one in candidates} <= set(ALL)
        assert len({one[1:] for one in candidates}) > 3
        assert [one.seed for one in candidates] == [f"s{n}" for n in range(12)]

    def test_every_roll_and_layout_can_be_the_best(self):
        candidates = [candidate(best_board(f"s{n}").game_id.seed) for n in range(24)]
        assert {one[1:] for one in candidates} == set(ALL)

    def test_hopeless_rolls_are_set_aside_but_something_is_printed(self):
        candidates = [
            candidate(best_board(f"s{n}", goals(hopeless=HOPELESS)).game_id.seed) for n in range(12)
        ]
        assert {one.roll for one in candidates} == {0}

    def test_the_work_done_only_grows(self):
        reports = []
        best_board(tell=reports.append)
        assert reports == sorted(reports)
        assert reports[0] > 0 and reports[-1] == pytest.approx(1)

    def test_it_is_the_one_with_the_least_penalty(self, monkeypatch):
        """A penalty by layout: the later the better, and the second roll better still."""

        def figures(games, player, seen):
            one = candidate(games.board.game_id.seed)
            better = real(games, player, seen)
            value = better.estimates["left"]._replace(value=1 - one.roll / 10 - one.layout / 100)
            estimates = {name: value._replace(value=1.0) for name in better.estimates}
            estimates["left"] = value
            return replace(better, estimates=estimates)

        goal = GOALS.goals[0].model_copy(update={"left": 0.1, "seat_deviation": 1.0})
        real = panel.PanelGames._figures
        monkeypatch.setattr(panel.PanelGames, "_figures", figures)
        candidate_number = candidate(
            best_board("s", goals(goals=(goal,), hopeless=HOPEFUL)).game_id.seed
        )
        assert candidate_number[1:] == (1, 2)

    def test_a_board_is_as_bad_as_its_worst_seat_among_any_judges(self, monkeypatch):
        """All members but one say that the boards are fair; the last finds one layout so."""
        fair = (Estimate(0.5, 0.4, 0.6),) * 2
        unfair = (Estimate(0.9, 0.8, 1.0), Estimate(0.1, 0.0, 0.2))

        def seat_shares(games, member):
            is_bad = member.name == "strong" and candidate(games.board.game_id.seed)[1:] != (1, 1)
            return SeatShares(member.name, "", 400, unfair if is_bad else fair)

        monkeypatch.setattr(panel.PanelGames, "seat_shares", seat_shares)
        goal = GOALS.goals[0].model_copy(update={**EASY, "seat_deviation": 0.01})
        rounds = (Round(boards=6, judges="panel", effort=100),)
        search = GOALS.search.usual.model_copy(update={"rounds": rounds})
        searches = GOALS.search.model_copy(update={"usual": search})
        chosen = best_board("s", goals(goals=(goal,), search=searches))
        assert candidate(chosen.game_id.seed)[1:] == (1, 1)


class TestStopping:
    """Ctrl-C, which KeyboardInterrupt stands for, in a round."""

    @staticmethod
    def stop_after(count):
        def report(share):
            nonlocal count
            count -= 1
            if count == -1:
                raise KeyboardInterrupt

        return report

    def search(self, count, may_stop=True):
        arguments = definition("base"), "small", 2, "s", GOALS, GOALS.search.usual
        report = self.stop_after(count)
        return find_best_board(*arguments, report, may_stop)

    def test_the_best_of_the_last_complete_round_is_taken(self):
        reports = []
        find_best_board(
            definition("base"), "small", 2, "s", GOALS, GOALS.search.usual, reports.append
        )
        first_round = GOALS.search.usual.model_copy(
            update={"rounds": GOALS.search.usual.rounds[:1]}
        )
        searches = GOALS.search.model_copy(update={"usual": first_round})
        after_one = best_board(goals=goals(search=searches))
        choice = self.search(len(reports) - 2)
        assert choice.stopped
        assert choice.board.game_id == after_one.game_id

    def test_in_the_first_round_the_best_of_those_judged_is_taken(self, monkeypatch):
        judged = []
        real = board_search._ranked

        def ranked(boards, members, goals):
            judged.append({candidate(one.board.game_id.seed)[1:] for one in boards})
            return real(boards, members, goals)

        serial = SimpleNamespace(map=map)
        monkeypatch.setattr(panel, "thread_pool", lambda: nullcontext(serial))
        monkeypatch.setattr(board_search, "_ranked", ranked)
        choice = self.search(4)
        assert choice.stopped
        assert candidate(choice.board.game_id.seed)[1:] in judged[0] < set(ALL)

    def test_before_any_game_the_first_board_is_taken(self):
        choice = self.search(0)
        assert choice.stopped
        assert choice.board.game_id.seed == "s"

    def test_several_are_stopped_at_once(self):
        with pytest.raises(KeyboardInterrupt):
            self.search(1, may_stop=False)

    def test_it_is_reported_and_the_next_run_searches_again(self, monkeypatch):
        arguments = definition("base"), "small", 2, "s", [QUICK]
        stopped = playtest_seed(*arguments, tell=self.stop_after(1), may_stop=True)
        assert advice(stopped)[0] == "search stopped: this is the best of the boards so far"
        again = playtest_seed(*arguments)
        assert not again.playtest_result.search_stopped
        assert again.game_id == best_board().game_id


class TestVetting:
    """Whether a board is fair enough in new games."""

    @staticmethod
    def vet(monkeypatch, deviations, limit=0.06, estimates=PERFECT, goal=EASY_GOAL):
        """The verdict, and how many games were played, if two members measure these deviations
        whenever they have played."""
        played = []
        measured = iter(deviations)

        class Games(panel.PanelGames):
            def tasks(self, member, games):
                played.append(games)
                return iter(())

            def cost(self, member):
                return 1.0

            def seat_shares(self, member):
                return SimpleNamespace(
                    deviation=SimpleNamespace(value=next(measured)), standard_error=0.02
                )

            def figures(self, member):
                return SimpleNamespace(estimates=estimates)

        monkeypatch.setattr(board_search, "PanelGames", Games)
        board = roll(definition("base"), "small", 2, "s")
        members = GOALS.panel.basic[:1] * 2
        panels = GOALS.panel.model_copy(update={"basic": members})
        return board_search.passes_vetting(
            board, goals(panel=panels, goals=(goal,)), limit, STAGES
        ), played

    def test_a_board_passes_after_all_games(self, monkeypatch):
        passed, played = self.vet(monkeypatch, [0.079] * 8 + [0.06] * 2)
        assert passed
        assert played == [25, 25, 25, 25, 50, 50, 100, 100, 200, 200]

    def test_what_is_probably_beyond_the_limit_is_not_played_on(self, monkeypatch):
        passed, played = self.vet(monkeypatch, [0.05, 0.079, 0.081])
        assert not passed
        assert played == [25, 25, 25]

    def test_in_the_end_the_limit_is_exact(self, monkeypatch):
        passed, played = self.vet(monkeypatch, [0.05] * 9 + [0.061])
        assert not passed
        assert sum(played) == 2 * STAGES[-1]

    @pytest.mark.parametrize(
        ("ties", "decided", "stages_played"),
        [(0.31, 0.5, 1), (0.29, 0.5, 5), (0.1, 0.29, 1), (0.1, 0.31, 5)],
    )
    def test_what_probably_misses_another_goal_is_not_played_on(
        self, monkeypatch, ties, decided, stages_played
    ):
        """Figures with standard errors of 0.1, where 0.2 and 0.4 are the limits."""
        figures = {"ties": ties, "decided": decided}
        estimates = {name: Estimate(value, value - 0.196, value + 0.196)
                     for name, value in figures.items()}  # fmt: skip
        goal = EASY_GOAL.model_copy(update={"ties": 0.2, "decided": 0.4})
        passed, played = self.vet(
            monkeypatch, [0.0] * 10, estimates={**PERFECT, **estimates}, goal=goal
        )
        assert (passed, len(played)) == (False, 2 * stages_played)

    @pytest.mark.parametrize("is_easy", [True, False])
    def test_the_other_goals_count_too(self, is_easy):
        goal = EASY_GOAL if is_easy else EASY_GOAL.model_copy(update={"left": 0})
        board = roll(definition("base"), "small", 2, "s")
        assert board_search.passes_vetting(board, goals(goals=(goal,)), 1.0, (10, 20)) is is_easy


class TestResult:
    def test_it_is_the_same_however_the_board_was_chosen(self):
        board = best_board()
        again = rolled(board.game_id.seed, ("base",), "small", 2)
        assert playtest_board(board, GOALS, nobody) == playtest_board(again, GOALS, nobody)

    def test_its_games_are_those_that_were_asked_for(self):
        figures = playtest_board(rolled("x", ("base",), "small", 3), GOALS, nobody).figures
        assert figures.games >= MIN_GAMES
        assert figures.players == 3
        assert figures.by == "monte_carlo 2x1"

    def test_everybody_on_the_panel_plays(self):
        result = playtest_board(rolled("x", ("base",), "small", 3), GOALS, nobody)
        names = ["monte_carlo 2x1", "greedy, 25% errors", "tree_search 4x4"]
        assert [shares.by for shares in result.panel] == names
        for shares in result.panel:
            assert shares.games >= MIN_GAMES
            assert sum(seat.value for seat in shares.seats) == pytest.approx(1)
        assert result.panel[0].seats == result.figures.seats

    def test_the_least_effort_still_buys_some_games(self):
        shares = []
        board = rolled("x", ("base",), "small", 2)
        result = playtest_board(board, goals(fresh=1), shares.append)
        quick, careless, strong = (shares.games for shares in result.panel)
        assert quick == strong == MIN_GAMES < careless < MAX_GAMES
        assert shares[-1] == 1.0

    def test_it_goes_through_json(self):
        result = playtest_board(rolled("x", ("base",), "small", 2), GOALS, nobody)
        again = PlaytestResult.of(json.loads(json.dumps(result.data())))
        assert again.data() == result.data()
        assert again.missed_goals == result.missed_goals

    def test_it_says_what_falls_short(self):
        board = rolled("x", ("base",), "small", 2)
        short = playtest_board(board, GOALS, nobody).missed_goals
        assert {"left", "decided"} <= {name.name for name in short}
        easy = goals(goals=(GOALS.goals[0].model_copy(update=EASY),))
        assert playtest_board(board, easy, nobody).missed_goals == ()
