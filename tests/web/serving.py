"""A folder as a web site on this machine, which can also answer what the page asks a generator."""

import functools
import http.server
import json
import threading
import time
from contextlib import contextmanager
from urllib.parse import quote

from generator.web import backend

HALVES = {}  # by the ends of addresses: how long the host is silent, halfway, before it hangs up


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        """Browsers may keep files for a minute, as many hosts say."""
        self.send_header("Cache-Control", "max-age=60")
        super().end_headers()

    def copyfile(self, source, outputfile):
        seconds = [HALVES[end] for end in HALVES if self.path.endswith(end)]
        if seconds:
            outputfile.write(source.read(500_000))
            outputfile.flush()
            time.sleep(*seconds)
        else:
            super().copyfile(source, outputfile)

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        """The call and the query of a message to worker.ts."""
        length = int(self.headers["Content-Length"])
        call, query = json.loads(self.rfile.read(length))
        text, content = backend.answer(call, json.dumps(query))
        self.send_response(200)
        self.send_header("Answer", quote(text))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@contextmanager
def served(folder):
    """The address of the site."""
    handler = functools.partial(QuietHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
