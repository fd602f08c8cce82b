"""The studio's server: the page, the calls of its editor under /api, a run from start to Ctrl-C.

All that it may be asked is checked in security.py, workspace.py and where a field is read.
"""

import asyncio
import base64
import binascii
import shlex
import signal
import socket
import traceback
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from generator import games
from generator.authoring.validate import mistakes
from generator.core.diagnostics import Diagnostic, display_path
from generator.core.errors import GeneratorError
from generator.layout.fonts import font_file
from generator.web.backend import Printed, print_files, print_sheet
from generator.web.studio import drafts, pictures, worker
from generator.web.studio.changes import Events, Watcher
from generator.web.studio.drafts import Drafts, Stage
from generator.web.studio.jobs import JobRequest, Jobs
from generator.web.studio.security import REPORT_POLICY, Fields, Guard, new_token, read_fields
from generator.web.studio.worker import TaskError, Worker
from generator.web.studio.workspace import (
    MAX_TEXT,
    RefusedError,
    Workspace,
    is_shipped,
    kind_of_file,
    not_found,
)

_MAX_JSON = 100_000  # bytes of a body without a text or picture
_MAX_TEXT_JSON = 6 * MAX_TEXT + _MAX_JSON  # a character may be written as \u1234
_MAX_PICTURE_JSON = pictures.MAX_PICTURE * 4 // 3 + _MAX_JSON
_MAX_PLAYERS = 100

_PrintTask = Callable[[Mapping[str, Any], Sequence[Path], bool], Printed]
_Handler = Callable[[Request], Awaitable[Response]]


class Studio:
    """One run of the studio.

    temporary is a folder for the stage and for jobs, bundle that of the page's files. printer and
    checker are processes for sheets, and for all other work.
    """

    def __init__(
        self, workspace: Workspace, bundle: Path, temporary: Path, printer: Worker, checker: Worker
    ):
        self.workspace, self.bundle = workspace, bundle
        self.printer, self.checker = printer, checker
        self.events, self.drafts = Events(), Drafts(workspace)
        self.stage = Stage(workspace, self.drafts, temporary / "stage")
        self.jobs = Jobs(workspace, self.drafts, self.events, temporary / "jobs")
        self.watcher = Watcher(workspace, self.events)

    def app(self, port: int, token: str) -> ASGIApp:
        """The application that serves the page with a token, at a port of this machine."""
        handlers: dict[Any, Any] = {  # Any: Starlette's type knows only handlers of Exception
            GeneratorError: self._explain,
            OSError: self._explain,
            Exception: _report_fault,
        }
        files_of_page = Mount("/", StaticFiles(directory=self.bundle, check_dir=False))
        app = Starlette(
            routes=[*self._page_routes(token), *self._api_routes(), files_of_page],
            exception_handlers=handlers,
            lifespan=self._lifespan,
        )
        return Guard(app, port, token)

    def _page_routes(self, token: str) -> list[Route]:
        return [
            Route("/", self._page(token)),
            Route("/print", self._page(token)),
            Route(
                "/titan-one.ttf", lambda _: FileResponse(font_file("title"), media_type="font/ttf")
            ),
            Route("/reports/{id}", self.report),
        ]

    def _api_routes(self) -> list[Route]:
        return [
            Route("/api/catalogue", self.catalogue),
            Route("/api/sheet", self.sheet, methods=["POST"]),
            Route("/api/sheet-files", self.sheet_files, methods=["POST"]),
            Route("/api/files", self.files),
            Route("/api/file", self.file),
            Route("/api/file", self.save_file, methods=["PUT"]),
            Route("/api/draft", self.put_draft, methods=["PUT"]),
            Route("/api/draft", self.drop_draft, methods=["DELETE"]),
            Route("/api/drafts", self.all_drafts),
            Route("/api/problems", self.problems),
            Route("/api/schema", self.schema),
            Route("/api/duplicate", self.duplicate, methods=["POST"]),
            Route("/api/picture", self.picture, methods=["POST"]),
            Route("/api/zip", self.zip),
            Route("/api/legend", self.legend),
            Route("/api/changes", self.changes),
            Route("/api/jobs", self.list_jobs),
            Route("/api/jobs", self.start_job, methods=["POST"]),
            Route("/api/jobs/{id}", self.cancel_job, methods=["DELETE"]),
            Route("/api/jobs/{id}/report", self.report),
            Route("/api/events", self.event_stream),
        ]

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(self.watcher.run())
        try:
            yield
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            self.stop()

    def stop(self) -> None:
        self.events.close()
        self.printer.close()
        self.checker.close()
        self.jobs.stop()

    async def _explain(self, _: Request, error: Exception) -> Response:
        """The answer to what the user, or the page, did wrong."""
        answer: dict[str, object] = {"error": self.stage.relabel(str(error))}
        status = 400
        if isinstance(error, RefusedError):
            status, answer = error.status, {**answer, **error.data}
        if isinstance(error, TaskError) and error.problems:
            answer["diagnostics"] = self._data(error.problems)
        return JSONResponse(answer, status)

    def _data(self, problems: Iterable[Diagnostic]) -> list[dict[str, object]]:
        return [self.stage.relabelled(problem).data() for problem in problems]

    # The page ------------------------------------------------------------------------------

    def _page(self, token: str) -> _Handler:
        async def page(_: Request) -> Response:
            file = self.bundle / "index.html"
            if not file.is_file():
                raise RefusedError("The page has not been built: run make studio.", 404)
            meta = f'<meta name="studio-token" content="{escape(token)}">'
            return HTMLResponse(file.read_text("utf-8").replace("<head>", f"<head>{meta}", 1))

        return page

    async def catalogue(self, request: Request) -> Response:
        language = _query(request).text("language", "en")
        sets_dirs = await run_in_threadpool(self._staged)
        answer = await self.checker.run(request, worker.choices, language, sets_dirs)
        return JSONResponse(answer)

    async def sheet(self, request: Request) -> Response:
        """A sheet with the edits, as base64, and what the page says of it."""
        query = _sheet_query(fields := await read_fields(request, _MAX_JSON))
        facts, content = await self._printed(request, fields, query, print_sheet)
        facts["warnings"] = [self.stage.relabel(warning) for warning in facts["warnings"]]
        return JSONResponse({**facts, "pdf": base64.b64encode(content).decode()})

    async def sheet_files(self, request: Request) -> Response:
        """The files of a sheet with the edits, such as cut files, as a ZIP in base64."""
        fields = await read_fields(request, _MAX_JSON)
        query = {
            **_sheet_query(fields),
            "files": fields.text("files"),
            "url": fields.text("url", ""),
        }
        facts, content = await self._printed(request, fields, query, print_files)
        return JSONResponse({**facts, "zip": base64.b64encode(content).decode()})

    def _staged(self) -> tuple[Path, ...]:
        return self.stage.sets_dirs

    async def _printed(
        self, request: Request, fields: Fields, query: dict[str, Any], task: _PrintTask
    ) -> tuple[dict[str, Any], bytes]:
        """What a query prints, and what the page says of it. Any: JSON."""
        plays = fields.flag("playtest", default=True)
        sets_dirs = await run_in_threadpool(self._staged)
        facts, content = await self.printer.run(request, task, query, sets_dirs, plays)
        if {*query["sets"]} - {*games.game(query["game"]).catalogue.shipped}:
            facts["command"] += f" --sets-dir {shlex.quote(display_path(self.workspace.folder))}"
        return facts, content

    # Files and drafts ----------------------------------------------------------------------

    async def files(self, _: Request) -> Response:
        files = await run_in_threadpool(lambda: [*self.workspace.files()])
        return JSONResponse([file._asdict() for file in files])

    async def file(self, request: Request) -> Response:
        """A file as it is on disk; `base` is the signature that it had when its draft was begun,
        null without a draft."""
        path = _query(request).text("path")
        text, signature = await run_in_threadpool(self.workspace.read, path)
        base = await run_in_threadpool(self.drafts.base, path)
        shipped = is_shipped(path)
        if not shipped:
            self.watcher.learn(path, signature)
        answer = {"path": path, "text": text, "signature": signature, "shipped": shipped}
        return JSONResponse({**answer, "base": base})

    async def save_file(self, request: Request) -> Response:
        """Replace a file, unless it is another than the one that was read. Its draft is done."""
        fields = await read_fields(request, _MAX_TEXT_JSON)
        path, values = fields.text("path"), (fields.text("text"), fields.text("signature"))
        signature = await run_in_threadpool(self.workspace.write, path, *values)
        self.watcher.learn(path, signature)
        await run_in_threadpool(self.drafts.drop, path)
        return JSONResponse({"signature": signature})

    async def put_draft(self, request: Request) -> Response:
        """Keep an edited text; what is wrong with it."""
        fields = await read_fields(request, _MAX_TEXT_JSON)
        path, text = fields.text("path"), fields.text("text")

        def put() -> list[Diagnostic]:
            self.drafts.put(path, text)
            return mistakes(self.stage.file(path), [self.stage.folder])

        return JSONResponse({"diagnostics": self._data(await run_in_threadpool(put))})

    async def drop_draft(self, request: Request) -> Response:
        """Forget an edited text."""
        fields = await read_fields(request, _MAX_JSON)
        await run_in_threadpool(self.drafts.drop, fields.text("path"))
        return JSONResponse({})

    async def all_drafts(self, _: Request) -> Response:
        return JSONResponse(await run_in_threadpool(self.drafts.texts))

    # Help for the editor -------------------------------------------------------------------

    async def problems(self, request: Request) -> Response:
        file = await run_in_threadpool(self._file, _query(request).text("path"))
        problems = await self.checker.run(request, worker.problems, file, (self.stage.folder,))
        return JSONResponse({"diagnostics": self._data(problems)})

    def _file(self, path: str) -> Path:
        file = self.stage.file(path)
        if not file.is_file():
            raise not_found(path)
        return file

    async def schema(self, request: Request) -> Response:
        path = _query(request).text("path")
        kind = kind_of_file(await run_in_threadpool(self._file, path))
        if kind is None:
            raise RefusedError(f"{path}: there is no help for this kind of file", 404)
        text = await run_in_threadpool(kind.schema_text)
        return Response(text, media_type="application/json")

    async def legend(self, request: Request) -> Response:
        """Every type with its variants and their odds."""
        fields = _query(request)
        game = _game(fields.text("game"))
        values = game, fields.texts("sets"), fields.text("size", ""), fields.text("language", "en")
        sets_dirs = await run_in_threadpool(self._staged)
        types = await self.checker.run(request, worker.legend, *values, sets_dirs)
        return JSONResponse({"types": types})

    async def changes(self, request: Request) -> Response:
        """How a file with its edits differs from the saved one."""
        path = _query(request).text("path")
        if is_shipped(path):
            raise RefusedError(f"{path}: built-in files are read-only, nothing changes")
        file = await run_in_threadpool(self._file, path)
        dirs = (self.stage.folder,)
        saved = self.workspace.place(path)
        answer = await self.checker.run(request, worker.changes, file, saved, dirs)
        rows = [self.stage.relabel(row) for row in answer.rows]
        return JSONResponse(
            {"lines": answer.lines, "rows": rows, "error": self.stage.relabel(answer.error)}
        )

    # Sets as a whole -----------------------------------------------------------------------

    async def duplicate(self, request: Request) -> Response:
        """Copy a set under another name, and with another title unless that is empty."""
        fields = await read_fields(request, _MAX_JSON)
        names = fields.text("game"), fields.text("name"), fields.text("newName")
        values = *names, fields.text("title", "")
        path = await run_in_threadpool(drafts.duplicate, self.workspace, self.drafts, *values)
        return JSONResponse({"path": path})

    async def picture(self, request: Request) -> Response:
        """Store a picture for a new type of a set."""
        fields = await read_fields(request, _MAX_PICTURE_JSON)
        path, values = fields.text("path"), (fields.text("name"), fields.text("fileName"))
        try:
            content = base64.b64decode(fields.text("data"), validate=True)
        except (binascii.Error, ValueError):
            raise RefusedError("data: expected base64") from None
        file = await run_in_threadpool(self._file, path)
        arguments = self.workspace, file, path, *values, content
        stored = await run_in_threadpool(pictures.store, *arguments)
        return JSONResponse({**stored._asdict(), "diagnostics": self._data(stored.diagnostics)})

    async def zip(self, request: Request) -> Response:
        """A set with its art and the common file beside it."""
        path = _query(request).text("path")
        content = await run_in_threadpool(drafts.zipped, self.stage, path)
        disposition = f'attachment; filename="{Path(path).stem}.zip"'
        headers = {"Content-Disposition": disposition}
        return Response(content, media_type="application/zip", headers=headers)

    # Jobs and events -----------------------------------------------------------------------

    async def list_jobs(self, _: Request) -> Response:
        (now,) = await run_in_threadpool(self._staged)
        return JSONResponse(self.jobs.listing(now))

    async def start_job(self, request: Request) -> Response:
        fields = await read_fields(request, _MAX_JSON)
        kind: Any = fields.text("kind")  # Any: one of two
        if kind not in ("statistics", "playtest"):
            raise RefusedError(f"kind {kind!r}: expected statistics or playtest")
        sets, size = fields.texts("sets"), fields.text("size", "")
        players, compare = fields.number("players", 1, _MAX_PLAYERS), fields.flag("compare")
        job = JobRequest(kind, _game(fields.text("game")), sets, size, players, compare)
        return JSONResponse({"id": self.jobs.start(job)})

    async def cancel_job(self, request: Request) -> Response:
        self.jobs.cancel(request.path_params["id"])
        return JSONResponse({})

    async def report(self, request: Request) -> Response:
        """The report of a job, for the page, or for a frame, which cannot send a header: the ID of
        a job cannot be guessed."""
        content = self.jobs.report(request.path_params["id"])
        return HTMLResponse(content, headers={"Content-Security-Policy": REPORT_POLICY})

    async def event_stream(self, _: Request) -> Response:
        """Changes of files and jobs, as they happen."""
        return StreamingResponse(self.events.stream(), media_type="text/event-stream")


def _query(request: Request) -> Fields:
    return Fields(dict(request.query_params))


def _sheet_query(fields: Fields) -> dict[str, Any]:
    """The query of a sheet, as backend.py explains it, with values of the right types. Any: JSON.
    An ID stands for what is rolled."""
    names = ("sheet", "id", "seed", "paper", "ink", "language", "size")
    query = {"game": _game(fields.text("game")), **{name: fields.text(name) for name in names}}
    sets, players = fields.texts("sets"), fields.number("players", 1, _MAX_PLAYERS)
    if not (sets or query["id"]):
        raise RefusedError("sets: expected at least one set")
    rules, making = fields.flag("rules", default=True), fields.table("making")
    return {**query, "sets": sets, "players": players, "rules": rules, "making": making}


def _game(name: str) -> str:
    if name not in games.names():
        raise RefusedError(f"game {name!r}: expected {', '.join(games.names())}")
    return name


async def _report_fault(_: Request, error: Exception) -> Response:
    traceback.print_exception(error)
    message = f"This is a fault of the program: {type(error).__name__}; the terminal says more."
    return JSONResponse({"error": message}, 500)


HOST = "127.0.0.1"
_MAX_WAITING = 100  # connections that the system keeps until they are accepted


class _Server(uvicorn.Server):
    """A server that ends at once: what is under way is ended, not waited for."""

    def __init__(self, config: uvicorn.Config, stop: Callable[[], None]):
        super().__init__(config)
        self._stop = stop

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._stop()


def open_socket(port: int) -> socket.socket:
    """A socket at a port of this machine. Raises OSError if the port is in use."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # where others could else share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Accepted connections inherit this: small answers are not held back for 40 ms.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.bind((HOST, port))
        listener.listen(_MAX_WAITING)
    except OSError:
        listener.close()
        raise
    return listener


def run(listener: socket.socket, sets_dir: Path, bundle: Path, opens_browser: bool) -> None:
    """Serve until somebody interrupts. Raises KeyboardInterrupt then."""
    port = listener.getsockname()[1]
    with TemporaryDirectory(prefix="board-generator-studio-") as temporary:
        printer, checker = Worker(), Worker()
        folder = Path(temporary).resolve()
        studio = Studio(Workspace.at(sets_dir), bundle, folder, printer, checker)
        for process in (printer, checker):
            process.prepare()
        config = uvicorn.Config(
            studio.app(port, new_token()),
            log_level="critical",
            access_log=False,
            server_header=False,
            ws="none",
            timeout_graceful_shutdown=1,
        )
        if opens_browser:
            webbrowser.open(f"http://{HOST}:{port}/")
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # the folder is removed then, too
        _Server(config, studio.stop).run(sockets=[listener])
