"""The studio's server: the page, the calls of its editor under /api, a run from start to Ctrl-C.
What it may be asked is checked in guard.py, files.py and by the types of messages."""

import asyncio
import base64
import json
import os
import secrets
import shlex
import signal
import socket
import traceback
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from html import escape
from inspect import iscoroutinefunction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_type_hints

import uvicorn
from pydantic import Base64Bytes, create_model
from pydantic_core import to_json
from starlette import responses
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from watchfiles import awatch

from generator import games
from generator.authoring.validate import mistakes
from generator.core.diagnostics import Diagnostic, display_path
from generator.core.errors import EXPECTED_ERRORS
from generator.core.files import resolve
from generator.layout.text import font_file
from generator.schema.set_files import NAME
from generator.web import backend
from generator.web.backend import Message, Printed, Query
from generator.web.studio import files, processes
from generator.web.studio.files import DRAFTS, MAX_TEXT, Drafts, RefusedError, Stage, Workspace
from generator.web.studio.guard import REPORT_POLICY, Guard, read_body
from generator.web.studio.processes import Jobs, Worker

_FOLDER_CHECK_SECONDS = 0.5  # between two looks at whether the sets folder is there
_MAX_COLLECT_MS, _POLL_MS = 200, 50  # changes are collected for so long while more come in
_MAX_BODY = max(6 * MAX_TEXT, files.MAX_PICTURE * 4 // 3) + 100_000  # bytes of JSON: \u1234, base64
_MAX_PDF = 200_000_000  # bytes, of a sheet
_MAX_WAITING = 100  # connections until they are accepted, and events until a page reads them


class Events:
    """What every page that listens is told without asking."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[bytes]] = set()

    def publish(self, event: Mapping[str, Any]) -> None:
        """Send an event. Any: JSON."""
        for queue in self._queues:
            with suppress(asyncio.QueueFull):
                queue.put_nowait(f"data: {json.dumps(event)}\n\n".encode())

    async def stream(self) -> AsyncIterator[bytes]:
        """Server-sent events, until whoever reads them stops."""
        queue: asyncio.Queue[bytes] = asyncio.Queue(_MAX_WAITING)
        self._queues.add(queue)
        try:
            yield b": connected\n\n"
            while True:
                yield await queue.get()
        finally:
            self._queues.discard(queue)

    async def watch(self, folder: Path) -> None:
        """Tell that files in the sets folder have changed, or the folder came or went; of drafts
        nothing. It goes on until it is cancelled."""
        while True:
            while not folder.is_dir():
                await asyncio.sleep(_FOLDER_CHECK_SECONDS)
            self.publish({"type": "files"})
            async for changes in awatch(folder, debounce=_MAX_COLLECT_MS, step=_POLL_MS):
                names = [Path(name) for _, name in changes if DRAFTS not in Path(name).parts]
                if names:
                    self.publish({"type": "files"})
                if not folder.is_dir():
                    break


class Studio:
    """One run of the studio. temporary is a folder for the stage and for jobs, bundle that of the
    page's files. printer and checker are processes for sheets, and for all other work."""

    def __init__(
        self, workspace: Workspace, bundle: Path, temporary: Path, printer: Worker, checker: Worker
    ):
        self.workspace, self.bundle = workspace, bundle
        self.printer, self.checker = printer, checker
        self.events, self.drafts = Events(), Drafts(workspace)
        self.stage = Stage(workspace, self.drafts, temporary / "stage")
        self.jobs = Jobs(workspace, self.drafts, self.events.publish, temporary / "jobs")
        self.code = secrets.token_urlsafe(16)

    def app(self, port: int, token: str) -> ASGIApp:
        """The application that serves the page with a token, at a port of this machine."""
        self.token, self.port, self.cookie = token, port, f"studio-{port}"
        reading = (
            *(self.catalogue, self.workspace.files, self.file, self.drafts.texts, self.problems),
            *(self.schema, self.legend, self.changes, self.zip, self.job_list),
        )
        changing = (
            *(self.sheet, self.sheet_files, self.save, self.put_draft, self.drafts.drop),
            *(self.remove, self.board_with),
            *(self.duplicate, self.picture, self.jobs.start, self.jobs.cancel),
        )
        font = responses.FileResponse(font_file("title"), media_type="font/ttf")
        routes = [
            *(Route(path, self.page) for path in ("/", "/print")),
            Route("/titan-one.ttf", lambda _: font),
            Route("/reports/{id}", self.report),
            Route("/api/draw/{page:int}/{width:int}/{height:int}", self.draw, methods=["POST"]),
            Route("/events", self.listen),
            *(_route("GET", handler) for handler in reading),
            *(_route("POST", handler) for handler in changing),
            Mount("/", StaticFiles(directory=self.bundle, check_dir=False)),
        ]
        # Any: Starlette's type knows only handlers of Exception.
        handlers: Any = dict.fromkeys(EXPECTED_ERRORS, self._explain)
        handlers[Exception] = _report_fault
        app = Starlette(routes=routes, exception_handlers=handlers, lifespan=self._lifespan)
        return Guard(app, port, token)

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(self.events.watch(self.workspace.folder))
        try:
            yield
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            self.printer.stop()
            self.checker.stop()
            self.jobs.stop()

    async def _explain(self, _: Request, error: Exception) -> Response:
        """The answer to what the user, or the page, did wrong."""
        answer: dict[str, object] = {"error": self.stage.relabel(str(error))}
        if not isinstance(error, RefusedError):
            return _json(answer, 400)
        if error.problems:
            answer["diagnostics"] = self._data(error.problems)
        return _json(answer | error.data, error.status)

    def _data(self, problems: Iterable[Diagnostic]) -> list[dict[str, object]]:
        relabel = self.stage.relabel
        return [
            replace(each, file=relabel(each.file), message=relabel(each.message)).data()
            for each in problems
        ]

    @property
    def address(self) -> str:
        """Where a browser is let in, once: other users of this machine see what is on its command
        line."""
        return f"http://{HOST}:{self.port}/?code={self.code}"

    async def page(self, request: Request) -> Response:
        """The page, for a browser that has the cookie, which the code of the address brings."""
        if _is_same(request.query_params.get("code", ""), self.code):
            self.code = secrets.token_urlsafe(16)
            print(f"for another browser: {self.address}", flush=True)
            answer = responses.RedirectResponse(request.url.path, 303)
            answer.set_cookie(self.cookie, self.token, httponly=True, samesite="strict")
            return answer
        if not self._is_let_in(request):
            why = "Open the address that the terminal showed last: it lets in one browser."
            return responses.HTMLResponse(f"<!doctype html><title>Studio</title><p>{why}</p>", 403)
        text = (self.bundle / "index.html").read_text("utf-8")
        meta = f'<meta name="studio-token" content="{escape(self.token)}">'
        style = '<link rel="stylesheet" href="studio.css">' if request.url.path == "/" else ""
        return responses.HTMLResponse(text.replace("</head>", f"{meta}{style}</head>", 1))

    def _is_let_in(self, request: Request) -> bool:
        return _is_same(request.cookies.get(self.cookie, ""), self.token)

    async def listen(self, request: Request) -> Response:
        """Events, for EventSource, which sends the cookie, but no header."""
        if not self._is_let_in(request):
            raise RefusedError("This page is of an earlier run of the studio: load it again.", 403)
        return responses.StreamingResponse(self.events.stream(), media_type="text/event-stream")

    async def catalogue(self, request: Request, language: str) -> object:
        sets_dirs = await run_in_threadpool(self.stage.update)
        answer = await self.checker.run(request, backend.catalogue, language, sets_dirs)
        own = {"names": NAME.pattern, "titleLength": files.MAX_TITLE, "pictures": files.PICTURES}
        return {**answer, "ofStudio": {**own, "folder": str(self.workspace.folder)}}

    async def sheet(self, request: Request, query: Query, playtest: bool) -> object:
        """A sheet with the edits, as base64, and what the page says of it."""
        facts, content = await self._printed(request, backend.print_sheet, query, playtest)
        warnings = [self.stage.relabel(warning) for warning in facts["warnings"]]
        return {**facts, "warnings": warnings, "pdf": base64.b64encode(content).decode()}

    async def draw(self, request: Request) -> Response:
        """A page of a PDF, the body, as pixels: no format of pictures is as quick."""
        pdf, view = await read_body(request, _MAX_PDF), request.path_params.values()
        pixels, facts = await self.printer.run(request, processes.page_drawn, pdf, *view)
        return Response(pixels, headers=facts)

    async def sheet_files(self, request: Request, query: Query) -> object:
        """The files of a sheet with the edits, such as cut files, as a ZIP in base64."""
        facts, content = await self._printed(request, backend.print_files, query, True)
        return {**facts, "zip": base64.b64encode(content).decode()}

    async def _printed(
        self, request: Request, task: Callable[..., Printed], query: Query, plays: bool
    ) -> Printed:
        sets_dirs = await run_in_threadpool(self.stage.update)
        printed = await self.printer.run(request, task, query, sets_dirs, plays)
        if {*query.sets} - {*games.game(query.game).catalogue.shipped}:
            folder = shlex.quote(display_path(self.workspace.folder))
            printed.facts["command"] += f" --sets-dir {folder}"
        return printed

    def file(self, path: str) -> object:
        """A file as it is on disk; `base` is the signature that it had when its draft was begun,
        null without a draft."""
        return {**self.workspace.read(path)._asdict(), "base": self.drafts.base(path)}

    def save(self, path: str, text: str, signature: str) -> object:
        """Replace a file, unless it is another than the one that was read. Its draft is done."""
        signature = self.workspace.write(path, text, signature)
        self.drafts.drop(path)
        return signature

    def remove(self, path: str, signature: str) -> None:
        """Delete a file, unless it is another than the one that was read, and its draft."""
        self.workspace.remove(path, signature)
        self.drafts.drop(path)

    def put_draft(self, path: str, text: str) -> object:
        self.drafts.put(path, text)
        return self._data(mistakes(self.stage.file(path), [self.stage.folder]))

    async def problems(self, request: Request, path: str) -> object:
        file = await run_in_threadpool(self.stage.file, path)
        problems = await self.checker.run(request, processes.problems, file, (self.stage.folder,))
        return self._data(problems)

    def schema(self, path: str) -> Response:
        kind = files.kind_of_file(self.stage.file(path))
        if kind is None:
            raise RefusedError(f"{path}: there is no help for this kind of file", 404)
        return Response(kind.schema_text(), media_type="application/json")

    async def legend(
        self, request: Request, game: str, sets: str, size: str, language: str
    ) -> object:
        sets_dirs = await run_in_threadpool(self.stage.update)
        values = game, sets.split(","), size, language
        return await self.checker.run(request, processes.legend, *values, sets_dirs)

    async def board_with(
        self, request: Request, id: str, of_set: str, type: str, power: int | None
    ) -> object:
        sets_dirs = await run_in_threadpool(self.stage.update)
        which = id, of_set, type, power, sets_dirs
        return await self.checker.run(request, processes.board_with, *which)

    async def changes(self, request: Request, path: str) -> object:
        if files.is_shipped(path):
            raise RefusedError(f"{path}: built-in files are read-only, nothing changes")
        file = await run_in_threadpool(self.stage.file, path)
        versions = file, self.workspace.place(path), (self.stage.folder,)
        lines, rows, error = await self.checker.run(request, processes.changes, *versions)
        relabel = self.stage.relabel
        return {"lines": lines, "rows": [relabel(row) for row in rows], "error": relabel(error)}

    def duplicate(self, game: str, name: str, new_name: str, title: str) -> str:
        return files.duplicate(self.workspace, self.drafts, game, name, new_name, title)

    def picture(self, path: str, key: str, file_name: str, content: Base64Bytes) -> object:
        place = self.workspace, self.stage, path
        stored, problems, snippet = files.store_picture(*place, key, file_name, content)
        return {"path": stored, "diagnostics": self._data(problems), "snippet": snippet}

    def zip(self, path: str) -> Response:
        headers = {"Content-Disposition": f'attachment; filename="{Path(path).stem}.zip"'}
        return Response(files.zipped(self.stage, path), 200, headers, "application/zip")

    def job_list(self) -> object:
        return self.jobs.listing(*self.stage.update())

    async def report(self, request: Request) -> Response:
        """The report of a job, for a frame, which cannot send a header: the ID of a job cannot be
        guessed."""
        content = self.jobs.report(request.path_params["id"])
        return responses.HTMLResponse(content, headers={"Content-Security-Policy": REPORT_POLICY})


def _route(method: str, handler: Callable[..., Any]) -> Route:
    """A call that has the name of its handler. What the handler takes, by name and type, is in the
    query or the JSON of a request; it may also take the request itself. It answers JSON, or a
    Response."""
    types: dict[str, Any] = get_type_hints(handler, include_extras=True)
    takes_request = types.pop("request", None) is not None
    types.pop("return", None)
    fields: Any = {name: (kind, ...) for name, kind in types.items()}
    model = create_model(handler.__name__, __base__=Message, **fields)

    async def endpoint(request: Request) -> Response:
        query = json.dumps(dict(request.query_params)) if method == "GET" else ""
        values = dict(backend.parsed(model, query or await read_body(request, _MAX_BODY)))
        values |= {"request": request} if takes_request else {}
        is_async = iscoroutinefunction(handler)
        made = handler(**values) if is_async else run_in_threadpool(handler, **values)
        answer = await made
        return answer if isinstance(answer, Response) else _json(answer)

    return Route(f"/api/{handler.__name__}", endpoint, methods=[method])


def _is_same(given: str, secret: str) -> bool:
    """How long this takes does not tell how much is right."""
    return secrets.compare_digest(given.encode(), secret.encode())


def _json(value: object, status: int = 200) -> Response:
    return Response(to_json(value), status, media_type="application/json")


async def _report_fault(_: Request, error: Exception) -> Response:
    traceback.print_exception(error)
    message = f"This is a fault of the program: {type(error).__name__}; the terminal says more."
    return _json({"error": message}, 500)


HOST = "127.0.0.1"


def open_socket(port: int) -> socket.socket:
    """A socket at a port of this machine. Raises OSError if the port is in use."""
    listener = socket.create_server((HOST, port), backlog=_MAX_WAITING)
    # Accepted connections inherit this: small answers are not held back for 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def run(listener: socket.socket, sets_dir: Path, bundle: Path, opens_browser: bool) -> None:
    """Serve until somebody interrupts. Raises KeyboardInterrupt then."""
    port = listener.getsockname()[1]
    with TemporaryDirectory(prefix="board-generator-studio-") as temporary:
        folder = Path(temporary).resolve()
        os.environ["TMPDIR"] = temporary  # what workers leave that are killed is removed with it
        printer, checker = Worker(), Worker()
        studio = Studio(Workspace(resolve(sets_dir)), bundle, folder, printer, checker)
        for process in (printer, checker):
            process.submit(int)  # starts it, which loads what the tasks need
        config = uvicorn.Config(
            studio.app(port, secrets.token_urlsafe(32)),
            log_level="critical",
            access_log=False,
            server_header=False,
            ws="none",
            timeout_graceful_shutdown=0,  # what is under way is ended, not waited for
        )
        print(f"{studio.address} edits the sets in {sets_dir}; Ctrl-C ends it", flush=True)
        if opens_browser:
            webbrowser.open(studio.address)
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # the folder is removed then, too
        uvicorn.Server(config).run(sockets=[listener])
