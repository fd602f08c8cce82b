"""What the page is told without asking: events, and files that other programs change.

Signatures are of contents, so a file that is only touched is not reported.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from watchfiles import awatch

from generator.authoring.watch import wait_until_written
from generator.web.studio.workspace import RefusedError, Workspace, signature_of

_MAX_WAITING = 1000  # events for a page that does not read them
_KEEP_ALIVE = 15.0  # seconds after which a silent stream says that it is still there


class Events:
    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[bytes | None]] = set()
        self._is_closed = False

    def publish(self, event: Mapping[str, Any]) -> None:
        line = f"data: {json.dumps(event)}\n\n".encode()
        for queue in self._queues:
            with suppress(asyncio.QueueFull):
                queue.put_nowait(line)

    async def stream(self) -> AsyncIterator[bytes]:
        queue: asyncio.Queue[bytes | None] = asyncio.Queue(_MAX_WAITING)
        self._queues.add(queue)
        try:
            yield b": connected\n\n"
            while not self._is_closed:
                try:
                    line = await asyncio.wait_for(queue.get(), _KEEP_ALIVE)
                except TimeoutError:
                    line = b": still here\n\n"
                if line is None:
                    return
                yield line
        finally:
            self._queues.discard(queue)

    def close(self) -> None:
        self._is_closed = True
        for queue in self._queues:
            with suppress(asyncio.QueueFull):
                queue.put_nowait(None)


_FOLDER_CHECK_SECONDS = 0.5  # between two looks at whether the sets folder is there
_MAX_COLLECT_MS = 200  # changes are collected for so long while more come in
_POLL_MS = 20


class Watcher:
    """What the page knows of the files, and the search for what is new."""

    def __init__(self, workspace: Workspace, events: Events):
        self._workspace, self._events = workspace, events
        self._known: dict[str, str] = {}

    def learn(self, path: str, signature: str) -> None:
        """The page knows this version of a file."""
        self._known[path] = signature

    async def run(self) -> None:
        """Report changes until it is cancelled."""
        folder, is_new = self._workspace.folder, False
        while True:
            while not folder.is_dir():
                is_new = True
                await asyncio.sleep(_FOLDER_CHECK_SECONDS)
            if is_new:
                await self._report(set(self._workspace.paths()))
            else:
                self._known.update(await asyncio.to_thread(self._workspace.signatures))
            await self._watch(folder)
            is_new = True

    async def _watch(self, folder: Path) -> None:
        """Report changes as long as the folder is there."""
        async for changes in awatch(folder, debounce=_MAX_COLLECT_MS, step=_POLL_MS):
            paths = {self._path(Path(name)) for _, name in changes} - {None}
            names = {path for path in paths if path}
            if any(not Path(name).suffix for _, name in changes):  # a folder came or went
                names |= self._known.keys() | set(self._workspace.paths())
            await self._report(names)
            if not folder.is_dir():
                return

    async def _report(self, paths: set[str]) -> None:
        files = [self._workspace.folder / path for path in paths]
        await asyncio.to_thread(wait_until_written, files)
        for path in sorted(paths):
            signature = signature_of(self._workspace.folder / path)
            if self._known.get(path, "") != signature:
                self._known[path] = signature
                self._events.publish({"type": "file", "path": path, "signature": signature})

    def _path(self, file: Path) -> str | None:
        """The path of a file that the studio can open; None for any other."""
        try:
            path = file.relative_to(self._workspace.folder).as_posix()
            self._workspace.place(path)
        except (ValueError, RefusedError):
            return None
        return path
