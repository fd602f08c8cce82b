"""Players: their choices, that they are deterministic, and that their games are sound.

Recorded games of theirs are in tests/golden/plays/players;
UPDATE_GOLDEN=1 python -m pytest tests/games/magnetmen/simulation/test_players.py writes them anew.
"""

import os
import random
from concurrent.futures import ThreadPoolExecutor
from inspect import isfunction
from itertools import islice

import pytest
from games.magnetmen.simulation.boards import ENGINES, NUMBA, random_position
from games.magnetmen.simulation.small_games import all_sets, base, states, wins
from games.magnetmen.simulation.states import (
    Action,
    Game,
    State,
    action_text,
    board_text,
    state_text,
)
from positions import fresh, position, type_called
from short_run import seeds
from support import GOLDEN

from generator.games.magnetmen.simulation import (
    bots,
    engine,
)
from generator.games.magnetmen.simulation.kernel_data import DEPTH, FRAME, SPLIT, STALE
from generator.games.magnetmen.simulation.players import (
    GREEDY,
    MONTE_CARLO,
    RANDOM,
    Player,
    can_compile,
    play_games,
)
from generator.play import random_numbers

QUICK = Player("monte_carlo", candidates=3, playouts=2)
PASS = Action("pass")


# Determinism


@pytest.mark.parametrize("compiled", ENGINES)
class TestPlays:
    def test_the_same_seed_gives_the_same_plays(self, compiled):
        seats = [RANDOM, GREEDY, QUICK]
        one, other = (
            list(play_games(all_sets(), seats, "s", 2, compiled=compiled)) for _ in range(2)
        )
        assert one == other
        assert one != list(play_games(all_sets(), seats, "t", 2, compiled=compiled))

    def test_each_number_is_a_game_of_its_own(self, compiled):
        def some(count, first):
            return list(play_games(base(), [GREEDY, RANDOM], "s", count, first, compiled))

        assert some(6, 0)[4:] == some(2, 4)
        assert len({play.actions for play in some(6, 0)}) == 6

    def test_more_games_than_are_recorded_at_once(self, compiled):
        at_once = 65536 // base().tables.max_actions
        diagnostics = list(play_games(base(), [RANDOM] * 2, "s", at_once + 3, compiled=compiled))
        assert len(diagnostics) == at_once + 3
        assert diagnostics[-2:] == list(
            play_games(base(), [RANDOM] * 2, "s", 2, at_once + 1, compiled)
        )

    def test_the_scores_are_those_of_the_end(self, compiled):
        game = all_sets()
        for play in play_games(game, [RANDOM] * 3, "scores", 5, compiled=compiled):
            state = game.state()
            for number in play.actions:
                state.apply(game.action(number))
            assert state.is_over
            assert state.scores == play.scores

    def test_there_is_a_player_for_each_seat(self, compiled):
        with pytest.raises(ValueError, match="expected 2 players, found 3"):
            list(play_games(base(), [RANDOM] * 3, "s", 1, compiled=compiled))


@pytest.mark.skipif(not NUMBA, reason="numba is not installed")
def test_threads_can_play_at_once():
    def play(number: int) -> list:
        return list(play_games(all_sets(), [GREEDY] * 3, f"thread {number}", 40))

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(play, range(8))) == [*map(play, range(8))]


@pytest.mark.parametrize("players", [2, 4])
def test_what_can_be_compiled(players):
    assert can_compile(base(players, "huge")) == NUMBA
    squares = (0,) * 132
    large = Game(fresh((type_called("a"),), 12, squares, players, 9, False))
    assert not can_compile(large)
    if NUMBA:
        with pytest.raises(ValueError, match="too large for compiled code"):
            list(play_games(large, [RANDOM] * players, "s", 1, compiled=True))


# What they choose


def margin_after(state: State, action: Action) -> int:
    player, after = state.current_player, state.copy()
    after.apply(action)
    scores = list(after.scores)
    return scores.pop(player) - max(scores)


def board_scores(number: int) -> Game:
    """A board whose scores depend on squares, and where players destroy much."""
    names = ("taxi_driver A", f"hairdresser {'AB'[number % 2]}", "explorer A", "painter A")
    stream = random.Random(number)
    squares = tuple(stream.randrange(len(names)) for _ in range(20))
    types = tuple(map(type_called, names))
    return Game(fresh(types, 5, squares, 3, 8, True))


GREEDY_GAMES = [Game(random_position(number)) for number in range(1000, 1100)]
GREEDY_GAMES += [board_scores(number) for number in range(24)]


@seeds(len(GREEDY_GAMES))
def test_greedy_takes_the_best_margin_and_rather_takes_than_passes_than_destroys(number):
    game = GREEDY_GAMES[number]
    for state in states(game, number):
        before = lasting(state)
        values = {action: margin_after(state, action) for action in state.legal_actions()}
        state.kernel_state.random[0] = number + 1
        greedy_choice = game.action(bots.greedy_action(game.tables, state.kernel_state))
        best = [action for action, value in values.items() if value == max(values.values())]
        kinds = {action.do for action in best}
        best_kind = next((do for do in ("take", "pass", "destroy") if do in kinds), None)
        squares = bool(kinds & {"take", "destroy"})
        message = f"bots.py: action_value of {greedy_choice} is not the margin after it"
        assert greedy_choice in best, message
        assert not squares or greedy_choice.do == best_kind
        assert lasting(state) == before


def lasting(state: State) -> dict[str, list[int]]:
    """The parts of a state that considering a move must not change: all but scratch and scores."""
    copy = {name: list(numbers) for name, numbers in state.kernel_state._asdict().items()}
    del copy["masks"][SPLIT:], copy["turn"][STALE], copy["scores"], copy["actions"], copy["random"]
    return copy


def test_equally_good_squares_are_equally_likely():
    game = Game(fresh((type_called("a"),), 4, (0,) * 8, 2, 9, False))
    state, counts = game.state(), [0] * 8
    random_numbers.seed_rng(state.kernel_state, [1, 2, 3, 4], 0)
    for _ in range(800):
        counts[bots.greedy_action(game.tables, state.kernel_state)] += 1
    assert all(70 < count < 130 for count in counts)


def test_greedy_beats_random():
    assert wins(GREEDY, RANDOM, 40) > 0.85


def test_monte_carlo_beats_greedy():
    assert wins(Player("monte_carlo", 6, 4), GREEDY, 12) > 0.7


def test_monte_carlo_does_the_only_thing_there_is_without_thinking():
    game = Game(fresh((type_called("a"),), 1, (0,), 2, 9, False))
    state = game.state()
    words = list(state.kernel_state.random)
    assert bots.monte_carlo_action(game.tables, state.kernel_state, state.kernel_state, 8, 8) == 0
    assert state.kernel_state.random == words


def test_errors_are_random_actions():
    """With errors in half of the decisions of greedy players, they play worse than without."""
    careless = Player("greedy", errors=50)
    assert str(careless) == "greedy, 50% errors"
    assert wins(GREEDY, careless, 40) > 0.6 < wins(careless, RANDOM, 40)


def test_a_win_is_above_all_and_a_tie_half_of_it():
    def result(own, other):
        game = Game(position("a", {"a": own}, {"a": other}))
        return bots.game_value(game.tables, game.state().kernel_state, 0)

    assert result(1, 3) == -2
    assert result(2, 2) == bots.WIN
    assert result(3, 1) == 2 * bots.WIN + 2


@pytest.mark.parametrize("number", range(4))
def test_a_candidate_that_is_given_up_would_not_have_been_taken(number):
    game = [base, all_sets][number % 2]()
    *_, state = islice(states(game, number), 9)
    arguments = game.tables, state.kernel_state, game.state().kernel_state
    actions = engine.list_actions(game.tables, state.kernel_state)
    before = list(state.kernel_state.random)
    action = bots.monte_carlo_action(*arguments, 6, 3)
    state.kernel_state.random[:] = before
    engine.list_actions(game.tables, state.kernel_state)
    bots.choose_candidates(*arguments, min(6, actions), actions)
    candidates = state.kernel_state.actions[: min(6, actions)]
    values = [bots.playout_value(*arguments, one, 3, -bots.BEYOND_VALUES) for one in candidates]
    assert action == candidates[values.index(max(values))]


def test_candidates_are_of_as_many_types_as_there_are():
    game = all_sets()
    kernel_state, trial = game.state().kernel_state, game.state().kernel_state
    actions = engine.list_actions(game.tables, kernel_state)
    candidates = {*kernel_state.actions[:actions]}
    types = {bots.action_class(game.tables, action) for action in candidates}
    bots.choose_candidates(game.tables, kernel_state, trial, len(types), actions)
    assert {*kernel_state.actions[:actions]} == candidates
    assert {
        bots.action_class(game.tables, one) for one in kernel_state.actions[: len(types)]
    } == types


# Soundness


@pytest.mark.parametrize("number", range(20))
def test_half_way_copies_are_independent(number):
    state = Game(random_position(number)).state()
    rng = random.Random(number)
    for _ in range(8):
        if not state.is_over:
            state.apply(rng.choice(state.legal_actions()))
    text, legal = state_text(state), state.legal_actions()
    copy = state.copy()
    while not copy.is_over:
        copy.apply(rng.choice(copy.legal_actions()))
    assert (state_text(state), state.legal_actions()) == (text, legal)


@pytest.mark.parametrize("number", range(20))
def test_the_kernel_s_copies_are_whole(number):
    """Also over the remains of another game."""
    game = Game(random_position(number))
    *_, last = states(game, number)
    for state in states(game, number + 1):
        bots.copy_state(game.tables, last.kernel_state, state.kernel_state)
        length = state.kernel_state.turn[DEPTH] * FRAME
        for copied, numbers in zip(last.kernel_state[:-3], state.kernel_state[:-3], strict=True):
            assert copied == numbers
        assert last.kernel_state.stack[:length] == state.kernel_state.stack[:length]


@pytest.mark.parametrize("number", range(20))
def test_there_is_something_to_do_until_the_game_is_over(number):
    game = Game(random_position(number))
    for count, state in enumerate(states(game, number)):
        assert state.legal_actions()
        assert state.legal_actions() != (PASS,)
        assert count < game.tables.max_actions


# Chance


def test_chance_is_xorshift128():
    """The first numbers from the state that Marsaglia gives (Xorshift RNGs, 2003)."""
    kernel_state = base().state().kernel_state
    kernel_state.random[:] = [123456789, 362436069, 521288629, 88675123]
    first = [random_numbers.random_below(kernel_state, 1 << 32) for _ in range(4)]
    assert first == [3701687786, 458299110, 2500872618, 3633119408]


def test_games_have_seeds_of_their_own():
    sown, kernel_state = set(), base().state().kernel_state
    for number in range(2000):
        random_numbers.seed_rng(kernel_state, [1, 2, 3, 4], number)
        assert all(0 <= word <= random_numbers.WORD_MASK for word in kernel_state.random)
        sown.add(tuple(kernel_state.random))
    assert len(sown) == 2000


# Recorded games

GAMES = {
    "greedy": (lambda: base(2, "regular"), [GREEDY] * 2),
    "greedy_all_sets": (lambda: all_sets(4, "regular"), [GREEDY] * 4),
    "monte_carlo": (lambda: base(), [MONTE_CARLO] * 2),
    "all_kinds": (lambda: all_sets(), [QUICK, GREEDY, RANDOM]),
    "tree_search": (lambda: base(), [Player("tree_search", 8, 40), Player("greedy", errors=25)]),
    "tree_search_all_sets": (lambda: all_sets(), [Player("tree_search", 6, 12)] * 3),
}


@pytest.mark.parametrize("compiled", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_players_play_as_recorded(name, compiled):
    make, seats = GAMES[name]
    game, path = make(), GOLDEN / "plays" / "players" / f"{name}.txt"
    (play,) = play_games(game, seats, "recorded", 1, compiled=compiled)
    state, lines = game.state(), [board_text(game), ""]
    for number in play.actions:
        lines.append(f"{state.current_player + 1} {action_text(game, game.action(number))}")
        state.apply(game.action(number))
    text = "\n".join([*lines, "", state_text(state), ""]).replace("\u00a0", "~")
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.skipif(not NUMBA, reason="numba is not installed")
def test_names_in_the_kernel_mean_one_thing():
    """Compiled, its modules share one set of names."""
    from generator.games.magnetmen.simulation.players import KERNEL

    meanings: dict[str, int] = {}
    for module in KERNEL.modules:
        for name, value in vars(module).items():
            if (isinstance(value, int) or isfunction(value)) and not name.startswith("__"):
                assert meanings.setdefault(name, value) == value, name


@pytest.mark.skipif(not NUMBA, reason="numba is not installed")
class TestCachedMachineCode:
    @pytest.fixture(autouse=True)
    def engine(self, tmp_path, monkeypatch):
        """A cache folder of its own, and a compiler that returns the code that exists."""
        from generator.games.magnetmen.simulation import compiler
        from generator.games.magnetmen.simulation.players import KERNEL
        from generator.simulation import machine_code

        self.source = KERNEL
        machine_code.kernel(KERNEL)
        code = machine_code._cached_code(KERNEL) or compiler.compile_kernel()
        self.compilations = 0

        def compile_kernel():
            self.compilations += 1
            return code

        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
        monkeypatch.setattr(compiler, "compile_kernel", compile_kernel)
        monkeypatch.setattr(machine_code, "cache_file", machine_code.cache_file.__wrapped__)
        self.compiled = machine_code

    def load(self):
        return self.compiled._kernel.__wrapped__(self.source)

    def test_it_is_compiled_once(self):
        assert not self.compiled.is_cached(self.source)
        self.load()
        self.load()
        assert self.compiled.is_cached(self.source)
        assert self.compilations == 1

    def test_without_a_cache_folder_every_process_compiles_it(self, tmp_path):
        (tmp_path / "cache").write_text("a file, no folder")
        self.load()
        self.load()
        assert self.compilations == 2

    @pytest.mark.parametrize("damage", [lambda text: text[:-9], lambda text: text[:90] + b"Z"])
    def test_damaged_code_is_compiled_again(self, damage, capsys):
        self.load()
        file = self.compiled.cache_file(self.source)
        file.write_bytes(damage(file.read_bytes()))
        self.load()
        assert self.compilations == 2
        assert self.compiled.is_cached(self.source)
        assert f"{file}: this cached file is damaged" in capsys.readouterr().err
