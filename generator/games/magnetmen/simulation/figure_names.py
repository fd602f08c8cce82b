"""What reports and `inspect` call the figures of boards and types, in English."""

FIGURE_NAMES = {
    "turns": "Turns",
    "left": "Squares nobody used",
    "choices": "Choices per turn",
    "tight": "Turns with two choices or fewer",
    "waiting": "Turns missed",
    "ties": "Ties",
    "margin": "The winner’s lead",
    "changes": "Lead changes",
    "decided": "When the game is decided",
    "seat_deviation": "Seat imbalance",
    "favourite_changes": "Changes of the favourite",
    "settled": "When the game is settled",
    "choice_gain": "What the best choice gains",
}
MEASURE_NAMES = {
    "boards": "Boards",
    "squares": "Squares",
    "pick_ratio": "Taken",
    "icon_points": "Points per icon",
    "share": "Of winners’ points",
    "owners": "Owners win",
    "without": "Without it",
    "missed": "Goals missed",
    "length": "Game length",
    "missed_other": "Goals missed, against its other powers",
    "length_other": "Game length, against its other powers",
}
UNITS = {
    "turns": "turns of all players",
    "left": "of squares",
    "choices": "choices",
    "tight": "of turns",
    "waiting": "of turns",
    "ties": "of games",
    "margin": "of the winner’s points",
    "changes": "times per game",
    "decided": "of the game",
    "seat_deviation": "of games, off a fair share",
    "favourite_changes": "times per game",
    "settled": "of the game",
    "choice_gain": "of a win, against an average choice",
    "seat": "of games",
    "ladder": "of games",
    "pick_ratio": "times as often as by chance",
    "share": "of winners’ points",
    "icon_points": "points",
    "owners": "times their fair share",
    "without": "times their fair share",
    "missed": "of the goals, more than on boards without the type",
    "length": "times as long as on boards without the type",
}
"""What numbers on the axis of a chart count; shares are in percent of it."""

REASONS = {
    "greedy": "one greedy player among random ones wins {} of games",
    "monte_carlo": "one searching player among greedy ones wins {} of games",
    "pick_ratio": "taken {} times as often as by chance",
    "share": "brings {} of winners’ points",
    "owners": "owners win {} times their fair share",
    "icon_points": "{} points per icon",
    "missed": "goals missed: {} more than on boards without the type",
    "length": "games {} times as long as on boards without the type",
    "missed_other": "goals missed: {} more than on boards with its other {}",
    "length_other": "games {} times as long as on boards with its other {}",
}
"""Values in words."""
