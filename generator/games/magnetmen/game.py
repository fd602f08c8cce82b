"""Magnetmen behind the contract of games/base.py. A new sheet is a file in sheets/ and a line
here."""

import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.core.errors import DefinitionError, OptionError
from generator.core.request import SearchName
from generator.core.settings import Settings
from generator.games.base import DefinitionSheet, Game, ProofPages, RolledSheet
from generator.games.magnetmen.definition import CATALOGUE, MagnetmenDefinition
from generator.games.magnetmen.load import load_definition, no_board
from generator.games.magnetmen.roll import Board, RolledType, only_of, roll
from generator.languages import Language, load_language
from generator.layout.page import Page

if TYPE_CHECKING:
    from generator.analysis.stats import Statistics
    from generator.games.magnetmen.simulation.board_search import BoardVetting
    from generator.layout.booklet import Chapter


class MagnetmenPlaytest:
    """The rules engine and its players behind the contract of games/base.py."""

    @property
    def vetting(self) -> "BoardVetting":
        from generator.games.magnetmen.simulation.board_search import BoardVetting

        return BoardVetting()

    def play(
        self,
        definition: MagnetmenDefinition,
        size: str,
        players: int,
        seed: str,
        sets_dirs: Sequence[Path],
        *,
        is_final: bool = False,
        report_progress: Callable[[float], None] = lambda share: None,
        games: str = "fresh",
        prepare: Callable[[], None] = lambda: None,
        search: SearchName = "usual",
        may_stop: bool = False,
    ) -> Board:
        from generator.games.magnetmen.simulation.board_search import playtest_seed

        return playtest_seed(
            definition, size, players, seed, sets_dirs, is_final, report_progress, games, prepare,
            search, may_stop,
        )  # fmt: skip

    def notice(self) -> str:
        from generator.games.magnetmen.simulation.game import KERNEL
        from generator.play.kernel import notice

        return notice(KERNEL)

    def prepare(self) -> None:
        from generator.games.magnetmen.simulation.game import KERNEL
        from generator.play.kernel import prepare

        prepare(KERNEL)

    def advice(self, rolled: Board, is_final: bool) -> list[str]:
        from generator.games.magnetmen.simulation.description import advice

        return advice(rolled, is_final)

    def goal_penalty(self, rolled: Board) -> float:
        return rolled.playtest_result.goal_penalty if rolled.playtest_result else math.inf

    def figures(self, rolled: Board) -> dict[str, float | str]:
        return rolled.playtest_result.columns() if rolled.playtest_result else {}


class Magnetmen(Game[MagnetmenDefinition, Board]):
    """The game and its sheets."""

    name = "magnetmen"
    study_module = "generator.games.magnetmen.playtest.command"
    catalogue = CATALOGUE
    default_sets = ("base",)
    board_sheet = "boards"

    def load(self, sets: Sequence[str], sets_dirs: Sequence[Path] = ()) -> MagnetmenDefinition:
        return load_definition(sets, sets_dirs)

    def check_options(self, definition: MagnetmenDefinition, size: str, players: int) -> None:
        boards = definition.boards
        if size not in boards.sizes:
            raise OptionError(f"--size {size!r}: expected {', '.join(boards.sizes)}")
        if players not in boards.players:
            raise OptionError(
                f"--players {players}: expected {', '.join(map(str, boards.players))}"
            )
        if diagnostic := no_board(definition, size):
            raise DefinitionError([diagnostic])

    def roll(self, definition: MagnetmenDefinition, size: str, players: int, seed: str) -> Board:
        return roll(definition, size, players, seed)

    def record(self, rolled: Board, language_code: str) -> dict[str, Any]:
        language = load_language(language_code)
        lines = [_type_line(kind, language) for kind in rolled.types]
        return {**_playtest_record(rolled), "id": str(rolled.game_id), "told": lines}

    def booklet_chapter(
        self, definition: MagnetmenDefinition, settings: Settings, example_seed: str
    ) -> "Chapter":
        from generator.games.magnetmen.sheets import rules_sheet

        return rules_sheet.chapter(definition, settings, example_seed)

    @property
    def rolled_sheets(self) -> Mapping[str, RolledSheet[Board]]:
        return {"boards": _boards, "inventories": _inventories}

    @property
    def definition_sheets(self) -> Mapping[str, DefinitionSheet]:
        return {"legends": _legends, "rules": _rules}

    def companions(self, boards: Sequence[Board], settings: Settings) -> list[list[Page]]:
        """Legends of the boards, unless their sheets have them on pages of their own; the rules."""
        from generator.games.magnetmen.examples import NoExample
        from generator.games.magnetmen.sheets import board_sheet, rules_sheet

        legends = (
            [board_sheet.legend_page(board, settings) for board in boards] if settings.rules else []
        )
        seed = boards[0].game_id.seed.partition("+")[0]
        if len(boards) == 1:
            with suppress(NoExample):  # few types may not be enough for examples
                return [legends, rules_sheet.pages(only_of(boards[0]), settings, seed)]
        return [legends, rules_sheet.pages(boards[0].definition, settings, seed)]

    def size_words(self, size: str, players: int) -> list[str]:
        return ["--size", size, "--players", str(players)]

    def combinations(self, definition: MagnetmenDefinition) -> Iterable[tuple[str, int]]:
        return product(definition.boards.sizes, definition.boards.players)

    def warnings(self, rolled: Board) -> Iterator[str]:
        return _shared_drawings(
            (f"{kind.set_name}/{kind.piece.key}", kind.art) for kind in rolled.types
        )

    def definition_warnings(self, definition: MagnetmenDefinition) -> Iterator[str]:
        return _shared_drawings((kind.name, kind.piece.art) for kind in definition.possible)

    @property
    def playtest(self) -> MagnetmenPlaytest:
        return MagnetmenPlaytest()

    def statistics(self) -> "Statistics":
        from generator.games.magnetmen.statistics import STATISTICS

        return STATISTICS

    def proof_pages(self, definition: MagnetmenDefinition, settings: Settings) -> ProofPages:
        from generator.games.magnetmen.sheets import board_sheet

        return board_sheet.proof_pages(definition, settings)


_BOLD = re.compile(r"\*\*(.+?)\*\*")


def _type_line(kind: RolledType, language: Language) -> str:
    """A type on a board. Ten thousand boards share a few hundred such lines."""
    power = _without_markup(kind.sentence(language))
    return sys.intern(f"{kind.count:2} × {kind.set_name}/{kind.piece.key}: {power}")


def _without_markup(text: str) -> str:
    plain = _BOLD.sub(r"\1", text)
    return plain.replace("\u00a0[points]", "").replace("[points]", "points")


def _playtest_record(board: Board) -> dict[str, Any]:
    """The playtest result, in lines for people and as data."""
    if board.playtest_result is None:
        return {}
    from generator.games.magnetmen.simulation.description import describe_result

    lines = describe_result(board.playtest_result)
    return {"played": {"told": lines, "data": board.playtest_result.data()}}


def _shared_drawings(types: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A warning for each type whose drawing an earlier one has; types are names with their art."""
    first: dict[str, str] = {}
    for name, art in types:
        other = first.setdefault(art, name)
        if other != name:
            yield f"warning: {other} and {name} have one drawing, players cannot tell them apart"


# Each sheet is imported when it is asked for: one board is quick from cold.


def _boards(board: Board, settings: Settings) -> list[Page]:
    from generator.games.magnetmen.sheets import board_sheet

    return board_sheet.pages(board, settings)


def _inventories(board: Board, settings: Settings) -> list[Page]:
    from generator.games.magnetmen.sheets import inventories

    return inventories.pages(board, settings)


def _legends(definition: MagnetmenDefinition, settings: Settings, _: str = "") -> list[Page]:
    from generator.games.magnetmen.sheets import legend

    return legend.pages(definition, settings)


def _rules(
    definition: MagnetmenDefinition, settings: Settings, example_seed: str = ""
) -> list[Page]:
    from generator.games.magnetmen.sheets import rules_sheet

    return rules_sheet.pages(definition, settings, example_seed)


GAME = Magnetmen()
