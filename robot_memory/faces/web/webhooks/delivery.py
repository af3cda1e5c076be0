"""Follows the event log for one webhook and sends it events, in order, with retries.

See docs/how-to/look-in-a-browser.md, "Tell other programs what happened".
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import logging
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from robot_memory.entries.confidence import HIGH, band
from robot_memory.faces.web.webhooks.webhook import Webhook
from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import LockHeld
from robot_memory.foundation.http_request import open_answer
from robot_memory.foundation.logged_problem import LoggedProblem
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.long_term.levels.record_tail import RecordedEvent, RecordTail

_LOG = logging.getLogger(__name__)
_PERIOD = 0.5  # s between checks of the event log
_FIRST_PAUSE, _LONGEST_PAUSE = 2.0, 3600.0  # s
#: Statuses by which a program refuses an event's content, and the number of tries then.
_REFUSED, _MOST_REFUSALS = (400, 413, 422), 10
_TIMEOUT = 10.0  # s to wait for an answer
_MOST_HIGH = 5000  # entries with high confidence
_TOPICS = {
    "entry_created": "created",
    "entry_reopened": "worsened",
    "entry_recovered": "needs_review",
    "entry_mute_asked": "needs_review",
    "entry_known_asked": "needs_review",
    "proposal_made": "needs_review",
}

#: Sends a body with headers to an address; returns the HTTP status. Raises OSError.
Send = Callable[[str, bytes, dict[str, str]], int]


@dataclass
class DeliveryState:
    """The position of each webhook in the event log, across restarts. Thread-safe.

    Each program's queue is the event log after its position.

    Attributes:
        path: ``webhooks.state.json`` in the memory home.
        delivered: by webhook name, the newest line of the event log that was dealt with.
        high: by webhook name, the entries whose confidence was high at that line.
    """

    path: Path
    delivered: dict[str, int] = field(default_factory=dict)
    high: dict[str, list[str]] = field(default_factory=dict)
    _writing: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def read(cls, path: Path) -> DeliveryState:
        """Read the state; a damaged file is set aside, and sending starts with new events."""
        try:
            data = json.loads(files.read_regular(path))
            delivered = {str(name): int(seq) for name, seq in data["delivered"].items()}
            high = {str(name): [*map(str, ids)] for name, ids in data.get("high", {}).items()}
        except FileNotFoundError:
            return cls(path)
        except (
            ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError
        ) as error:  # fmt: skip
            copy = files.set_aside(path)
            what = "%s: %r; it was moved to %s, and webhooks start again with new events"
            _LOG.error(what, path, error, copy)
            return cls(path)
        return cls(path, delivered, high)

    def advance(self, name: str, seq: int, high: Iterable[str]) -> None:
        """Store durably the newest line dealt with, and the entries with high confidence at it."""
        with self._writing:
            self.delivered[name], self.high[name] = seq, list(high)
            data = {"delivered": self.delivered, "high": self.high}
            files.replace_durably(self.path, json.dumps(data).encode() + b"\n")


class WebhookDelivery:
    """Sends events to one program, at its own pace.

    Events that were not accepted are sent again, after pauses that double up to an hour. The event
    log is the queue: it is on the disk, so a restart loses nothing, and an event in transit during
    a crash is sent again with the same id. An event that cannot be sent, or whose content the
    program refuses ten times, is skipped, and the log says so.
    """

    def __init__(
        self, hook: Webhook, tail: RecordTail, state: DeliveryState, rrn: str, send: Send
    ) -> None:
        self._hook, self._tail, self._state = hook, tail, state
        self._rrn, self._send = rrn, send
        self._due, self._pause, self._refusals = 0.0, _FIRST_PAUSE, 0
        self._logged = LoggedProblem()
        newest = tail.newest()
        # A new webhook gets new events, not the whole history.
        self._position = min(state.delivered.get(hook.name, newest), newest)
        self._high = dict.fromkeys(state.high.get(hook.name, ()))
        state.advance(hook.name, self._position, self._high)

    def run_once(self, now: float, wall_time: int) -> None:
        """Send the due events.

        Args:
            now: monotonic seconds.
            wall_time: seconds since 1970, for the signatures.

        Raises:
            OSError, LockHeld: the event log cannot be read, or the state cannot be written.
        """
        if now < self._due:
            return
        before = self._position
        for event in self._tail.after(before):
            if not self._is_dealt_with(event, now, wall_time):
                break
            self._position = event.seq
        if self._position != before:
            self._state.advance(self._hook.name, self._position, self._high)

    def _is_dealt_with(self, event: RecordedEvent, now: float, wall_time: int) -> bool:
        """Send an event if the webhook wants it; return whether the next one may follow."""
        try:
            topic = _topic_of(event, self._high)
            body = _message_body(topic, event, self._rrn) if topic in self._hook.events else None
        except Exception as error:  # no event may block the next one
            self._skip(event, f"cannot be sent: {error!r:.200}")
            return True
        if body is not None and not self._deliver(event, body, now, wall_time):
            return False
        _note_high(event, self._high)
        return True

    def _deliver(self, event: RecordedEvent, body: bytes, now: float, wall_time: int) -> bool:
        headers = _sign_request(self._hook.secret, f"{self._rrn}-{event.seq}", wall_time, body)
        headers = {**headers, "Content-Type": "application/json"}
        status = 0
        try:
            status = self._send(self._hook.url, body, headers)
            problem = "" if 200 <= status < 300 else f"it answered {status}"
        except Exception as error:  # no error may end the thread
            problem = str(error) or type(error).__name__
        self._refusals = self._refusals + 1 if status in _REFUSED else 0
        if self._refusals == _MOST_REFUSALS:
            self._skip(event, f"was refused {_MOST_REFUSALS} times, with status {status}")
            problem = ""
        if not problem:
            self._due, self._pause, self._refusals = 0.0, _FIRST_PAUSE, 0
            if self._logged.ended():
                _LOG.warning("webhook %s: sending goes on", self._hook.name)
            return True
        self._due, self._pause = now + self._pause, min(2 * self._pause, _LONGEST_PAUSE)
        if self._logged.found(now):
            _LOG.error("webhook %s: %s; it is sent again later", self._hook.name, problem)
        return False

    def _skip(self, event: RecordedEvent, why: str) -> None:
        _LOG.error(
            "webhook %s: event %d (%s) %s; it is skipped", self._hook.name, event.seq, event.type,
            why,
        )  # fmt: skip


def run_webhook(make: Callable[[], WebhookDelivery], name: str, stop: threading.Event) -> None:
    """Send events to one webhook until the server stops; no error ends the loop."""
    delivery, problem = None, LoggedProblem()
    while True:
        try:
            delivery = delivery or make()  # may wait for the disk
            delivery.run_once(time.monotonic(), int(time.time()))
            problem.ended()
        except Exception as error:
            if problem.found(time.monotonic(), type(error)):
                defect = None if isinstance(error, (OSError, LockHeld)) else error
                words = str(error) or type(error).__name__
                _LOG.error("webhook %s: %s; it is tried again", name, words, exc_info=defect)
        if stop.wait(_PERIOD):
            return


def send_request(url: str, body: bytes, headers: dict[str, str]) -> int:
    """Send a body and return the status of the answer; redirects are not followed.

    Raises:
        OSError: no answer in time, or the answer is not HTTP.
    """
    request = urllib.request.Request(url, body, headers, method="POST")
    try:
        with open_answer(request, _TIMEOUT) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code
    except http.client.HTTPException as error:
        raise OSError(f"the answer is not HTTP: {error!r:.200}") from error


def _topic_of(event: RecordedEvent, high: Container[str]) -> str:
    """Return an event's topic for webhooks; empty if it is not sent.

    Events of entries that are declared known are not sent.
    """
    if event.data.get("known"):
        return ""
    if event.type == "entry_reinforced":
        return "worsened" if _is_high(event) and _entry_of(event) not in high else ""
    return _TOPICS.get(event.type, "")


def _note_high(event: RecordedEvent, high: dict[str, None]) -> None:
    """Note whether an event's entry has high confidence; the oldest are dropped if too many."""
    entry, is_high = _entry_of(event), _is_high(event)
    if is_high is None or not entry or not event.type.startswith("entry_"):
        return
    high.pop(entry, None)
    if is_high:
        high[entry] = None
    if len(high) > _MOST_HIGH:
        del high[next(iter(high))]


def _entry_of(event: RecordedEvent) -> str:
    return str(event.data.get("id", ""))


def _is_high(event: RecordedEvent) -> bool | None:
    value = event.data.get("confidence")
    return band(value) == HIGH if isinstance(value, (int, float)) else None


def _message_body(topic: str, event: RecordedEvent, rrn: str) -> bytes:
    data: dict[str, Any] = {
        "type": topic,
        "timestamp": event.data.get("timestamp"),
        "data": {"rrn": rrn, "seq": event.seq, **event.data},
    }
    return storable(json.dumps(data, ensure_ascii=False, allow_nan=False)).encode()


def _sign_request(secret: bytes, message_id: str, timestamp: int, body: bytes) -> Mapping[str, str]:
    """Return the signature headers of the Standard Webhooks specification, version 1.

    The id is the same for each try of a message, so that a receiver recognises duplicates.
    """
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(secret, signed, hashlib.sha256).digest()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }
