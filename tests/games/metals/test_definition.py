"""Sets and figures as data: the published facts, where files are found, nothing changes later."""

from dataclasses import FrozenInstanceError

import pydantic
import pytest
from games.metals.pictures import shipped_definition

from generator.core.errors import DefinitionError
from generator.core.resources import find_art, sets_dir
from generator.games.metals.definition import CATALOGUE, load_definition
from generator.languages import languages
from generator.schema.fields import possible

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


@pytest.fixture(scope="module")
def figures():
    return shipped_definition().figures


def test_factions_are_the_published_ones(figures):
    table = {
        key: (faction.name["en"], faction.when.model_dump(exclude_none=True))
        for key, faction in figures.factions.items()
    }
    assert table == FACTIONS
    assert all(faction.gain == 1 for faction in figures.factions.values())


def test_the_game_ends_at_ten_points_or_twenty_with_factions(figures):
    assert (figures.target.basic, figures.target.factions) == (10, 20)


def test_three_own_metals_on_the_map(figures):
    assert figures.on_map == 3
    assert figures.tokens.metals >= figures.on_map


def test_stand_ins_leave_the_rim_of_a_space_visible(figures):
    smallest, largest = figures.figurine.base
    assert (smallest, largest) == (25, 30)
    assert figures.tokens.size < smallest


def test_every_faction_has_an_emblem_of_its_own(figures):
    emblems = {find_art(faction.art) for faction in figures.factions.values()}
    assert len(emblems) == len(FACTIONS)


def test_a_name_of_a_faction_is_the_same_in_every_language(figures):
    assert all(faction.name.keys() == {"en"} for faction in figures.factions.values())


def test_titles_are_in_every_shipped_language():
    for name in CATALOGUE.shipped:
        assert set(languages()) <= shipped_definition(name).sets[0].title.keys()


def test_shipped_sets_are_the_files_there_are():
    files = {path.stem for path in (sets_dir() / "metals").glob("*.yaml")}
    assert files == {*CATALOGUE.shipped, CATALOGUE.common, *dict(CATALOGUE.others)}
    assert CATALOGUE.available() == CATALOGUE.shipped


def test_the_wilds_have_a_middle_space_for_the_odd_two_points():
    rules = shipped_definition("wilds").sets[0].map.rolled
    assert possible(rules.columns)[0] * possible(rules.rows)[0] % 2
    assert possible(rules.spaces.point_2.count) == (2, 3)


# Files


def test_a_game_is_played_with_one_set():
    with pytest.raises(DefinitionError):
        load_definition(["wilds", "classic"])
    assert load_definition(["wilds", "wilds"]).sets[0].key == "wilds"


MINE = "game: metals\ntitle: {en: Mine}\nmap: {drawn: '...\n\n  .1.\n\n  ...'}\n"


def test_the_users_folders_come_first(tmp_path):
    (tmp_path / "classic.yaml").write_text(MINE)
    mine = load_definition(["classic"], [tmp_path])
    assert mine.sets[0].title == {"en": "Mine"}
    assert mine.figures == shipped_definition().figures
    assert mine.digests[0] == shipped_definition().digests[0]
    assert mine.digests[1] != shipped_definition().digests[1]


def test_figures_and_emblems_of_ones_own(tmp_path):
    text = (sets_dir() / "metals" / "figures.yaml").read_text(encoding="utf-8")
    (tmp_path / "figures.yaml").write_text(text.replace("artemisia:", "yeti:"), encoding="utf-8")
    emblem = tmp_path / "assets" / "metals" / "emblems" / "yeti.svg"
    emblem.parent.mkdir(parents=True)
    emblem.write_bytes(find_art("metals/emblems/artemisia").read_bytes())
    mine = load_definition(["classic"], [tmp_path])
    assert mine.art_dirs == (tmp_path / "assets",)
    assert mine.figures.factions["yeti"].art == "metals/emblems/yeti"
    assert find_art("metals/emblems/yeti", mine.art_dirs) == emblem
    assert mine.digests[0] != shipped_definition().digests[0]


def test_comments_and_defaults_written_out_leave_the_digests_alone(tmp_path):
    text = (sets_dir() / "metals" / "figures.yaml").read_text(encoding="utf-8")
    longer_text = "# mine\n" + text.replace("when:", "gain: 1\n    when:")
    (tmp_path / "figures.yaml").write_text(longer_text, encoding="utf-8")
    assert load_definition(["classic"], [tmp_path]).digests == shipped_definition().digests


def test_the_example_set_says_everything_a_set_can_say():
    from support import DATA

    rules = load_definition(["example"], [DATA / "sets"]).sets[0].map.rolled
    assert rules.columns.choice
    assert rules.rows.range
    assert rules.spaces.city.count == 0
    assert any(spread.apart > 1 for spread in rules.spaces.kinds().values())


def test_definitions_are_frozen():
    definition = shipped_definition("wilds")
    with pytest.raises(FrozenInstanceError):
        definition.figures = None
    faction = definition.figures.factions["zipang"]
    for thing, name in (
        (definition.sets[0], "map"),
        (definition.sets[0].map.rolled, "columns"),
        (definition.sets[0].map.rolled.spaces.city, "count"),
        (definition.figures, "on_map"),
        (faction, "gain"),
        (faction.when, "hit_from"),
    ):
        with pytest.raises(pydantic.ValidationError, match="frozen"):
            setattr(thing, name, 3)
