"""A server over a memory home, and a real browser that shows its page."""

from __future__ import annotations

import asyncio
import json
import threading
import time

import uvicorn

from robot_memory import RobotMemory
from robot_memory.faces.http_serving.serving import open_socket
from robot_memory.faces.web.access import AccessRules
from robot_memory.faces.web.application import WebApplication
from robot_memory.foundation.identity.tokens import CallerKind, TokenStore
from robot_memory.memory_source import MemorySource


class PageUnderTest:
    """A server over a home, and a browser that shows its page."""

    def __init__(self, home, clock, browser):
        self.home, self.clock, self.browser = home, clock, browser
        self._source = MemorySource(self.memory)
        self._tokens = TokenStore(home / "keys" / "web-tokens.json")
        app = WebApplication(self._source, AccessRules(self._tokens, is_local=True))
        self._listening = open_socket("127.0.0.1", 0)
        config = uvicorn.Config(app.asgi(), log_level="warning", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=asyncio.run, args=[self._serve()])
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}/"

    async def _serve(self):
        self._loop = asyncio.get_running_loop()
        await self._server.serve(sockets=[self._listening])

    def fall_silent(self, seconds):
        """Block the server for some seconds, as if the link was lost."""
        self._loop.call_soon_threadsafe(time.sleep, seconds)

    def memory(self, write=False):
        return RobotMemory.open(self.home, clock=self.clock, read_only=not write)

    def token(self, name, scope):
        return self._tokens.issue(name, [scope], CallerKind.PERSON)

    def open(self, place="", width=1280, *, is_dark=False):
        self.browser.show(width, 800, is_dark=is_dark)
        self.browser.open("about:blank")
        self.browser.open(self.url + place)
        self.wait_for("document.getElementById('state').textContent.startsWith('Up to date')")

    def wait_for(self, condition):
        self.browser.wait_for(condition, 30.0)

    def text(self, selector):
        return self.browser.evaluate(f"document.querySelector({json.dumps(selector)}).innerText")

    def focused(self):
        return self.browser.evaluate(
            "document.activeElement.innerText || document.activeElement.id"
        )

    def revoke(self, name):
        self._tokens.revoke(name)

    def close(self):
        self._server.should_exit = True
        self._thread.join(20)
        self._source.close()
