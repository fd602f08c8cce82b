"""The cache of chosen boards and of playtest results."""

import pytest
from support import DATA, definition

from generator.core.files import writable
from generator.core.resources import cache_dir
from generator.games.magnetmen.simulation.board_search import playtest_seed
from generator.play import cache
from generator.play.series import Match

QUICK = DATA / "quick"


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """Compiled code stays where it is; playtest results are cached in a folder of their own."""
    monkeypatch.setattr("generator.play.cache.cache_dir", lambda: tmp_path)
    return tmp_path


class TestCache:
    def test_what_was_played_is_not_played_again(self, monkeypatch):
        first = playtest_seed(definition("base"), "small", 2, "s", [QUICK])
        monkeypatch.setattr(Match, "observe", None)
        again = playtest_seed(definition("base"), "small", 2, "s", [QUICK])
        assert again == first

    def test_a_cached_result_is_the_one_that_was_made(self):
        """Also in its last digits: the sheet is the same with the cache and without."""
        first = playtest_seed(definition("base"), "small", 2, "s", [QUICK]).playtest_result
        for cache_file in cache_dir_files():
            cache_file.unlink()
        assert playtest_seed(definition("base"), "small", 2, "s", [QUICK]).playtest_result == first

    @pytest.mark.parametrize("text", [b"", b"[]", b'{"key": 1}', b"\xff"])
    def test_a_spoilt_file_is_as_good_as_none(self, text):
        first = playtest_seed(definition("base"), "small", 2, "s", [QUICK])
        for cache_file in cache_dir_files():
            cache_file.write_bytes(text)
        assert playtest_seed(definition("base"), "small", 2, "s", [QUICK]) == first

    def test_without_a_cache_it_plays_again(self, own_cache):
        (own_cache / "play").write_text("a file, no folder")
        assert playtest_seed(definition("base"), "small", 2, "s", [QUICK]).playtest_result

    def test_other_goals_are_another_question(self, tmp_path):
        first = playtest_seed(definition("base"), "small", 2, "s", [QUICK])
        other = tmp_path / "mine"
        other.mkdir()
        text = (QUICK / "play.yaml").read_text("utf-8").replace("fresh: 8", "fresh: 16")
        (other / "play.yaml").write_text(text, "utf-8")
        board = playtest_seed(definition("base"), "small", 2, "s", [other])
        few, many = (one.playtest_result.figures.games for one in (first, board))
        assert many > 1.5 * few

    def test_a_chosen_board_stays(self):
        board = playtest_seed(definition("base"), "small", 2, "s+102", [QUICK], is_final=True)
        assert board.game_id.seed == "s+102"
        assert board.playtest_result
        plain = playtest_seed(definition("base"), "small", 2, "s", [QUICK], is_final=True)
        assert plain.game_id.seed == "s"


def cache_dir_files():
    return list(cache.cache_dir().glob("play/*/*.json"))


def test_the_cache_is_where_caches_are(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_dir() == tmp_path / "board-generator"


def test_without_a_home_folder_nothing_is_cached(monkeypatch):
    def no_home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr("pathlib.Path.home", no_home)
    assert not cache_dir().parent.is_dir()
    with pytest.raises(OSError, match="cannot be written"):
        writable(cache_dir())
