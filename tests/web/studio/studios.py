"""A studio without processes: sheets and checks are done in this one."""

from pathlib import Path

from starlette.testclient import TestClient
from support import SerialExecutor
from web.queries import values

from generator.core.resources import sets_dir
from generator.web.studio.files import Workspace
from generator.web.studio.processes import Worker
from generator.web.studio.server import Studio

PORT, TOKEN = 8765, "the-token"
ORIGIN = f"http://127.0.0.1:{PORT}"
HEADERS = {"X-Studio-Token": TOKEN, "Origin": ORIGIN}
BASE = (sets_dir() / "magnetmen" / "base.yaml").read_text("utf-8")
EDITED = BASE.replace("frequency: 2.5", "frequency: 3.5")
MINE = "magnetmen/mine.yaml"
QUERY = values(sets=["mine"], size="small", players=2, seed="test")
JOB = {"kind": "statistics", "game": "magnetmen", "sets": ["mine"], "size": "small", "players": 2}
PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <title>Ring</title>
  <circle cx="50" cy="50" r="30" fill="none" stroke="#23263b" stroke-width="4"/>
</svg>
"""


def studio_in(folder: Path) -> Studio:
    """The studio of the folder `mine` in a folder."""
    bundle = folder / "bundle"
    bundle.mkdir(exist_ok=True)
    (bundle / "index.html").write_text("<html><head></head></html>")
    (bundle / "app.js").write_text("1")
    workers = Worker(SerialExecutor), Worker(SerialExecutor)
    return Studio(Workspace(folder / "mine"), bundle, folder / "temporary", *workers)


def write(folder: Path, path: str, text: str | bytes = BASE) -> Path:
    """A file of the folder `mine` in a folder."""
    file = folder / "mine" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


class Calls:
    """The calls of a page, of whatever client."""

    def ask(self, call: str, status: int = 200, **query):
        """The answer to a call that reads, which has a status."""
        answer = self.get(f"/api/{call}", params=query)
        assert answer.status_code == status, answer.text
        return answer.json()

    def tell(self, call: str, status: int = 200, **body):
        """The answer to a call that changes something."""
        answer = self.post(f"/api/{call}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def put_draft(self, text: str, path: str = MINE) -> list[dict]:
        return self.tell("put_draft", path=path, text=text)


class Page(Calls, TestClient):
    """A page, without a network."""


def open_client(folder: Path) -> Page:
    """The page of the studio of a folder, a context."""
    cookies = {f"studio-{PORT}": TOKEN}
    return Page(studio_in(folder).app(PORT, TOKEN), ORIGIN, headers=HEADERS, cookies=cookies)
