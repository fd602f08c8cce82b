"""Attacks on the studio's server: other sites, rebound names, strangers on this machine."""

import asyncio
import re

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web.studio.studios import MINE, ORIGIN, PORT, TOKEN, studio_in, write

from generator.web.studio.files import RefusedError
from generator.web.studio.guard import read_body

HOSTS = """
evil.example evil.example:8765 127.0.0.1 localhost 127.0.0.1:80 127.1:8765 [::1]:8765 0.0.0.0:8765
127.0.0.1:8765.evil.example localhost.:8765 LOCALHOST:8765 user@127.0.0.1:8765 2130706433:8765
"""
ORIGINS = (
    *("http://evil.example", "null", "https://127.0.0.1:8765", "http://127.0.0.1", ""),
    *("http://127.0.0.1:8766", f"http://localhost:{PORT}"),
    *(f"{ORIGIN}/", f"{ORIGIN}.evil.example", f"{ORIGIN}, {ORIGIN}"),
)


def calls(folder, method) -> list[str]:
    """The paths of all calls of the studio that are asked for, or that change something."""
    routes = studio_in(folder).app(PORT, TOKEN)._app.routes
    paths = [
        each.path for each in routes if each.path.startswith("/api/") and method in each.methods
    ]
    assert len(paths) > 8
    return paths


@pytest.fixture
def stranger(tmp_path):
    """A client without token and origin."""
    write(tmp_path, MINE)
    with TestClient(studio_in(tmp_path).app(PORT, TOKEN), ORIGIN) as client:
        yield client


def test_no_call_is_answered_without_the_right_token(stranger, tmp_path):
    for method in ("GET", "POST"):
        for path in calls(tmp_path, method):
            answer = stranger.request(method, path, headers={"Origin": ORIGIN})
            assert answer.status_code == 403, path
    for query in (f"token={TOKEN}", f"X-Studio-Token={TOKEN}"):
        assert stranger.get(f"/api/files?{query}").status_code == 403
    wrong = ["", "wrong", TOKEN[:-1], f"{TOKEN} ", TOKEN.upper(), "é".encode(), f"{TOKEN}x"]
    for tokens in (*([each] for each in wrong), ["wrong", TOKEN]):
        headers = [("X-Studio-Token", token) for token in tokens]
        assert stranger.get("/api/files", headers=headers).status_code == 403, tokens
    assert stranger.get("/api/files", headers={"X-Studio-Token": TOKEN}).status_code == 200
    for path in calls(tmp_path, "POST"):  # a change needs an origin, too
        answer = stranger.post(path, headers={"X-Studio-Token": TOKEN})
        assert answer.status_code == 403, path


def test_a_name_rebound_to_this_machine_is_refused(client):
    """Also for the page itself, which has the token."""
    for path in ("/", "/app.js", "/api/files"):
        for host in ("", *HOSTS.split()):
            answer = client.get(path, headers={"Host": host, "Origin": f"http://{host}"})
            assert (answer.status_code, TOKEN in answer.text) == (403, False), (path, host)
        for host in (f"127.0.0.1:{PORT}", f"localhost:{PORT}"):
            answer = client.get(path, headers={"Host": host, "Origin": f"http://{host}"})
            assert answer.status_code == 200


def test_a_request_from_another_site_is_refused(client, tmp_path):
    """Even if it had the token; localhost is another site than 127.0.0.1."""
    for path in calls(tmp_path, "POST"):
        for origin in ORIGINS:
            answer = client.post(path, headers={"Origin": origin})
            assert answer.status_code == 403, (path, origin)
    for site in ("cross-site", "same-site", "anything"):
        for path in ("/api/files", "/app.js"):
            assert client.get(path, headers={"Sec-Fetch-Site": site}).status_code == 403
        answer = client.get("/", headers={"Sec-Fetch-Site": site})  # a bookmark, a link
        assert answer.status_code == 200
    question = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    assert client.options("/api/save", headers=question).status_code == 403
    with pytest.raises((WebSocketDisconnect, RuntimeError, AssertionError)):
        client.websocket_connect("/events").__enter__()


def test_every_answer_keeps_the_page_to_this_server(stranger):
    """No other site may read one, and no cache keeps it."""
    paths = ("/", "/?code=x", "/app.js", "/api/files", "/api/nothing", "/nothing")
    answers = [stranger.get(path) for path in paths]
    for headers in (answer.headers for answer in (*answers, stranger.options("/api/save"))):
        policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
        assert policy["default-src"] == policy["script-src"] == policy["connect-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
        assert "unsafe-eval" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["cache-control"] == "no-store"
        assert not [name for name in headers if name.startswith("access-control")]


def test_the_page_is_for_a_browser_that_was_let_in_with_a_code_which_lets_in_one(tmp_path, capsys):
    """Who looks at what runs on this machine sees the address, but after the browser has come."""
    write(tmp_path, MINE)
    studio = studio_in(tmp_path)
    app, meta = studio.app(PORT, TOKEN), f'<meta name="studio-token" content="{TOKEN}">'
    code = studio.code
    with TestClient(app, ORIGIN) as browser, TestClient(app, ORIGIN) as other:
        for wrong in ("", "?code=", f"?code={code}x", "?code=é"):
            for path in ("/", "/print", "/events"):
                answer = other.get(f"{path}{wrong}")
                assert answer.status_code == 403 and TOKEN not in answer.text
        for path in (f"/?code={code}", "/", "/print"):
            answer = browser.get(path)
            assert answer.status_code == 200 and meta in answer.text
            assert code not in str(answer.url)
        for path in (f"/?code={code}", "/"):
            answer = other.get(path)
            assert answer.status_code == 403 and TOKEN not in answer.text
        assert "Open the address" in answer.text
        next_address = capsys.readouterr().out.split()[-1]
        assert next_address == f"{ORIGIN}/?code={studio.code}" != f"{ORIGIN}/?code={code}"
        assert meta in other.get(next_address).text


def test_files_beside_the_page_are_not_served(client, tmp_path):
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "bundle" / "link.txt").symlink_to(tmp_path / "secret.txt")
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/link.txt"):
        assert client.get(path).status_code in (403, 404)
    assert client.get("/titan-one.ttf").headers["content-type"] == "font/ttf"


def test_a_large_body_is_left_as_soon_as_it_is_too_large(client):
    """Whatever length it claims to have."""

    class Request:
        async def stream(self):
            for self.read in range(10_000):
                yield b"x" * 1000

    request = Request()
    with pytest.raises(RefusedError):
        asyncio.run(read_body(request, 5_000))
    assert request.read == 5
    answer = client.post("/api/start", content=(b" " * 100_000 for _ in range(180)))
    assert (answer.status_code, "too large" in answer.json()["error"]) == (413, True)


def test_a_body_that_is_no_request_gets_one_clear_message(client):
    for body in (
        *(b"", b"{", b"[]", b"1", b'"text"', b"\xff\xfe", b"[" * 50_000, b'{"path": 1, "text": 2}'),
        *(b'{"path": "magnetmen/mine.yaml"}', b'{"path": ["magnetmen/mine.yaml"], "text": ""}'),
        b'{"path": "magnetmen/mine.yaml", "text": "\\ud800"}',
    ):
        answer = client.post("/api/put_draft", content=body)
        words = r"(path: |text: )?(Field required|Input should be|Invalid JSON)"
        assert answer.status_code == 400 and re.match(words, answer.json()["error"]), body
