"""The generator in a browser's worker, called by frontend/src/worker.ts.

Input: a query as JSON text. Output: what backend.print_sheet says of the sheet as JSON text, or an
`error` that the user can mend, with its class as `kind`; and the PDF.
"""

import json

from generator.core.errors import EXPECTED_ERRORS
from generator.web import backend


def print_sheet(query: str) -> tuple[str, bytes]:
    """The sheet of a query; with an error, an empty PDF."""
    try:
        sheet = backend.print_sheet(json.loads(query))
    except EXPECTED_ERRORS as error:
        return json.dumps({"error": str(error), "kind": type(error).__name__}), b""
    return json.dumps(sheet.facts), sheet.content
