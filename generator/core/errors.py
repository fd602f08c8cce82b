"""Errors that are the user's to mend; any other exception is a fault of the program."""

from collections.abc import Iterable

from generator.core.diagnostics import Diagnostic


class GeneratorError(Exception):
    """The base of all errors that the user can mend."""


class DefinitionError(GeneratorError):
    """Files that do not make a definition. `problems` has every mistake, in file order."""

    def __init__(self, problems: Iterable[Diagnostic]):
        self.problems: tuple[Diagnostic, ...] = tuple(sorted(set(problems)))
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


class _PlacedError(GeneratorError, ValueError):
    """`problem` has its place in a file, where there is one."""

    def __init__(self, message: str, problem: Diagnostic | None = None):
        super().__init__(str(problem) if problem else message)
        self.problem = problem


class RollError(_PlacedError):
    """Nothing can be rolled with these sets and options, or nothing was found."""


class WordingError(_PlacedError):
    """A wording cannot be used."""


class OptionError(GeneratorError, ValueError):
    """An option names something that a game's definitions do not have."""


class SeedError(GeneratorError, ValueError):
    """The text cannot serve as a seed."""


class GameIdError(GeneratorError, ValueError):
    """A text is not a game ID, or the game it names can no longer be rolled."""


class WorkersError(GeneratorError, OSError):
    """Processes that work for a run die again, or a cluster cannot be reached, or no longer."""


class MissingGlyphError(GeneratorError, ValueError):
    """A font has no picture for a character; ReportLab would leave it out without a word."""


class PieceTooLargeError(GeneratorError, ValueError):
    """A piece is larger than the paper, or its room on it too small. `key` leads to the value of a
    set that is to blame, where one is."""

    def __init__(self, message: str, key: tuple[str, ...] = ()):
        super().__init__(message)
        self.key = key


class CutError(GeneratorError, ValueError):
    """Pieces cannot be cut out as wanted: there are none, or no room for marks or gaps."""


class TileError(GeneratorError, ValueError):
    """A sheet cannot be printed on several smaller ones as wanted."""


class TextOverflowError(GeneratorError, ValueError):
    """A text does not fit its box at the smallest size that may be printed. `text` is its markup,
    if known, `key` leads to the value of a set that decides the room; `advice` says what to do
    there. Where several texts are too high, `over` has by how many mm, `summary` what they are."""

    key: tuple[str, ...] = ()
    over = 0.0
    summary = ""

    def __init__(self, message: str, text: str = "", advice: str = ""):
        super().__init__(message)
        self.text, self.advice = text, advice


class ArtError(GeneratorError, ValueError):
    """A file cannot serve as art."""


class ForeignPdfError(GeneratorError, ValueError):
    """The file is no PDF, or was not made by this program."""


class PageCheckError(GeneratorError, ValueError):
    """A sheet would not print well; findings has the errors, then the warnings, in words."""

    def __init__(self, findings: Iterable[object]):
        self.findings = tuple(map(str, findings))
        super().__init__("\n".join(self.findings))


class OverwriteError(GeneratorError, ValueError):
    """A file or folder of the user's, or of another batch, would be lost."""


EXPECTED_ERRORS: tuple[type[Exception], ...] = (GeneratorError, OSError)
"""What can go wrong with files and requests; anything else is a fault of the program."""
