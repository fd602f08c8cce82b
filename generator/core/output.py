"""Where results go, and which files a batch makes."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

CUT_FORMATS = ("svg", "dxf")

Pdfs = Literal["one", "each", "both"]
"""The PDFs of a batch: one of all variants, one of each, or both."""


@dataclass(frozen=True, slots=True)
class Output:
    """A folder, or one PDF in it if file_name is not "".

    cut_formats are those of the cut files beside it, svg or dxf.

    The rest concerns batches: which PDFs they make, the pattern for the names of the variants'
    own, whether the ink share of each variant is measured, whether there is a contact sheet.
    """

    folder: Path
    file_name: str = ""
    cut_formats: tuple[str, ...] = ()
    pdfs: Pdfs = "one"
    pattern: str = "{name}"
    ink_share: bool = False
    contact_sheet: bool = False

    @classmethod
    def at(cls, path: Path, cut_formats: Sequence[str] = ()) -> "Output":
        """The output a path names: a PDF, or a folder."""
        if path.suffix.lower() == ".pdf":
            return cls(path.parent, path.name, tuple(cut_formats))
        return cls(path, cut_formats=tuple(cut_formats))

    def path(self, stem: str) -> Path:
        """The path of a PDF: the file that is named, else one of that stem in the folder."""
        return self.folder / (self.file_name or f"{stem}.pdf")

    @property
    def stem(self) -> str:
        """The stem of the file that is named; "" if none is."""
        return Path(self.file_name).stem

    @property
    def has_own_pdfs(self) -> bool:
        """Whether each variant has a PDF of its own."""
        return self.pdfs != "one"

    @property
    def is_parallel(self) -> bool:
        """Whether there is work for several workers besides playing."""
        return self.has_own_pdfs or self.ink_share
