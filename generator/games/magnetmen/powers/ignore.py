"""ignore: what Repel overlooks when a square of this type is taken (Astronaut, Doctor)."""

from typing import Literal

from pydantic import ConfigDict, Field, model_validator

from generator.games.magnetmen.powers.base import Count, NamedType, Primitive, fixed
from generator.games.magnetmen.powers.effects import Effect
from generator.games.magnetmen.powers.wording import counted
from generator.languages import Language

Icons = Literal["open", "crossed_out"]

ICONS: frozenset[Icons] = frozenset(("open", "crossed_out"))


class Ignore(Primitive):
    """Repel overlooks `icons` around a square of this type for a player who wants to take it.

    With `until: 3` only while that player has fewer than 3 icons of this type; with `from: 3`
    only as soon as the player has 3.
    """

    model_config = ConfigDict(json_schema_extra={"not": {"required": ["until", "from"]}})

    name = "ignore"

    icons: Literal["all", "open", "crossed_out"] = "all"
    """Which icons around the square Repel overlooks.

    - all: every icon.
    - open: those not crossed out.
    - crossed_out: those crossed out.
    """

    until: Count | None = None
    """Only while the player has fewer than so many of the type; not together with `from`."""

    from_: Count | None = Field(None, alias="from")
    """Only as soon as the player has so many of the type."""

    @model_validator(mode="after")
    def _one_end(self) -> "Ignore":
        if self.until is not None and self.from_ is not None:
            raise ValueError("expected until or from, not both")
        return self

    def ignored(self, own: int) -> frozenset[Icons]:
        """The icons that Repel overlooks for a player who has `own` icons of the type."""
        early = self.from_ is not None and own < fixed(self.from_)
        late = self.until is not None and own >= fixed(self.until)
        if early or late:
            return frozenset()
        return ICONS if self.icons == "all" else frozenset((self.icons,))

    def add_effect(self, effect: Effect) -> None:
        effect.ignores_repel = True

    def clause(self, piece: NamedType, language: Language) -> str:
        when = ""
        if self.until is not None:
            when = self.say("until", language, **counted(self.until, piece, language))
        elif self.from_ is not None:
            when = self.say("from", language, **counted(self.from_, piece, language))
        return self.say(self.icons, language, when=when)
