"""What is stale, why, and what is printed anew."""

from pathlib import Path

import pytest
from batch.batches import LOOK, contents, job, plan, printed, rows
from batch.batches import manifest as manifest_of

from generator.batch import reprint
from generator.batch.run import Wanted, run
from generator.core.progress import Silent
from generator.core.resources import sets_dir
from generator.core.workers import local


@pytest.fixture
def garden(tmp_path) -> Path:
    """A set of one's own."""
    folder = tmp_path / "mine"
    folder.mkdir()
    base = (sets_dir() / "magnetmen" / "base.yaml").read_text(encoding="utf-8")
    (folder / "garden.yaml").write_text(base, encoding="utf-8")
    return folder / "garden.yaml"


@pytest.fixture
def batch(garden, tmp_path):
    """Boards with that set, and some with a shipped one, which does not change."""
    jobs = job(4, sets=("garden",)), job(2)
    chosen = plan(tmp_path / "out", *jobs, pattern="{number}", sets_dirs=(garden.parent,))
    printed(chosen, "both")
    return chosen


def found(batch):
    return reprint.compared(rows(batch), batch.folder, batch.sets_dirs, lambda row: LOOK)


def stale(batch):
    return {each.row.number: each.why for each in found(batch) if each.why}


def anew(batch, numbers):
    before = rows(batch)
    chosen = [each for each in found(batch) if each.row.number in numbers]
    again = reprint.plan(manifest_of(batch), chosen, batch.sets_dirs)
    run(again, Wanted("both"), manifest_of(batch), (), lambda: local(1), Silent(), before)
    return again


def change(garden, old="points: 4", new="points: 5"):
    text = garden.read_text(encoding="utf-8")
    assert old in text
    garden.write_text(text.replace(old, new), encoding="utf-8")


def test_nothing_is_stale_at_first(batch):
    assert stale(batch) == {}
    assert str(found(batch)[0]).endswith(": as printed")


def test_a_set_that_changed_is_named(batch, garden):
    change(garden)
    told = stale(batch)
    assert sorted(told) == [1, 2, 3, 4], "base did not change"
    for each in found(batch)[:4]:
        assert each.why.startswith("set garden has changed (fingerprint then ")
        assert each.variant.game_id.seed == f"x-{each.row.number}"
        power = any("+4" in line or "−4" in line for line in each.row.rolled)
        assert ("what it rolls stays the same" in each.why) is not power
    assert any("what it rolls differs in 1 of " in why for why in told.values())


def test_comments_do_not_make_anything_stale(batch, garden):
    garden.write_text("# mine\n" + garden.read_text(encoding="utf-8"), encoding="utf-8")
    assert stale(batch) == {}


def test_files_that_are_gone_or_altered(batch):
    (batch.folder / "2.pdf").unlink()
    (batch.folder / "3.pdf").write_bytes(b"else")
    assert stale(batch) == {2: "2.pdf is missing", 3: "3.pdf has been changed"}
    (batch.folder / "party.pdf").unlink()
    assert stale(batch)[1] == "party.pdf is missing"


def test_what_failed_is_stale(batch):
    failed = rows(batch)[0].model_copy(update={"status": "failed", "error": "no room"})
    (compared,) = reprint.compared([failed], batch.folder, batch.sets_dirs, lambda row: LOOK)
    assert compared.why == "it failed: no room"


def test_a_set_that_is_gone_cannot_be_printed(batch, garden):
    garden.unlink()
    told = [each for each in found(batch) if each.variant is None]
    assert [each.row.number for each in told] == [1, 2, 3, 4]
    assert "there is no set of this name" in told[0].why


def test_only_what_is_stale_is_printed_anew(batch, garden):
    before = contents(batch.folder)
    old = rows(batch)
    change(garden)
    anew(batch, {1, 2, 3, 4})
    after = contents(batch.folder)
    assert stale(batch) == {}
    assert all(after[name] == before[name] for name in ("5.pdf", "6.pdf", "party.pdf"))
    new = rows(batch)
    assert new[4:] == old[4:]
    assert [each.number for each in new] == [1, 2, 3, 4, 5, 6]
    for row, was in zip(new[:4], old[:4], strict=True):
        assert row.id != was.id
        assert row.own.file == was.own.file
        assert row.joint.file == "party.reprint-1.pdf"


def test_each_reprint_has_a_document_of_its_own(batch, garden):
    change(garden)
    assert anew(batch, {2}).name == "party.reprint-1"
    assert sorted(stale(batch)) == [1, 3, 4]
    assert anew(batch, {1, 3, 4}).name == "party.reprint-2"
    assert stale(batch) == {}


def test_a_name_with_an_id_follows_it(garden, tmp_path):
    jobs = job(1, sets=("garden",))
    chosen = plan(tmp_path / "out", jobs, pattern="a/{id}.new", sets_dirs=(garden.parent,))
    printed(chosen, "each")
    change(garden)
    (each,) = found(chosen)
    assert each.variant.file == f"a/{each.variant.game_id}.new.pdf"


def test_a_reprint_that_is_stopped_loses_no_row(batch, garden):
    change(garden)
    old = rows(batch)

    class Stopped(Silent):
        def step(self, count=1):
            raise KeyboardInterrupt

    chosen = [each for each in found(batch) if each.why]
    again = reprint.plan(manifest_of(batch), chosen, batch.sets_dirs)
    with pytest.raises(KeyboardInterrupt):
        run(again, Wanted("both"), manifest_of(batch), (), lambda: local(1), Stopped(), old)
    assert [each.number for each in rows(batch)] == [1, 2, 3, 4, 5, 6]
    anew(batch, set(stale(batch)) | {1, 2, 3, 4})
    assert stale(batch) == {}
