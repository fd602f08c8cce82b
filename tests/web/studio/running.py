"""A studio in a process of its own, as the command line starts it."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import httpx2
from web.studio.studios import MINE, Calls, write

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


class Visitor(Calls, httpx2.Client):
    """A page, by the network."""


def prepare(folder: Path) -> Path:
    """The folder of a page of next to nothing, beside a set in the folder `mine`, which the user
    names, so that it may be a link."""
    bundle = folder / "bundle"
    bundle.mkdir()
    (bundle / "index.html").write_text("<html><head></head></html>")
    write(folder / "sets", MINE)
    (folder / "mine").symlink_to(folder / "sets" / "mine", target_is_directory=True)
    return bundle


@contextmanager
def running(folder: Path) -> Iterator[SimpleNamespace]:
    """Its process, what that says first, the folder of its temporary files, its page. No fault of
    the program may be told meanwhile."""
    with open_socket(0) as listener:
        port = listener.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    words = [sys.executable, "-c", PROGRAM, "studio", "--port", str(port)]
    # Not in the folder: names of sockets have 100 characters at most.
    temporary_folder = tempfile.TemporaryDirectory(prefix="studio-")
    with temporary_folder as temporary, tempfile.TemporaryFile("w+") as errors:
        own = {"PYTHONPATH": str(Path(__file__).parents[3]), "TMPDIR": temporary}
        options = {"cwd": folder, "env": {**os.environ, **own}, "start_new_session": True}
        pipes = {"stdout": subprocess.PIPE, "stderr": errors, "text": True}
        with subprocess.Popen(words, **options, **pipes) as process:
            try:
                first_line = process.stdout.readline()  # it listens before it says so
                origin = {"Origin": address}
                with Visitor(base_url=address, headers=origin, timeout=PATIENCE) as page:
                    text = page.get(first_line.split()[0], follow_redirects=True).text
                    entrance = process.stdout.readline().split()[-1]  # for a browser
                    token = re.search('content="([^"]+)"', text)[1]
                    page.headers["X-Studio-Token"] = token
                    place = Path(temporary).resolve()
                    where = {"address": address, "port": port, "temporary": place}
                    where["entrance"] = entrance
                    own = {"first_line": first_line, "page": page, "token": token}
                    yield SimpleNamespace(process=process, **where, **own)
            finally:  # however it stands
                process.kill()
        errors.seek(0)
        assert "Traceback" not in (told := errors.read()), told
