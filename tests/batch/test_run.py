"""Whole batches: the same files whatever happens to them."""

import errno
import hashlib
from dataclasses import replace
from functools import partial

import pikepdf
import pytest
from batch.batches import LOOK, contents, job, manifest, plan, printed, rows
from support import settings

from generator.batch import combined_pdf, run, variant_pdf
from generator.batch.resume import whole
from generator.batch.run import CHUNK, Wanted
from generator.core import workers
from generator.core.errors import FileNameError, RollError
from generator.core.files import unfinished
from generator.core.progress import Silent

MANY = 2 * CHUNK + 3
FR = settings("letter", "low", "fr")


@pytest.fixture
def fails(monkeypatch):
    """Makes the rolls of some seeds fail."""

    def failing(*seeds):
        roll = variant_pdf.rolled

        def rolled(variant, sets_dirs):
            if variant.game_id.seed in seeds:
                raise RollError(f"no {variant.game_id.seed}")
            return roll(variant, sets_dirs)

        monkeypatch.setattr(variant_pdf, "rolled", rolled)
        monkeypatch.setattr(combined_pdf, "rolled", rolled)

    return failing


class Stopped(Silent):
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
    chosen = plan(tmp_path_factory.mktemp("undisturbed"), job(MANY))
    printed(chosen, "both")
    return contents(chosen.folder)


def test_files_are_those_of_the_manifest(undisturbed, tmp_path):
    chosen = plan(tmp_path, job(MANY))
    result = printed(chosen, "both")
    assert contents(tmp_path) == undisturbed
    found = rows(chosen)
    assert found == list(result.rows.values())
    for number, (each, variant) in enumerate(zip(found, chosen.variants, strict=True), 1):
        assert (each.number, each.id, each.status) == (number, str(variant.game_id), "done")
        assert each.own.file == variant.file
        assert (each.joint.file, each.joint.page, each.joint.pages) == ("party.pdf", number, 1)
        for place in (each.own, each.joint):
            content = (tmp_path / place.file).read_bytes()
            assert place.sha256 == hashlib.sha256(content).hexdigest()
    assert [path.name for path in result.paths] == ["party.pdf", "party.jsonl", "party.csv"]


def test_workers_change_nothing(undisturbed, tmp_path):
    printed(plan(tmp_path, job(MANY)), "both", workers=partial(workers.local, 2))
    assert contents(tmp_path) == undisturbed


@pytest.mark.parametrize("stop", [("variants", 1), ("variants", 2 * CHUNK), ("one PDF", 2)])
def test_an_interrupted_batch_goes_on(stop, undisturbed, tmp_path, monkeypatch):
    chosen = plan(tmp_path, job(MANY))
    with pytest.raises(KeyboardInterrupt):
        printed(chosen, "both", progress=Stopped(*stop))
    left = rows(chosen)
    for each in left:
        content = (tmp_path / each.own.file).read_bytes()
        assert each.own.sha256 == hashlib.sha256(content).hexdigest()
    assert [each.number for each in left] == list(range(1, len(left) + 1))
    kept = whole(chosen, Wanted("both"), left)
    assert kept == left
    again = []
    made = run.made
    monkeypatch.setattr(run, "made", lambda task: again.extend(task.variants) or made(task))
    printed(chosen, "both", kept)
    assert contents(tmp_path) == undisturbed
    assert len(again) == MANY - len(left), "nothing is made twice"


def test_what_is_not_whole_is_not_trusted(undisturbed, tmp_path):
    chosen = plan(tmp_path, job(MANY))
    printed(chosen, "both")
    (tmp_path / chosen.variants[0].file).unlink()
    with (tmp_path / chosen.variants[1].file).open("ab") as file:
        file.write(b"x")
    kept = whole(chosen, Wanted("both"), rows(chosen))
    assert [each.number for each in kept] == list(range(3, MANY + 1))
    (tmp_path / "party.pdf").write_bytes(b"%PDF half")
    kept = whole(chosen, Wanted("both"), rows(chosen))
    assert not any(each.joint for each in kept)
    printed(chosen, "both", kept)
    assert contents(tmp_path) == undisturbed


def test_a_document_of_other_variants_is_not_trusted(tmp_path):
    many, few = plan(tmp_path, job(4)), plan(tmp_path, job(3))
    printed(many, "one")
    wanted = Wanted("one")
    assert len(whole(many, wanted, rows(many))) == 4
    assert whole(few, wanted, rows(many)) == []
    printed(few, "one")
    assert whole(many, wanted, rows(few)) == []


@pytest.mark.parametrize(
    "other", [Wanted("one"), Wanted("both"), Wanted("each", ink=True)], ids=str
)
def test_rows_that_say_too_little_are_not_kept(other, tmp_path):
    chosen = plan(tmp_path, job(2))
    printed(chosen, "each")
    assert len(whole(chosen, Wanted("each"), rows(chosen))) == 2
    assert whole(chosen, other, rows(chosen)) == []


def test_rows_of_another_plan_are_not_kept(tmp_path):
    chosen = plan(tmp_path, job(2))
    printed(chosen)
    for other in (job(2, players=3), job(2, looks=(FR,)), job(2, sheet="inventories")):
        assert whole(plan(tmp_path, other), Wanted("each"), rows(chosen)) == []
    old = [each.model_copy(update={"version": "0.0.1"}) for each in rows(chosen)]
    assert whole(chosen, Wanted("each"), old) == []


@pytest.mark.parametrize("pdfs", ["one", "each", "both"])
def test_a_variant_that_fails_is_a_row_and_the_others_go_on(pdfs, fails, tmp_path):
    chosen = plan(tmp_path, job(4))
    fails("x-2")
    result = printed(chosen, pdfs, contact=True)
    assert [each.number for each in result.failed] == [2]
    first, second, third, _ = rows(chosen)
    assert (second.status, second.error, second.own, second.joint) == (
        "failed",
        "no x-2",
        None,
        None,
    )
    assert [each.status for each in (first, third)] == ["done", "done"]
    if pdfs != "each":
        assert third.joint.page == 2
        with pikepdf.open(tmp_path / "party.pdf") as document:
            assert len(document.pages) == 3


def test_a_document_without_those_that_failed_is_as_if_they_were_not_asked_for(fails, tmp_path):
    """Also where a layout fails, when the pages before it are drawn already."""
    two = plan(tmp_path / "two", job(2))
    printed(two, "one")
    lost = job(1, looks=(replace(LOOK, paper=LOOK.paper._replace(width=30, height=20)),))
    three = plan(tmp_path / "three", job(2), lost)
    group = combined_pdf.Group("party", three.variants)
    joined = combined_pdf.joined(group, three, Silent())
    assert joined.document.content == (tmp_path / "two" / "party.pdf").read_bytes()
    assert sorted(joined.places) == [1, 2]
    assert isinstance(joined.results[3], variant_pdf.Failed)


def test_nothing_can_be_printed(fails, tmp_path):
    fails("x-1", "x-2")
    result = printed(plan(tmp_path, job(2)), "one", contact=True)
    assert len(result.failed) == 2
    assert sorted(contents(tmp_path)) == ["party.csv", "party.jsonl"]


def test_failed_ones_are_tried_again(undisturbed, tmp_path, monkeypatch):
    chosen = plan(tmp_path, job(MANY))
    with monkeypatch.context() as patched:
        patched.setattr(variant_pdf, "rolled", lambda *_: (_ for _ in ()).throw(RollError("no")))
        printed(chosen, "each")
    kept = whole(chosen, Wanted("both"), rows(chosen))
    assert kept == []
    printed(chosen, "both", kept)
    assert contents(tmp_path) == undisturbed


def test_a_worker_that_dies_takes_one_variant(tmp_path, monkeypatch):
    chosen = plan(tmp_path, job(3))

    class Dying(workers.Workers):
        def results(self, function, tasks, split):
            for task in tasks:
                for part in split(task):
                    dead = part.variants[0].number == 2
                    yield part, workers.WorkerFailure("it died") if dead else function(part)

    monkeypatch.setattr(workers, "Workers", Dying)
    result = printed(chosen)
    assert [(each.number, each.error) for each in result.failed] == [(2, "it died")]
    assert [each.status for each in rows(chosen)] == ["done", "failed", "done"]


def test_a_full_disk_ends_a_batch_with_a_usable_manifest(undisturbed, tmp_path, monkeypatch):
    chosen = plan(tmp_path, job(MANY))
    written = []
    write = run.write_atomically

    def full(path, content):
        if len(written) == 5:
            raise OSError(errno.ENOSPC, "No space left on device")
        written.append(path)
        return write(path, content)

    with monkeypatch.context() as patched:
        patched.setattr(run, "write_atomically", full)
        with pytest.raises(OSError, match="No space left"):
            printed(chosen, "both")
    assert [each.number for each in rows(chosen)] == [1, 2, 3, 4, 5]
    printed(chosen, "both", whole(chosen, Wanted("both"), rows(chosen)))
    assert contents(tmp_path) == undisturbed


def test_what_a_killed_run_left_half_written_is_swept(tmp_path):
    chosen = plan(tmp_path, job(1))
    own = chosen.variants[0].file
    for name in (own, "party.pdf", "party.csv"):
        (tmp_path / f"{unfinished(name)}.17.part").write_bytes(b"half")
    printed(chosen)
    assert sorted(contents(tmp_path)) == [own, "party.csv", "party.jsonl"]


def test_what_another_batch_is_writing_is_not_swept(tmp_path):
    """Two seeds may differ late in a long name."""
    chosen = plan(tmp_path, job(1, seeds=("x" * 30 + "1",)))
    under_way = f"{unfinished(chosen.variants[0].file.replace('x1', 'x2'))}.17.part"
    (tmp_path / under_way).write_bytes(b"half")
    printed(chosen)
    assert under_way in contents(tmp_path)


def test_one_document_for_each_kind_of_sheet_and_look(tmp_path):
    maps = {"game": "metals", "sheet": "map", "sets": ("wilds",), "size": "basic"}
    chosen = plan(tmp_path, job(2, looks=(LOOK, FR)), job(1, players=3), job(1, **maps))
    printed(chosen, "one")
    assert sorted(name for name in contents(tmp_path) if name.endswith(".pdf")) == [
        "party.magnetmen.boards.letter.low.fr.pdf",
        "party.magnetmen.boards.pdf",
        "party.metals.map.pdf",
    ]
    found = [(each.joint.file.removeprefix("party."), each.joint.page) for each in rows(chosen)]
    assert found == [
        ("magnetmen.boards.pdf", 1), ("magnetmen.boards.pdf", 2),
        ("magnetmen.boards.letter.low.fr.pdf", 1), ("magnetmen.boards.letter.low.fr.pdf", 2),
        ("magnetmen.boards.pdf", 3), ("metals.map.pdf", 1),
    ]  # fmt: skip


def test_a_board_without_the_sidebar_takes_two_pages_where_its_powers_are_rolled(tmp_path):
    look = replace(settings(), rules=False)
    for sets, pages in ((("base",), 1), (("base", "advanced"), 2)):
        folder = tmp_path / "-".join(sets)
        folder.mkdir()
        chosen = plan(folder, job(sets=sets, looks=(look,)))
        printed(chosen, "both")
        assert [(row.own.page, row.own.pages) for row in rows(chosen)] == [(1, pages)] * 3
        places = [(row.joint.page, row.joint.pages) for row in rows(chosen)]
        assert places == [(1 + number * pages, pages) for number in range(3)]
        with pikepdf.open(folder / "party.pdf") as pdf:
            assert len(pdf.pages) == 3 * pages


def test_sheets_that_are_always_the_same_are_printed_once(tmp_path):
    maps = {"game": "metals", "sheet": "", "sets": ("wilds",), "size": "basic"}
    chosen = plan(tmp_path, job(3, **maps))
    printed(chosen, "one")
    first, second, third = (each.joint for each in rows(chosen))
    assert (second.pages, third.pages) == (1, 1)
    assert first.pages > 4
    assert second.page % 2 == third.page % 2 == 1, "each begins on a new leaf"
    with pikepdf.open(tmp_path / "party.pdf") as document:
        assert len(document.pages) == third.page


def test_pictures_from_other_folders_are_not_mixed(tmp_path):
    """Own sets and shipped ones may have different pictures of one name."""
    (tmp_path / "mine" / "assets").mkdir(parents=True)
    shipped = plan(tmp_path, job(1)).variants
    copy = run.__file__.rpartition("generator")[0] + "sets/magnetmen/base.yaml"
    with open(copy, encoding="utf-8") as file:
        (tmp_path / "mine" / "garden.yaml").write_text(file.read(), encoding="utf-8")
    dirs = (tmp_path / "mine",)
    chosen = plan(tmp_path, job(1), job(1, sets=("garden",)), sets_dirs=dirs)
    assert [group.stem for group in combined_pdf.groups(chosen)] == [
        "party.magnetmen.boards", "party.magnetmen.boards.2",
    ]  # fmt: skip
    assert chosen.variants[0] == shipped[0]


def test_ink_is_measured_also_for_one_document(tmp_path):
    chosen = plan(tmp_path, job(2))
    printed(chosen, "one", ink=True)
    assert all(0.02 < each.ink_share < 0.6 for each in rows(chosen))
    assert sorted(contents(tmp_path)) == ["party.csv", "party.jsonl", "party.pdf"]


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("party", r"variant 1 would be party\.pdf, which is a file of the whole batch"),
        ("{game}", r"variant 2 would be magnetmen\.pdf, which is variant 1"),
    ],
)
def test_names_must_be_different(pattern, words, tmp_path):
    chosen = plan(tmp_path, job(2), pattern=pattern)
    with pytest.raises(FileNameError, match=words):
        printed(chosen, "both")
    assert not manifest(chosen).exists()
    assert not printed(chosen, "one").failed


def test_another_printers_profile_is_another_look(tmp_path):
    def fitted(margin):
        paper = LOOK.paper._replace(margins=(margin,) * 4)
        return job(1, looks=(replace(LOOK, paper=paper, fitted=True),))

    chosen = plan(tmp_path, fitted(6.0))
    printed(chosen)
    assert len(whole(chosen, Wanted("each"), rows(chosen))) == 1
    assert whole(plan(tmp_path, fitted(7.0)), Wanted("each"), rows(chosen)) == []
