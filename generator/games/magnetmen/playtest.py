"""Magnetmen behind play/: what programs are told of the game."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Literal

from generator.core.game_id import IMAGES
from generator.games.magnetmen import match
from generator.games.magnetmen.definition import CATALOGUE, MagnetmenDefinition
from generator.games.magnetmen.roll import Board, candidate, roll, roll_layouts
from generator.games.magnetmen.tables import MAX_SQUARES
from generator.languages import load_language
from generator.layout.text import without_markup
from generator.play.engine import WIN_PARTS
from generator.play.goals import Goals
from generator.play.search import Part, Programs
from generator.play.series import PLAYERS, Observations

TRIED_SWAPS = 12  # of a board that nearly passed; about one in twelve passes


class MagnetmenGoals(Goals):
    """What a good board is, and how one is looked for."""

    FORMS: ClassVar = ("basic", "advanced")

    game: Literal["magnetmen"]
    """The game this file is of."""


def minutes_range(definition: MagnetmenDefinition, folders: Sequence[Path]) -> tuple[int, int]:
    """See Goals. Raises DefinitionError."""
    return PROGRAMS.load_goals(folders).minutes_range(definition.rules)


def why_not(board: Board) -> str:
    """The engine knows no powers in free text, and uncompiled code takes a hundred times longer."""
    unknown = [kind.piece.key for kind in board.types if not kind.power.simulated]
    if unknown:
        return f"no program can play the free text of {', '.join(unknown)}"
    if len(board.squares) > MAX_SQUARES:
        return f"playing {len(board.squares)} squares would take hours ({MAX_SQUARES} are the most)"
    return ""


def parts(board: Board, observed: Observations) -> list[Part]:
    """How players fared with each type of icon. pick_ratio: takings, by those of random choices;
    icon_points: of an icon at the end; share: of winners' points; owners: how often players win who
    have any, by how often anybody wins."""
    english, fair_share = load_language("en"), 1 / board.players
    sums = [sum(counter) for counter in zip(*observed.blocks, strict=True)]
    by_type = [
        sums[at : at + match.KIND_COUNTERS] for at in range(0, len(sums), match.KIND_COUNTERS)
    ]
    won_points = sum(of_type[match.WON_POINTS] for of_type in by_type)
    result = []
    for kind, of_type in zip(board.types, by_type, strict=True):
        name = kind.piece.name_for(english)
        measures: dict[str, tuple[float, float]] = {
            "pick_ratio": (of_type[match.PICKS], of_type[match.CHANCES] / match.WHOLE),
            "icon_points": (of_type[match.POINTS], of_type[match.ICONS]),
            "share": (of_type[match.WON_POINTS], won_points),
            "owners": (of_type[match.OWNERS_WON] / WIN_PARTS, of_type[match.OWNERS] * fair_share),
        }
        shown = f"{name} ({kind.set_name})" if len(board.definition.sets) > 1 else name
        powers = kind.piece.powers[kind.variant], kind.power
        open_text, text = (without_markup(p.sentence(kind.piece, english)) for p in powers)
        result.append(Part(kind.name, shown, kind.variant + 1, open_text, text, measures))
    return result


PROGRAMS = Programs(
    catalogue=CATALOGUE,
    engine=lambda: match.ENGINE,
    match=match.match_of,
    players=PLAYERS,
    roll=roll,
    candidates=lambda definition, size, players, seed, number, layouts: roll_layouts(
        definition, size, players, candidate(seed).later_roll(number), layouts
    ),
    goals=MagnetmenGoals,
    rules=lambda board: "advanced" if board.advanced else "basic",
    squares=lambda board: len(board.squares),
    why_not=why_not,
    roll_of=lambda seed: candidate(seed).rolled_seed,
    neighbours=lambda seed: [*map(str, candidate(seed).swaps(TRIED_SWAPS))],
    parts=parts,
    images=IMAGES,
)
