"""Workers: results in order, and workers that die.

Tasks are texts for eval, so that a worker needs nothing but Python to do them.
"""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from itertools import islice
from pathlib import Path

import pytest

from generator.core import workers
from generator.core.errors import WorkersError
from generator.core.workers import SerialExecutor

DIES = "__import__('os')._exit(9)"
ROOT = Path(__file__).parents[2]


def results(pool, tasks):
    return list(pool.results(eval, tasks))


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_tasks(jobs):
    tasks = ["__import__('time').sleep(0.05) or 0", *map(str, range(1, 20))]
    with workers.local(jobs) as pool:
        assert results(pool, tasks) == list(zip(tasks, range(20), strict=True))


@pytest.mark.parametrize("jobs", [1, 2])
def test_few_tasks_are_under_way_at_a_time(jobs):
    begun = []

    def tasks():
        for number in range(10_000):
            begun.append(number)
            yield str(number)

    with workers.local(jobs) as pool:
        for done, _ in enumerate(islice(pool.results(eval, tasks()), 50), 1):
            assert len(begun) <= done + 2 * jobs


def test_a_server_that_is_prepared_is_the_one_that_copies():
    prepared = workers.prepare()
    assert workers.prepare() == prepared
    with workers.local(2) as pool:
        (_, parent), *_ = results(pool, ["__import__('os').getppid()", "1"])
    assert (parent != os.getpid()) == prepared


def test_here_is_an_executor():
    with SerialExecutor() as executor:
        assert executor.submit(divmod, 7, 2).result() == (3, 1)
        assert isinstance(executor.submit(divmod, 7, 0).exception(), ZeroDivisionError)
        assert list(executor.map(abs, [-1, 2])) == [1, 2]


def test_a_task_that_kills_again_ends_the_work():
    with workers.local(2) as pool, pytest.raises(WorkersError, match="again and again"):
        results(pool, ["1", DIES, "4"])


def test_a_worker_that_is_killed_once_is_replaced(tmp_path):
    """The first to come here dies, whoever comes after it lives."""
    once = f"__import__('os').mkdir({str(tmp_path / 'was here')!r}) or {DIES}"
    lives = f"0 if __import__('os').path.isdir({str(tmp_path / 'was here')!r}) else {once}"
    with workers.local(2) as pool:
        assert [result for _, result in results(pool, [lives, "1", "2"])] == [0, 1, 2]


HALF_A_RESULT = """
import os, signal
from multiprocessing.connection import Connection

def send_half(connection, content):
    os.write(connection.fileno(), len(content).to_bytes(4, "big") + bytes(content)[:3])
    os.kill(os.getpid(), signal.SIGKILL)

Connection._send_bytes = send_half
"""


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are others there")
def test_a_worker_that_dies_while_it_hands_over_a_result_is_replaced(tmp_path):
    """The pool of the standard library would wait for the rest of the result."""
    was_here = str(tmp_path / "was here")
    once = f"__import__('os').mkdir({was_here!r}) or exec({HALF_A_RESULT!r}, {{}})"
    dies_once = f"5 if __import__('os').path.isdir({was_here!r}) else ({once})"
    with workers.local(2) as pool:
        found = list(pool.results(eval, [dies_once, "1", "2"]))
        assert [result for _, result in found] == [5, 1, 2]


def test_a_worker_that_died_while_idle_is_replaced():
    with workers.local(2) as pool:
        ((_, pid),) = results(pool, ["__import__('os').getpid()"])
        os.kill(pid, signal.SIGKILL)
        time.sleep(0.2)
        assert results(pool, ["1", "2"]) == [("1", 1), ("2", 2)]


def test_waiting_ends_when_no_result_can_come(monkeypatch):
    def nobody():
        raise LookupError("nobody is at work")

    class Lost(SerialExecutor):
        def submit(self, *_):
            return Future()

    monkeypatch.setattr(workers, "_CHECK_INTERVAL", 0.01)
    pool = workers.Workers(Lost, 2, nobody)
    with pytest.raises(LookupError):
        results(pool, ["1"])


def test_a_task_may_time_out_itself():
    with workers.local(1) as pool, pytest.raises(TimeoutError, match="mine"):
        results(pool, ["(_ for _ in ()).throw(TimeoutError('mine'))"])


def test_a_cancelled_task_is_done_again():
    """A pool that could not start a worker is given up, with what was waiting in it."""

    class Cancelling(SerialExecutor):
        def submit(self, function, task):
            future = super().submit(function, task)
            if task == "1" and not cancelled:
                cancelled.append(task)
                future = Future()
                future.cancel()
            return future

    cancelled = []
    pool = workers.Workers(Cancelling, 2)
    assert results(pool, ["1", "2"]) == [("1", 1), ("2", 2)]
    assert cancelled


def program(code: str, folder: Path, **options) -> subprocess.Popen:
    """Another Python that has begun to run the code."""
    return subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
        **options,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="the parent is killed with a signal")
def test_workers_do_not_outlive_a_parent_that_is_killed(tmp_path):
    code = (
        "from generator.core import workers\n"
        "with workers.local(2) as pool:\n"
        "    tasks = ['__import__(\"os\").getpid()'] * 8 + ['__import__(\"time\").sleep(60)']\n"
        "    for _, pid in pool.results(eval, tasks):\n"
        "        print(pid, flush=True)\n"
    )
    with program(code, tmp_path, stderr=subprocess.DEVNULL) as parent:
        pids = {int(parent.stdout.readline()) for _ in range(8)}
        parent.kill()
    assert _gone(pids)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("answered", [0, 8])
def test_ctrl_c_does_not_wait_for_tasks_under_way(answered, tmp_path):
    """As the program leaves, and in a terminal, which sends Ctrl-C to the workers too: while they
    begin, or work. Nothing is told behind the prompt."""
    code = (
        "import os\n"
        "from generator.core import workers\n"
        "try:\n"
        "    print(os.getpid(), flush=True)\n"
        "    with workers.local(2) as pool:\n"
        "        tasks = ['__import__(\"os\").getpid()'] * 8\n"
        "        tasks += ['__import__(\"time\").sleep(60)'] * 4\n"
        "        for _, pid in pool.results(eval, tasks):\n"
        "            print(pid, flush=True)\n"
        "except KeyboardInterrupt:\n"
        "    raise SystemExit(3)\n"
    )
    parent = program(
        code,
        tmp_path,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    pids = {int(parent.stdout.readline()) for _ in range(1 + answered)}
    time.sleep(0.05)  # until all wait for a task under way, or for a worker
    os.killpg(parent.pid, signal.SIGINT)
    _, errors = parent.communicate(timeout=50)
    assert parent.returncode == 3
    assert errors == ""
    assert _gone(pids)


def _gone(pids: set[int]) -> bool:
    deadline = time.monotonic() + 30
    while any(map(_alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not any(map(_alive, pids))


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):  # the second if it ends while it is read
        return False
    return state != "Z"  # a zombie waits for its parent, but is dead
