"""What is stale, why, and what is printed anew."""

import pytest
from batch import batches
from batch.batches import change, contents, make_job, make_plan, own_set, print_batch, rows

from generator.batch.manifest import check_rows, reprint_plan
from generator.batch.run import run
from generator.core.files import Output
from generator.core.progress import Progress


@pytest.fixture
def garden(tmp_path):
    return own_set(tmp_path / "mine")


@pytest.fixture
def batch(garden, tmp_path):
    """Boards with that set, and some with a shipped one, which does not change."""
    own = (garden.parent,)
    jobs = make_job(4, sets=("garden",), sets_dirs=own), make_job(2, sets_dirs=own)
    plan = make_plan(tmp_path / "out", *jobs, pattern="{number}")
    print_batch(plan, "both")
    return plan


def check(batch, of_rows=None):
    """Rows, all unless some are given, against the present sets and files."""
    sets_dirs = batch.variants[0].request.sets_dirs
    return check_rows(
        of_rows or rows(batch), batch.output.folder, sets_dirs, lambda row: batches.SETTINGS
    )


def stale(batch):
    return {status.row.number: status.reason for status in check(batch) if status.reason}


def print_again(batch, numbers, progress=None):
    """Print the rows with these numbers again."""
    selected = [status for status in check(batch) if status.row.number in numbers]
    plan = reprint_plan(batch.manifest, selected, Output(batch.output.folder, pdfs="both"))
    run(plan, (), batches.SERIAL, progress or Progress(), rows(batch))
    return plan


def test_a_set_that_changed_is_named(batch, garden):
    garden.write_text("# a comment\n" + garden.read_text(encoding="utf-8"), encoding="utf-8")
    assert stale(batch) == {}
    change(garden)
    assert sorted(stale(batch)) == [1, 2, 3, 4], "base did not change"
    for status in check(batch)[:4]:
        assert status.reason.startswith("set garden has changed (fingerprint then ")
        assert status.variant.request.seed == f"x-{status.row.number}"


def test_files_that_are_gone_and_what_failed_are_stale(batch):
    failed = rows(batch)[0].model_copy(update={"status": "failed", "error": "no room"})
    (status,) = check(batch, [failed])
    assert status.reason == "it failed: no room"
    (batch.output.folder / "2.pdf").unlink()
    assert stale(batch) == {2: "2.pdf is missing"}
    (batch.output.folder / "party.pdf").unlink()
    assert stale(batch)[1] == "party.pdf is missing"


def test_only_what_is_stale_is_printed_anew_in_documents_of_its_own(batch, garden):
    before, old = contents(batch.output.folder), rows(batch)
    change(garden)
    assert print_again(batch, {2}).name == "party.reprint-1"
    assert sorted(stale(batch)) == [1, 3, 4]
    assert print_again(batch, {1, 3, 4}).name == "party.reprint-2"
    assert stale(batch) == {}
    after, new = contents(batch.output.folder), rows(batch)
    assert all(after[name] == before[name] for name in ("5.pdf", "6.pdf", "party.pdf"))
    assert [row.number for row in new] == [1, 2, 3, 4, 5, 6] and new[4:] == old[4:]
    for row, was, number in zip(new[:4], old[:4], (2, 1, 2, 2), strict=True):
        assert row.id != was.id
        assert row.file == was.file and row.own_pages
        assert row.joint_file == f"party.reprint-{number}.pdf"


def test_a_name_with_an_id_follows_it(garden, tmp_path):
    job = make_job(1, sets=("garden",), sets_dirs=(garden.parent,))
    plan = make_plan(tmp_path / "out", job, pattern="a/{id}.new")
    print_batch(plan, "each")
    change(garden)
    (status,) = check(plan)
    assert status.variant.row.file == f"a/{status.variant.row.id}.new.pdf"


def test_a_reprint_that_is_stopped_loses_no_row(batch, garden):
    class Stopped(Progress):
        def step(self, count=1):
            raise KeyboardInterrupt

    change(garden)
    with pytest.raises(KeyboardInterrupt):
        print_again(batch, {1, 2, 3, 4}, Stopped())
    assert [row.number for row in rows(batch)] == [1, 2, 3, 4, 5, 6]
    print_again(batch, {1, 2, 3, 4})
    assert stale(batch) == {}
