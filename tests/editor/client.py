"""A client of yaml-language-server: an editor without a window. Lines and columns count from 0, as
in the protocol of https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/."""

import json
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_SETTINGS = {"validate": True, "completion": True, "schemaStore": {"enable": False}}
_LONGEST = 60  # seconds; a server that is silent for longer is broken


class Editor:
    """One running server."""

    def __init__(self, command: Sequence[str]):
        self._server = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._patience = threading.Timer(_LONGEST, self._server.kill)
        self._patience.daemon = True
        self._patience.start()
        self._last_id = self._opened = 0
        self._found: dict[str, list[tuple[int, str]]] = {}
        can = {"workspace": {"configuration": True}}
        self._ask("initialize", {"processId": None, "rootUri": None, "capabilities": can})
        self._send(method="initialized", params={})
        while self._receive().get("method") != "workspace/configuration":
            pass

    def close(self) -> None:
        self._patience.cancel()
        self._server.kill()
        self._server.communicate()

    def open(self, folder: Path, text: str) -> str:
        """Opens a text as a file in a folder, which need not be on disk; returns its URI."""
        self._opened += 1
        uri = (folder / f"opened-{self._opened}.yaml").absolute().as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self._send(method="textDocument/didOpen", params={"textDocument": document})
        return uri

    def mistakes(self, uri: str) -> list[tuple[int, str]]:
        """The mistakes in an open text, with their lines."""
        while uri not in self._found:
            self._receive()
        return sorted(self._found.pop(uri))

    def offers(self, uri: str, line: int, column: int) -> dict[str, str]:
        """The texts that completion would insert, by their labels."""
        answer = self._at("completion", uri, line, column)
        return {item["label"]: item["insertText"] for item in answer["items"]}

    def _at(self, what: str, uri: str, line: int, column: int) -> Any:
        place = {"line": line, "character": column}
        return self._ask(f"textDocument/{what}", {"textDocument": {"uri": uri}, "position": place})

    def _ask(self, method: str, params: Any) -> Any:
        self._last_id += 1
        self._send(id=self._last_id, method=method, params=params)
        while (message := self._receive()).get("id") != self._last_id or "method" in message:
            pass
        return message["result"]

    def _send(self, **message: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._server.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        """The next message; answers requests of the server, and stores mistakes that it reports."""
        length = 0
        while line := self._server.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        message = json.loads(self._server.stdout.read(length))
        params = message.get("params")
        if message.get("method") == "workspace/configuration":
            settings = [_SETTINGS if item["section"] == "yaml" else {} for item in params["items"]]
            self._send(id=message["id"], result=settings)
        elif "method" in message and "id" in message:
            self._send(id=message["id"], result=None)
        elif message.get("method") == "textDocument/publishDiagnostics":
            self._found[params["uri"]] = [
                (each["range"]["start"]["line"], each["message"]) for each in params["diagnostics"]
            ]
        return message
