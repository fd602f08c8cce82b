"""What the tests of batches share: small plans, printed in this process."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from generator.batch.manifest import read
from generator.batch.plan import Job, Plan, Row, plan_jobs
from generator.batch.run import Run, run
from generator.core import workers
from generator.core.files import Output
from generator.core.paper import PAPERS
from generator.core.progress import Progress
from generator.core.request import Request, SeedRange
from generator.core.resources import sets_dir
from generator.core.settings import Settings

SETTINGS = Settings(PAPERS["a4"], "full", "en")
SERIAL = partial(workers.local, 1)


def make_job(
    count: int = 3, game: str = "magnetmen", sheet: str = "boards", settings=(SETTINGS,), **values
) -> Job:
    """A job of small boards; `values` are other fields of its request."""
    usual = {"sets": ("base",), "size": "small", "players": 2}
    usual["seeds"] = SeedRange("x", 1, count)
    return Job(Request(game, sheet=sheet, **(usual | values)), settings)


def make_plan(folder: Path, *jobs: Job, pattern: str = "{name}") -> Plan:
    output, words = Output(folder, pattern=pattern), ("batch", "--seed", "x")
    draft = Plan("party", output, words, folder / "party.jsonl")
    return plan_jobs(jobs or (make_job(),), draft)


def with_output(plan: Plan, pdfs: str, **fields) -> Plan:
    """The plan with other files to make."""
    output = replace(plan.output, pdfs=pdfs, **fields)
    return plan._replace(output=output).with_variants(plan.variants)


def print_batch(
    plan: Plan, pdfs: str = "each", kept=(), workers=SERIAL, progress=None, **fields
) -> Run:
    """Print a batch quietly; `fields` are those of its output."""
    return run(with_output(plan, pdfs, **fields), kept, workers, progress or Progress())


def rows(plan: Plan) -> list[Row]:
    """What the manifest says."""
    return read(plan.manifest)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def own_set(folder: Path) -> Path:
    """The file of a set of one's own, like the base set, in a new folder."""
    folder.mkdir()
    base = (sets_dir() / "magnetmen" / "base.yaml").read_text("utf-8")
    (folder / "garden.yaml").write_text(base, "utf-8")
    return folder / "garden.yaml"


def change(garden: Path) -> None:
    """A change after which nothing is rolled as before."""
    text = garden.read_text("utf-8")
    garden.write_text(text.replace("points: 4", "points: 5"), "utf-8")
