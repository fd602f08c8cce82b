"""The archives of all that runs in a browser's worker: this generator and the packages it needs.

Output: generator.zip, and pdfium.zip, which is loaded when somebody wants pictures. Pyodide is
beside them, see frontend/build.mjs. The archives have the same bytes wherever they are made from
the same files.
"""

import zipfile
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

from generator.core.resources import assets_dir, sets_dir
from generator.web.zip_file import zip_file

_GENERATOR = Path(__file__).parents[1]
_LEFT_OUT = ("cli", "authoring", "batch", "web/frontend", "web/bundle", "web/studio")
_PACKAGES = {  # pure Python, from this environment; with what of them is not needed
    "reportlab": ("fonts", "graphics", "platypus"),
    "yaml": (),
    "pydantic": ("mypy.py", "v1", "_internal/_git.py"),
    "annotated_types": (),
    "typing_inspection": (),
    "typing_extensions": (),
    "fontpkg_titan_one": (),
    "fontpkg_lato": (),
}
_PDFIUM = ("pypdfium2/", "pypdfium2_cfg/", "pypdfium2_raw/")
_FONTS = {"Lato-Regular.ttf", "Lato-Bold.ttf", "TitanOne-Regular.ttf"}
# ReportLab imports Pillow, which has no build for browsers, but draws no bitmaps here.
_STAND_INS = {"PIL/__init__.py": "", "PIL/Image.py": "class Image:\n    pass\n"}


def archive(wheels: Iterable[Path]) -> bytes:
    """The archive. `wheels` are those of compiled packages, built for Pyodide."""
    files = dict(_files(wheels))
    return zip_file({name: files[name] for name in sorted(files)})


def pdfium(wheel: Path) -> bytes:
    """The archive of PDFium, from its wheel: what only pictures need."""
    with zipfile.ZipFile(wheel) as source:
        names = [name for name in source.namelist() if name.startswith(_PDFIUM)]
        return zip_file({name: source.read(name) for name in sorted(names)})


def _files(wheels: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """The files by their names."""
    for path in _below(_GENERATOR, (*_LEFT_OUT, "_data")):
        yield f"generator/{path.relative_to(_GENERATOR).as_posix()}", path.read_bytes()
    for folder, name in ((assets_dir(), "assets"), (sets_dir(), "sets")):
        for path in _below(folder, ("schemas",)):
            relative = path.relative_to(folder).as_posix()
            yield f"generator/_data/{name}/{relative}", path.read_bytes()
    for package, left_out in _PACKAGES.items():
        yield from _package_files(package, left_out)
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as source:
            for name in source.namelist():
                yield name, source.read(name)
    for name, text in _STAND_INS.items():
        yield name, text.encode()


def _package_files(package: str, left_out: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    spec = find_spec(package)
    assert spec and spec.origin, f"{package} is installed"
    origin = Path(spec.origin)
    if origin.name != "__init__.py":
        yield origin.name, origin.read_bytes()
        return
    for path in _below(origin.parent, left_out):
        if path.suffix in (".py", ".json") or path.name in _FONTS:
            yield f"{package}/{path.relative_to(origin.parent).as_posix()}", path.read_bytes()


def _below(folder: Path, left_out: tuple[str, ...]) -> Iterator[Path]:
    """The files below a folder in order, but for some folders and files in it."""
    skipped = [folder / name for name in left_out]
    for path in sorted(folder.rglob("*")):
        is_skipped = any(path.is_relative_to(other) for other in skipped)
        if path.is_file() and not is_skipped and "__pycache__" not in path.parts:
            yield path
