"""A real server on this machine that speaks as an OpenAI-compatible endpoint does."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Server(ThreadingHTTPServer):
    """Answers as it is told, and remembers what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[tuple[str, dict, dict]] = []
        self.status, self.headers = 200, {}
        self.body = answer("yes")
        self.reply: Callable[[str], str] | None = None
        self.pause = 0.0  # s after each byte

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


def answer(content: str) -> bytes:
    return json.dumps({"choices": [{"message": {"content": content}}]}).encode()


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((self.path, dict(self.headers), asked))
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.end_headers()
        reply, body = self.server.reply, self.server.body
        with contextlib.suppress(OSError):  # nobody listens any more
            self._send(answer(reply(asked["messages"][0]["content"])) if reply else body)

    def _send(self, body: bytes) -> None:
        if not self.server.pause:
            self.wfile.write(body)
            return
        for byte in body:
            self.wfile.write(bytes([byte]))
            time.sleep(self.server.pause)

    def log_message(self, *arguments):
        pass
