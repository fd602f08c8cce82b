"""A run of the studio, from its start to Ctrl-C.

Input: the sets folder, a port. Output: a server on this machine until it is interrupted.
"""

import signal
import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import uvicorn

from generator.web.studio import tasks
from generator.web.studio.security import new_token
from generator.web.studio.server import Studio
from generator.web.studio.worker import Worker
from generator.web.studio.workspace import Workspace

HOST = "127.0.0.1"
_MAX_WAITING = 100  # connections that the system keeps until they are accepted


class _Server(uvicorn.Server):
    """A server that ends at once: what is under way is ended, not waited for."""

    def __init__(self, config: uvicorn.Config, stop: Callable[[], None]):
        super().__init__(config)
        self._stop = stop

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._stop()


def open_socket(port: int) -> socket.socket:
    """A socket at a port of this machine. Raises OSError if the port is in use."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # where others could else share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Accepted connections inherit this: small answers are not held back for 40 ms.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.bind((HOST, port))
        listener.listen(_MAX_WAITING)
    except OSError:
        listener.close()
        raise
    return listener


def run(listener: socket.socket, sets_dir: Path, bundle: Path, opens_browser: bool) -> None:
    """Serve until somebody interrupts. Raises KeyboardInterrupt then."""
    port = listener.getsockname()[1]
    with TemporaryDirectory(prefix="board-generator-studio-") as temporary:
        printer, checker = Worker(), Worker()
        folder = Path(temporary).resolve()
        studio = Studio(Workspace.at(sets_dir), bundle, folder, printer, checker)
        for worker in (printer, checker):
            worker.prepare(tasks.prepare)
        config = uvicorn.Config(
            studio.app(port, new_token()), log_level="critical", access_log=False,
            server_header=False, ws="none", timeout_graceful_shutdown=1,
        )  # fmt: skip
        if opens_browser:
            webbrowser.open(f"http://{HOST}:{port}/")
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # the folder is removed then, too
        _Server(config, studio.stop).run(sockets=[listener])
