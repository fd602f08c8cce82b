"""Helpers of several tests: definitions, settings, the checks that every page must pass."""

import itertools
from dataclasses import replace
from functools import cache
from pathlib import Path

from generator import games
from generator.core.paper import PAPERS
from generator.core.settings import Settings
from generator.games.magnetmen.load import load_definition
from generator.games.magnetmen.roll import Board, RolledType, roll
from generator.languages import languages, load_language
from generator.layout.page import FlatItem, Group, Item, Page, Text, flatten
from generator.layout.theme import FLOOR

DATA = Path(__file__).parent / "data"
GOLDEN = Path(__file__).parent / "golden"
SHIPPED = ("base", "advanced", "expert")
SET_CHOICES = [sets for count in (1, 2, 3) for sets in itertools.combinations(SHIPPED, count)]
SIZES = ("small", "regular", "big", "huge")
LANGUAGE_CODES = ", ".join(languages())  # as messages list them
GAME_NAMES = ", ".join(games.names())


@cache
def definition(*sets: str):
    """The shipped sets of these names, read once."""
    return load_definition(sets)


def rolled(seed: str = "test", sets=("base",), size: str = "regular", players: int = 4) -> Board:
    return roll(definition(*sets), size, players, seed)


def settings(paper="a4", ink="full", code="en", rules=True) -> Settings:
    return Settings(PAPERS[paper], ink, code, rules)


@cache
def wordiest_language() -> str:
    """Where the powers of the shipped sets take the most room together."""

    def length(code: str) -> int:
        powers = [(piece, power) for piece in definition(*SHIPPED).pieces for power in piece.powers]
        return sum(len(power.sentence(piece, load_language(code))) for piece, power in powers)

    return max(languages(), key=length)


def codes_for(sets: tuple[str, ...]) -> tuple[str, ...]:
    """Every language for all sets together, the wordiest one for fewer: what fits in it fits."""
    return languages() if sets == SHIPPED else (wordiest_language(),)


def wordiest_board(code: str, size: str, players: int) -> Board:
    """A board with the seven powers that take the most room in a language."""
    all_sets = definition(*SHIPPED)
    variants = [
        RolledType(of_set.key, piece, power, 1)
        for of_set in all_sets.sets
        for piece in of_set.pieces
        for power in piece.powers
    ]
    words = load_language(code)
    variants.sort(key=lambda kind: -len(kind.sentence(words)))
    types: list[RolledType] = []
    for kind in variants:
        if kind.piece not in [other.piece for other in types]:
            types.append(kind)
    board = roll(all_sets, size, players, "the-longest-seed-that-may-be-used")
    return replace(
        board, types=tuple(types[:7]), squares=tuple(n % 7 for n in range(len(board.squares)))
    )


def assert_sound(page: Page) -> None:
    """Nothing near the edge, nothing outside its box, no small text, no text on text."""
    items = list(flatten(page))
    safe = page.paper.area
    for entry in items:
        assert safe.contains(entry.box), f"{page.name}: outside the safe area: {entry.item}"
        _assert_in_frames(page, entry)
    texts = [entry for entry in items if isinstance(entry.item, Text)]
    small = [entry.item for entry in texts if entry.item.size < FLOOR]
    assert not small, f"{page.name}: below {FLOOR} pt: {small}"
    _assert_apart(page, texts)
    _assert_blocks_apart(page)


def _assert_in_frames(page: Page, entry: FlatItem) -> None:
    for group, frame in zip(entry.groups, entry.frames, strict=True):
        assert frame.contains(entry.box, 0.15), (
            f"{page.name}: {entry.item} leaves its group {group.name!r}"
        )


def _assert_apart(page: Page, texts: list[FlatItem]) -> None:
    """Texts may come close (a descender under a line) but not lie on each other."""
    for one, other in itertools.combinations(texts, 2):
        if one.box.overlaps(other.box, 0.35):
            raise AssertionError(f"{page.name}: {one.item} lies on {other.item}")


def _assert_blocks_apart(page: Page) -> None:
    """Groups with the very same box are layers of one block."""
    blocks = [item for item in page.items if isinstance(item, Group)]
    for one, other in itertools.combinations(blocks, 2):
        apart = one.box == other.box or not one.box.overlaps(other.box)
        assert apart, f"{page.name}: {one.name} lies on {other.name}"


def listing(page: Page) -> str:
    """A page as readable text: a line an item, positions in mm, groups indented."""
    paper = page.paper
    lines = [f"page {page.name} on {paper.name} {paper.width:g} x {paper.height:g}"]
    for item in page.items:
        lines += _lines(item, 1)
    return "\n".join(lines) + "\n"


def _lines(item: Item, depth: int) -> list[str]:
    box = item.box
    where = f"{box.x:.1f} {box.y:.1f} {box.w:.1f} x {box.h:.1f}"
    what = type(item).__name__.lower()
    if isinstance(item, Group):
        turn = f" turned {item.turn}" if item.turn else ""
        lines = [f"{'  ' * depth}{what} {item.name!r} at {where}{turn}"]
        return lines + [line for child in item.items for line in _lines(child, depth + 1)]
    detail = ""
    if isinstance(item, Text):
        detail = f" {item.text!r} {item.font} {item.size:g} pt {item.colour}"
    elif hasattr(item, "name"):
        detail = f" {item.name}"
    return [f"{'  ' * depth}{what} at {where}{detail}"]


def at_once(*words: str) -> list[str]:
    """The words of a command without the playtest that it takes seconds for."""
    plays = words[:1] in (("boards",), ("inventories",), ("all",), ("batch",))
    explicit = {"--from", "--no-playtest"} & set(words)
    return [*words, "--no-playtest"] if plays and not explicit else list(words)
