"""The preflight: checks PDFs of any program before they are printed.

Input: a file or bytes. Output: a Preflight with the facts of every page and all diagnostics.
docs/check.md lists what it finds and what it cannot find.
"""

from generator.core.errors import UnreadablePdfError
from generator.preflight.examination import examine
from generator.preflight.object_checks import Limits

__all__ = ["Limits", "UnreadablePdfError", "examine"]
