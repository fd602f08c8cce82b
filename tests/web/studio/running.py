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
# The page is built with npm; where a test does without, another one does for the server.
PROGRAM = """
from pathlib import Path
from generator.cli import app
from generator.web import site
site.BUNDLE = Path("bundle") if Path("bundle").is_dir() else site.BUNDLE
app.main()
"""


def prepare(folder: Path) -> Path:
    """The folder of a page of next to nothing, beside a set in the folder `mine`, which the user
    names, so that it may be a link."""
    bundle = folder / "bundle"
    bundle.mkdir()
    (bundle / "index.html").write_text("<html><head></head></html>")
    write(folder / "sets", MINE)
    (folder / "mine").symlink_to(folder / "sets" / "mine", target_is_directory=True)
    return bundle


class Running:
    """A studio in a process, and a page of it."""

    def __init__(self, folder: Path):
        with open_socket(0) as listener:
            self.port = listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self._connections: list[http.client.HTTPConnection] = []
        # Not in the folder: names of sockets have 100 characters at most.
        self._temporary = tempfile.TemporaryDirectory(prefix="studio-")
        self.temporary = Path(self._temporary.name).resolve()
        own = {"PYTHONPATH": str(Path(__file__).parents[3]), "TMPDIR": str(self.temporary)}
        words = [sys.executable, "-c", PROGRAM, "studio", "--port", str(self.port)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(
            words, cwd=folder, start_new_session=True, env={**os.environ, **own}, **pipes
        )
        self.first_line = self.process.stdout.readline()
        page = self.call("GET", "/").read().decode()
        self.token = re.search('content="([^"]+)"', page)[1]

    def ask(self, method: str, path: str, body: object = None) -> http.client.HTTPConnection:
        """A connection on which a request is sent."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        self._connections.append(connection)
        headers = {"Origin": self.address.rstrip("/")}
        if path.startswith("/api/"):
            headers["X-Studio-Token"] = self.token
        connection.request(method, path, json.dumps(body), headers)
        return connection

    def call(self, method: str, path: str, body: object = None) -> http.client.HTTPResponse:
        """An answer, whose body is still to be read. The socket listens before the address is
        printed, so that no connection is refused."""
        return self.ask(method, path, body).getresponse()

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
    finally:  # however it stands
        for connection in studio._connections:
            connection.close()
        studio.process.kill()
        studio.process.communicate()
        studio._temporary.cleanup()
