"""What `make bench` measures. Each measure runs in a process of its own and gives one number."""

import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

PROGRAM = (sys.executable, "-m", "generator")
ALL = ("base", "advanced", "expert")
ALL_SETS = tuple(word for name in ALL for word in ("--set", name))
SECONDS = 3.0  # for games, about


def _timed(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    start = clock()
    work()
    return clock() - start


def _program(*words: str) -> None:
    subprocess.run([*PROGRAM, *words], check=True, stdout=subprocess.DEVNULL)


def _process(*words: str) -> float:
    """Seconds of a whole process that prints into a new folder: the least of five."""
    with tempfile.TemporaryDirectory() as folder:
        command = partial(
            _program, *words, *(() if words[0] == "validate" else ("--output", folder))
        )
        return min(_timed(command, time.perf_counter) for _ in range(5))


def one_board_cold() -> float:
    return _process("boards", "--no-playtest", "--seed", "bench")


def rules_cold() -> float:
    return _process("rules", "magnetmen")


def validate() -> float:
    return _process("validate")


def _pages_a_second(count: int, files: int) -> float:
    from generator.core.paper import PAPERS
    from generator.core.settings import Settings
    from generator.core.workers import set_up
    from generator.games.magnetmen.definition import load_definition
    from generator.games.magnetmen.roll import roll
    from generator.games.magnetmen.sheets import board_sheet
    from generator.pdf.document import document
    from generator.pdf.file import About

    set_up()  # as the program does
    definition, settings = load_definition(ALL), Settings(PAPERS["a4"], "full", "en")
    record = About("bench", "", "en", {"command": [], "games": []})

    def print_file(first: int, pages: int) -> None:
        boards = (
            roll(definition, "regular", 4, f"bench-{first + number}") for number in range(pages)
        )
        drawn = (board_sheet.page(board, settings) for board in boards)
        document(drawn, record, settings, Path("bench.pdf"))

    print_file(0, 1)  # art and fonts are read once
    each = count // files
    start = time.process_time()
    for number in range(files):
        print_file(number * each, each)
    return count / (time.process_time() - start)


def pages_in_one_pdf() -> float:
    return _pages_a_second(1000, 1)


def pages_in_files() -> float:
    return _pages_a_second(200, 200)


def _games_a_second(sets: Sequence[str], players: int, kind: str) -> float:
    from generator.games.magnetmen.definition import load_definition
    from generator.games.magnetmen.match import match_of
    from generator.games.magnetmen.roll import roll
    from generator.play.series import Player

    definition, player = load_definition(sets), Player(kind, 4, 4)  # type: ignore[arg-type]
    games = [match_of(roll(definition, "regular", players, f"bench-{n}")) for n in range(8)]

    def play(number: int) -> None:
        for game in games:
            for _ in game.play([player] * players, f"bench {number}", batch):
                pass

    batch = 20
    play(0)
    seconds, number = 0.0, 0
    while seconds < SECONDS:
        number += 1
        seconds += _timed(partial(play, number))
    return number * batch * len(games) / seconds


def greedy_games() -> float:
    return _games_a_second(("base",), 2, "greedy")


def greedy_games_of_all_sets() -> float:
    return _games_a_second(ALL, 4, "greedy")


def monte_carlo_games() -> float:
    return _games_a_second(ALL, 4, "monte_carlo")


def searched_board() -> float:
    """Seconds of all processors together to find the board of a seed, four players, all sets."""
    from generator import games
    from generator.play.search import find_best

    game = games.game("magnetmen")
    programs, definition = game.playtest, game.load(ALL, ())
    assert programs
    goals = programs.load_goals()

    def search(seed: str) -> object:
        first = game.roll(definition, "regular", 4, seed)
        return find_best(programs, first, goals, goals.search.usual)

    return median(_timed(partial(search, f"bench-{number}")) for number in range(5))


def watch() -> float:
    """Seconds from saving a set until its board is printed."""
    from generator.core.resources import sets_dir

    text = (sets_dir() / "magnetmen" / "base.yaml").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        saved = Path(folder) / "garden.yaml"
        saved.write_text(text, encoding="utf-8")
        words = ("--set", "garden", "--sets-dir", folder, "--seed", "bench", "--output", folder)
        with subprocess.Popen(
            [*PROGRAM, "watch", "--sheet", "boards", *words],
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as process:
            try:
                _wait(process)
                times = []
                for turn in range(7):
                    time.sleep(0.4)  # a save soon after another one may be told of with it
                    changed = text.replace("Guitarist", f"Lutist {turn}")
                    start = time.perf_counter()
                    saved.write_text(changed, encoding="utf-8")
                    _wait(process)
                    times.append(time.perf_counter() - start)
                return median(times)
            finally:
                process.terminate()


def _wait(process: subprocess.Popen[str]) -> None:
    assert process.stdout
    while " printed in " not in (line := process.stdout.readline()):
        if not line:
            raise RuntimeError("watch ended")


def page_first_sheet() -> float:
    """Seconds from opening the page until its first sheet is shown, the cache empty."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as program:
        _program("site", "--output", folder)
        handler = partial(_Quiet, directory=folder)
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = program.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_context().new_page()

        def show() -> None:
            page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
            page.wait_for_selector(".viewer[aria-busy=false] canvas", state="attached")

        seconds = _timed(show, time.perf_counter)
        browser.close()
        server.shutdown()
        return seconds


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        pass


# By name: what is measured, its unit, and whether more is better.
MEASURES: dict[str, tuple[Callable[[], float], str, bool]] = {
    "one board from cold": (one_board_cold, "s", False),
    "rules sheet from cold": (rules_cold, "s", False),
    "pages a second, 1000 boards in one PDF": (pages_in_one_pdf, "", True),
    "pages a second, 200 files": (pages_in_files, "", True),
    "greedy games a second, base, 2 players": (greedy_games, "", True),
    "greedy games a second, all sets, 4 players": (greedy_games_of_all_sets, "", True),
    "Monte Carlo games a second, all sets, 4 players": (monte_carlo_games, "", True),
    "the board of a seed, all sets, 4 players": (searched_board, "s of processor", False),
    "validate all sets": (validate, "s", False),
    "watch, from saving to printed": (watch, "s", False),
    "the page's first sheet": (page_first_sheet, "s", False),
}
