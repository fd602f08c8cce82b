"""Batches that lose a process: what is there is whole, and the same command with --resume ends it.

The kills are seeded. `KILLS=100 pytest -m "" tests/batch/test_kills.py` tries more of them.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import run

psutil = pytest.importorskip("psutil")
pytestmark = [
    pytest.mark.process,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="tells processes as Linux does"),
]

COUNT = int(os.environ.get("KILLS", "4"))
VARIANTS = 16
WORDS = ["batch", "--size", "small", "--players", "2", "--seed", "x", "--count", str(VARIANTS)]
WORDS += ["--pdfs", "each", "--no-playtest", "--output"]
MANIFEST = "magnetmen.small.base.2.x.batch.jsonl"
WAYS = [("batch", signal.SIGINT)]
SIGNALS = (signal.SIGKILL, signal.SIGTERM)
WAYS += [(who, how) for how in SIGNALS for who in ("batch", "server", "worker")]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".csv"}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a batch that loses nothing."""
    folder = tmp_path_factory.mktemp("undisturbed")
    assert run(*WORDS, str(folder), "--jobs", "1").exit_code == 0
    return contents(folder)


@pytest.fixture
def temporary() -> Iterator[Path]:
    """A folder for temporary files; tmp_path is too long for the name of a socket."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def start(folder: Path, temporary: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "generator", *WORDS, str(folder), "--jobs", "2", "--quiet"],
        env={**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def victims(batch: int, which: str) -> list[int]:
    """The processes of a batch that are of this kind."""
    if which == "batch":
        return [batch]
    children = psutil.Process(batch).children()
    servers = [one for one in children if "multiprocessing.forkserver" in " ".join(one.cmdline())]
    if which == "server":
        return [one.pid for one in servers]
    return [one.pid for server in servers for one in server.children()]


def kill(process: subprocess.Popen[str], folder: Path, number: int) -> str:
    """Kills once the manifest has so many rows; says whom, "" if nobody was left."""
    choose, (which, how) = random.Random(f"kill {number}"), WAYS[number % len(WAYS)]
    rows, manifest = choose.randrange(VARIANTS - 10), folder / MANIFEST
    while process.poll() is None:
        try:
            begun = manifest.exists() and manifest.read_bytes().count(b"\n") > rows
            if begun and (processes := victims(process.pid, which)):
                os.kill(choose.choice(processes), how)
                return which
        except (psutil.Error, ProcessLookupError):
            continue
        time.sleep(0.002)
    return ""


@pytest.mark.parametrize("number", range(COUNT))
def test_a_killed_batch_can_be_resumed(
    number: int, undisturbed: dict[str, bytes], temporary: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    with start(folder, temporary) as process:
        killed = kill(process, folder, number)
        try:
            _, errors = process.communicate(timeout=120)
        finally:
            process.kill()  # a batch that hangs fails the test, and does not hold it up
    assert "Traceback" not in errors
    assert process.returncode == 0 or killed == "batch", errors
    if process.returncode:
        if process.returncode == 1:
            last = errors.splitlines()[-1]
            assert last == "stopped; run the same command with --resume to continue"
        left = len((folder / MANIFEST).read_text("utf-8").splitlines())
        result = run(*WORDS, str(folder), "--resume", "--jobs", "1")
        assert f"{left} of {VARIANTS} were there already" in result.stderr
    assert contents(folder) == undisturbed
