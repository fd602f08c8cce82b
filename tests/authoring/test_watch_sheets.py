"""Which sheets are made anew, and what is written, without anything running."""

from dataclasses import replace
from pathlib import Path

import pytest
from support import settings
from watchfiles import Change

from generator import games
from generator.authoring.watch import Concern
from generator.authoring.watch_sheets import Sheets, Wanted
from generator.core.errors import DefinitionError
from generator.core.resources import assets_dir, sets_dir
from generator.printing import build
from generator.printing.rolling import Request


@pytest.fixture
def wanted(tmp_path):
    """All sheets of Quads, of a set that may be edited."""
    quads = games.game("quads")
    own = tmp_path / "mine"
    own.mkdir()
    text = (sets_dir() / "quads" / "classic.yaml").read_text(encoding="utf-8")
    (own / "classic.yaml").write_text(text, encoding="utf-8")
    request = Request(("classic",), quads.size, quads.players, "oak")
    sheets = tuple(quads.rolled_sheets)
    return Wanted(quads, sheets, request, settings(), (own,), tmp_path / "watch")


def edited(wanted: Wanted, old: str, new: str) -> None:
    path = wanted.sets_dirs[0] / "classic.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def files(wanted: Wanted) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in wanted.folder.iterdir()}


def test_only_what_is_another_is_made(wanted):
    wanted = replace(wanted, sheets=("cards", "board"))
    sheets = Sheets(wanted)
    assert sheets.update("oak").sheets == wanted.sheets
    assert sheets.update("oak").sheets == ()
    assert sheets.update("elm").sheets == ()  # nothing in Quads is random
    assert sheets.update("elm", every=True).sheets == wanted.sheets
    edited(wanted, "board: 6", "board: 6  # as ever")
    assert sheets.update("oak").sheets == ()
    # a triangle is on the cards and not on the board
    own = wanted.sets_dirs[0] / "assets" / "quads"
    own.mkdir(parents=True)
    art = (assets_dir() / "quads" / "solid.svg").read_text(encoding="utf-8")
    (own / "solid.svg").write_text(art, encoding="utf-8")
    assert sheets.update("oak").sheets == ("cards",)
    (own / "solid.svg").write_text(art + "\n", encoding="utf-8")
    assert sheets.update("oak").sheets == ("cards",)
    edited(wanted, "frame: 9", "frame: 8")
    assert sheets.update("oak").sheets == wanted.sheets  # their game ID


def test_a_sheet_is_what_its_command_prints(wanted, tmp_path):
    Sheets(wanted).update("oak")
    build.rolled_sheets(
        wanted.game, wanted.sheets, wanted.request, wanted.settings, wanted.sets_dirs, tmp_path
    )
    for sheet in wanted.sheets:
        printed = next(tmp_path.glob(f"{sheet}.*.pdf"))
        assert files(wanted)[f"quads.{sheet}.pdf"] == printed.read_bytes()
        assert f"quads.{sheet}.1.png" in files(wanted)


def test_pictures_of_pages_that_are_no_more_go(wanted):
    wanted = replace(wanted, sheets=("board",))
    wanted.folder.mkdir()
    for number in (1, 2, 3):
        (wanted.folder / f"quads.board.{number}.png").touch()
    Sheets(wanted).update("oak")
    assert files(wanted).keys() == {"quads.board.pdf", "quads.board.1.png"}


def test_a_mistake_leaves_everything_as_it_was(wanted):
    sheets = Sheets(wanted)
    sheets.update("oak")
    before = files(wanted)
    edited(wanted, "board: 6", "board: 7")
    with pytest.raises(DefinitionError):
        sheets.update("oak", every=True)
    assert files(wanted) == before
    edited(wanted, "board: 7", "board: 6")
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
def test_what_can_matter(wanted, tmp_path, place, matters):
    concern = Concern(wanted)
    for change in Change:
        assert concern(change, str(tmp_path / place)) == matters


def test_shipped_files_matter_and_are_watched(wanted):
    concern = Concern(wanted)
    shipped = sets_dir() / "quads" / "classic.yaml", assets_dir() / "quads" / "solid.svg"
    for path in shipped:
        assert concern(Change.modified, str(path))
        assert any(path.resolve().is_relative_to(folder) for folder in concern.folders)


def test_folders_that_come_or_go_matter(wanted, tmp_path):
    concern = Concern(wanted)
    (tmp_path / "mine" / "assets").mkdir()
    assert concern(Change.added, str(tmp_path / "mine" / "assets"))
    assert not concern(Change.modified, str(tmp_path / "mine" / "assets"))
    assert concern(Change.deleted, str(tmp_path / "mine" / "gone"))
    assert not concern(Change.added, str(tmp_path / "mine" / "notes"))


def test_a_folder_inside_another_is_watched_with_it(wanted):
    inside = replace(wanted, sets_dirs=(Path(sets_dir()),))
    assert Concern(inside).folders == (sets_dir().resolve(), assets_dir().resolve())
