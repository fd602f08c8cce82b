"""Set-up of the server process that workers are forked from. Only that server imports this module.

The server removes the folder of its socket when it ends, in case its parent was killed. A worker
whose parent exits while the worker is starting ends without a traceback.
"""

import atexit
import os
import shutil
import sys
from types import TracebackType

SOCKET_FOLDER = "BOARD_GENERATOR_SOCKET_FOLDER"  # the environment variable that names it


def _report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if not issubclass(kind, OSError | EOFError):  # which a parent that exits causes
        sys.__excepthook__(kind, error, trace)


sys.excepthook = _report
if folder := os.environ.get(SOCKET_FOLDER):
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
