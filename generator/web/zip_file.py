"""A ZIP that has the same bytes whenever it is made from the same files.

Input: contents by their names. Output: the ZIP in memory.
"""

import io
import zipfile
from collections.abc import Mapping

_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest that the format knows
_MODE = 0o644 << 16  # readable where the archive is unpacked


def zip_file(files: Mapping[str, bytes]) -> bytes:
    """The files in the order given."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for name, file in files.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = _MODE
            target.writestr(entry, file, zipfile.ZIP_DEFLATED)
    return content.getvalue()
