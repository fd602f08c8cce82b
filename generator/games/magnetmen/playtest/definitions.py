"""What the figures of a study mean, and where they come from."""

from generator.games.magnetmen.playtest.game_course import CLEAR, SETTLED
from generator.games.magnetmen.playtest.summary import StudySummary
from generator.games.magnetmen.simulation.figure_names import FIGURE_NAMES, MEASURE_NAMES
from generator.games.playtest_study import Definition

_AGAINST_OTHER_POWERS = Definition(
    "The same for a power whose type is on (nearly) every board: against boards where the type has "
    "another power."
)
DEFINITIONS = {
    "turns": Definition("Turns of all players together."),
    "left": Definition("Share of the squares that nobody used."),
    "choices": Definition("Possible actions at the start of a turn."),
    "tight": Definition("Share of the turns with at most two possible actions."),
    "waiting": Definition("Share of the turns that were missed, as no action was possible."),
    "ties": Definition("Share of the games that several players win."),
    "margin": Definition("Lead over the next player, as a share of the winner’s points."),
    "changes": Definition("How often another player takes the lead, by points."),
    "decided": Definition("Share of the turns after which the winner is never behind again."),
    "favourite_changes": Definition(
        "How often another player’s chance of winning exceeds that of the likeliest winner so far, "
        f"by at least {CLEAR:.0%}.",
        "the lead changes", "Browne 2008",
    ),
    "settled": Definition(
        "Share of the turns after which the winner’s chance of winning stays at "
        f"{SETTLED:.0%} or more.",
        "the decisiveness", "Browne 2008",
    ),
    "choice_gain": Definition(
        "By how much, at least, the best choice at the start of a turn raises the mover’s chance "
        "of winning above that of an average choice."
    ),
    "seat_deviation": Definition("Largest distance of a seat’s share of wins from a fair share."),
    "seat": Definition("How often each seat wins; a tie is shared out."),
    "panel": Definition("The same, where all players are one member of the panel."),
    "goal": Definition("Share of the boards whose figure is within its limit in play.yaml."),
    "ladder": Definition(
        "How often one player wins among weaker ones, in each seat equally often. If skill did not "
        "matter, one player among n would win 1/n of the games."
    ),
    "boards": Definition("Boards that have the type or power."),
    "squares": Definition("Squares of the type on these boards."),
    "pick_ratio": Definition(
        "How often the type is taken; 1 is as often as if players picked at random among the "
        "squares that they can take."
    ),
    "share": Definition("Share of the winners’ points that it brings, on boards that have it."),
    "icon_points": Definition("Points of one icon at the end of the game."),
    "owners": Definition(
        "How often players win who own at least one at the end; 1 is as often as anybody."
    ),
    "without": Definition(
        "How often a player wins who never takes it, among others who do, relative to a fair "
        "share; near 1 nobody needs it.",
        "restricted play", "Jaffe 2012",
    ),
    "missed": Definition("Share of goals missed on boards with it, minus that on boards without."),
    "missed_other": _AGAINST_OTHER_POWERS,
    "length": Definition("Length of games on boards with it, relative to boards without."),
    "length_other": _AGAINST_OTHER_POWERS,
}  # fmt: skip
"""By measure, in the order in which they are listed."""

_NOT_ALWAYS = {"panel", "ladder", "missed_other", "length_other"}
"""The measures that only some studies have; the tables of all reports show the others."""

SHIPPED_BELOW = "Shipped boards below"
_SHIPPED = Definition(
    "Share of the boards of the shipped sets, of the same size and number of players, whose figure "
    "is lower than this mean."
)
_NAMES = FIGURE_NAMES | MEASURE_NAMES | {
    "seat": "Wins by seat", "panel": "Wins by seat among the panel", "goal": "Boards that meet it",
    "ladder": "Skill",
}  # fmt: skip


def definitions_in(*summaries: StudySummary) -> dict[str, Definition]:
    """The definitions of all figures that a report of some summaries shows, by their names."""
    absent = _NOT_ALWAYS - {each.key.measure for every in summaries for each in every.estimates}
    named = {_NAMES[name]: each for name, each in DEFINITIONS.items() if name not in absent}
    return named | {SHIPPED_BELOW: _SHIPPED}
