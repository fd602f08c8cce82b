"""The same batch on a Dask cluster: a scheduler and two workers on this machine."""

import gc
import os
import signal
import time
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest
from batch.batches import contents, make_job, make_plan, print_batch, rows

from generator.core import workers
from generator.core.errors import WorkersError
from generator.core.progress import Progress

pytestmark = [  # distributed is imported in tests: it takes half a second of each process
    pytest.mark.process,
    pytest.mark.slow,
    pytest.mark.skipif(not find_spec("distributed"), reason="no extra `cluster` is installed"),
]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory, request):
    """Two workers, or as many as there shall be, with nannies, which start them again when they
    die, or without. Starting one takes seconds: the test that ends it comes last."""
    import dask
    import distributed
    from distributed.deploy.subprocess import SubprocessCluster

    count, kind = getattr(request, "param", (2, "Worker"))
    options = {"n_workers": count, "worker_class": f"distributed.{kind}", "threads_per_worker": 1}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
        patch.chdir(tmp_path_factory.mktemp("cluster"))
        cluster = SubprocessCluster(dashboard_address=None, **options)
    try:
        with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
            while len(client.nthreads()) < count:
                time.sleep(0.05)
        yield cluster
    finally:  # where the scheduler is lost, it is not waited for
        with suppress(OSError), dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
            cluster.close()
        cluster.status = distributed.core.Status.closed


class Killing(Progress):
    """Kills a process when some variants are done."""

    def __init__(self, program):
        self._left = [program.process.pid]

    def step(self, count=1):
        if self._left:
            os.kill(self._left.pop(), signal.SIGKILL)
            time.sleep(0.2)  # so that it is known, and tasks sent now are sent to nobody


class Newer(NamedTuple):
    """What no worker can read, as of another version of the program."""

    field: int


def test_workers_with_another_version_of_the_program_are_told(cluster):
    with (
        pytest.raises(WorkersError, match="a worker has another version of this program, or none"),
        workers.connect(cluster.scheduler_address) as pool,
    ):
        list(pool.results(str, [Newer(1)]))


def test_a_lost_worker_is_made_good(cluster, tmp_path):
    here, there = (make_plan(tmp_path / name, make_job(40)) for name in ("here", "there"))
    print_batch(here, "both")
    remote = partial(workers.connect, cluster.scheduler_address)
    print_batch(there, "both", workers=remote, progress=Killing(cluster.workers[0]))
    assert contents(there.output.folder) == contents(here.output.folder)


def test_a_lost_scheduler_ends_the_batch_with_a_usable_manifest(cluster, tmp_path):
    plan = make_plan(tmp_path / "there", make_job(80))
    remote = partial(workers.connect, cluster.scheduler_address)
    with pytest.raises(WorkersError, match="the scheduler is gone"):
        print_batch(plan, workers=remote, progress=Killing(cluster.scheduler))
    assert 0 < len(rows(plan)) < 80


@pytest.mark.parametrize("cluster", [(2, "Nanny")], indirect=True, ids=["with nannies"])
def test_a_task_that_kills_its_workers_ends_the_work(cluster):
    import distributed

    dies = "__import__('os')._exit(9)"
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
        client.run_on_scheduler(
            lambda dask_scheduler: setattr(dask_scheduler, "allowed_failures", 0)
        )
    with (
        pytest.raises(WorkersError, match="again and again"),
        workers.connect(cluster.scheduler_address) as pool,
    ):
        dict(pool.results(eval, ["1", dies, "2"]))


@pytest.mark.parametrize("cluster", [(0, "Worker")], indirect=True, ids=["without workers"])
def test_a_scheduler_without_workers_is_told(cluster, monkeypatch):
    monkeypatch.setattr(workers, "_TIMEOUT", 2)
    with (
        pytest.raises(WorkersError, match="no worker is there, start some first"),
        workers.connect(cluster.scheduler_address),
    ):
        pass


@pytest.mark.parametrize("address", ["nonsense", "foo://x:3"])
def test_no_scheduler(address):
    with pytest.raises(WorkersError, match=f"--scheduler {address}: "), workers.connect(address):
        pass
    # The client that failed ends here: ending while another one begins, both would wait forever.
    gc.collect()
