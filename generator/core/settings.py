"""How sheets look: paper, ink, language. Nothing here changes what is rolled."""

from dataclasses import dataclass

from generator.core.paper import PAPERS, Paper

FLIPS = ("long", "short")  # the edges about which a printer can turn paper


@dataclass(frozen=True, slots=True)
class Settings:
    """How a sheet looks.

    flip is the edge about which the printer turns paper over. back_offset moves backs to the right
    and down, in mm, so that they lie behind their fronts. fitted says that paper and offset are
    those of a printer's profile.
    """

    paper: Paper = PAPERS["a4"]
    ink: str = "full"
    language_code: str = "en"
    rules: bool = True
    flip: str = "long"
    back_offset: tuple[float, float] = (0.0, 0.0)
    fitted: bool = False

    @property
    def tinted(self) -> bool:
        """Whether large areas may carry a tint."""
        return self.ink != "low"

    def words(self) -> list[str]:
        """The options of the command line that every sheet takes."""
        return ["--paper", self.paper.name, "--ink", self.ink, "--language", self.language_code]
