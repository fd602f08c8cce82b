"""Which sheets watch makes anew, and what it writes, without a running process."""

from dataclasses import replace
from pathlib import Path

import pytest
from support import settings
from watchfiles import Change

from generator import games
from generator.authoring.watch import ChangeFilter
from generator.authoring.watch_sheets import WatchedSheets
from generator.core.errors import DefinitionError
from generator.core.output import Output
from generator.core.request import Request
from generator.core.resources import assets_dir, sets_dir
from generator.printing.sheets import print_rolled

SHEETS = tuple(games.game("quads").rolled_sheets)


@pytest.fixture
def own(tmp_path) -> Path:
    """A folder with a set of Quads that may be edited."""
    folder = tmp_path / "mine"
    folder.mkdir()
    text = (sets_dir() / "quads" / "classic.yaml").read_text(encoding="utf-8")
    (folder / "classic.yaml").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def request_(own) -> Request:
    quads = games.game("quads")
    size, players = quads.default_size, quads.default_players
    return Request("quads", ("classic",), size, players, ("oak",), sets_dirs=(own,))


@pytest.fixture
def output(tmp_path) -> Output:
    return Output(tmp_path / "watch")


@pytest.fixture
def sheets(request_, output) -> WatchedSheets:
    """All sheets of Quads."""
    return WatchedSheets(request_, SHEETS, settings(), output)


def edit(folder: Path, old: str, new: str) -> None:
    path = folder / "classic.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def contents(output: Output) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in output.folder.iterdir()}


def test_only_changed_sheets_are_written(own, request_, output):
    names = ("cards", "board")
    sheets = WatchedSheets(request_, names, settings(), output)
    assert sheets.update("oak").sheets == names
    assert sheets.update("oak").sheets == ()
    assert sheets.update("elm").sheets == ()  # nothing in Quads is random
    assert sheets.update("elm", rewrite_all=True).sheets == names
    edit(own, "board: 6", "board: 6  # as ever")
    assert sheets.update("oak").sheets == ()
    # a triangle is on the cards and not on the board
    pictures = own / "assets" / "quads"
    pictures.mkdir(parents=True)
    art = (assets_dir() / "quads" / "solid.svg").read_text(encoding="utf-8")
    (pictures / "solid.svg").write_text(art, encoding="utf-8")
    assert sheets.update("oak").sheets == ("cards",)
    (pictures / "solid.svg").write_text(art + "\n", encoding="utf-8")
    assert sheets.update("oak").sheets == ("cards",)
    edit(own, "frame: 9", "frame: 8")
    assert sheets.update("oak").sheets == names  # their game ID


@pytest.mark.slow
def test_a_sheet_is_what_its_command_prints(sheets, request_, output, tmp_path):
    sheets.update("oak")
    print_rolled(request_, settings(), Output(tmp_path))
    for sheet in SHEETS:
        pdf_path = next(tmp_path.glob(f"{sheet}.*.pdf"))
        assert contents(output)[f"quads.{sheet}.pdf"] == pdf_path.read_bytes()
        assert f"quads.{sheet}.1.png" in contents(output)


def test_pictures_of_pages_that_are_no_more_go(request_, output):
    output.folder.mkdir()
    for number in (1, 2, 3):
        (output.folder / f"quads.board.{number}.png").touch()
    WatchedSheets(request_, ("board",), settings(), output).update("oak")
    assert contents(output).keys() == {"quads.board.pdf", "quads.board.1.png"}


def test_a_mistake_leaves_everything_as_it_was(own, sheets, output):
    sheets.update("oak")
    before = contents(output)
    edit(own, "board: 6", "board: 7")
    with pytest.raises(DefinitionError):
        sheets.update("oak", rewrite_all=True)
    assert contents(output) == before
    edit(own, "board: 7", "board: 6")
    assert sheets.update("oak").sheets == ()


@pytest.mark.parametrize(
    ("place", "matters"),
    [
        ("mine/classic.yaml", True),
        ("mine/quads/classic.yaml", True),
        ("mine/assets/quads/solid.svg", True),
        ("mine/quads/assets/shared/logo.PNG", True),
        ("mine/other.yaml", False),
        ("mine/metals/classic.yaml", False),
        ("mine/classic.yaml~", False),
        ("mine/.classic.yaml.swp", False),
        ("mine/picture.svg", False),
        ("watch/quads.board.1.png", False),
        ("watch/assets/quads.board.1.png", False),
    ],
)
def test_what_can_matter(sheets, tmp_path, place, matters):
    concern = ChangeFilter(sheets)
    for change in Change:
        assert concern(change, str(tmp_path / place)) == matters


def test_shipped_files_matter_and_are_watched(sheets):
    concern = ChangeFilter(sheets)
    set_file = sets_dir() / "quads" / "classic.yaml", assets_dir() / "quads" / "solid.svg"
    for path in set_file:
        assert concern(Change.modified, str(path))
        assert any(path.resolve().is_relative_to(folder) for folder in concern.folders)


def test_folders_that_come_or_go_matter(sheets, tmp_path):
    concern = ChangeFilter(sheets)
    (tmp_path / "mine" / "assets").mkdir()
    assert concern(Change.added, str(tmp_path / "mine" / "assets"))
    assert not concern(Change.modified, str(tmp_path / "mine" / "assets"))
    assert concern(Change.deleted, str(tmp_path / "mine" / "gone"))
    assert not concern(Change.added, str(tmp_path / "mine" / "notes"))


def test_a_folder_inside_another_is_watched_with_it(request_, output):
    inside = replace(request_, sets_dirs=(sets_dir(),))
    concern = ChangeFilter(WatchedSheets(inside, SHEETS, settings(), output))
    assert concern.folders == (sets_dir().resolve(), assets_dir().resolve())
