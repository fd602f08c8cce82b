"""Whole batches: the same files whatever happens to them."""

import errno
from dataclasses import replace
from functools import partial

import pikepdf
import pytest
from batch.batches import SETTINGS, contents, make_job, make_plan, print_batch, rows, with_output
from support import settings

from generator.batch import run, variant_pdf
from generator.batch.manifest import earlier_rows, journal, kept_rows
from generator.batch.plan import Group
from generator.batch.run import CHUNK_SIZE
from generator.core import workers
from generator.core.errors import OverwriteError, RollError
from generator.core.progress import Progress

MANY = 2 * CHUNK_SIZE + 3
FR = settings("letter", "low", "fr")


@pytest.fixture
def fails(monkeypatch):
    """Makes the rolls of some seeds fail."""

    def failing(*seeds):
        roll = variant_pdf.roll_variant

        def roll_variant(variant):
            if variant.game_id.seed in seeds:
                raise RollError(f"no {variant.game_id.seed}")
            return roll(variant)

        monkeypatch.setattr(variant_pdf, "roll_variant", roll_variant)
        monkeypatch.setattr(run, "roll_variant", roll_variant)

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
    return contents(plan.folder)


def test_files_are_those_of_the_manifest(undisturbed, tmp_path):
    plan = make_plan(tmp_path, make_job(MANY))
    result = print_batch(plan, "both")
    assert contents(tmp_path) == undisturbed
    in_manifest = rows(plan)
    assert in_manifest == list(result.rows.values())
    for number, (row, variant) in enumerate(zip(in_manifest, plan.variants, strict=True), 1):
        assert (row.number, row.id, row.status) == (number, str(variant.game_id), "done")
        assert (row.file, row.own_pages) == (variant.file, 1)
        assert (row.joint_file, row.joint_page, row.joint_pages) == ("party.pdf", number, 1)
    assert [path.name for path in result.paths] == ["party.pdf", "party.jsonl", "party.csv"]


def test_workers_change_nothing(undisturbed, tmp_path):
    print_batch(make_plan(tmp_path, make_job(MANY)), "both", workers=partial(workers.local, 2))
    assert contents(tmp_path) == undisturbed


@pytest.mark.parametrize("stop", [("variants", 1), ("variants", 2 * CHUNK_SIZE), ("one PDF", 2)])
def test_an_interrupted_batch_goes_on(stop, undisturbed, tmp_path, monkeypatch):
    plan = make_plan(tmp_path, make_job(MANY))
    with pytest.raises(KeyboardInterrupt):
        print_batch(plan, "both", progress=Stopped(*stop))
    left = rows(plan)
    assert [row.number for row in left] == list(range(1, len(left) + 1))
    kept = kept_rows(with_output(plan, "both"))
    assert kept == left
    again = []
    print_variants = run.print_variants

    def recording(output, is_remote, variants):
        again.extend(variants)
        return print_variants(output, is_remote, variants)

    monkeypatch.setattr(run, "print_variants", recording)
    print_batch(plan, "both", kept)
    assert contents(tmp_path) == undisturbed
    assert len(again) == MANY - len(left), "nothing is printed twice"


def test_what_is_gone_is_printed_again(undisturbed, tmp_path):
    plan = make_plan(tmp_path, make_job(MANY))
    print_batch(plan, "both")
    (tmp_path / plan.variants[0].file).unlink()
    kept = kept_rows(with_output(plan, "both"))
    assert [row.number for row in kept] == list(range(2, MANY + 1))
    (tmp_path / "party.pdf").unlink()
    kept = kept_rows(with_output(plan, "both"))
    assert not any(row.joint_file for row in kept)
    print_batch(plan, "both", kept)
    assert contents(tmp_path) == undisturbed


def test_a_document_of_other_variants_is_not_trusted(tmp_path):
    many, few = make_plan(tmp_path, make_job(4)), make_plan(tmp_path, make_job(3))
    print_batch(many, "one")
    many, few = with_output(many, "one"), with_output(few, "one")
    assert len(kept_rows(many)) == 4
    with pytest.raises(OverwriteError, match=r"lists another batch, .*such as .*\.x-4\."):
        earlier_rows(few)
    print_batch(few, "one")
    assert kept_rows(many) == []


@pytest.mark.parametrize(("pdfs", "ink_share"), [("one", False), ("each", True)])
def test_rows_that_say_too_little_are_not_kept(pdfs, ink_share, tmp_path):
    plan = make_plan(tmp_path, make_job(2))
    print_batch(plan, "each")
    assert len(kept_rows(with_output(plan, "each"))) == 2
    assert kept_rows(with_output(plan, pdfs, ink_share=ink_share)) == []


def test_rows_of_another_plan_are_not_kept(tmp_path):
    plan = with_output(make_plan(tmp_path, make_job(2)), "each")
    print_batch(plan)
    french = with_output(make_plan(tmp_path, make_job(2, settings=(FR,))), "each")
    assert kept_rows(french) == []
    for other in (make_job(2, players=3), make_job(2, sheet="inventories")):
        with pytest.raises(OverwriteError, match="lists another batch"):
            kept_rows(make_plan(tmp_path, other))
    assert len(kept_rows(plan)) == 2
    with journal(plan.manifest, [row.model_copy(update={"version": "0"}) for row in rows(plan)]):
        pass
    assert kept_rows(plan) == []


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


def test_a_document_without_those_that_failed_is_as_if_they_were_not_requested(fails, tmp_path):
    """Also where a layout fails, when the pages before it are drawn already."""
    two = make_plan(tmp_path / "two", make_job(2))
    print_batch(two, "one")
    tiny = SETTINGS.paper._replace(width=30, height=20)
    lost = make_job(1, settings=(replace(SETTINGS, paper=tiny),))
    three = make_plan(tmp_path / "three", make_job(2), lost)
    group = Group("party", three.variants)
    document, by_number = run.combine(group, three, Progress())
    assert document.content == (tmp_path / "two" / "party.pdf").read_bytes()
    assert [row.status for row in by_number.values()] == ["done", "done", "failed"]
    assert [bool(row.joint_file) for row in by_number.values()] == [True, True, False]


def test_nothing_can_be_printed(fails, tmp_path):
    fails("x-1", "x-2")
    result = print_batch(make_plan(tmp_path, make_job(2)), "one", contact_sheet=True)
    assert len(result.failed) == 2
    assert sorted(contents(tmp_path)) == ["party.csv", "party.jsonl"]


def test_failed_ones_are_tried_again(undisturbed, tmp_path, monkeypatch):
    plan = make_plan(tmp_path, make_job(MANY))
    with monkeypatch.context() as patched:
        patched.setattr(
            variant_pdf, "roll_variant", lambda *_: (_ for _ in ()).throw(RollError("no"))
        )
        print_batch(plan, "each")
    kept = kept_rows(with_output(plan, "both"))
    assert kept == []
    print_batch(plan, "both", kept)
    assert contents(tmp_path) == undisturbed


def test_a_full_disk_ends_a_batch_with_a_usable_manifest(undisturbed, tmp_path, monkeypatch):
    plan = make_plan(tmp_path, make_job(MANY))
    written = []
    write = variant_pdf.write_atomically

    def full(path, content):
        if len(written) == CHUNK_SIZE + 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        written.append(path)
        return write(path, content)

    with monkeypatch.context() as patched:
        patched.setattr(variant_pdf, "write_atomically", full)
        with pytest.raises(OSError, match="No space left"):
            print_batch(plan, "both")
    assert [row.number for row in rows(plan)] == list(range(1, CHUNK_SIZE + 1))
    print_batch(plan, "both", kept_rows(with_output(plan, "both")))
    assert contents(tmp_path) == undisturbed


def test_what_a_killed_run_left_half_written_is_written_over(tmp_path):
    plan = make_plan(tmp_path, make_job(1))
    own = plan.variants[0].file
    for name in (own, "party.pdf", "party.csv"):
        (tmp_path / f".{name}.part").write_bytes(b"half")
    print_batch(plan, "both")
    assert sorted(contents(tmp_path)) == [own, "party.csv", "party.jsonl", "party.pdf"]


def test_one_document_for_each_kind_of_sheet_and_setting(tmp_path):
    maps = {"game": "metals", "sheet": "map", "sets": ("wilds",), "size": "basic"}
    plan = make_plan(
        tmp_path, make_job(2, settings=(SETTINGS, FR)), make_job(1, players=3), make_job(1, **maps)
    )
    print_batch(plan, "one")
    assert sorted(name for name in contents(tmp_path) if name.endswith(".pdf")) == [
        "party.magnetmen.boards.letter.low.fr.pdf",
        "party.magnetmen.boards.pdf",
        "party.metals.map.pdf",
    ]
    places = [(row.joint_file.removeprefix("party."), row.joint_page) for row in rows(plan)]
    assert places == [
        ("magnetmen.boards.pdf", 1), ("magnetmen.boards.pdf", 2),
        ("magnetmen.boards.letter.low.fr.pdf", 1), ("magnetmen.boards.letter.low.fr.pdf", 2),
        ("magnetmen.boards.pdf", 3), ("metals.map.pdf", 1),
    ]  # fmt: skip


def test_a_board_without_the_sidebar_takes_two_pages(tmp_path):
    plan = make_plan(tmp_path, make_job(settings=(settings(rules=False),)))
    print_batch(plan, "both")
    places = [(row.own_pages, row.joint_page, row.joint_pages) for row in rows(plan)]
    assert places == [(2, 1, 2), (2, 3, 2), (2, 5, 2)]
    with pikepdf.open(tmp_path / "party.pdf") as pdf:
        assert len(pdf.pages) == 6


def test_sheets_that_are_always_the_same_are_printed_once(tmp_path):
    maps = {"game": "metals", "sheet": "", "sets": ("wilds",), "size": "basic"}
    plan = make_plan(tmp_path, make_job(3, **maps))
    print_batch(plan, "one")
    first, second, third = rows(plan)
    assert (second.joint_pages, third.joint_pages) == (1, 1)
    assert first.joint_pages > 4
    assert second.joint_page % 2 == third.joint_page % 2 == 1, "each begins on a new leaf"
    with pikepdf.open(tmp_path / "party.pdf") as document:
        assert len(document.pages) == third.joint_page


def test_pictures_from_other_folders_are_not_mixed(tmp_path):
    """Own sets and shipped ones may have different pictures of one name."""
    (tmp_path / "mine" / "assets").mkdir(parents=True)
    shipped = make_plan(tmp_path, make_job(1)).variants
    copy = run.__file__.rpartition("generator")[0] + "sets/magnetmen/base.yaml"
    with open(copy, encoding="utf-8") as file:
        (tmp_path / "mine" / "garden.yaml").write_text(file.read(), encoding="utf-8")
    own = (tmp_path / "mine",)
    jobs = make_job(1, sets_dirs=own), make_job(1, sets=("garden",), sets_dirs=own)
    plan = make_plan(tmp_path, *jobs)
    assert [group.stem for group in plan.groups] == [
        "party.magnetmen.boards", "party.magnetmen.boards.2",
    ]  # fmt: skip
    assert plan.variants[0].game_id == shipped[0].game_id


def test_another_printers_profile_is_another_setting(tmp_path):
    def fitted(margin):
        paper = SETTINGS.paper._replace(margins=(margin,) * 4)
        return make_job(1, settings=(replace(SETTINGS, paper=paper, fitted=True),))

    plan = make_plan(tmp_path, fitted(6.0))
    print_batch(plan)
    assert len(kept_rows(with_output(plan, "each"))) == 1
    other = with_output(make_plan(tmp_path, fitted(7.0)), "each")
    assert kept_rows(other) == []
