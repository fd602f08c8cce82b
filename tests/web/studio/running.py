"""A studio in a process of its own, as the command line starts it."""

import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from web.studio.studios import MINE, write

from generator.web.studio.server import open_socket

PATIENCE = 60  # seconds: machines may be busy
# The page is built with npm; another one does for the server.
PROGRAM = """
import sys
from pathlib import Path
from generator.cli import app
from generator.web import site
site.BUNDLE = Path("bundle")
app.main()
"""


def prepare(folder: Path) -> Path:
    """A folder with a page, and a set in the folder `mine`."""
    bundle = folder / "bundle"
    bundle.mkdir()
    (bundle / "index.html").write_text("<html><head></head></html>")
    write(folder, MINE)
    return bundle


def free_port() -> int:
    with open_socket(0) as listener:
        return listener.getsockname()[1]


class Running:
    """A studio in a process, and a page of it."""

    def __init__(self, folder: Path):
        self.port = free_port()
        self._connections: list[http.client.HTTPConnection] = []
        # Not in the folder: names of sockets have 100 characters at most.
        self._temporary = tempfile.TemporaryDirectory(prefix="studio-")
        self.temporary = Path(self._temporary.name).resolve()
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "studio", "--port", str(self.port)], cwd=folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3]),
                 "TMPDIR": str(self.temporary)},
        )  # fmt: skip
        self.address = self.process.stdout.readline()
        page = self.call("GET", "/").read().decode()
        self.token = re.search('content="([^"]+)"', page)[1]

    def ask(self, method: str, path: str, body: object = None) -> http.client.HTTPConnection:
        """A connection on which a request is sent."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        self._connections.append(connection)
        headers = {"Origin": f"http://127.0.0.1:{self.port}"}
        if path.startswith("/api/"):
            headers["X-Studio-Token"] = self.token
        connection.request(method, path, json.dumps(body), headers)
        return connection

    def call(self, method: str, path: str, body: object = None) -> http.client.HTTPResponse:
        """An answer, whose body is still to be read. The socket listens before the address is
        printed, so that no connection is refused."""
        return self.ask(method, path, body).getresponse()

    def close(self) -> None:
        """End it, however it stands."""
        for connection in self._connections:
            connection.close()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()
        self._temporary.cleanup()

    def stop(self, number: int) -> tuple[float, str]:
        """Interrupt it; the seconds until it has ended, and what it says."""
        start = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        seconds = time.monotonic() - start
        return seconds, self.process.stdout.read() + self.process.stderr.read()


@contextmanager
def running(folder: Path):
    studio = Running(folder)
    try:
        yield studio
    finally:
        studio.close()
