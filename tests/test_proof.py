"""Contact sheets: every piece, three sizes, three ink modes."""

from support import assert_sound, settings

from generator import proof
from generator.layout.page import Art, placed
from generator.resources import assets_dir


def test_every_shipped_piece_is_on_them_nine_times():
    pages = proof.pages((), settings())
    shown: dict[str, list[tuple[float, str]]] = {}
    for page in pages:
        assert_sound(page)
        for each in placed(page):
            if isinstance(each.item, Art):
                shown.setdefault(each.item.name, []).append((each.box.w, each.item.ink))
    files = {
        path.relative_to(assets_dir()).with_suffix("").as_posix()
        for path in assets_dir().rglob("*.svg")
    }
    assert shown.keys() == files
    for where in shown.values():
        assert len(set(where)) == 9
        assert {size for size, _ in where} == set(proof.SIZES)


def test_own_art_is_found_beside_the_sets(tmp_path):
    for place in ("assets/magnetmen", "magnetmen/assets/magnetmen"):
        (tmp_path / place).mkdir(parents=True)
    assert list(proof.own_art([tmp_path])) == [
        tmp_path / "assets",
        tmp_path / "magnetmen" / "assets",
    ]


def test_own_art_comes_with_the_rest(tmp_path):
    folder = tmp_path / "assets" / "magnetmen"
    folder.mkdir(parents=True)
    (folder / "aardvark.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"/>'
    )
    pages = proof.pages((tmp_path / "assets",), settings(paper="letter", code="fr"))
    items = [each.item for page in pages for each in placed(page)]
    assert "magnetmen/aardvark" in {item.name for item in items if isinstance(item, Art)}
