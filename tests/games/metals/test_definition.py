"""Sets and figures as data: the published facts, where files are found."""

from games.metals.pictures import shipped_definition

from generator.core.resources import find_art, sets_dir
from generator.games.metals.definition import CATALOGUE, load_definition

# faction: name, its condition; each gains one point
FACTIONS = {
    "artemisia": ("Artemisia", {"target_on": "point_2"}),
    "white_fang": ("White Fang", {"hit_from": ("side",)}),
    "zipang": ("Zipang", {"hit_from": ("front", "rear")}),
    "metaclyon": ("Metaclyon", {"target_on": "corner"}),
    "dinorda": ("Dinorda", {"target_on": "city"}),
    "corsario": ("Corsario", {"target_is": "undamaged"}),
    "obsidior": ("Obsidior", {"attacker_on": "point_2"}),
}
FIGURES = (sets_dir() / "metals" / "figures.yaml").read_text(encoding="utf-8")
MINE = "game: metals\ntitle: {en: Mine}\nmap: {drawn: '...\n\n  .1.\n\n  ...'}\n"


def test_factions_are_the_published_ones(figures):
    table = {
        key: (faction.name["en"], faction.when.model_dump(exclude_none=True))
        for key, faction in figures.factions.items()
    }
    assert table == FACTIONS
    assert all(faction.gain == 1 for faction in figures.factions.values())


def test_numbers_are_the_published_ones(figures):
    assert (figures.target.basic, figures.target.factions, figures.on_map) == (10, 20, 3)
    assert figures.figurine.base == (25, 30)
    assert figures.tokens.metals >= figures.on_map
    assert figures.tokens.size < 25  # so that the rim of a space stays visible


def test_shipped_sets_are_the_files_there_are():
    files = {path.stem for path in (sets_dir() / "metals").glob("*.yaml")}
    assert files == {*CATALOGUE.shipped, CATALOGUE.common, *CATALOGUE.others}
    assert CATALOGUE.available() == CATALOGUE.shipped


def test_the_users_folders_come_first(tmp_path):
    (tmp_path / "classic.yaml").write_text(MINE)
    mine, shipped = load_definition(["classic"], [tmp_path]), shipped_definition()
    assert mine.sets[0].title == {"en": "Mine"}
    assert mine.figures == shipped.figures
    assert mine.digests[0] == shipped.digests[0]
    assert mine.digests[1] != shipped.digests[1]


def test_figures_and_emblems_of_ones_own(tmp_path):
    (tmp_path / "figures.yaml").write_text(FIGURES.replace("artemisia:", "yeti:"), "utf-8")
    emblem = tmp_path / "assets" / "metals" / "emblems" / "yeti.svg"
    emblem.parent.mkdir(parents=True)
    emblem.write_bytes(find_art("metals/emblems/artemisia").read_bytes())
    mine = load_definition(["classic"], [tmp_path])
    assert find_art("metals/emblems/yeti", mine.art_dirs) == emblem
    assert mine.digests[0] != shipped_definition().digests[0]


def test_comments_and_defaults_written_out_leave_the_digests_alone(tmp_path):
    text = "# mine\n" + FIGURES.replace("when:", "gain: 1\n    when:")
    (tmp_path / "figures.yaml").write_text(text, "utf-8")
    assert load_definition(["classic"], [tmp_path]).digests == shipped_definition().digests
