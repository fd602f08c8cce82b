"""Which sheets are made anew, and what is written, without anything running."""

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


@pytest.fixture
def watched(tmp_path) -> WatchedSheets:
    """All sheets of Quads, of a set that may be edited."""
    quads = games.game("quads")
    own = tmp_path / "mine"
    own.mkdir()
    text = (sets_dir() / "quads" / "classic.yaml").read_text(encoding="utf-8")
    (own / "classic.yaml").write_text(text, encoding="utf-8")
    request = Request(
        "quads", ("classic",), quads.default_size, quads.default_players, ("oak",), sets_dirs=(own,)
    )
    return WatchedSheets(request, quads.sheet_names, settings(), Output(tmp_path / "watch"))


def with_sheets(watched: WatchedSheets, *names: str) -> WatchedSheets:
    return WatchedSheets(watched.request, names, watched.settings, watched.output)


def edited(watched: WatchedSheets, old: str, new: str) -> None:
    path = watched.request.sets_dirs[0] / "classic.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def files(watched: WatchedSheets) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in watched.output.folder.iterdir()}


def test_only_what_is_another_is_made(watched):
    sheets = with_sheets(watched, "cards", "board")
    assert sheets.update("oak").sheets == sheets.names
    assert sheets.update("oak").sheets == ()
    assert sheets.update("elm").sheets == ()  # nothing in Quads is random
    assert sheets.update("elm", rewrite_all=True).sheets == sheets.names
    edited(watched, "board: 6", "board: 6  # as ever")
    assert sheets.update("oak").sheets == ()
    # a triangle is on the cards and not on the board
    own = watched.request.sets_dirs[0] / "assets" / "quads"
    own.mkdir(parents=True)
    art = (assets_dir() / "quads" / "solid.svg").read_text(encoding="utf-8")
    (own / "solid.svg").write_text(art, encoding="utf-8")
    assert sheets.update("oak").sheets == ("cards",)
    (own / "solid.svg").write_text(art + "\n", encoding="utf-8")
    assert sheets.update("oak").sheets == ("cards",)
    edited(watched, "frame: 9", "frame: 8")
    assert sheets.update("oak").sheets == sheets.names  # their game ID


def test_a_sheet_is_what_its_command_prints(watched, tmp_path):
    watched.update("oak")
    print_rolled(watched.request, watched.settings, Output(tmp_path))
    for sheet in watched.names:
        printed = next(tmp_path.glob(f"{sheet}.*.pdf"))
        assert files(watched)[f"quads.{sheet}.pdf"] == printed.read_bytes()
        assert f"quads.{sheet}.1.png" in files(watched)


def test_pictures_of_pages_that_are_no_more_go(watched):
    watched = with_sheets(watched, "board")
    watched.output.folder.mkdir()
    for number in (1, 2, 3):
        (watched.output.folder / f"quads.board.{number}.png").touch()
    watched.update("oak")
    assert files(watched).keys() == {"quads.board.pdf", "quads.board.1.png"}


def test_a_mistake_leaves_everything_as_it_was(watched):
    watched.update("oak")
    before = files(watched)
    edited(watched, "board: 6", "board: 7")
    with pytest.raises(DefinitionError):
        watched.update("oak", rewrite_all=True)
    assert files(watched) == before
    edited(watched, "board: 7", "board: 6")
    assert watched.update("oak").sheets == ()


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
def test_what_can_matter(watched, tmp_path, place, matters):
    change_filter = ChangeFilter(watched)
    for change in Change:
        assert change_filter(change, str(tmp_path / place)) == matters


def test_shipped_files_matter_and_are_watched(watched):
    change_filter = ChangeFilter(watched)
    shipped = sets_dir() / "quads" / "classic.yaml", assets_dir() / "quads" / "solid.svg"
    for path in shipped:
        assert change_filter(Change.modified, str(path))
        assert any(path.resolve().is_relative_to(folder) for folder in change_filter.folders)


def test_folders_that_come_or_go_matter(watched, tmp_path):
    change_filter = ChangeFilter(watched)
    (tmp_path / "mine" / "assets").mkdir()
    assert change_filter(Change.added, str(tmp_path / "mine" / "assets"))
    assert not change_filter(Change.modified, str(tmp_path / "mine" / "assets"))
    assert change_filter(Change.deleted, str(tmp_path / "mine" / "gone"))
    assert not change_filter(Change.added, str(tmp_path / "mine" / "notes"))


def test_a_folder_inside_another_is_watched_with_it(watched):
    request = replace(watched.request, sets_dirs=(Path(sets_dir()),))
    inside = WatchedSheets(request, watched.names, watched.settings, watched.output)
    assert ChangeFilter(inside).folders == (sets_dir().resolve(), assets_dir().resolve())
