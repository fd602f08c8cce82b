"""Whole batches: the same files whatever happens to them."""

import errno
from dataclasses import replace
from functools import partial
from pathlib import Path

import pikepdf
import pytest
from batch import batches
from batch.batches import SETTINGS, contents, make_job, make_plan, own_set, print_batch, rows
from short_run import first
from support import settings

from generator.batch import run
from generator.batch.manifest import earlier_rows, journal, kept_rows
from generator.batch.plan import Variant
from generator.core import workers
from generator.core.errors import OverwriteError, RollError
from generator.core.progress import Progress

MANY = 11
FR = settings("letter", "low", "fr")
MAPS = {"game": "metals", "sheet": "map", "sets": ("wilds",), "size": "basic"}


@pytest.fixture
def fails(monkeypatch):
    """Makes the rolls of some seeds fail."""

    def failing(*seeds):
        roll = Variant.roll

        def failing_roll(variant):
            if variant.request.seed in seeds:
                raise RollError(f"no {variant.request.seed}")
            return roll(variant)

        monkeypatch.setattr(Variant, "roll", failing_roll)

    return failing


class Stopped(Progress):
    """Someone presses Ctrl-C behind some steps of a phase."""

    def __init__(self, phase, steps):
        self._phase, self._left = phase, steps

    def phase(self, name, total):
        self._now = name

    def step(self, count=1):
        if self._now == self._phase:
            self._left -= count
            if self._left <= 0:
                raise KeyboardInterrupt


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The files of a batch to which nothing happened."""
    plan = make_plan(tmp_path_factory.mktemp("undisturbed"), make_job(MANY))
    print_batch(plan, "both")
    return contents(plan.output.folder)


def kept(plan, pdfs="both", **output):
    plan = batches.with_output(plan, pdfs, **output)
    return kept_rows(plan, earlier_rows(plan))


@pytest.mark.parametrize("processes", first(1, [2, 1]))
def test_files_are_those_of_the_manifest_whoever_makes_them(processes, undisturbed, tmp_path):
    plan = make_plan(tmp_path, make_job(MANY))
    result = print_batch(plan, "both", workers=partial(workers.local, processes))
    assert contents(tmp_path) == undisturbed
    assert rows(plan) == list(result.rows.values())
    for number, (row, variant) in enumerate(zip(rows(plan), plan.variants, strict=True), 1):
        assert (row.number, row.id, row.status) == (number, variant.row.id, "done")
        assert (row.file, row.own_pages) == (variant.row.file, 1)
        assert (row.joint_file, row.joint_page, row.joint_pages) == ("party.pdf", number, 1)
    assert [path.name for path in result.paths] == ["party.pdf", "party.jsonl", "party.csv"]


@pytest.mark.parametrize("stop", [("variants", 1), ("variants", 8), ("one PDF", 2)])
def test_an_interrupted_batch_goes_on(stop, undisturbed, tmp_path, monkeypatch):
    plan = make_plan(tmp_path, make_job(MANY))
    with pytest.raises(KeyboardInterrupt):
        print_batch(plan, "both", progress=Stopped(*stop))
    left = rows(plan)
    assert [row.number for row in left] == list(range(1, len(left) + 1))
    assert kept(plan) == left
    again = []
    print_variant = run.print_variant

    def recording(folder, variant):
        again.append(variant)
        return print_variant(folder, variant)

    monkeypatch.setattr(run, "print_variant", recording)
    print_batch(plan, "both", left)
    assert contents(tmp_path) == undisturbed
    assert len(again) == MANY - len(left), "nothing is printed twice"


def test_what_is_gone_is_printed_again(undisturbed, tmp_path):
    plan = make_plan(tmp_path, make_job(MANY))
    print_batch(plan, "both")
    (tmp_path / plan.variants[0].row.file).unlink()
    assert [row.number for row in kept(plan)] == list(range(2, MANY + 1))
    (tmp_path / "party.pdf").unlink()
    left = kept(plan)
    assert not any(row.joint_file for row in left)
    print_batch(plan, "both", left)
    assert contents(tmp_path) == undisturbed


def test_a_full_disk_ends_a_batch_with_a_usable_manifest(undisturbed, tmp_path, monkeypatch):
    plan = make_plan(tmp_path, make_job(MANY))
    written = []
    write = run.write_atomically

    def full(path, content, **options):
        if len(written) == 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        written.append(path)
        return write(path, content, **options)

    with monkeypatch.context() as patched:
        patched.setattr(run, "write_atomically", full)
        with pytest.raises(OSError, match="No space left"):
            print_batch(plan, "both")
    assert [row.number for row in rows(plan)] == [1, 2, 3]
    print_batch(plan, "both", kept(plan))
    assert contents(tmp_path) == undisturbed


def test_a_document_of_other_variants_is_not_trusted(tmp_path):
    many, few = make_plan(tmp_path, make_job(4)), make_plan(tmp_path, make_job(3))
    print_batch(few, "one")
    print_batch(many, "one")  # which has the others, and one more
    assert len(kept(many, "one")) == 4
    with pytest.raises(OverwriteError, match=r"lists another batch, .*such as .*\.x-4\."):
        earlier_rows(few)
    print_batch(few, "one")
    assert kept(many, "one") == []


def fitted(margin):
    paper = SETTINGS.paper._replace(margins=(margin,) * 4)
    return replace(SETTINGS, paper=paper, fitted=True)


def test_rows_that_say_too_little_or_are_of_another_plan_are_not_kept(tmp_path):
    plan = make_plan(tmp_path, make_job(2, settings=(fitted(6.0),)))
    print_batch(plan, "each")
    assert len(kept(plan, "each")) == 2
    assert kept(plan, "one") == []
    for other in (FR, fitted(7.0)):
        assert kept(make_plan(tmp_path, make_job(2, settings=(other,))), "each") == []
    for job in (make_job(2, players=3), make_job(2, sheet="inventories")):
        with pytest.raises(OverwriteError, match="lists another batch"):
            kept(make_plan(tmp_path, job))
    with journal(plan.manifest, [row.model_copy(update={"version": "0"}) for row in rows(plan)]):
        pass
    assert kept(plan, "each") == []


@pytest.mark.parametrize("pdfs", ["one", "each", "both"])
def test_a_variant_that_fails_is_a_row_and_the_others_go_on(pdfs, fails, tmp_path):
    plan = make_plan(tmp_path, make_job(4))
    fails("x-2")
    result = print_batch(plan, pdfs, contact_sheet=True)
    assert [row.number for row in result.failed] == [2]
    first, second, third, _ = rows(plan)
    assert (second.status, second.error) == ("failed", "no x-2")
    assert (second.own_pages, second.joint_file) == (0, "")
    assert [row.status for row in (first, third)] == ["done", "done"]
    if pdfs != "each":
        assert third.joint_page == 2
        with pikepdf.open(tmp_path / "party.pdf") as document:
            assert len(document.pages) == 3


def test_failed_ones_are_tried_again(fails, monkeypatch, tmp_path):
    plan = make_plan(tmp_path, make_job(2))
    fails("x-1", "x-2")
    assert len(print_batch(plan, "one", contact_sheet=True).failed) == 2
    assert sorted(contents(tmp_path)) == ["party.csv", "party.jsonl"]
    monkeypatch.undo()
    assert kept(plan) == []
    assert not print_batch(plan, "both").failed


def test_a_document_without_those_that_failed_is_as_if_they_were_not_requested(tmp_path):
    """Also where a layout fails, when the pages before it are drawn already."""
    two = make_plan(tmp_path / "two", make_job(2))
    print_batch(two, "one")
    tiny = SETTINGS.paper._replace(width=30, height=20)
    lost = make_job(1, settings=(replace(SETTINGS, paper=tiny),))
    three = make_plan(tmp_path / "three", make_job(2), lost)
    printing = run.Run(three, (), Progress())
    document = printing.combine(Path("party.pdf"), three.variants)
    assert document.content == (tmp_path / "two" / "party.pdf").read_bytes()
    assert [row.status for row in printing.rows.values()] == ["done", "done", "failed"]
    assert [bool(row.joint_file) for row in printing.rows.values()] == [True, True, False]


def test_what_a_killed_run_left_half_written_is_written_over(tmp_path):
    plan = make_plan(tmp_path, make_job(1))
    own = plan.variants[0].row.file
    for name in (own, "party.pdf", "party.csv"):
        (tmp_path / f".{name}.part").write_bytes(b"half")
    print_batch(plan, "both")
    assert sorted(contents(tmp_path)) == [own, "party.csv", "party.jsonl", "party.pdf"]


def test_one_document_for_each_kind_of_sheet_and_setting(tmp_path):
    plan = make_plan(
        tmp_path, make_job(2, settings=(SETTINGS, FR)), make_job(1, players=3), make_job(1, **MAPS)
    )
    print_batch(plan, "one")
    files = ["boards.pdf"] * 2 + ["boards.letter.low.fr.pdf"] * 2 + ["boards.pdf"]
    files = [*(f"party.magnetmen.{file}" for file in files), "party.metals.map.pdf"]
    pages = [(row.joint_file, row.joint_page) for row in rows(plan)]
    assert pages == [*zip(files, (1, 2, 1, 2, 3, 1), strict=True)]
    assert {*files} == {*contents(tmp_path)} - {"party.jsonl", "party.csv"}


@pytest.mark.parametrize("backs", first(1, ["duplex", "gutterfold"]))
def test_a_variant_has_several_pages_those_that_are_always_the_same_once(backs, tmp_path):
    """Where backs are printed behind fronts, each begins on a new leaf."""
    looks = SETTINGS.with_options({"backs": backs})
    plan = make_plan(tmp_path, make_job(3, **{**MAPS, "sheet": ""}, settings=(looks,)))
    print_batch(plan, "both")
    first, second, third = rows(plan)
    assert first.joint_pages == first.own_pages > 4
    assert (second.joint_pages, third.joint_pages) == (1, 1)
    blank = (first.joint_pages % 2, 1) if backs == "duplex" else (0, 0)
    assert second.joint_page == 1 + first.joint_pages + blank[0]
    assert third.joint_page == second.joint_page + 1 + blank[1]
    with pikepdf.open(tmp_path / "party.pdf") as document:
        assert len(document.pages) == third.joint_page


def test_pictures_from_other_folders_are_not_mixed(tmp_path):
    """Own sets and shipped ones may have different pictures of one name."""
    own_set(tmp_path / "mine").with_name("assets").mkdir()
    own = (tmp_path / "mine",)
    jobs = make_job(1, sets_dirs=own), make_job(1, sets=("garden",), sets_dirs=own)
    plan = make_plan(tmp_path, *jobs)
    stems = ["party.magnetmen.boards", "party.magnetmen.boards.2"]
    assert [*plan.documents] == stems
    assert plan.variants[0].row.id == make_plan(tmp_path, make_job(1)).variants[0].row.id
