"""The readings of points that the rules leave open, each as an option.

Output: a frozen Options. The defaults are the readings of docs/readings.md, whose numbers stand in
brackets.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Options:
    """The readings by which a game is played."""

    ties: bool = True
    """[1] Whether a tie counts for most and least, in the lead and in last place; otherwise only a
    single player counts."""

    zero: bool = True
    """[1] Whether players who have none of a type have the least of it; otherwise they are not
    compared."""

    destroys: Literal["visible", "unused"] = "visible"
    """[3] What a power that destroys any square may destroy: crossed-out squares too, or only
    unused ones."""

    compares: Literal["totals", "icons"] = "totals"
    """[4] What makes a type the lowest or the highest: the total of its icons, or the value of one
    icon (their mean, rounded down)."""

    adjacent: Literal["sides", "around"] = "sides"
    """[5] Whether adjacent squares share a side, or touch at a corner too."""

    stuck: Literal["may_destroy", "must_destroy", "waits"] = "may_destroy"
    """[7] What a player who can't collect does under the advanced rules: destroy or pass; destroy
    while that is possible (to the letter: a player who can destroy can move); or wait."""

    returns: bool = True
    """[7] Whether a player who could not move may do so in a later turn; otherwise that player
    is out."""

    first_taking: Literal["crossed_out", "open"] = "crossed_out"
    """[8] What a Police square is until its last taking."""

    destroyed_fills: bool = True
    """[8] Whether destroyed squares count as filled in a row or column, for a Hairdresser."""

    neighbour_out: Literal["cannot", "is_not_asked"] = "cannot"
    """[9] Whether a neighbour who is out closes a Life Guard, or is not asked."""

    lead: Literal["after", "before"] = "after"
    """[10] Whether an Actress compares scores after or before she is taken."""

    slot: Literal["used", "free"] = "used"
    """[10] What becomes of the slot of an icon destroyed in an inventory."""

    four: Literal["taken", "owned"] = "taken"
    """[12, 15] What four of a kind counts: all squares of the type that the player ever took, or
    the icons in the inventory, including gained ones."""

    scratched_out: Literal["worthless", "counts"] = "worthless"
    """[13] What an icon that scores for adjacent squares (Taxi Driver) is worth once its own square
    is destroyed: nothing, since that icon is no longer on the board for any rule; or as before."""
