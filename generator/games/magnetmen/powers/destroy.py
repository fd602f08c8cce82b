"""destroy: taking one makes squares or icons disappear (Explorer, Singer, Actress)."""

from typing import Literal

from generator.games.magnetmen.powers import effects
from generator.games.magnetmen.powers.base import WHO, Count, NamedType, Primitive, Who, fixed
from generator.games.magnetmen.powers.effects import Effect
from generator.games.magnetmen.powers.wording import amount, how_many
from generator.languages import Language

_WHAT = {
    "board": effects.BREAK_SQUARE,
    "inventories": effects.SCRATCH_ANY,
    "own_inventory": effects.SCRATCH_OWN,
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
    def terms(self) -> tuple[str, ...]:
        return ("destroyed_square" if self.where == "board" else "destroyed_icon",)

    def add_effect(self, effect: Effect) -> None:
        what = _WHAT[self.where]
        effect.steps.append(effects.Step(what, fixed(self.count), self.optional, WHO[self.who]))

    def clause(self, piece: NamedType, language: Language) -> str:
        where: str = self.where
        if where == "own_inventory":
            where = "yours" if self.who == "you" else "theirs"
        key = f"{where}.{'up_to' if self.optional else 'all'}"
        count = how_many(self.count)
        what = self.say(key, language, count=count, number=amount(self.count, language))
        return self.say(self.who, language, what=what)
