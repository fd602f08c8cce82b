"""What the page is told without asking, as server-sent events.

Input: events as JSON data, from the event loop. Output: for every page that listens a stream of
them, until the page leaves or the server ends.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Any

_MAX_WAITING = 1000  # events for a page that does not read them
_KEEP_ALIVE = 15.0  # seconds after which a silent stream says that it is still there


class Events:
    """The open streams."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[bytes | None]] = set()
        self._is_closed = False

    def publish(self, event: Mapping[str, Any]) -> None:
        """Tell every page. Any: JSON."""
        line = f"data: {json.dumps(event)}\n\n".encode()
        for queue in self._queues:
            with suppress(asyncio.QueueFull):
                queue.put_nowait(line)

    async def stream(self) -> AsyncIterator[bytes]:
        """The events from now on."""
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
        """End all streams."""
        self._is_closed = True
        for queue in self._queues:
            with suppress(asyncio.QueueFull):
                queue.put_nowait(None)
