"""What the commands for designers ask Quads: its texts, its files, and games between programs."""

from generator.core.resources import sets_dir
from generator.games.authoring_support import AuthoringSupport
from generator.games.quads.definition import QuadsDefinition, QuadsSet, printed_texts
from generator.games.quads.engine import KERNEL, match_of
from generator.games.quads.roll import Quads
from generator.games.study import PLAYERS, OpenGameStudy
from generator.play.series import GREEDY, Player, game_figures
from generator.schema.reference import FileKind

SUPPORT = AuthoringSupport[QuadsDefinition, Quads](printed_texts)

FILE_KINDS = (
    FileKind(
        "quads",
        QuadsSet,
        "Quads set",
        "`sets/quads/NAME.yaml`: the board, how many pieces, sizes and colours.",
        (sets_dir() / "quads" / "classic.yaml",),
        game="quads",
    ),
)

# Unlike in Metals, players that are never careless play many different games.
STUDY_PLAYERS = PLAYERS | {
    "greedy": GREEDY,
    "two_ply": Player("two_ply"),
    "monte_carlo": Player("monte_carlo", 6, 6),
}


def play(quads: Quads, player: str, games: int, seed: str) -> list[dict[str, float]]:
    rows = game_figures(match_of(quads.setup), STUDY_PLAYERS[player], seed, games)
    return [{name: row[name] for name in ("first_player", "turns")} for row in rows]


STUDY = OpenGameStudy("quads", KERNEL, play, tuple(STUDY_PLAYERS), "greedy")
