"""Workers: results in order, and workers that die.

Tasks are texts for eval, so that a worker needs nothing but Python to do them.
"""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from pathlib import Path
from unittest.mock import Mock

import pytest
from short_run import first

from generator.core import workers
from generator.core.errors import WorkersError

DIES = "__import__('os')._exit(9)"
ROOT = Path(__file__).parents[2]


def results(pool, tasks):
    return list(pool.results(eval, tasks))


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_tasks(jobs):
    tasks = ["__import__('time').sleep(0.05) or 0", *map(str, range(1, 20))]
    with workers.local(jobs) as pool:
        assert results(pool, tasks) == list(zip(tasks, range(20), strict=True))


def test_a_task_that_kills_again_ends_the_work():
    with workers.local(2) as pool, pytest.raises(WorkersError, match="died again"):
        results(pool, ["1", DIES, "4"])


def test_a_worker_that_died_while_idle_is_replaced():
    with workers.local(2) as pool:
        ((_, pid),) = results(pool, ["__import__('os').getpid()"])
        os.kill(pid, signal.SIGKILL)
        time.sleep(0.2)
        assert results(pool, ["1", "2"]) == [("1", 1), ("2", 2)]


def test_waiting_ends_when_no_result_can_come(monkeypatch):
    monkeypatch.setattr(workers, "_CHECK_INTERVAL", 0.01)
    executor = Mock(submit=Mock(return_value=Future()))
    pool = workers.Workers(lambda: executor, Mock(side_effect=[None, LookupError]))
    with pytest.raises(LookupError):
        results(pool, ["1"])


def test_a_cancelled_task_is_done_again():
    """A pool that could not start a worker is given up, with what was waiting in it."""
    done, cancelled, again = Future(), Future(), Future()
    done.set_result(1)
    cancelled.cancel()
    again.set_result(2)
    executor = Mock(submit=Mock(side_effect=[done, cancelled, again]))
    pool = workers.Workers(lambda: executor)
    assert results(pool, ["1", "2"]) == [("1", 1), ("2", 2)]


PROGRAM = """
import os
from generator.core import workers
try:
    print(os.getpid(), flush=True)
    with workers.local(2) as pool:
        tasks = ['__import__("os").getpid()'] * 8 + ['__import__("time").sleep(60)'] * 4
        for _, pid in pool.results(eval, tasks):
            print(pid, flush=True)
except KeyboardInterrupt:
    raise SystemExit(3)
"""


def program(folder: Path) -> subprocess.Popen:
    """Another Python that has begun to run the program, in a group of its own."""
    options = {"cwd": folder, "env": {**os.environ, "PYTHONPATH": str(ROOT)}, "text": True}
    options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "start_new_session": True}
    options["preexec_fn"] = lambda: signal.signal(signal.SIGINT, signal.default_int_handler)
    return subprocess.Popen([sys.executable, "-c", PROGRAM], **options)


@pytest.mark.skipif(sys.platform == "win32", reason="the parent is killed with a signal")
def test_workers_do_not_outlive_a_parent_that_is_killed(tmp_path):
    with program(tmp_path) as parent:
        pids = {int(parent.stdout.readline()) for _ in range(9)}
        parent.kill()
    assert _gone(pids)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("answered", first(0, [8, 0]))
def test_ctrl_c_does_not_wait_for_tasks_under_way(answered, tmp_path):
    """As the program leaves, and in a terminal, which sends Ctrl-C to the workers too: while they
    begin, or work. Nothing is told behind the prompt."""
    parent = program(tmp_path)
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
