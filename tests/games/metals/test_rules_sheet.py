"""The rules sheet: sound everywhere, complete, and drawn from verdicts of the rules."""

import itertools
import re
from collections import Counter
from dataclasses import replace

import hypothesis
import pytest
from games.metals.pictures import shipped
from hypothesis import given
from hypothesis import strategies as st
from support import assert_sound, listing, settings

from generator.core.errors import TextOverflowError
from generator.core.paper import PAPERS, Box
from generator.games.metals import examples
from generator.games.metals.examples import BLUE, RED, Example, Window
from generator.games.metals.factions import Faction, assign_keys
from generator.games.metals.map import FACINGS
from generator.games.metals.position import Metal, Position
from generator.games.metals.roll import MetalsGame, roll
from generator.games.metals.rules import attacks, line_of_sight
from generator.games.metals.sheets import marks, rules_sheet
from generator.games.metals.sheets.rule_figures import MapFigure
from generator.languages import Language, languages, load_language
from generator.layout.flow import Block, label
from generator.layout.page import Art, Group, Line, Oval, Page, Rect, Text, flatten
from generator.layout.text import Style
from generator.layout.theme import LINES

DAMAGE = "metals/tokens/damage"
CELL = 10.0


@pytest.fixture
def figures():
    return shipped().figures


def game(name="classic", form="basic", seed="x", **figures) -> MetalsGame:
    """A game, its figures changed."""
    definition = shipped(name)
    changed = definition.figures.model_copy(update=figures)
    return roll(replace(definition, figures=changed), form, 2, seed)


def words(pages: list[Page]) -> str:
    """All text, with single spaces between the runs."""
    leaves = (each.item for page in pages for each in flatten(page))
    text = " ".join(leaf.text for leaf in leaves if isinstance(leaf, Text))
    return re.sub(r"\s+", " ", text).replace(" .", ".")


def plain(markup: str) -> str:
    """A wording as words() finds it."""
    bare = re.sub(r"\*\*|\[points\]", " ", markup)
    return re.sub(r"\s+", " ", bare).replace(" .", ".").replace(" :", ":").strip()


def drawn(part: Block | Group) -> list:
    """All leaf items of a part, in drawing order."""
    group = part if isinstance(part, Group) else part.at(0, 0)
    return [each.item for each in flatten(Page(PAPERS["a4"], (group,)))]


def figure(example) -> MapFigure:
    emblems = {key: one.art for key, one in shipped().figures.factions.items()}
    return MapFigure(example, emblems, CELL, True)


def badges(part: Block) -> list[Box]:
    """Where the round marks lie in a part."""
    every = flatten(Page(PAPERS["a4"], (part.at(0, 0),)))
    return [each.box for each in every
            if isinstance(each.item, Oval) and each.item.stroke == "forest"]  # fmt: skip


def strikes(items) -> list[tuple[float, float]]:
    """The tips of solid arrowheads, which are fans of lines."""
    lines = [item for item in items if isinstance(item, Line) and item.stroke in ("blue", "red")]
    tips = Counter((line.x1, line.y1) for line in lines)
    return [tip for tip, count in tips.items() if count == len(marks.ATTACK_HEAD_STROKES)]


def index(items, name: str) -> int:
    """Where the first art of that name is in drawing order."""
    return next(i for i, item in enumerate(items) if getattr(item, "name", "") == name)


def common(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    width = min(one.right, other.right) - max(one.x, other.x)
    height = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, width) * max(0.0, height)


def gains(items) -> Counter:
    return Counter(item.text for item in items if getattr(item, "text", "").startswith("+"))


@pytest.mark.parametrize("ink", ["full", "low", "grey"])
@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("paper", PAPERS)
def test_two_sound_pages(paper, code, ink):
    pages = rules_sheet.pages(game(), settings(paper, ink, code))
    assert [page.name for page in pages] == ["rules 1", "rules 2"]
    for page in pages:
        assert_sound(page)
        assert page.paper == PAPERS[paper].portrait


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("code", languages())
def test_the_text_is_comfortable_to_read(paper, code):
    texts = [each.item for page in rules_sheet.pages(game(), settings(paper, "full", code))
             for each in flatten(page) if isinstance(each.item, Text)]  # fmt: skip
    prose = Counter(text.size for text in texts if text.font == "text")
    assert max(prose, key=prose.get) >= 9


def test_every_game_of_a_definition_has_the_same_rules_sheet():
    """A run prints it once."""
    games = game(), game("wilds", "factions", "a"), game("wilds", "basic", "b")
    sheets = {tuple(map(listing, rules_sheet.pages(one, settings()))) for one in games}
    assert len(sheets) == 1


def test_every_wording_is_printed(monkeypatch):
    asked = set()
    say = Language.say

    def noting(self, key, **params):
        asked.add(key)
        return say(self, key, **params)

    monkeypatch.setattr(Language, "say", noting)
    rules_sheet.pages(game(), settings())
    section = load_language("en").section("metals")["rules"]
    keys = {f"metals.rules.{name}" for name, text in section.items() if isinstance(text, str)}
    keys |= {
        f"metals.rules.{name}.{key}"
        for name, texts in section.items()
        if isinstance(texts, dict)
        for key in texts
    }
    assert {key for key in asked if key.startswith("metals.rules.")} == keys


# Numbers and factions come from the definition


def test_numbers_come_from_the_definition(figures):
    target = figures.target.model_copy(update={"basic": 7, "factions": 33})
    text = words(rules_sheet.pages(game(target=target, on_map=2), settings()))
    assert "The first to reach 7 wins ( 33 with factions)." in text
    assert "Whoever reaches 7 wins at once ( 33 with factions)." in text
    assert "Play to 33. Reaching them" in text
    assert "Each of you takes 2 Metals or more" in text
    assert "You may have at most 2 Metals" in text


@pytest.mark.parametrize("code", languages())
def test_the_table_has_a_row_for_every_faction(code, figures):
    chosen = load_language(code)
    page = rules_sheet.pages(game(), settings(code=code))[-1]
    rows = faction_rows(page)
    assert len(rows) == len(figures.factions)
    for row, faction in zip(rows, figures.factions.values(), strict=True):
        leaves = drawn(row)
        text = words([Page(page.paper, (row,))])
        assert text.startswith(faction.name["en"])
        clause = faction.when.clause(chosen)
        gain = chosen.say("metals.rules.factions.gain", gain=faction.gain, clause=clause)
        assert plain(gain) in text
        assert gains(leaves) == {f"+{faction.gain}": 2}  # in words, and in an attack
        emblems = [leaf.name for leaf in leaves if "emblems" in getattr(leaf, "name", "")]
        assert emblems[0] == emblems[-1] == faction.art  # the attacker is drawn last


def faction_rows(page: Page) -> list[Group]:
    def groups(items):
        for item in items:
            if isinstance(item, Group):
                yield item
                yield from groups(item.items)

    return [group for group in groups(page.items) if group.name == "faction"]


def factions(count: int, when: dict) -> dict[str, Faction]:
    """So many, with long names and much to gain."""
    made = {
        f"faction_{number}": Faction.model_validate(
            {"name": {"en": f"Wanderers of Dusk {number}"}, "gain": 9, "when": when}
        )
        for number in range(count)
    }
    return assign_keys(made)


@pytest.mark.parametrize("count", [1, 2, 24])
@pytest.mark.parametrize("when", [{"attacker_on": "corner"}, {"hit_from": ["front", "side"]}])
@pytest.mark.parametrize("code", languages())
def test_other_factions_are_printed_too(code, when, count):
    pages = rules_sheet.pages(game(factions=factions(count, when)), settings("letter", code=code))
    assert len(pages) == (3 if count == 24 else 2)
    rows = [row for page in pages for row in faction_rows(page)]
    assert len(rows) == count
    for page in pages:
        assert_sound(page)
    sides = plain(load_language(code).say("metals.rules.factions.front"))
    labels = [each.item.text for page in pages for each in flatten(page)
              if isinstance(each.item, Text)]  # fmt: skip
    assert (sides in labels) == ("hit_from" in when)


@pytest.mark.parametrize("on_map", [1, 2, 9])
def test_more_and_fewer_metals_on_the_map(on_map):
    for page in rules_sheet.pages(game(on_map=on_map), settings()):
        assert_sound(page)


def test_a_name_too_long_for_its_column_is_refused(figures):
    name = {"en": "M" * 60}
    long = {key: one.model_copy(update={"name": name}) for key, one in figures.factions.items()}
    with pytest.raises(TextOverflowError, match="a word is wider than"):
        rules_sheet.pages(game(factions=assign_keys(long)), settings())


# Figures draw what the rules say


def test_every_legal_deployment_and_no_other_is_drawn(figures):
    example = examples.deploying(figures)
    shown = figure(example)
    compasses = [item for item in drawn(shown.actions()) if isinstance(item, Oval)]
    centres = Counter(shown.box(action.space).centre for action in example.actions)
    assert {oval.box.centre: len(FACINGS) for oval in compasses} == pytest.approx(centres)
    assert len(compasses) == 3
    below = [item for item in drawn(shown.actions()) if isinstance(item, Art)]
    assert "metals/terrain/corner" not in {item.name for item in below}  # three free, one taken


def test_arrows_lead_from_the_pool_to_every_free_corner(figures):
    shown = figure(examples.deploying(figures))
    part = shown.deployments(label("pool", Style(8)))
    assert_sound(Page(PAPERS["a4"], (part.at(10, 10, "figure"),)))
    leaves = list(flatten(Page(PAPERS["a4"], (part.at(0, 0),))))
    discs = [each.box for each in leaves if isinstance(each.item, Oval)]
    ends = [(each.item.x2, each.item.y2) for each in leaves
            if isinstance(each.item, Line) and each.item.stroke == "blue"]  # fmt: skip
    assert len(discs) == 3
    for disc in discs:
        assert any(disc.inset(-0.6).contains(Box(*end, 0, 0)) for end in ends)


def test_every_legal_move_and_no_other_is_drawn(figures):
    before, _ = examples.moving(figures)
    items = drawn(figure(before).actions())
    blue = [item for item in items if isinstance(item, Line) and item.stroke == "blue"]
    assert len(blue) == 3 * 3  # a shaft and two strokes of a head each
    assert len([item for item in items if isinstance(item, Oval)]) == 3


metals = st.builds(
    Metal,
    player=st.sampled_from([BLUE, RED]),
    faction=st.sampled_from(["artemisia", "white_fang", "corsario"]),
    space=st.integers(0, len(examples.MAP) - 1),
    facing=st.sampled_from(FACINGS),
    damaged=st.booleans(),
    just_deployed=st.booleans(),
)


@given(st.lists(metals, max_size=6, unique_by=lambda metal: metal.space), st.booleans())
@hypothesis.settings(max_examples=40)
def test_an_arrowhead_for_every_hit_and_a_tick_for_all_others(chosen, powers):
    known = shipped().figures.factions
    position = Position(
        examples.MAP, 10, 3, tuple(chosen), known if powers else {}, phase="assault"
    )
    example = Example(position, Window(0, 0, 5, 5))
    shown = figure(example)
    part = shown.assaults()
    assert_sound(Page(PAPERS["a4"], (part.at(10, 10, "figure"),)))
    items = drawn(part)
    found = attacks(position)
    assert len(strikes(items)) == len(found)
    hit = {assault.target for assault in found}
    spared = [i for i in position.on_the_map(BLUE) if i not in hit]
    assert len(badges(part)) == len(spared)
    for metal, badge in zip(spared, badges(part), strict=True):
        assert shown.box(chosen[metal].space).contains(badge)
    far = [one for one in found if len(line_of_sight(position, one.attacker).spaces) > 1]
    assert gains(items) == Counter(f"+{one.gain}" for one in far if one.gain)


def test_a_hit_is_drawn_where_the_line_of_sight_meets_the_metal(figures):
    shown = figure(examples.seeing(figures))
    items = drawn(shown.assaults())
    (tip,) = strikes(items)
    assert tip[1] == pytest.approx(CELL / 2)
    assert 2 * CELL < tip[0] < 2.5 * CELL  # in the space of the Metal that is hit
    red = [item for item in items if isinstance(item, Line) and item.stroke == "red"]
    ends = {(round(line.x2, 2), round(line.y2, 2)) for line in red}
    assert (2 * CELL, CELL / 2) in ends  # at that space
    assert (3 * CELL, 1.5 * CELL) in ends  # at the friend
    assert (2.5 * CELL, 2.94 * CELL) in ends  # at the edge of the map


def test_lines_of_sight_pass_below_the_pictures_and_heads_lie_on_the_metals(figures):
    items = drawn(figure(examples.seeing(figures)).assaults())
    lines = [i for i, item in enumerate(items) if isinstance(item, Line)]
    assert lines[0] < index(items, "metals/terrain/forest")
    assert lines[-1] > index(items, "metals/tokens/marker_red")


@pytest.mark.parametrize("faction", shipped().figures.factions)
def test_what_an_attack_gains_stands_between_the_metals(faction, figures):
    part = figure(examples.duel(figures, faction)).assaults()
    leaves = [each.item for each in flatten(Page(PAPERS["a4"], (part.at(0, 0, "duel"),)))]
    boxes = [each.box for each in flatten(Page(PAPERS["a4"], (part.at(0, 0, "duel"),)))]
    (label,) = [
        box for leaf, box in zip(leaves, boxes, strict=True)
        if isinstance(leaf, Rect) and leaf.fill == "cream"
    ]  # fmt: skip
    assert label.centre[0] == pytest.approx(1.5 * CELL)
    assert label.bottom < CELL / 2  # above the line of sight
    for leaf, box in zip(leaves, boxes, strict=True):
        assert "marker" not in getattr(leaf, "name", "") or not box.overlaps(label)


def test_what_is_scored_leaves_the_emblems_in_sight(figures):
    every = [each for page in rules_sheet.pages(game(), settings("letter", code="fr"))
             for each in flatten(page)]  # fmt: skip
    labels = [each.box for each in every if getattr(each.item, "fill", "") == "cream"]
    emblems = [each.box for each in every if "emblems" in getattr(each.item, "name", "")]
    assert len(labels) >= 2 + len(figures.factions)
    for pill, emblem in itertools.product(labels, emblems):
        assert common(pill, emblem) < 0.1 * emblem.w * emblem.h


def test_what_is_scored_and_who_recovers(figures):
    example = examples.occupying(figures)
    part = figure(example).rewards()
    assert gains(drawn(part)) == {"+2": 1, "+1": 1}
    (recovers,) = badges(part)
    assert figure(example).box(example.position.metals[1].space).contains(recovers)
    assert "You score 3. Your opponent’s Metal scores" in words(
        rules_sheet.pages(game(), settings())
    )
    after = drawn(figure(example.after).plain())
    assert not [item for item in after if getattr(item, "name", "") == DAMAGE]


def test_a_defeated_metal_is_drawn_in_the_pool_and_a_damaged_one_on_its_space(figures):
    once, again, twice = examples.hits(figures)
    frames = [figure(one.after).outcome(0) for one in (once, again, twice)]
    dashed = [any(item.dash for item in drawn(part) if isinstance(item, Rect)) for part in frames]
    damaged = [any(getattr(item, "name", "") == DAMAGE for item in drawn(part)) for part in frames]
    assert dashed == [False, True, True]
    assert damaged == [True, False, False]


@pytest.mark.parametrize("facing", FACINGS)
def test_metals_are_turned_to_where_they_face_and_players_differ_in_shape(facing):
    metals = (Metal(BLUE, "zipang", 0, facing), Metal(RED, "zipang", 1, facing))
    position = Position(examples.MAP, 10, 3, metals)
    part = figure(Example(position, Window(0, 0, 2, 1))).plain()
    leaves = list(flatten(Page(PAPERS["a4"], (part.at(0, 0),))))
    turns = {each.turn for each in leaves if getattr(each.item, "name", "").endswith("figurine")}
    assert turns == {90 * FACINGS.index(facing)}
    markers = [each.item.name for each in leaves if "marker" in getattr(each.item, "name", "")]
    assert markers == ["metals/tokens/marker_blue", "metals/tokens/marker_red"]


def test_each_side_is_named_behind_its_attacker(figures):
    text = words(rules_sheet.pages(game(), settings()))
    assert "front side +1" in text
    assert "Here White Fang attacks." in text


def test_the_bow_is_shown_only_where_it_is_about_its_faction():
    arts = [each.item.name for page in rules_sheet.pages(game(), settings())
            for each in flatten(page) if isinstance(each.item, Art)]  # fmt: skip
    assert arts.count("metals/emblems/artemisia") == 2


@pytest.mark.parametrize("ink", ["full", "low", "grey"])
def test_tokens_of_both_players_are_shown_with_their_lines(ink):
    first = rules_sheet.pages(game(), settings(ink=ink))[0]
    rings = [each.item for each in flatten(first) if isinstance(each.item, Rect)
             and each.item.radius == 1.5 and each.item.line == LINES["frame"]]  # fmt: skip
    assert [bool(ring.dash) for ring in rings] == [False, True]
    assert "Plain line: yours. Dashed line: your opponent’s." in words([first])


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_token_is_shown_turned_over_about_the_line_through_its_point(paper):
    """Facing a side of the reader's, where turning it like a page would move the point."""
    pages = rules_sheet.pages(game(), settings(paper))
    tokens = [each for page in pages for each in flatten(page)
              if each.turn == 90 and "token" in [group.name for group in each.groups]]  # fmt: skip
    points = [each.box for each in tokens if getattr(each.item, "name", "").endswith("figurine")]
    bursts = [each.box for each in tokens if getattr(each.item, "name", "") == DAMAGE]
    front, back = points
    (burst,) = bursts
    assert back.contains(burst)
    assert not front.overlaps(burst)
    assert front.y == pytest.approx(back.y)
    level = front.centre[1]
    axes = [each.box for page in pages for each in flatten(page)
            if isinstance(each.item, Line) and each.item.dash and each.box.h == 0]  # fmt: skip
    for box in points:
        assert any(axis.y == pytest.approx(level, abs=0.3) and axis.x < box.x
                   and axis.right > box.right for axis in axes)  # fmt: skip


@pytest.mark.parametrize(
    ("code", "side", "shapes"),
    [
        ("de", "kurze Seite", ("runder Marker", "vier Zähnen")),
        ("en", "short side", ("round marker", "four teeth")),
        ("fr", "petit côté", ("marqueur rond", "quatre dents")),
        ("nl", "korte kant", ("ronde marker", "vier tanden")),
    ],
)
def test_the_sheet_says_how_the_map_lies_and_whose_markers_are_whose(code, side, shapes):
    text = words(rules_sheet.pages(game(), settings(code=code)))
    for phrase in (side, *shapes):
        assert phrase in text
