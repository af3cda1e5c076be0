"""A real Chromium without a window, for tests, measurements and pictures of the page.

It is driven over the DevTools protocol on two pipes, so that it needs no package and no port.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    "--disable-extensions", "--disable-background-networking", "--hide-scrollbars",
    "--force-color-profile=srgb", "--disable-lcd-text", "--remote-debugging-pipe", "about:blank",
)  # fmt: skip
_KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38}
_TEXTS = {"Enter": "\r"}
_FIRST_DESCRIPTOR = 10  # above the descriptors 3 and 4 of the browser


class BrowserFailed(Exception):
    """The browser could not be started, did not answer, or a script in the page failed."""


def find_chromium() -> str:
    """Return the path of Chromium; empty if it is missing."""
    return next(filter(None, map(shutil.which, _NAMES)), "")


def require_chromium() -> str:
    """Return the path of Chromium; end the process if it is missing."""
    program = find_chromium()
    if not program:
        sys.exit("this needs Chromium: `apt install chromium`")
    return program


class Chromium:
    """A browser with one page. Use it as a context manager.

    Args:
        program: the path that :func:`find_chromium` returned.
        patience: seconds to wait for each answer.

    Raises:
        BrowserFailed: the browser does not start.
    """

    def __init__(self, program: str, *, patience: float = 30.0) -> None:
        self._patience = patience
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command_read, self._commands = _pipe()
        self._answers, answer_write = _pipe()

        def give_descriptors() -> None:
            os.dup2(command_read, 3)
            os.dup2(answer_write, 4)

        self._process = subprocess.Popen(
            [program, f"--user-data-dir={self._profile.name}", *_OPTIONS],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=give_descriptors, pass_fds=(3, 4), start_new_session=True,
            env={**os.environ, "TMPDIR": self._profile.name},  # otherwise files of it stay in /tmp
        )  # fmt: skip
        os.close(command_read)
        os.close(answer_write)
        self._rest, self._number, self._session = b"", 0, ""
        self.messages: list[Mapping[str, Any]] = []
        try:
            target = self.send("Target.createTarget", url="about:blank")["targetId"]
            attached = self.send("Target.attachToTarget", targetId=target, flatten=True)
            self._session = attached["sessionId"]
            for domain in ("Page", "Runtime", "Log"):
                self.send(f"{domain}.enable")
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Chromium:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the browser and remove its profile."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # its child processes too
        self._process.wait()
        os.close(self._commands)
        os.close(self._answers)
        self._profile.cleanup()

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result; events that arrive meanwhile are kept.

        Raises:
            BrowserFailed: the browser refuses, or does not answer.
        """
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            command["sessionId"] = self._session
        os.write(self._commands, json.dumps(command).encode() + b"\0")
        until = time.monotonic() + self._patience
        while True:
            message = self._next(until, method)
            if message.get("id") == self._number:
                break
            self.messages.append(message)
        if "error" in message:
            raise BrowserFailed(f"{method}: {message['error']['message']}")
        return dict(message["result"])

    def _next(self, until: float, what: str) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._answers], [], [], max(0.0, until - time.monotonic()))
            piece = os.read(self._answers, 1 << 20) if ready else b""
            if not piece:
                raise BrowserFailed(f"no answer to {what} within {self._patience:.0f} s")
            self._rest += piece
        line, _, self._rest = self._rest.partition(b"\0")
        return dict(json.loads(line))

    def show(self, width: int = 1280, height: int = 900, *, is_dark: bool = False) -> None:
        """Set the size of the page in pixels, and whether its reader prefers dark."""
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
            mobile=width < 600,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        self.send("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, url: str) -> None:
        """Load a page and its resources; :meth:`wait_for` waits for its scripts."""
        self.send("Page.navigate", url=url)
        until = time.monotonic() + self._patience
        while (message := self._next(until, f"loading {url}"))["method"] != "Page.loadEventFired":
            self.messages.append(message)

    def evaluate(self, script: str) -> Any:
        """Return the value of an expression in the page; a promise is awaited.

        Raises:
            BrowserFailed: the expression threw an error.
        """
        answer = self.send(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserFailed(str(details.get("exception", {}).get("description", details)))
        return answer["result"].get("value")

    def wait_for(self, condition: str, seconds: float = 20.0) -> float:
        """Wait until an expression is true; return the seconds that it took.

        Raises:
            BrowserFailed: it did not become true in time.
        """
        start = time.monotonic()
        while not self.evaluate(f"Boolean({condition})"):
            if time.monotonic() - start > seconds:
                raise BrowserFailed(f"after {seconds:.0f} s it does not hold that {condition}")
            time.sleep(0.02)
        return time.monotonic() - start

    def press(self, key: str) -> None:
        """Press a key: Tab, Enter, Escape, an arrow."""
        about = {"key": key, "code": key, "windowsVirtualKeyCode": _KEYS[key]}
        text = {"text": _TEXTS[key]} if key in _TEXTS else {}
        self.send("Input.dispatchKeyEvent", type="keyDown", **about, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", **about)

    def type(self, text: str) -> None:
        """Type a text into the focused element."""
        self.send("Input.insertText", text=text)

    def picture(self, path: Path, *, is_whole: bool = False) -> None:
        """Store a PNG of the visible part of the page, or of the whole page."""
        answer = self.send("Page.captureScreenshot", captureBeyondViewport=is_whole, format="png")
        path.write_bytes(base64.b64decode(answer["data"]))


def _pipe() -> tuple[int, int]:
    """Return the ends of a pipe, with numbers above the browser's descriptors."""
    ends = os.pipe()
    moved = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, _FIRST_DESCRIPTOR) for end in ends]
    for end in ends:
        os.close(end)
    return moved[0], moved[1]
