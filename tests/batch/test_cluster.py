"""The same batch on a Dask cluster: a scheduler and two workers on this machine."""

import gc
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from batch.batches import contents, make_job, make_plan, print_batch, rows

from generator.core import workers
from generator.core.errors import WorkersError
from generator.core.progress import Progress

if importlib.util.find_spec("distributed") is None:
    pytest.skip("the extra `cluster` is not installed", allow_module_level=True)

pytestmark = pytest.mark.process
ROOT = Path(__file__).parents[2]
HERE = ("--host", "127.0.0.1", "--no-dashboard")


@contextmanager
def started(folder: Path, program: str, *words: str) -> Iterator[subprocess.Popen]:
    """A program of Dask's, as its own command starts it, which ends here."""
    process = subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{program}", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    with process:
        try:
            yield process
        finally:
            process.terminate()  # a nanny takes its worker with it


def address(file: Path, scheduler: subprocess.Popen) -> str:
    """Where a scheduler can be reached, once it has written that down to the end."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and scheduler.poll() is None:
        with suppress(FileNotFoundError, json.JSONDecodeError):
            return json.loads(file.read_text())["address"]
        time.sleep(0.05)
    raise AssertionError("Dask's scheduler did not start")


class Cluster(NamedTuple):
    """A scheduler, where it can be reached, and its workers."""

    scheduler: subprocess.Popen
    address: str
    workers: list[subprocess.Popen]


@contextmanager
def running(folder: Path, nannies: bool, count: int = 2) -> Iterator[Cluster]:
    """A scheduler and workers; with nannies they are started again when they die. Nothing is
    left running where one of them does not start."""
    from distributed import Client

    file = folder / "scheduler.json"
    kind = "--nanny" if nannies else "--no-nanny"
    words = (*HERE, kind, "--nthreads", "1", "--local-directory", str(folder))
    with ExitStack() as ends:
        options = (*HERE, "--port", "0", "--scheduler-file", str(file))
        scheduler = ends.enter_context(started(folder, "scheduler", *options))
        where = address(file, scheduler)
        workers = [
            ends.enter_context(started(folder, "worker", where, *words)) for _ in range(count)
        ]
        with Client(where, set_as_default=False) as client:
            while len(client.nthreads()) < count:
                time.sleep(0.05)
        yield Cluster(scheduler, where, workers)


@pytest.fixture
def cluster(tmp_path, request):
    folder = tmp_path / "dask"
    folder.mkdir()
    with running(folder, nannies=getattr(request, "param", False)) as there:
        yield there


class Killing(Progress):
    """Kills a process when some variants are done."""

    def __init__(self, process):
        self._process = process

    def step(self, count=1):
        if self._process.poll() is not None:
            return
        self._process.kill()
        self._process.wait()
        time.sleep(0.2)  # so that it is known, and tasks sent now are sent to nobody


def test_a_lost_worker_is_made_good(cluster, tmp_path):
    here, there = (
        make_plan(tmp_path / "here", make_job(40)),
        make_plan(tmp_path / "there", make_job(40)),
    )
    print_batch(here, "both")
    remote = partial(workers.connect, cluster.address)
    print_batch(there, "both", workers=remote, progress=Killing(cluster.workers[0]))
    assert contents(there.folder) == contents(here.folder)


@pytest.mark.slow
def test_a_lost_scheduler_ends_the_batch_with_a_usable_manifest(cluster, tmp_path):
    plan = make_plan(tmp_path / "there", make_job(80))
    remote = partial(workers.connect, cluster.address)
    with pytest.raises(WorkersError, match="the scheduler is gone"):
        print_batch(plan, workers=remote, progress=Killing(cluster.scheduler))
    assert 0 < len(rows(plan)) < 80


@pytest.mark.slow
@pytest.mark.parametrize("cluster", [True], indirect=True, ids=["with nannies"])
def test_a_task_that_kills_its_workers_ends_the_work(cluster):
    from distributed import Client

    dies = "__import__('os')._exit(9)"
    with Client(cluster.address, set_as_default=False) as client:
        client.run_on_scheduler(
            lambda dask_scheduler: setattr(dask_scheduler, "allowed_failures", 0)
        )
    with (
        pytest.raises(WorkersError, match="again and again"),
        workers.connect(cluster.address) as pool,
    ):
        dict(pool.results(eval, ["1", dies, "2"]))


class Newer(NamedTuple):
    """What no worker can read, as of another version of the program."""

    field: int


@pytest.mark.slow
def test_workers_with_another_version_of_the_program_are_told(cluster):
    with (
        pytest.raises(WorkersError, match="a worker has another version of this program, or none"),
        workers.connect(cluster.address) as pool,
    ):
        list(pool.results(str, [Newer(1)]))


@pytest.mark.slow
def test_a_scheduler_without_workers_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "_TIMEOUT", 2)
    with (
        running(tmp_path, nannies=False, count=0) as there,
        pytest.raises(WorkersError, match="no worker is there, start some first"),
        workers.connect(there.address),
    ):
        pass


@pytest.mark.slow
@pytest.mark.parametrize("address", ["nonsense", "foo://x:3"])
def test_no_scheduler(address):
    with (
        pytest.raises(WorkersError, match=f"--scheduler {address}: "),
        workers.connect(address),
    ):
        pass
    # The client that failed ends here: ending while another one begins, both would wait forever.
    gc.collect()
