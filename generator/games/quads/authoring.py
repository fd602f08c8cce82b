"""What the commands for designers ask Quads, whose pictures are geometry and belong to no set."""

from collections.abc import Iterator

from generator.core.resources import sets_dir
from generator.core.settings import Settings
from generator.games.authoring_support import LONG_SEED, AuthoringSupport
from generator.games.quads.definition import QuadsDefinition, QuadsSet, printed_texts
from generator.games.quads.engine import KERNEL, match_of
from generator.games.quads.game import GAME
from generator.games.quads.roll import Quads, roll
from generator.games.study import PLAYERS, OpenGameStudy
from generator.play.series import GREEDY, Player, game_figures
from generator.schema.reference import FileKind
from generator.schema.set_texts import Place, TranslatableText


class QuadsAuthoring(AuthoringSupport[QuadsDefinition, Quads]):
    """See AuthoringSupport."""

    def translatable_texts(self, definition: QuadsDefinition) -> Iterator[TranslatableText]:
        (file,) = definition.files
        for loc, wording, _ in printed_texts(file.content):
            yield TranslatableText(wording, Place(file, loc))

    def fullest_rolls(self, definition: QuadsDefinition, settings: Settings) -> Iterator[Quads]:
        yield roll(definition, GAME.default_size, GAME.default_players, LONG_SEED)


SUPPORT = QuadsAuthoring()


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
