"""What the tests of batches share: small plans, made in this process."""

from functools import partial
from pathlib import Path

from generator.batch.manifest import Row, read
from generator.batch.plan import Job, Plan, numbered, planned
from generator.batch.run import Result, Wanted, run
from generator.core import workers
from generator.core.paper import PAPERS
from generator.core.progress import Silent
from generator.core.settings import Settings

LOOK = Settings(PAPERS["a4"], "full", "en")
HERE = partial(workers.local, 1)


def job(count: int = 3, game: str = "magnetmen", sheet: str = "boards", **more) -> Job:
    usual = {
        "sets": ("base",), "size": "small", "players": 2, "seeds": numbered("x", 1, count),
        "looks": (LOOK,),
    }  # fmt: skip
    return Job(game, sheet, **(usual | more))


def plan(folder: Path, *jobs: Job, pattern: str = "{name}", sets_dirs: tuple = ()) -> Plan:
    variants = planned(jobs or (job(),), sets_dirs, pattern)
    return Plan("party", folder, variants, sets_dirs, ("batch", "--seed", "x"))


def printed(chosen: Plan, pdfs: str = "each", kept=(), workers=HERE, **more) -> Result:
    """A batch that is run quietly."""
    progress = more.pop("progress", Silent())
    wanted = Wanted(pdfs, **more)
    return run(chosen, wanted, manifest(chosen), kept, workers, progress)


def manifest(chosen: Plan) -> Path:
    return chosen.folder / f"{chosen.name}.jsonl"


def rows(chosen: Plan) -> list[Row]:
    """What the manifest says."""
    return read(manifest(chosen))


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*")) if path.is_file()
    }  # fmt: skip
