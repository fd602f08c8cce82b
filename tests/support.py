"""Helpers of several tests: definitions, settings, the checks that every page must pass."""

import itertools
import os
from collections.abc import Iterable
from concurrent.futures import Executor, Future
from functools import cache
from pathlib import Path

from generator import games
from generator.core.diagnostics import Diagnostic
from generator.core.paper import PAPERS
from generator.core.settings import Settings
from generator.games.magnetmen.definition import load_definition
from generator.games.magnetmen.roll import Board, roll
from generator.languages import languages, load_language
from generator.layout.checks import LayoutChecker
from generator.layout.page import Group, Item, Page, PageView, Text, flatten

DATA = Path(__file__).parent / "data"
GOLDEN = Path(__file__).parent / "golden"
SHIPPED = ("base", "advanced", "expert")
SET_CHOICES = [sets for count in (1, 2, 3) for sets in itertools.combinations(SHIPPED, count)]
SIZES = ("small", "regular", "big", "huge")
LANGUAGE_CODES = ", ".join(languages())  # as messages list them


@cache
def definition(*sets: str):
    """The shipped sets of these names, read once."""
    return load_definition(sets)


@cache
def rolled(seed: str = "test", sets=("base",), size: str = "regular", players: int = 4) -> Board:
    return roll(definition(*sets), size, players, seed)


def settings(paper="a4", ink="full", code="en", rules=True) -> Settings:
    return Settings(PAPERS[paper], ink, code, rules)


def assert_golden(text: str, golden: Path) -> None:
    """The text is that of a file, which UPDATE_GOLDEN=1 writes anew."""
    if os.environ.get("UPDATE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, "utf-8")
    assert golden.exists(), "UPDATE_GOLDEN=1 make test writes it"
    assert text == golden.read_text("utf-8"), "UPDATE_GOLDEN=1 make test writes it anew"


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


@cache
def sheet_pages(
    game_name: str,
    set_name: str,
    size: str,
    players: int,
    sheet: str,
    looks: Settings = Settings(),  # noqa: B008
) -> list[Page]:
    """The pages of a sheet of a roll, laid out once."""
    game = games.game(game_name)
    rolled = game.roll(game.load((set_name,), ()), size, players, "test")
    return game.pages(sheet, rolled, looks)


def texts(page: Page) -> list[str]:
    return [entry.item.text for entry in flatten(page) if isinstance(entry.item, Text)]


def check_layout(pages: Iterable[Page]) -> list[Diagnostic]:
    checker = LayoutChecker()
    return [fault for page in pages for fault in checker.check(page)]


def assert_sound(page: Page) -> None:
    """Nothing near the edge, nothing outside its box, no small text, no text on text."""
    faults = check_layout([page])
    assert not faults, f"{page.name}: " + "; ".join(map(str, faults))


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
    if isinstance(item, PageView):
        window = item.window
        detail = f" of page {item.page.name!r}, window {window.x:.1f} {window.y:.1f} "
        detail += f"{window.w:.1f} x {window.h:.1f}"
    elif isinstance(item, Text):
        detail = f" {item.text!r} {item.font} {item.size:g} pt {item.colour}"
    elif hasattr(item, "name"):
        detail = f" {item.name}"
    return [f"{'  ' * depth}{what} at {where}{detail}"]


def at_once(*words: str) -> list[str]:
    """The words of a command without the playtest that it takes seconds for."""
    plays = words[:1] in (("boards",), ("inventories",), ("metals",), ("all",), ("batch",))
    explicit = {"--from", "--no-playtest"} & set(words)
    return [*words, "--no-playtest"] if plays and not explicit else list(words)


def inventories(page) -> list:
    """The strips of a board sheet with the slots of the players, by player."""
    return [item for item in page.items if getattr(item, "name", "").startswith("inventory")]


class SerialExecutor(Executor):
    """Does everything in this process, at once."""

    def submit(self, function, /, *args, **options):
        future = Future()
        try:
            future.set_result(function(*args, **options))
        except Exception as error:
            future.set_exception(error)
        return future
