"""Who may use the studio's server: its own page in this machine's browser. A request of any other
page is refused by its Host (a name that was rebound), by its Origin, or because it lacks the token,
which only the studio's own page knows. Only a browser with the cookie gets that page."""

import secrets
from collections.abc import Iterator

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from generator.web.studio.files import RefusedError

# A report has its script inside. Without an origin of its own, and without connections, it reaches
# neither the page nor this server.
REPORT_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data: blob:; font-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'"
)
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; script-src 'self'; "
    "worker-src 'self' blob:; connect-src 'self'; frame-src 'self' blob:; object-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


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
        is_change = scope["method"] not in ("GET", "HEAD")
        if (origins or is_change) and origins != [f"http://{hosts[0]}"]:
            yield "This request comes from another page."
        site = headers.get("sec-fetch-site", "same-origin")
        if path != "/" and site not in ("same-origin", "none"):
            yield "This request comes from another site."
        tokens = [token.encode() for token in headers.getlist("X-Studio-Token")]
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
