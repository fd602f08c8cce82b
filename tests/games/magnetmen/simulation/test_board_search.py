"""The best board of a seed, and its playtest result."""

import json
from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace

import pytest
from positions import type_called
from support import DATA, definition, rolled

from generator.analysis.intervals import Estimate
from generator.core.request import Request
from generator.games import game
from generator.games.magnetmen.candidates import candidate
from generator.games.magnetmen.playtest_result import (
    MissedLimit,
    PlaytestResult,
    SeatShares,
    TypeFigures,
)
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.roll import roll
from generator.games.magnetmen.simulation import board_search, panel
from generator.games.magnetmen.simulation.board_search import find_best_board, playtest_board
from generator.games.magnetmen.simulation.description import advice, describe_result
from generator.games.magnetmen.simulation.goals import Round, load_goals
from generator.games.magnetmen.simulation.panel import MAX_GAMES, MIN_GAMES
from generator.games.magnetmen.simulation.result_cache import playtest_seed
from generator.printing.rolling import warnings

QUICK = DATA / "quick"
GOALS = load_goals([QUICK])
HOPEFUL = GOALS.hopeless
HOPELESS = HOPEFUL.model_copy(update={"left": 0.0})
EASY = HOPEFUL.model_dump()
STAGES = (25, 50, 100, 200, 400)
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
    monkeypatch.setattr("generator.simulation.result_cache.cache_dir", lambda: tmp_path)
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
    def vet(monkeypatch, deviations, limit=0.06):
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
                return SimpleNamespace(estimates={})

        monkeypatch.setattr(board_search, "PanelGames", Games)
        monkeypatch.setattr(board_search, "missed_limits", lambda *arguments: ())
        board = roll(definition("base"), "small", 2, "s")
        members = GOALS.panel.basic[:1] * 2
        panels = GOALS.panel.model_copy(update={"basic": members})
        return board_search.passes_vetting(board, goals(panel=panels), limit, STAGES), played

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

    @pytest.mark.parametrize("is_easy", [True, False])
    def test_the_other_goals_count_too(self, is_easy):
        easy = {"seat_deviation": 1, "ties": 1, "margin": 1, "decided": 0, "left": 1, "tight": 1}
        goal = GOALS.goals[0].model_copy(update={**easy, **({} if is_easy else {"left": 0})})
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

    def test_a_better_player_wins_more_often(self):
        result = playtest_board(rolled("x", ("base",), "small", 2), GOALS, nobody)
        greedy, searching = result.skill_ladder
        assert greedy.value > 0.6
        assert greedy.low < greedy.value <= greedy.high
        assert 0 <= searching.low <= searching.value <= searching.high <= 1

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


class TestReport:
    def test_every_figure_is_reported(self):
        result = playtest_board(rolled("x", ("base",), "small", 2), GOALS, nobody)
        text = "\n".join(describe_result(result))
        assert f"{result.figures.games} games of 2 players (monte_carlo 2x1)" in text
        assert "seat 2 wins" in text
        assert "base/explorer: taken" in text
        assert "misses a goal: squares nobody used: " in text
        assert "one greedy player among random ones wins" in text
        assert "games of careless players (greedy, 25% errors):" in text
        lines = 1 + 10 + 3 * (1 + 2) + 2 + len(result.figures.kinds) + len(result.missed_goals)
        assert text.count("\n") == lines

    def test_what_few_games_have_is_not_reported_as_certain(self):
        """The jackknife sees nothing vary where no owner won, or one block has all owners."""
        surely, alone = Estimate(1, 1, 1), Estimate(2, 0, 0)
        rare = TypeFigures("rare", Estimate(0.02, -0.01, 0.05), alone, surely, Estimate(0, 0, 0))
        nothing = Estimate(-0.001, -0.004, 0.002)
        common = TypeFigures("common", surely, surely, nothing, surely)
        result = playtest_board(rolled("x", ("base",), "small", 2), GOALS, nobody)
        figures = replace(result.figures, kinds=(rare, common))
        text = "\n".join(describe_result(result._replace(figures=figures)))
        assert "rare: taken 0.02 (0.00 to 0.05) times" in text
        assert "2.00 (too few games to tell) points per icon" in text
        assert "owners win 0.00 (too few games to tell) times their fair share" in text
        assert "owners win 1.00 (too few games to tell) times their fair share" in text
        assert " 0% (0 to 0) of winners’ points" in text
        text = "\n".join(describe_result(result._replace(figures=replace(figures, games=20))))
        assert "owners win 1.00 (1.00 to 1.00) times their fair share" in text

    def test_of_few_games_nothing_is_sure(self):
        result = playtest_board(rolled("x", ("base",), "small", 2), GOALS, nobody)
        text = "\n".join(describe_result(result._replace(figures=replace(result.figures, games=4))))
        assert " turns: " in text
        assert "(too few games to tell) of squares" in text

    def test_advice_names_what_falls_short(self):
        board = playtest_seed(definition("base"), "small", 2, "s", [QUICK])
        first, *lines, hint = advice(board)
        assert "plays less well than hoped" in first
        assert len(lines) == len(board.playtest_result.missed_goals)
        assert any(", hoped for at most 0%" in line and "nobody used" in line for line in lines)
        assert "hint:" in hint and "a smaller size" in hint

    @pytest.mark.parametrize(("low", "is_sure"), [(0.16, True), (0.14, False)])
    @pytest.mark.parametrize("name", ["ties", "decided", "seat_deviation"])
    def test_advice_names_only_what_surely_falls_short(self, name, low, is_sure):
        """Where all of the interval lies beyond the limit."""
        board = playtest_seed(definition("base"), "small", 2, "s", [QUICK])
        figure, limit = Estimate(0.2, low, 0.3), 0.15
        if name == "decided":  # a limit from below
            figure, limit = Estimate(0.8, 0.7, 1 - low), 0.85
        seats = (Estimate(0.7, 0.5 + low, 0.8), Estimate(0.3, 0.2, 0.5 - low))
        result = board.playtest_result
        result = result._replace(
            hints=(),
            missed_goals=(MissedLimit(name, figure.value, limit),),
            figures=replace(result.figures, estimates={**result.figures.estimates, name: figure}),
            panel=(SeatShares("any", "any", 40, seats),),
        )
        lines = advice(replace(board, playtest_result=result))
        assert len(lines) == (2 if is_sure else 0)
        assert "misses a goal" in "\n".join(describe_result(result))

    def test_a_seat_that_wins_too_often_is_reported_with_what_is_fair(self):
        result = playtest_board(rolled("x", ("base",), "small", 2), GOALS, nobody)
        seats = (Estimate(0.6, 0.5, 0.7), Estimate(0.4, 0.3, 0.5))
        short = (MissedLimit("seat_deviation", 0.1, 0.05),)
        fair = SeatShares("quick", "random", 400, (Estimate(0.5, 0.4, 0.6),) * 2)
        unfair = fair._replace(name="careless", by="greedy, 25% errors", seats=seats)
        result = result._replace(panel=(fair, unfair), missed_goals=short)
        text = "\n".join(describe_result(result))
        assert (
            "seat imbalance: seat 1 wins 60% (50 to 70) of games; fair is 50% (players: careless)\n"
            in text
        )
        assert (
            "misses a goal: seat 1 wins 60% of games; fair is 50%, hoped for 45% to 55% "
            "(players: careless, greedy, 25% errors)" in text
        )
        near = (MissedLimit("seat_deviation", 0.1, 0.098),)
        text = "\n".join(describe_result(result._replace(missed_goals=near)))
        assert "seat 1 wins 60.0% of games; fair is 50%, hoped for 40% to 60%" in text

    def test_a_board_that_people_chose_is_not_called_the_best(self):
        board = playtest_seed(definition("base"), "small", 2, "s", [QUICK])
        request = Request.of_game_id(board.game_id, playtest=True)
        of_id = warnings(game("magnetmen"), request, [board], True)
        of_seed = warnings(game("magnetmen"), replace(request, game_id=None), [board], True)
        assert of_id[0] == "it plays less well than hoped:"
        assert of_seed[0] == "the best of the boards tried, but it plays less well than hoped:"
        assert of_id[1:] == of_seed[1:]

    def test_a_smaller_size_is_no_help_where_a_power_ends_turns(self):
        board = rolled("x", ("base",), "small", 2)
        missed = MissedLimit("waiting", 0.42, 0.3)
        result = playtest_board(board, GOALS, nobody)._replace(missed_goals=(), hints=(missed,))
        hint = "hint: turns missed: 42%, by who is done or stuck; "
        board = replace(board, playtest_result=result)
        assert advice(board) == [hint + "a smaller size has fewer"]
        king = type_called("king A")
        board = replace(board, types=(*board.types[1:], king))
        assert advice(board) == [hint + "with king on any size"]

    def test_nothing_to_say_of_a_good_board(self):
        board = rolled("x", ("base",), "small", 2)
        good = playtest_board(board, GOALS, nobody)._replace(missed_goals=(), hints=())
        assert advice(replace(board, playtest_result=good)) == []

    def test_a_power_in_free_text_is_for_people_only(self):
        board = rolled("x", ("base",), "small", 2)
        free = Power.model_validate({"text": {"en": "Stand on one leg."}})
        types = (replace(board.types[0], power=free), *board.types[1:])
        assert not board_search.is_playable(replace(board, types=types))
        (line,) = advice(replace(board, types=types))
        assert f"free text of {board.types[0].piece.key}" in line

    def test_a_very_large_board_would_take_hours(self):
        board = rolled("x", ("base",), "small", 2)
        large = replace(board, squares=board.squares * 4)
        assert board_search.is_playable(board) and not board_search.is_playable(large)
        assert "playing 144 squares would take hours" in advice(large)[0]
