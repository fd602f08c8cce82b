"""Who may use the studio's server: its own page in this machine's browser, and nobody else.

Any page that the user visits can send requests to a local server. Such a request is refused by its
Host (a name that was rebound to this machine), by its Origin (another site), or because it lacks
the token, which only the studio's own page knows.
"""

import json
import re
import secrets
from collections.abc import Iterator, Mapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from generator.web.studio.workspace import RefusedError

TOKEN_HEADER = "X-Studio-Token"
_READING = ("GET", "HEAD")

_PAGE_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; font-src 'self' data: blob:; "
    "style-src 'self' 'unsafe-inline'; script-src 'self'; worker-src 'self' blob:; "
    "connect-src 'self'; frame-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
# A report has its script inside. Without an origin of its own, and without connections, it reaches
# neither the page nor this server.
REPORT_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data: blob:; font-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'"
)
_HEADERS = {
    "Content-Security-Policy": _PAGE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def new_token() -> str:
    return secrets.token_urlsafe(32)


class Guard:
    """An application behind the checks of Host, Origin and token."""

    def __init__(self, app: ASGIApp, port: int, token: str):
        self._app, self._token = app, token
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        reason = next(self._objections(scope), "") if scope["type"] == "http" else "expected HTTP"
        app = JSONResponse({"error": reason}, 403) if reason else self._app
        await app(scope, receive, send_with_headers)

    def _objections(self, scope: Scope) -> Iterator[str]:
        headers, path = Headers(scope=scope), scope["path"]
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            yield f"The studio answers at http://{self._hosts[0]} only."
            return
        is_change = scope["method"] not in _READING
        if (origins or is_change) and origins != [f"http://{hosts[0]}"]:
            yield "This request comes from another page."
        site = headers.get("sec-fetch-site", "same-origin")
        if path != "/" and site not in ("same-origin", "none"):
            yield "This request comes from another site."
        tokens = [token.encode() for token in headers.getlist(TOKEN_HEADER)]
        # How long this comparison takes does not tell how much of a token is right.
        known = len(tokens) == 1 and secrets.compare_digest(tokens[0], self._token.encode())
        if path.startswith("/api/") and not known:
            yield "This page is of an earlier run of the studio: load it again."


async def read_body(request: Request, limit: int) -> bytes:
    """The body, read in pieces, so that it never takes more than `limit` bytes of memory, whatever
    length it claims to have. Raises RefusedError."""
    content = bytearray()
    async for piece in request.stream():
        content += piece
        if len(content) > limit:
            raise RefusedError(f"This is too large, expected at most {limit:,} bytes.", 413)
    return bytes(content)


class Fields:
    """The fields of a request, from its JSON or its query. All methods raise RefusedError."""

    def __init__(self, values: Mapping[str, Any]):
        self._values = values

    def text(self, name: str, default: str | None = None) -> str:
        """A text; required unless there is a default."""
        value = self._values.get(name, default)
        if not isinstance(value, str):
            raise RefusedError(f"{name}: expected a text")
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:  # half of a character, which no file can hold
                raise RefusedError(f"{name}: expected a text of whole characters") from None
        return value

    def number(self, name: str, low: int, high: int) -> int:
        """A whole number in a range; in a query it is written as text."""
        value = self._values.get(name)
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise RefusedError(f"{name}: expected a whole number from {low} to {high}")
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        value = self._values.get(name, default)
        if not isinstance(value, bool):
            raise RefusedError(f"{name}: expected true or false")
        return value

    def table(self, name: str) -> dict[str, str]:
        """Texts by their names; none where the field is missing."""
        value = self._values.get(name, {})
        if not isinstance(value, dict):
            raise RefusedError(f"{name}: expected texts by their names")
        fields = Fields(value)
        return {key: fields.text(key) for key in value}

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; in a query they are joined by blanks, commas or plus signs."""
        value = self._values.get(name)
        if isinstance(value, str):
            return tuple(re.split(r"[ ,+]+", value.strip())) if value.strip() else ()
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            raise RefusedError(f"{name}: expected a list of texts")
        return tuple(value)


async def read_fields(request: Request, limit: int) -> Fields:
    """The fields of a JSON body. Raises RefusedError."""
    content = await read_body(request, limit)
    try:
        values = json.loads(content)
    except (ValueError, RecursionError):
        raise RefusedError("expected JSON") from None
    if not isinstance(values, dict):
        raise RefusedError("expected a JSON object")
    return Fields(values)
