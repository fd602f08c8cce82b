"""What a document says of itself, and what it holds besides ink on pages.

Input: an open PDF. Output: diagnostics about its pages, output intent, viewer settings, encryption,
scripts, forms, layers, links and notes.
"""

from collections.abc import Iterator
from typing import Any

import pikepdf

from generator.core.diagnostics import Diagnostic, Severity
from generator.preflight.colours import is_srgb
from generator.preflight.pdf_values import BROKEN_VALUE

_ANNOTATION_NAMES = {
    "/Link": "a link", "/Widget": "a form field", "/Popup": "a note", "/Text": "a note",
}  # fmt: skip
_NO_ANNOTATIONS = "a page to print has none"
_MAX_DAMAGES = 5  # reported of a damaged file; one damage causes many others


def document_diagnostics(pdf: pikepdf.Pdf) -> Iterator[Diagnostic]:
    """Everything that does not concern a single page."""
    if pdf.is_encrypted:
        yield _document("encryption", "an encrypted file", "one that every program may print")
    for check in (_page_count, _output_intents, _scaling, _scripts, _forms, _layers):
        try:
            yield from check(pdf)
        except BROKEN_VALUE as error:
            yield _document("document", f"a catalog that cannot be read ({error})", "a whole one")


def damages(pdf: pikepdf.Pdf) -> Iterator[Diagnostic]:
    """What reading had to repair so far."""
    messages = [warning.rpartition(">")[2].strip() for warning in pdf.get_warnings()]
    for message in list(dict.fromkeys(messages))[:_MAX_DAMAGES]:
        yield _document("file", f"a damaged file: {message}", "a whole one")


def annotations(number: int, page: pikepdf.Object) -> Iterator[Diagnostic]:
    """What lies over a page and is not part of it, each kind once."""
    kinds: set[str] = set()
    # Any: see the module pdf_values; the file may hold anything there.
    entry: Any
    for entry in page.get("/Annots", pikepdf.Array()):
        kind = str(entry.get("/Subtype", ""))
        name = _ANNOTATION_NAMES.get(kind, f"an annotation ({kind[1:] or 'of no kind'})")
        if name not in kinds:
            kinds.add(name)
            yield Diagnostic.on_page(number, None, "annotation", name, _NO_ANNOTATIONS, "warning")
        if _is_script(entry.get("/A")) or "/AA" in entry:
            yield _script(number)
            return


def _document(code: str, message: str, expected: str, severity: Severity = "error") -> Diagnostic:
    return Diagnostic.on_page(0, None, code, message, expected, severity)


def _script(page: int) -> Diagnostic:
    expected = "a document that does nothing by itself"
    return Diagnostic.on_page(page, None, "script", "a script (JavaScript)", expected)


def _page_count(pdf: pikepdf.Pdf) -> Iterator[Diagnostic]:
    declared, count = int(pdf.Root.Pages.get("/Count", 0)), len(pdf.pages)
    if not count:
        yield _document("pages", "no pages", "at least one")
    elif declared != count:
        yield _document("pages", f"{count} pages", f"{declared}, as the page tree says")


def _output_intents(pdf: pikepdf.Pdf) -> Iterator[Diagnostic]:
    intents = pdf.Root.get("/OutputIntents", pikepdf.Array())
    profiles = [intent.get("/DestOutputProfile") for intent in intents]
    if not profiles:
        message = "no output intent: it is left open what the colours mean"
        yield _document("intent", message, "one with the sRGB profile", "warning")
    for profile in profiles:
        if not (isinstance(profile, pikepdf.Stream) and is_srgb(profile.read_bytes())):
            yield _document("intent", "an output intent other than sRGB", "sRGB", "warning")


def _scaling(pdf: pikepdf.Pdf) -> Iterator[Diagnostic]:
    preferences = pdf.Root.get("/ViewerPreferences", pikepdf.Dictionary())
    if preferences.get("/PrintScaling") != "/None":
        message = "nothing that keeps viewers from shrinking the pages"
        yield _document("scaling", message, "PrintScaling None", "warning")


def _scripts(pdf: pikepdf.Pdf) -> Iterator[Diagnostic]:
    names = pdf.Root.get("/Names", pikepdf.Dictionary())
    if _is_script(pdf.Root.get("/OpenAction")) or "/JavaScript" in names or "/AA" in pdf.Root:
        yield _script(0)


def _is_script(action: object) -> bool:
    return isinstance(action, pikepdf.Dictionary) and (
        action.get("/S") == "/JavaScript" or "/JS" in action
    )


def _forms(pdf: pikepdf.Pdf) -> Iterator[Diagnostic]:
    form = pdf.Root.get("/AcroForm", pikepdf.Dictionary())
    if len(form.get("/Fields", pikepdf.Array())) or "/XFA" in form:
        yield _document("form", "a form to fill in", _NO_ANNOTATIONS, "warning")


def _layers(pdf: pikepdf.Pdf) -> Iterator[Diagnostic]:
    properties = pdf.Root.get("/OCProperties", pikepdf.Dictionary())
    if len(properties.get("/OCGs", pikepdf.Array())):
        message = "layers that a viewer can switch off"
        yield _document("layers", message, "pages that always look alike", "warning")
