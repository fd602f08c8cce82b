"""Attacks on the studio's server: other sites, rebound names, strangers on this machine."""

import asyncio
import re

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web.studio.studios import MINE, ORIGIN, PORT, TOKEN, studio_in, write

from generator.web.studio.files import RefusedError
from generator.web.studio.guard import read_body

READING = (
    "catalogue?language=en", "files", f"file?path={MINE}", "texts", f"problems?path={MINE}",
    f"schema?path={MINE}", f"zip?path={MINE}", f"changes?path={MINE}", "job_list",
    "legend?game=magnetmen&sets=mine&size=&language=en", "events",
)  # fmt: skip
CHANGING = (
    "sheet", "sheet_files", "save", "put_draft", "drop", "duplicate", "picture", "start", "cancel",
)  # fmt: skip


@pytest.fixture
def stranger(tmp_path):
    """A client without token and origin."""
    write(tmp_path, MINE)
    with TestClient(studio_in(tmp_path).app(PORT, TOKEN), ORIGIN) as client:
        yield client


def test_no_call_is_answered_without_the_token(stranger, tmp_path):
    tried = {("GET", path.partition("?")[0]) for path in READING}
    tried |= {("POST", path) for path in CHANGING}
    routes = studio_in(tmp_path).app(PORT, TOKEN)._app.routes
    api = [route for route in routes if route.path.startswith("/api/")]
    known = {(each, route.path[5:]) for route in api for each in route.methods - {"HEAD"}}
    assert tried == known
    for method, paths in (("GET", READING), ("POST", CHANGING)):
        for path in paths:
            answer = stranger.request(method, f"/api/{path}", headers={"Origin": ORIGIN})
            assert answer.status_code == 403, path


@pytest.mark.parametrize(
    "token", ["", "wrong", TOKEN[:-1], f"{TOKEN} ", TOKEN.upper(), "é".encode(), f"{TOKEN}x"]
)
def test_the_token_must_be_right(stranger, token):
    headers = {"Origin": ORIGIN, "X-Studio-Token": token}
    assert stranger.get("/api/files", headers=headers).status_code == 403
    headers["X-Studio-Token"] = TOKEN
    assert stranger.get("/api/files", headers=headers).status_code == 200


def test_a_token_in_the_address_or_twice_does_not_count(stranger):
    assert stranger.get(f"/api/files?token={TOKEN}").status_code == 403
    assert stranger.get(f"/api/files?X-Studio-Token={TOKEN}").status_code == 403
    twice = [("X-Studio-Token", "wrong"), ("X-Studio-Token", TOKEN)]
    assert stranger.get("/api/files", headers=twice).status_code == 403


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:8765", "127.0.0.1", "localhost", "127.0.0.1:80",
        "127.0.0.1:8765.evil.example", "localhost.:8765", "LOCALHOST:8765", "0.0.0.0:8765",
        "[::1]:8765", "", "user@127.0.0.1:8765", "2130706433:8765", "127.1:8765",
    ],
)  # fmt: skip
def test_a_name_rebound_to_this_machine_is_refused(client, host):
    """Also for the page itself, which has the token."""
    for path in ("/", "/app.js", "/api/files"):
        answer = client.get(path, headers={"Host": host, "Origin": f"http://{host}"})
        assert answer.status_code == 403
        assert TOKEN not in answer.text


def test_both_names_of_this_machine_work(client):
    for host in (f"127.0.0.1:{PORT}", f"localhost:{PORT}"):
        headers = {"Host": host, "Origin": f"http://{host}"}
        assert client.get("/", headers=headers).status_code == 200
        assert client.get("/api/files", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example", "null", "https://127.0.0.1:8765", "http://127.0.0.1",
        "http://127.0.0.1:8766", f"http://localhost:{PORT}", f"{ORIGIN}/", f"{ORIGIN}.evil.example",
        "", f"{ORIGIN}, {ORIGIN}",
    ],
)  # fmt: skip
def test_a_change_from_another_site_is_refused(client, origin):
    """Even if it had the token; localhost is another site than 127.0.0.1."""
    for path in CHANGING:
        answer = client.post(f"/api/{path}", headers={"Origin": origin})
        assert answer.status_code == 403, path


def test_a_change_needs_an_origin(stranger):
    for path in CHANGING:
        answer = stranger.post(f"/api/{path}", headers={"X-Studio-Token": TOKEN})
        assert answer.status_code == 403, path


@pytest.mark.parametrize("site", ["cross-site", "same-site", "anything"])
def test_a_browser_that_says_where_a_request_comes_from_is_believed(client, site):
    for path in ("/api/files", "/app.js"):
        assert client.get(path, headers={"Sec-Fetch-Site": site}).status_code == 403
    assert (
        client.get("/", headers={"Sec-Fetch-Site": site}).status_code == 200
    )  # a bookmark, a link


def test_no_other_site_may_read_anything(client):
    """No answer has a header of CORS, also none to the question before a request."""
    for method, path in (("GET", "/"), ("GET", "/api/files"), ("OPTIONS", "/api/save")):
        answer = client.request(method, path, headers={"Origin": ORIGIN})
        assert not [name for name in answer.headers if name.startswith("access-control")]
    question = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    assert client.options("/api/save", headers=question).status_code == 403


def test_web_sockets_are_refused(client):
    with pytest.raises((WebSocketDisconnect, RuntimeError, AssertionError)):
        client.websocket_connect("/api/events").__enter__()


@pytest.mark.parametrize("path", ["/", "/app.js", "/api/files", "/api/nothing", "/nothing"])
def test_every_answer_keeps_the_page_to_this_server(client, path):
    headers = client.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["script-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert "unsafe-eval" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_a_refusal_has_these_headers_too(stranger):
    assert "content-security-policy" in stranger.get("/api/files").headers


def test_the_page_has_the_token_and_no_cache_keeps_it(stranger):
    answer = stranger.get("/")
    assert f'<meta name="studio-token" content="{TOKEN}">' in answer.text
    assert answer.headers["cache-control"] == "no-store"


def test_the_page_has_its_font(client):
    answer = client.get("/titan-one.ttf")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "font/ttf")


def test_files_beside_the_page_are_not_served(client, tmp_path):
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "bundle" / "link.txt").symlink_to(tmp_path / "secret.txt")
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/link.txt"):
        assert client.get(path).status_code in (403, 404)


# Bodies -------------------------------------------------------------------------------------


def test_a_body_without_a_length_is_too_large_as_well(client):
    def pieces():
        for _ in range(180):
            yield b" " * 100_000

    answer = client.post("/api/start", content=pieces())
    assert (answer.status_code, "too large" in answer.json()["error"]) == (413, True)


async def _pieces(count: int):
    for _ in range(count):
        yield b"x" * 1000


class _Request:
    def __init__(self, count: int):
        self.pieces = _pieces(count)

    def stream(self):
        return self.pieces


def test_a_large_body_is_left_as_soon_as_it_is_too_large():
    async def attempt() -> int:
        request = _Request(10_000)
        with pytest.raises(RefusedError):
            await read_body(request, 5_000)
        return len([piece async for piece in request.pieces])

    assert asyncio.run(attempt()) == 10_000 - 6


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"1", b'"text"', b"\xff\xfe", b"[" * 50_000, b'{"path": 1, "text": 2}',
        b'{"path": "magnetmen/mine.yaml"}', b'{"path": ["magnetmen/mine.yaml"], "text": ""}',
        b'{"path": "magnetmen/mine.yaml", "text": "\\ud800"}',
    ],
)  # fmt: skip
def test_a_body_that_is_no_request_gets_one_clear_message(client, body):
    answer = client.post("/api/put_draft", content=body)
    assert answer.status_code == 400
    assert re.match(
        r"(path: |text: )?(Field required|Input should be|Invalid JSON)", answer.json()["error"]
    )
