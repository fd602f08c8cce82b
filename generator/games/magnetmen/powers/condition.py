"""if: points when a condition holds at the end, other points when not (Ballerina, Judge)."""

from typing import Literal

from pydantic import ConfigDict, Field, model_validator

from generator.games.magnetmen.powers import effects
from generator.games.magnetmen.powers.base import Count, NamedType, Points, Primitive, fixed
from generator.games.magnetmen.powers.effects import Effect
from generator.games.magnetmen.powers.wording import counted, points_text
from generator.languages import Language
from generator.schema.fields import Choice, Range, exactly_one

CONDITIONS = ("have", "exactly", "at_least")


class If(Primitive):
    """Each icon is worth `points` if its owner has the most or the least icons of the type of
    all players, or exactly or at least some number of them; otherwise it is worth `else`.

    Ties count for most and least, and having none counts as zero (reading 1).
    """

    model_config = ConfigDict(json_schema_extra=exactly_one(CONDITIONS))

    name = "if"

    have: Literal["most", "least"] | None = None
    """Holds for an owner who has the most or the least of all players; ties count.

    - most: nobody has more.
    - least: nobody has fewer; none at all counts, too.
    """

    exactly: Count | None = None
    """Holds for an owner of exactly so many."""

    at_least: Count | None = None
    """Holds for an owner of at least so many."""

    points: Points
    """What each icon is worth if the condition holds."""

    otherwise: Points = Field(0, alias="else")
    """What each icon is worth if not."""

    @model_validator(mode="after")
    def _one_condition(self) -> "If":
        if sum(getattr(self, name) is not None for name in CONDITIONS) != 1:
            raise ValueError("expected one condition: have: most, have: least, exactly or at_least")
        return self

    def add_effect(self, effect: Effect) -> None:
        if self.have:
            what = effects.MOST if self.have == "most" else effects.LEAST
        else:
            what = effects.EXACTLY if self.exactly is not None else effects.AT_LEAST
        points, otherwise = fixed(self.points), fixed(self.otherwise)
        effect.scores.append(effects.Score(what, points, otherwise, fixed(self._number)))

    @property
    def _number(self) -> int | Choice | Range:
        """The number of `exactly` or `at_least`; 0 without either."""
        return self.exactly if self.exactly is not None else self.at_least or 0

    def clause(self, piece: NamedType, language: Language) -> str:
        params = {
            "points": points_text(self.points, language),
            "otherwise": points_text(self.otherwise, language),
        }
        if self.have:
            return self.say(self.have, language, names=piece.name_for(language, None), **params)
        key = "exactly" if self.exactly is not None else "at_least"
        return self.say(key, language, **counted(self._number, piece, language), **params)
