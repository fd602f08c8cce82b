"""A fault before its place is known."""

from typing import NamedTuple

from generator.core.diagnostics import Diagnostic, Severity
from generator.core.paper import Box


class Fault(NamedTuple):
    """Something wrong with an object or a page. Where it concerns an object, the message follows
    the name of the object."""

    code: str
    message: str
    expected: str
    severity: Severity = "error"

    def on_page(self, page: int, box: Box | None = None, subject: str = "") -> Diagnostic:
        """The fault as a diagnostic; `subject` names the object."""
        message = f"{subject} {self.message}" if subject else self.message
        return Diagnostic.on_page(page, box, self.code, message, self.expected, self.severity)
