"""Vetted games: their files, how they are made, and that they are printed without playing."""

from collections import Counter
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import pytest
from commands import typed, typed_lines
from play import scripted
from support import DATA, definition

from generator import games
from generator.analysis.intervals import Estimate
from generator.core import workers
from generator.core.errors import RollError
from generator.core.game_id import IMAGES, image_seed, split_image
from generator.core.progress import SILENT
from generator.core.request import Request
from generator.core.settings import Settings
from generator.games.magnetmen.roll import candidate
from generator.play import kernel, vetted
from generator.play.search import Programs, basis, vetted_result
from generator.play.series import Match
from generator.play.vetted import Basis, Case, Table, Vetted, case_of
from generator.printing.rolling import Job, picked, rolls
from generator.studies import vetting

CASE = Case("magnetmen", "small", ("base",), 2)
SEED = "x86mvt"  # of the case's first search
BASIS = Basis("2-abcd", "0123")
FIGURES, SEATS = [[120, 100, 140], [1, 0, 2]], [[40, 480, 520]]
TWO = (Vetted("aa+7", FIGURES, SEATS), Vetted("bb", FIGURES, SEATS))
QUICK = (DATA / "quick",)
MAGNETMEN = games.game("magnetmen").playtest
GOALS = MAGNETMEN.load_goals(QUICK)


SHIPPED = [Case("magnetmen", "regular", ("base",), players) for players in (2, 3, 4)]
SHIPPED += [Case("metals", form, ("wilds",), 2) for form in ("basic", "factions")]


@pytest.mark.parametrize("case", SHIPPED, ids=str)
def test_what_is_printed_most_has_boards_of_the_present_sets_and_goals(case):
    assert len(vetted.read(case, vetting._basis(case)).games) >= 8, "run: make vetted"


PLANNED = [case for game in ("magnetmen", "metals") for case in vetting.plan(game)]


def test_every_file_is_of_a_planned_case():
    files = {path for case in PLANNED for path in case.path.parent.glob("*.jsonl")}
    assert files <= {case.path for case in PLANNED}


@pytest.mark.parametrize("case", [case for case in PLANNED if case.path.exists()], ids=str)
def test_what_is_shipped_meets_its_goals_without_exception(case):
    """At most four boards are of a roll; where 100 are planned, 50 rolls can still be had."""
    game = games.game(case.game)
    programs, goals = game.playtest, game.playtest.load_goals()
    entries = vetted.read(case, vetting._basis(case)).games
    assert entries, f"of other sets or goals: run make vetted, or delete {case.path}"
    assert len({entry.seed for entry in entries}) == len(entries)
    rolls = Counter(programs.roll_of(entry.seed) for entry in entries)
    assert max(rolls.values(), default=0) <= 4
    planned = vetting.plan(case.game)[case]
    assert planned < 100 or len(rolls) + planned - len(entries) >= 50
    value = game.roll(game.load(case.sets, ()), case.size, case.players, "any")
    judges = goals.judges("vetting", programs.rules(value))
    for entry in entries:
        assert vetted_result(programs, value, goals, entry).missed == ()
        for judge, (played, *seats) in zip(judges, entry.seats, strict=True):
            assert played == judge.games >= 400 and len(seats) == case.players
            limit = 1000 * judge.seat_deviation[case.players - 2] + 0.5
            assert all(abs(seat - 1000 / case.players) <= limit for seat in seats)
        assert len(vetted._json(entry)) <= 300


@pytest.mark.slow
def test_shipped_figures_are_those_of_the_games_when_they_are_played():
    case = Case("magnetmen", "small", ("base",), 2)  # the least to play
    game, kept = games.game(case.game), vetted.read(case, vetting._basis(case)).games[0]
    value = game.roll(game.load(case.sets, ()), case.size, case.players, kept.seed)
    assert vetting.certified(game.playtest, value, game.playtest.load_goals())[1] == kept


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder in place of that of the shipped sets."""
    monkeypatch.setattr(vetted, "sets_dir", lambda: tmp_path)
    return tmp_path


in_a_folder = pytest.mark.usefixtures("folder")


@in_a_folder
def test_what_was_written_is_read_for_the_same_case_sets_and_goals_only():
    vetted.write(CASE, BASIS, Table(TWO, 5))
    assert vetted.read(CASE, BASIS) == Table(TWO, 5)
    assert vetted.read(CASE._replace(players=3), BASIS) == Table()
    for change in ({"fingerprint": "2-efgh"}, {"goals": "4567"}):
        assert vetted.read(CASE, BASIS._replace(**change)) == Table()


@in_a_folder
@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content.replace(b"480", b"490"),
        lambda content: content[:-20],
        lambda content: b"",
        lambda content: b"[]\n" + content,
        lambda content: b"\xff" + content,
    ],
)
def test_a_damaged_file_is_reported_and_not_used(damage, capsys):
    vetted.write(CASE, BASIS, Table(TWO, 5))
    CASE.path.write_bytes(damage(CASE.path.read_bytes()))
    assert vetted.games_of(CASE, BASIS) == ()
    assert capsys.readouterr().err == f"{CASE.path}: this file is damaged; it is not used\n"
    with pytest.raises(RollError, match="this file is damaged"):  # nor overwritten
        extend({CASE: 4})


@pytest.mark.parametrize(
    ("update", "counts"),
    [
        ({"panel": {"basic": GOALS.panel["basic"][:1]}}, True),
        ({"goals": GOALS.goals * 2}, True),
        ({"vetted_judges": GOALS.panel}, True),
        ({"fresh": 9}, False),
        ({"hints": GOALS.hints.model_copy(update={"left": 0.5})}, False),
        ({"vetted": (GOALS.vetted[0].model_copy(update={"count": 9}),)}, False),
        ({"scouts": GOALS.panel}, False),
        ({"flags": None}, False),
    ],
)
def test_a_basis_holds_what_results_depend_on_but_not_how_boards_are_found(update, counts):
    name = games.game("magnetmen").roll(definition("base"), "small", 2, "one").game_id
    same = basis(name, GOALS) == basis(name, GOALS.model_copy(update=update))
    assert same is not counts


def found(task):
    """Two vetted games for a task, without a search; none for every third."""
    if task.number % 3 == 2:
        return []
    seats = [[40, 500, 500]]
    return [Vetted(f"{task.seed}+{place}", [[task.number]], seats) for place in (1, 2)]


def extend(plan):
    return vetting.extend(plan, partial(workers.local, 1), SILENT)


def numbers(case):
    """Of the searches whose boards a file has, and how many searches there were."""
    table = vetted.read(case, vetting._basis(case))
    return [entry.figures[0][0] for entry in table.games], table.searches


@in_a_folder
def test_a_table_is_extended_until_too_little_is_found(monkeypatch):
    monkeypatch.setattr(vetting, "vet", found)
    assert extend({CASE: 1}) == 2 and numbers(CASE) == ([0, 0], 1)
    assert extend({CASE: 5, CASE._replace(players=4): 1}) == 6
    assert numbers(CASE) == ([0, 0, 1, 1, 3, 3], 4)
    assert extend({CASE: 6}) == 0
    monkeypatch.setattr(vetting, "vet", lambda task: [])
    other = CASE._replace(players=3)
    assert extend({other: 2}) == 0
    assert numbers(other) == ([], 2 * vetting.MAX_SEARCHES)


@in_a_folder
def test_cases_grow_alike_and_what_was_found_before_a_run_is_stopped_is_kept(monkeypatch):
    searched, other = [], CASE._replace(players=4)

    def stopped(task):
        searched.append(task.case)
        if len(searched) == 7:
            raise RollError("stopped")
        return found(task)

    monkeypatch.setattr(vetting, "vet", stopped)
    with pytest.raises(RollError, match="stopped"):
        extend({CASE: 8, other: 4})
    assert searched == [CASE, other, CASE, CASE, other, CASE, CASE]
    assert (numbers(CASE), numbers(other)) == (([0, 0, 1, 1, 3, 3], 4), ([0, 0, 1, 1], 2))


@in_a_folder
@pytest.mark.parametrize("passing", [{0, 1, 2}, {1}])
def test_what_is_certified_is_kept_with_at_most_four_boards_of_a_roll(passing, monkeypatch):
    """Of two searches: for rolls, then for layouts of each."""
    tried = []

    def certified(programs, board, goals):
        tried.append(board.game_id.seed)
        if candidate(tried[-1]).layout in passing:
            return 1.0, Vetted(tried[-1], FIGURES, SEATS)
        return 0.25, None

    monkeypatch.setattr(Programs, "load_goals", lambda *given: GOALS)
    monkeypatch.setattr(vetting, "certified", certified)
    kept = [one.seed for one in vetting.vet(vetting.Task(CASE, 0))]
    each = min(4, len(passing))
    of_rolls = Counter(candidate(seed).rolled_seed for seed in kept)
    assert of_rolls == {SEED: each, f"{SEED}+100": each}
    assert {candidate(seed).layout for seed in kept} <= passing
    assert each == 2 or len(set(tried)) == 2 * 3


@in_a_folder
@pytest.mark.parametrize(("passing", "tried_swaps"), [(3, 3), (203, 12 + 3), (1203, 12 + 12 + 3)])
def test_where_a_board_nearly_passes_its_neighbours_are_tried(passing, tried_swaps, monkeypatch):
    """Those with one swap of two squares; then of these, the two that failed in the end only, with
    another swap."""
    tried = []

    def certified(programs, board, goals):
        one = candidate(board.game_id.seed)
        tried.append(one)
        if one.swap == passing:
            return 1.0, Vetted(str(one), FIGURES, SEATS)
        lasted = {0: 0.75 if one.layout else 0.5, 2: 1.0, 12: 1.0}
        return lasted.get(one.swap, 0.75), None

    monkeypatch.setattr(Programs, "load_goals", lambda *given: GOALS)
    monkeypatch.setattr(vetting, "certified", certified)
    kept = [candidate(one.seed) for one in vetting.vet(vetting.Task(CASE, 0))]
    assert kept and all(one.swap == passing and one.layout for one in kept)
    for one in kept:
        assert sum(each._replace(swap=passing) == one for each in tried) == 1 + tried_swaps
    assert {one.swap for one in tried if not one.layout} <= {0}


SCRIPTED = scripted.programs(lambda roll, layout: {})
FAIR, FINE = [0.0] * 8, (0.2, 0.4)
ALL_GAMES = [10, 20, 30, 40] * 2  # of one judge, then of the other


@pytest.mark.parametrize(
    ("deviations", "figures", "verdict"),
    [
        ([0.13, 0.13, 0.13, 0.05] * 2, FINE, (1.0, 8, True)),
        ([0.05, 0.13, 0.15], FINE, (0.0, 3, False)),  # probably beyond
        ([0.05] * 4 + [0.15], FINE, (0.5, 5, False)),
        ([0.05] * 3 + [0.051], FINE, (0.5, 4, False)),  # in the end it is exact
        ([0.05] * 7 + [0.051], FINE, (1.0, 8, False)),
        (FAIR, FINE, (1.0, 8, True)),
        *((FAIR, figures, (0.0, 1, False)) for figures in ((0.36, 0.5), (0.1, 0.24))),
        *((FAIR, figures, (0.5, 4, False)) for figures in ((0.34, 0.5), (0.1, 0.26))),
        *((FAIR, figures, (0.5, 4, False)) for figures in ((0.21, 0.5), (0.1, 0.39))),
    ],
)
def test_what_probably_misses_a_goal_is_not_played_on(deviations, figures, verdict, monkeypatch):
    """Two judges of 100 games each measure these deviations whenever they have played. Figures have
    standard errors of 0.1, deviations of 0.06; 0.2, 0.4 and 0.05 are the limits."""
    played, measured = [], iter(deviations)
    estimates = (Estimate(value, value - 0.196, value + 0.196) for value in figures)
    of_board = dict(zip(("ties", "decided"), estimates, strict=True))
    board_games = SimpleNamespace(cost=lambda judge: 0, figures=lambda judge: of_board)
    board_games.tasks = lambda judge, count: played.append(count) or ()

    def shares(judge):
        seats = (Estimate(0.5 + next(measured, 0.0)), Estimate(0.5))
        return SimpleNamespace(seats=seats, standard_error=0.06, games=100)

    board_games.seat_shares = shares
    monkeypatch.setattr(vetting, "BoardGames", lambda *given: board_games)
    goals = scripted.goals({"ties": [0, 0.2], "decided": [0.4, 1]})
    judges = [judge.model_copy(update={"games": 100}) for judge in goals.panel["basic"]]
    goals = goals.model_copy(update={"panel": {"basic": tuple(judges)}})
    lasted, found = vetting.certified(SCRIPTED, scripted.board(), goals)
    assert (lasted, len(played), found is not None) == verdict
    assert played == ALL_GAMES[: len(played)]


@pytest.mark.parametrize("is_fair", [True, False])
def test_games_that_had_no_part_in_the_choice_decide(is_fair):
    one = scripted.board(wins={"monte_carlo": 5 if is_fair else 9})
    _, entry = vetting.certified(SCRIPTED, one, scripted.goals({"ties": [0, 1]}))
    assert (entry is not None) == is_fair
    assert {seed.split()[1] for _, seed, _ in one.games} == {"length", "vetting"}


def test_an_entry_gives_the_result_of_its_games():
    one, goals = scripted.board(), scripted.goals({"ties": [0, 1]})
    result = vetted_result(SCRIPTED, one, goals, vetting.certified(SCRIPTED, one, goals)[1])
    assert result.missed == () and result.figures["left"].value == 0.5
    assert [(shares.judge, shares.games) for shares in result.panel] == [
        (judge.name, judge.games) for judge in goals.panel["basic"]
    ]
    assert [seat.value for seat in result.panel[0].seats] == [0.5, 0.5]


def table(*seeds: str) -> Case:
    """Make a table of boards."""
    seats = [[1000, 480, 520]] * len(GOALS.panel["basic"])
    entries = [Vetted(seed, [[120, 100, 140]] * 9, seats) for seed in seeds]
    name = games.game("magnetmen").roll(definition("base"), "small", 2, seeds[0]).game_id
    vetted.write(case_of(name), basis(name, GOALS), Table(tuple(entries)))
    return case_of(name)


WORDS = ["boards", "--size", "small", "--players", "2", "--sets-dir", str(QUICK[0])]


@in_a_folder
def test_a_board_without_a_seed_is_a_vetted_one_and_nobody_plays(tmp_path):
    """Its sheet is that of its ID."""
    table("one")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "prepare", None)
        patch.setattr(Match, "play", None)
        name = typed_lines(*WORDS, "--output", str(tmp_path / "out.pdf"))[0]
        assert name.split(".")[4].partition("+")[0] == "one"
        typed_lines("boards", "--id", name, *WORDS[5:], "--output", str(tmp_path / "id.pdf"))
        assert (tmp_path / "id.pdf").read_bytes() == (tmp_path / "out.pdf").read_bytes()


@in_a_folder
def test_no_sheet_of_a_folder_is_printed_again_as_long_as_there_are_others(tmp_path):
    table("one")  # whatever the files are called
    files = ("", "a.pdf", "", "b.pdf", "")
    runs = [typed(*WORDS, "--output", str(tmp_path / file)) for file in files]
    seeds = [run.stdout.split(".")[4] for run in runs]
    assert {*seeds[:4]} == {"one", *(image_seed("one", image) for image in IMAGES)}
    assert "boards that come with the program: 0 of 1 left to print" in runs[4].stderr
    assert split_image(seeds[4])[0] != "one"
    assert all("come with" not in run.stderr for run in runs[:4])


@in_a_folder
def test_several_are_different_vetted_ones_then_others_and_ids_print_them_again(tmp_path):
    table("one", "two", "three")
    folder = ("--output", str(tmp_path / "output"))
    *names, _ = typed_lines(*WORDS, "--count", "3", *folder)
    assert {split_image(name.split(".")[4])[0] for name in names} == {"one", "two", "three"}
    *others, _ = typed_lines(*WORDS, "--count", "3", *folder)
    assert len({*names, *others}) == 6
    run = typed(*WORDS, "--count", "5", "--output", str(tmp_path / "five.pdf"))
    assert "3 of 3 left to print" in run.stderr
    *names, _ = run.stdout.splitlines()
    assert {"one", "two", "three"} < {split_image(name.split(".")[4])[0] for name in names}
    words = [word for name in names for word in ("--id", name)]
    assert typed_lines("boards", *words, *WORDS[5:], "--output", str(tmp_path))[:-1] == names
    (again,) = tmp_path.glob("*.x5-*.pdf")
    assert again.read_bytes() == (tmp_path / "five.pdf").read_bytes()


@in_a_folder
def test_every_vetted_board_is_printed_sometime_but_not_with_other_goals():
    case = table("one", "two", "three")
    request = Request("magnetmen", ("base",), "small", 2, ("",), playtest=True, sets_dirs=QUICK)
    jobs = (Job.of(replace(request, seeds=(str(seed),)), Settings()) for seed in range(30))
    picks = [rolls(picked(job)) for job in jobs]
    assert {split_image(board.game_id.seed)[0] for (board,) in picks} == {"one", "two", "three"}
    assert not vetted.games_of(case, vetting._basis(case))


@in_a_folder
def test_the_command_fills_the_files(monkeypatch):
    monkeypatch.setattr(vetting, "vet", found)
    monkeypatch.setattr(kernel, "prepare", lambda *given: None)
    words = ["--set", "base", "--size", "small", "--players", "2", "--count", "3", "--jobs", "1"]
    for count in (4, 0):
        result = typed("vetted", *words)
        assert result.exit_code == 0 and f"{count} found" in result.stderr
    assert numbers(CASE) == ([0, 0, 1, 1], 2)
