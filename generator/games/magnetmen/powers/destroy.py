"""destroy: taking one makes squares or icons disappear (Explorer, Singer, Actress)."""

from typing import Literal

from generator.games.magnetmen.powers.base import WHO, Count, Primitive, Who
from generator.games.magnetmen.powers.wording import amount, how_many
from generator.games.magnetmen.simulation import power_records

_WHAT = {
    "board": power_records.BREAK_SQUARE,
    "inventories": power_records.SCRATCH_ANY,
    "own_inventory": power_records.SCRATCH_OWN,
}


class Destroy(Primitive):
    """When a square is taken, `who` destroys `count` things (with `optional` up to so many):
    squares of the board, open or crossed out (reading 3), icons in any inventories, or icons
    in one's own. The slot of an icon destroyed in an inventory stays used (reading 10).
    """

    name = "destroy"

    count: Count = 1
    """How many things are destroyed."""

    optional: bool = False
    """Whether it can be fewer, or none."""

    where: Literal["board", "inventories", "own_inventory"] = "board"
    """What is destroyed.

    - board: squares, open or crossed out.
    - inventories: icons in any inventories.
    - own_inventory: icons in the inventory of who destroys.
    """

    who: Who = "you"
    """Who destroys.

    - you: the player who took the square.
    - leaders: whoever has the most points after the taking.
    - last: whoever has the least points after the taking.
    """

    @property
    def terms(self):
        return ("destroyed_square" if self.where == "board" else "destroyed_icon",)

    def lower(self, effect):
        what = _WHAT[self.where]
        effect.steps.append(power_records.Step(what, self.count, self.optional, WHO[self.who]))

    def clause(self, piece, language):
        where = self.where
        if where == "own_inventory":
            where = "yours" if self.who == "you" else "theirs"
        key = f"{where}.{'up_to' if self.optional else 'all'}"
        count = how_many(self.count)
        what = self.say(key, language, count=count, number=amount(self.count, language))
        return self.say(self.who, language, what=what)
