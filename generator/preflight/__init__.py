"""The preflight: examines any PDF as a stranger would, before it is printed.

Input: a file or bytes, of this program or another. Output: a Preflight with facts of every page and
all findings.
"""

from generator.core.errors import UnreadablePdfError
from generator.preflight.examination import examine
from generator.preflight.judging import Limits

__all__ = ["Limits", "UnreadablePdfError", "examine"]
