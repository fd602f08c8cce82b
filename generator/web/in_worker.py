"""The generator in a browser's worker, called by frontend/src/worker.ts.

Input: a query as JSON text. Output: what is said of the result as JSON text, or an `error` that the
user can mend, with its class as `kind`; and the PDF or the ZIP.
"""

import json
from collections.abc import Callable

from generator.core.errors import EXPECTED_ERRORS
from generator.web import backend, files


def print_sheet(query: str) -> tuple[str, bytes]:
    """The sheet of a query; with an error, an empty PDF."""
    return _answer(backend.print_sheet, query)


def print_files(query: str) -> tuple[str, bytes]:
    """The files of a query as a ZIP, see files.py; with an error, nothing."""
    return _answer(files.print_files, query)


def _answer(call: Callable[..., backend.SheetPdf | files.Files], query: str) -> tuple[str, bytes]:
    """`...`: both take a query, and more that has defaults."""
    try:
        facts, content = call(json.loads(query))
    except EXPECTED_ERRORS as error:
        return json.dumps({"error": str(error), "kind": type(error).__name__}), b""
    return json.dumps(facts), content
