"""A set may have a look of its own: hues, and drawings in place of the game's."""

import pytest
from support import settings

from generator import games
from generator.layout.page import flatten
from generator.layout.theme import LOOKS

THEME = "theme: {hues: [lagoon], logo: anchor, ornament: anchor}\n"
ANCHOR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><title>Anchor</title></svg>'


@pytest.mark.parametrize("name", [it.art.split("/")[0] for it in LOOKS.values() if it.art])
def test_sheets_have_the_hues_and_drawings_of_the_set(name, tmp_path):
    game = games.game(name)
    text = game.catalogue.find(game.default_sets[0]).read_text("utf-8")
    (tmp_path / "own.yaml").write_text(text.replace("title:", THEME + "title:", 1), "utf-8")
    (tmp_path / "assets" / name / "look").mkdir(parents=True)
    (tmp_path / "assets" / name / "look" / "anchor.svg").write_text(ANCHOR)
    definition = game.load(("own",), (tmp_path,))
    rolled = game.roll(definition, *game.combinations(definition)[0], "oak")
    values = dict.fromkeys(game.sheet_names, rolled)
    values |= dict.fromkeys(game.definition_sheets, definition)
    pages = [page for each in values.items() for page in game.pages(*each, settings())]
    printed = {each for page in pages for entry in flatten(page) for each in entry.item}
    assert {f"{name}/look/anchor", "lagoon.strong", "lagoon.sign"} <= printed
    looks = [look for look in LOOKS.values() if f"{name}/" in look.art]
    grounds = {ground for look in looks for ground in (look.cover, look.ground)} - {""}
    assert grounds <= definition.sets[-1].theme.names(name).keys() and not grounds & printed
    assert not {f"{hue}.strong" for hue, look in LOOKS.items() if look.art} & printed
