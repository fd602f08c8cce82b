"""What a document says of itself, and what it holds besides pages.

Input: an open PDF, the fonts that its pages use. Output: findings about fonts, output intent,
viewer settings, encryption, and whatever is not ink on paper: links, forms, scripts, layers.
"""

from collections.abc import Iterable, Iterator, Mapping

import pikepdf

from generator.pdf.findings import Finding
from generator.preflight.colours import is_srgb
from generator.preflight.content import Contents
from generator.preflight.fonts import BROKEN, Font

_NAMED = {"/Link": "a link", "/Widget": "a form field", "/Popup": "a note", "/Text": "a note"}
_UNPRINTED = "a page to print has none"
_SCRIPT = ("script", "a script (JavaScript)", "a document that does nothing by itself", "error")


def document_findings(pdf: pikepdf.Pdf) -> Iterator[Finding]:
    """Everything that is not about a page."""
    if pdf.is_encrypted:
        yield _finding("encryption", "an encrypted file", "one that every program may print")
    root = pdf.Root
    for check in (_counted, _intents, _scaling, _scripts, _forms, _layers):
        try:
            yield from check(root, pdf)
        except BROKEN as error:
            yield _finding("document", f"a catalog that cannot be read ({error})", "a whole one")


def _finding(kind: str, message: str, expected: str, severity="error") -> Finding:
    return Finding(None, None, kind, message, expected, severity)


def _counted(root, pdf: pikepdf.Pdf) -> Iterator[Finding]:
    told, found = int(root.Pages.get("/Count", 0)), len(pdf.pages)
    if not found:
        yield _finding("pages", "no pages", "at least one")
    elif told != found:
        yield _finding("pages", f"{found} pages", f"{told}, as the page tree says")


def _intents(root, _) -> Iterator[Finding]:
    profiles = [intent.get("/DestOutputProfile") for intent in root.get("/OutputIntents", [])]
    if not profiles:
        what = "no output intent: it is left open what the colours mean"
        yield _finding("intent", what, "one with the sRGB profile", "warning")
    for profile in profiles:
        if not (isinstance(profile, pikepdf.Stream) and is_srgb(profile.read_bytes())):
            yield _finding("intent", "an output intent other than sRGB", "sRGB", "warning")


def _scaling(root, _) -> Iterator[Finding]:
    preferences = root.get("/ViewerPreferences", {})
    if preferences.get("/PrintScaling") != "/None":
        what = "nothing that keeps viewers from shrinking the pages"
        yield _finding("scaling", what, "PrintScaling None", "warning")


def _scripts(root, _) -> Iterator[Finding]:
    action = root.get("/OpenAction")
    names = root.get("/Names", {})
    if _is_script(action) or "/JavaScript" in names or "/AA" in root:
        yield _finding(*_SCRIPT)


def _is_script(action) -> bool:
    return isinstance(action, pikepdf.Dictionary) and (
        action.get("/S") == "/JavaScript" or "/JS" in action
    )


def _forms(root, _) -> Iterator[Finding]:
    form = root.get("/AcroForm", {})
    if len(form.get("/Fields", [])) or "/XFA" in form:
        yield _finding("form", "a form to fill in", _UNPRINTED, "warning")


def _layers(root, _) -> Iterator[Finding]:
    if len(root.get("/OCProperties", {}).get("/OCGs", [])):
        what = "layers that a viewer can switch off"
        yield _finding("layers", what, "pages that always look alike", "warning")


def annotations(number: int, page: pikepdf.Dictionary) -> Iterator[Finding]:
    """What lies over a page and is not part of it; each kind is told once a page."""
    told = set()
    for entry in page.get("/Annots", []):
        kind = str(entry.get("/Subtype", ""))
        name = _NAMED.get(kind, f"an annotation ({kind[1:] or 'of no kind'})")
        if name not in told:
            told.add(name)
            yield Finding(number, None, "annotation", name, _UNPRINTED, "warning")
        if _is_script(entry.get("/A")) or "/AA" in entry:
            yield Finding(number, None, *_SCRIPT)
            return


def font_findings(
    pdf: pikepdf.Pdf, contents: Contents, first_pages: Mapping[object, int]
) -> Iterator[Finding]:
    """Fonts by where they are first used: embedded, as subsets; and fonts that are only listed."""
    for key, number in first_pages.items():
        yield from _used(contents.fonts[key], number)
    names = {
        str(entry.get("/BaseFont", "/unnamed"))[1:]: entry for entry in _unused(pdf, first_pages)
    }
    for name in names:
        yield _finding(
            "font", f"the font {name} is listed and not used", "no such entry", "warning"
        )


def _used(font: Font, number: int) -> Iterator[Finding]:
    where = f"the font {font.name}, first on page {number}"
    if font.broken:
        yield _finding(
            "font", f"{where}, cannot be read ({font.broken})", "a font that readers accept"
        )
    elif not font.embedded:
        yield _finding("font", f"{where}, is not embedded", "every font in the file")
    elif not font.subset:
        what = f"{where}, is embedded with glyphs that are not used"
        yield _finding("font", what, "a subset", "warning")


def _unused(pdf: pikepdf.Pdf, used: Mapping[object, int]) -> Iterable[pikepdf.Dictionary]:
    for entry in pdf.objects:
        if not isinstance(entry, pikepdf.Dictionary) or entry.get("/Type") != "/Font":
            continue
        if entry.objgen not in used and not str(entry.get("/Subtype")).startswith("/CIDFont"):
            yield entry
