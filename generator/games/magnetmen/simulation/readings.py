"""How the open points of the rules are read, each as an option.

Input: nothing, or other readings than docs/readings.md has. Output: a frozen Options, of which
every default is the reading there; the numbers in brackets are those of its list.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Options:
    """The readings a game is played by."""

    ties: bool = True
    """[1] Whether a tie counts for most and least, in the lead and in last place; otherwise only
    who is there alone."""

    zero: bool = True
    """[1] Whether those who have none of a type have the least of it; otherwise they are not
    compared."""

    destroys: Literal["visible", "unused"] = "visible"
    """[3] What a power that destroys any square may hit: crossed-out squares too, or unused ones
    only."""

    compares: Literal["totals", "icons"] = "totals"
    """[4] What is compared for the lowest and the highest type: the total of its icons, or one
    icon (their mean, rounded down)."""

    adjacent: Literal["sides", "around"] = "sides"
    """[5] Whether adjacent squares share a side, or touch at a corner too."""

    stuck: Literal["may_destroy", "must_destroy", "waits"] = "may_destroy"
    """[7] What a player does who can't collect, under the advanced rules: destroy or pass; destroy
    as long as there is something (to the letter: who can destroy can move); or wait."""

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
    """[10] Whether an Actress compares scores after the taking or before it."""

    slot: Literal["used", "free"] = "used"
    """[10] What becomes of the slot of an icon destroyed in an inventory."""

    four: Literal["taken", "owned"] = "taken"
    """[12, 15] What four of a kind counts: all squares of the type that the player ever took, or
    the icons in the inventory, also those gained."""

    scratched_out: Literal["worthless", "counts"] = "worthless"
    """[13] What an icon worth its adjacent squares (Taxi Driver) is worth once its own square is
    destroyed: nothing, since that icon is no longer on the board for any rule; or as before."""
